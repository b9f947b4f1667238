"""Parts of a whole: ``N of M rows, p %``, ``p % of the rows (N of M)``, ``p % of A is B``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trueup.quantity.agree import holds
from trueup.quantity.interval import Interval
from trueup.quantity.things import thing
from trueup.statement.model import Statement
from trueup.statement.phrases import FILL, STOP
from trueup.statement.reading import mapped, near, reading, settled
from trueup.statement.sentence import Sentence, Term

# Words that name what is counted may stand before the percentage.
_LABEL = r"(?: ?[kKMGT]i?B)?(?: (?!of\b|and\b|with\b|at\b|in\b|on\b|for\b)[a-z][a-z-]+){0,2}"
_SIGN = rf"(?: *(?:\(|,|;|:|=|—|–) *(?:or|i\.e\.,?|that is,?|about|which is)? *| (?:is|or|are) {FILL})"
_JOIN = re.compile(_LABEL + _SIGN)
_BARE_JOIN = re.compile(r" ?[(=:—–] ?|,? (?:or|i\.e\.,?|is|are|that is,?) " + FILL)
_END = re.compile(rf"{STOP}| (?:covered|coverage|complete|done|hit|passed|pass)\b")
#: between a percentage and its counts, and the word of what is counted
_OPENS = re.compile(
    r" \((?:i\.e\.,? )?|(?:: |, (?:or|i\.e\.,?) | = | [—–] )"
    r"| of (?:all |the |these |those |our |its )?(?:[a-z]+ )?(?P<what>[a-z]+) \((?:i\.e\.,? )?"
)
# “step 3 of 5, 80 %” says which one it is, not how many.
_ORDINAL = re.compile(
    r"\b(?:step|part|phase|stage|page|chapter|rank|round|epoch|run|trial|day|week|shard|slide|row|line|layer|level"
    r"|place|position|version|volume|section|sheet|figure|table|experiment|attempt|iteration|fold|pass|test|item"
    r"|number) ?$",
    re.IGNORECASE,
)
_CLOSES = re.compile(r" ?(?:[),;]|(?P<what>[a-z-]+)\))")
_ENDS = re.compile(rf"(?: (?P<what>[a-z-]+))?{STOP}")
_OF = re.compile(r" of (?:the |all |those )?")
_OF_ALL = re.compile(
    r"(?: (?!instead|ahead|short|outside|inside|because|top)[a-z]+)? (?:out )?of"
    r" (?:(?:the|its|our|all|all the|those|these|a total of)(?: total)? )?"
)
_ONE = Interval.point(1)
_IS = re.compile(r"(?: is| are|,? or| =| equals| comes to|:) (?:about |only )?")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts:
    """A part and its whole, as one figure (``36 of 98``) or as two.

    :param last: index of its last figure
    """

    first: int
    last: int
    part: Interval
    reach: Interval
    formula: str
    spans: tuple[tuple[int, int], ...]


def shares(sentence: Sentence) -> Iterator[Statement]:
    """Each percentage of counts, and each part that a percentage gives."""
    if not any(term.portion == "%" for term in sentence.terms):
        return
    for index, one in enumerate(sentence.terms):
        counts = _counts(sentence, index)
        if counts:
            yield from _beside(sentence, counts)
        elif (
            one.portion == "%"
            and _OF.fullmatch(sentence.gap(index))
            and _IS.fullmatch(sentence.gap(index + 1))
        ):
            yield from _part(sentence, index)


def _counts(sentence: Sentence, index: int) -> _Counts | None:
    """The counts that begin at a figure: ``36 of 98``, ``36 of the 98``, ``6 GB of 8 GB``."""
    one = sentence.terms[index]
    if one.figure.form == "fraction":
        stated = one.figure.stated
        if one.figure.approx:
            return None
        return _Counts(
            first=index, last=index, part=stated, reach=stated, formula=one.figure.text, spans=(one.span,)
        )
    if not one.single or one.portion or not _OF_ALL.fullmatch(sentence.gap(index)):
        return None
    whole = sentence.terms[index + 1]
    shared = sentence.alike(one, whole) or one
    if not (whole.single and _countable(shared, whole)):
        return None
    part = mapped(shared.figure.stated, whole.figure.stated, lambda a, b: a / b)
    reach = mapped(shared.could_be, whole.could_be, lambda a, b: a / b)
    if part is None or reach is None:
        return None
    return _Counts(
        first=index,
        last=index + 1,
        part=part,
        reach=reach,
        formula=" ".join(sentence.line[one.start : whole.end].split()),
        spans=(one.span, whole.span),
    )


def _countable(part: Term, whole: Term) -> bool:
    """Whether two figures count the same, or are amounts of one kind."""
    figures = part.figure, whole.figure
    if part.physical or whole.physical:
        return figures[0].dimension == figures[1].dimension
    plain = all(not figure.places and figure.factor == 1 for figure in figures)
    things = [figure.dimension for figure in figures if figure.dimension.exponents]
    return plain and len(set(things)) < 2


def _beside(sentence: Sentence, counts: _Counts) -> Iterator[Statement]:
    """The percentages before and behind counts."""
    last = sentence.terms[counts.last]
    if counts.last + 1 < len(sentence.terms):
        percent = sentence.terms[counts.last + 1]
        join = _BARE_JOIN if last.physical else _JOIN
        if percent.portion == "%" and join.fullmatch(sentence.gap(counts.last)):
            clear = bool(_END.match(sentence.after(percent)))
            yield from _counted(sentence, counts, percent, clear=clear, plain=last.figure.count is not None)
    if counts.first:
        percent = sentence.terms[counts.first - 1]
        opens = _OPENS.fullmatch(sentence.gap(counts.first - 1))
        if percent.portion == "%" and opens:
            clear = _closed(sentence, last, opens)
            yield from _counted(sentence, counts, percent, clear=clear, plain=opens[0] == " (")


def _closed(sentence: Sentence, last: Term, opens: re.Match[str]) -> bool:
    """Whether counts behind a percentage end where they can only be its own."""
    bracket = "(" in opens[0]
    ended = (_CLOSES if bracket else _ENDS).match(sentence.after(last))
    if not ended:
        return False
    what = opens["what"]
    counted = ended["what"] or last.figure.unit.split(" ")[-1]
    return not what or not counted or (thing(what) or what) == (thing(counted) or counted)


def _counted(
    sentence: Sentence, counts: _Counts, percent: Term, *, clear: bool, plain: bool
) -> Iterator[Statement]:
    """
    :param clear: the percentage can only be that of the counts
    :param plain: they stand in a form so usual that they may still be meant for each other otherwise
    """
    figure = percent.figure
    if not percent.said or counts.part.high is None or counts.part.high > 1:
        return
    value = reading(figure, counts.part, counts.reach)
    rest = reading(figure, _ONE - counts.part, _ONE - counts.reach)  # “3 of 5 fail (40 % pass)”
    if not holds(figure, value) and (not (clear or plain) or holds(figure, rest)):
        return
    signed = figure.text.lstrip("~≈ ")[:1] in "+-−"
    before = sentence.before(sentence.terms[counts.first])
    yield Statement(
        kind="share",
        span=percent.span,
        figure=figure,
        operands=counts.spans,
        value=value,
        formula=counts.formula,
        certain=clear
        and not signed
        and not before.rstrip().endswith("/")
        and not _ORDINAL.search(before)
        and near(figure, value, 4 if len(counts.spans) == 1 else 2)
        and settled(figure, value),
    )


def _part(sentence: Sentence, index: int) -> Iterator[Statement]:
    """``p % of A is B``."""
    percent, whole, part = sentence.terms[index : index + 3]
    figure = part.figure
    if not (percent.valued and whole.valued and part.valued and part.said):
        return
    if figure.dimension.physical != whole.figure.dimension.physical or part.portion:
        return
    value = reading(figure, percent.figure.stated * whole.figure.stated, percent.could_be * whole.could_be)
    united = bool(figure.dimension.physical.exponents) or bool(re.match(STOP, sentence.after(part)))
    yield Statement(
        kind="share",
        span=part.span,
        figure=figure,
        operands=(percent.span, whole.span),
        value=value,
        formula=f"{percent.figure.text} of {whole.figure.text}",
        certain=united and near(figure, value, 4) and settled(figure, value),
    )
