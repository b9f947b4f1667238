"""Base and head, as far as a reviewer may ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trueup.diagnostics import Diagnostic
from trueup.engine.computed import Computed
from trueup.engine.report import Report
from trueup.readers.git import Commit
from trueup.tags.model import Page

How = Literal["added", "edited", "removed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One state of a project, judged.

    :param pages: documents by path; those that hold no tag have blocks, too, where the other side has some
    """

    computed: Computed
    report: Report
    pages: Mapping[str, Page]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """A file that is not what it was.

    :param path: relative to the project's root
    """

    path: str
    how: How


@dataclass(frozen=True, slots=True, kw_only=True)
class InputChange:
    """A model or an artifact whose content is not what it was.

    :param files: those that differ, by path
    """

    role: Literal["model", "artifact"]
    name: str
    files: tuple[FileChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """
    :param revision: as it was asked for
    :param base: at the revision; nothing of it was run
    :param head: the working tree
    :param evidence: files of recorded results that differ
    :param inputs: that both sides declare at one path, and whose files differ
    :param still_there: documents of the base that the head has as files, but reads no longer
    :param left_out: paths of the revision's files that the base is judged without
    :param diagnostics: of the comparison itself
    """

    revision: str
    commit: Commit
    base: Side
    head: Side
    evidence: tuple[FileChange, ...] = ()
    inputs: tuple[InputChange, ...] = ()
    still_there: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = field(default_factory=tuple)
