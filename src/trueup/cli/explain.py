"""``trueup explain``: derivation, evidence, and where a decision flips."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup.cli.options import exec_option, formats_option, project_option, today_option
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.engine.verify import Mode, verify
from trueup.gate import Exit
from trueup.reports import explain as explanation
from trueup.reports.json import render


@click.command(short_help="Say how a claim is known, and where it flips.")
@click.argument("claim")
@project_option
@formats_option(("text", "json"))
@exec_option
@today_option
def explain(claim: str, folder: Path, form: str, no_exec: bool, today: date | None) -> None:
    """Say how CLAIM is known: its derivation, its operands, where it is stated, where it flips."""
    report = verify(folder, Mode(execute=not no_exec, today=today, select=(claim,)))
    if claim not in report.outcomes:
        found = [one for one in report.diagnostics if one.severity == "error"]
        message, hint = f"{claim!r} is no claim that can be judged", "trueup check says what is wrong"
        raise TrueupError(*(found or [Diagnostic(code="C811", message=message, hint=hint)]))
    shown = explanation.document(report, claim) if form == "json" else None
    click.echo(render(shown) if shown else explanation.render(report, claim))
    raise click.exceptions.Exit(int(Exit.HOLDS))
