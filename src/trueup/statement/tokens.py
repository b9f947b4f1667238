"""A sentence as numbers, operators, brackets, relations and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from trueup.quantity.codes import FigureError
from trueup.quantity.read import read_figure
from trueup.quantity.things import TELLING
from trueup.statement.sentence import Sentence, Term
from trueup.statement.tight import tight_products

Kind = Literal["number", "operator", "open", "close", "relation", "aside", "verb", "word", "stop"]

_TOKEN = re.compile(
    r"""(?P<aside>,?\ (?:i\.e\.,?|that\ is(?:\ to\ say)?,?|which\ is|namely)(?=\ ))
    |(?P<skip>(?<=[(\[])(?:(?:i\.e\.,?|that\ is,?|or)(?=\ )|=))
    |(?P<stop>[!<>:]=|=+>|-+>|[→⟶⇒≠≤≥<>]|//|\.\.+|…)
    |(?P<power>\*\*|\^)
    |(?P<relation>==?|~)
    |(?P<operator>[×*·⋅÷/+−](?![*/])|(?<![^\s)\]])[xX–-](?=\s))
    |(?P<open>[(\[])|(?P<close>[)\]])
    |(?P<multiple>(?<![^\s(=])[0-9](?:[0-9,.]*[0-9])?(?=\s?[×*]\s?|\s[xX]\s))
    |(?P<spoken>(?<=\ )(?:plus|minus|divided\ by)(?=\ ))
    |(?P<verb>(?:is|are|equals|gives|makes|yields|comes\sto)(?!\w))
    |(?P<word>[^\W\d_][\w'’./-]*)
    |(?P<other>[^\s()\[\]])""",
    re.VERBOSE,
)
_OPERATORS = {
    **dict.fromkeys("×*·⋅xX", "×"),
    **dict.fromkeys("÷/", "/"),
    "+": "+",
    **dict.fromkeys("−–-", "−"),
}
#: words that are operators between numbers
SPOKEN = {"plus": "+", "minus": "−", "divided by": "/"}
_AMOUNT = re.compile(
    r" ?(?:[kKMGTP]?i?B|[kKMGTP]?bits?|bytes?|[nmµu]?s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?"
    r"|months?|years?|%)(?!\w)"
)
# A noun that says what is counted; an abbreviation could be a unit that rescales the number.
_LABEL = re.compile(r"[a-z]+(?:-[a-z]+)*")


class Token(NamedTuple):
    """A piece of a sentence.

    :param text: of an operator, one of ``× / + −``
    :param labelled: words that are no unit stand behind the number
    :param tight: of an operator between numbers that could be a shape: ``1920×1080``
    """

    kind: Kind
    start: int
    end: int
    text: str = ""
    term: Term | None = None
    labelled: bool = False
    tight: bool = False


def tokenize(sentence: Sentence) -> list[Token]:
    """The tokens of a sentence; what a label says of a number is folded into it."""
    found: list[Token] = []
    place = 0
    for run in _runs(sentence):
        term = run[0]
        found.extend(_between(sentence.line, place, term.start))
        if found and found[-1].kind == "number" and place < term.start and term.figure.text[:1] in "~≈≃∼":
            # “a × b ~ c”: the sign is the relation, as in “a × b ≈ c”; “v4.12~64^3” names a commit.
            found.append(Token(kind="relation", start=term.start, end=term.start))
        for index, factor in enumerate(run):
            if index:
                found.append(Token(kind="operator", start=place, end=factor.start, text="×", tight=True))
            cut = factor.figure.form == "fraction" and _AMOUNT.match(sentence.line, factor.end)
            kind: Kind = "stop" if cut else "number"  # “1/6 day” is no 1/6
            found.append(Token(kind=kind, start=factor.start, end=factor.end, term=factor))
            place = factor.end
    found.extend(_between(sentence.line, place, len(sentence.line)))
    return _labelled(list(_spoken(found)))


def _runs(sentence: Sentence) -> Iterator[tuple[Term, ...]]:
    """The figures in order; one that is part of a product without blanks stands in that product alone."""
    place = 0
    for run in sorted((*tight_products(sentence), *((term,) for term in sentence.terms)), key=_order):
        if run[0].start >= place:
            yield run
            place = run[-1].end


def _order(run: tuple[Term, ...]) -> tuple[int, int]:
    return run[0].start, -run[-1].end


def _between(line: str, start: int, end: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(line, start, end):
        kind = match.lastgroup
        text = match[0]
        if kind == "multiple":
            yield _multiple(match)
        elif kind == "operator":
            yield Token(kind="operator", start=match.start(), end=match.end(), text=_OPERATORS[text])
        elif kind == "power":  # of a name, which nobody can compute
            yield Token(kind="operator", start=match.start(), end=match.end(), text="^")
        elif kind == "spoken":
            yield Token(kind="word", start=match.start(), end=match.end(), text=text)
        elif kind in ("open", "close", "relation", "aside", "verb", "word"):
            yield Token(kind=kind, start=match.start(), end=match.end(), text=text)  # type: ignore[arg-type]
        elif kind != "skip":
            yield Token(kind="stop", start=match.start(), end=match.end(), text=text)


def _multiple(match: re.Match[str]) -> Token:
    """The ``2`` of ``2 × 32 MiB``, which by itself could also count two of them."""
    start, end = match.span()
    try:
        figure = read_figure(match[0])
    except FigureError:
        return Token(kind="stop", start=start, end=end, text=match[0])
    return Token(kind="number", start=start, end=end, term=Term(start=start, end=end, figure=figure))


def _spoken(tokens: list[Token]) -> Iterator[Token]:
    """“339 plus 581”: such a word is an operator before a number only."""
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        operator = SPOKEN.get(token.text) if token.kind == "word" else None
        if operator and after and after.kind in ("number", "open"):
            yield token._replace(kind="operator", text=operator)
        else:
            yield token


def _labelled(tokens: list[Token]) -> list[Token]:
    """One or two plain words between a number and what goes on are its label."""
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        index += 1
        if token.kind != "number":
            kept.append(token)
            continue
        stop = index
        while (
            stop < len(tokens)
            and stop - index < 3
            and tokens[stop].kind == "word"
            and _is_label(tokens[stop].text)
        ):
            stop += 1
        goes_on = stop < len(tokens) and tokens[stop].kind in (
            "operator",
            "relation",
            "aside",
            "open",
            "close",
            "verb",
        )
        if stop > index and stop - index < 3 and goes_on:
            token = Token(kind="number", start=token.start, end=token.end, term=token.term, labelled=True)
            index = stop
        kept.append(token)
    return kept


def _is_label(word: str) -> bool:
    return len(word) > 3 and word not in TELLING and bool(_LABEL.fullmatch(word))
