"""A listing as SARIF 2.1.0, for code scanning and for editors.

"Static Analysis Results Interchange Format (SARIF) Version 2.1.0 Plus Errata 01", OASIS Standard.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from trueup import __version__
from trueup.diagnostics import Location
from trueup.escape import json_text, terminal, uri
from trueup.gate import Exit
from trueup.reports.entry import Entry, Listing
from trueup.reports.rules import Rule, rule_of

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "SRCROOT"
_ENDS: dict[int, str] = {
    Exit.HOLDS: "everything holds",
    Exit.STALE: "something does not hold",
    Exit.BAD_INPUT: "bad input",
}


def render(listing: Listing) -> str:
    """SARIF, the same bytes for the same listing; what is all well is left out.

    What has no place in a file is a notification of the invocation, since a result needs a place.
    """
    said = [one for one in listing.entries if one.level != "none"]
    placed = [one for one in said if one.place]
    rules = _used(placed)
    run = {
        "tool": {
            "driver": {
                "name": "trueup",
                "semanticVersion": __version__,
                "rules": [_descriptor(rule) for rule in rules],
                "notifications": [_descriptor(rule) for rule in _used(one for one in said if not one.place)],
            }
        },
        "automationDetails": {"id": f"trueup/{listing.command}/"},
        "invocations": [_invocation(listing, [one for one in said if not one.place])],
        "originalUriBaseIds": {_BASE: {"description": {"text": "the root of the project"}}},
        "columnKind": "unicodeCodePoints",
        "results": list(_results(placed, [rule.id for rule in rules])),
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json_text(json.dumps(log, ensure_ascii=False, indent=1, allow_nan=False))


def _used(entries: Iterable[Entry]) -> list[Rule]:
    return [rule_of(name) for name in sorted({one.rule for one in entries})]


def _descriptor(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.help},
        "help": {"text": rule.help},
        "defaultConfiguration": {"level": rule.level},
    }


def _invocation(listing: Listing, unplaced: Iterable[Entry]) -> dict[str, Any]:
    return {
        "executionSuccessful": listing.exit in (Exit.HOLDS, Exit.STALE),
        "exitCode": listing.exit,
        "exitCodeDescription": _ENDS.get(listing.exit, "failed"),
        "toolExecutionNotifications": [
            {"descriptor": {"id": one.rule}, "level": one.level, "message": _message(one)} for one in unplaced
        ],
    }


def _results(entries: Iterable[Entry], rules: list[str]) -> Iterator[dict[str, Any]]:
    seen: Counter[str] = Counter()
    index = {name: number for number, name in enumerate(rules)}
    for one in entries:
        identity = _identity(one)
        seen[identity] += 1
        result: dict[str, Any] = {
            "ruleId": one.rule,
            "ruleIndex": index[one.rule],
            "level": one.level,
            "message": _message(one),
            "locations": [_location(one.place, one)] if one.place else [],
            "partialFingerprints": {"trueup/v1": f"{identity}:{seen[identity]}"},
            "suppressions": _suppressions(one),
            "properties": {key: terminal(value) for key, value in one.properties.items()},
        }
        if one.at and one.defined and one.defined != one.at:
            related = _location(one.defined)
            related["message"] = {"text": "the claim is defined here"}
            result["relatedLocations"] = [related]
        yield result


def _identity(one: Entry) -> str:
    """The same wherever in its document the figure moves to, and whatever the evidence gives now."""
    path = one.place.path if one.place else ""
    parts = (one.rule, one.name, path, one.figure or "", one.within)
    whole = "\0".join(parts).encode("utf-8", "surrogatepass")
    return sha256(whole).hexdigest()[:32]


def _message(one: Entry) -> dict[str, str]:
    """Plain text of one line, in which there is neither a link (§3.11.6) nor a placeholder (§3.11.5)."""
    said = "; ".join((one.headline, *one.sentences[1:]))
    hint = f" ({one.hint})" if one.hint else ""
    text = terminal(said + hint).replace("](", "]\N{ZERO WIDTH SPACE}(")
    return {"text": re.sub(r"\{(?=\d)", "{\N{ZERO WIDTH SPACE}", text)}


def _location(at: Location, of: Entry | None = None) -> dict[str, Any]:
    region = {"startLine": max(at.line, 1), "startColumn": max(at.column, 1)}
    if of and of.at == at and of.figure:
        if of.end:
            region |= {"endLine": of.end.line, "endColumn": of.end.column}
        else:
            region |= {"endLine": at.line, "endColumn": at.column + len(of.figure)}
    return {"physicalLocation": {"artifactLocation": _artifact(at.path), "region": region}}


def _artifact(path: str) -> dict[str, str]:
    """A URI that is relative to the project's root, or absolute for a file outside it."""
    name = uri(path)
    return {"uri": f"file://{name}"} if path.startswith("/") else {"uri": name, "uriBaseId": _BASE}


def _suppressions(one: Entry) -> list[dict[str, str]]:
    """Of a waived verdict, the waiver. Every result says so, or none (§3.27.23)."""
    if not one.waived or one.level == "error":  # a waiver does not answer what is open
        return []
    why = f"{one.waived.reason} (until {one.waived.until})"
    return [{"kind": "external", "status": "accepted", "justification": terminal(why)}]
