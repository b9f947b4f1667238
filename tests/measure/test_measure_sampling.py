"""Warm-up, order of the arms and rotation, by a clock that is turned by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from trueup.measure.sampling import interleave, rotate, timed
from trueup.measure.timers import own, stopwatch, wall


@dataclass
class Clock:
    """Seconds that pass only when a function says so."""

    now: float = 1000.0
    calls: list[str] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def work(self, name: str, *seconds: float) -> Callable[[], None]:
        """A function that takes these seconds, one call after the other, round and round."""
        turns = rotate(seconds)

        def run() -> None:
            self.calls.append(name)
            self.now += turns()

        return run


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_each_call_is_timed_and_the_warm_up_does_not_count(clock: Clock) -> None:
    work = clock.work("a", 9.0, 9.0, 1.0, 2.0, 4.0)
    assert timed(work, 3, warmup=2, timer=stopwatch(clock)) == [1.0, 2.0, 4.0]
    assert len(clock.calls) == 5


def test_what_happens_between_two_calls_is_not_timed(clock: Clock) -> None:
    timer = stopwatch(clock)
    first = timer(clock.work("a", 1.0))
    clock.now += 100
    assert (first, timer(clock.work("a", 1.0))) == (1.0, 1.0)


def test_arms_go_abba(clock: Clock) -> None:
    a, b = clock.work("A", 1.0), clock.work("B", 2.0)
    assert interleave(a, b, 4, warmup=0, timer=stopwatch(clock)) == ([1.0] * 4, [2.0] * 4)
    assert "".join(clock.calls) == "ABBAABBA"


def test_both_arms_warm_up_in_turn(clock: Clock) -> None:
    a, b = clock.work("A", 50.0, 50.0, 1.0, 1.0), clock.work("B", 50.0, 50.0, 2.0, 2.0)
    assert interleave(a, b, 2, timer=stopwatch(clock)) == ([1.0, 1.0], [2.0, 2.0])
    assert "".join(clock.calls) == "ABBAABBA"


def test_an_odd_number_ends_with_ab(clock: Clock) -> None:
    interleave(clock.work("A", 1.0), clock.work("B", 1.0), 3, warmup=0, timer=stopwatch(clock))
    assert "".join(clock.calls) == "ABBAAB"


def test_a_steady_drift_falls_on_both_arms_alike() -> None:
    slower = iter(range(100))
    values, against = interleave(lambda: next(slower), lambda: next(slower), 10, warmup=2, timer=own)
    assert sum(values) == sum(against)


def test_the_same_code_in_both_arms_keeps_them_apart() -> None:
    turns = iter(range(8))

    def work() -> int:
        return next(turns)

    assert interleave(work, work, 4, warmup=0, timer=own) == ([0, 3, 4, 7], [1, 2, 5, 6])


def test_a_fault_in_an_arm_is_the_callers() -> None:
    def fail() -> None:
        raise RuntimeError("device lost")

    with pytest.raises(RuntimeError, match="device lost"):
        timed(fail, 1)


@pytest.mark.parametrize(("iterations", "warmup"), [(0, 2), (-1, 0), (3, -1)])
def test_no_iterations_are_a_fault(iterations: int, warmup: int) -> None:
    with pytest.raises(ValueError, match="iterations"):
        timed(int, iterations, warmup=warmup)
    with pytest.raises(ValueError, match="iterations"):
        interleave(int, int, iterations, warmup=warmup)


def test_buffers_go_round() -> None:
    turn = rotate(["x", "y", "z"])
    assert [turn() for _ in range(7)] == ["x", "y", "z", "x", "y", "z", "x"]
    with pytest.raises(ValueError, match="no buffer"):
        rotate([])


def test_what_times_itself_gives_its_seconds() -> None:
    assert timed(lambda: 0.25, 2, timer=own) == [0.25, 0.25]


@pytest.mark.parametrize("wrong", [None, "0.25", True])
def test_what_times_itself_gives_a_number(wrong: object) -> None:
    with pytest.raises(TypeError, match="as a number"):
        own(lambda: wrong)


def test_wall_time_never_runs_backwards() -> None:
    assert all(seconds >= 0 for seconds in timed(lambda: None, 5, timer=wall))
