"""How a claim is computed: the one of its entries that says so, and those that go with it."""

from __future__ import annotations

from collections.abc import Mapping

from trueup.claim import (
    Decide,
    Expr,
    Kind,
    Parameter,
    Reported,
    Require,
    Unmeasured,
    Verify,
)
from trueup.diagnostics import Location
from trueup.ids import ID
from trueup.ledger.columns import TABLE, read_columns
from trueup.ledger.inputs import Defaults
from trueup.ledger.nodes import Mapping as MappingNode
from trueup.ledger.nodes import Node, Scalar
from trueup.ledger.section import Section
from trueup.ledger.values import day_or_revision, formula, places, value

KINDS = ("expr", "verify", "decide", "require", "columns", "value", "unmeasured")
OUTCOMES: dict[str, bool | None] = {"true": True, "false": False, "null": None}
BELONGS = {"with": ("verify",), "words": ("decide",), "units": ("columns", "verify")}
_EFFECT = {
    "source": {"value"},
    "as_of": {"value"},
    "max_age": {"value", "verify"},
    "watch": {"value", "verify"},
    "noise": {"verify"},
}


def read_kind(section: Section, defaults: Defaults, *, complete: bool) -> Kind | None:
    """The kind of a claim.

    :param complete: all keys are known ones, so that a kind that is not there is missing
    """
    kind = _which(section, complete=complete)
    if kind is None:
        return None
    for key, owners in BELONGS.items():
        if key in section and kind not in owners:
            message = f"'{section.name(key)}' stands beside '{kind}'; it belongs to '{owners[0]}'"
            section.source.error("L214", message, section.place(key))
    for key, effective in _EFFECT.items():
        if key in section and kind not in effective:
            message = f"'{section.name(key)}' has no effect beside '{kind}'"
            section.source.warn(
                "L225", message, section.place(key), f"it is for {' and '.join(sorted(effective))}"
            )
    return _READERS[kind](section, defaults)


def _which(section: Section, *, complete: bool) -> str | None:
    present = [kind for kind in KINDS if kind in section]
    if "verify" in present and "columns" in present:
        present.remove("columns")  # they say more of the table that the verifier gives
    elif not {"verify", "columns"} & set(present) and any(key in section for key in ("classes", "totals")):
        present.append("columns")
    if len(present) == 1:
        return present[0]
    if present:
        named = ", ".join(f"'{kind}'" for kind in present[:-1])
        message = f"'{section.keys}' has {named} and '{present[-1]}', and a claim is computed in one way"
        where = section.place(next((key for key in present[1:] if key in section), present[0]))
        section.source.error("L213", message, where, "keep one")
    elif complete:
        message = f"'{section.keys}' has none of {', '.join(KINDS)}"
        where = section.source.locate(section.where)
        section.source.error("L213", message, where, "an open question is 'unmeasured: why'")
    return None


def _expr(section: Section, _: Defaults) -> Expr | None:
    read = section.read("expr", lambda *at: formula(*at, compares=False))
    return Expr(formula=read) if read else None


def _require(section: Section, _: Defaults) -> Require | None:
    read = section.read("require", lambda *at: formula(*at, compares=True))
    return Require(formula=read) if read else None


def _decide(section: Section, _: Defaults) -> Decide | None:
    read = section.read("decide", lambda *at: formula(*at, compares=True))
    if "words" not in section:
        section.missing("words", "the word for each outcome: 'words: {true: …, false: …}'")
        return None
    listed = section.section("words")
    if listed is None:
        return None
    listed.only(tuple(OUTCOMES))
    words: dict[bool | None, tuple[str, ...]] = {}
    seen: dict[str, str] = {}
    for key, outcome in OUTCOMES.items():
        if key not in listed:
            if outcome is not None:
                listed.missing(key)
            continue
        scalars = listed.texts(key)
        words[outcome] = tuple(" ".join(scalar.text.split()) for scalar in scalars)
        for word, scalar in zip(words[outcome], scalars, strict=True):
            other = seen.setdefault(word.casefold(), key)
            if other != key:
                listed.fault("L226", f"'{word}' stands for {other} and for {key}", scalar)
    return Decide(formula=read, words=words) if read else None


def _verify(section: Section, _: Defaults) -> Verify | None:
    scalar = section.text("verify")
    parameters = section.section("with") if "with" in section else None
    if scalar is None:
        return None
    if not ID.fullmatch(scalar.text):
        hint = "a verifier is named by the id it declares, such as 'onnx.tensor', never by an import path"
        section.fault("L220", f"'{scalar.text}' can't be the id of a verifier", scalar, hint)
        return None
    return Verify(
        verifier=scalar.text,
        parameters=_mapping(parameters.node) if parameters else {},
        location=section.source.inside(scalar),
        places=_nested_places(parameters) if parameters else {},
        columns=read_columns(section) if any(key in section for key in ("columns", *TABLE)) else None,
    )


def _parameter(node: Node) -> Parameter:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, MappingNode):
        return _mapping(node)
    return tuple(_parameter(item) for item in node.items)


def _mapping(node: MappingNode) -> Mapping[str, Parameter]:
    return {key.text: _parameter(item) for key, item in node.entries}


def _nested_places(section: Section, prefix: str = "") -> dict[str, Location]:
    """Where each parameter stands; one of a mapping inside by the path to it (``where.bytes``)."""
    found = {prefix + key: where for key, where in places(section).items()}
    for key, (_, node) in section.entries.items():
        if isinstance(node, MappingNode) and (inner := section.section(key)):
            found.update(_nested_places(inner, f"{prefix}{key}."))
    return found


def _reported(section: Section, defaults: Defaults) -> Reported | None:
    read = section.read("value", value)
    source = section.text("source")
    stated = source.text if source else defaults.source
    as_of = section.read("as_of", day_or_revision) if "as_of" in section else defaults.as_of
    if "source" not in section and stated is None:
        section.missing("source", "say where the value is reported, here or under 'defaults'")
    for key, works, hint in (
        ("max_age", as_of is not None, "say when it was measured: 'as_of: 2026-08-15'"),
        ("watch", isinstance(as_of, str), "say at which commit it was measured: 'as_of: 4f2a91c'"),
    ):
        if key in section and not works:
            message = f"'{section.name(key)}' has no effect with this 'as_of', or none"
            section.source.warn("L225", message, section.place(key), hint)
    for scalar in section.texts("watch") if isinstance(as_of, str) else ():
        if scalar.text.startswith("package:"):
            message = f"'{section.name('watch')}' has no effect with '{scalar.text}' beside 'value'"
            hint = "nobody knows its version where that was reported: watch paths, or set 'max_age'"
            section.source.warn("L225", message, section.source.inside(scalar), hint)
    if read is None or stated is None:
        return None
    where = section.source.locate(section.entries["value"][1].start)
    return Reported(value=read, source=stated, as_of=as_of, location=where)


def _unmeasured(section: Section, _: Defaults) -> Unmeasured | None:
    why = section.text("unmeasured")
    return Unmeasured(why=why.text) if why else None


_READERS = {
    "expr": _expr,
    "verify": _verify,
    "decide": _decide,
    "require": _require,
    "columns": lambda section, _: read_columns(section),
    "value": _reported,
    "unmeasured": _unmeasured,
}
