"""Products without blanks, ``152064×5120×0.5``, which by themselves could be shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.quantity.codes import FigureError
from trueup.quantity.read import figure_of, read_figure
from trueup.quantity.spelling import MAX_LENGTH, spell_at
from trueup.statement.sentence import Sentence, Term

_NUMBER = r"[1-9][0-9]*(?:,[0-9]{3})*(?:\.[0-9]+)?|0?\.[0-9]+"
# No part of a name (``r5.4x8``, ``1920x1080p``), of a version, or of a power of ten (``1.5×10^9``).
_TIGHT = re.compile(
    rf"(?<![\w.,×#$€£*/^-])(?:{_NUMBER})(?:[x×](?:{_NUMBER}))+(?![\w^@:×*⁺⁻⁰¹²³⁴-⁹]|[.,–-]\w)"
)
_FACTOR = re.compile(_NUMBER)
_HINT = re.compile(r"[0-9][x×][0-9.]")


def has_tight(line: str) -> bool:
    """Whether a line could hold such a product."""
    return bool(_HINT.search(line))


def tight_products(sentence: Sentence) -> Iterator[tuple[Term, ...]]:
    """The factors of each product without blanks; the last one with the unit behind it."""
    line = sentence.line
    if not has_tight(line):
        return
    for match in _TIGHT.finditer(line):
        places = [factor.span() for factor in _FACTOR.finditer(line, *match.span())]
        try:
            factors = [_bare(line, *span) for span in places[:-1]]
            factors.append(_last(sentence, *places[-1]))
        except FigureError:
            continue
        yield tuple(factors)


def _bare(line: str, start: int, end: int) -> Term:
    return Term(start=start, end=end, figure=read_figure(line[start:end]))


def _last(sentence: Sentence, start: int, end: int) -> Term:
    line = sentence.line
    spelling = spell_at(line, start, min(len(line), start + MAX_LENGTH), prose=True)
    if spelling is None or spelling.form != "number":
        return _bare(line, start, end)
    return Term(start=start, end=spelling.end, figure=figure_of(line[start : spelling.end], spelling))
