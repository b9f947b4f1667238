"""What stands around a drawing: its frame and key, a table, a line on what to install."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trueup.quantity.value import Quantity
from trueup.quantity.write import write, write_around
from trueup.reports.html.pages import Links, link, text
from trueup.reports.html.plots.extent import Extent
from trueup.reports.html.plots.sides import Side

#: What brings the library.
INSTALL = "pip install 'trueup[plots]'"


def figure(draw: Callable[[], str], key: Iterable[tuple[str, str]]) -> str:
    """A drawing with its key, or a line on what to install; one line of HTML.

    :param key: class of a sign, and escaped text
    """
    try:
        drawing = draw()
    except ImportError:
        return (
            '<p class="trueup-no-plot">The plot is left out, since matplotlib is not installed: '
            f"<code>{text(INSTALL)}</code>. The table says the same.</p>"
        )
    items = "".join(f"<li>{_sign(sign)}{words}</li>" for sign, words in key)
    return (
        f'<figure class="trueup-plot" data-search-exclude>{drawing}'
        f'<figcaption><ul class="trueup-key">{items}</ul></figcaption></figure>'
    )


def _sign(sign: str) -> str:
    """The sign of an entry: a line in one of the styles, or a glyph."""
    if sign.startswith("trueup-"):
        return f'<span class="trueup-stroke {sign}" aria-hidden="true"></span>'
    return f'<span class="trueup-shape" aria-hidden="true">{text(sign)}</span>'


def formula(side: Side, links: Links) -> str:
    """A side's formula as code, with a link where it is a claim itself."""
    shown = code(side.text)
    return link(links.claim(side.text), shown) if side.names == (side.text,) else shown


def code(words: str) -> str:
    """A formula that may be broken behind a point of an id."""
    return f"<code>{text(words).replace('.', '.<wbr>')}</code>"


def centre(value: Extent) -> str:
    """The value in the middle, escaped."""
    return text(_centre(value))


def interval(value: Extent) -> str:
    """All that it could be, escaped."""
    return "exact" if value.reach.is_point else text(_interval(value))


def sentence(value: Extent) -> str:
    """The value in the middle with all that it could be: ``8.846 ms (8.352–9.340 ms)``; not escaped."""
    return _centre(value) if value.reach.is_point else f"{_centre(value)} ({_interval(value)})"


def _centre(value: Extent) -> str:
    return write(Quantity.exact(value.centre, value.dimension))


def _interval(value: Extent) -> str:
    return write_around(Quantity(spread=value.reach, reach=value.reach, dimension=value.dimension))
