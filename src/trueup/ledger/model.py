"""What a ledger holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trueup.claim import Claim, Scope
from trueup.diagnostics import Diagnostic, Location


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInput:
    """A model, or an artifact (a file or folder that a run left behind), that claims name in ``with``.

    :param path: relative to the project's root, as written
    :param sha256: 64 lower-case hexadecimal digits that the file must have, or None
    :param stage: the graph stage that it shows (``exported``), or None
    :param location: of the path
    """

    name: str
    path: str
    location: Location
    sha256: str | None = None
    stage: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All files of the ledger, read and merged.

    :param files: those that were found, sorted
    :param hosts: by name; each holds that name as ``host``
    :param claims: by id, those that can be judged, in the order of files and lines
    :param frozen: patterns of the documents that are records, and where each stands
    :param diagnostics: all that is wrong, by file and line
    :param broken: ids whose entry has an error; they are in no other field
    :param unread: those of the files that could not be read whole, so that claims may be missing
    """

    files: tuple[str, ...] = ()
    models: Mapping[str, ModelInput] = field(default_factory=dict)
    artifacts: Mapping[str, ModelInput] = field(default_factory=dict)
    hosts: Mapping[str, Scope] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    frozen: Mapping[str, Location] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    broken: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
