"""The files that documents are made of, and changes to their text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from trueup.diagnostics import Lines, Location
from trueup.edit.places import Seen
from trueup.files import TEXT_CAP, Overlay, Root

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Edit:
    """New text in the place of some characters of a file.

    :param path: of the file, links resolved
    :param start: offset of the first character, a byte order mark not counted; ``end`` is behind the last
    """

    path: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file as it was read."""

    path: str
    content: bytes
    text: str
    lines: Lines

    def offset(self, at: Location) -> int:
        """Of a place in the text; of one that it no longer has, somewhere in it."""
        starts = self.lines.starts
        return starts[min(at.line, len(starts)) - 1] + at.column - 1

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Its content with some edits of it; they don't overlap."""
        text = self.text
        for edit in sorted(edits, reverse=True):
            text = text[: edit.start] + edit.text + text[edit.end :]
        mark = _BOM if self.content.startswith(_BOM) else b""
        return mark + text.encode("utf-8")


@dataclass(slots=True)
class Sources:
    """The files of a project that are looked at for a change, each read once."""

    root: Root
    _read: dict[str, Source] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)

    def of(self, path: str) -> Source:
        """The file of a document or snippet; several paths may lead to one file."""
        if path not in self._keys:
            self._keys[path] = self.root.relative(self.root.resolve(path))
        key = self._keys[path]
        if key not in self._read:
            content = self.root.read_bytes(key, TEXT_CAP)
            text = Overlay(self.root.path, {key: content}).read_text(key)
            self._read[key] = Source(path=key, content=content, text=text, lines=Lines(key, text))
        return self._read[key]

    def read(self, key: str) -> bytes | None:
        """What a file held when it was read; None where it was not."""
        return self._read[key].content if key in self._read else None

    def edited(self, edits: Iterable[Edit]) -> dict[str, bytes]:
        """The content of each file that some edits change."""
        files: dict[str, set[Edit]] = {}
        for edit in edits:
            files.setdefault(edit.path, set()).add(edit)
        return {path: self._read[path].edited(mine) for path, mine in sorted(files.items())}

    def moved(self, at: Location, edits: Iterable[Edit]) -> Location:
        """Where a place lies once the edits before it on its line are made; none of them holds a line end."""
        source, offset = self.of(at.path), self.of(at.path).offset(at)
        first = offset - at.column + 1
        before = {one for one in edits if one.path == source.path and first <= one.start < offset}
        return replace(at, column=at.column + sum(len(one.text) - (one.end - one.start) for one in before))

    def origin(self, at: Location, edits: Iterable[Edit]) -> Location:
        """Where a place lay before the edits before it on its line: the way back from :meth:`moved`."""
        source = self.of(at.path)
        starts = [*source.lines.starts, len(source.text) + 1]
        low, high = starts[at.line - 1 : at.line + 1]
        column = at.column
        for one in sorted({one for one in edits if one.path == source.path and low <= one.start < high}):
            if one.start - low + 1 < column:
                column -= len(one.text) - (one.end - one.start)
        return replace(at, column=column)

    def overlay(self, changed: Mapping[str, bytes]) -> Overlay:
        """The project with some files changed, besides those that are already."""
        before = self.root.changed if isinstance(self.root, Overlay) else {}
        return Overlay(self.root.path, {**before, **changed})

    def rewrite(self, seen: Seen, text: str) -> Edit | None:
        """The edit that makes ``seen`` read ``text``, touching no more than what differs.

        None where what differs is not written in the source as it is seen: an entity, an escape, two
        stretches with markup between them, a line end.
        """
        old, places = seen.text, seen.characters()
        head = _shared(old, text)
        tail = _shared(old[head:][::-1], text[head:][::-1])
        middle = places[head : len(old) - tail]
        source = self.of(places[0].path)
        if any(place.path != places[0].path for place in places):
            return None
        if middle:
            start = source.offset(middle[0])
        elif head:
            start = source.offset(places[head - 1]) + 1
        else:
            start = source.offset(places[0])
        end = start + len(middle)
        if source.text[start:end] != old[head : len(old) - tail]:
            return None
        if any(source.offset(place) != start + index for index, place in enumerate(middle)):
            return None
        return Edit(path=source.path, start=start, end=end, text=text[head : len(text) - tail])


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
