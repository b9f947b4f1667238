"""A sentence as numbers, operators, brackets, relations and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from trueup.quantity.codes import FigureError
from trueup.quantity.read import read_figure
from trueup.quantity.things import TELLING
from trueup.statement.sentence import Sentence, Term

Kind = Literal["number", "operator", "open", "close", "relation", "verb", "word", "stop"]

_TOKEN = re.compile(
    r"""(?P<stop>[!<>:]=|=>|-+>|[→⟶⇒≠≤≥<>^]|\*\*|//|\.\.+|…)
    |(?P<relation>==?|~)
    |(?P<operator>[×*·⋅÷/+−](?![*/])|(?<![^\s)\]])[xX–-](?=\s))
    |(?P<open>[(\[])|(?P<close>[)\]])
    |(?P<multiple>(?<![^\s(=])[0-9](?:[0-9,.]*[0-9])?(?=\s?[×*]\s?|\s[xX]\s))
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
# A noun that says what is counted; an abbreviation could be a unit that rescales the number.
_LABEL = re.compile(r"[a-z]+(?:-[a-z]+)*")


class Token(NamedTuple):
    """A piece of a sentence.

    :param text: of an operator, one of ``× / + −``
    :param labelled: words that are no unit stand behind the number
    """

    kind: Kind
    start: int
    end: int
    text: str = ""
    term: Term | None = None
    labelled: bool = False


def tokenize(sentence: Sentence) -> list[Token]:
    """The tokens of a sentence; what a label says of a number is folded into it."""
    found: list[Token] = []
    place = 0
    for term in sentence.terms:
        found.extend(_between(sentence.line, place, term.start))
        if found and found[-1].kind == "number" and term.figure.text[:1] in "~≈≃∼":
            # “a × b ~ c”: the sign is the relation, as in “a × b ≈ c”.
            found.append(Token(kind="relation", start=term.start, end=term.start))
        found.append(Token(kind="number", start=term.start, end=term.end, term=term))
        place = term.end
    found.extend(_between(sentence.line, place, len(sentence.line)))
    return _labelled(found)


def _between(line: str, start: int, end: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(line, start, end):
        kind = match.lastgroup
        text = match[0]
        if kind == "multiple":
            yield _multiple(match)
        elif kind == "operator":
            yield Token(kind="operator", start=match.start(), end=match.end(), text=_OPERATORS[text])
        elif kind in ("open", "close", "relation", "verb", "word"):
            yield Token(kind=kind, start=match.start(), end=match.end(), text=text)  # type: ignore[arg-type]
        else:
            yield Token(kind="stop", start=match.start(), end=match.end(), text=text)


def _multiple(match: re.Match[str]) -> Token:
    """The ``2`` of ``2 × 32 MiB``, which by itself could also count two of them."""
    start, end = match.span()
    try:
        figure = read_figure(match[0])
    except FigureError:
        return Token(kind="stop", start=start, end=end, text=match[0])
    return Token(kind="number", start=start, end=end, term=Term(start=start, end=end, figure=figure))


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
