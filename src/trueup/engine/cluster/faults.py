"""Diagnostics of what stands between this process and a cluster."""

from __future__ import annotations

from trueup.diagnostics import Diagnostic


def unreachable(address: str, error: Exception) -> Diagnostic:
    return Diagnostic(
        code="C840",
        message=f"the scheduler {address} can't be reached: {said(error)}",
        hint="give the address that dask scheduler prints, such as tcp://10.0.0.5:8786",
    )


def not_installed(error: ModuleNotFoundError) -> Diagnostic:
    return Diagnostic(
        code="C841",
        message=f"a cluster needs {error.name}, which is not installed",
        hint="pip install 'trueup[cluster]'",
    )


def said(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
