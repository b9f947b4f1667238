"""The page of rates: each host's rates below their ceilings, drawn and in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trueup.expression.bounds import nearest
from trueup.reports.html.pages import Links, link, page, status, text
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.plots.canvas import marker
from trueup.reports.html.plots.parts import centre, figure, formula, interval, sentence
from trueup.reports.html.plots.rates import Rate, by_dimension, rates
from trueup.reports.html.plots.rates_drawing import draw_roofline, draw_rows
from trueup.reports.html.plots.rates_scene import Roofline, Rows, roofline, rows
from trueup.reports.html.recorded import Recorded

TITLE = "Rates and ceilings"
_WORDS = (
    "<p>Each requirement of the form <code>rate &lt;= ceiling</code> gives a point and its ceiling, "
    "host by host.</p>"
)


def rates_page(recorded: Recorded, links: Links) -> str:
    """The page as Markdown with raw HTML blocks; empty where no rate is held against a ceiling."""
    body = list(rates_blocks(recorded, links))
    if not body:
        return ""
    back = f'<p class="trueup-more">{link(links.dashboard, "All claims")}</p>'
    return page(TITLE, (_WORDS, *body, back))


def rates_blocks(recorded: Recorded, links: Links) -> Iterator[str]:
    """A heading, a figure and a table for each dimension; rates with ceilings that rise are apart."""
    for found in by_dimension(rates(recorded)).values():
        flat = [one for one in found if not one.slopes]
        sloped = [one for one in found if one.slopes]
        if flat and (scene := rows(flat)):
            yield f"## In {_unit(flat[0])}"
            yield _block(_rows_figure(scene, flat), flat, links)
        if sloped and (roof := roofline(sloped)):
            yield f"## In {_unit(sloped[0])}, over arithmetic intensity"
            yield _block(_roofline_figure(roof, sloped), sloped, links)


def _unit(one: Rate) -> str:
    above, below = one.dimension.sides
    return text("/".join(("·".join(above), *below)))


def _block(drawn: str, found: Sequence[Rate], links: Links) -> str:
    return f'<div class="trueup-rates">{drawn}{_table(found, links)}</div>'


def _rows_figure(scene: Rows, found: Sequence[Rate]) -> str:
    hosts = tuple(one.host for one in scene.hosts)
    key = [
        *((marker(hosts, host)[1], f"a rate on {text(host)}, with its interval") for host in hosts),
        ("trueup-stroke-right", "a ceiling, with its interval"),
    ]
    return figure(lambda: draw_rows(scene, title="Rates below their ceilings", about=_about(found)), key)


def _roofline_figure(scene: Roofline, found: Sequence[Rate]) -> str:
    hosts = tuple(dict.fromkeys(one.host for one in scene.roofs))
    key = [
        *((marker(hosts, host)[1], f"a rate on {text(host)}, with its interval") for host in hosts),
        *(
            (f"trueup-stroke-right trueup-stroke-{at % 4}", f"the roof of {text(host)}")
            for at, host in enumerate(hosts)
        ),
        ("1", "the number of the point in the table"),
    ]
    return figure(lambda: draw_roofline(scene, title="Roofline", about=_about(found)), key)


def _about(found: Sequence[Rate]) -> str:
    """The plot in sentences, for those who can't see it."""
    return " ".join(
        f"On {one.host}, {one.rate.text} is {sentence(one.value)}, its ceiling {one.ceiling.text} is "
        f"{sentence(one.limit)}."
        for one in found
    )


def _table(found: Sequence[Rate], links: Links) -> str:
    sloped = bool(found[0].slopes)
    heads = (*["Point"] * sloped, "Host", "Rate", *["Intensity"] * sloped, "Value", "Interval")
    name = f"Rates in {_unit(found[0])}{' over intensity' if sloped else ''}"
    rows = (_row(one, links, at) for at, one in enumerate(found, 1))
    return plain_table(name, (*heads, "Ceiling", "Value", "Share", "Requirement"), rows, css="trueup-plotted")


def _row(one: Rate, links: Links, number: int) -> list[str]:
    claim = one.claim
    intensity = [centre(one.slopes[0].intensity)] if one.slopes else []
    return [
        *([str(number)] if one.slopes else []),
        text(one.host),
        formula(one.rate, links),
        *intensity,
        centre(one.value),
        interval(one.value),
        formula(one.ceiling, links),
        text(sentence(one.limit)),
        _share(one),
        f"{link(links.claim(claim.id), text(claim.id))} {status(claim.status)}",
    ]


def _share(one: Rate) -> str:
    reach = one.share.reach if one.share else None
    if reach is None or reach.low is None or reach.high is None:
        return "–"
    low, high = (str(nearest(end * 100)) for end in (reach.low, reach.high))
    return text(f"{low} %" if low == high else f"{low}–{high} %")
