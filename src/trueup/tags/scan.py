"""Scan a Markdown document for tags and blocks of visible text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trueup.tags.assemble import assemble
from trueup.tags.chunks import Node
from trueup.tags.codes import Report
from trueup.tags.containers import admonition, details, quote, tabs
from trueup.tags.fences import replace_fences
from trueup.tags.leaves import code, heading, paragraph, rule, table, underlined
from trueup.tags.lines import Line, Source, read_lines, skip_front_matter, starts
from trueup.tags.lists import definition, indented, indented_definition, ordered, unordered
from trueup.tags.macros import find_macros
from trueup.tags.model import Page
from trueup.tags.parser import Parser, Step, element
from trueup.tags.raw_html import take_html
from trueup.tags.reading import Reading
from trueup.tags.references import References, abbreviation, footnote, reference, unused
from trueup.tags.stash import Stash
from trueup.tags.tagging import SCHEME
from trueup.tags.walk import Walk
from trueup.tags.wanted import Keeps, may_hold_tags, wanted_of

if TYPE_CHECKING:
    from trueup.tags.shared import Reach, Shared

#: Gives the project path and the text of a snippet, or None where there is none.
Snippets = Callable[[str], "tuple[str, str] | None"]

#: In the order of Python-Markdown's priorities.
STEPS: tuple[Step, ...] = (
    admonition, details, tabs, element, indented, indented_definition, code, table, heading, underlined, rule,
    ordered, unordered, definition, quote, footnote, abbreviation, reference, paragraph,
)  # fmt: skip


def scan(
    path: str,
    text: str,
    *,
    macros: bool = False,
    snippets: Snippets | None = None,
    keeps: Keeps = "text",
) -> Page:
    """Scan a document, as Python-Markdown would read it; pure, and linear in its length.

    1. split it into lines, without front matter, with snippets in their place
    2. mask the macros
    3. take out fences and raw HTML
    4. parse the blocks, then the footnotes
    5. write the visible text of each block, with its tags
    6. report what is left over, and put blocks and tags in the order of the source

    :param path: the document's path in the project
    :param text: as read, without a byte order mark
    :param macros: whether mkdocs-macros runs on the document
    :param snippets: finds included files; without it, inclusions are text
    :param keeps: the blocks that are wanted
    """
    tagless = not may_hold_tags(text)
    if tagless and keeps in {"tags", "tagged"}:
        return Page(path=path)
    early = Report()
    written = skip_front_matter(read_lines(path, text))
    if snippets:
        from trueup.tags.snippets import include  # noqa: PLC0415  few projects have any

        written = include(written, snippets, early)
    source = Source(written)
    report = Report(source.locate, early.found)
    return _read(path, source, References(), report, macros=macros, keeps=keeps, tagless=tagless)


def scan_part(path: str, text: str, *, macros: bool, told: Shared) -> tuple[Page, Reach]:
    """Scan a part of a document, which :func:`trueup.tags.sections.sections` has cut off.

    :param told: what the whole document defines
    """
    from trueup.tags.shared import reach  # noqa: PLC0415  a document is read in parts by an editor alone

    written = skip_front_matter(read_lines(path, text))
    elsewhere = told.written()
    source = Source(written, elsewhere)
    references = References(part=True, notes=told.notes)
    references.others = told.targets(source.starts[len(source.written) - len(elsewhere) :])
    page = _read(path, source, references, Report(source.locate), macros=macros)
    return page, reach(references, told, source.locate)


def _read(
    path: str,
    source: Source,
    references: References,
    report: Report,
    *,
    macros: bool,
    keeps: Keeps = "text",
    tagless: bool = False,
) -> Page:
    masked = find_macros(source.text[: source.end], macros=macros, report=report)
    stash = Stash()
    lines = take_html(replace_fences(_lines(masked.text), stash, report), stash, report)
    root = Node("div")
    parser = Parser(STEPS, stash, references, report)
    parser.lines(root, lines)
    for content in list(references.footnotes.values()):
        parser.lines(root.add("div"), content)
    reading = Reading(source=source, macros=masked.macros, stash=stash, references=references, report=report)
    walk = Walk(reading, wanted_of(keeps, tagless=tagless, references=references))
    walk.page(root)
    _leftover(reading, path, macros=macros)
    return assemble(path, walk.drafts, reading)


def _lines(text: str) -> list[Line]:
    lines = text.split("\n")
    return list(map(Line, lines, starts(lines)))


def _leftover(reading: Reading, path: str, *, macros: bool) -> None:
    references = reading.references
    counting = () if references.part else references.targets.values()
    for target in [*counting, *references.replaced]:
        if SCHEME.match(target.href) and not target.used:
            reading.report.found.append(unused(target.label, reading.source.locate(target.at)))
    if not macros:
        return
    for at in sorted(set(reading.macros) - reading.used):
        comment = any(start <= at < end for start, end in reading.comments)
        if not comment and reading.source.path_at(at) == path:
            reading.report.add(
                "T113",
                at,
                "mkdocs-macros runs this macro, though no tag can stand here",
                hint="put it between {% raw %} and {% endraw %}",
            )
