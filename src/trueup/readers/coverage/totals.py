"""Coverage in JSON: a report of coverage.py, or totals as Codecov states them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from trueup.quantity.codes import FigureError
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure
from trueup.readers.artifact import refuse
from trueup.readers.coverage.tally import Counted, Coverage
from trueup.readers.json import Json, Path, pointer_of

_AGAIN = "write the report again, in one run"
#: Where Codecov's totals state their percentage.
_PERCENT = ("coverage", "coverage_percent")


def read_totals(document: Json) -> Coverage:
    """Lines and branches of a report in JSON.

    :raises TrueupError: M632 it is neither of the two, M634 a count is missing, M635 it is none, M636 they
        contradict each other
    """
    top = document.value
    within: Path = ("totals",) if isinstance(top.get("totals"), Mapping) else ()
    totals = top["totals"] if within else top
    if "num_statements" in totals:
        return Coverage(
            form="coverage.py",
            lines=_summed(document, within, "covered_lines", "num_statements"),
            branches=_summed(document, within, "covered_branches", "num_branches")
            if "num_branches" in totals
            else None,
        )
    if "hits" in totals and "lines" in totals:
        return Coverage(form="totals", lines=_codecov(document, within, totals))
    hint = "it takes a report of coverage.py, or totals with lines and hits"
    raise document.artifact.refuse("M632", "this JSON is no coverage report", hint=hint)


def _summed(document: Json, within: Path, covered: str, valid: str) -> Counted | None:
    """Coverage.py's totals, which must be the sum of its files."""
    total = _pair(document, within, covered, valid)
    files = document.value.get("files")
    if isinstance(files, Mapping) and within:
        parts = [_pair(document, ("files", name, "summary"), covered, valid) for name in files]
        summed = Counted(covered=sum(one.covered for one in parts), valid=sum(one.valid for one in parts))
        if summed != total:
            message = f"{covered} and {valid} are {total} in the totals, {summed} in the files"
            raise refuse(document.locate(within), "M636", message, _AGAIN)
    return total if total.valid else None


def _codecov(document: Json, within: Path, totals: Mapping[str, object]) -> Counted | None:
    """Hits of lines: a partial line was run, but not along every branch, so it is no hit."""
    found = _pair(document, within, "hits", "lines")
    rest = [name for name in ("misses", "partials") if name in totals]
    others = sum(_count(document, (*within, name)) for name in rest)
    if len(rest) == 2 and found.covered + others != found.valid:
        message = f"hits, misses and partials are {found.covered + others} together, lines {found.valid}"
        raise refuse(document.locate((*within, "lines")), "M636", message, _AGAIN)
    for name in _PERCENT:
        if name in totals and found.valid:
            _confirm(document, (*within, name), Fraction(found.covered, found.valid))
    return found if found.valid else None


def _confirm(document: Json, path: Path, ratio: Fraction) -> None:
    """A stated percentage must be the ratio, rounded either way in its last place."""
    text = str(document.find(pointer_of(path))[1])
    try:
        figure = read_figure(f"{text.removesuffix('%').strip()} %")
    except FigureError as error:
        message = f"{path[-1]} is {text[:40]!r}: {error.message}"
        raise refuse(document.locate(path), "M635", message, error.hint) from None
    step = figure.factor / 10**figure.places
    if not figure.stated.widen(step, step).contains(Interval.point(ratio)):
        message = f"{path[-1]} is {text[:40]}, hits of lines are {float(ratio):.2%}"
        raise refuse(document.locate(path), "M636", message, _AGAIN)


def _pair(document: Json, within: Path, covered: str, valid: str) -> Counted:
    found = Counted(covered=_count(document, (*within, covered)), valid=_count(document, (*within, valid)))
    if found.covered > found.valid:
        message = f"{covered} are {found.covered}, more than {found.valid} {valid}"
        raise refuse(document.locate((*within, covered)), "M636", message, _AGAIN)
    return found


def _count(document: Json, path: Path) -> int:
    number = document.number(pointer_of(path))
    if number < 0 or number.denominator != 1:
        raise refuse(document.locate(path), "M635", f"{path[-1]} is no count")
    return int(number)
