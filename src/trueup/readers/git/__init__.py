"""Read a git repository's objects: no checkout, no filters, no hooks, nothing fetched, nothing run."""

from __future__ import annotations

from trueup.readers.git.codes import CODES
from trueup.readers.git.objects import Commit
from trueup.readers.git.repository import Repository

__all__ = ["CODES", "Commit", "Repository"]
