"""What the plots of rates show: rows of rates under their ceilings, and roofs over intensity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from trueup.quantity.units import Dimension
from trueup.reports.html.plots.axis import Scale, Span, scale
from trueup.reports.html.plots.extent import Extent
from trueup.reports.html.plots.rates import Rate

_INTENSITY = Dimension.of(FLOP=1, B=-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A rate below a ceiling."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """A ceiling and the rates that stay, or ought to stay, below it."""

    label: str
    span: Span
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRows:
    """What is known of one host."""

    host: str
    ceilings: tuple[Ceiling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rates of one dimension, host by host, along one axis."""

    x: Scale
    hosts: tuple[HostRows, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roof:
    """A ceiling over intensity, of one host: its corners as ``(intensity, low, middle, high)``."""

    host: str
    label: str
    corners: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """A rate at its intensity."""

    host: str
    label: str
    x: Span
    y: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Roofline:
    """Rates over arithmetic intensity, both axes logarithmic, and the roof of each host."""

    x: Scale
    y: Scale
    roofs: tuple[Roof, ...]
    kernels: tuple[Kernel, ...]


def rows(found: Sequence[Rate]) -> Rows | None:
    """Rates of one dimension along one axis; None where a float can't hold them.

    :param found: sorted by host and ceiling
    """
    values = [end for one in found for value in (one.value, one.limit) for end in (value.low, value.high)]
    x = scale(values, found[0].dimension, margin=0.08)
    if x is None:
        return None
    try:
        return Rows(
            x=x,
            hosts=tuple(
                HostRows(host=host, ceilings=tuple(_ceilings(list(group), x)))
                for host, group in groupby(found, key=lambda one: one.host)
            ),
        )
    except OverflowError:
        return None


def _ceilings(found: Sequence[Rate], x: Scale) -> list[Ceiling]:
    ceilings = []
    for label, group in groupby(found, key=lambda one: one.ceiling.text):
        below = list(group)
        bars = tuple(Bar(label=one.rate.text, span=x.span(one.value)) for one in below)
        ceilings.append(Ceiling(label=label, span=x.span(below[0].limit), bars=bars))
    return ceilings


def roofline(found: Sequence[Rate]) -> Roofline | None:
    """The rates whose ceilings rise with intensity; None where there are none.

    :param found: of one dimension, sorted by host
    """
    sloped = [one for one in found if one.slopes]
    intensities = [
        end for one in sloped for slope in one.slopes for end in (slope.intensity.low, slope.intensity.high)
    ]
    if not sloped or min(intensities) <= 0:
        return None
    # Room to either side, so that the slope shows, and the corner where there is a peak.
    along = [*intensities, *(corner for one in sloped for corner in _corners(one))]
    x = scale([min(along) / 5, max(along) * 5], _INTENSITY, margin=0)
    levels = [value for one in sloped for value in (one.value, one.limit, *one.peaks)]
    seen = [end for value in levels for end in (value.low, value.high)]
    y = scale([min(seen) / 4, max(seen) * 4], sloped[0].dimension, margin=0)
    if x is None or y is None:
        return None
    try:
        roofs = dict.fromkeys(_roof(one, x, y) for one in sloped)
        kernels = tuple(
            Kernel(
                host=one.host,
                label=one.rate.text,
                x=x.span(one.slopes[0].intensity),
                y=y.span(one.value),
            )
            for one in sloped
        )
    except OverflowError:
        return None
    return Roofline(x=x, y=y, roofs=tuple(roofs), kernels=kernels)


def _roof(one: Rate, x: Scale, y: Scale) -> Roof:
    """The roof of a requirement: the least of its slopes and peaks, at each corner."""
    places = {*_corners(one), *(Fraction(f"{end:.6g}") * x.factor for end in (x.low, x.high))}
    return Roof(
        host=one.host,
        label=one.ceiling.text,
        corners=tuple(
            (x.place(at), *_least([*(slope.bandwidth.times(at) for slope in one.slopes), *one.peaks], y))
            for at in sorted(places)
        ),
    )


def _corners(one: Rate) -> list[Fraction]:
    """The intensities at which a slope meets a peak."""
    return [
        peak.centre / slope.bandwidth.centre
        for slope in one.slopes
        for peak in one.peaks
        if slope.bandwidth.centre > 0 and peak.centre > 0
    ]


def _least(limits: Sequence[Extent], y: Scale) -> Span:
    spans = [y.span(limit) for limit in limits]
    return (min(one[0] for one in spans), min(one[1] for one in spans), min(one[2] for one in spans))
