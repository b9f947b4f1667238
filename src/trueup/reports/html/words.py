"""Statuses and bases in words and signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """How a status or a basis is shown; the style sheet shows the same glyph by class."""

    glyph: str
    word: str
    means: str
    stale: bool = False


#: Worst first: the order of the dashboard, and of a choice between verdicts that can't be told apart.
STATUSES: Mapping[str, Sign] = {
    "refuted": Sign(glyph="✗", word="refuted", means="the value disagrees with the figure", stale=True),
    "error": Sign(glyph="!", word="error", means="the verifier failed", stale=True),
    "outdated": Sign(
        glyph="↻", word="outdated", means="the evidence describes something that has changed", stale=True
    ),
    "suspect": Sign(glyph="?", word="suspect", means="agrees, but rests on a value in doubt", stale=True),
    "missing": Sign(glyph="∅", word="missing", means="nothing recomputes or attests it", stale=True),
    "inconclusive": Sign(glyph="≈", word="inconclusive", means="the noise straddles what the figure claims"),
    "open": Sign(glyph="…", word="open", means="asked on purpose and not answered"),
    "attested": Sign(
        glyph="(✓)", word="attested", means="rests on a record; nothing that went into it has changed"
    ),
    "verified": Sign(glyph="✓", word="verified", means="recomputed from the inputs as they are now"),
}

#: What is said of a figure that agrees.
HOLDING = frozenset({"verified", "attested"})

#: What a figure is when no verdict speaks of it.
UNCHECKED = Sign(glyph="–", word="not checked", means="no verdict speaks of this figure")
OUTSIDE = Sign(glyph="–", word="not checked", means="this page is none of the documents that docs names")
UNKNOWN = Sign(glyph="✗", word="unknown claim", means="nothing defines a claim of this name", stale=True)

BASES: Mapping[str, Sign] = {
    "measured": Sign(glyph="◷", word="measured", means="by running it"),
    "hardware": Sign(glyph="▦", word="hardware", means="a specification or a probe of the machine"),
    "model": Sign(glyph="ƒ", word="model", means="derived from a graph or by arithmetic"),
}

RANK: Mapping[str, int] = {status: rank for rank, status in enumerate(STATUSES)}
