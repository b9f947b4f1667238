"""``trueup check``: the gate."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup import gate, reports
from trueup.cli.options import (
    exec_option,
    format_option,
    in_colour,
    project_option,
    timeout_option,
    today_option,
)
from trueup.cli.progress import progress
from trueup.engine.verify import Mode, verify


@click.command(short_help="Judge every figure; the gate.")
@click.argument("names", nargs=-1, metavar="[PATH|CLAIM]...")
@project_option
@format_option
@click.option("--strict", is_flag=True, help="Fail what is warned of, too.")
@click.option("-v", "--verbose", is_flag=True, help="List the figures that hold, too.")
@timeout_option
@exec_option
@today_option
def check(
    names: tuple[str, ...],
    folder: Path,
    form: str,
    strict: bool,
    verbose: bool,
    timeout: float | None,
    no_exec: bool,
    today: date | None,
) -> None:
    """Judge every figure: recompute what is pure, replay evidence for what is measured.

    With PATH or CLAIM, judge only the figures of those documents and claims.
    """
    with progress("verifying") as update:
        report = verify(folder, Mode(execute=not no_exec, today=today, select=names, timeout=timeout), update)
    decided = gate.decide(report.verdicts, report.diagnostics, warn=report.settings.gate.warn, strict=strict)
    click.echo(reports.render(form, report, decided, colour=in_colour(), verbose=verbose))
    raise click.exceptions.Exit(int(decided.exit))
