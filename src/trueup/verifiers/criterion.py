"""Comparisons of criterion.rs: the relative change of one run against another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from statistics import mean, median
from typing import Final, TypeAlias

from trueup.diagnostics import Location
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.readers.artifact import refuse
from trueup.readers.criterion import Benchmark, Estimate, find_benchmark, read_estimate, read_sample
from trueup.stats.bootstrap import Statistic, change_interval
from trueup.verifier import Request, verifier

#: The time of one iteration in ns, a value each sample.
Times: TypeAlias = tuple[Fraction, ...]

VERSION = "1"
#: What floats lose between criterion's arithmetic and the exact one; relative.
LOST: Final = Fraction(1, 10**9)
#: Samples of a run, as criterion demands them.
FEWEST: Final = 10
STATISTICS: Final[dict[Statistic, Callable[[Times], Fraction]]] = {"mean": mean, "median": median}
_AGAIN = "keep the folder as one run of cargo bench left it"


@verifier("criterion.change", basis="measured")
def change(
    request: Request,
    *,
    artifact: str,
    statistic: Statistic = "mean",
    benchmark: str | None = None,
    baseline: str | None = None,
) -> Quantity:
    """The relative change of the time per iteration, with its confidence interval: 0.372 is 37.2 % slower.

    The interval is criterion's own. Where there is no ``change/``, it is computed from the samples.

    :param artifact: the folder of a benchmark, of a group, or of all; or ``change/estimates.json`` itself
    :param benchmark: criterion's id, where the folder holds several: ``gather/f32/threads=1/16``
    :param baseline: as ``--baseline`` names it, where the folder holds several
    """
    root, given = Root(request.root), request.inputs["artifact"]
    if given.path.is_file():
        return _quantity(_recorded(root, given.path, statistic).interval)
    found = find_benchmark(root, given.path, given.files, benchmark)
    place = Location(path=found.path, line=1, column=1)
    compared = _compared(root, found, statistic, baseline, place)
    if "change/estimates.json" in found.files:
        recorded = _recorded(root, found.files["change/estimates.json"], statistic)
        _confirm(recorded, compared, statistic)
        return _quantity(recorded.interval)
    if not compared:
        message = f"{found.name} has neither change/estimates.json nor the samples of two runs"
        hint = (
            "cargo bench writes each run over base/: keep one by --save-baseline main, then --baseline main"
        )
        raise refuse(place, "M634", message, hint)
    if len(compared) > 1:
        message = f"{found.name} could be compared with {', '.join(compared)}"
        raise refuse(place, "M634", message, "name one as baseline:")
    ((base, new),) = compared.values()
    if min(len(base), len(new)) < FEWEST:
        message = f"{min(len(base), len(new))} samples give no interval"
        raise refuse(place, "M635", message, f"criterion takes {FEWEST} at least")
    return _quantity(change_interval(list(map(float, base)), list(map(float, new)), statistic))


def _recorded(root: Root, file: Path, statistic: Statistic) -> Estimate:
    """The change that criterion recorded: a time is never zero, so none falls by all of it."""
    recorded = read_estimate(root, file, statistic)
    low = recorded.interval.low
    if low is not None and low <= -1:
        raise refuse(recorded.place, "M635", f"the {statistic} falls by more than all of it", _AGAIN)
    return recorded


def _compared(
    root: Root, found: Benchmark, statistic: Statistic, baseline: str | None, place: Location
) -> dict[str, tuple[Times, Times]]:
    """By baseline, its samples and those of ``new/``; without a baseline that ``new/`` was written over."""
    if baseline is not None and baseline not in found.runs:
        message = f"{found.name} has no samples of a baseline {baseline!r}"
        raise refuse(place, "M634", message, f"it has {', '.join(found.runs) or 'none'}")
    samples = {
        run: _sample(root, found, run, statistic)
        for run in found.runs
        if run == "new" or baseline in (None, run)
    }
    new = samples.pop("new", None)
    return {} if new is None else {run: (base, new) for run, base in samples.items() if base != new}


def _sample(root: Root, found: Benchmark, run: str, statistic: Statistic) -> Times:
    """The samples of a run, which must be those that its estimates are from."""
    times = read_sample(root, found.files[f"{run}/sample.json"])
    if f"{run}/estimates.json" in found.files:
        stated = read_estimate(root, found.files[f"{run}/estimates.json"], statistic)
        actual = STATISTICS[statistic](times)
        if abs(stated.point - actual) > LOST * actual:
            message = (
                f"it says a {statistic} of {float(stated.point):.6g} ns, its samples give {float(actual):.6g}"
            )
            raise refuse(stated.place, "M636", message, _AGAIN)
    return times


def _confirm(recorded: Estimate, compared: Mapping[str, tuple[Times, Times]], statistic: Statistic) -> None:
    """The recorded change must be that of the samples, where there still are any to compare."""
    of = STATISTICS[statistic]
    changes = {run: of(new) / of(base) - 1 for run, (base, new) in compared.items()}
    if changes and all(abs(change - recorded.point) > LOST * (1 + change) for change in changes.values()):
        run, change = next(iter(changes.items()))
        message = (
            f"it says that the {statistic} changed by {float(recorded.point):+.3%}, "
            f"the samples of {run}/ and new/ give {float(change):+.3%}"
        )
        raise refuse(recorded.place, "M636", message, _AGAIN)


def _quantity(interval: Interval) -> Quantity:
    # No noise floor is known of the host, so a figure inside the interval is neither confirmed nor refuted.
    return Quantity(spread=interval, reach=interval, noise=Fraction(0))
