"""Whether the sentence around a tagged figure adds up, and rests on what the claim rests on."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from trueup.diagnostics import Diagnostic
from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.spelling import MAX_LENGTH
from trueup.quantity.value import Quantity
from trueup.quantity.write import write, write_like
from trueup.statement.model import Statement
from trueup.statement.reading import near
from trueup.tags.model import Block, MarkKind, Tag
from trueup.verdict.model import Verdict
from trueup.verdict.stated import stated, stated_in_part

# Passages that are set aside are so for sweeps only, and a tag in code is a tag.
_SILENT: frozenset[MarkKind] = frozenset({"struck"})
_PREMISE = re.compile(
    r"(?<!\w)(?<!not )(?:at|over|with|on|using|across|@) (?:(?:the|a|an|only|just) )?((?:about )?[~≈]?\d)",
    re.IGNORECASE,
)
_OF_ELSE = re.compile(r" of(?!\w)")
#: An amount that is further off is another amount: “on a 24 GB card” says nothing of 389 MB.
_MEANT = 4
_SENTENCE_END = re.compile(r"[.!?;:][\"”’)]*\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A tagged figure of a block, and its verdict."""

    tag: Tag
    verdict: Verdict

    @property
    def disagrees(self) -> bool:
        """Whether the figure isn't what its own claim gives: then that is what is wrong around it."""
        return self.verdict.reason in ("value", "unit")


def reread(block: Block, figures: Sequence[Judged]) -> list[Verdict]:
    """The verdicts on the tagged figures of one block, its arithmetic considered."""
    return _weighed(figures, stated(block, _SILENT))


def reread_part(part: Block, figures: Sequence[Judged]) -> list[Verdict] | None:
    """The same for a part of a paragraph; None where the rest of it decides what it states."""
    statements = stated_in_part(part, _SILENT)
    return None if statements is None else _weighed(figures, statements)


def _weighed(figures: Sequence[Judged], statements: Iterable[Statement]) -> list[Verdict]:
    """The verdicts on tagged figures, what is stated of them considered.

    A figure that certain arithmetic of its block involves, and that doesn't add up, is refuted, unless a
    figure of the same arithmetic disagrees with its own claim: then that is what is wrong.
    """
    verdicts = [one.verdict for one in figures]
    order = sorted(range(len(figures)), key=lambda index: figures[index].tag.span)
    starts, ends = zip(*(figures[index].tag.span for index in order), strict=True)
    for statement in statements:
        if statement.holds or not statement.certain:
            continue
        spans = (statement.span, *statement.operands)
        met = [range(bisect_right(ends, start), bisect_left(starts, end)) for start, end in spans]
        involved = sorted({order[place] for places in met for place in places})
        if any(figures[index].disagrees for index in involved):
            continue
        for index in involved:
            if verdicts[index].status != "refuted":
                verdicts[index] = _refuted(verdicts[index], figures[index].tag, statement)
    return verdicts


def _refuted(verdict: Verdict, tag: Tag, statement: Statement) -> Verdict:
    figure = statement.figure
    right = write_like(statement.value, figure)
    why = f"in this sentence {statement.formula} gives {right}, not {figure.text}"
    return contradicted(
        verdict, why, expected=right if tag.figure == figure.text else None, within="sentence"
    )


def contradicted(verdict: Verdict, why: str, *, expected: str | None, within: str) -> Verdict:
    """The verdict on a figure that the arithmetic around it refutes.

    :param expected: what should stand in its place, where it is what doesn't follow
    :param within: what it stands in, in a word
    """
    return replace(
        verdict,
        status="refuted",
        reason="arithmetic",
        expected=expected,
        because=(why, *verdict.because),
        hint=f"the figure agrees with its claim: mend the other numbers of the {within}"
        if verdict.status in ("verified", "attested")
        else f"mend the numbers of the {within}, so that they add up",
    )


def misquoted(tag: Tag, claim: str, block: Block, operands: Mapping[str, Quantity]) -> Iterator[Diagnostic]:
    """Warn of a premise (``at 6 GB/s``) in the figure's sentence that is not what its claim rests on.

    Only where it can be of one operand alone, and is the block's only figure of its kind.

    :param operands: the values of which the claim is computed, by name
    """
    for start, length, figure in _premises(block.text) if operands else ():
        wanted = [name for name, value in operands.items() if value.dimension == figure.dimension]
        if len(wanted) == 1 and _is_premise(block, tag, (start, start + length), figure):
            (name,) = wanted
            value = operands[name]
            rate = any(power < 0 for _, power in figure.dimension.exponents)
            amount = bool(figure.dimension.physical.exponents) and not rate
            if amount and not near(figure, value, _MEANT):
                continue
            if holds(figure, replace(value, reach=value.spread)) or value.reach.contains(figure.stated):
                continue
            yield Diagnostic(
                code="Q312",
                severity="warning",
                message=f"the sentence says {figure.text}, where {claim} rests on {_named(name, value)}",
                location=block.locate(start),
                hint="bring the sentence up to date, or tag the figure with the claim it belongs to",
            )


@lru_cache(maxsize=4)  # the figures of a block follow one another
def _premises(text: str) -> Sequence[tuple[int, int, Figure]]:
    """Start, length and figure of a block's premises, each its only figure of that dimension."""
    starts = [match.start(1) for match in _PREMISE.finditer(text)]
    alike = Counter(figure.dimension for _, _, figure in find_figures(text)) if starts else Counter()
    found: list[tuple[int, int, Figure]] = []
    for start in starts:
        first = next(iter(find_figures(text[start : start + MAX_LENGTH])), None)
        if first and first[0] == 0 and alike[first[2].dimension] == 1:
            found.append((start, first[1], first[2]))
    return found


def _is_premise(block: Block, tag: Tag, span: tuple[int, int], figure: Figure) -> bool:
    """Whether a figure stands without a tag in the sentence of ``tag``."""
    if figure.form not in ("number", "range") or not figure.dimension.exponents:
        return False
    if any(mark.start < span[1] and span[0] < mark.end for mark in block.marks):
        return False
    if _OF_ELSE.match(block.text, span[1]):
        return False
    first, last = sorted((span, tag.span))
    return not _SENTENCE_END.search(block.text, first[1], last[0])


def _named(name: str, value: Quantity) -> str:
    shown = write(value)
    return shown if name == shown else f"{name} ({shown})"
