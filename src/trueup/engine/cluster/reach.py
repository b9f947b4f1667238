"""Try whether there is a scheduler, before a client or a worker of the library depends on it."""

from __future__ import annotations

from typing import Literal

from distributed.comm import connect
from distributed.security import Security

from trueup.diagnostics import TrueupError
from trueup.engine.cluster.faults import unreachable


async def reach(address: str, role: Literal["client", "worker"]) -> None:
    """Connect as that role once, for as long as dask's ``distributed.comm.timeouts.connect`` allows.

    :raises TrueupError: C840 nothing answers there, or it is no address
    """
    try:
        comm = await connect(address, **Security().get_connection_args(role))
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise TrueupError(unreachable(address, error)) from error
    comm.abort()
