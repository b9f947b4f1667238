"""``trueup fix``: rewrite refuted figures."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup import gate
from trueup.cli.colour import in_colour
from trueup.cli.options import (
    exec_option,
    format_option,
    project_option,
    timeout_option,
    today_option,
)
from trueup.cli.patches import echo_patch
from trueup.cli.progress import progress
from trueup.edit.fix import fix as find
from trueup.engine.verify import Mode
from trueup.gate import Exit
from trueup.reports import rewritten


@click.command(short_help="Rewrite refuted figures in their own format.")
@click.argument("names", nargs=-1, metavar="[PATH|CLAIM]...")
@project_option
@format_option
@click.option("--diff", "shows", is_flag=True, help="Show what would change, and write nothing.")
@timeout_option
@exec_option
@today_option
def fix(
    names: tuple[str, ...],
    folder: Path,
    form: str,
    shows: bool,
    timeout: float | None,
    no_exec: bool,
    today: date | None,
) -> None:
    """Rewrite refuted figures in the format in which they are written; run with --diff first.

    Only digits and units inside a tag change. Decisions, and figures whose evidence is stale, are left.
    """
    with progress("verifying") as update:
        found = find(folder, Mode(execute=not no_exec, today=today, select=names, timeout=timeout), update)
    decided = gate.decide(found.after.verdicts, found.after.diagnostics, warn=found.after.settings.gate.warn)
    problems = {} if shows else found.write()
    rest = max(decided.exit, Exit.STALE) if shows and found.rewritten else decided.exit
    code = int(Exit.BAD_INPUT if problems else rest)
    told = rewritten.Told(fixed=found, gate=decided, shows=shows, unwritten=problems)
    click.echo(rewritten.render(form, told, code=code, colour=in_colour()))
    if form == "text" and shows:
        echo_patch(found.files)
    raise click.exceptions.Exit(code)
