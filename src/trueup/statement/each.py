"""So many of one size: ``8 GPUs with 80 GB each (640 GB)``, ``640 GB (8 GPUs with 80 GB each)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.statement.model import Statement
from trueup.statement.phrases import FILL, STOP
from trueup.statement.reading import mapped, near, reading, settled
from trueup.statement.sentence import Sentence, Term

_OF = re.compile(r" (?:[a-z]+ )?(?:of|with|at|taking|using|holding|moving|reading) (?:about )?")
_EACH = r" (?:each|apiece)"
_JOIN = re.compile(
    rf"{_EACH}(?: \(| ?[=:→] ?|,? (?:or|i\.e\.,?|that is,?|which is|makes?|is|are|gives|in all) {FILL})"
)
_SAID = re.compile(_EACH)
_OPENS = re.compile(r" \((?:i\.e\.,? )?")
_CLOSES = re.compile(rf"{_EACH} ?\)")
_STOP = re.compile(rf"(?: in (?:all|total)| together| altogether)?{STOP}")


def each(sentence: Sentence) -> Iterator[Statement]:
    """Each amount that so many times another, “each”, is said to make."""
    if not _SAID.search(sentence.line):
        return
    for index in range(len(sentence.terms) - 2):
        one, two, three = sentence.terms[index : index + 3]
        first, second = sentence.gap(index), sentence.gap(index + 1)
        if _counts(one, two, three) and _OF.fullmatch(first) and _JOIN.fullmatch(second):
            yield from _statement(one, two, three, ended=bool(_STOP.match(sentence.after(three))))
        elif (
            _counts(two, three, one)
            and _OPENS.fullmatch(first)
            and _OF.fullmatch(second)
            and _CLOSES.match(sentence.after(three))
        ):
            yield from _statement(two, three, one, ended=True)


def _counts(count: Term, size: Term, total: Term) -> bool:
    """Whether the figures can be a number of things, the size of one, and that of all."""
    if not (count.valued and size.valued and total.valued and count.single and size.physical):
        return False
    whole = count.figure.factor == 1 and not count.figure.places and not count.portion and not count.physical
    return whole and size.figure.dimension.physical == total.figure.dimension.physical


def _statement(count: Term, size: Term, total: Term, *, ended: bool) -> Iterator[Statement]:
    figure = total.figure
    stated = mapped(count.figure.stated, size.figure.stated, lambda a, b: a * b)
    reach = mapped(count.could_be, size.could_be, lambda a, b: a * b)
    if stated is None or reach is None:
        return
    value = reading(figure, stated, reach)
    if not near(figure, value, 2):
        return
    yield Statement(
        kind="product",
        span=total.span,
        figure=figure,
        operands=(count.span, size.span),
        value=value,
        formula=f"{count.figure.text} × {size.figure.text}",
        certain=ended and settled(figure, value),
    )
