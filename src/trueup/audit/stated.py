"""Quantities that sentences state: what a sentence says beside its figure names the quantity."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trueup.diagnostics import Location
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.read import read_figure
from trueup.tags.model import Block, Page

#: What a document of this name says held once.
_LOG = re.compile(r"change|history|news|release|migrat|upgrad|archive|minutes|log\b", re.IGNORECASE)
_DATED = re.compile(r"\d+\.\d+|\d{4}-\d\d|\bv\d", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?;](?=\s+[^\sa-z])|\n\s*\n")
#: Between the name of a quantity and its figure.
_VERB = re.compile(
    r"(?:\b(?:is|are|was|were|takes?|took|needs?|needed|moves?|moved|reads?|writes?|wrote|holds?|held|has"
    r"|had|have|weighs?|measures?|measured|reache[sd]|reach|runs at|ran at|streams?|streamed|costs?|uses?"
    r"|used|occup(?:ies|y)|spans?|lasts?|amounts? to|comes? to|totals?|equals?|stays?|remains?|averages?"
    r"|sustains?|delivers?)|=)"
    r"\s*(?:(?:only|now|just|exactly|currently|still|at|also|already|always)\s+)*\Z",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_][\w.+\-/%×]*|#|=")
_FILLERS = re.compile(
    r"(?:an?|the|now|only|just|exactly|currently|still|also|already|about|around|roughly)\Z"
)
_BE = re.compile(r"(?:is|are|was|were)\Z")
#: Such a sentence says something else in another place, or of another case.
_VAGUE = re.compile(
    r"\b(?:it|this|that|these|those|they|he|she|we|you|i|there|which|who|what|each|one|here|its|their|his|such|both"
    r"|some|any|other|another|same|every|either|neither|former|latter|my|our|your|most|many|few|all|would|could"
    r"|can|may|might|should|must|shall|will|if|unless|suppose|assum(?:e|ing)|say|example|e\.g|i\.e|defaults?"
    r"|between|per|maximum|minimum)\b"
)
_FORMS = ("number", "range", "bound")
_LONGEST_VERB = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A figure, and the sentence in which it stands.

    :param key: the sentence's words, fillers aside, with ``#`` in place of the figure; empty of a tag, which
        says by its claim what it means
    :param words: all of them as written
    :param context: what introduces the block: heading, parent item, caption
    :param claim: the claim that tags the figure
    """

    figure: Figure
    text: str
    at: Location
    key: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    context: tuple[str, str] = ("", "")
    claim: str | None = None


def tagged(page: Page) -> Iterator[Stated]:
    """The tagged figures of a page that are one number, a range or a bound."""
    for tag in page.tags:
        try:
            figure = read_figure(tag.figure)
        except FigureError:  # a name, a decision word, a table
            continue
        if figure.form in _FORMS:
            yield Stated(figure=figure, text=tag.figure, at=tag.location, claim=tag.claim)


def stated(page: Page) -> Iterator[Stated]:
    """The quantities of a page that are named so plainly that the same words mean the same elsewhere.

    Logs of changes, and passages about a version or a date, say what held once: they are left out.
    """
    if _LOG.search(page.path.rpartition("/")[2]):
        return
    claims = {(tag.block, tag.span): tag.claim for tag in page.tags if tag.form != "table"}
    for index, block in enumerate(page.blocks):
        if block.kind in ("paragraph", "item", "definition") and not _DATED.search(block.heading):
            yield from _in_block(index, block, claims)


def _in_block(index: int, block: Block, claims: dict[tuple[int, tuple[int, int]], str]) -> Iterator[Stated]:
    figures = [found for found in find_figures(block.text) if found[2].unit]
    if not figures:
        return
    breaks = [0, *(match.end() for match in _SENTENCE.finditer(block.text)), len(block.text)]
    for start, end, figure in figures:
        if figure.form not in _FORMS or not _VERB.search(block.text, max(start - _LONGEST_VERB, 0), start):
            continue
        if any(mark.kind != "tag" and mark.start < end and start < mark.end for mark in block.marks):
            continue
        first = max(at for at in breaks if at <= start)
        last = min((at for at in breaks if at >= end), default=len(block.text))
        before, after = block.text[first:start], block.text[end:last]
        subject = _words(before)
        if not _names(subject):
            continue
        words = (*subject, "#", *_words(after))
        if not _VAGUE.search(" ".join(words)):
            yield Stated(
                key=tuple("be" if _BE.match(word) else word for word in words if not _FILLERS.match(word)),
                words=words,
                context=(block.heading, block.lead_in),
                figure=figure,
                text=block.text[start:end],
                at=block.locate(start),
                claim=_claim(index, (start, end), claims),
            )


def _claim(index: int, span: tuple[int, int], claims: dict[tuple[int, tuple[int, int]], str]) -> str | None:
    for (block, (start, end)), claim in claims.items():
        if block == index and start <= span[0] and span[1] <= end:
            return claim
    return None


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold().rstrip(".") for word in _WORD.findall(text))


def _names(subject: tuple[str, ...]) -> bool:
    """Whether words name one thing: at least two that say something, the verb not counted."""
    telling = [word for word in subject[:-1] if len(word) > 3 and not _FILLERS.match(word)]
    return len(telling) >= 2
