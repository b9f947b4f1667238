"""A review as one JSON document."""

from __future__ import annotations

from typing import Any

from trueup.gate.change import WEIGHTS, Change
from trueup.gate.review import Review
from trueup.reports.json import diagnostic, place
from trueup.reports.json import render as strict


def render(review: Review) -> str:
    """Strict JSON, the same bytes for the same two states."""
    return strict(document(review))


def document(review: Review) -> dict[str, Any]:
    """The document that ``diff --format json`` prints; ``in`` says of which side a place is."""
    return {
        "base": {
            "revision": review.revision,
            "commit": review.hash,
            "date": review.day,
            "diagnostics": [diagnostic(one) for one in review.base_faults],
        },
        "changes": [change(one, review) for one in review.changes],
        "diagnostics": [diagnostic(one) for one in review.diagnostics],
        "summary": {**{weight: review.counts.get(weight, 0) for weight in WEIGHTS}, "pass": review.passes},
    }


def change(one: Change, review: Review) -> dict[str, Any]:
    """One change; ``at`` is null where it has no place."""
    return {
        "kind": one.kind,
        "weight": one.weight,
        "claim": one.claim,
        "at": place(one.at),
        "in": None if one.at is None else "base" if one.gone else "head",
        "before": one.before,
        "after": one.after,
        "message": one.message,
        "fails": one in review.failing,
    }
