"""What the same code in both arms says of a host."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trueup.stats.errors import SampleError
from trueup.stats.noise import FLOOR, floor
from trueup.stats.samples import RunSamples


def same(*ratios: float) -> list[RunSamples]:
    return [RunSamples(values=(ratio,), against=(1.0,)) for ratio in ratios]


CALM = same(1.0, 1.002, 0.998, 1.001, 0.999, 1.0, 1.0)
HIGH = same(1.03, 1.031, 1.029, 1.03, 1.03, 1.031, 1.029)
LOW = same(0.97, 0.971, 0.969, 0.97, 0.97, 0.971, 0.969)
SLIGHT = same(1.003, 1.0031, 1.0029, 1.003, 1.003, 1.0031, 1.0029)
WILD = same(1.0, 1.3, 0.8, 1.2, 0.9, 1.1, 0.7)


def test_no_host_is_better_than_the_floor() -> None:
    found = floor(CALM)
    assert (found.epsilon, found.biased, found.fit) == (FLOOR, False, True)
    assert float(FLOOR) == 0.01


@pytest.mark.parametrize("runs", [HIGH, LOW])
def test_a_bias_that_is_certain_is_the_floor_and_asks_for_a_second_set(runs: list[RunSamples]) -> None:
    found = floor(runs)
    assert found.biased
    assert found.fit
    assert Fraction("0.028") < found.epsilon < Fraction("0.032")


def test_a_bias_that_is_not_seen_again_still_counts_as_noise() -> None:
    found = floor(HIGH, CALM)
    assert (found.biased, found.fit) == (False, True)
    assert found.epsilon > Fraction("0.028")


@pytest.mark.parametrize("again", [HIGH, LOW])
def test_a_bias_that_is_seen_twice_makes_a_host_unfit(again: list[RunSamples]) -> None:
    found = floor(HIGH, again)
    assert not found.fit
    assert found.why == "the same code in both arms differs by 2.92%, twice"


def test_a_slight_bias_below_the_floor_is_one_as_well() -> None:
    first = floor(SLIGHT)
    assert (first.epsilon, first.biased, first.fit) == (FLOOR, True, True)
    assert not floor(SLIGHT, SLIGHT).fit


@pytest.mark.parametrize(("first", "second"), [(WILD, []), (HIGH, WILD)])
def test_a_wide_interval_makes_a_host_unfit(first: list[RunSamples], second: list[RunSamples]) -> None:
    found = floor(first, second)
    assert not found.fit
    assert "differs by ±" in found.why


def test_identical_arms_are_no_fault() -> None:
    assert floor(same(*[1.0] * 7)).fit


def test_arms_that_differ_beyond_any_number_are_unfit() -> None:
    assert "by any amount" in floor(same(1e-300, 1e300)).why


def test_ratios_that_are_never_positive_are_unfit() -> None:
    found = floor(same(*[-1.0] * 7), same(*[-1.0] * 7))
    assert (found.fit, found.epsilon) == (False, Fraction(1))


def test_it_takes_two_arms() -> None:
    with pytest.raises(SampleError, match="one arm"):
        floor([RunSamples(values=(1.0,)), RunSamples(values=(1.0,))])
