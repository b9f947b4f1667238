"""Small plots of evidence as inline SVG: the samples of one result, and all results in order.

Drawn by hand, since each is a handful of dots in a cell; classes give the colours, so both schemes work, and
the table beside them says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from trueup.reports.html.pages import text
from trueup.reports.html.recorded_evidence import Allowed, Entry, RecordedEvidence
from trueup.reports.html.scale import Scale, written

STRIP = (190, 30)
HISTORY = (400, 200)
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 10, 10, 26
_ROWS = 3
# The samples have been counted before their doubts are told.
_COUNT = re.compile(r"\A[0-9]+ runs?(?:, |\Z)")
#: Shapes tell hosts apart without colour; what comes after them shares the last.
SHAPES = ("circle", "square", "diamond", "triangle")


def strip(one: Entry, evidence: RecordedEvidence) -> str:
    """The samples of one result on the scale that all results of the claim share; empty without samples."""
    if not one.samples or not evidence.numbers:
        return ""
    width, height = STRIP
    scale = Scale.around(evidence.numbers, 4, width - 4)
    parts = [_band(scale, allowed, height) for allowed in evidence.claimed]
    if one.low is not None and one.high is not None:
        left, right = scale.at(one.low), scale.at(one.high)
        parts.append(f'<path class="trueup-line" d="M{left} {height - 4}H{right}"/>')
        parts += [f'<path class="trueup-line" d="M{end} {height - 7}v6"/>' for end in (left, right)]
    for css, numbers in (("trueup-dot trueup-repeat", one.repeat), ("trueup-dot", one.samples)):
        parts += [
            f'<circle class="{css}" cx="{scale.at(number)}" cy="{5 + at % _ROWS * 6}" r="2.5"/>'
            for at, number in enumerate(numbers)
        ]
    return (
        f'<svg class="trueup-strip" role="img" aria-label="{text(said(one, evidence.unit))}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(parts)}</svg>'
    )


def said(one: Entry, unit: str) -> str:
    """The samples of one result in words."""
    end = f" {unit}" if unit else ""
    numbers = one.samples
    runs = f"{len(numbers)} run{'s' * (len(numbers) != 1)}"
    spread = f"{written(min(numbers))} to {written(max(numbers))}{end}"
    words = [f"{runs} from {spread}, median {written(median(numbers))}{end}"]
    if one.repeat:
        words.append(
            f"independent repeat: {len(one.repeat)} from {written(min(one.repeat))} to "
            f"{written(max(one.repeat))}{end}"
        )
    doubts = (_COUNT.sub("", doubt) for doubt in one.doubts)
    return "; ".join((*words, *filter(None, doubts)))


def history(evidence: RecordedEvidence) -> str:
    """All results in the order in which they were recorded; empty where there is nothing to draw."""
    shown = [one for one in reversed(evidence.entries) if one.low is not None and one.high is not None]
    if not shown:
        return ""
    width, height = HISTORY
    scale = Scale.around(evidence.numbers, height - _BOTTOM, _TOP)
    step = (width - _LEFT - _RIGHT) / len(shown)
    parts = [*_claimed(scale, evidence), *_axis(scale)]
    shapes = shapes_of(evidence)
    for at, one in enumerate(shown):
        parts.append(_mark(one, round(_LEFT + step * (at + 0.5), 1), scale, shapes[one.host]))
    parts += _dates(shown, step)
    return (
        f'<svg class="trueup-history" role="img" aria-label="{text(_summary(shown, evidence))}" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    )


def shapes_of(evidence: RecordedEvidence) -> Mapping[str, str]:
    """The shape of each host, in the order in which they came."""
    hosts = list(dict.fromkeys(one.host for one in reversed(evidence.entries)))
    return {host: SHAPES[min(at, len(SHAPES) - 1)] for at, host in enumerate(hosts)}


def key(shape: str) -> str:
    """A shape by itself, for a legend."""
    mark = _shape(shape, 7, 7, "trueup-mark")
    return (
        f'<svg class="trueup-key" aria-hidden="true" viewBox="0 0 14 14" width="14" height="14">{mark}</svg>'
    )


def _summary(shown: Sequence[Entry], evidence: RecordedEvidence) -> str:
    unit = f" {evidence.unit}" if evidence.unit else ""
    lows = [one.low for one in shown if one.low is not None]
    highs = [one.high for one in shown if one.high is not None]
    count = f"{len(shown)} result{'s' * (len(shown) != 1)}"
    return (
        f"{count} between {written(min(lows))} and {written(max(highs))}{unit}, recorded from "
        f"{shown[0].date} to {shown[-1].date}; the table above says the same"
    )


def _claimed(scale: Scale, evidence: RecordedEvidence) -> Iterator[str]:
    """What the figures allow, as bands, and their finite ends as lines."""
    left, right = _LEFT, HISTORY[0] - _RIGHT
    for one in evidence.claimed:
        high = scale.at(scale.high if one.high is None else one.high)
        low = scale.at(scale.low if one.low is None else one.low)
        size = round(max(low - high, 1), 2)
        yield f'<rect class="trueup-band" x="{left}" y="{high}" width="{right - left}" height="{size}"/>'
        for end in (one.low, one.high):
            if end is not None:
                yield f'<path class="trueup-edge" d="M{left} {scale.at(end)}H{right}"/>'


def _band(scale: Scale, one: Allowed, height: int) -> str:
    left = scale.at(scale.low if one.low is None else one.low)
    right = scale.at(scale.high if one.high is None else one.high)
    wide = round(max(right - left, 1), 2)
    return f'<rect class="trueup-band" x="{left}" y="0" width="{wide}" height="{height}"/>'


def _axis(scale: Scale) -> Iterator[str]:
    right = HISTORY[0] - _RIGHT
    for number in scale.ticks():
        at = scale.at(number)
        yield f'<path class="trueup-grid" d="M{_LEFT} {at}H{right}"/>'
        yield f'<text x="{_LEFT - 6}" y="{at + 4}" text-anchor="end">{written(number)}</text>'


def _mark(one: Entry, x: float, scale: Scale, shape: str) -> str:
    low, high = scale.at(one.low or 0.0), scale.at(one.high or 0.0)
    middle = round((low + high) / 2, 2)
    css = "trueup-mark" if one.counts else "trueup-mark trueup-past"
    bar = f'<path class="trueup-line" d="M{x} {low}V{high}M{x - 4} {low}h8M{x - 4} {high}h8"/>'
    return f"{bar}{_shape(shape, x, middle, css)}"


def _shape(shape: str, x: float, y: float, css: str) -> str:
    match shape:
        case "circle":
            return f'<circle class="{css}" cx="{x}" cy="{y}" r="4"/>'
        case "square":
            return f'<rect class="{css}" x="{x - 4}" y="{y - 4}" width="8" height="8"/>'
        case "diamond":
            return f'<path class="{css}" d="M{x} {y - 5}l5 5l-5 5l-5 -5z"/>'
        case _:
            return f'<path class="{css}" d="M{x} {y - 5}l5 9h-10z"/>'


def _dates(shown: Sequence[Entry], step: float) -> Iterator[str]:
    """The days below, as many as there is room for; the first and the last always."""
    every = max(1, round(80 / step))
    last = len(shown) - 1
    for at, one in enumerate(shown):
        if at == last or (at % every == 0 and (last - at) * step >= 70):
            x = _LEFT + step * (at + 0.5)
            anchor = "end" if at == last and last > 0 and step < 70 else "middle"
            x = HISTORY[0] - _RIGHT if anchor == "end" else round(x, 1)
            yield f'<text x="{x}" y="{HISTORY[1] - 8}" text-anchor="{anchor}">{text(one.date)}</text>'
