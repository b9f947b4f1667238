"""Which stale figures another number would mend."""

from __future__ import annotations

from trueup.engine.computed import Computed
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.read import read_figure
from trueup.quantity.units import NONE
from trueup.verdict.model import PASSING, Verdict


def why_left(verdict: Verdict, computed: Computed) -> str | None:
    """Why a failing figure is left as it is; None where what is expected may be written in its place.

    Only a figure that disagrees with a value that stands is rewritten: neither one whose claim is stale
    itself, nor a decision, nor a number that is wrong for what the sentence is about.
    """
    if verdict.waived:
        return f"waived until {verdict.waived.until}: {verdict.waived.reason}"
    if verdict.status != "refuted":
        return "; ".join((_standing(verdict.status, verdict.reason), *verdict.because[:1]))
    if verdict.reason == "word":
        return "a decision is the author's to write: see whether the text around it still fits"
    if verdict.reason not in ("value", "unit"):
        return "; ".join((f"another figure would not mend it: {verdict.reason}", *verdict.because[:1]))
    if verdict.at is None or verdict.at.path in computed.records.paths:
        return "its document is a record (frozen)"
    outcome = computed.outcomes[verdict.claim]
    if outcome.standing not in PASSING:
        return f"its claim is {_standing(outcome.standing, outcome.reason)}"
    if verdict.expected is None:
        return "nothing says what would be right"
    written, right = _figure(verdict.figure), _figure(verdict.expected)
    if written and written.form == "product":
        return f"the factors of a product are the author's to mend: they should give {verdict.expected}"
    if written and right and verdict.reason == "unit" and written.unit and not _alike(written, right):
        return "it is of another kind: see whether the tag names the claim that is meant"
    return None


def _figure(text: str | None) -> Figure | None:
    try:
        return read_figure(text) if text else None
    except FigureError:  # a name
        return None


def _alike(one: Figure, other: Figure) -> bool:
    """Whether both are of one dimension; a counted thing that only one of them names counts for both."""
    mine, its = one.dimension, other.dimension
    if mine.physical != its.physical:
        return False
    return NONE in (mine.counted, its.counted) or mine.counted == its.counted


def _standing(status: str, reason: str | None) -> str:
    return f"{status} ({reason})" if reason else status
