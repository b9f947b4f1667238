"""What the plot of a decision shows: its sides against the operand that turns it, and where that is now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from trueup.expression.nodes import Ref
from trueup.quantity.write import write
from trueup.reports.html.exact import RecordedTurn
from trueup.reports.html.plots.axis import Scale, Span, scale
from trueup.reports.html.plots.extent import Extent
from trueup.reports.html.plots.hosts import UNSAID, hosts
from trueup.reports.html.plots.recordings import Recording, recordings
from trueup.reports.html.plots.sides import Side, comparisons
from trueup.reports.html.recorded import Recorded, RecordedClaim

_SAMPLES = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A side, with the operand along x: in the middle of what it could be, and its lowest and highest."""

    xs: tuple[float, ...]
    lows: tuple[float, ...]
    middles: tuple[float, ...]
    highs: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Where a side is now, with all that the operand and the side could be.

    :param host: whose values the side is made of
    :param now: False for what else was recorded of the operand
    """

    host: str
    now: bool = True
    side: int
    x: Span
    y: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Where the decision turns, and the words on either side."""

    x: float
    label: str
    below: str
    above: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A plot of a decision, in the units of its axes: all that its drawing depends on."""

    operand: str
    x: Scale
    y: Scale
    curves: tuple[Curve, Curve]
    points: tuple[Point, ...]
    turns: tuple[Turn, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """Whose points it shows, those of now first."""
        points = sorted(self.points, key=lambda point: not point.now)
        return tuple(dict.fromkeys(point.host for point in points))


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPlot:
    """A decision with its sides, and the operand nearest to turning it.

    :param turns: those of that operand
    :param recordings: what else was recorded of it
    """

    claim: RecordedClaim
    operator: str
    left: Side
    right: Side
    operand: str
    turns: tuple[RecordedTurn, ...]
    recordings: tuple[Recording, ...]
    scene: Scene

    @property
    def sides(self) -> tuple[Side, Side]:
        """Left and right."""
        return self.left, self.right


def decision_plot(claim: RecordedClaim, recorded: Recorded) -> DecisionPlot | None:
    """The plot of a decision; None where nothing turns it, or its sides are no numbers."""
    if claim.how != "decide" or not claim.turns:
        return None
    nearest = min(claim.turns, key=lambda one: (not _measured(one, recorded), _distance(one)))
    operand, turns = nearest.operand, tuple(one for one in claim.turns if one.operand == nearest.operand)
    found = recorded.claims.get(operand)
    others = recordings(found) if found else ()
    for operator, left, right in comparisons(claim, recorded):
        if operand not in left.names and operand not in right.names:
            continue
        labels = (_host(left, recorded), _host(right, recorded))
        scene = _scene(operand, (left, right), turns, labels, others)
        if scene:
            return DecisionPlot(
                claim=claim,
                operator=operator,
                left=left,
                right=right,
                operand=operand,
                turns=turns,
                recordings=others,
                scene=scene,
            )
    return None


def _measured(turn: RecordedTurn, recorded: Recorded) -> bool:
    claim = recorded.claims.get(turn.operand)
    return claim is not None and claim.basis == "measured"


def _distance(turn: RecordedTurn) -> tuple[bool, Fraction]:
    return turn.distance is None, turn.distance or Fraction(0)


def _host(side: Side, recorded: Recorded) -> str | None:
    """The label of a side's point; None where nothing in it was measured."""
    if not any(recorded.claims[name].basis == "measured" for name in side.names):
        return None
    return hosts(side.names, recorded) or UNSAID


@lru_cache(maxsize=512)  # a server computes again only what has changed
def _scene(
    operand: str,
    sides: tuple[Side, Side],
    turns: tuple[RecordedTurn, ...],
    labels: tuple[str | None, str | None],
    others: tuple[Recording, ...],
) -> Scene | None:
    now = sides[0].part(Ref(claim=operand))
    left, right = (side.now for side in sides)
    if now is None or left is None or right is None:
        return None
    places = [one.at.spread.low for one in turns if one.at.spread.low is not None]
    along = [now.low, now.centre, now.high, *places, *(end for one in others for end in (one.low, one.high))]
    x = scale(along, now.dimension)
    if x is None:
        return None
    xs = sorted({*_samples(x), *along})
    drawn = [list(_curve(side, operand, xs)) for side in sides]
    if not all(drawn):
        return None
    y = _across((left, right), drawn)
    if y is None:
        return None
    try:
        curves = [_placed(curve, x, y) for curve in drawn]
        points = tuple(
            # A side without the operand is the same all along: uncertain upward and downward only.
            Point(
                host=label,
                side=at,
                x=x.span(now) if operand in sides[at].names else (x.place(now.centre),) * 3,
                y=y.span(value),
            )
            for at, (value, label) in enumerate(zip((left, right), labels, strict=True))
            if label
        )
        past = tuple(
            point
            for at, side in enumerate(sides)
            if operand in side.names
            for one in others
            if (point := _past(one, at, side, operand, (x, y)))
        )
    except OverflowError:
        return None
    return Scene(
        operand=operand,
        x=x,
        y=y,
        curves=(curves[0], curves[1]),
        points=(*past, *points),
        turns=tuple(
            Turn(x=x.place(one.at.spread.low), label=write(one.at), below=one.below, above=one.above)
            for one in turns
            if one.at.spread.low is not None
        ),
    )


def _past(one: Recording, at: int, side: Side, operand: str, axes: tuple[Scale, Scale]) -> Point | None:
    """Where a side would be with what else was recorded of the operand."""
    found = [side.at(operand, value) for value in (one.low, one.centre, one.high)]
    places = [axes[1].place(value.centre) for value in found if value]
    if len(places) < len(found):
        return None
    low, centre, high = places
    return Point(
        host=one.host or UNSAID,
        now=False,
        side=at,
        x=(axes[0].place(one.low), axes[0].place(one.centre), axes[0].place(one.high)),
        y=(min(low, high), centre, max(low, high)),
    )


def _samples(x: Scale) -> Iterator[Fraction]:
    """Values over the whole axis, short enough to compute with."""
    for step in range(_SAMPLES + 1):
        share = step / _SAMPLES
        place = x.low * (x.high / x.low) ** share if x.log else x.low + (x.high - x.low) * share
        yield Fraction(f"{place:.6g}") * x.factor


_Sample = tuple[Fraction, Extent]


def _curve(side: Side, operand: str, xs: list[Fraction]) -> Iterator[_Sample]:
    now = side.now
    for value in xs:
        found = side.at(operand, value) if operand in side.names else now
        if found:
            yield value, found


def _across(present: tuple[Extent, Extent], drawn: list[list[_Sample]]) -> Scale | None:
    """The axis of the sides: what they are now and all of the curves, unless those run away."""
    values = [end for one in present for end in (one.low, one.high)]
    low, high = min(values), max(values)
    for _, found in (sample for curve in drawn for sample in curve):
        # Near a pole a side has no bounds: the plot stays where the decision is.
        if (found.centre > 0) == (high > 0) and low - 3 * abs(low) <= found.centre <= 4 * abs(high):
            values.append(found.centre)
    return scale(values, present[0].dimension, margin=0.12)


def _placed(samples: list[_Sample], x: Scale, y: Scale) -> Curve:
    def row(pick: int) -> tuple[float, ...]:
        return tuple(y.span(found)[pick] for _, found in samples)

    return Curve(xs=tuple(x.place(value) for value, _ in samples), lows=row(0), middles=row(1), highs=row(2))
