"""All pages that are made from recorded verdicts, by their names in one folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from trueup.reports.html.claim_page import claim_page
from trueup.reports.html.dashboard import dashboard_page
from trueup.reports.html.matching import Index
from trueup.reports.html.page_names import claim_file, page_names
from trueup.reports.html.pages import DASHBOARD, RATES, REVIEW, Links
from trueup.reports.html.plots.rates_page import rates_page

if TYPE_CHECKING:
    from trueup.reports.html.review_page import Compared

#: Writes a page, given its links.
PageWriter: TypeAlias = Callable[[Links], str]


def generated_pages(index: Index, compared: Compared | None = None) -> Mapping[str, PageWriter]:
    """What writes the page of each name.

    :param compared: what the review page says, where there is one
    """
    pages: dict[str, PageWriter] = {
        DASHBOARD: partial(dashboard_page, index),
        RATES: partial(rates_page, index.recorded),
    }
    if compared is not None:
        from trueup.reports.html.review_page import review_page  # noqa: PLC0415  only those who compare pay for it

        pages[REVIEW] = partial(review_page, compared, index)
    for name, claim in index.recorded.claims.items():
        pages[claim_file(name)] = partial(claim_page, claim, index)
    return {name: pages[name] for name in page_names(index.recorded, reviewed=compared is not None)}
