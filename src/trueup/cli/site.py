"""``trueup site``: generated pages as files, and whether a built site shows the verdicts of now."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from trueup.cli.options import exec_option, project_option, today_option
from trueup.cli.progress import progress
from trueup.diagnostics import counted
from trueup.engine.verify import Mode
from trueup.escape import terminal
from trueup.files import Root, make_folder
from trueup.gate import Exit
from trueup.gate.review import Review, review
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import from_document
from trueup.reports.html.sources import source_links
from trueup.settings import load_settings
from trueup.site.built import read_site
from trueup.site.compare import compare
from trueup.site.judged import judged
from trueup.site.manifest import Manifest, verdicts_digest
from trueup.site.portable import Layout, Urls, portable_files
from trueup.site.put import put_files

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.option("--out", type=_FOLDER, help="Write the generated pages into this folder, as files.")
@click.option("--verify", "built", type=_FOLDER, help="Ask whether the site built in this folder is right.")
@click.option("--docs", type=_FOLDER, help="The folder of the documents.  [default: the one above --out]")
@click.option(
    "--urls",
    type=click.Choice(("source", "directory", "file")),
    default="source",
    show_default=True,
    help="What links name: a.md, which Zensical follows, or the built page: a/ or a.html.",
)
@click.option("--source", default="", help="Address of a line, with {path} and {line}, to link to.")
@click.option("--base", envvar="TRUEUP_BASE", help="A git revision; adds a page of what changed since.")
@click.option("--force", is_flag=True, help="Overwrite files that were edited, or written by others.")
@project_option
@exec_option
@today_option
def site(
    out: Path | None,
    built: Path | None,
    docs: Path | None,
    urls: Urls,
    source: str,
    base: str | None,
    force: bool,
    folder: Path,
    no_exec: bool,
    today: date | None,
) -> None:
    """Write a site's generated pages as files, or verify a site.

    With --out: the pages, style, script, verdicts and a manifest, for generators that run no plugin. Only
    what changed is written, and only what an earlier run wrote is replaced or removed.

    With --verify: every badge of a built site, what its generated pages tell, and the verdicts published with
    it, against those of now.
    It exits 0 when the site shows what is so, though figures may be stale: trueup check is the gate.
    """
    if (out is None) == (built is None):
        raise click.UsageError("give either --out or --verify")
    if out is not None and docs is None and _leads_out(_relative(folder / out.parent, folder)):
        raise click.UsageError(
            f"{out} lies outside the project: name the folder of the documents with --docs"
        )

    with progress("verifying") as update:
        found = judged(folder, Mode(execute=not no_exec, today=today), update)
    if out is not None:
        compared = _compared(folder, base, today) if base else None
        code = _write(folder, out, docs or out.parent, urls, source, found, compared, force=force)
    else:
        folders = [docs.as_posix()] if docs else load_settings(Root(folder))[0].docs
        code = _verify(folder / (built or Path()), folders, found)
    raise click.exceptions.Exit(int(code))


def _write(
    folder: Path,
    out: Path,
    docs: Path,
    urls: Urls,
    source: str,
    found: Mapping[str, Any],
    compared: Review | None,
    *,
    force: bool,
) -> Exit:
    pages = _relative(folder / out, folder / docs)
    if _leads_out(pages):
        raise click.UsageError(f"--out has to lie in the folder of the documents, {docs}")
    layout = Layout(
        docs=_relative(folder / docs, folder),
        pages=pages,
        urls=urls,
        source=source_links(source),
    )
    files = portable_files(Index(from_document(found)), found, layout, compared)
    target = _place(folder, docs, pages)
    manifest = Manifest(verdicts=verdicts_digest(found), passes=found["summary"]["pass"] is True)
    done = put_files(Root(target), files, manifest, force=force, named=out.as_posix())
    for name in done.left:
        click.echo(
            terminal(f"{out / name}: no longer wanted, but edited since: remove it yourself"), err=True
        )
    counts = f"{len(done.written)} written, {len(done.kept)} as they were, {len(done.removed)} removed"
    click.echo(terminal(f"{out}: {counts}"))
    return Exit.HOLDS


def _place(folder: Path, docs: Path, pages: str) -> Path:
    """The folder of the pages, which is made; no link on the way there leads out of the project."""
    inside = _relative(folder / docs, folder)
    if _leads_out(inside):
        return make_folder(Root(folder / docs), pages)
    return make_folder(Root(folder), posixpath.normpath(posixpath.join(inside, pages)))


def _compared(folder: Path, base: str, today: date | None) -> Review:
    from trueup.engine.sides import load_sides  # noqa: PLC0415  only those who compare pay for it

    with progress("comparing") as update:
        return review(load_sides(folder, base, Mode(execute=False, today=today), update))


def _verify(built: Path, folders: Sequence[str], found: Mapping[str, Any]) -> Exit:
    result = compare(read_site(built), from_document(found), folders)
    for one in result.differences:
        click.echo(terminal(str(one)))
    for path in result.unrendered if result.published else ():
        click.echo(terminal(f"{path}: the site has no page of this document"), err=True)
    compared = (
        f"{counted(result.badges, 'badge')}, {counted(result.generated, 'generated page')} and "
        f"{counted(result.published, 'file')} of verdicts compared"
    )
    if not result.badges and not result.published:
        click.echo(f"{compared}: this site shows no verdicts")
        return Exit.STALE
    if result.differences:
        click.echo(f"{compared}: {counted(len(result.differences), 'difference')}")
        return Exit.STALE
    click.echo(f"{compared}: the site shows the verdicts of now")
    return Exit.HOLDS


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()


def _leads_out(path: str) -> bool:
    return path == ".." or path.startswith("../")
