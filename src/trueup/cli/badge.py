"""``trueup badge``: how many figures hold, as an SVG."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup import gate
from trueup.cli.options import exec_option, project_option, today_option
from trueup.engine.verify import Mode, verify
from trueup.gate import Exit
from trueup.reports.html.recorded import from_document
from trueup.reports.html.status_badge import status_badge
from trueup.reports.json import document


@click.command()
@project_option
@exec_option
@today_option
def badge(folder: Path, no_exec: bool, today: date | None) -> None:
    """Print an SVG badge for a README: how many figures hold."""

    report = verify(folder, Mode(execute=not no_exec, today=today))
    decided = gate.decide(report.verdicts, report.diagnostics, warn=report.settings.gate.warn)
    click.echo(status_badge(from_document(document(report, decided))), nl=False)
    raise click.exceptions.Exit(int(Exit.HOLDS))
