"""Criterion's records: what it estimated, and the samples that it was estimated from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from trueup.diagnostics import Location, counted
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.readers.artifact import read_artifact, refuse
from trueup.readers.json import read_json

#: Beyond it no time in ns, count or change is believed.
LARGEST: Final = Fraction(10**30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One statistic: of a run in ns, of a comparison the relative change.

    :param interval: criterion's confidence interval
    :param place: of the point estimate
    """

    point: Fraction
    interval: Interval
    place: Location


def read_estimate(root: Root, file: Path, statistic: str) -> Estimate:
    """One statistic of an ``estimates.json``.

    :param statistic: ``mean`` or ``median``
    :raises TrueupError: M634 it is not there, M635 it is no number, M636 it lies outside its interval
    """
    document = read_json(read_artifact(root, file))
    place = document.locate(document.find(f"/{statistic}/point_estimate")[0])
    point = document.number(f"/{statistic}/point_estimate")
    low = document.number(f"/{statistic}/confidence_interval/lower_bound")
    high = document.number(f"/{statistic}/confidence_interval/upper_bound")
    if not low <= point <= high or max(abs(low), abs(high)) > LARGEST:
        message = f"the {statistic} does not lie in its own interval"
        raise refuse(place, "M636", message, "run cargo bench again")
    return Estimate(point=point, interval=Interval(low, high), place=place)


def read_sample(root: Root, file: Path) -> tuple[Fraction, ...]:
    """The time of one iteration in ns, a value each sample, of a ``sample.json``.

    :raises TrueupError: M631 there are none, M635 one is no positive number, M636 the lists differ in length
    """
    document = read_json(read_artifact(root, file))
    iterations, times = document.numbers("/iters"), document.numbers("/times")
    if len(iterations) != len(times):
        message = (
            f"there are {counted(len(times), 'time')} and {counted(len(iterations), 'count')} of iterations"
        )
        raise refuse(document.locate(("times",)), "M636", message, "run cargo bench again")
    for name, values in (("iters", iterations), ("times", times)):
        for number, value in enumerate(values):
            if not 1 / LARGEST < value < LARGEST:
                place = document.locate((name, number))
                raise refuse(place, "M635", f"the value at /{name}/{number} is no time or count above zero")
    return tuple(time / count for time, count in zip(times, iterations, strict=True))
