"""``trueup measure``: have claims measured, record evidence, say what changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from trueup.cli.colour import in_colour
from trueup.cli.options import project_option
from trueup.cli.progress import progress
from trueup.diagnostics import TrueupError
from trueup.engine.bench import Bench, Here
from trueup.engine.carried import Progress as Show
from trueup.engine.cluster.faults import not_installed
from trueup.engine.measure import Measured, Session
from trueup.engine.place import Place
from trueup.engine.sampler import Progress
from trueup.engine.verify import Mode, verify
from trueup.escape import terminal
from trueup.gate import Exit, fails
from trueup.measure.host import probe
from trueup.reports import text
from trueup.runner.job import Limits

#: Bytes that a run may hold: what is measured has to exceed the largest caches several times over.
_MEMORY = 16 << 30


@click.command(short_help="Measure claims on this host, and record evidence.")
@click.argument("names", nargs=-1, metavar="[CLAIM]...")
@project_option
@click.option("--list", "listing", is_flag=True, help="Say what could be measured, and measure nothing.")
@click.option(
    "--timeout", type=click.FloatRange(min=1), default=600, show_default=True, help="Seconds a run may take."
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Measure on the workers of a dask.distributed cluster instead."
)
def measure(
    names: tuple[str, ...], folder: Path, listing: bool, timeout: float, scheduler: str | None
) -> None:
    """Measure claims on this host: each run a fresh process, until the figures are decided.

    Records one evidence file per result as soon as it is there; Ctrl-C keeps what is done.
    """
    session = Session.open(folder, names)
    errors = [one for one in session.diagnostics if one.severity == "error"]
    done: list[Measured] = []
    with _place(session.bench, scheduler) as place:
        for line in place.described():
            click.echo(terminal(line))
        for one in errors:
            click.echo("\n".join(text.diagnostic(one, colour=in_colour())), err=True)
        candidates = session.candidates(place)
        for candidate in candidates:
            if listing or candidate.why_not:
                said = candidate.why_not or f"can be measured {candidate.where}"
                click.echo(f"  {candidate.claim.id}: {terminal(said)}")
        if not candidates:
            click.echo("nothing to measure: no claim is computed by a measuring verifier")
        if not listing:
            limits = Limits(seconds=timeout, memory=_MEMORY)
            with progress("measuring") as show:
                for measured in session.measure(place, candidates, limits, _told(show)):
                    done.append(measured)
                    click.echo(_line(measured))
    code = _table(folder, done)
    raise click.exceptions.Exit(int(Exit.BAD_INPUT if errors else code))


@contextmanager
def _place(bench: Bench, scheduler: str | None) -> Iterator[Place]:
    """This host, or the workers of a scheduler."""
    if scheduler is None:
        yield Here(bench=bench, host=probe())
        return
    try:
        from trueup.engine.cluster.workers import Cluster  # noqa: PLC0415  the extra may be missing
    except ModuleNotFoundError as error:
        raise TrueupError(not_installed(error)) from error
    cluster = Cluster(scheduler, bench.project)
    try:
        yield cluster
    finally:
        cluster.close()


def _line(measured: Measured) -> str:
    if measured.failure:
        failure = measured.failure
        hint = f" ({failure.hint})" if failure.hint else ""
        return f"  {measured.claim}: {failure.status} ({failure.reason}): {terminal(failure.message + hint)}"
    return f"  {measured.claim}: recorded in {terminal(measured.path or '')}"


def _table(folder: Path, done: list[Measured]) -> Exit:
    """Claim, figure, measured interval, its samples, verdict, what changed; and whether all of it holds."""
    if not done:
        return Exit.HOLDS
    report = verify(folder, Mode(execute=False, select=[one.claim for one in done]))
    stale = any(one.failure for one in done)
    click.echo("claim | figure | measured | samples | verdict | changed since the last evidence")
    for measured in done:
        outcome = report.outcomes.get(measured.claim)
        value, samples = (text.shown_value(outcome), "; ".join(outcome.samples)) if outcome else ("", "")
        verdicts = [one for one in report.verdicts if one.claim == measured.claim]
        changed = "; ".join(measured.changed)
        for verdict in verdicts:
            why = f" ({verdict.reason})" if verdict.reason else ""
            status = f"{verdict.status}{why}"
            cells = (measured.claim, verdict.figure or "–", value, samples, status, changed)
            click.echo(" | ".join(terminal(cell) for cell in cells))
            stale = stale or fails(verdict, report.settings.gate.warn)
    return Exit.STALE if stale else Exit.HOLDS


def _told(show: Show | None) -> Progress | None:
    """How long is left of a claim's runs, on the bar that ``show`` draws."""
    if show is None:
        return None

    def update(claim: str, run: int, least: int, seconds: float) -> None:
        left = (least - run) * seconds
        show(run, least, f"{claim}: run {run}, about {left:.0f} s left" if left else claim)

    return update
