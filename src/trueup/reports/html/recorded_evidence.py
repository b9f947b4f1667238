"""What was recorded of one claim, for people to read: nothing is decided by these numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trueup.reports.html.shapes import as_flag, as_list, as_number, as_object, as_text, as_texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What a figure of the documents allows the value to be; None is no end."""

    figure: str
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One recorded result.

    :param date: of its end, UTC
    :param host: as the ledger calls it
    :param machine: its processors
    :param in_scope: from a host that the claim speaks of
    :param counts: the one that the claim rests on
    :param low: of the interval in which it was seen; None where the value is no number
    :param samples: the value of each run, in the order in which they were taken
    :param repeat: those of the independent repeat
    :param doubts: phrases: outliers, drift
    :param changed: sentences: what has changed since
    """

    date: str
    host: str
    machine: str
    value: str
    in_scope: bool = True
    counts: bool = False
    low: float | None = None
    high: float | None = None
    samples: tuple[float, ...] = ()
    repeat: tuple[float, ...] = ()
    doubts: tuple[str, ...] = ()
    unfit: str | None = None
    changed: tuple[str, ...] = ()
    commit: str | None = None
    dirty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvidence:
    """
    :param unit: of every number here; empty where they have none
    :param entries: the newest first
    :param older: how many more there are
    """

    unit: str = ""
    claimed: tuple[Allowed, ...] = ()
    entries: tuple[Entry, ...] = ()
    older: int = 0

    @property
    def numbers(self) -> tuple[float, ...]:
        """All that a plot has to hold."""
        found: list[float | None] = []
        for one in self.entries:
            found += [one.low, one.high, *one.samples, *one.repeat]
        if not any(number is not None for number in found):
            return ()
        found += [end for one in self.claimed for end in (one.low, one.high)]
        return tuple(number for number in found if number is not None)


def as_evidence(item: object, key: str) -> RecordedEvidence | None:
    """The evidence of a claim, or None where it has none.

    :raises TrueupError: C851 names the key that has the wrong type
    """
    if item is None:
        return None
    found = as_object(item, key)
    return RecordedEvidence(
        unit=as_text(found.get("unit"), f"{key}.unit") or "",
        claimed=tuple(
            _allowed(one, f"{key}.claimed[{at}]")
            for at, one in enumerate(as_list(found.get("claimed"), f"{key}.claimed"))
        ),
        entries=tuple(
            _entry(one, f"{key}.entries[{at}]")
            for at, one in enumerate(as_list(found.get("entries"), f"{key}.entries"))
        ),
        older=int(as_number(found.get("older"), f"{key}.older") or 0),
    )


def _allowed(item: object, key: str) -> Allowed:
    found = as_object(item, key)
    return Allowed(
        figure=as_text(found.get("figure"), f"{key}.figure") or "",
        low=as_number(found.get("low"), f"{key}.low"),
        high=as_number(found.get("high"), f"{key}.high"),
    )


def _entry(item: object, key: str) -> Entry:
    found = as_object(item, key)

    def text(part: str) -> str:
        return as_text(found.get(part), f"{key}.{part}") or ""

    def numbers(part: str) -> tuple[float, ...]:
        return _numbers(as_list(found.get(part), f"{key}.{part}"), f"{key}.{part}")

    return Entry(
        date=text("date"),
        host=text("host"),
        machine=text("machine"),
        value=text("value"),
        in_scope=as_flag(found.get("in_scope", True), f"{key}.in_scope"),
        counts=as_flag(found.get("counts", False), f"{key}.counts"),
        low=as_number(found.get("low"), f"{key}.low"),
        high=as_number(found.get("high"), f"{key}.high"),
        samples=numbers("samples"),
        repeat=numbers("repeat"),
        doubts=as_texts(found.get("doubts"), f"{key}.doubts"),
        unfit=text("unfit") or None,
        changed=as_texts(found.get("changed"), f"{key}.changed"),
        commit=text("commit") or None,
        dirty=as_flag(found.get("dirty", False), f"{key}.dirty"),
    )


def _numbers(items: Iterable[object], key: str) -> tuple[float, ...]:
    read = (as_number(item, key) for item in items)
    return tuple(number for number in read if number is not None)
