"""Drawings as a test sees them: where marks stand, measured by the labels of the axes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element, fromstring

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
        paths = [path.get("d", "") for one in self.named(name) for path in one.iter(f"{_SVG}path")]
        return [
            [self.value(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", path)]
            for path in paths
        ]

    def value(self, x: float, y: float) -> tuple[float, float]:
        """What a place of the drawing means, read off the labels of two linear axes."""
        return self._along("middle", "x", x), self._along("end", "y", y)

    def _along(self, anchor: str, axis: str, place: float) -> float:
        # Labels are set a fixed way from their ticks: two of them give the scale.
        ticks = [
            (float(one.get(axis, "")), float(one.text.replace(",", "").replace("−", "-")))
            for one in self.root.iter(f"{_SVG}text")
            if one.get("text-anchor") == anchor and one.text and re.fullmatch(r"[\d.,−]+", one.text)
        ]
        if len(ticks) < 2:
            return float("nan")
        (first, low), (last, high) = ticks[0], ticks[-1]
        shift = 4.56 if axis == "y" else 0  # from a label's foot to its middle
        return low + (place + shift - first) * (high - low) / (last - first)
