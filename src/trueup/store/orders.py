"""Which evidence of a claim is the newest: kept, so that what is older need not be read for that."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import overload

from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.recall.sights import UNKNOWN, UNSETTLED, settled
from trueup.store.shelf import Shelf

NAME = "evidence-1.json"


class Orders:
    """The order of the files of each claim, by what the file system says of all of them.

    Only where all of them could be used is an order kept, so that what can't be used is said each time.
    """

    def __init__(self, root: Root, setting: str | None, environment: Mapping[str, str]) -> None:
        self._shelf = Shelf(NAME, root, setting, environment)

    def of(self, claim: str, state: str) -> list[int] | None:
        """Places in the sorted names of the claim's files, the newest first."""
        match self._shelf.get(claim):
            case [str(kept), list(order)] if kept == state:
                return [int(place) for place in order]
        return None

    def put(self, claim: str, state: str, order: Sequence[int]) -> None:
        """Keep the order of files that were read after their state was asked."""
        if settled(state, time.time_ns()) not in (UNSETTLED, UNKNOWN):
            self._shelf.put(claim, [state, [*order]])

    def save(self) -> None:
        """Write what was put; does nothing where nothing was."""
        self._shelf.save()


class Unread(Sequence[Evidence]):
    """Evidence that is read when it is asked for.

    :param paths: the newest first
    """

    def __init__(self, paths: Sequence[str], read: Callable[[str], Evidence]) -> None:
        self._paths = paths
        self._read = read
        self._known: dict[int, Evidence] = {}

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, index: int) -> Evidence: ...
    @overload
    def __getitem__(self, index: slice) -> list[Evidence]: ...
    def __getitem__(self, index: int | slice) -> Evidence | list[Evidence]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        if place not in self._known:
            self._known[place] = self._read(self._paths[place])
        return self._known[place]

    def __iter__(self) -> Iterator[Evidence]:
        return (self[place] for place in range(len(self)))
