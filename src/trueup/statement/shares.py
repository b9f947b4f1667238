"""Parts of a whole: ``N of M rows, p %``, ``p % (N/M)``, ``p % of A is B``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.statement.model import Statement
from trueup.statement.phrases import FILL, STOP
from trueup.statement.reading import near, reading, settled
from trueup.statement.sentence import Sentence, Term

# Words that name what is counted may stand before the percentage.
_LABEL = r"(?: (?!of\b|and\b|with\b|at\b|in\b|on\b|for\b)[a-z][a-z-]+){0,2}"
_JOIN = re.compile(
    rf"{_LABEL}(?: *(?:\(|,|;|:|=|—|–) *(?:or|i\.e\.,?|that is,?|about|which is)? *| (?:is|or|are) {FILL})"
)
_END = re.compile(rf"{STOP}| (?:covered|coverage|complete|done|hit|passed|pass)\b")
_OPENS = re.compile(r" \((?:i\.e\.,? )?")
# “step 3 of 5, 80 %” says which one it is, not how many.
_ORDINAL = re.compile(
    r"\b(?:step|part|phase|stage|page|chapter|rank|round|epoch|run|trial|day|week|shard|slide|row|line|layer|level"
    r"|place|position|version|volume|section|sheet|figure|table|experiment|attempt|iteration|fold|pass|test|item"
    r"|number) ?$",
    re.IGNORECASE,
)
_CLOSES = re.compile(r" ?(?:[),;]|[a-z-]+\))")
_OF = re.compile(r" of (?:the |all |those )?")
_IS = re.compile(r"(?: is| are|,? or| =| equals| comes to|:) (?:about |only )?")


def shares(sentence: Sentence) -> Iterator[Statement]:
    """Each percentage of counts, and each part that a percentage gives."""
    for index in range(len(sentence.terms) - 1):
        one, other = sentence.terms[index : index + 2]
        gap, after = sentence.gap(index), sentence.after(other)
        if one.figure.form == "fraction" and other.portion == "%" and _JOIN.fullmatch(gap):
            yield from _counted(sentence, one, other, clear=bool(_END.match(after)))
        elif one.portion != "%":
            continue
        elif other.figure.form == "fraction" and _OPENS.fullmatch(gap):
            yield from _counted(sentence, other, one, clear=bool(_CLOSES.match(after)))
        elif _OF.fullmatch(gap) and _IS.fullmatch(sentence.gap(index + 1)):
            yield from _part(sentence, one, other, sentence.terms[index + 2])


def _counted(sentence: Sentence, count: Term, percent: Term, *, clear: bool) -> Iterator[Statement]:
    figure = percent.figure
    part = count.figure.stated
    if not percent.said or part.high is None or part.high > 1 or count.figure.approx:
        return
    value = reading(figure, part, part)
    signed = figure.text.lstrip("~≈ ")[:1] in "+-−"
    yield Statement(
        kind="share",
        span=percent.span,
        figure=figure,
        operands=(count.span,),
        value=value,
        formula=count.figure.text,
        certain=clear
        and not signed
        and not sentence.before(count).rstrip().endswith("/")
        and not _ORDINAL.search(sentence.before(count))
        and settled(figure, value),
    )


def _part(sentence: Sentence, percent: Term, whole: Term, part: Term) -> Iterator[Statement]:
    """``p % of A is B``."""
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
