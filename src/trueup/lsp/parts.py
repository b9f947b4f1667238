"""The parts of a document, each read by itself: an edit costs the part in which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from trueup.tags.model import Page
from trueup.tags.pieces import joined, last_heading, shifted
from trueup.tags.references import unused
from trueup.tags.sections import Section, sections
from trueup.tags.shared import NOTHING, Defined, Reach, Shared

#: Reads a part, which is told what the document defines.
Scan = Callable[[str, Shared], tuple[Page, Reach]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a document.

    :param key: the heading above it, and its text
    :param alone: as scanned; ``page`` is where it stands
    :param reach: how it reaches into others; None of a document that was not read in parts
    :param shared: what the document defined when it was placed
    """

    key: tuple[str, str]
    line: int
    alone: Page
    page: Page
    reach: Reach | None = None
    shared: Shared = NOTHING

    def placed(self, key: tuple[str, str], line: int, shared: Shared, scan: Scan) -> Part:
        """The same part where it stands now."""
        same = shared is self.shared or not shared.references
        if (key, line) == (self.key, self.line) and same:
            return self
        if self.alone.diagnostics and (line or shared.references):  # a message may name another place
            page = shifted(scan("\n" * line + key[1], shared)[0], 0, key[0])
        else:
            page = shifted(self.alone, line, key[0], shared)
        return replace(self, key=key, line=line, page=page, shared=shared)


def read_parts(path: str, text: str, before: Iterable[Part], scan: Scan) -> tuple[tuple[Part, ...], Page]:
    """The parts of a text, and the page that they make: only what is new in it is scanned.

    :param before: those that the document had
    """
    reader = _Reader(path, before, scan)
    parts: list[Part] = []
    heading = ""
    pieces, shared = reader.pieces(text)
    for piece in pieces:
        part = reader.part(piece, heading, shared)
        heading = last_heading(part.page, heading)
        parts.append(part)
    used = frozenset().union(*(part.reach.used for part in parts if part.reach))
    idle = (one for one in shared.references.values() if one.claims and one.label not in used)
    more = [unused(one.label, one.at) for one in idle]
    return tuple(parts), joined(path, (part.page for part in parts), more)


class _Reader:
    def __init__(self, path: str, before: Iterable[Part], scan: Scan) -> None:
        self._path = path
        self._scan = scan
        self._known = {part.key[1]: part for part in before if part.reach}
        self._placed = {part.key: part for part in self._known.values()}

    def pieces(self, text: str) -> tuple[tuple[Section, ...], Shared]:
        """Where the text is cut, and what is defined in it; it is not where two parts define the same."""
        found = sections(text)
        shared = self._shared(found)
        if shared is None:
            found = (Section(line=0, text=text),)
            shared = self._shared(found)
        return found, self._as_before(shared or NOTHING)

    def part(self, piece: Section, heading: str, shared: Shared) -> Part:
        known = self._known.get(piece.text)
        if known is None or known.reach is None or not known.reach.stands(shared):
            known = self._read(piece.text, shared)
        return known.placed((heading, piece.text), piece.line, shared, self._scan)

    def _shared(self, pieces: Iterable[Section]) -> Shared | None:
        """What the parts define; None where two of them define the same."""
        references: dict[str, Defined] = {}
        notes: set[str] = set()
        for piece in pieces:
            if "]:" not in piece.text:
                continue
            known = self._known.get(piece.text) or self._read(piece.text, NOTHING)
            self._known[piece.text] = known
            reach = known.reach
            if reach is None:
                continue
            mine = {
                one.label: replace(one, at=one.at.below(piece.line), title_at=one.title_at.below(piece.line))
                for one in reach.defines
            }
            if not (references.keys().isdisjoint(mine) and notes.isdisjoint(reach.notes)):
                return None
            references |= mine
            notes |= reach.notes
        return Shared(references=references, notes=frozenset(notes))

    def _as_before(self, shared: Shared) -> Shared:
        """The same object where it is what it was before."""
        then = next((part.shared for part in self._placed.values() if part.shared == shared), None)
        return then or shared

    def _read(self, text: str, shared: Shared) -> Part:
        page, reach = self._scan(text, shared.unplaced())
        return Part(key=("", text), line=-1, alone=page, page=page, reach=reach)
