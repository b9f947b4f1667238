"""``trueup lint``: tags, ledger, figures, ids; runs no code of the project."""

from __future__ import annotations

from pathlib import Path

import click

from trueup.cli.colour import in_colour
from trueup.cli.options import formats_option, project_option
from trueup.diagnostics import counted
from trueup.engine.lint import lint as find
from trueup.gate import Exit
from trueup.reports import json as documents
from trueup.reports import text

FORMATS = ("text", "json", "github")


@click.command(short_help="Look for faults, without computing anything.")
@click.argument("names", nargs=-1, metavar="[PATH|CLAIM]...")
@project_option
@formats_option(FORMATS)
@click.option("--strict", is_flag=True, help="Fail warnings, too.")
def lint(names: tuple[str, ...], folder: Path, form: str, strict: bool) -> None:
    """Look for faults in tags, ledger, figures and ids, without computing anything."""
    found = find(folder, names)
    failing = any(one.severity == "error" for one in found.diagnostics)
    if form == "json":
        passes = not failing and not (strict and found.diagnostics)
        click.echo(
            documents.render(
                {
                    "diagnostics": [documents.diagnostic(one) for one in found.diagnostics],
                    "summary": {"claims": found.claims, "tags": found.tags, "pass": passes},
                }
            )
        )
    elif form == "github":
        from trueup.reports.entry import of_diagnostic  # noqa: PLC0415  each format pays for its own imports
        from trueup.reports.github import command  # noqa: PLC0415

        for one in found.diagnostics:
            click.echo(command(of_diagnostic(one, stops=strict or one.severity == "error")))
    else:
        for one in found.diagnostics:
            click.echo("\n".join(text.diagnostic(one, colour=in_colour())))
        counts = ((found.tags, "tag"), (found.claims, "claim"), (len(found.diagnostics), "finding"))
        click.echo(", ".join(counted(number, what) for number, what in counts))
    code = Exit.BAD_INPUT if failing else Exit.STALE if strict and found.diagnostics else Exit.HOLDS
    raise click.exceptions.Exit(int(code))
