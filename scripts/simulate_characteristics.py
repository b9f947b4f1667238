"""Simulate how measured figures are decided, and write `claims/inputs/characteristics.json` and its tables.

The claim is a ratio of 2.0 in [1.90, 2.10]. Time and again a host with a *true* ratio takes its runs, and the
shipped rule decides: `t_interval`, `spread_of`, `further`, `side` and `verdict` are those of `trueup.stats`,
only the medians and means of many measurements are taken side by side. The output is the same on every
machine: the generator is frozen, and shares are rounded. What documents show as tables lies beside it as CSV:
what becomes of each true ratio, and what a single look would make of it.

Model of a run: 5 % machine effect that both arms share, 2 % effect of the process on each arm, 3 % noise of
each iteration, one iteration in twenty hit by a spike of 50 % on average. Twenty iterations an arm. A quiet
host has a process effect of 0.5 %.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueup.quantity.interval import Interval
from trueup.stats.decide import LOOKS, Verdict, further, side, verdict
from trueup.stats.estimate import CONFIDENCE, spread_of, t_interval
from trueup.stats.noise import CONFIDENCE as CONFIDENCE_OF_FLOOR
from trueup.stats.noise import FLOOR, ONE

Array: TypeAlias = NDArray[np.float64]

FILE: Final = Path(__file__).resolve().parent.parent / "claims" / "inputs" / "characteristics.json"
CLAIMED: Final = Interval(Fraction("1.90"), Fraction("2.10"))
RATIOS: Final = ("1.00", "2.00", "2.05", "2.10", "2.12", "2.15", "2.20", "2.30")
EDGE: Final = "2.10"
TWICE: Final = "2.20"
MEASUREMENTS: Final = 10_000
SEED: Final = 20_130_624
ITERATIONS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """Relative standard deviations of what disturbs a measurement."""

    machine: float = 0.05
    process: float = 0.02
    iteration: float = 0.03
    spikes: float = 0.05
    spike: float = 0.5


QUIET: Final = Host(process=0.005)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """What became of many measurements of one true ratio; shares of one."""

    verified: float
    inconclusive: float
    refuted: float
    mean_runs: float


def run_values(random: np.random.RandomState, ratio: float, count: int, runs: int, host: Host) -> Array:
    """The runs' values of `count` measurements, ``count × runs``: the ratio of the medians of both arms."""
    shared = np.exp(host.machine * random.standard_normal((count, runs)))
    first, second = (_median(random, shared, host) for _ in range(2))
    return ratio * first / second


def _median(random: np.random.RandomState, shared: Array, host: Host) -> Array:
    own = np.exp(host.process * random.standard_normal(shared.shape))
    shape = (*shared.shape, ITERATIONS)
    times = np.exp(host.iteration * random.standard_normal(shape))
    hit = random.random_sample(shape) < host.spikes
    times *= 1 + hit * random.exponential(host.spike, shape)
    median: Array = np.median(times, axis=-1) * shared * own
    return median


def spreads(values: Array, confidence: float = CONFIDENCE) -> list[Interval]:
    """The interval of each measurement, from its runs' values: the shipped formula, side by side."""
    logs = np.log(values)
    lows, highs = t_interval(logs.mean(axis=1), logs.std(axis=1, ddof=1), logs.shape[1], confidence)
    return [
        spread_of(float(low), float(high), logarithms=True) for low, high in zip(lows, highs, strict=True)
    ]


def characteristics(ratio: float, *, count: int, seed: int, host: Host = Host()) -> Shares:
    """What becomes of `count` measurements of a true ratio, with all looks and the confirmation."""
    random = np.random.RandomState(seed)
    first = run_values(random, ratio, count, LOOKS[-1], host)
    repeat = run_values(random, ratio, count, LOOKS[-1], host)
    firsts, repeats = ({look: spreads(found[:, :look]) for look in LOOKS} for found in (first, repeat))
    decided: list[Verdict] = []
    total = 0
    for number in range(count):
        spread, runs = _taken(firsts, number)
        again = None
        if side(spread, CLAIMED, FLOOR) == "outside":
            again, more = _taken(repeats, number)
            runs += more
        decided.append(verdict(spread, again, CLAIMED, FLOOR))
        total += runs
    return _shares(decided, total)


def _taken(at_look: dict[int, list[Interval]], number: int) -> tuple[Interval, int]:
    """The interval at which a measurement stops, and its runs."""
    runs = further(0, ())
    while more := further(runs, {side(at_look[runs][number], CLAIMED, FLOOR)}):
        runs += more
    return at_look[runs][number], runs


def at_one_look(ratio: float, runs: int, *, count: int, seed: int, host: Host = Host()) -> Shares:
    """The same with a single look after `runs` runs, and the confirmation."""
    random = np.random.RandomState(seed)
    first, again = (spreads(run_values(random, ratio, count, runs, host)) for _ in range(2))
    pairs = list(zip(first, again, strict=True))
    decided = [verdict(one, other, CLAIMED, FLOOR) for one, other in pairs]
    repeated = sum(side(one, CLAIMED, FLOOR) == "outside" for one in first)
    return _shares(decided, runs * (count + repeated))


def false_alarms(runs: int, *, count: int, seed: int, host: Host = Host()) -> float:
    """The share of hosts without any bias on which the A/A runs seem to show one."""
    random = np.random.RandomState(seed)
    found = spreads(run_values(random, 1.0, count, runs, host), CONFIDENCE_OF_FLOOR)
    return sum(not spread.contains(ONE) for spread in found) / count


def _shares(decided: Sequence[Verdict], runs: int) -> Shares:
    count = len(decided)
    return Shares(
        verified=decided.count("verified") / count,
        inconclusive=decided.count("inconclusive") / count,
        refuted=decided.count("refuted") / count,
        mean_runs=runs / count,
    )


def simulate(count: int = MEASUREMENTS, seed: int = SEED) -> dict[str, Any]:
    """Everything that the file holds."""
    ratios = {
        text: _written(characteristics(float(text), count=count, seed=seed + number))
        for number, text in enumerate(RATIOS)
    }
    host = Host()
    return {
        "claimed": {"low": 1.9, "high": 2.1},
        "confidence": CONFIDENCE,
        "noise_floor": float(FLOOR),
        "looks": list(LOOKS),
        "measurements": count,
        "host": {name: getattr(host, name) for name in Host.__slots__},
        "iterations": ITERATIONS,
        "ratios": ratios,
        "one_look": {str(runs): _one_look(runs, count, seed + runs, host) for runs in LOOKS},
        "one_look_quiet": {str(runs): _one_look(runs, count, seed + runs, QUIET) for runs in LOOKS},
    }


def _one_look(runs: int, count: int, seed: int, host: Host) -> dict[str, float]:
    refuted = {
        name: at_one_look(ratio, runs, count=count, seed=seed, host=host).refuted
        for name, ratio in (("edge", float(EDGE)), ("twice", float(TWICE)), ("hundredfold", 200.0))
    }
    alarms = false_alarms(runs, count=count, seed=seed, host=host)
    return {**{f"{name}_refuted": share for name, share in refuted.items()}, "false_alarms": alarms}


def _written(shares: Shares) -> dict[str, float]:
    return {
        "verified": shares.verified,
        "inconclusive": shares.inconclusive,
        "refuted": shares.refuted,
        "mean_runs": round(shares.mean_runs, 2),
    }


def tables(found: Mapping[str, Any]) -> dict[str, str]:
    """The tables that documents show, as CSV, by the ending of their file's name."""
    outcomes = [[f"{text}×", *row.values()] for text, row in found["ratios"].items()]
    header = ["true ratio", "verified", "inconclusive", "refuted", "mean runs"]
    looks = [
        [f"{runs}{host}", *row.values()]
        for key, host in (("one_look", ""), ("one_look_quiet", ", quiet host"))
        for runs, row in found[key].items()
    ]
    looked = ["runs", "at the edge", "at twice the tolerance", "at a hundredfold", "A/A alarms"]
    return {"outcomes": _csv(header, outcomes), "one-look": _csv(looked, looks)}


def _csv(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=FILE)
    output: Path = parser.parse_args(arguments).output
    found = simulate()
    output.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    for name, text in tables(found).items():
        output.with_name(f"{output.stem}-{name}.csv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
