"""What is said of two figures: ``A → B (+p %)``, ``from A to B, p %``, ``A vs B (r×)``, ``A → B, −d ms``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.value import Quantity
from trueup.statement.contrast import difference, relative, times, times_more
from trueup.statement.model import Statement
from trueup.statement.pairs import Pair, pairs
from trueup.statement.phrases import JOIN, STOP, is_change
from trueup.statement.reading import chosen, middle, near, settled
from trueup.statement.sentence import Sentence, Term

_JOIN = re.compile(JOIN)
_STOP = re.compile(STOP)
_ENDED = re.compile(rf"{STOP}|(?: [a-z]+){{1,2}}\)")
#: what one chooses, and what doesn't come out of a measurement
_SET = frozenset((
    *("thread", "core", "worker", "gpu", "cpu", "host", "device", "process", "replicate", "batch", "user"),
    *("stream", "lane", "warp", "socket", "partition"),
))  # fmt: skip
_WIDTHS = frozenset(("bit", "bits"))
_SIGNED = re.compile(r"[~≈]? ?[+−-]")
_POINTS = re.compile(r" *(?:pp|p\.p\.|points?|percentage points?|percent points?|%-points?)(?!\w)")
#: between what is said and the figures it is said of
_BACK = re.compile(r"((?: [a-z-]+){0,2}?)(?:,? from |:? \(?from | \(|: ?)")
#: behind a percentage that is one of something else
_OF_ELSE = re.compile(
    r" *(?:of|vs|versus|against|confidence|ci|quantile|percentile|than|at|below|above)\b",
    re.IGNORECASE,
)


def changes(sentence: Sentence) -> Iterator[Statement]:
    """Each percentage, ratio or difference that is said of two figures before or behind it."""
    for pair in pairs(sentence):
        behind = pair.last + 1
        if behind < len(sentence.terms) and _JOIN.fullmatch(sentence.gap(pair.last)):
            yield from _said(sentence, pair, sentence.terms[behind], behind=True)
        if pair.first and _BACK.fullmatch(sentence.gap(pair.first - 1)):
            yield from _said(sentence, pair, sentence.terms[pair.first - 1], behind=False)


def _said(sentence: Sentence, pair: Pair, term: Term, *, behind: bool) -> Iterator[Statement]:
    if not term.said:
        return
    figure, after = term.figure, sentence.after(term)
    signed = bool(_SIGNED.match(figure.text))
    points = bool(_POINTS.match(after))
    if points:
        readings = _in_points(pair, term, signed=signed)
    elif term.portion:
        readings = _portions(pair, term, signed=signed, worded=is_change(after))
    elif signed and behind and pair.directed and figure.unit and sentence.alike(term, pair.other):
        readings = _differences(pair, term)
    else:
        return
    value = chosen(figure, readings)
    if value is None:
        return
    clear = _clear_behind if behind else _clear_before
    yield Statement(
        kind="ratio" if term.portion == "×" else "change",
        span=term.span,
        figure=figure,
        operands=(pair.one.span, pair.other.span),
        value=value,
        formula=f"{pair.one.figure.text} {'→' if pair.directed else 'against'} {pair.other.figure.text}",
        certain=settled(figure, value)
        and _changed(pair, term, value)
        and clear(sentence, pair, term, signed=signed or points),
    )


def _portions(pair: Pair, term: Term, *, signed: bool, worded: bool) -> Iterator[Quantity]:
    """A percentage or a ratio.

    :param worded: a word behind it says which way the change goes
    """
    figure, other = term.figure, pair.other
    for start in pair.starts:
        if term.portion == "%":
            yield from relative(start, other, figure, signed=signed)
            if not pair.directed:
                yield from relative(other, start, figure, signed=signed)
        else:
            yield from times(start, other, figure)
            if worded:
                yield from times_more(start, other, figure)


def _in_points(pair: Pair, term: Term, *, signed: bool) -> Iterator[Quantity]:
    if pair.other.portion != "%" or term.portion == "×":
        return
    scale = 1 if term.figure.unit else 100
    for start in pair.starts:
        yield from difference(start, pair.other, term.figure, signed=signed, scale=scale)


def _differences(pair: Pair, term: Term) -> Iterator[Quantity]:
    for start in pair.starts:
        yield from difference(start, pair.other, term.figure, signed=True)


def _changed(pair: Pair, term: Term, value: Quantity) -> bool:
    """Whether the figure is of the two, and not of what followed from them: “from 1 to 8 threads, +37 %”.

    What is counted is as often what was set as what was measured.
    """
    one, other = pair.one.figure, pair.other.figure
    if one.unit and not one.dimension.exponents:  # a percentage
        return True
    if _settable(one) or _settable(other):
        return holds(term.figure, value)
    counts = not one.dimension.physical.exponents and not (one.places or other.places)
    return not counts or near(term.figure, value, 2)


def _settable(figure: Figure) -> bool:
    counted = {name for name, _ in figure.dimension.counted.exponents}
    return figure.unit in _WIDTHS or bool(counted & _SET)


def _clear_behind(sentence: Sentence, pair: Pair, term: Term, *, signed: bool) -> bool:
    """Whether what stands behind two figures can only be said of them."""
    if not _clear(sentence, pair):
        return False
    after = sentence.after(term)
    worded = is_change(after)
    directed = pair.link in ("arrow", "from")
    if signed and directed:
        return not _OF_ELSE.match(after)
    if not worded and not _STOP.match(after):
        return False
    if pair.link == "to" and not _came_first(pair):
        return signed or worded
    return bool(pair.other.figure.unit) or worded or term.portion == "×" or pair.link == "from"


def _clear_before(sentence: Sentence, pair: Pair, term: Term, *, signed: bool) -> bool:
    """Whether what stands before two figures can only be said of them."""
    between = _BACK.fullmatch(sentence.gap(pair.first - 1))
    words = between[1].split() if between else []
    worded = any(map(is_change, words))
    if not _clear(sentence, pair) or (words and not worded):
        return False
    if pair.link == "versus":
        return worded and bool(_ENDED.match(sentence.after(sentence.terms[pair.last])))
    if not _came_first(pair):
        return False
    ended = _ENDED.match(sentence.after(sentence.terms[pair.last]))
    return bool(ended) and (bool(pair.other.figure.unit) or pair.link == "from" or signed)


def _came_first(pair: Pair) -> bool:
    """Whether the first figure is what was before; “3 ms to 5 ms” could be a range, “5 ms to 3 ms” can't."""
    if pair.link == "to":
        return middle(pair.one.figure.stated) > middle(pair.other.figure.stated)
    return pair.directed


def _clear(sentence: Sentence, pair: Pair) -> bool:
    """Whether the two figures are quantities, and not part of a list, a version or a name."""
    if sentence.before(pair.one).rstrip().endswith(("/", "±", "|")) or sentence.named(pair.one):
        return False
    return bool(pair.other.figure.unit) or pair.directed
