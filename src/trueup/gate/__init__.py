"""Policy: verdicts to an exit code, two states of a project to a review."""

from __future__ import annotations

from trueup.gate.decide import CODES, Exit, Gate, decide, fails

__all__ = ["CODES", "Exit", "Gate", "decide", "fails"]
