"""Quantities that sentences state: what a sentence says beside its figure names the quantity."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trueup.audit.places import Marked
from trueup.diagnostics import Location
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_spellings
from trueup.quantity.read import figure_of
from trueup.quantity.spelling import Spelling
from trueup.tags.model import Block, Page, Tag
from trueup.verdict.written import read_tagged

#: What a document of this name says held once.
_LOG = re.compile(r"change|history|news|release|migrat|upgrad|archive|minutes|log\b", re.IGNORECASE)
_DATED = re.compile(r"\d\.\d|\d{4}-\d\d|\bv\d", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?;](?=\s+[^\sa-z])|\n\s*\n")
#: Between the name of a quantity and its figure.
_LISTED = """
is are was were has had have
take takes took need needs needed move moves moved read reads write writes wrote hold holds held weigh weighs
measure measures measured reach reaches reached stream streams streamed cost costs use uses used
occupy occupies span spans last lasts total totals equal equals stay stays remain remains average averages
sustain sustains deliver delivers
"""
_VERBS = (*_LISTED.split(), "runs at", "ran at", "amount to", "amounts to", "come to", "comes to")
_ADVERBS = ("only", "now", "just", "exactly", "currently", "still", "at", "also", "already", "always")
_VERB = re.compile(
    rf"(?:\b(?:{'|'.join(_VERBS)})|=)\s*(?:(?:{'|'.join(_ADVERBS)})\s+)*\Z",
    re.IGNORECASE,
)
_ENDS = (*_VERBS, *_ADVERBS, "=")
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
_LONGEST_VERB, _LONGEST_SENTENCE = 40, 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A figure, and the sentence in which it stands.

    :param end: behind its last character
    :param within: the text of its block
    :param key: the sentence's words, fillers aside, with ``#`` in place of the figure; empty of a tag, which
        says by its claim what it means
    :param words: all of them as written
    :param context: what introduces the block: heading, parent item, caption
    :param claim: the claim that tags the figure
    """

    figure: Figure
    text: str
    at: Location
    end: Location
    within: str
    key: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    context: tuple[str, str] = ("", "")
    claim: str | None = None


def tagged(page: Page) -> Iterator[Stated]:
    """The tagged figures of a page that are one number, a range or a bound."""
    marked: dict[int, Marked] = {}
    for tag in page.tags:
        if tag.form == "table":
            continue
        block, (start, end) = page.blocks[tag.block], tag.span
        try:
            figure, _ = read_tagged(tag, block)
        except FigureError:  # a name, a decision word
            continue
        if tag.block not in marked:
            marked[tag.block] = Marked(block)
        if figure.form in _FORMS and "aside" not in marked[tag.block].kinds(start, end):
            yield Stated(
                figure=figure,
                text=tag.figure,
                at=tag.location,
                end=block.behind(end),
                within=block.text,
                claim=tag.claim,
            )


def stated(page: Page) -> Iterator[Stated]:
    """The quantities of a page that are named so plainly that the same words mean the same elsewhere.

    Logs of changes, and passages about a version or a date, say what held once: they are left out.
    """
    if _LOG.search(page.path.rpartition("/")[2]):
        return
    tags: dict[int, list[Tag]] = defaultdict(list)
    for tag in page.tags:
        tags[tag.block].append(tag)
    for index, block in enumerate(page.blocks):
        if block.kind in ("paragraph", "item", "definition") and not _DATED.search(block.heading):
            yield from _in_block(block, tags[index])


def _in_block(block: Block, tags: Sequence[Tag]) -> Iterator[Stated]:
    spellings = [one for one in find_spellings(block.text) if _is_told(block.text, one)]
    if not spellings:
        return
    marked = Marked(block)
    claims = {at: tag.claim for tag in tags for at in range(*tag.span)}
    breaks = [0, *(match.end() for match in _SENTENCE.finditer(block.text)), len(block.text)]
    for spelling in spellings:
        start, end = spelling.start, spelling.end
        if marked.kinds(start, end) - {"tag"}:
            continue
        index = bisect_right(breaks, start)
        first, last = breaks[index - 1], breaks[min(index, len(breaks) - 1)]
        if last - first > _LONGEST_SENTENCE or end > last:
            continue
        subject = _words(block.text[first:start])
        words = (*subject, "#", *_words(block.text[end:last]))
        if _names(subject) and not _VAGUE.search(" ".join(words)):
            yield Stated(
                key=tuple("be" if _BE.match(word) else word for word in words if not _FILLERS.match(word)),
                words=words,
                context=(block.heading, block.lead_in),
                figure=figure_of(block.text[start:end], spelling),
                text=block.text[start:end],
                at=block.locate(start),
                end=block.behind(end),
                within=block.text,
                claim=claims.get(start),
            )


def _is_told(text: str, one: Spelling) -> bool:
    """Whether a figure has a unit, and stands behind a verb."""
    if one.units[-1] is None or one.form not in _FORMS:
        return False
    first = max(one.start - _LONGEST_VERB, 0)
    if not text[first : one.start].rstrip().lower().endswith(_ENDS):
        return False
    return bool(_VERB.search(text, first, one.start))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold().rstrip(".") for word in _WORD.findall(text))


def _names(subject: tuple[str, ...]) -> bool:
    """Whether words name one thing: at least two that say something, the verb not counted."""
    telling = [word for word in subject[:-1] if len(word) > 3 and not _FILLERS.match(word)]
    return len(telling) >= 2
