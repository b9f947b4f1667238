"""The form of a ledger file as a JSON Schema (draft 7), for the YAML language servers of editors.

It is made from the tables by which the ledger is read. It knows keys, types and the form of texts; not what a
figure or a formula says, nor whether another entry is there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from trueup.claim import BASES, RESERVED_IDS
from trueup.ids import ID
from trueup.ledger.claims import COMPARES, ID_CAP, KEYS, WAIVER_KEYS
from trueup.ledger.columns import OTHER
from trueup.ledger.inputs import ARTIFACT_KEYS, DEFAULT_KEYS, MODEL_KEYS, SCOPE_KEYS, TOP
from trueup.ledger.kinds import BELONGS, KINDS, OUTCOMES
from trueup.ledger.values import AGE, REVISION
from trueup.ledger.wording import SAID

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"

# What an editor reads as a number or a truth is text to the ledger; an entry left empty is nothing.
_TEXT: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
_TEXTS: Schema = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]}
_DATE = (
    "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|[12][0-9]))"
)
_LIKE_A_DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_DAY: Schema = {"type": "string", "pattern": f"^{_DATE}$"}
_DAY_OR_REVISION: Schema = {
    "type": ["string", "number", "boolean"],
    "pattern": f"^(?:{_DATE}|(?!{_LIKE_A_DATE}$){REVISION.pattern})$",
}
_AGE: Schema = {"type": "string", "pattern": rf"^\s*{AGE.pattern}\s*$"}
_DIGEST: Schema = {
    "type": ["string", "number"],
    "pattern": r"^\s*(?:[sS][hH][aA]256:)?[0-9a-fA-F]{64}\s*$",
}
_WATCHED: Schema = {"type": "string", "pattern": r"^(?:path|package):\s*\S"}


def ledger_schema(verifiers: Iterable[str]) -> Schema:
    """The schema of one file.

    :param verifiers: ids for an editor to propose; any other id is as good
    """
    forms: dict[str, Schema] = {
        "models": _each(_entry(MODEL_KEYS)),
        "artifacts": _each(_entry(ARTIFACT_KEYS)),
        "hosts": _each(_mapping(SCOPE_KEYS, dict.fromkeys(SCOPE_KEYS, _TEXT))),
        "defaults": _mapping(DEFAULT_KEYS, _claim_forms(verifiers)),
        "claims": {**_each(_claim(verifiers)), "propertyNames": _id()},
        "frozen": _TEXTS,
    }
    unsourced = {"if": {"required": ["value"]}, "then": {"required": ["source"]}}
    return {
        "$schema": DRAFT,
        "title": "Ledger of trueup",
        "description": "What must be true of the figures in a project's documents, and how it is known.",
        **_mapping(TOP, forms),
        "if": {
            "required": ["defaults"],
            "properties": {"defaults": {"type": "object", "required": ["source"]}},
        },
        "else": {"properties": {"claims": {"additionalProperties": unsourced}}},
    }


def _claim(verifiers: Iterable[str]) -> Schema:
    """One entry under ``claims``: its keys, one way in which it is computed, and what goes with that."""
    table = {"anyOf": [{"required": [key]} for key in ("columns", "classes", "totals")]}
    ways: list[Schema] = [{"required": [kind]} for kind in KINDS if kind != "columns"]
    rules: list[Schema] = [
        {"oneOf": [*ways, {**table, "not": {"required": ["verify"]}}]},
        {"if": {"required": ["decide"]}, "then": {"required": ["words"]}},
        {
            "if": {"required": ["compare"], "properties": {"compare": {"const": "within"}}},
            "then": {"required": ["tolerance"]},
        },
    ]
    for key, owners in BELONGS.items():
        beside: Schema = {"anyOf": [{"required": [owner]} for owner in owners]}
        if "columns" in owners:
            beside["anyOf"].append(table)
        rules.append({"if": {"required": [key]}, "then": beside})
    return {**_mapping(KEYS, _claim_forms(verifiers)), "type": "object", "allOf": rules}


def _claim_forms(verifiers: Iterable[str]) -> dict[str, Schema]:
    """What may stand behind each key of a claim."""
    machine = dict.fromkeys(SCOPE_KEYS, _TEXT)
    outcomes = dict.fromkeys(OUTCOMES, _TEXTS)
    bounds = {
        "type": "object",
        "required": ["of"],
        "additionalProperties": _TEXT,
        "not": {"propertyNames": {"enum": list(OTHER)}},
    }
    waiver = _mapping(WAIVER_KEYS, {"reason": _TEXT, "until": _DAY})
    verifier = {"type": "string", "pattern": f"^(?:{ID.pattern})$"}
    forms: dict[str, Schema] = dict.fromkeys(KEYS, _TEXT)
    forms |= dict.fromkeys(("subject", "not_subject", "was"), _TEXTS)
    forms |= dict.fromkeys(("columns", "units", "totals"), _each(_TEXT))
    forms |= {
        "basis": {"enum": list(BASES)},
        "compare": {"enum": list(COMPARES)},
        "verify": {"anyOf": [{"enum": sorted(verifiers)}, verifier]},
        "with": {"type": ["object", "null"]},
        "words": {
            **_mapping(tuple(OUTCOMES), outcomes),
            "type": "object",
            "required": [key for key, outcome in OUTCOMES.items() if outcome is not None],
        },
        "classes": _each(bounds),
        "scope": {"anyOf": [_TEXT, {**_mapping(SCOPE_KEYS, machine), "type": "object"}]},
        "as_of": _DAY_OR_REVISION,
        "max_age": _AGE,
        "waive": {**waiver, "type": "object", "required": list(WAIVER_KEYS)},
        "watch": {"anyOf": [_WATCHED, {"type": "array", "items": _WATCHED, "minItems": 1}]},
    }
    return forms


def _entry(keys: Collection[str]) -> Schema:
    """A model or an artifact."""
    forms = {"path": _TEXT, "sha256": _DIGEST, "stage": _TEXT}
    return {**_mapping(keys, forms), "type": "object", "required": ["path"]}


def _mapping(keys: Collection[str], forms: dict[str, Schema]) -> Schema:
    """A mapping of some keys; one without entries may be left out behind its key."""
    described = {key: {"description": SAID[key], **forms[key]} for key in keys}
    return {"type": ["object", "null"], "properties": described, "additionalProperties": False}


def _each(form: Schema) -> Schema:
    """A mapping of names that all hold the same."""
    return {"type": ["object", "null"], "additionalProperties": form}


def _id() -> Schema:
    taken = "|".join(re.escape(name) for name in sorted(RESERVED_IDS))
    return {"pattern": f"^(?!(?:{taken})$)(?:{ID.pattern})$", "maxLength": ID_CAP}
