"""Where the text of a block stands in its files, looked up once somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from trueup.diagnostics import Location
from trueup.tags.lines import Source

Run = tuple[int, Location]


class Runs(Sequence[Run]):
    """``(offset, location)``, ascending; most blocks of most documents are never asked for theirs.

    :param written: ``(offset in the text, offset in the page)``
    :param length: of the text
    :param lines: how many stand above the page
    """

    __slots__ = ("_found", "_length", "_lines", "_source", "_written")

    def __init__(
        self, written: list[tuple[int, int]], length: int, source: Source, *, lines: int = 0
    ) -> None:
        self._written = written
        self._length = length
        self._source = source
        self._lines = lines
        self._found: tuple[Run, ...] | None = None

    def below(self, lines: int) -> Runs:
        """The same, that many lines further down."""
        return Runs(self._written, self._length, self._source, lines=self._lines + lines)

    @property
    def _located(self) -> tuple[Run, ...]:
        if self._found is None:
            lines = self._lines
            self._found = tuple((start, at.below(lines)) for start, at in self._locate())
        return self._found

    def _locate(self) -> list[Run]:
        """Where a run of the page goes on in the next line, another begins."""
        source = self._source
        runs: list[Run] = []
        ends = [offset for offset, _ in self._written[1:]] + [self._length]
        for (offset, at), end in zip(self._written, ends, strict=True):
            runs.append((offset, source.locate(at)))
            broken = source.lines_in(at + 1, at + end - offset)
            runs.extend((offset + start - at, source.locate(start)) for start in broken)
        return runs

    def __len__(self) -> int:
        return len(self._located)

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Run]: ...
    def __getitem__(self, index: int | slice) -> Run | Sequence[Run]:
        return self._located[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._located == tuple(other)

    def __hash__(self) -> int:
        return hash(self._located)

    def __repr__(self) -> str:
        return repr(self._located)
