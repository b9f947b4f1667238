"""A review of what has changed, as text, JSON and Markdown."""

from __future__ import annotations

from trueup.gate.review import Review


def render(form: str, review: Review, *, colour: bool = False) -> str:
    """A review in one of the formats ``text``, ``json`` and ``markdown``."""
    match form:
        case "json":
            from trueup.reports.review import json  # noqa: PLC0415  each format pays for its own imports

            return json.render(review)
        case "markdown":
            from trueup.reports.review import markdown  # noqa: PLC0415

            return markdown.render(review)
        case _:
            from trueup.reports.review import text  # noqa: PLC0415

            return text.render(review, colour=colour)
