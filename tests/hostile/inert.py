"""Whether reports are well formed, whatever was written into them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

from defusedxml.ElementTree import fromstring
from markdown import markdown

from trueup import gate, reports
from trueup.engine.report import Report
from trueup.gate.review import Review
from trueup.reports import FORMATS
from trueup.reports import review as reviews
from trueup.reports.html.claim_page import claim_page
from trueup.reports.html.dashboard import dashboard_page
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links
from trueup.reports.html.recorded import from_document
from trueup.reports.json import document

#: What steers a terminal, or can't be seen; the zero width space is our own.
CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200c-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
#: The same on a page, where joiners and byte order marks are text.
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
#: What a runner takes for a command: at the start of a line, or anywhere.
COMMAND = re.compile(r"^\s*::[a-z-]+|##\[", re.MULTILINE)
OURS = re.compile(r"::(?:error|warning|notice) [^\n]*?::", re.MULTILINE)
#: Elements of our own in Markdown and what Markdown makes.
PLAIN = re.compile(
    r"<(?!/?(?:h\d|p|table|thead|tbody|tr|th|td|details|summary|em|strong|code|ul|ol|li|br|hr|blockquote|pre)\b)/?[a-z]",
    re.IGNORECASE,
)
LINKS = Links(claim=lambda name: f"{name}.html", place=lambda at, anchor: None, dashboard="index.html")


class Elements(HTMLParser):
    """The elements of a page as a browser reads them: name, attributes, and the text right inside.

    :ivar text: what is neither a script nor markup
    """

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source, self.text = source, ""
        self.elements: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.elements:
            name, attributes, inside = self.elements[-1]
            self.elements[-1] = (name, attributes, inside + data)
            self.text += "" if name == "script" else data


def well_formed(found: Report, review: Review, *, pages: bool) -> None:
    """Write both in every format, and read that back.

    :param pages: also as the pages of a site, which takes longer
    """
    decided = gate.decide(found.verdicts, found.diagnostics)
    for form in FORMATS:
        for written in (
            reports.render(form, found, decided),
            reports.render(form, found, decided, verbose=True) if form == "text" else "",
            reviews.render(form, review),
        ):
            if written:
                check(form, written)
    if not pages:
        return
    index = Index(from_document(json.loads(reports.render("json", found, decided))))
    for page in (
        *(claim_page(one, index, LINKS) for one in index.recorded.claims.values()),
        dashboard_page(index, LINKS),
    ):
        html(page)
    assert document(found, decided)


def check(form: str, written: str) -> None:
    assert not CONTROLS.search(written)
    written.encode()
    match form:
        case "json" | "sarif":
            json.loads(written)
            assert "##[" not in written
        case "junit":
            fromstring(written.encode())
            assert not COMMAND.search(written)
        case "github":
            for line in written.split("\n"):
                rest = OURS.sub("", line, count=1)
                assert "::" not in rest
                assert "##[" not in line
        case "markdown":
            assert not COMMAND.search(written)
            assert not PLAIN.search(markdown(written, extensions=["tables", "md_in_html", "attr_list"]))
        case _:
            assert not COMMAND.search(written)


def html(page: str) -> None:
    """A page of a site: nothing of a stranger's text is an element, an attribute or a template."""
    body = page.split("---\n", 2)[2]
    assert "{{" not in body
    assert "{%" not in body
    shown = markdown(body, extensions=["attr_list", "md_in_html", "tables", "toc"])
    assert "<script" not in shown
    assert "<img" not in shown
    assert not re.search(r"<[^>]*\son\w+=", re.sub(r'="[^"]*"', '=""', shown))
    assert not STEERS.search(shown)
