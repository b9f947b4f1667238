"""Which figures bite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trueup.edit.bite import RESULTS, Bite
from trueup.edit.mutate import Mutated
from trueup.escape import terminal
from trueup.reports import LISTED, json, text, write
from trueup.reports.entry import Case, Entry, Level, Listing, of_diagnostic
from trueup.reports.text import GLYPHS

_GLYPHS = {
    "bites": GLYPHS["verified"],
    "accepts": GLYPHS["refuted"],
    "spreads": GLYPHS["refuted"],
    "can't": "–",
}
_WORDS = {"bites": "bite", "accepts": "do not bite", "spreads": "refute others too", "can't": "can't bite"}


def render(form: str, mutated: Mutated, *, code: int, verbose: bool = False, colour: bool = False) -> str:
    """What does not bite and why, what can't, in one of :data:`trueup.reports.FORMATS`.

    :param code: the exit code
    :param verbose: list what bites, too, for a terminal
    """
    if form in LISTED:
        return write(form, listing(mutated, code=code))
    if form == "json":
        return json.render(document(mutated, passes=code == 0))
    return "\n".join(_lines(mutated, passes=code == 0, verbose=verbose, colour=colour))


def document(mutated: Mutated, *, passes: bool) -> dict[str, Any]:
    """The same as JSON: one entry for each figure."""
    counts = {result: mutated.count(result) for result in RESULTS}
    return {
        "figures": [_figure(one) for one in mutated.bites],
        "diagnostics": [json.diagnostic(one) for one in mutated.diagnostics],
        "summary": {**counts, "pass": passes},
    }


def listing(mutated: Mutated, *, code: int) -> Listing:
    """The same for the formats that are made of a listing.

    :param code: the exit code
    """
    faults = [of_diagnostic(one, stops=True) for one in mutated.diagnostics if one.severity == "error"]
    return Listing(
        command="mutate",
        entries=(*faults, *map(_entry, mutated.bites)),
        summary=_summary(mutated, passes=code == 0),
        exit=code,
    )


_LEVELS: dict[str, tuple[Level, Case]] = {
    "bites": ("none", "passed"),
    "accepts": ("error", "failed"),
    "spreads": ("error", "failed"),
    "can't": ("note", "skipped"),
}


#: An id holds no quotation mark.
_RULES = {"can't": "cannot"}


def _entry(one: Bite) -> Entry:
    level, case = _LEVELS[one.result]
    also = (f"refuted with it: {', '.join(map(str, one.also))}",) if one.also else ()
    changed = (f"changed to {one.changed!r}",) if one.changed not in (None, one.figure) else ()
    return Entry(
        level=level,
        case=case,
        rule=f"mutate/{_RULES.get(one.result, one.result)}",
        name=one.claim,
        kind=one.result,
        title=f"{one.claim} {one.result}",
        because=tuple(filter(None, (*changed, one.why, *also))),
        at=one.at,
        figure=one.figure,
        suite=one.at.path,
        properties={"claim": one.claim, "result": one.result},
    )


def _figure(one: Bite) -> dict[str, Any]:
    return {
        "claim": one.claim,
        "at": json.place(one.at),
        "figure": one.figure,
        "changed": one.changed,
        "result": one.result,
        "why": one.why or None,
        "also": [json.place(at) for at in one.also],
    }


def _lines(mutated: Mutated, *, passes: bool, verbose: bool, colour: bool) -> Iterator[str]:
    for fault in mutated.diagnostics:
        if fault.severity == "error":
            yield from text.diagnostic(fault, colour=colour)
    for one in mutated.bites:
        if verbose or one.result != "bites":
            change = one.figure if one.changed in (None, one.figure) else f"{one.figure} → {one.changed}"
            result = f"{_GLYPHS[one.result]} {one.result}"
            yield f"{terminal(str(one.at))}: {result} {one.claim} {terminal(change)}"
            if one.why:
                yield f"    because   {terminal(one.why)}"
            if one.also:
                yield f"    with it   {', '.join(terminal(str(at)) for at in one.also)}"
    yield _summary(mutated, passes=passes)


def _summary(mutated: Mutated, *, passes: bool) -> str:
    counts = [f"{number} {_WORDS[result]}" for result in RESULTS if (number := mutated.count(result))]
    return f"{', '.join(counts) or 'no figures'}: {'holds' if passes else 'does not hold'}"
