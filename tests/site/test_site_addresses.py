"""Links between pages, by the addresses that a generator has given them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.utils import get_relative_url

from trueup.diagnostics import Location
from trueup.reports.html.addresses import Addresses, relative

FOLDERS = st.lists(st.sampled_from(["a", "b", "guide", "v1.2", "%C3%A9"]), max_size=4)
PAGES = st.builds(lambda folders: "".join(f"{one}/" for one in folders) or "./", FOLDERS) | st.builds(
    lambda folders: "/".join([*folders, "page.html"]), FOLDERS
)


@given(PAGES, PAGES)
def test_a_link_is_that_of_mkdocs(url: str, origin: str) -> None:
    assert relative(url, origin) == get_relative_url(url, origin)


@pytest.mark.parametrize("origin", ["guide/place/", "guide/place.html"])
def test_what_a_page_can_link_to(origin: str) -> None:
    urls = {"guide/place.md": origin, "claims/index.md": "claims/", "claims/a.b.md": "claims/a.b/"}
    links = Addresses(urls=urls, docs="docs", pages="claims", source="").links(origin)
    up = "../../" if origin.endswith("/") else "../"
    assert links.claim("a.b") == f"{up}claims/a.b/"
    assert links.claim("none") is None
    assert links.dashboard == f"{up}claims/"
    assert (links.review, links.rates) == (None, None)
    here = Location(path="docs/guide/place.md", line=3, column=1)
    assert links.place(here, "claim-a") == ("./#claim-a" if origin.endswith("/") else "place.html#claim-a")
    assert links.place(Location(path="claims/all.yaml", line=1, column=1), None) is None
    assert links.source(here) is None
