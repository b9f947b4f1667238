"""Outliers, runs apart and drift: counted and shown, never dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueup.stats.doubts import doubts
from trueup.stats.samples import RunSamples

CALM = (1.0, 1.01, 0.99, 1.02, 1.0, 1.01)
SPIKE = (1.0, 1.01, 0.99, 1.02, 1.0, 9.0)
DRIFT = "from the first to the second half"


def runs(*values: float) -> list[RunSamples]:
    return [RunSamples(values=(value,)) for value in values]


def test_calm_runs_are_only_counted() -> None:
    assert str(doubts([RunSamples(values=CALM)] * 7)) == "7 runs"
    assert str(doubts(runs(1.0))) == "1 run"


def test_outliers_are_counted_in_both_arms() -> None:
    found = doubts([RunSamples(values=SPIKE, against=CALM), RunSamples(values=CALM, against=SPIKE)])
    assert str(found) == "2 runs, 2 outlying iterations kept (Tukey)"


def test_few_iterations_have_no_outliers() -> None:
    assert str(doubts([RunSamples(values=(1.0, 1.0, 9.0))])) == "1 run"


def test_a_run_far_from_the_others_is_counted() -> None:
    assert (
        str(doubts(runs(1.0, 1.01, 2.0, 0.99, 1.0, 1.01, 1.01)))
        == "7 runs, 1 run far from the others kept (MAD)"
    )
    assert doubts(runs(*[1.0] * 6, 1.1)).apart == 1


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((1.0, 1.0, 5.0, 1.1, 1.1), f"drift +10 % {DRIFT}"),
        ((1.1, 1.1, 1.0, 1.0), f"drift -9 % {DRIFT}"),
        ((1.0, 1.0, 1.0, 1.004, 1.004, 1.0), ""),
    ],
)
def test_drift_is_the_second_half_over_the_first(values: tuple[float, ...], said: str) -> None:
    assert str(doubts(runs(*values))).endswith(said)
    assert bool(doubts(runs(*values)).drift) is bool(said)


@pytest.mark.parametrize(
    "values", [(0.0, 1.0), (-1.0, 1.0), (1e308, 1e308, 1e308, 1e308), (5e-324, 5e-324, 1e308, 1e308)]
)
def test_what_has_no_drift(values: tuple[float, ...]) -> None:
    assert doubts(runs(*values)).drift == 0


def test_evidence_without_a_value_is_only_counted() -> None:
    assert str(doubts([RunSamples(values=(1.0,), against=(0.0,))] * 2)) == "2 runs"
    assert str(doubts([])) == "0 runs"


@given(
    st.lists(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=9), max_size=9)
)
def test_whatever_was_measured_can_be_shown(found: list[list[float]]) -> None:
    samples = [RunSamples(values=tuple(values)) for values in found]
    said = doubts(samples)
    assert 0 <= said.apart <= said.runs == len(found)
    assert 0 <= said.outliers <= sum(map(len, found))
    assert str(said)
