"""A project's files, some of them with other content than they have on disk."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from trueup.diagnostics import Diagnostic
from trueup.files.patterns import matches
from trueup.files.root import Root


@dataclass(frozen=True, slots=True)
class Overlay(Root):
    """A folder in which some files are read as something else; nothing on disk is touched.

    :param changed: content by path, links resolved; a file that isn't on disk is there, too
    """

    changed: Mapping[str, bytes] = field(default_factory=dict)

    def read_bytes(self, relative: str, cap: int) -> bytes:
        found = self.changed.get(self.key(relative))
        return Root.read_bytes(self, relative, cap) if found is None else found

    def glob(
        self, pattern: str, *, without: Collection[str] = (), unread: list[Diagnostic] | None = None
    ) -> list[str]:
        found = Root.glob(self, pattern, without=without, unread=unread)
        return sorted({*found, *(path for path in self.changed if matches(pattern, path))})

    def exists(self, relative: str) -> bool:
        return self.key(relative) in self.changed or Root.exists(self, relative)

    def key(self, relative: str) -> str:
        """The path under which a file may be changed."""
        return self.relative(self.resolve(relative, exists=False))
