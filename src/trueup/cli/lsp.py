"""``trueup lsp``: the language server."""

from __future__ import annotations

import click

INSTALL = "pip install 'trueup[lsp]'"


@click.command(short_help="Serve editors: figures are judged as they are typed.")
def lsp() -> None:
    """Speak the Language Server Protocol over stdin and stdout; an editor starts it.

    Recomputes what is pure and built in, and replays evidence. It runs no code of the project, unless the
    initialization option "execute" is true.
    """
    try:
        from trueup.lsp.server import server  # noqa: PLC0415  an extra
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError(f"the language server needs {error.name}: {INSTALL}") from error
    server().start_io()
