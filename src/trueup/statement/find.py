"""Find what a text states of its own figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from trueup.statement.changes import changes
from trueup.statement.comparisons import comparisons
from trueup.statement.covers import covers
from trueup.statement.each import each
from trueup.statement.equations import all_equations, equations, has_expression
from trueup.statement.model import Statement
from trueup.statement.rates import rates
from trueup.statement.reading import near
from trueup.statement.restated import restated
from trueup.statement.sentence import Sentence
from trueup.statement.shares import shares
from trueup.statement.speeds import speeds
from trueup.statement.tight import has_tight
from trueup.statement.worth import worth_reading

Form = Callable[[Sentence], Iterator[Statement]]

FORMS: tuple[Form, ...] = (equations, changes, comparisons, shares, rates, speeds, each, restated, covers)
# “nearly 10×”, “well over 60 %” and “10×+” bound what is meant; they don't state it.
_HEDGE = re.compile(
    r"(?<!\w)(?:over|above|beyond|exceed(?:s|ing)|under|below|nearly|almost|close to|as much as) $",
    re.IGNORECASE,
)
# Said with “=”, or in brackets: another form that fits excuses none of them.
_EQUATIONS = frozenset({"product", "quotient", "sum", "difference"})


def find_statements(text: str) -> tuple[Statement, ...]:
    """All arithmetic that a text states, holding or not, in order of place; linear in its length.

    The text is one block's visible text, or one cell of a table. Where several forms fit one figure and
    it holds in one of them, the others don't count.
    """
    if not worth_reading(text):
        return ()
    sentence = Sentence.of(text)
    return _kept(text, sentence, FORMS) if _joins(sentence) else ()


def find_in_part(text: str) -> tuple[Statement, ...] | None:
    """The same for a part of a longer text; None where what else stands there decides whether they count.

    A text is looked at more closely only where anything in it is worth that; for a part that isn't, it must
    make no difference.
    """
    sentence = Sentence.of(text)
    if worth_reading(text) and has_expression(sentence) and _joins(sentence):
        return _kept(text, sentence, FORMS)
    found = find_statements(text)
    return found if found == _kept(text, sentence, (all_equations, *FORMS[1:])) else None


def _joins(sentence: Sentence) -> bool:
    """Whether there is more than one number."""
    return len(sentence.terms) > 1 or bool(sentence.terms and has_tight(sentence.line))


def _kept(text: str, sentence: Sentence, forms: Sequence[Form]) -> tuple[Statement, ...]:
    found = [_weighed(text, statement) for form in forms for statement in form(sentence)]
    right = {statement.span for statement in found if statement.holds}
    kept: dict[tuple[tuple[int, int], str], Statement] = {}
    for statement in sorted(found, key=lambda one: (one.span, not one.certain)):
        if not statement.holds and not statement.certain and not near(statement.figure, statement.value, 2):
            continue  # it is of something else
        if statement.holds or statement.span not in right or statement.kind in _EQUATIONS:
            kept.setdefault((statement.span, statement.formula), statement)
    return tuple(kept.values())


def _weighed(text: str, statement: Statement) -> Statement:
    """A statement, taken for possible only where its figure is a bound in words."""
    start, end = statement.span
    if statement.certain and (text[end : end + 1] == "+" or _HEDGE.search(text, max(start - 12, 0), start)):
        return replace(statement, certain=statement.holds)
    return statement
