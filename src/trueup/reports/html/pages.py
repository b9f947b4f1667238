"""Names and frames of the generated pages: Markdown files whose body is raw HTML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trueup.diagnostics import Diagnostic, Location
from trueup.escape import html, markdown
from trueup.reports.html.sources import SourceLink, no_source
from trueup.reports.html.words import BASES, STATUSES

DASHBOARD = "index.md"
#: No id of a claim holds a hyphen.
REVIEW = "since-base.md"
RATES = "rates-and-ceilings.md"
#: A figure of more characters than this may be broken over lines.
LONG = 28
#: Where a page of the user's own holds this, the dashboard is put in.
MARKER = "<!-- trueup:dashboard -->"
#: The attribute of an element whose text is a verdict, or a claim's value: it says of what.
TELLS = "data-trueup-tells"


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Where links of one generated page lead, relative to it.

    :param claim: URL of a claim's page, or None when it has none
    :param place: URL of a place in a document, given an anchor on its page; None when it isn't rendered
    :param dashboard: URL of the dashboard
    :param review: URL of the review page, or None when nothing was compared
    :param rates: URL of the page of rates, or None where there is none
    :param source: address of a line in a file of the project, where a code host shows it
    """

    claim: Callable[[str], str | None]
    place: Callable[[Location, str | None], str | None]
    dashboard: str
    review: str | None = None
    source: SourceLink = no_source
    rates: str | None = None


def page_uri(claim: str, folder: str) -> str:
    """The file of a claim's page; no id holds a hyphen, so ``index-claim`` is free."""
    return f"{folder}/{'index-claim' if claim == 'index' else claim}.md"


def page(title: str, body: Iterable[str], *, contents: bool = True) -> str:
    """A Markdown page on which no macro runs.

    :param contents: show a table of contents, in a theme that knows the key ``hide``
    :param body: blocks: headings in Markdown, all else raw HTML, each without a blank line
    """
    hide = "" if contents else "hide: [toc]\n"
    head = f"---\ntitle: {json.dumps(title)}\nrender_macros: false\n{hide}---\n"
    return "\n".join((head, f"# {markdown(title)}\n", *(f"{block}\n" for block in body)))


def text(value: str) -> str:
    """Text for HTML, on one line, so that a raw block stays whole."""
    return html(" ".join(value.split()))


def unbroken(figure: str) -> str:
    """A figure on one line; one so long that a narrow screen would scroll for it may be broken."""
    return text(figure) if len(figure) > LONG else f'<span class="trueup-whole">{text(figure)}</span>'


def link(href: str | None, inner: str, *, css: str = "") -> str:
    """A link around escaped text, or the text alone where there is nothing to link to."""
    styled = f' class="{css}"' if css else ""
    if href is None:
        return f"<span{styled}>{inner}</span>" if css else inner
    return f'<a{styled} href="{html(href)}">{inner}</a>'


def tells(of: str) -> str:
    """The attribute of an element that tells a verdict or a value, by which a built site is verified."""
    return f' {TELLS}="{html(of)}"'


def status(name: str, words: str | None = None, *, waived: bool = False) -> str:
    """A status as a chip; the style sheet adds the glyph."""
    sign = STATUSES[name]
    shown = text(words or sign.word)
    css = f"trueup-status trueup-{name}{' trueup-waived' if waived else ''}"
    return f'<span class="{css}" title="{html(sign.means)}">{shown}</span>'


def basis(name: str | None) -> str:
    """A basis with its sign, or a dash."""
    if name is None or name not in BASES:
        return "–"
    sign = BASES[name]
    return f'<span class="trueup-basis trueup-basis-{name}" title="{html(sign.means)}">{sign.word}</span>'


def diagnostic_text(one: Diagnostic) -> str:
    """A diagnostic with its place and hint."""
    place = f"{place_text(one.location)} " if one.location else ""
    hint = f" ({text(one.hint)})" if one.hint else ""
    return f"{place}<strong>{text(one.code)}</strong> {text(one.message)}{hint}"


def place_text(at: Location) -> str:
    """``path:line:column`` as code."""
    return f"<code>{text(str(at))}</code>"
