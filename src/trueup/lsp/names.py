"""Where the ids of claims are written: in tags, in formulas, in the ledger."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from trueup.claim import Claim, Formula
from trueup.diagnostics import Lines, Location
from trueup.engine.bind import formulas_of
from trueup.expression.errors import ExpressionError
from trueup.expression.nodes import Ref, walk
from trueup.expression.parse import parse
from trueup.expression.tokens import header_of
from trueup.ledger.compose import compose
from trueup.ledger.nodes import Mapping, Scalar
from trueup.ledger.nodes import Node as Entry
from trueup.lsp.live import Live
from trueup.tags.model import Page, Tag

#: What a title of several lines has at its line ends, and a formula in place never has.
_MARKS = re.compile(r"[\s>]+")
Role = Literal["definition", "tag", "formula"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """An id as it is written.

    :param at: of its first character; a tag by reference is named where the reference is defined
    :param figure: of a tag, where the figure stands
    """

    claim: str
    at: Location
    role: Role
    figure: Location | None = None
    length: int = 0

    def stretch(self, line: int, column: int) -> tuple[Location, int] | None:
        """The id, where a place is on it or right behind it, or the tag's figure; and how long that is."""
        found = [(self.at, len(self.claim))]
        if self.figure:
            found.append((self.figure, self.length))
        for at, size in found:
            if at.line == line and at.column <= column <= at.column + size:
                return at, size
        return None


class Unplaced(Exception):  # noqa: N818  a rename is refused, nothing failed
    """An id that is written in a way in which it can't be found again: escaped, or folded."""

    def __init__(self, claim: str, at: Location) -> None:
        super().__init__(f"{claim} stands at {at} in a way that can't be rewritten: write it out there first")
        self.claim = claim


class Names:
    """The ids of a project, by file.

    :ivar unplaced: those that can't be rewritten
    """

    def __init__(self, live: Live) -> None:
        self.live = live
        self.unplaced: list[Unplaced] = []
        self._lines: dict[str, list[str]] = {}
        self._scalars: dict[str, dict[tuple[int, int], tuple[Scalar, Lines]]] = {}

    def of(self, path: str) -> list[Name]:
        """All ids in a file."""
        if path in self.live.ledger.files:
            mine = (claim for claim in self._claims() if claim.location.path == path)
            return [name for claim in mine for name in self._of_claim(claim)]
        pages = [one.page for one in self.live.documents.values() if path in one.sources]
        return [name for page in pages for name in self._of_page(page) if name.at.path == path]

    def all(self, claim: str) -> list[Name]:
        """Every place at which a claim is named, each once."""
        found: dict[tuple[Location, Location | None], Name] = {}
        for one in self._claims():
            for name in self._of_claim(one):
                found.setdefault((name.at, None), name)
        for page in self.live.computed.pages:
            for name in self._of_page(page):
                found.setdefault((name.at, name.figure), name)
        return sorted((one for one in found.values() if one.claim == claim), key=lambda one: one.at)

    def at(self, path: str, line: int, column: int) -> Name | None:
        """The id at a place, or of the figure there."""
        return next((one for one in self.of(path) if one.stretch(line, column)), None)

    def _claims(self) -> Iterator[Claim]:
        """Those of the ledger; words between columns are read as what they name, a header or a claim."""
        known = self.live.computed.bound.claims
        for name, claim in self.live.ledger.claims.items():
            yield known.get(name, claim)

    def _of_page(self, page: Page) -> Iterator[Name]:
        for tag in page.tags:
            if tag.named_at is None:
                continue
            if self._written(tag.claim, tag.named_at):
                role: Role = "tag" if tag.formula is None else "definition"
                length = len(tag.figure)
                yield Name(claim=tag.claim, at=tag.named_at, role=role, figure=tag.location, length=length)
            else:
                self.unplaced.append(Unplaced(tag.claim, tag.named_at))
            yield from self._of_title(tag)

    def _of_title(self, tag: Tag) -> Iterator[Name]:
        if tag.formula is None or tag.formula_location is None:
            return
        try:
            node = parse(tag.formula)
        except ExpressionError:
            return
        yield from self._of_formula(
            Formula(node=node, text=tag.formula, location=tag.formula_location), self._in_title
        )

    def _of_claim(self, claim: Claim) -> Iterator[Name]:
        yield Name(claim=claim.id, at=claim.location, role="definition")
        for formula in formulas_of(claim):
            yield from self._of_formula(formula, self._in_scalar)

    def _of_formula(
        self, formula: Formula, folded: Callable[[str, Formula], list[Location]]
    ) -> Iterator[Name]:
        place = formula.location
        for one in walk(formula.node):
            if not isinstance(one, Ref) or header_of(one.claim) is not None:
                continue
            at = Location(path=place.path, line=place.line, column=place.column + one.offset)
            if self._written(one.claim, at):
                yield Name(claim=one.claim, at=at, role="formula")
            elif places := folded(one.claim, formula):
                yield from (Name(claim=one.claim, at=place, role="formula") for place in places)
            else:
                self.unplaced.append(Unplaced(one.claim, at))

    def _written(self, claim: str, at: Location) -> bool:
        if at.path not in self._lines:
            text = self.live.text(at.path)
            starts = Lines(at.path, text).starts
            ends = [*starts[1:], len(text)]
            self._lines[at.path] = [text[low:high] for low, high in zip(starts, ends, strict=True)]
        lines = self._lines[at.path]
        return at.line <= len(lines) and lines[at.line - 1].startswith(claim, at.column - 1)

    def _in_scalar(self, claim: str, formula: Formula) -> list[Location]:
        """Where an id stands in a formula of the ledger that has several lines."""
        at = formula.location
        scalar, lines = self._scalar(at)
        if scalar is None or lines is None:
            return []
        raw = self.live.text(at.path)[scalar.start : scalar.end]
        return [lines.locate(scalar.start + word.start()) for word in _words(claim, raw)]

    def _in_title(self, claim: str, formula: Formula) -> list[Location]:
        """Where an id stands in a title of several lines; these may begin with the marks of a quote."""
        at = formula.location
        text = self.live.text(at.path)
        lines = Lines(at.path, text)
        start = lines.starts[at.line - 1] + at.column - 1
        count = sum(1 for _ in _words(claim, formula.text))
        words = list(islice(_words(claim, text[start:]), count))
        said = _MARKS.sub("", text[start : start + words[-1].end()]) if len(words) == count else None
        if said is None or not _MARKS.sub("", formula.text).startswith(said):
            return []
        return [lines.locate(start + word.start()) for word in words]

    def _scalar(self, at: Location) -> tuple[Scalar | None, Lines | None]:
        if at.path not in self._scalars:
            text = self.live.text(at.path)
            lines = Lines(at.path, text)
            root = compose(text).node
            found = {}
            for scalar in _scalars(root) if root else ():
                where = lines.locate(scalar.start)
                found[where.line, where.column] = scalar, lines
            self._scalars[at.path] = found
        return self._scalars[at.path].get((at.line, at.column), (None, None))


def _words(claim: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<![\w.']){re.escape(claim)}(?![\w.'])", text)


def _scalars(root: Entry) -> Iterator[Scalar]:
    stack: list[Entry] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Scalar):
            yield node
        elif isinstance(node, Mapping):
            stack.extend(part for entry in node.entries for part in entry)
        else:
            stack.extend(node.items)
