"""A badge for a README: how many figures hold, as an SVG that asks for nothing from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from trueup.escape import xml
from trueup.reports.html.recorded import Recorded
from trueup.reports.html.words import HOLDING, STATUSES

_HEIGHT, _PAD, _SIZE = 20, 6, 11
# White text on each has a contrast above 4.5.
_LABEL, _GOOD, _DOUBT, _BAD = "#444c56", "#1a6b36", "#8a4b00", "#b00020"
# Of Verdana and DejaVu Sans at 11 px, about; textLength makes other fonts fit.
_NARROW, _WIDE = frozenset("fijlrt.,:;!'|() "), frozenset("mwMW%")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a badge says.

    :param short: on the badge
    :param long: for those who can't see it
    """

    short: str
    long: str
    colour: str


def standing(recorded: Recorded) -> Standing:
    """How a project stands, in a few words."""
    verdicts = recorded.verdicts
    stale = sum(one.stale for one in verdicts)
    hold = sum(one.status in HOLDING for one in verdicts)
    errors = sum(one.severity == "error" for one in recorded.diagnostics)
    counts = {name: sum(one.status == name for one in verdicts) for name in STATUSES}
    listed = [f"{count} {STATUSES[name].word}" for name, count in counts.items() if count]
    listed += [f"{errors} {'error' if errors == 1 else 'errors'} in the input"] if errors else []
    long = f"figures checked by trueup: {', '.join(listed) or 'none'}"
    if errors:
        return Standing(short="errors in the input", long=long, colour=_BAD)
    if not verdicts:
        return Standing(short="none checked", long=long, colour=_LABEL)
    if not recorded.passed:
        short = f"{stale} of {len(verdicts)} stale" if stale else "do not hold"
        return Standing(short=short, long=long, colour=_BAD)
    if hold < len(verdicts):
        return Standing(short=f"{hold} of {len(verdicts)} hold", long=long, colour=_DOUBT)
    return Standing(short="1 holds" if hold == 1 else f"{hold} hold", long=long, colour=_GOOD)


def status_badge(recorded: Recorded) -> str:
    """The badge; the same bytes for the same verdicts."""
    found, label = standing(recorded), "figures"
    left, right = _width(label) + 2 * _PAD, _width(found.short) + 2 * _PAD
    whole, title = left + right, xml(found.long)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{_HEIGHT}" '
        f'viewBox="0 0 {whole} {_HEIGHT}" role="img" aria-labelledby="trueup-badge-title">\n'
        f'<title id="trueup-badge-title">{title}</title>\n'
        f'<rect width="{whole}" height="{_HEIGHT}" rx="3" fill="{found.colour}"/>\n'
        f'<path d="M3 0h{left - 3}v{_HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="{_LABEL}"/>\n'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="{_SIZE}">\n'
        f"{_text(label, _PAD)}\n{_text(found.short, left + _PAD)}\n</g>\n</svg>\n"
    )


def _text(words: str, x: int) -> str:
    return f'<text x="{x}" y="14" textLength="{_width(words)}">{xml(words)}</text>'


def _width(words: str) -> int:
    return sum(4 if char in _NARROW else 10 if char in _WIDE else 7 for char in words)
