"""Reports: data to text, every string through escape."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # each format pays for its own imports; the pages of a site are made without an engine
    from trueup.engine.report import Report
    from trueup.gate import Gate
    from trueup.reports.entry import Listing

#: The formats that :func:`write` makes of anything's listing.
LISTED = ("github", "sarif", "junit", "markdown")
FORMATS = ("text", "json", *LISTED)


def render(form: str, report: Report, gate: Gate, *, colour: bool = False, verbose: bool = False) -> str:
    """The report of a check in one of ``FORMATS``."""
    if form in LISTED:
        from trueup.reports.verdicts import listing  # noqa: PLC0415  each format pays for its own imports

        return write(form, listing(report, gate))
    if form == "json":
        from trueup.reports import json  # noqa: PLC0415

        return json.render(json.document(report, gate))
    from trueup.reports import text  # noqa: PLC0415

    return text.render(report, gate, colour=colour, verbose=verbose)


def write(form: str, listing: Listing) -> str:
    """What a command has to say in one of the formats ``LISTED``."""
    match form:
        case "github":
            from trueup.reports import github  # noqa: PLC0415

            return github.render(listing)
        case "sarif":
            from trueup.reports import sarif  # noqa: PLC0415

            return sarif.render(listing)
        case "junit":
            from trueup.reports import junit  # noqa: PLC0415

            return junit.render(listing)
        case _:
            from trueup.reports import markdown  # noqa: PLC0415

            return markdown.render(listing)
