"""Warn of a watch that notices nothing."""

from __future__ import annotations

import os

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic
from trueup.files import Root


def idle(claim: Claim, spec: str, why: str, root: Root) -> Diagnostic:
    """The warning that a watched ``path:…`` names no file.

    :param why: the end of the sentence
    """
    pattern = spec.removeprefix("path:")
    root.doubt("a watch notices nothing")
    if os.path.isdir(root.path / pattern):  # noqa: PTH112  never raises
        hint = f"it is a folder; its files are path:{pattern.rstrip('/')}/**"
    elif root.glob(pattern):
        hint = "git does not hold what is there: add it, or watch another file"
    else:
        hint = "mend the path; it is relative to the project's root"
    return Diagnostic(
        code="L235",
        severity="warning",
        message=f"{claim.id} watches {spec}, and {why}",
        location=claim.location,
        hint=hint,
    )
