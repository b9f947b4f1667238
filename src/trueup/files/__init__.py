"""The files of a project: read by relative path, contained, regular, capped; written only whole."""

from trueup.files.codes import CODES
from trueup.files.faults import named
from trueup.files.overlay import Overlay
from trueup.files.patterns import matches
from trueup.files.root import TEXT_CAP, Root
from trueup.files.written import make_folder, remove_whole, write_whole

__all__ = [
    "CODES", "TEXT_CAP", "Overlay", "Root", "make_folder", "matches", "named", "remove_whole", "write_whole",
]  # fmt: skip
