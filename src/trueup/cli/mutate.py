"""``trueup mutate``: whether each claim bites."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup.cli.colour import in_colour
from trueup.cli.options import (
    exec_option,
    format_option,
    project_option,
    timeout_option,
    today_option,
)
from trueup.cli.progress import progress
from trueup.edit.mutate import mutate as change
from trueup.engine.verify import Mode
from trueup.gate import Exit
from trueup.reports import bites


@click.command(short_help="Prove that claims bite: each figure changed must be refuted.")
@click.argument("names", nargs=-1, metavar="[PATH|CLAIM]...")
@project_option
@format_option
@click.option("-v", "--verbose", is_flag=True, help="List the figures that bite, too.")
@timeout_option
@exec_option
@today_option
def mutate(
    names: tuple[str, ...],
    folder: Path,
    form: str,
    verbose: bool,
    timeout: float | None,
    no_exec: bool,
    today: date | None,
) -> None:
    """Change each figure by the smallest step that leaves what it claims: exactly it must be refuted.

    Writes no file. Names the figures whose claims accept the change, and those that can't refuse one.
    """
    with progress("verifying") as update:
        found = change(folder, Mode(execute=not no_exec, today=today, select=names, timeout=timeout), update)
    errors = any(one.severity == "error" for one in found.diagnostics)
    holds = bool(found.count("bites")) and not found.count("accepts") and not found.count("spreads")
    code = Exit.BAD_INPUT if errors else Exit.HOLDS if holds else Exit.STALE
    click.echo(bites.render(form, found, code=int(code), verbose=verbose, colour=in_colour()))
    raise click.exceptions.Exit(int(code))
