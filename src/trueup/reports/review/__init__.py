"""A review of what has changed, in each format."""

from __future__ import annotations

from trueup.gate.review import Review
from trueup.reports import write


def render(form: str, review: Review, *, colour: bool = False) -> str:
    """A review in one of :data:`trueup.reports.FORMATS`."""
    match form:
        case "json":
            from trueup.reports.review import json  # noqa: PLC0415  each format pays for its own imports

            return json.render(review)
        case "markdown":
            from trueup.reports.review import markdown  # noqa: PLC0415

            return markdown.render(review)
        case "github" | "sarif" | "junit":
            from trueup.reports.review.entries import listing  # noqa: PLC0415

            return write(form, listing(review))
        case _:
            from trueup.reports.review import text  # noqa: PLC0415

            return text.render(review, colour=colour)
