"""Judge one figure against the outcome of the claim it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from trueup.claim import Claim, Decide, Reported, Require, Verify
from trueup.diagnostics import Diagnostic, quoted
from trueup.quantity.agree import agree, widens
from trueup.quantity.cell import Cell, write_cell
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.read import looks_numeric
from trueup.quantity.value import Name, Quantity, Truth
from trueup.quantity.write import write
from trueup.tags.model import Block, Tag
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.noise import against_noise
from trueup.verdict.subject import mismatch
from trueup.verdict.written import read_tagged

if TYPE_CHECKING:  # a document without tables does not pay for them
    from trueup.verdict.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict, or the diagnostics that say why the figure can't be judged, or both; of a table several.

    :param rules: by which a table was judged
    """

    verdicts: tuple[Verdict, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    rules: Rules | None = None


def judge(tag: Tag, claim: Claim, outcome: Outcome, block: Block, subjects: Iterable[str]) -> Judgement:
    """The verdict on the figure of ``tag``.

    A disagreement is said first, then what the figure stands beside, then what the claim rests on:
    the author can mend the first two here.
    """
    verdict = Verdict(
        claim=claim.id,
        status=outcome.standing,
        reason=outcome.reason,
        figure=tag.figure,
        at=tag.location,
        end=block.behind(tag.span[1]) if tag.figure else None,
        because=outcome.because,
        hint=outcome.hint,
    )
    if outcome.standing == "refuted":  # cross-host, identity or bound: no figure can mend it
        return Judgement(verdicts=(verdict,))
    try:
        disagreement, warnings = _disagreement(tag, block, claim, outcome, verdict)
    except FigureError as error:
        return Judgement(diagnostics=(unreadable(tag, error),))
    if disagreement:
        return Judgement(verdicts=(disagreement,), diagnostics=warnings)
    wrong = mismatch(claim, block, subjects, tag.span[0])
    if wrong:
        verdict = replace(
            verdict, status="refuted", reason="subject", because=(wrong.because,), hint=wrong.hint
        )
    return Judgement(verdicts=(verdict,), diagnostics=warnings)


def unreadable(tag: Tag, error: FigureError) -> Diagnostic:
    """The diagnostic for a figure that can't be read."""
    place = replace(tag.location, column=tag.location.column + error.offset)
    return Diagnostic(
        code=error.code, message=f"{quoted(tag.figure)}: {error.message}", location=place, hint=error.hint
    )


def _disagreement(
    tag: Tag, block: Block, claim: Claim, outcome: Outcome, verdict: Verdict
) -> tuple[Verdict | None, tuple[Diagnostic, ...]]:
    """The refutation of a figure that disagrees, or None; and warnings."""
    asks = outcome.standing == "open" and outcome.reason == "unmeasured"
    if asks or isinstance(claim.kind, Require):
        return (_number_for_a_word(claim, verdict) if looks_numeric(tag.figure) else None), ()
    value = outcome.value
    if value is None:
        return None, ()
    if isinstance(value, Truth):
        return _word(claim, value, verdict), ()
    if isinstance(value, Name):
        return _name(value, verdict), ()
    return _number(tag, block, claim, value, verdict, outcome)


def _number_for_a_word(claim: Claim, verdict: Verdict) -> Verdict:
    """Refute a number where none is known, or none is asked for: any word will do."""
    why = f"{claim.id} is an open question: no number is known"
    hint = "write a word (unmeasured), or give the claim a value and a source"
    if isinstance(claim.kind, Require):
        why = f"{claim.id} is a requirement: it is true or false, and states no number"
        hint = "write a word (holds), or tag the number with a claim that has it as its value"
    return replace(verdict, status="refuted", reason="value", because=(why, *verdict.because), hint=hint)


def _word(claim: Claim, value: Truth, verdict: Verdict) -> Verdict | None:
    """Refute a word that the operands don't give; where they decide nothing, any but those for it.

    Without a word for ``null`` the words of both outcomes are left: neither can be told to be wrong.
    """
    if not isinstance(claim.kind, Decide):
        return None
    words = claim.kind.words
    right = words.get(value.value) or tuple(word for one in words.values() for word in one)
    written = (verdict.figure or "").casefold()
    if any(written == word.casefold() for word in right):
        return None
    known = value.value in words
    why = (
        f"the operands give {right[0]!r}"
        if known
        else f"{quoted(verdict.figure or '')} is no word of {claim.id}"
    )
    return replace(
        verdict,
        status="refuted",
        reason="word",
        expected=right[0] if known else None,
        because=(why, *verdict.because),
        hint=f"write {' or '.join(right)}, or bring the operands up to date",
    )


def _name(value: Name, verdict: Verdict) -> Verdict | None:
    written = re.split(r"\s*(?:,|\band\b)\s*", verdict.figure or "")
    if sorted(map(_plain, written)) == sorted(map(_plain, value.words)):
        return None
    if _plain(verdict.figure or "") == _plain(str(value)):
        return None
    expected = _as_written(value, verdict.figure or "")
    return replace(
        verdict,
        status="refuted",
        reason="value",
        expected=expected,
        because=(f"it is {value}", *verdict.because),
        hint=f"write {expected}",
    )


def _as_written(value: Name, figure: str) -> str:
    """The name, a shape with the brackets and separators that the figure has."""
    shape = str(value)
    sizes = re.findall(r"\d+", shape)
    if not re.fullmatch(r"\d+(?:×\d+)*", shape) or not re.fullmatch(
        r"[\[(]?\d+(?:\s*[×x*,]\s*\d+)*[\])]?", figure
    ):
        return shape
    if len(sizes) != len(re.findall(r"\d+", figure)):
        return shape
    following = iter(sizes)
    return re.sub(r"\d+", lambda _: next(following), figure)


def _plain(name: str) -> str:
    """A name without case and quotes; a shape's separators are all ``x``."""
    bare = name.strip(" `[]()").casefold()
    return re.sub(r"(?<=\d)\s*[×x*,]\s*(?=\d)", "x", bare)


def _number(
    tag: Tag, block: Block, claim: Claim, value: Quantity, verdict: Verdict, outcome: Outcome
) -> tuple[Verdict | None, tuple[Diagnostic, ...]]:
    figure, borrowed = read_tagged(tag, block)
    verdict = replace(verdict, unit=borrowed)
    value = as_stated(claim, value)
    if claim.tolerance and not widens(claim.tolerance, value):
        return _no_tolerance(claim, value, claim.tolerance, verdict), ()
    agreement = agree(figure, value, compare=claim.compare, tolerance=claim.tolerance)
    warnings = tuple(
        Diagnostic(
            code="Q311", severity="warning", message=f"{quoted(tag.figure)}: {text}", location=tag.location
        )
        for text in agreement.warnings
    )
    because: list[str] = []
    if value.noise is not None and figure.dimension.physical == value.dimension.physical:
        noisy = against_noise(figure, value, outcome, compare=claim.compare, tolerance=claim.tolerance)
        if noisy.side == "inside":
            return None, warnings
        if noisy.side == "between" and agreement.reason != "unit":
            return _inconclusive(verdict, noisy.because), warnings
    elif agreement.ok:
        return None, warnings
    cell = Cell(kind="figure", text=tag.figure, figure=figure, borrowed=borrowed)
    expected = expected_figure(cell, value, agreement.right_unit)
    because.append(f"{_way(claim, outcome)}: {outcome.written or write(value)}")
    if agreement.right_unit:
        because.append(f"the digits are right in {agreement.right_unit}")
    return (
        replace(
            verdict,
            status="refuted",
            reason=agreement.reason or "value",
            expected=expected,
            because=(*because, *verdict.because),
            hint=f"write {expected}" if outcome.standing in ("verified", "attested") else outcome.hint,
        ),
        warnings,
    )


def as_stated(claim: Claim, value: Quantity) -> Quantity:
    """The value by which figures are judged: as a source writes it; what that rounds is not stated."""
    return replace(value, reach=value.spread) if isinstance(claim.kind, Reported | Verify) else value


def _no_tolerance(claim: Claim, value: Quantity, tolerance: Figure, verdict: Verdict) -> Verdict:
    return replace(
        verdict,
        status="refuted",
        reason="unit",
        because=(f"the tolerance {tolerance.text} has another unit than {write(value)}", *verdict.because),
        hint=f"give the tolerance of {claim.id} the unit of its value, or write it in %",
    )


def _way(claim: Claim, outcome: Outcome) -> str:
    """How the value came about, in a word."""
    if isinstance(claim.kind, Reported):
        return "as reported"
    return "measured" if outcome.measured else "computed"


def _inconclusive(verdict: Verdict, because: str) -> Verdict:
    """The verdict where the noise decides nothing; what is worse stays as it is."""
    if verdict.status not in ("verified", "attested"):
        return verdict
    return replace(verdict, status="inconclusive", reason=None, because=(because, *verdict.because))


def expected_figure(cell: Cell, value: Quantity, right_unit: str | None) -> str:
    """The value in the figure's own format; where only the unit is wrong, the figure with the right one."""
    figure = cell.figure
    assert figure  # noqa: S101  only figures are compared
    if right_unit and figure.unit:
        return figure.text.replace(figure.unit, right_unit)
    if figure.dimension.physical != value.dimension.physical and figure.form != "product":
        return write(value)
    return write_cell(value, cell)
