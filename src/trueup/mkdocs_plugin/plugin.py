"""MkDocs' events, adapted: what is shown and when a build fails; nothing is decided here."""

from __future__ import annotations

import os
import os.path
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import write_file
from mkdocs.utils.templates import TemplateContext

from trueup.escape import terminal
from trueup.markdown_ext import ClaimExtension, Place
from trueup.markdown_ext.dressing import Later
from trueup.mkdocs_plugin.beside import Beside
from trueup.mkdocs_plugin.finish import Finish
from trueup.mkdocs_plugin.frame import Frame
from trueup.mkdocs_plugin.generated import (
    ASSETS,
    PAGES,
    SCRIPT,
    STYLE,
    Site,
    add_assets,
    add_dashboard,
    add_pages,
    named_by_file,
)
from trueup.mkdocs_plugin.judge import Judge, Judged, Verdicts, check
from trueup.mkdocs_plugin.marking import Marking
from trueup.mkdocs_plugin.page_text import left_over_macro, plain_title
from trueup.mkdocs_plugin.since_base import compare
from trueup.mkdocs_plugin.watching import Watching
from trueup.pluglet import claim
from trueup.reports.coverage import covered
from trueup.reports.html.assets import BADGE, CLAIMS, claims_json, fixed_assets
from trueup.reports.html.badge import status_text
from trueup.reports.html.dashboard import failure
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import Recorded, RecordedVerdict
from trueup.reports.html.sources import source_links, template_of
from trueup.reports.html.status_badge import status_badge
from trueup.site.child import be_brief

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

    from trueup.reports.html.review_page import Compared

log = get_plugin_logger("trueup")

#: Names the base in place of the option, as CI knows it for each pull request.
BASE = "TRUEUP_BASE"
_SETTINGS = ("pyproject.toml", "trueup.toml", "claims", "verifiers")


class TrueupConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves it untyped
    """What a site sets.

    ``root`` is the project's root, relative to ``mkdocs.yml``; ``base`` a git revision to compare with;
    ``source`` the address of a line in a file of the project, with ``{path}`` and ``{line}``: left out, it
    follows from ``repo_url``.
    """

    root = config_options.Dir(exists=True, default=".")
    base = config_options.Type(str, default="")
    source = config_options.Type(str, default="")


class TrueupPlugin(BasePlugin[TrueupConfig]):  # type: ignore[no-untyped-call]
    """Keeps one instance over the rebuilds of a server, because it has ``on_startup``.

    :cvar judge: gives the document of ``check`` for a project
    """

    judge: Judge = staticmethod(check)

    def __init__(self) -> None:
        self._serving = False
        self._dirty = False
        self._watching: Watching | None = None
        self._verdicts: Verdicts | None = None
        self._later = Later()
        self._beside: Beside | None = None
        self._marking: Marking | None = None
        self._finishing: Finish | None = None
        self._frame: Frame | None = None
        self._place: Place | None = None
        self._site: Site | None = None
        self._compared: Compared | None = None
        self._root = Path()
        self._docs = "docs"
        self._source = ""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Note how MkDocs was started; one that builds and ends looks for garbage seldom."""
        self._serving, self._dirty = command == "serve", dirty
        if not self._serving:
            be_brief()

    @event_priority(-100)  # behind mkdocs-macros, whose macros have to be known
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Judge the project, and add the extension, the assets and the macro."""
        if self._dirty:
            log.warning("with --dirty, pages that were not edited keep the badges of an earlier build")
        self._root = Path(self.config.root).resolve()
        self._docs = Path(os.path.relpath(Path(config.docs_dir).resolve(), self._root)).as_posix()
        self._verdicts, self._later, self._frame = Verdicts(self.judge, self._root, self._docs), Later(), None
        self._place = self._finishing = None
        base = os.environ.get(BASE, "").strip() or self.config.base.strip()
        self._compared = compare(self._root, base) if base else None
        self._source = self.config.source or template_of(config.repo_url, config.edit_uri, self._docs)
        self._later.source = source_links(self._source)
        if self._beside:
            self._beside.close()
        self._beside = Beside()
        self._marking = Marking(self._beside, f"data-{self._later.token}")
        extension = ClaimExtension(
            index=lambda: self._index,
            page=lambda: self._place,
            later=self._later,
            pages=PAGES,
            source=self._source,
        )
        config.markdown_extensions.append(extension)  # type: ignore[arg-type]  # instances work as names do
        config.extra_css.append(STYLE)
        config.extra_javascript.append(SCRIPT)
        macros = config.plugins.get("macros")
        if macros is not None and "claim" not in macros.macros:
            macros.register_macros({"claim": claim})
        return config

    @event_priority(-100)  # behind plugins that add documents
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the generated pages, the assets and the manifest."""
        self._site = Site(config=config, files=files, docs=self._docs, source=self._source)
        add_dashboard(self._site)
        add_assets(self._site, fixed_assets())
        if named_by_file(self._site):
            add_pages(self._site, self._index, self._compared)
        return files

    @event_priority(-100)  # right before this page is rendered, behind mkdocs-macros
    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Note which page comes next, and mend what a macro has left in its title."""
        uri = page.file.src_uri
        self._place = Place(uri=uri, path=self._site.path(uri) if self._site else uri)
        title = page.__dict__.get("title")
        if isinstance(title, str) and "](claim:" in title:
            page.title = plain_title(title)
        return markdown

    @event_priority(-100)  # behind plugins that change what was rendered
    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Warn of a macro that nobody runs, and have the figures looked for that no claim covers."""
        if left_over_macro(html):
            log.warning(
                "%s: {{ claim(…) }} is shown as text: mkdocs-macros does not run on this page",
                terminal(page.file.src_uri),
            )
        uri = page.file.src_uri
        if self._marking and self._site and uri not in self._site.generated:
            self._marking.ask(self._site.path(uri), html)
        return html

    @event_priority(-100)
    def on_env(self, env: object, config: MkDocsConfig, files: Files) -> None:
        """Say what doesn't hold, fail a strict build before anything is written, and finish the pages.

        Up to here all pages are rendered while the verdicts are made.
        """
        # A server that is strict answers nothing at all after an error, until a build has none.
        fail = log.info if self._serving and config.strict else log.error
        for diagnostic in self._index.recorded.diagnostics:
            say = fail if diagnostic.severity == "error" else log.info
            say("%s", terminal(str(diagnostic)))
        why = failure(self._index.recorded)
        for verdict in self._stale():
            # What the gate lets pass by its settings must not fail a strict build.
            (fail if why else log.info)("%s", terminal(_sentence(verdict)))
        if why and config.strict and not self._serving:
            raise PluginError(f"trueup: {why}")
        if why:
            fail("%s", why)
        if self._watching:
            self._watching.follow([*self._watched(config)])
        if self._site and self._verdicts and self._marking:
            self._finish(self._site, self._marking, self._verdicts.judged)

    def _finish(self, site: Site, marking: Marking, judged: Judged) -> None:
        rendered = [file.page for file in site.files.documentation_pages() if file.page]
        framed = not named_by_file(site)
        if framed and self._beside:
            self._frame = Frame(site, judged, self._compared, self._beside)
        self._finishing = Finish(site, judged.index, rendered, self._later, marking, self._compared)
        # How many figures a claim covers is known once all pages are written.
        add_assets(site, {CLAIMS: b"", BADGE: status_badge(judged.index.recorded).encode("utf-8")}.items())
        if self._frame:
            self._frame.open(site.files)
        for path in self._finishing.unjudged():
            log.warning(
                "%s: no figure on it was checked (set docs in trueup.toml to where it lies: docs = %s)",
                terminal(path),
                terminal(f'["{self._docs}"]'),
            )

    @event_priority(100)  # ahead of search
    def _on_page_context_first(
        self, context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> None:
        if self._frame:
            self._frame.before_search(page)

    @event_priority(-100)
    def _on_page_context_last(
        self, context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> None:
        if self._frame and self._frame.page is page:
            self._frame.before_template()
        elif self._finishing:
            self._finishing.finish(page)

    on_page_context = CombinedEvent(_on_page_context_first, _on_page_context_last)

    @event_priority(-100)
    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """Keep the frame of the generated pages, and dress what others have copied from page to page."""
        if self._frame and self._frame.page is page:
            return self._frame.after_template(output)
        return self._finishing.left_over(page, output) if self._finishing else output

    def on_post_template(self, output: str, template_name: str, config: MkDocsConfig) -> str:
        """Name the generated pages in the site's map."""
        return self._frame.sitemap(output) if self._frame and template_name == "sitemap.xml" else output

    def on_post_build(self, config: MkDocsConfig) -> None:
        """Write the generated pages, and what all pages together give."""
        if self._frame:
            self._frame.close()
        if self._beside:
            self._beside.close()
        if self._finishing and self._verdicts:
            document = {**self._verdicts.judged.document, "coverage": covered(self._finishing.coverage)}
            write_file(claims_json(document).encode("ascii"), str(Path(config.site_dir, ASSETS, CLAIMS)))

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Watch all that the verdicts depend on."""
        self._watching = Watching(server)
        self._watching.follow([*self._watched(config)])
        return server

    def on_shutdown(self) -> None:
        """Leave nothing of a server behind."""
        if self._watching:
            self._watching.close()

    def _watched(self, config: MkDocsConfig) -> Iterator[Path]:
        """Paths of the project that no build writes into."""
        written = (Path(config.site_dir).resolve(), Path(config.docs_dir).resolve())
        for name in (*_SETTINGS, *self._index.recorded.watched):
            path = (self._root / name).resolve()
            if path.is_relative_to(self._root) and not any(
                one.is_relative_to(path) or path.is_relative_to(one) for one in written
            ):
                yield path

    @property
    def _index(self) -> Index:
        return self._verdicts.judged.index if self._verdicts else Index(Recorded())

    def _stale(self) -> Iterator[RecordedVerdict]:
        return (one for one in self._index.recorded.verdicts if one.stale)


def _sentence(verdict: RecordedVerdict) -> str:
    place = f"{verdict.at}: " if verdict.at else ""
    figure = f' "{verdict.figure}"' if verdict.figure else ""
    expected = f", expected {verdict.expected}" if verdict.expected else ""
    return f"{place}{verdict.claim}{figure} is {status_text(verdict)}{expected}"
