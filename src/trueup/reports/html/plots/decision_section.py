"""A decision on its claim's page: the plot, its key, and a table that says the same."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.expression.nodes import Ref
from trueup.quantity.value import Quantity
from trueup.quantity.write import write
from trueup.reports.html.exact import RecordedTurn
from trueup.reports.html.pages import Links, link, text
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.plots.canvas import marker
from trueup.reports.html.plots.decision import DecisionPlot, decision_plot
from trueup.reports.html.plots.decision_drawing import SIDES, draw_decision
from trueup.reports.html.plots.hosts import hosts
from trueup.reports.html.plots.parts import centre, code, figure, formula, interval, sentence
from trueup.reports.html.plots.recordings import Recording
from trueup.reports.html.recorded import Recorded, RecordedClaim


def decision_section(claim: RecordedClaim, recorded: Recorded, links: Links) -> str:
    """The plot of a decision as one block of HTML; empty where there is nothing to show."""
    plot = decision_plot(claim, recorded)
    if plot is None:
        return ""

    def draw() -> str:
        return draw_decision(
            plot.scene, title=f"{claim.id} against {plot.operand}", about=_about(plot, recorded)
        )

    return f'<div class="trueup-decision">{figure(draw, _key(plot))}{_table(plot, recorded, links)}</div>'


def _about(plot: DecisionPlot, recorded: Recorded) -> str:
    """The plot in sentences, for those who can't see it."""
    parts = [f"The two sides of {plot.left.text} {plot.operator} {plot.right.text} against {plot.operand}."]
    for side in plot.sides:
        if side.now:
            of = hosts(side.names, recorded)
            parts.append(f"{side.text} is {sentence(side.now)}{f' on {of}' if of else ''}.")
    parts.extend(f"{_turn(one)}." for one in plot.turns)
    return " ".join(parts)


def _turn(one: RecordedTurn) -> str:
    return f"It flips at {write(one.at)}: {one.below} below, {one.above} above"


def _key(plot: DecisionPlot) -> Iterator[tuple[str, str]]:
    for name, side in zip(SIDES, plot.sides, strict=True):
        yield f"trueup-stroke-{name}", code(side.text)
    seen = plot.scene.hosts
    for one in seen:
        if any(point.now and point.host == one for point in plot.scene.points):
            yield marker(seen, one)[1], f"now, on {text(one)}, with its interval"
    for one in seen:
        if any(not point.now and point.host == one for point in plot.scene.points):
            yield marker(seen, one)[2], f"also recorded on {text(one)}"
    yield "trueup-stroke-turn", "where the decision flips"


def _table(plot: DecisionPlot, recorded: Recorded, links: Links) -> str:
    heads = ("Part", "What", "Value", "Interval", "Host")
    return plain_table("The two sides", heads, _rows(plot, recorded, links), css="trueup-plotted")


def _rows(plot: DecisionPlot, recorded: Recorded, links: Links) -> Iterator[list[str]]:
    for name, side in zip(("Left side", "Right side"), plot.sides, strict=True):
        if side.now:
            of = text(hosts(side.names, recorded) or "–")
            yield [name, formula(side, links), centre(side.now), interval(side.now), of]
    now = plot.left.part(Ref(claim=plot.operand))
    of = text(hosts((plot.operand,), recorded) or "–")
    if now and plot.operand not in (side.text for side in plot.sides):
        yield ["Operand", _operand(plot.operand, links), centre(now), interval(now), of]
    for also in plot.recordings:
        of = text(f"{also.host}, {also.date}")
        yield [
            "Also recorded",
            _operand(plot.operand, links),
            text(_middle(also, plot)),
            text(also.value),
            of,
        ]
    others = [one for one in plot.claim.turns if one.operand != plot.operand]
    for one in (*plot.turns, *others):
        words = text("; ".join(part for part in (f"{one.below} below, {one.above} above", one.away) if part))
        yield ["Flips at", _operand(one.operand, links), text(write(one.at)), words, "–"]


def _middle(one: Recording, plot: DecisionPlot) -> str:
    dimension = plot.left.values[plot.operand].dimension
    return write(Quantity.exact(one.centre, dimension))


def _operand(name: str, links: Links) -> str:
    return link(links.claim(name), code(name))
