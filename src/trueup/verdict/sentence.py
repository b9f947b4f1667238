"""Whether the sentence around a tagged figure adds up, and rests on what the claim rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from trueup.diagnostics import Diagnostic
from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.value import Quantity
from trueup.quantity.write import write, write_like
from trueup.statement.model import Statement
from trueup.tags.model import Block, MarkKind, Tag
from trueup.verdict.model import Verdict
from trueup.verdict.stated import stated

# Passages that are set aside are so for sweeps only, and a tag in code is a tag.
_SILENT: frozenset[MarkKind] = frozenset({"struck"})
_LED = r"(?<!\w)(?:at|over|with|on|using|across|@) (?:(?:the|a|an|only|just) )?"
_PREMISE = re.compile(rf"{_LED}(?:about )?[~≈]?\d", re.IGNORECASE)
_LED_IN = re.compile(rf"{_LED}$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?;:][\"”’)]*\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A tagged figure of a block, and its verdict."""

    tag: Tag
    verdict: Verdict


def reread(block: Block, figures: Sequence[Judged]) -> list[Verdict]:
    """The verdicts on the tagged figures of one block, its arithmetic considered.

    A figure that certain arithmetic of its block involves, and that doesn't add up, is refuted, unless a
    figure of the same arithmetic disagrees with its own claim: then that is what is wrong.
    """
    verdicts = [one.verdict for one in figures]
    for statement in stated(block, _SILENT):
        if statement.holds or not statement.certain:
            continue
        involved = [index for index, one in enumerate(figures) if statement.involves(*one.tag.span)]
        if any(figures[index].verdict.reason in ("value", "unit") for index in involved):
            continue
        for index in involved:
            if verdicts[index].status != "refuted":
                verdicts[index] = _refuted(verdicts[index], figures[index].tag, statement)
    return verdicts


def _refuted(verdict: Verdict, tag: Tag, statement: Statement) -> Verdict:
    value, figure = statement.value, statement.figure
    right = write_like(value, figure)
    is_result = tag.figure == figure.text
    return replace(
        verdict,
        status="refuted",
        reason="arithmetic",
        expected=right if is_result else None,
        because=(
            f"in this sentence {statement.formula} gives {right}, not {figure.text}",
            *verdict.because,
        ),
        hint="the figure agrees with its claim: mend the other numbers of the sentence"
        if verdict.status in ("verified", "attested")
        else "mend the numbers of the sentence, so that they add up",
    )


def misquoted(tag: Tag, claim: str, block: Block, operands: Mapping[str, Quantity]) -> Iterator[Diagnostic]:
    """Warn of a premise (``at 6 GB/s``) in the figure's sentence that is not what its claim rests on.

    Only where the premise can be of one operand alone, and no figure of the block has the operand's value.

    :param operands: the values of which the claim is computed, by name
    """
    if not operands or not _PREMISE.search(block.text):
        return
    figures = find_figures(block.text)
    for start, end, figure in figures:
        wanted = [name for name, value in operands.items() if value.dimension == figure.dimension]
        if (
            len(wanted) != 1
            or not figure.dimension.exponents
            or not _is_premise(block, tag, start, end, figure)
        ):
            continue
        value = operands[wanted[0]]
        alike = [(first, other) for first, _, other in figures if other.dimension == figure.dimension]
        said = holds(figure, replace(value, reach=value.spread)) or value.reach.contains(figure.stated)
        if len(alike) == 1 and not said:
            yield Diagnostic(
                code="Q312",
                severity="warning",
                message=f"the sentence says {figure.text}, where {claim} rests on {_named(wanted[0], value)}",
                location=block.locate(start),
                hint="bring the sentence up to date, or tag the figure with the claim it belongs to",
            )


def _is_premise(block: Block, tag: Tag, start: int, end: int, figure: Figure) -> bool:
    """Whether ``at``, ``over`` … lead in a figure without a tag, in the sentence of ``tag``."""
    if figure.form not in ("number", "range") or not _LED_IN.search(block.text[max(start - 20, 0) : start]):
        return False
    if any(mark.start < end and start < mark.end for mark in block.marks):
        return False
    first, last = sorted(((start, end), tag.span))
    return not _SENTENCE_END.search(block.text, first[1], last[0])


def _named(name: str, value: Quantity) -> str:
    shown = write(value)
    return shown if name == shown else f"{name} ({shown})"
