"""A drawing by matplotlib as inline SVG that is inert, themed by the page, and the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from trueup.escape import html

#: Stand-ins that are drawn with, and the colour of the page that each becomes.
INKS: Mapping[str, tuple[str, str]] = {
    "text": ("#010101", "var(--trueup-text, #1f2430)"),
    "mute": ("#020202", "var(--trueup-mute, #5c6370)"),
    "line": ("#030303", "var(--trueup-line, #c5c9d1)"),
    "back": ("#040404", "var(--trueup-plot-back, #ffffff)"),
    "left": ("#050505", "var(--trueup-plot-left, #1f5fae)"),
    "right": ("#060606", "var(--trueup-plot-right, #a04a00)"),
    "turn": ("#070707", "var(--trueup-bad, #b00020)"),
}
_COLOURS = dict(INKS.values())
_TAGS = frozenset({"g", "path", "text", "use", "defs", "clipPath", "rect"})
_PLAIN = frozenset({"d", "x", "y", "width", "height", "transform"})
_STYLES = frozenset(
    {"fill", "fill-opacity", "font-size", "font-weight", "opacity", "stroke", "stroke-dasharray"}
    | {"stroke-linecap", "stroke-linejoin", "stroke-width", "text-anchor"}
)
_NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")
_HREF = "{http://www.w3.org/1999/xlink}href"
#: Groups named so keep their name as a class; the library's own names are dropped.
NAMED = "trueup-"


def inline_svg(drawing: str, *, prefix: str, title: str, about: str) -> str:
    """The drawing as one line of HTML: only shapes and text, each attribute from a fixed list.

    :param drawing: SVG as matplotlib writes it
    :param prefix: of every id, so that two drawings on a page don't share one
    :param title: what a screen reader says first
    :param about: and what it says then
    """
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415  only where something is drawn

    root = fromstring(drawing)
    box = " ".join(_short(part) for part in root.get("viewBox", "").split())
    names = _Names(prefix)
    inner = "".join(_written(child, names) for child in root)
    labels = f"{prefix}-title {prefix}-about"
    return (
        f'<svg class="trueup-drawing" viewBox="{html(box)}" role="img" aria-labelledby="{labels}" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'stroke-linejoin="round">'
        f'<title id="{prefix}-title">{html(_line(title))}</title>'
        f'<desc id="{prefix}-about">{html(_line(about))}</desc>{inner}</svg>'
    )


class _Names:
    """Ids by order of appearance, in place of the library's."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        return self._known.setdefault(name, f"{self._prefix}-{len(self._known) + 1}")


def _written(element: Element, names: _Names) -> str:
    tag = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
    if tag not in _TAGS:
        return ""
    attributes = dict(_attributes(tag, element, names))
    inner = "".join(_written(child, names) for child in element)
    if tag == "text":
        inner = html(_line("".join(element.itertext())))
    if tag in {"g", "defs"} and not inner:
        return ""
    if tag == "g" and not attributes:
        return inner
    written = "".join(f' {name}="{html(value)}"' for name, value in attributes.items())
    return f"<{tag}{written}>{inner}</{tag}>"


def _attributes(tag: str, element: Element, names: _Names) -> Iterator[tuple[str, str]]:
    name = element.get("id", "")
    if name.startswith(NAMED):
        yield "class", name
    elif name and tag in {"path", "clipPath"}:
        yield "id", names.of(name)
    for key, value in element.items():
        if key == "transform" and value.startswith("rotate(-0 "):
            continue
        if key in _PLAIN:
            yield key, _short(" ".join(value.split()))
        elif key == _HREF and value.startswith("#"):
            # No plain `href`: instant navigation of Material would assign to it, and throw.
            yield "xlink:href", f"#{names.of(value[1:])}"
        elif key == "clip-path" and (found := re.fullmatch(r"url\(#([\w.-]+)\)", value)):
            yield "clip-path", f"url(#{names.of(found[1])})"
    for part in element.get("style", "").split(";"):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        if key in _STYLES and value:
            yield key, _COLOURS.get(value, _short(value))


def _short(text: str) -> str:
    """Numbers to a hundredth: what is finer can't be seen, and differs between machines."""
    return _NUMBER.sub(lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip(".") or "0", text)


def _line(text: str) -> str:
    return " ".join(text.split())
