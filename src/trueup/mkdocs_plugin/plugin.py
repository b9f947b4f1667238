"""MkDocs' events, adapted: what is shown and when a build fails; nothing is decided here."""

from __future__ import annotations

import os
import os.path
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from trueup.diagnostics import Diagnostic
from trueup.escape import terminal
from trueup.gate.review import Review
from trueup.markdown_ext import ClaimExtension, Place
from trueup.mkdocs_plugin.generated import PAGES, SCRIPT, STYLE, Site, add_files
from trueup.mkdocs_plugin.judge import Judge, check, judge_safely
from trueup.mkdocs_plugin.page_text import banner, left_over_macro, plain_title
from trueup.mkdocs_plugin.since_base import compare
from trueup.pluglet import claim
from trueup.reports.html.badge import status_text
from trueup.reports.html.dashboard import dashboard, failure
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import MARKER
from trueup.reports.html.recorded import Recorded, RecordedVerdict
from trueup.reports.html.review_page import Compared, changes_line
from trueup.reports.html.sources import source_links, template_of
from trueup.reports.html.uncovered import coverage_line, mark_uncovered

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

    root = config_options.Type(str, default=".")
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
        self._server: LiveReloadServer | None = None
        self._watching: set[Path] = set()
        self._index = Index(Recorded())
        self._document: Mapping[str, object] = {}
        self._place: Place | None = None
        self._site: Site | None = None
        self._compared: Compared | None = None
        self._root = Path()
        self._docs = "docs"
        self._source = ""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Note how MkDocs was started."""
        self._serving, self._dirty = command == "serve", dirty

    @event_priority(-100)  # behind mkdocs-macros, whose macros have to be known
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Judge the project, and add the extension, the assets and the macro."""
        if self._dirty:
            log.warning("with --dirty, pages that were not edited keep the badges of an earlier build")
        folder = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
        self._root = (folder / self.config.root).resolve()
        self._docs = Path(os.path.relpath(Path(config.docs_dir).resolve(), self._root)).as_posix()
        recorded, self._document = judge_safely(self.judge, self._root)
        self._index, self._place = Index(recorded, by_order=True), None
        base = os.environ.get(BASE, "").strip() or self.config.base.strip()
        self._compared = compare(self._root, base) if base else None
        self._source = self.config.source or template_of(config.repo_url, config.edit_uri, self._docs)
        extension = ClaimExtension(
            index=self._index, page=lambda: self._place, pages=PAGES, source=self._source
        )
        config.markdown_extensions.append(extension)  # type: ignore[arg-type]  # instances work as names do
        config.extra_css.append(STYLE)
        config.extra_javascript.append(SCRIPT)
        macros = config.plugins.get("macros")
        if macros is not None and "claim" not in macros.macros:
            macros.register_macros({"claim": claim})
        self._watch(config)
        return config

    @event_priority(-100)  # behind plugins that add documents
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the generated pages, the assets and the manifest."""
        self._site = Site(config=config, files=files, docs=self._docs, source=source_links(self._source))
        add_files(self._site, self._index, self._document, self._compared)
        return files

    @event_priority(-100)  # right before this page is rendered, behind mkdocs-macros
    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Note which page comes next, and mend what a macro has left in its title."""
        uri = page.file.src_uri
        self._place = Place(uri=uri, path=os.path.normpath(f"{self._docs}/{uri}").replace("\\", "/"))
        title = page.__dict__.get("title")
        if isinstance(title, str) and "](claim:" in title:
            page.title = plain_title(title)
        return markdown

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Put in the dashboard, marks and counts, and a banner on a page whose figures don't hold."""
        if left_over_macro(html):
            log.warning(
                "%s: {{ claim(…) }} is shown as text: mkdocs-macros does not run on this page",
                terminal(page.file.src_uri),
            )
        path = self._place.path if self._place else ""
        stale = [one for one in self._stale() if one.at and one.at.path == path]
        silent = not self._index.recorded.verdicts
        wrong = [one for one in self._errors() if silent or one.location is None or one.location.path == path]
        return banner(stale, wrong, self._index) + self._with_counts(html, path, page.file)

    def _with_counts(self, html: str, path: str, file: File) -> str:
        """A page with the dashboard in its place; one of the user's own also with its counts."""
        if self._site is None:
            return html
        links, top = self._site.links(file.src_uri), ""
        if file.src_uri not in self._site.generated:
            html, covered = mark_uncovered(html, path)
            since = self._compared if isinstance(self._compared, Review) else None
            top = coverage_line(covered) + (changes_line(since, path, links) if since else "")
        if MARKER in html:
            html = html.replace(MARKER, dashboard(self._index, links))
        return top + html

    @event_priority(-100)
    def on_env(self, env: object, config: MkDocsConfig, files: Files) -> None:
        """Say what doesn't hold, and fail a strict build before anything is written."""
        for diagnostic in self._index.recorded.diagnostics:
            say = log.error if diagnostic.severity == "error" else log.info
            say("%s", terminal(str(diagnostic)))
        why = failure(self._index.recorded)
        for verdict in self._stale():
            # What the gate lets pass by its settings must not fail a strict build.
            (log.error if why else log.info)("%s", terminal(_sentence(verdict)))
        if why:
            log.error("%s", why)
        if why and config.strict and not self._serving:
            raise PluginError(f"trueup: {why}")

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Watch all that the verdicts depend on."""
        self._server = server
        self._watch(config)
        return server

    def _watch(self, config: MkDocsConfig) -> None:
        if self._server is None:
            return
        for path in self._watched(config):
            if path not in self._watching:
                self._watching.add(path)
                self._server.watch(str(path))

    def _watched(self, config: MkDocsConfig) -> Iterator[Path]:
        """Existing paths of the project that no build writes into."""
        written = (Path(config.site_dir).resolve(), Path(config.docs_dir).resolve())
        for name in (*_SETTINGS, *self._index.recorded.watched):
            path = (self._root / name).resolve()
            if (
                path.exists()
                and path.is_relative_to(self._root)
                and not any(one.is_relative_to(path) or path.is_relative_to(one) for one in written)
            ):
                yield path

    def _stale(self) -> Iterator[RecordedVerdict]:
        return (one for one in self._index.recorded.verdicts if one.stale)

    def _errors(self) -> list[Diagnostic]:
        return [one for one in self._index.recorded.diagnostics if one.severity == "error"]


def _sentence(verdict: RecordedVerdict) -> str:
    place = f"{verdict.at}: " if verdict.at else ""
    figure = f' "{verdict.figure}"' if verdict.figure else ""
    expected = f", expected {verdict.expected}" if verdict.expected else ""
    return f"{place}{verdict.claim}{figure} is {status_text(verdict)}{expected}"
