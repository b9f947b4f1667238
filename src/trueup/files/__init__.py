"""The files of a project: read by relative path, contained, regular, capped; never written here."""

from trueup.files.codes import CODES
from trueup.files.patterns import matches
from trueup.files.root import TEXT_CAP, Root

__all__ = ["CODES", "TEXT_CAP", "Root", "matches"]
