"""``trueup diff``: what a reviewer must see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import click

from trueup.cli.colour import in_colour
from trueup.cli.options import format_option, project_option, today_option
from trueup.cli.progress import progress
from trueup.diagnostics import nearest
from trueup.engine.verify import Mode
from trueup.gate.change import ANY, ASKED, KINDS, WEIGHTS


def _fail_on(_: click.Context, __: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """The kinds that were asked for, one or several in a text."""
    asked = tuple(kind.strip() for text in given for kind in text.split(",") if kind.strip())
    for kind in asked:
        if kind not in ASKED:
            alike = nearest(kind, ASKED)
            hint = f"did you mean {alike!r}?" if alike else "trueup diff --help lists them"
            raise click.BadParameter(f"{kind!r} is no kind of change; {hint}")
    return asked


def _kinds() -> Iterator[str]:
    """The kinds of change by weight, laid out for ``--help``."""
    for weight in WEIGHTS:
        named = [(name, kind) for name, kind in KINDS.items() if kind.weight == weight]
        yield "\n".join(("\b", f"{weight}:", *(f"  {name:<14} {kind.title}" for name, kind in named)))


@click.command(epilog="\n\n".join(("Kinds of change, for --fail-on:", *_kinds())))
@click.argument("base")
@project_option
@format_option
@click.option(
    "--fail-on",
    multiple=True,
    callback=_fail_on,
    metavar="KIND[,KIND…]",
    help=f"Exit 1 for changes of these kinds; {', '.join(WEIGHTS)} and {ANY} stand for several.",
)
@click.option(
    "--exec",
    "execute",
    is_flag=True,
    help="Run the verifiers of the working tree. Those of BASE are never run.",
)
@today_option
def diff(
    base: str, folder: Path, form: str, fail_on: tuple[str, ...], execute: bool, today: date | None
) -> None:
    """Say what has changed since BASE that a reviewer must see.

    BASE is a git revision; it is read from git's objects, without a checkout, and compared with the working
    tree, committed or not. Runs no code of the project.
    """
    # Other commands don't pay for what only this one needs.
    from trueup.engine.sides import load_sides  # noqa: PLC0415
    from trueup.gate.review import review  # noqa: PLC0415
    from trueup.reports.review import render  # noqa: PLC0415

    with progress("comparing") as update:
        sides = load_sides(folder, base, Mode(execute=execute, today=today), update)
        found = review(sides, fail_on)
    click.echo(render(form, found, colour=in_colour()))
    raise click.exceptions.Exit(int(found.exit))
