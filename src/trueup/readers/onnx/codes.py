"""What can be wrong with a model."""

from __future__ import annotations

from trueup.readers.codes import CODES, refuse

__all__ = ["CODES", "refuse"]
