"""What git says of a figure that was measured at a revision."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

#: So many moved files are named; of the rest, how many.
NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """The commit that moved a file.

    :param hash: abbreviated
    :param date: UTC
    """

    hash: str
    date: date
    subject: str

    def __str__(self) -> str:
        return f"commit {self.hash} of {self.date}, “{self.subject}”"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A watched file that is no longer what it was.

    :param path: relative to the project's root
    :param change: against the revision
    :param by: the commit, or in words why none can be named
    """

    path: str
    change: Literal["changed", "added", "removed"]
    by: Mover | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """What has become of the revision at which a figure was measured.

    :param revision: as the ledger writes it
    :param day: of its commit, UTC
    :param moved: the earliest first
    """

    revision: str
    day: date
    moved: tuple[Moved, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """One for each file that moved, up to a number."""
        lines = [self._sentence(one) for one in self.moved[:NAMED]]
        if len(self.moved) > NAMED:
            lines.append(f"and {len(self.moved) - NAMED} more of the watched files")
        return tuple(lines)

    def _sentence(self, one: Moved) -> str:
        if one.change == "added":
            return f"{one.path} was not there at {self.revision}: {one.by}"
        word = "is gone" if one.change == "removed" else "has changed"
        return f"{one.path} {word} since {self.revision}: {one.by}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Untold:
    """Why nobody can tell what has become of a revision.

    :param hint: what to fetch, or to mend
    """

    message: str
    hint: str | None = None
