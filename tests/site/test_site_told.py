"""What is read of generated pages, as generators and those that make pages small leave them."""

from __future__ import annotations

import pytest

from trueup.site.told import read_told

WHOLE = (
    '<div class="trueup-claim"><p data-trueup-tells="claim x"><span class="trueup-status trueup-verified">'
    'verified</span></p><dl><div><dt>Value</dt><dd><strong data-trueup-tells="the value of x">1 B</strong>'
    '</dd></div></dl></div><table><tbody><tr><td data-trueup-tells="the row of x">'
    '<span class="trueup-attested">attested</span></td><td data-trueup-tells="the row\'s value of x">2 B</td>'
    "<td>more</td></tr></tbody></table>"
)


@pytest.mark.parametrize("left_out", [(), ("</p>",), ("</td>",), ("</p>", "</td>", "</tr>", "</tbody>")])
def test_ends_that_html_does_not_ask_for_may_be_left_out(left_out: tuple[str, ...]) -> None:
    page = WHOLE
    for end in left_out:
        page = page.replace(end, "")
    told = {name: (one.says, sorted(one.looks)) for name, one in read_told(page).items()}
    assert told == {
        "claim x": ("verified", ["trueup-verified"]),
        "the value of x": ("1 B", []),
        "the row of x": ("attested", ["trueup-attested"]),
        "the row's value of x": ("2 B", []),
    }


def test_attributes_without_quotes_are_read() -> None:
    (told,) = read_told("<p class=trueup-holds data-trueup-tells=outcome>All\n hold</p>").values()
    assert (told.says, sorted(told.looks)) == ("All hold", ["trueup-holds"])


def test_a_page_that_tells_nothing() -> None:
    assert read_told("<p>389 MB</p>") == {}
