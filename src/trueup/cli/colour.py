"""Whether what is printed is painted."""

from __future__ import annotations

import os
import sys


def in_colour() -> bool:
    """Whether stdout is a terminal that wants colour (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
