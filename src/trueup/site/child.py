"""A process of its own for work that a build would have to wait for."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from pathlib import Path
from typing import TypedDict

import trueup


class Start(TypedDict):
    """How to start one: what :class:`subprocess.Popen` takes."""

    args: list[str]
    env: dict[str, str]


def child(module: str, *arguments: str) -> Start:
    """A module of this package as a program, in the same Python."""
    above = str(Path(trueup.__file__).parents[1])
    paths = os.pathsep.join(filter(None, (above, os.environ.get("PYTHONPATH"))))
    return {"args": [sys.executable, "-m", module, *arguments], "env": {**os.environ, "PYTHONPATH": paths}}


def give_way(steps: int) -> None:
    """Let whoever has started this process go first where processors are scarce; not on Windows."""
    if hasattr(os, "nice"):
        os.nice(steps)


def be_brief() -> None:
    """Look for garbage seldom, and not at the end.

    A process that is soon over makes little, and would look for it all along; at its end it would look
    through all it has, which takes as long as a tenth of a second.
    """
    gc.set_threshold(100_000, 50, 50)
    atexit.register(gc.freeze)
