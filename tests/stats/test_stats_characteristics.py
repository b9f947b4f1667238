"""The rule at work on simulated hosts: it rarely refutes what is true, and finds what is not.

The rule is the shipped one; only medians are taken for many measurements side by side.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
import simulate_characteristics as simulation
from simulate_characteristics import QUIET, Host, at_one_look, characteristics, false_alarms

from trueup.stats.decide import LOOKS
from trueup.stats.estimate import estimate
from trueup.stats.samples import RunSamples

SEED = 7
COUNT = 800
#: measurement by measurement: true ratio → verified, inconclusive, refuted, mean runs
TABLE = {
    "2.00": (1.000, 0.0, 0.0, 10.6),
    "2.05": (0.783, 0.217, 0.0, 16.7),
    "2.10": (0.015, 0.985, 0.0, 20.9),
    "2.12": (0.001, 0.999, 0.0007, 21.1),
    "2.15": (0.0, 0.913, 0.087, 25.1),
    "2.20": (0.0, 0.011, 0.989, 23.8),
    "2.30": (0.0, 0.0, 1.000, 14.0),
    "1.00": (0.0, 0.0, 1.000, 14.0),
}


@pytest.fixture(scope="module")
def committed() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(simulation.FILE.read_text())
    return found


def near(share: float, count: int) -> float:
    """Four standard errors of a share, and what one measurement weighs."""
    return 4 * math.sqrt(share * (1 - share) / count) + 1 / count


@pytest.mark.parametrize("ratio", TABLE)
def test_the_committed_shares_are_those_of_the_rule_as_published(
    committed: dict[str, Any], ratio: str
) -> None:
    found = committed["ratios"][ratio]
    verified, inconclusive, refuted, runs = TABLE[ratio]
    assert found["verified"] == pytest.approx(verified, abs=0.02)
    assert found["inconclusive"] == pytest.approx(inconclusive, abs=0.02)
    assert found["refuted"] == pytest.approx(refuted, abs=0.02)
    assert found["mean_runs"] == pytest.approx(runs, abs=0.6)


@pytest.mark.parametrize("ratio", TABLE)
def test_a_short_run_agrees_with_the_committed_file(committed: dict[str, Any], ratio: str) -> None:
    found = characteristics(float(ratio), count=COUNT, seed=SEED)
    recorded = committed["ratios"][ratio]
    for outcome in ("verified", "inconclusive", "refuted"):
        share = recorded[outcome]
        assert getattr(found, outcome) == pytest.approx(share, abs=near(share, COUNT)), outcome
    assert found.mean_runs == pytest.approx(recorded["mean_runs"], abs=1.0)


def test_the_same_seed_gives_the_same_shares() -> None:
    one, other = (characteristics(2.15, count=50, seed=3) for _ in range(2))
    assert one == other


def test_the_file_says_what_it_is_about(committed: dict[str, Any]) -> None:
    assert committed["looks"] == list(LOOKS)
    assert (committed["confidence"], committed["noise_floor"]) == (0.99, 0.01)
    assert committed["host"] == {name: getattr(Host(), name) for name in Host.__slots__}
    assert committed["measurements"] == simulation.MEASUREMENTS


@pytest.mark.parametrize("runs", LOOKS)
@pytest.mark.parametrize("ratio", [1.90, 2.10])
def test_at_the_edge_hardly_anything_is_refuted_at_any_number_of_runs(runs: int, ratio: float) -> None:
    assert at_one_look(ratio, runs, count=2 * COUNT, seed=SEED).refuted <= 0.005


def test_at_the_edge_hardly_anything_is_refuted_by_all_looks() -> None:
    assert characteristics(2.10, count=2 * COUNT, seed=SEED).refuted <= 0.005


@pytest.mark.parametrize("ratio", [1.80, 2.20])
def test_twice_the_tolerance_is_found(ratio: float) -> None:
    assert characteristics(ratio, count=COUNT, seed=SEED).refuted >= 0.95


@pytest.mark.parametrize("runs", LOOKS)
def test_twice_the_tolerance_is_found_at_any_number_of_runs_of_a_quiet_host(runs: int) -> None:
    assert at_one_look(2.20, runs, count=COUNT, seed=SEED, host=QUIET).refuted >= 0.95


@pytest.mark.parametrize("runs", LOOKS)
@pytest.mark.parametrize("ratio", [200.0, 0.02])
def test_a_hundredfold_change_is_found_at_any_number_of_runs(runs: int, ratio: float) -> None:
    assert at_one_look(ratio, runs, count=200, seed=SEED).refuted == 1


@pytest.mark.parametrize("runs", LOOKS)
def test_the_same_code_in_both_arms_alarms_as_rarely_as_it_says(runs: int) -> None:
    assert false_alarms(runs, count=3000, seed=SEED) == pytest.approx(0.05, abs=near(0.05, 3000))


def test_side_by_side_is_the_same_as_one_by_one() -> None:
    random = np.random.RandomState(SEED)
    values = simulation.run_values(random, 2.0, 20, 7, Host())
    together = simulation.spreads(values)
    alone = [estimate([RunSamples(values=(float(value),)) for value in row]).spread for row in values]
    for one, other in zip(together, alone, strict=True):
        for end, same in ((one.low, other.low), (one.high, other.high)):
            assert end is not None
            assert same is not None
            assert abs(end - same) <= abs(end) / 10**5  # a last digit, where the sums differ in theirs
