"""``trueup worker``: measure on this host for a cluster."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trueup.cli.options import project_option
from trueup.diagnostics import TrueupError
from trueup.engine.cluster.faults import not_installed
from trueup.escape import terminal

if TYPE_CHECKING:
    from trueup.engine.cluster.station import Station


@click.command(short_help="Measure on this host for a dask.distributed cluster.")
@click.argument("address", metavar="ADDRESS")
@project_option
def worker(address: str, folder: Path) -> None:
    """Announce this host at a dask scheduler, and measure claims for whoever asks it, in this checkout.

    Runs until the scheduler ends or Ctrl-C. Whoever reaches the scheduler can run code here: see the
    documentation before opening it to a network.
    """
    try:
        from trueup.engine.cluster.station import serve  # noqa: PLC0415  the extra may be missing
    except ModuleNotFoundError as error:
        raise TrueupError(not_installed(error)) from error
    asyncio.run(serve(address, folder, _ready))
    click.echo(f"the scheduler {terminal(address)} has ended")


def _ready(address: str, station: Station) -> None:
    click.echo(f"worker {terminal(address)}: {terminal(station.announced.hardware)}")
