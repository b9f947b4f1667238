"""Markdown for a pull request: what fails, what is warned of, and no more of it than fits."""

from __future__ import annotations

import re
from html import unescape

import markdown as python_markdown
import pytest
from hypothesis import example, given, settings

from reports_of import AT, GOOD, HOSTILE, OPEN, STALE, anything, hostile, mixed, rendered, report
from trueup.diagnostics import Diagnostic
from trueup.reports.markdown import HEAD, LIMIT


def page_of(text: str) -> str:
    """As Python-Markdown shows it, folded parts unfolded."""
    inner = re.sub(r"</?details>|<summary>.*</summary>", "", text)
    return python_markdown.markdown(inner, extensions=["tables", "attr_list", "sane_lists"])


def test_what_is_wrong_then_what_is_warned_of() -> None:
    assert (
        rendered("markdown", report(STALE, GOOD, OPEN))
        == f"""\
### ✗ trueup check

1 verified, 1 refuted, 1 open in 1 document: does not hold

{HEAD}
| docs/a.md:3:8 | size | 3 B | 4 B | refuted &#40;value&#41;; computed: 4 B; write 4 B |

<details>
<summary>1 warning</summary>

{HEAD}
| docs/a.md:3:8 | question | unmeasured |  | open &#40;unmeasured&#41; |

</details>"""
    )


def test_all_well() -> None:
    assert rendered("markdown", report(GOOD)) == "### ✓ trueup check\n\n1 verified in 1 document: holds"


def test_a_diagnostic_says_its_message_once() -> None:
    text = rendered("markdown", mixed())
    assert "| docs/a.md:3:8 | T130 |  |  | nothing defines x; define it |" in text
    assert "|  | C810 |  |  | no documents; write one |" in text


@given(anything)
@example("".join(HOSTILE))
@settings(max_examples=60, deadline=None)
def test_any_text_stays_in_its_cell(text: str) -> None:
    shown = rendered("markdown", hostile(text))
    rows = [line for line in shown.split("\n") if line.startswith("|")]
    assert len(rows) == 2 * 2 + 3 + 2
    page = page_of(shown)
    assert page.count("<tr>") == 2 + 3 + 2
    assert page.count("<td") == 5 * 5
    tags = set(re.findall(r"<(\w+)", page))
    assert tags <= {"h3", "p", "table", "thead", "tbody", "tr", "th", "td"}
    visible = unescape(page)
    assert not re.search(r"@\w|(?:#|GH-)\d", visible, re.IGNORECASE)
    assert not set(visible) & set("\x00\x1b\r\u202e\u2066")


@pytest.mark.parametrize("text", ["x", "|" * 500, "🔴" * 500, "\u202e" * 500])
def test_never_longer_than_a_comment_may_be(text: str) -> None:
    faults = tuple(Diagnostic(code="T130", message=f"{number} {text}", location=AT) for number in range(3000))
    warned = tuple(
        Diagnostic(code="L210", severity="warning", message=f"{number} {text}", location=AT)
        for number in range(3000)
    )
    shown = rendered("markdown", report(GOOD, diagnostics=(*faults, *warned)))
    assert len(shown.encode()) < LIMIT
    rows = sum("| T130 |" in line for line in shown.split("\n"))
    assert f"… and {3000 - rows} more, for which there is no room here." in shown
    assert "<summary>3000 warnings</summary>" in shown
    assert shown.endswith("</details>")
