"""Policy: verdicts to an exit code, two states of a project to a review."""

from __future__ import annotations

from trueup.gate.decide import CODES, Gate, decide
from trueup.gate.tally import Exit, Tally, fails

__all__ = ["CODES", "Exit", "Gate", "Tally", "decide", "fails"]
