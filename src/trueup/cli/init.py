"""``trueup init``: start a project."""

from __future__ import annotations

from pathlib import Path

import click

from trueup.cli.patches import echo_patch
from trueup.edit.start.init import start
from trueup.gate import Exit
from trueup.reports import started


@click.command(short_help="Start a project: settings, a ledger, a first claim, CI.")
@click.argument(
    "folder", metavar="[PATH]", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path()
)
@click.option("--diff", "shows", is_flag=True, help="Show what would be written, and write nothing.")
def init(folder: Path, shows: bool) -> None:
    """Start a project in PATH, by default the current folder: a MkDocs site, or any folder of Markdown.

    Writes trueup.toml, claims/figures.yaml with one claim from your own documents, a workflow for GitHub
    Actions, and the plugin's line in mkdocs.yml. Overwrites nothing, and runs no code of the project.
    """
    found = start(folder)
    if not shows:
        found.write()
    click.echo(started.render(found, shows=shows))
    if shows:
        echo_patch(found.files)
    raise click.exceptions.Exit(int(Exit.HOLDS))
