"""The names of the generated pages in their folder."""

from __future__ import annotations

from trueup.reports.html.pages import DASHBOARD, RATES, REVIEW, page_uri
from trueup.reports.html.recorded import Recorded


def page_names(recorded: Recorded, *, reviewed: bool = False) -> tuple[str, ...]:
    """The dashboard, what there is to be drawn, what changed, and a page for each claim.

    :param reviewed: whether there is a page of what has changed since a base
    """
    names = [DASHBOARD]
    if _has_rates(recorded):
        names.append(RATES)
    if reviewed:
        names.append(REVIEW)
    return (*names, *map(claim_file, recorded.claims))


def _has_rates(recorded: Recorded) -> bool:
    if not any(claim.how == "require" for claim in recorded.claims.values()):
        return False
    from trueup.reports.html.plots.rates import rates  # noqa: PLC0415  many a site has none

    return bool(rates(recorded))


def claim_file(name: str) -> str:
    """The name of a claim's page."""
    return page_uri(name, "").removeprefix("/")
