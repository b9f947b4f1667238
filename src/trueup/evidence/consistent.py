"""Whether what was concluded can have come from the samples beside it; without scipy.

Student's interval lies evenly around the mean of the runs, on the scale on which it was computed. So the
middle of a recorded interval is known again without any quantile, and an end that was edited moves it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

from trueup.evidence.record import Evidence, Run
from trueup.evidence.values import MalformedError, Outcome
from trueup.quantity.codes import FigureError
from trueup.quantity.units import read_unit
from trueup.quantity.value import Quantity
from trueup.stats.decide import LOOKS
from trueup.stats.errors import SampleError
from trueup.stats.samples import RunSamples

#: Relative; both ends are rounded outward to six digits.
_ROUNDED = 3e-5


def consistent(evidence: Evidence) -> None:
    """Compare the intervals of a measurement, and of its repeat, with their runs.

    A value without a noise floor was not measured in runs, and is left alone.

    :raises MalformedError: it has fewer runs than are ever taken, or another middle than they have
    """
    measured = isinstance(evidence.value, Quantity) and evidence.value.noise is not None
    if measured:
        _follows("the value", evidence.value, evidence.runs, evidence.unit)
        if evidence.repeat_value is not None:
            _follows("the value of the repeat", evidence.repeat_value, evidence.repeat, evidence.unit)


def _follows(name: str, value: Outcome, runs: Sequence[Run], unit: str) -> None:
    if len(runs) < LOOKS[0]:
        raise MalformedError(f"{name} is of {LOOKS[0]} runs at least, and there are {len(runs)}")
    if not isinstance(value, Quantity) or value.spread.low is None or value.spread.high is None:
        return
    try:
        values = [RunSamples(values=run.values, against=run.against).value for run in runs]
        factor = 1.0 if runs[0].against is not None or not unit else float(read_unit(unit).factor)
    except (SampleError, FigureError) as error:
        raise MalformedError(f"{name} has samples of which none comes: {error}") from error
    low, high = float(value.spread.low) / factor, float(value.spread.high) / factor
    if min(values) > 0:
        if low <= 0 or high <= 0:
            raise MalformedError(f"{name} is not what its samples give")
        apart = (math.log(low) + math.log(high)) / 2 - fmean(map(math.log, values))
        allowed = _ROUNDED
    else:
        apart = (low + high) / 2 - fmean(values)
        allowed = _ROUNDED * max(abs(low), abs(high))
    if not abs(apart) <= allowed:
        raise MalformedError(f"{name} is not what its samples give")
