"""``trueup audit``: what is wrong in any Markdown; runs no code of the project."""

from __future__ import annotations

from pathlib import Path

import click

from trueup.audit.baseline import read_baseline
from trueup.audit.baseline import write_baseline as write
from trueup.audit.finding import Certainty
from trueup.audit.run import audit as find
from trueup.cli.colour import in_colour
from trueup.cli.options import format_option, project_option
from trueup.cli.progress import progress
from trueup.gate import Exit
from trueup.reports import audit as report


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@project_option
@format_option
@click.option(
    "--fail-on",
    type=click.Choice(("certain", "possible")),
    default="certain",
    show_default=True,
    help="Which findings exit 1: only certain ones, or possible ones, too.",
)
@click.option("--strict-coverage", is_flag=True, help="Find every number that no claim covers.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Leave out the findings that this file knows.",
)
@click.option("--write-baseline", is_flag=True, help="Write all findings to the baseline, and pass.")
def audit(
    paths: tuple[str, ...],
    folder: Path,
    form: str,
    fail_on: Certainty,
    strict_coverage: bool,
    baseline: Path | None,
    write_baseline: bool,
) -> None:
    """Find what is wrong in Markdown that nobody has tagged.

    PATH is a file or a folder, relative to the project's root. Reads arithmetic, tables, units and
    restatements; executes nothing; needs no set-up.
    """
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE: where to write it")
    known = read_baseline(baseline) if baseline and not write_baseline else None
    with progress("auditing") as update:
        found = find(paths, folder, strict_coverage=strict_coverage, baseline=known, progress=update)
    click.echo(report.render(form, found, fail_on=fail_on, colour=in_colour()))
    code = found.exit(fail_on)
    if write_baseline and baseline:
        write(baseline, found.findings)
        code = Exit.BAD_INPUT if code is Exit.BAD_INPUT else Exit.HOLDS
    raise click.exceptions.Exit(int(code))
