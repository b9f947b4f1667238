"""Patches on stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click

from trueup.edit.patch import unified
from trueup.escape import github, terminal


def echo_patch(changes: Mapping[str, tuple[bytes | None, bytes]]) -> None:
    """Print a patch as it is, for ``git apply``; inert where a terminal or a workflow's log shows it."""
    text = unified(changes)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        text = "\n".join(github(line) for line in text.split("\n"))
    elif sys.stdout.isatty():
        text = "\n".join(terminal(line.removesuffix("\r")) for line in text.split("\n"))
    click.echo(text, nl=False)
