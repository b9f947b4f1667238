"""The figures of a sentence, and what stands between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from trueup.quantity.characters import plain
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure
from trueup.quantity.spelling import spell

#: forms whose value is a number or a range with two ends
_VALUED = frozenset({"number", "range", "product", "power", "fraction"})
_TO = re.compile(r" to ")
_NAMED = re.compile(
    r"(?:(?<![.!?:] )\b[A-Z][\w+#.-]*|\b(?:version|release|v|page|step|part|section|chapter|no\.)) $"
)
_SENTENCE_START = re.compile(
    r"(?:^|[.!?:;(] )(?:From|At|In|Of|With|And|The|About|Only|Just|It|Now|Was|Is)? ?$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A figure in a sentence; each end of ``4.37 µs to 6.00 µs`` is one.

    :param part: it is an end of a range, as far as its form tells
    """

    start: int
    end: int
    figure: Figure
    part: bool = False

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def valued(self) -> bool:
        """Whether it can be computed with."""
        return self.figure.form in _VALUED and not self.part

    @property
    def said(self) -> bool:
        """Whether it can be what others give."""
        return self.figure.form in ("number", "range", "bound") and not self.part

    @property
    def single(self) -> bool:
        """Whether it is one number, so that it can be compared with another."""
        return self.figure.form in ("number", "power")

    @property
    def could_be(self) -> Interval:
        """What it could be as an operand: rounded as written, and ``~`` generously read."""
        return self.figure.claims if self.figure.approx else self.figure.reach

    @property
    def portion(self) -> str:
        """``%`` or ``×``, however it is spelled, of a figure that is a part or a multiple; else empty."""
        if not self.figure.unit or self.figure.dimension.exponents:
            return ""
        return "×" if self.figure.factor == 1 else "%"

    @property
    def physical(self) -> bool:
        """Whether it has a unit of information, time or work."""
        return bool(self.figure.dimension.physical.exponents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """The text of a block, its look-alike characters made one, and its figures in order."""

    line: str
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, text: str) -> Sentence:
        terms: list[Term] = []
        for start, end, figure in find_figures(text):
            ends = _ends(text[start:end], start, figure) if figure.form == "range" else None
            terms.extend(ends or (Term(start=start, end=end, figure=figure),))
        return cls(line=plain(text), terms=tuple(terms))

    def gap(self, index: int) -> str:
        """What stands between the figure at ``index`` and the next one; a long gap joins nothing."""
        if index < 0 or index + 1 >= len(self.terms):
            return "\n"
        start, end = self.terms[index].end, self.terms[index + 1].start
        return self.line[start:end] if end - start <= 80 else "\n"

    def before(self, term: Term) -> str:
        return self.line[max(term.start - 40, 0) : term.start]

    def after(self, term: Term) -> str:
        return self.line[term.end : term.end + 40]

    def named(self, term: Term) -> bool:
        """Whether a bare number could be part of a name: ``Python 3.9``, ``Table 4``, ``version 3``."""
        before = self.before(term)
        if term.figure.unit or not _NAMED.search(before):
            return False
        return not _SENTENCE_START.search(before)

    def alike(self, term: Term, other: Term) -> Term | None:
        """``term`` with the unit of ``other`` where it has none of its own; None where the units differ."""
        if not term.figure.unit and other.figure.unit and term.single:
            unit = other.figure.unit
            blank = "" if unit in "%×" else " "
            try:
                figure = read_figure(f"{term.figure.text}{blank}{unit}")
            except FigureError:
                return None
            term = replace(term, figure=replace(figure, text=term.figure.text))
        one, two = term.figure, other.figure
        if one.dimension.physical != two.dimension.physical or bool(one.unit) != bool(two.unit):
            return None
        if one.unit and term.portion != other.portion:
            return None
        return term


def _ends(text: str, start: int, figure: Figure) -> tuple[Term, Term] | None:
    """Both ends of ``A to B``, each a figure; None of a range with a dash."""
    if not _TO.search(plain(text)):
        return None
    spelling = spell(text)
    first, last = spelling.numerals
    own = len(spelling.spans) == 2
    stop = spelling.spans[0][1] if own else first.end
    unit = "" if own or not figure.unit else f" {figure.unit}"
    sign = "~" if figure.approx else ""
    try:
        low = read_figure(text[:stop] + unit)
        high = read_figure(sign + text[last.start :])
    except FigureError:
        return None
    return (
        Term(start=start, end=start + stop, figure=replace(low, text=text[:stop]), part=True),
        Term(
            start=start + last.start,
            end=start + len(text),
            figure=replace(high, text=text[last.start :]),
            part=True,
        ),
    )
