"""Which of several named things in an artifact is meant."""

from __future__ import annotations

from collections.abc import Sequence

from trueup.diagnostics import Location, nearest
from trueup.readers.artifact import refuse

_LISTED = 5


def choose(known: Sequence[str], fitting: Sequence[int], name: str | None, place: Location) -> int:
    """The one benchmark that fits.

    :param known: names of all
    :param fitting: numbers of those that are called ``name``; of all, where it is None
    :raises TrueupError: M634 none fits, or several
    """
    if len(fitting) == 1:
        return fitting[0]
    names = sorted(known[number] for number in fitting) if fitting else sorted(known)
    listed = ", ".join(names[:_LISTED]) + f", {len(names) - _LISTED} more" * (len(names) > _LISTED)
    if fitting:
        raise refuse(place, "M634", f"{len(names)} benchmarks are here: {listed}", "name one as benchmark:")
    close = nearest(name or "", names)
    hint = f"did you mean {close!r}?" if close else f"there are {listed}"
    raise refuse(place, "M634", f"no benchmark is called {name!r}", hint)
