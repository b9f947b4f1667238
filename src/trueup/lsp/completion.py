"""What can be written at a place: ids of claims in documents and formulas; verifiers and their parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trueup.claim import BASES
from trueup.engine.bind import upstream
from trueup.lsp.live import Live
from trueup.verdict.shown import shown
from trueup.verifier.declared import Declared

#: What stands before an id in a document: a link, a reference, an autolink's like, a macro, a directive.
_TAG = re.compile(
    r"(?:\(\s*<?claim:|\]:\s*<?claim:|\{\{[-+]?\s*claim\s*\(\s*[\"']|<!--\s*claims:table\s+)(?P<word>[a-z0-9_.]*)$"
)
#: Inside a title, or a macro's third string: a formula.
_TITLE = re.compile(
    r"(?:\(\s*<?claim:[a-z0-9_.]+>?\s+|\]:\s*<?claim:[a-z0-9_.]+>?\s+"
    r"|\{\{[-+]?\s*claim\s*\(\s*\"[^\"]*\"\s*,\s*\"[^\"]*\"\s*,\s*)[\"'][^\"'\n]*?(?P<word>[a-z][a-z0-9_.]*|)$"
)
_KEY = re.compile(r"(?P<indent>[ ]*)(?P<key>[\w.\"' -]+?)\s*:(?:\s|$)")
_FORMULA = re.compile(r"\b(?:expr|decide|require)\s*:\s*[\"']?[^#]*?(?P<word>[a-z][a-z0-9_.]*|)$")
_VALUE = re.compile(r"(?:^|[\s{,])(?P<key>[a-z_]+)\s*:\s*[\"']?(?P<word>[\w./-]*)$")
_PARAMETER = re.compile(r"(?:^\s*|[{,]\s*)(?P<word>[a-z_]*)$")
_LITERAL = re.compile(r"[\"']([^\"']+)[\"']")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that may stand in the place of the last ``replaces`` characters.

    :param kind: ``claim``, ``verifier``, ``parameter``, ``value``
    """

    label: str
    kind: str
    detail: str = ""
    says: str = ""
    replaces: int = 0


def in_document(live: Live, before: str) -> list[Choice]:
    """For a document.

    :param before: the line up to the cursor
    """
    found = _TAG.search(before) or _TITLE.search(before)
    return list(_claims(live, len(found["word"]))) if found else []


def in_ledger(live: Live, lines: list[str], before: str) -> list[Choice]:
    """For the ledger, which may be broken where it is being written: it is read line by line.

    :param lines: those above the cursor's
    :param before: the cursor's line, up to it
    """
    if formula := _FORMULA.search(before):
        own = _entry(lines, before)
        return list(_claims(live, len(formula["word"]), own))
    if value := _VALUE.search(before):
        return list(_values(live, value["key"], len(value["word"]), _verifier(live, lines, before)))
    parameter = _PARAMETER.search(before)
    if parameter and _in_parameters(lines, before):
        declared = _verifier(live, lines, before)
        given = {match["key"] for match in _VALUES.finditer(_with(lines, before))}
        return list(_parameters(declared, given, len(parameter["word"])))
    return []


_VALUES = re.compile(r"(?:^\s*|[{,]\s*)(?P<key>[a-z_]+)\s*:", re.MULTILINE)


def _claims(live: Live, replaces: int, own: str | None = None) -> Iterator[Choice]:
    """Every claim, but one whose formula is being written and what rests on it."""
    computed = live.computed
    for name, claim in computed.bound.claims.items():
        if own and own in upstream([name], computed.bound.claims):
            continue
        outcome = computed.outcomes.get(name)
        value = (shown(claim, outcome) if outcome else None) or ""
        yield Choice(label=name, kind="claim", detail=value, says=claim.says or "", replaces=replaces)


def _values(live: Live, key: str, replaces: int, declared: Declared | None) -> Iterator[Choice]:
    ledger, registry = live.computed.project.ledger, live.computed.project.registry
    role = key.rpartition("_")[2]
    named: Iterable[tuple[str, str]] = ()
    if key == "verify":
        ids = sorted({*registry.builtins.ids, *registry.site})
        for name in ids:
            yield Choice(
                label=name, kind="verifier", detail=_signature(registry.find(name)), replaces=replaces
            )
    elif role in ("model", "artifact"):
        named = (
            (name, one.path) for name, one in (ledger.models if role == "model" else ledger.artifacts).items()
        )
    elif key == "scope":
        named = ((name, ", ".join(one.keys.values())) for name, one in ledger.hosts.items())
    elif key == "basis":
        named = ((name, "") for name in BASES)
    elif declared:
        known = next((one.annotation for one in declared.parameters if one.name == key), "")
        named = ((word, "") for word in _LITERAL.findall(known))
    for name, detail in named:
        yield Choice(label=name, kind="value", detail=detail, replaces=replaces)


def _parameters(declared: Declared | None, given: set[str], replaces: int) -> Iterator[Choice]:
    for one in declared.parameters if declared else ():
        if one.name not in given:
            need = "" if one.required else " (may be left out)"
            yield Choice(
                label=one.name, kind="parameter", detail=f"{one.annotation}{need}", replaces=replaces
            )


def _signature(declared: Declared | None) -> str:
    if declared is None:
        return ""
    return ", ".join(one.name if one.required else f"{one.name}?" for one in declared.parameters)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _above(lines: list[str], before: str) -> Iterator[tuple[int, str]]:
    """The keys that lead to the cursor's line, innermost first, each with the number of its line."""
    depth = _indent(before)
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if line.strip() and not line.lstrip().startswith("#") and _indent(line) < depth:
            depth = _indent(line)
            if key := _KEY.match(line):
                yield number, key["key"].strip("\"' ")


def _entry(lines: list[str], before: str) -> str | None:
    """The id of the claim in which the cursor stands."""
    path = [key for _, key in _above(lines, before)]
    if "claims" not in path:
        return None
    index = path.index("claims")
    own = _KEY.match(before)
    return path[index - 1] if index else own["key"].strip() if own else None


def _block(lines: list[str], before: str) -> list[str]:
    """The lines of the claim's entry, down to the cursor."""
    path = list(_above(lines, before))
    index = next((index for index, (_, key) in enumerate(path) if key == "claims"), 0)
    return [*lines[path[index - 1][0] :], before] if index else [before]


def _verifier(live: Live, lines: list[str], before: str) -> Declared | None:
    named = re.search(r"\bverify\s*:\s*[\"']?([a-z0-9_.]+)", "\n".join(_block(lines, before)))
    return live.computed.project.registry.find(named[1]) if named else None


def _with(lines: list[str], before: str) -> str:
    """What is written of the parameters so far."""
    return re.split(r"\bwith\s*:", "\n".join(_block(lines, before)))[-1]


def _in_parameters(lines: list[str], before: str) -> bool:
    flow = re.search(r"\bwith\s*:\s*\{[^{}]*$", "\n".join(_block(lines, before)))
    return flow is not None or next((key for _, key in _above(lines, before)), "") == "with"
