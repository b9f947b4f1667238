"""``trueup explain``: derivation, evidence, and where a decision flips."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup.cli.options import exec_option, formats_option, project_option, today_option
from trueup.diagnostics import Diagnostic, TrueupError, either, meant, quoted
from trueup.engine.report import Report
from trueup.engine.verify import Mode, verify
from trueup.gate import Exit
from trueup.reports import explain as explanation
from trueup.reports.json import render

_UNKNOWN = "C811"
_LISTED = 5
_WHERE = "ids stand in the ledger, and in documents behind claim: (trueup check --verbose lists them)"


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
        raise TrueupError(*_why_not(report, claim))
    shown = explanation.document(report, claim) if form == "json" else None
    click.echo(render(shown) if shown else explanation.render(report, claim))
    raise click.exceptions.Exit(int(Exit.HOLDS))


def _why_not(report: Report, name: str) -> list[Diagnostic]:
    """What stands in the way of explaining a claim: its own errors, or that there is none of that name."""
    errors = [one for one in report.diagnostics if one.severity == "error"]
    unknown = any(one.code == _UNKNOWN for one in errors)
    if errors and not unknown:
        return errors
    rest = [one for one in errors if one.code != _UNKNOWN]
    if unknown:
        close = meant(name, sorted({*report.ledger.claims, *(one.tag.claim for one in report.stated)}))
        hint = f"did you mean {either(close)}?" if close else _WHERE
        return [*rest, Diagnostic(code=_UNKNOWN, message=f"no claim has the id {quoted(name)}", hint=hint)]
    folder = name.rstrip("/").removeprefix("./")
    inside = (one for one in report.stated if one.page == folder or f"{one.page}/".startswith(f"{folder}/"))
    ids = list(dict.fromkeys(one.tag.claim for one in inside))
    more = f" and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    hint = f"name one that is stated there: {', '.join(ids[:_LISTED])}{more}" if ids else _WHERE
    message = f"{quoted(name)} is no claim, but a document or a folder of them; explain takes an id"
    return [Diagnostic(code=_UNKNOWN, message=message, hint=hint)]
