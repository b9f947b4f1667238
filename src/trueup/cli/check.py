"""``trueup check``: the gate."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from trueup import gate, reports
from trueup.cli.again import Pieces
from trueup.cli.colour import in_colour
from trueup.cli.options import (
    exec_option,
    format_option,
    project_option,
    timeout_option,
    today_option,
)
from trueup.cli.progress import progress
from trueup.engine.verify import Mode, compute
from trueup.engine.verify import report as report_of
from trueup.files import Root
from trueup.recall.question import Question
from trueup.recall.sights import Witness
from trueup.reports.parts import Manner


@click.command(short_help="Judge every figure; the gate.")
@click.argument("names", nargs=-1, metavar="[PATH|CLAIM]...")
@project_option
@format_option
@click.option("--strict", is_flag=True, help="Fail what is warned of, too.")
@click.option("-v", "--verbose", is_flag=True, help="List the figures that hold, too.")
@timeout_option
@exec_option
@today_option
@click.option("--no-cache", is_flag=True, help="Use nothing that another run found, and keep nothing.")
@click.pass_obj
def check(
    question: Question | None,
    names: tuple[str, ...],
    folder: Path,
    form: str,
    strict: bool,
    verbose: bool,
    timeout: float | None,
    no_exec: bool,
    today: date | None,
    no_cache: bool,
) -> None:
    """Judge every figure: recompute what is pure, replay evidence for what is measured.

    With PATH or CLAIM, judge only the figures of those documents and claims.
    """
    witness = Witness(question.began) if question else None
    with progress("verifying") as update:
        mode = Mode(execute=not no_exec, today=today, select=names, timeout=timeout, recalls=not no_cache)
        computed = compute(Root(folder, witness=witness), mode, update)
        report = report_of(computed)
    decided = gate.decide(report.verdicts, report.diagnostics, warn=report.settings.gate.warn, strict=strict)
    colour = in_colour()
    text = reports.render(form, report, decided, colour=colour, verbose=verbose)
    click.echo(text)
    if question and witness and (today or report.today.isoformat() == question.day):
        manner = Manner(tolerated=decided.tolerated, strict=strict, colour=colour, verbose=verbose)
        said = (text, int(decided.exit))
        pieces = Pieces.of(computed, report, decided, manner, said) if form == "text" and not names else None
        question.keep(f"{text}\n", int(decided.exit), str(folder), witness, pieces)
    raise click.exceptions.Exit(int(decided.exit))
