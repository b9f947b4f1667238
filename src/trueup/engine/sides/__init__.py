"""Two states of a project: as a git revision has it, and as it is in the working tree."""

from __future__ import annotations

from trueup.engine.sides.codes import CODES
from trueup.engine.sides.load import load_sides
from trueup.engine.sides.model import FileChange, InputChange, Side, Sides

__all__ = ["CODES", "FileChange", "InputChange", "Side", "Sides", "load_sides"]
