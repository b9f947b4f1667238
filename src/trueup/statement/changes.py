"""What is said of two figures: ``A → B (+p %)``, ``from A to B, p %``, ``A vs B (r×)``, ``A → B, −d ms``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from trueup.quantity.agree import holds
from trueup.quantity.figure import Figure
from trueup.quantity.value import Quantity
from trueup.statement.contrast import difference, relative, times, times_more
from trueup.statement.model import Statement
from trueup.statement.pairs import Pair, pairs
from trueup.statement.phrases import CHANGE_OF, JOIN, STOP, behind_change, is_change
from trueup.statement.reading import chosen, middle, near, settled
from trueup.statement.sentence import Sentence, Term

_JOIN = re.compile(rf"(?:{JOIN}|(?P<blank> \[?))(?:{CHANGE_OF})?")
_STOP = re.compile(STOP)
_ENDED = re.compile(rf"{STOP}|(?: [a-z]+){{1,2}}\)")
# What follows “faster”, where it is not of something else: “30 % less memory”, “5 ms more than allowed”.
_RESTS = re.compile(
    rf"{STOP}| (?:than (?:before|earlier|previously)|overall|in total|on average|now|again)(?!\w)"
)
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
_BACK_TO = re.compile(r",? to (?:only |just |about )?")
_BACK_THAN = re.compile(r" (?:[a-z]+er|more|less) than (?:[\w.+/-]+ ){1,3}\((?:from )?")
# Before a percentage or a ratio, which then is of what follows: “saves 30 %”, “a factor of 15”.
_SAYS = re.compile(
    r"(?:(?<!\w)(?:sav(?:es|ed|ing)|drop(?:s|ped)|f(?:alls|ell)|improve[sd]|cuts?|reduce[sd]"
    r"|(?:faster|slower|cheaper|smaller|larger) by)(?: by)? (?:about |a |some )?"
    rf"|(?<!\w){CHANGE_OF})$"
)
# A ratio that stands for itself, as in “15× (500 ms vs 33 ms)”.
_ITSELF = re.compile(r"(?:^|[.;:!?(—–,] |(?<!\w)(?:is|was|are|were) (?:about |only |nearly |over )?)$")
_FACTOR_OF = re.compile(r"(?<!\w)factor of (?:[a-z]+ )?$")
#: behind a percentage that is one of something else
_OF_ELSE = re.compile(
    r" *(?:of|vs|versus|against|confidence|ci|quantile|percentile|than|at|below|above)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What is said of a pair, as far as its own words tell.

    :param behind: it stands behind both figures
    :param signed: it has a sign of its own
    :param worded: a word beside it says which way the change goes
    """

    term: Term
    behind: bool
    signed: bool
    worded: bool
    points: bool


def changes(sentence: Sentence) -> Iterator[Statement]:
    """Each percentage, ratio or difference that is said of two figures before or behind it."""
    for pair in pairs(sentence):
        behind = pair.last + 1
        if behind < len(sentence.terms):
            gap = sentence.gap(pair.last)
            joined = _JOIN.fullmatch(gap.removeprefix(")") if pair.opened else gap)
            said = _said(sentence, sentence.terms[behind], behind=True)
            if joined and (not joined["blank"] or (said.signed and pair.link == "arrow")):
                yield from _statement(sentence, pair, said)
        if pair.first and _back(sentence, pair):
            yield from _statement(
                sentence, pair, _said(sentence, sentence.terms[pair.first - 1], behind=False)
            )


def _back(sentence: Sentence, pair: Pair) -> re.Match[str] | None:
    """What stands between two figures and what is said before them, where that can join both."""
    gap = sentence.gap(pair.first - 1)
    if pair.link == "was" and not pair.opened:
        return _BACK_TO.fullmatch(gap)
    return _BACK.fullmatch(gap) or _BACK_THAN.fullmatch(gap)


def _said(sentence: Sentence, term: Term, *, behind: bool) -> _Said:
    before, after = sentence.before(term), sentence.after(term)
    if not term.figure.unit and _FACTOR_OF.search(before):
        term = replace(term, figure=replace(term.figure, unit="×"))
    return _Said(
        term=term,
        behind=behind,
        signed=bool(_SIGNED.match(term.figure.text)),
        worded=is_change(after) or bool(_SAYS.search(before)),
        points=bool(_POINTS.match(after)),
    )


def _statement(sentence: Sentence, pair: Pair, said: _Said) -> Iterator[Statement]:
    term = said.term
    if not term.said:
        return
    figure = term.figure
    if said.points:
        readings = _in_points(pair, said)
    elif said.term.portion:
        readings = _portions(pair, said)
    elif figure.unit and sentence.alike(term, pair.other) and (said.worded or _signed_behind(pair, said)):
        readings = _differences(pair, said)
    else:
        return
    value = chosen(figure, readings)
    if value is None:
        return
    rest = behind_change(sentence.after(term))
    if said.behind and rest is not None and not _RESTS.match(rest) and not holds(figure, value):
        return  # of something else
    clear = _clear_behind if said.behind else _clear_before
    yield Statement(
        kind="ratio" if said.term.portion == "×" else "change",
        span=term.span,
        figure=figure,
        operands=(pair.one.span, pair.other.span),
        value=value,
        formula=f"{pair.one.figure.text} {'→' if pair.directed else 'against'} {pair.other.figure.text}",
        certain=settled(figure, value)
        and _changed(pair, term, value)
        and _clear(sentence, pair)
        and clear(sentence, pair, said),
    )


def _signed_behind(pair: Pair, said: _Said) -> bool:
    return said.signed and said.behind and pair.directed


def _portions(pair: Pair, said: _Said) -> Iterator[Quantity]:
    """A percentage or a ratio."""
    figure, other = said.term.figure, pair.other
    for start in pair.starts:
        if said.term.portion == "%":
            yield from relative(start, other, figure, signed=said.signed)
            if not pair.directed:
                yield from relative(other, start, figure, signed=said.signed)
        else:
            yield from times(start, other, figure)
            if said.worded:
                yield from times_more(start, other, figure)


def _in_points(pair: Pair, said: _Said) -> Iterator[Quantity]:
    if pair.other.portion != "%" or said.term.portion == "×":
        return
    figure = said.term.figure
    scale = 1 if figure.unit else 100
    for start in pair.starts:
        yield from difference(start, pair.other, figure, signed=said.signed, scale=scale)


def _differences(pair: Pair, said: _Said) -> Iterator[Quantity]:
    for start in pair.starts:
        yield from difference(start, pair.other, said.term.figure, signed=said.signed)


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


def _clear_behind(sentence: Sentence, pair: Pair, said: _Said) -> bool:
    """Whether what stands behind two figures can only be said of them."""
    after = sentence.after(said.term)
    if said.signed and pair.link in ("arrow", "from", "was"):
        return not _OF_ELSE.match(after)
    if not _rests(after):
        return False
    if pair.link == "to" and not _came_first(pair):
        return said.signed or said.points or said.worded
    return bool(pair.other.figure.unit) or said.worded or said.term.portion == "×" or pair.link == "from"


def _rests(after: str) -> bool:
    """Whether what is said ends here, the word aside that says which way the change goes."""
    points = _POINTS.match(after)
    if points:
        return bool(_STOP.match(after, points.end()))
    rest = behind_change(after)
    return bool(_STOP.match(after) if rest is None else _RESTS.match(rest))


def _clear_before(sentence: Sentence, pair: Pair, said: _Said) -> bool:
    """Whether what stands before two figures can only be said of them."""
    between = _back(sentence, pair)
    words = between[1].split() if between and between.re is _BACK else []
    worded = any(map(is_change, words))
    ended = bool(_ENDED.match(sentence.after(sentence.terms[pair.last])))
    if not ended or (words and not (worded or said.points)):
        return False
    if pair.link == "versus":
        itself = said.term.portion == "×" and bool(_ITSELF.search(sentence.before(said.term)))
        return worded or said.worded or itself
    if not _came_first(pair):
        return False
    return bool(pair.other.figure.unit) or pair.link == "from" or said.signed or said.points


def _came_first(pair: Pair) -> bool:
    """Whether the first figure is what was before; “3 ms to 5 ms” could be a range, “5 ms to 3 ms” can't."""
    if pair.link == "to":
        return middle(pair.one.figure.stated) > middle(pair.other.figure.stated)
    return pair.directed


def _clear(sentence: Sentence, pair: Pair) -> bool:
    """Whether the two figures are quantities, and not part of a list, a version or a name."""
    first = sentence.terms[pair.first]
    if sentence.before(first).rstrip().endswith(("/", "±", "|")) or sentence.named(first):
        return False
    return bool(pair.other.figure.unit) or pair.directed
