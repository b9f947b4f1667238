"""Presentation MathML with nothing in it but formulas."""

from __future__ import annotations

from html.parser import HTMLParser

from trueup.escape import html

_TAGS = frozenset(
    {
        "math",
        "mrow",
        "mi",
        "mn",
        "mo",
        "mtext",
        "mfrac",
        "msup",
        "msub",
        "msubsup",
        "msqrt",
        "mroot",
        "mfenced",
    }
    | {"mover", "munder", "munderover", "mstyle", "mspace", "mtable", "mtr", "mtd"}
)


def clean_mathml(source: str) -> str:
    """Keep the tags of a formula and its text; every attribute and any other tag is dropped.

    Empty when there is no formula, or its tags don't balance.
    """
    parser = _Cleaner()
    parser.feed(source)
    parser.close()
    inner = "".join(parser.parts)
    if parser.open or not inner or not parser.balanced:
        return ""
    if inner.startswith("<math>"):
        inner = inner.removeprefix("<math>").removesuffix("</math>")
    return f'<math display="block">{inner}</math>'


class _Cleaner(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[str] = []
        self.balanced = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _TAGS:
            self.open.append(tag)
            self.parts.append(f"<{tag}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _TAGS:
            self.parts.append(f"<{tag}></{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in _TAGS:
            self.balanced &= bool(self.open) and self.open.pop() == tag
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.parts.append(html(" ".join(data.split())))
