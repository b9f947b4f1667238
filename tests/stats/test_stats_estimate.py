"""The interval of some runs: Student's, over logarithms, exact and rounded outward."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from trueup.quantity.interval import Interval
from trueup.stats.errors import MissingScipyError, SampleError
from trueup.stats.estimate import DIGITS, estimate, quantile, spread_of, t_interval
from trueup.stats.samples import RunSamples

SOURCES = Path(__file__).parents[2] / "src"


def runs(*values: float) -> list[RunSamples]:
    return [RunSamples(values=(value,)) for value in values]


def ends(interval: Interval) -> tuple[Fraction, Fraction]:
    assert interval.low is not None
    assert interval.high is not None
    return interval.low, interval.high


def test_a_run_is_the_median_of_its_iterations() -> None:
    assert RunSamples(values=(1.0, 50.0, 2.0)).value == 2.0
    assert RunSamples(values=(1.0, 2.0, 4.0, 50.0)).value == 3.0


def test_a_ratio_is_that_of_the_medians() -> None:
    assert RunSamples(values=(6.0, 2.0, 4.0), against=(2.0, 90.0, 1.0)).value == 2.0


def test_the_interval_is_scipys_over_logarithms() -> None:
    values = [2.0, 2.1, 1.9, 2.05, 1.97, 2.02, 2.2]
    logs = [math.log(value) for value in values]
    low, high = reference.t.interval(
        0.99, len(logs) - 1, loc=fmean(logs), scale=stdev(logs) / math.sqrt(len(logs))
    )
    found = estimate(runs(*values))
    assert tuple(map(float, ends(found.spread))) == pytest.approx((math.exp(low), math.exp(high)), rel=1e-5)
    assert float(found.centre) == pytest.approx(math.exp(fmean(logs)), rel=1e-5)
    assert found.runs == 7


def test_zeros_and_negative_values_are_taken_as_they_are() -> None:
    values = [0.0, 1.0, -1.0, 0.5, 0.0]
    low, high = reference.t.interval(0.99, 4, loc=fmean(values), scale=stdev(values) / math.sqrt(5))
    found = estimate(runs(*values))
    assert tuple(map(float, ends(found.spread))) == pytest.approx((low, high), rel=1e-5)


@pytest.mark.parametrize("value", [389283840.0, 0.1, 0.0, -3.5, 1 / 3])
def test_runs_that_all_say_the_same_give_a_point(value: float) -> None:
    found = estimate(runs(*[value] * 7))
    assert found.spread == Interval.point(Fraction(repr(value)))
    assert found.centre == Fraction(repr(value))


def test_constant_samples_need_no_quantile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    assert estimate(runs(2.0, 2.0)).spread.is_point


def test_ends_have_few_digits_and_are_the_same_for_what_a_libm_may_differ_by() -> None:
    one, other = (
        spread_of(math.log(1.9012345) + slip, math.log(2.1098765) + slip, logarithms=True)
        for slip in (0.0, 2e-16)
    )
    assert one == other == Interval(Fraction("1.90123"), Fraction("2.10988"))


@given(st.floats(-690, 690), st.floats(0, 10), st.booleans())
def test_ends_are_rounded_outward(middle: float, half: float, logarithms: bool) -> None:
    low, high = ends(spread_of(middle - half, middle + half, logarithms=logarithms))
    inner = (middle - half, middle + half)
    exact = [Fraction(math.exp(end) if logarithms else end) for end in inner]
    assert low <= exact[0]
    assert high >= exact[1]
    slack = Fraction(11, 10 ** (DIGITS))
    assert all(abs(end - given) <= abs(given) * slack for end, given in zip((low, high), exact, strict=True))


@settings(max_examples=60)
@given(st.lists(st.floats(1e-300, 1e300), min_size=2, max_size=21))
def test_the_centre_lies_in_the_interval(values: list[float]) -> None:
    found = estimate(runs(*values))
    slack = found.centre / 10**5
    assert found.spread.meets(Interval(found.centre - slack, found.centre + slack))


def test_an_end_that_no_float_holds_is_missing() -> None:
    found = estimate(runs(1e-300, 1e300))
    assert found.spread.high is None
    assert found.spread.low is not None


def test_wider_confidence_and_fewer_runs_widen_it() -> None:
    values = [2.0, 2.1, 1.9, 2.05, 1.97, 2.02, 2.2]
    assert estimate(runs(*values)).spread.contains(estimate(runs(*values), 0.95).spread)
    assert quantile(6, 0.99) > quantile(13, 0.99) > quantile(20, 0.99)
    assert t_interval(0.0, 1.0, 7, 0.99)[1] == pytest.approx(3.7074 / math.sqrt(7), rel=1e-4)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (runs(1.0), "two runs at least"),
        ([], "two runs at least"),
        ([RunSamples(values=()), *runs(1.0)], "without samples"),
        (
            [RunSamples(values=(1.0,), against=()), RunSamples(values=(1.0,), against=(1.0,))],
            "without samples",
        ),
        ([RunSamples(values=(1.0,), against=(0.0,))] * 2, "median is zero"),
        ([RunSamples(values=(1e308,), against=(1e-308,))] * 2, "inf"),
        (runs(math.nan, 1.0), "nan"),
        ([RunSamples(values=(1.0,), against=(1.0,)), *runs(1.0)], "others are not"),
        (runs(-1.7e308, 1.7e308, -1.7e308), "a float can hold"),
    ],
)
def test_samples_that_say_nothing_are_refused(found: list[RunSamples], said: str) -> None:
    with pytest.raises(SampleError, match=said):
        estimate(found)


@pytest.mark.parametrize("confidence", [0.0, 1.0, -1.0, 99.0])
def test_a_confidence_lies_between_zero_and_one(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        estimate(runs(1.0, 2.0), confidence)


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingScipyError, match="measuring needs scipy, which is not installed") as caught:
        estimate(runs(1.0, 2.0))
    assert isinstance(caught.value, ModuleNotFoundError)
    assert (caught.value.name, caught.value.HINT) == ("scipy", "pip install 'trueup[measure]'")


def test_a_scipy_that_is_broken_is_not_called_absent() -> None:
    cause = ImportError("libgfortran.so: cannot open shared object file", name="scipy.special")
    assert "can't be used here: libgfortran" in str(MissingScipyError(cause))


@pytest.mark.parametrize(
    "module", ["trueup.stats.decide", "trueup.stats.doubts", "trueup.stats.estimate", "trueup.verdict.noise"]
)
def test_judging_loads_neither_scipy_nor_numpy(module: str) -> None:
    code = f"import sys, {module}; print(sorted({{'scipy', 'numpy'}} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")
