"""What pytest-benchmark and hyperfine export: the times of each benchmark, in seconds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Final, Literal, TypeAlias

from trueup.diagnostics import Location
from trueup.readers.artifact import refuse
from trueup.readers.choice import choose
from trueup.readers.json import Json, Path, pointer_of

Shape: TypeAlias = Literal["pytest-benchmark", "hyperfine"]

#: Seconds; beyond it no time is believed.
LARGEST: Final = 10**30
#: What floats lose between a program's arithmetic and the exact one; relative.
LOST: Final = Fraction(1, 10**9)
_LIST: dict[Shape, str] = {"pytest-benchmark": "benchmarks", "hyperfine": "results"}
_NAMES: dict[Shape, tuple[str, ...]] = {"pytest-benchmark": ("name", "fullname"), "hyperfine": ("command",)}
#: In an entry: the median, and the samples, where the export holds them.
_MEDIAN: dict[Shape, Path] = {"pytest-benchmark": ("stats", "median"), "hyperfine": ("median",)}
_SAMPLES: dict[Shape, Path] = {"pytest-benchmark": ("stats", "data"), "hyperfine": ("times",)}
_HOST = (("machine_info", "cpu", "brand_raw"), ("machine_info", "machine"), ("machine_info", "system"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """One benchmark of an export, in seconds.

    :param samples: none where the export leaves them out
    :param host: as the export states it; empty where it doesn't
    :param place: of its entry
    """

    median: Fraction
    samples: tuple[Fraction, ...]
    host: str
    place: Location


def read_timing(document: Json, shape: Shape, name: str | None) -> Timing:
    """The benchmark that is called ``name``, or the only one.

    :raises TrueupError: M631 it has no samples, M632 it is no such export, M634 there is none of that name,
        or several, M635 a time is none, or of a run that failed, M636 the median is not that of the samples
    """
    path = _entry(document, shape, name)
    _refuse_failures(document, (*path, "exit_codes"))
    stated = document.number(pointer_of((*path, *_MEDIAN[shape])))
    samples: tuple[Fraction, ...] = ()
    if _has(document, (*path, *_SAMPLES[shape])):
        samples = document.numbers(pointer_of((*path, *_SAMPLES[shape])))
    for number, time in enumerate((stated, *samples)):
        if not 0 <= time < LARGEST:
            inner = (*_SAMPLES[shape], number - 1) if number else _MEDIAN[shape]
            place = document.locate((*path, *inner))
            raise refuse(place, "M635", f"the value at {pointer_of((*path, *inner))} is no time in seconds")
    if samples and abs(median(samples) - stated) > LOST * stated:
        message = f"the median is {float(stated):.6g} s, that of the samples {float(median(samples)):.6g} s"
        raise refuse(document.locate((*path, *_MEDIAN[shape])), "M636", message, "export it again")
    host = ", ".join(str(document.find(pointer_of(one))[1]) for one in _HOST if _has(document, one))
    return Timing(median=stated, samples=samples, host=host, place=document.locate(path))


def one_host(timings: Iterable[Timing]) -> None:
    """Refuse runs of several hosts.

    :raises TrueupError: M636
    """
    first, *others = timings
    for other in others:
        if other.host != first.host:
            message = (
                f"this run is of {other.host or 'no host'}, {first.place.path} of {first.host or 'no host'}"
            )
            hint = "put the runs of each host into a folder of their own"
            raise refuse(Location(path=other.place.path, line=1, column=1), "M636", message, hint)


def _entry(document: Json, shape: Shape, name: str | None) -> Path:
    entries = document.value.get(_LIST[shape]) if isinstance(document.value, dict) else None
    if not isinstance(entries, list):
        message = f"this is no export of {shape}: it has no list {_LIST[shape]!r}"
        raise document.artifact.refuse("M632", message)
    if not entries:
        raise refuse(
            document.locate((_LIST[shape],)), "M631", f"the list {_LIST[shape]!r} is empty", "run it again"
        )
    called = [
        [str(document.find(pointer_of((_LIST[shape], number, key)))[1]) for key in _NAMES[shape]]
        for number in range(len(entries))
    ]
    fitting = [number for number, names in enumerate(called) if name is None or name in names]
    place = document.locate((_LIST[shape],))
    return (_LIST[shape], choose([names[-1] for names in called], fitting, name, place))


def _refuse_failures(document: Json, path: Path) -> None:
    """Refuse a benchmark of which a run failed: what it took until then is no time of the command.

    :param path: of what hyperfine says of its runs, a list of exit codes, None where a signal ended one
    """
    if not _has(document, path):
        return
    codes = document.find(pointer_of(path))[1]
    if not isinstance(codes, list):
        raise refuse(
            document.locate(path), "M635", f"the value at {pointer_of(path)} is no list of exit codes"
        )
    for number, code in enumerate(codes):
        if code != 0:
            ended = "was ended by a signal" if code is None else f"failed with exit code {code}"
            message = f"run {number + 1} of {len(codes)} {ended}: its time is not that of the command"
            hint = "mend the command, and run it again without --ignore-failure"
            raise refuse(document.locate((*path, number)), "M635", message, hint)


def _has(document: Json, path: Path) -> bool:
    value = document.value
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
