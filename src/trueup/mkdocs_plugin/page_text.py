"""What the plugin looks for in the text of a page, and what it adds on top."""

from __future__ import annotations

import html as _html
import re
from collections.abc import Sequence
from html.parser import HTMLParser

from trueup.diagnostics import Diagnostic
from trueup.escape import html
from trueup.reports.html.badge import status_text
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import diagnostic_text, text, unbroken
from trueup.reports.html.recorded import RecordedVerdict

_LINK = re.compile(
    r"\[((?:[^\[\]\\]|\\.)*)\]\(\s*<?(?a:claim:)(?:[^()\"']|\"[^\"]*\"|'[^']*')*\)", re.IGNORECASE
)
#: So many are listed on top of a page; the others are marked where they stand.
_LISTED = 10
_MACRO = re.compile(r"\{\{[-+]?\s*claim\s*\(")


def plain_title(title: str) -> str:
    """A title that mkdocs-macros has rendered to Markdown, without its claim links."""
    return _html.unescape(_LINK.sub(lambda match: re.sub(r"\\(.)", r"\1", match[1]), title))


def left_over_macro(content: str) -> bool:
    """Whether rendered HTML shows ``{{ claim(`` to the reader outside code: no macro ran."""
    if not _MACRO.search(content):
        return False
    finder = _Prose()
    finder.feed(content)
    finder.close()
    return bool(_MACRO.search("".join(finder.parts)))


def banner(stale: Sequence[RecordedVerdict], diagnostics: Sequence[Diagnostic], index: Index) -> str:
    """A line on top of a page whose figures don't hold; empty when all do."""
    items = [_stale_item(one, index) for one in stale]
    items += [f"<li>{diagnostic_text(one)}</li>" for one in diagnostics]
    if not items:
        return ""
    count = len(items)
    if count > _LISTED:
        items[_LISTED:] = [f"<li>and {count - _LISTED} more</li>"]
    head = f"{count} {'thing does' if count == 1 else 'things do'} not hold on this page"
    return (
        f'<div class="trueup-banner" role="alert" data-search-exclude><p>{head}</p>'
        f"<ul>{''.join(items)}</ul></div>"
    )


def _stale_item(verdict: RecordedVerdict, index: Index) -> str:
    figure, anchor = unbroken(verdict.figure or verdict.claim), index.anchor(verdict)
    shown = f'<a href="#{html(anchor)}">{figure}</a>' if anchor else figure
    expected = f"; expected {unbroken(verdict.expected)}" if verdict.expected else ""
    line = f", line {verdict.at.line}" if verdict.at else ""
    return f"<li>{shown}: {text(status_text(verdict))}{expected}{line}</li>"


class _Prose(HTMLParser):
    """Collects the text that stands outside code."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag in {"code", "pre", "script", "style"}

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in {"code", "pre", "script", "style"} and self._code > 0

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.parts.append(data)
