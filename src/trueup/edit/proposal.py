"""Tags that a document could have."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from trueup.claim import Expr, reserved
from trueup.diagnostics import Location
from trueup.edit.places import Seen
from trueup.engine.computed import Computed
from trueup.expression.write import unparse
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.tags.model import Block, Page, Tag
from trueup.verdict.subject import fold, with_header

#: Forms that state a value; a bound, or a range around zero, fits too much.
_STATED = frozenset({"number", "range", "product", "fraction", "power"})
_COMMON = frozenset(
    fold(
        "about also been both does each from have into less more only other over same than that their them "
        "then there these they this those what when where which with your example"
    ).split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A figure without a tag.

    :param seen: where the reader sees it
    """

    seen: Seen
    figure: Figure

    @property
    def at(self) -> Location:
        return self.seen.block.locate(self.seen.start)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A tag for a figure.

    :param formula: that defines the claim in place, or None
    :param entry: for the ledger where the claim is new, or empty
    :param why: in a sentence
    :param key: the same where the same is proposed again
    """

    candidate: Candidate
    claim: str
    why: str
    key: str
    formula: str | None = None
    entry: str = ""

    @property
    def markup(self) -> str:
        """What takes the figure's place."""
        title = f' "{self.formula}"' if self.formula is not None else ""
        return f"[{self.candidate.seen.text}](claim:{self.claim}{title})"


@dataclass(slots=True, kw_only=True)
class Draft:
    """One document, what is known of its project, and the figures that have no tag yet.

    :param page: as it is on disk, with all its blocks
    :param proposals: that hold; they are part of ``computed``
    :param refused: what was proposed before, by place and key
    :param passed: why a figure is not proposed though something fits it, by place
    :ivar given: ids that were given to new claims, whatever became of them, with their formulas or empty
    """

    page: Page
    computed: Computed
    proposals: list[Proposal] = field(default_factory=list)
    refused: set[tuple[Location, str]] = field(default_factory=set)
    passed: dict[Location, str] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)

    def candidates(self) -> list[Candidate]:
        """The figures that could be tagged: in no code, struck or set-aside text, and no table's header."""
        taken = {one.candidate.at for one in self.proposals}
        found = []
        for block in self.page.blocks:
            if block.kind == "row" and not block.header:
                continue
            for start, end, figure in find_figures(block.text):
                one = Candidate(seen=Seen(block=block, start=start, end=end), figure=figure)
                marked = any(mark.start < end and start < mark.end for mark in block.marks)
                here = one.at.path == self.page.path  # and in no snippet
                if here and not marked and figure.form in _STATED and one.at not in taken:
                    found.append(one)
        return found

    def tags_of(self, block: Block) -> dict[tuple[int, int], str]:
        """The claims of a block's figures, by their spans in its text: tagged ones and proposed ones."""
        tagged = {
            tag.span: tag.claim
            for tag in self.page.tags
            if tag.form != "table" and self.page.blocks[tag.block] is block
        }
        proposed = {
            (one.candidate.seen.start, one.candidate.seen.end): one.claim
            for one in self.proposals
            if one.candidate.seen.block is block
        }
        return tagged | proposed

    def tagged(self, claim: str) -> list[Tag]:
        """The tags of a claim in the document."""
        return [tag for tag in self.page.tags if tag.claim == claim]

    def fresh(self, words: str, formula: str = "") -> str:
        """An id made of words that no claim has.

        :param formula: that the claim will have, written as :func:`unparse` writes it
        """
        bound = self.computed.bound
        name = fresh_id(words, {*bound.claims, *bound.broken, *self.given})
        self.given[name] = formula
        return name

    def defined(self, formula: str) -> tuple[str, bool] | None:
        """The id of a claim that has a formula already, and whether the ledger defines it; else None.

        :param formula: written as :func:`unparse` writes it
        """
        for name, claim in self.computed.bound.claims.items():
            if isinstance(claim.kind, Expr) and unparse(claim.kind.formula.node) == formula:
                return name, name in self.computed.project.ledger.claims
        return next(((name, False) for name, given in self.given.items() if given == formula), None)


def fresh_id(words: str, taken: Container[str]) -> str:
    """An id like ``words`` that is valid and not taken."""
    parts = [re.sub(r"[^a-z0-9_]+", "_", part).strip("_") for part in words.lower().split(".")]
    name = ".".join(part for part in parts if part) or "figure"
    if not name[0].isalpha():
        name = f"n{name}"
    if reserved(name):
        name = f"{name}.value"
    number, chosen = 1, name
    while chosen in taken:
        number += 1
        chosen = f"{name}_{number}"
    return chosen


def words_around(block: Block) -> str:
    """The words of a block, a table's header included, as :func:`fold` gives them; without plurals."""
    return _singular(fold(with_header(block)))


def long_words(text: str) -> set[str]:
    """The longer words of a sentence, without plurals and those that say nothing."""
    words = _singular(fold(text)).split()
    return {word for word in words if len(word) > 3 and word not in _COMMON and not word.isdigit()}


def _singular(words: str) -> str:
    return " ".join(("", *(_stem(word) for word in words.split()), ""))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word
