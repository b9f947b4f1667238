"""Take the runs of one measured claim: as many as its figures need, and a repeat before refuting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from trueup.claim import Claim
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.interval import Interval
from trueup.quantity.table import Table
from trueup.quantity.units import NONE, Unit, read_unit
from trueup.quantity.value import Quantity, Value
from trueup.quantity.write import write
from trueup.runner.job import Failure, Job, Limits, Result
from trueup.runner.pool import run
from trueup.stats.decide import LOOKS, Side, further
from trueup.stats.errors import MissingScipyError, SampleError
from trueup.stats.estimate import estimate, need_scipy
from trueup.stats.noise import FLOOR, Floor, floor
from trueup.stats.samples import RunSamples
from trueup.verdict.model import Outcome
from trueup.verdict.noise import against_noise, floored

#: ``(claim, runs done, runs at least, seconds of the last run)``
Progress = Callable[[str, int, int, float], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """The runs of a claim and what they give.

    :param floor: runs with the same code in both arms
    :param unfit: why this host can decide nothing; empty where it can
    """

    value: Value
    unit: str = ""
    runs: tuple[RunSamples, ...] = ()
    repeat: tuple[RunSamples, ...] = ()
    floor: tuple[RunSamples, ...] = ()
    repeat_value: Value | None = None
    unfit: str = ""


class _Failed(Exception):  # noqa: N818  carries a failure out of the loop over runs
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class _Named(Exception):  # noqa: N818  the verifier gave a name or an exact number, not samples
    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


@dataclass(slots=True, kw_only=True)
class Sampler:
    """Runs one verifier, each run in a fresh process.

    :param figures: what documents claim; they decide how many runs it takes
    :param stop: as :func:`~trueup.runner.pool.run` asks it
    """

    job: Job
    claim: Claim
    figures: Sequence[Figure]
    limits: Limits
    stop: Callable[[], bool] | None = None
    _unit: Unit | None = None
    _symbol: str | None = None
    _done: int = 0
    _tell: Progress | None = field(default=None)

    def sample(self, progress: Progress | None) -> Sampled | Failure:
        """All runs, or why there are none."""
        self._tell = progress
        try:
            return self._sample()
        except _Failed as error:
            return error.failure
        except _Named as found:
            return self._again(found.value)
        except SampleError as error:
            return _error(f"{self.job.verifier}: {error}")
        except MissingScipyError as error:
            return Failure(status="missing", reason="library", message=str(error), hint=error.HINT)

    def _sample(self) -> Sampled:
        runs = self._runs(LOOKS[0])
        noise, same = self._floor() if runs[0].against is not None else (Floor(epsilon=FLOOR), ())
        value, sides = self._settled(runs, noise)
        repeat: list[RunSamples] = []
        repeat_value: Quantity | None = None
        if "outside" in sides:
            repeat = self._runs(LOOKS[0])
            repeat_value, _ = self._settled(repeat, noise)
        return Sampled(
            value=value,
            unit=self._symbol or "",
            runs=tuple(runs),
            repeat=tuple(repeat),
            floor=same,
            repeat_value=repeat_value,
            unfit=noise.why,
        )

    def _again(self, value: Value) -> Sampled | Failure:
        """A name or an exact number has no interval: it counts where a second run gives the same."""
        for result in run([replace(self.job, fresh=True)], self.limits, parallel=1, stop=self.stop):
            if result.failure:
                return result.failure
            if result.value != value:
                return self._unsteady(write(value), _word(result))
        return Sampled(value=value)

    def _unsteady(self, before: str, now: str) -> Failure:
        return _error(f"{self.job.verifier} gave {before} before and {now} now")

    def _floor(self) -> tuple[Floor, tuple[RunSamples, ...]]:
        """The noise floor, and the runs that it is from."""
        same = tuple(self._runs(LOOKS[0], arm=True))
        noise = floor(same)
        if not noise.biased:
            return noise, same
        again = tuple(self._runs(LOOKS[0], arm=True))  # only a bias that is seen twice makes the host unfit
        return floor(same, again), (*same, *again)

    def _settled(self, runs: list[RunSamples], noise: Floor) -> tuple[Quantity, set[Side]]:
        """The value, and its side of each figure, once ``runs`` are as many as it takes; adds to them."""
        while True:
            value = self._quantity(runs, noise.epsilon)
            sides = {self._side(figure, value, noise.why) for figure in self.figures}
            more = further(len(runs), sides)
            if not more:
                return value, sides
            runs.extend(self._runs(more))

    def _side(self, figure: Figure, value: Quantity, unfit: str) -> Side:
        """Where the value lies, not asking yet whether a repeat confirms it."""
        if figure.dimension.physical != value.dimension.physical:
            return "inside"  # a wrong unit needs no more runs
        outcome = Outcome(standing="attested", unfit=unfit)
        claim = self.claim
        known = floored(value, claim.noise)
        return against_noise(figure, known, outcome, compare=claim.compare, tolerance=claim.tolerance).side

    def _quantity(self, runs: Sequence[RunSamples], epsilon: Fraction) -> Quantity:
        spread = estimate(runs).spread
        factor = self._unit.factor if self._unit else Fraction(1)
        low, high = spread.low, spread.high
        scaled = Interval(None if low is None else low * factor, None if high is None else high * factor)
        dimension = self._unit.dimension if self._unit else NONE
        return Quantity(spread=scaled, reach=scaled, dimension=dimension, noise=epsilon)

    def _runs(self, count: int, *, arm: bool = False) -> list[RunSamples]:
        job = replace(self.job, fresh=True, arm="A/A" if arm else "A/B")
        found: list[RunSamples] = []
        for result in run([job] * count, self.limits, parallel=1, stop=self.stop):
            found.append(self._read(result))
            self._done += 1
            if self._tell:
                self._tell(self.claim.id, self._done, max(LOOKS[0], self._done), result.seconds)
        return found

    def _read(self, result: Result) -> RunSamples:
        if result.failure:
            raise _Failed(result.failure)
        if result.samples is None:
            if result.value is None or isinstance(result.value, Table):
                raise _Failed(_error(f"{self.job.verifier} gives no samples"))
            if self._symbol is not None:
                raise _Failed(self._unsteady("samples", _word(result)))
            raise _Named(result.value)
        need_scipy()  # before all the other runs are taken
        samples = result.samples
        ratio = samples.against is not None
        if self._symbol is not None and samples.unit != self._symbol:
            raise _Failed(self._unsteady(self._symbol or "no unit", samples.unit or "no unit"))
        self._symbol = samples.unit
        if samples.unit:
            try:
                unit = read_unit(samples.unit)
            except FigureError as error:
                raise _Failed(_error(f"{self.job.verifier}: {error.message}", error.hint)) from error
            self._unit = None if ratio else unit  # of a ratio it cancels
        against = tuple(samples.against) if samples.against is not None else None
        return RunSamples(values=tuple(samples.values), against=against)


def _word(result: Result) -> str:
    value = result.value
    return "samples" if value is None else "a table" if isinstance(value, Table) else write(value)


def _error(message: str, hint: str | None = None) -> Failure:
    return Failure(status="error", reason="verifier", message=message, hint=hint)
