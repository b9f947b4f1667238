"""The ids of claims and verifiers."""

from __future__ import annotations

import re

#: Words joined by dots.
ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*")
