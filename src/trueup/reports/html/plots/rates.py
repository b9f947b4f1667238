"""Rates held against their ceilings: what the requirements of a ledger say of each host."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from trueup.expression.nodes import Binary, Call, Node
from trueup.expression.write import unparse
from trueup.quantity.units import Dimension
from trueup.reports.html.plots.extent import Extent
from trueup.reports.html.plots.hosts import UNSAID, hosts
from trueup.reports.html.plots.sides import Side, comparisons
from trueup.reports.html.recorded import Recorded, RecordedClaim

_SECOND = "s"
_INTENSITY = Dimension.of(FLOP=1, B=-1)
_BANDWIDTH = Dimension.of(B=1, s=-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """A ceiling that rises with arithmetic intensity.

    :param intensity: work for each byte, by the requirement
    :param bandwidth: bytes per second, and the formula of it
    """

    intensity: Extent
    bandwidth: Extent
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A requirement that a rate stays below a ceiling.

    :param host: whose rate it is
    :param share: the rate over its ceiling; None where the ceiling may be zero
    :param slopes: the parts of the ceiling that rise with intensity, the flat ones left out
    """

    claim: RecordedClaim
    rate: Side
    ceiling: Side
    host: str
    value: Extent
    limit: Extent
    share: Extent | None
    slopes: tuple[Slope, ...] = ()
    peaks: tuple[Extent, ...] = ()

    @property
    def dimension(self) -> Dimension:
        """Of the rate and its ceiling."""
        return self.value.dimension


def rates(recorded: Recorded) -> tuple[Rate, ...]:
    """All rates that a requirement holds against a ceiling, by dimension, host, ceiling and id.

    Each requirement of the form ``rate <= ceiling`` counts, in which both sides are of something for each
    second and the smaller rests on something measured.
    """
    found = [one for claim in recorded.claims.values() for one in _rates(claim, recorded)]
    return tuple(
        sorted(
            found,
            key=lambda one: (one.dimension.exponents, one.host.casefold(), one.ceiling.text, one.claim.id),
        )
    )


def _rates(claim: RecordedClaim, recorded: Recorded) -> Iterator[Rate]:
    if claim.how != "require":
        return
    for operator, left, right in comparisons(claim, recorded):
        small, large = (left, right) if operator in {"<", "<="} else (right, left)
        value, limit = small.now, large.now
        if operator in {"==", "!="} or value is None or limit is None:
            continue
        measured = any(recorded.claims[name].basis == "measured" for name in small.names)
        if measured and _is_rate(value) and _is_rate(limit):
            one = Rate(
                claim=claim,
                rate=small,
                ceiling=large,
                host=hosts(small.names, recorded) or UNSAID,
                value=value,
                limit=limit,
                share=_share(small, large),
            )
            yield _with_slopes(one, large)


def _is_rate(value: Extent) -> bool:
    """Whether it is of something for each second, and there is some."""
    above, below = value.dimension.sides
    return len(above) == 1 and _SECOND in below and value.low > 0


def _share(rate: Side, ceiling: Side) -> Extent | None:
    return rate.part(Binary(operator="/", left=rate.node, right=ceiling.node))


def _with_slopes(one: Rate, ceiling: Side) -> Rate:
    """The same with the parts of its ceiling: ``min(peak, intensity * bandwidth)``, or the product alone."""
    node = ceiling.node
    parts = node.arguments if isinstance(node, Call) and node.function == "min" else (node,)
    slopes, peaks = [], []
    for part in parts:
        slope = _slope(part, ceiling)
        value = ceiling.part(part)
        if slope:
            slopes.append(slope)
        elif value:
            peaks.append(value)
    return replace(one, slopes=tuple(slopes), peaks=tuple(peaks)) if slopes else one


def _slope(node: Node, ceiling: Side) -> Slope | None:
    if not isinstance(node, Binary) or node.operator != "*":
        return None
    for one, other in ((node.left, node.right), (node.right, node.left)):
        intensity, bandwidth = ceiling.part(one), ceiling.part(other)
        if (
            intensity
            and bandwidth
            and intensity.dimension == _INTENSITY
            and bandwidth.dimension == _BANDWIDTH
        ):
            return Slope(intensity=intensity, bandwidth=bandwidth, text=unparse(other))
    return None


def by_dimension(found: Iterable[Rate]) -> dict[Dimension, tuple[Rate, ...]]:
    """The rates that can share an axis."""
    groups: dict[Dimension, list[Rate]] = {}
    for one in found:
        groups.setdefault(one.dimension, []).append(one)
    return {dimension: tuple(group) for dimension, group in groups.items()}
