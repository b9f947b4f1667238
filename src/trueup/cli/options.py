"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from trueup.reports import FORMATS

F = TypeVar("F", bound=Callable[..., Any])


def project_option(function: F) -> F:
    """``--project DIR``, default the current folder."""
    return click.option(
        "--project",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        show_default="the current folder",
        help="The project's root.",
    )(function)


def today_option(function: F) -> F:
    """``--today DATE``."""
    return click.option(
        "--today",
        type=click.DateTime(formats=["%Y-%m-%d"]),
        metavar="YYYY-MM-DD",
        callback=lambda _, __, moment: moment.date() if moment else None,
        help="Judge freshness on this day (UTC) instead of today.",
    )(function)


def exec_option(function: F) -> F:
    """``--no-exec``."""
    return click.option(
        "--no-exec",
        is_flag=True,
        help="Run no code of the project: what needs a verifier of its own replays evidence, or is open.",
    )(function)


def timeout_option(function: F) -> F:
    """``--timeout SECONDS``."""
    return click.option(
        "--timeout", type=click.FloatRange(min=0.1), help="Seconds one verifier may take.  [default: 60]"
    )(function)


def format_option(function: F) -> F:
    """``--format FORMAT``, any of them."""
    return formats_option(FORMATS)(function)


def formats_option(formats: Sequence[str]) -> Callable[[F], F]:
    """``--format FORMAT``, one of some."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default="text",
        show_default=True,
        help="For a reader, a program, or a CI.",
    )
