"""Diagnostics of what stands between this process and a cluster."""

from __future__ import annotations

from trueup.diagnostics import Diagnostic


def unreachable(address: str, error: Exception) -> Diagnostic:
    why = said(error)
    hint = "give the address that dask scheduler prints, such as tcp://10.0.0.5:8786"
    if address.startswith("tls:"):
        hint = "dask's configuration has to name certificates for TLS, under distributed.comm.tls"
    elif "encryption" in why:
        hint = "the address that dask scheduler prints begins with tls://"
    return Diagnostic(code="C840", message=f"the scheduler {address} can't be reached: {why}", hint=hint)


def not_installed(error: ModuleNotFoundError) -> Diagnostic:
    return Diagnostic(
        code="C841",
        message=f"a cluster needs {error.name}, which is not installed",
        hint="pip install 'trueup[cluster]'",
    )


def said(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
