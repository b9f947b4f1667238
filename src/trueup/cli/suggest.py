"""``trueup suggest``: propose tags for a document."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup.cli.colour import in_colour
from trueup.cli.options import format_option, project_option, today_option
from trueup.cli.patches import echo_patch
from trueup.edit.suggest import suggest as find
from trueup.gate import Exit
from trueup.reports import proposed


@click.command(short_help="Propose tags for the figures of a document.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@project_option
@format_option
@click.option("--write", "writes", is_flag=True, help="Write the tags, instead of showing them.")
@today_option
def suggest(paths: tuple[str, ...], folder: Path, form: str, writes: bool, today: date | None) -> None:
    """Propose tags for the figures of a document: values of claims, sizes of tensors, results of arithmetic.

    Shows a patch, of the ledger too where a claim is new. Runs no code of the project.
    """
    found = find(folder, paths, today)
    if writes:
        found.write()
    code = int(Exit.BAD_INPUT if found.diagnostics else Exit.HOLDS)
    click.echo(proposed.render(form, found, wrote=writes, code=code, colour=in_colour()))
    if form == "text" and not writes:
        echo_patch(found.files)
    raise click.exceptions.Exit(code)
