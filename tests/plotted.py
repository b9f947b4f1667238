"""Drawings as a test sees them: where marks stand, measured by the labels of the axes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring

#: From the foot of a label to the middle of its digits.
_MIDDLE = 4.56
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """The first SVG of a piece of HTML."""

    root: Element

    @classmethod
    def of(cls, html: str, number: int = 0) -> Drawing:
        return cls(fromstring(re.findall(r"<svg .*?</svg>", html)[number]))

    @property
    def texts(self) -> list[str]:
        return [one.text or "" for one in self.root.iter(f"{_SVG}text")]

    def named(self, name: str) -> list[Element]:
        return [one for one in self.root.iter() if one.get("class") == f"trueup-{name}"]

    def label(self, name: str) -> list[str]:
        return ["".join(one.itertext()) for one in self.named(name)]

    def points(self, name: str) -> list[tuple[float, float]]:
        """The marks of a name, as values on the axes."""
        found = [use for one in self.named(name) for use in one.iter(f"{_SVG}use")]
        return [self.value(float(use.get("x", "")), float(use.get("y", ""))) for use in found]

    def lines(self, name: str) -> list[list[tuple[float, float]]]:
        """The corners of each line of a name, as values on the axes."""
        return [[self.value(x, y) for x, y in path] for path in self.paths(name)]

    def paths(self, name: str) -> list[list[tuple[float, float]]]:
        """The same as places of the drawing."""
        found = [path.get("d", "") for one in self.named(name) for path in one.iter(f"{_SVG}path")]
        return [[(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", path)] for path in found]

    def value(self, x: float, y: float) -> tuple[float, float]:
        """What a place of the drawing means, read off the labels of two linear axes."""
        found = []
        for axis, place in (("x", x), ("y", y)):
            (first, low), *_, (last, high) = self.ticks(axis)
            found.append(low + (place - first) * (high - low) / (last - first))
        return found[0], found[1]

    def logarithmic(self, name: str) -> list[float]:
        """What the marks of a name mean on a logarithmic x axis."""
        ticks = self.ticks("x")
        uses = [float(use.get("x", "")) for one in self.named(name) for use in one.iter(f"{_SVG}use")]
        return [self.on_log(ticks, x) for x in uses or [path[0][0] for path in self.paths(name)]]

    @staticmethod
    def on_log(ticks: list[tuple[float, float]], place: float) -> float:
        """What a place means on a logarithmic axis with these ticks."""
        (first, low), *_, (last, high) = ticks
        return float(low * (high / low) ** ((place - first) / (last - first)))

    def ticks(self, axis: str) -> list[tuple[float, float]]:
        """Places and values of the labels of an axis."""
        anchor, shift = ("middle", 0.0) if axis == "x" else ("end", _MIDDLE)
        return [
            (float(one.get(axis, "")) - shift, float(one.text.replace(",", "").replace("−", "-")))
            for one in self.root.iter(f"{_SVG}text")
            if one.get("text-anchor") == anchor and one.text and re.fullmatch(r"[\d.,−]+", one.text)
        ]
