"""Find what a text states of its own figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trueup.statement.changes import changes
from trueup.statement.comparisons import comparisons
from trueup.statement.covers import covers
from trueup.statement.equations import equations
from trueup.statement.model import Statement
from trueup.statement.rates import rates
from trueup.statement.restated import restated
from trueup.statement.sentence import Sentence
from trueup.statement.shares import shares
from trueup.statement.worth import worth_reading

Form = Callable[[Sentence], Iterator[Statement]]

FORMS: tuple[Form, ...] = (equations, changes, comparisons, shares, rates, restated, covers)
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
    if not sentence.terms:
        return ()
    found = [statement for form in FORMS for statement in form(sentence)]
    right = {statement.span for statement in found if statement.holds}
    kept: dict[tuple[tuple[int, int], str], Statement] = {}
    for statement in sorted(found, key=lambda one: (one.span, not one.certain)):
        if statement.holds or statement.span not in right or statement.kind in _EQUATIONS:
            kept.setdefault((statement.span, statement.formula), statement)
    return tuple(kept.values())
