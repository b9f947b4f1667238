"""What a project, where there is one, has to say about its documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic
from trueup.engine.documents import is_frozen
from trueup.engine.verify import Mode, compute
from trueup.files import Root
from trueup.ledger import read_ledger
from trueup.settings import Settings, load_settings
from trueup.verdict.model import Outcome

#: There need be no ledger.
_NO_LEDGER = "L206"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """
    :param is_set_up: whether there are settings, or a ledger
    :param frozen: patterns of the documents that are records
    :param retracting: the claims that have retracted a figure
    :param outcomes: what those claims come to now
    :param lenient: claims that let a figure differ from their value: two of those may differ from each other
    """

    root: Root
    settings: Settings
    is_set_up: bool = False
    frozen: tuple[str, ...] = ()
    retracting: tuple[Claim, ...] = ()
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    lenient: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()

    def owns(self, path: str) -> bool:
        """Whether a document is one of the project's, where tags are tags."""
        return self.is_set_up and self.settings.is_document(path)

    def is_record(self, path: str) -> bool:
        """Whether a document is a record: what was true once is at home there."""
        return is_frozen(path, self.frozen)


def read_project(folder: Path) -> Project:
    """Settings and ledger, if any; no code of the project runs."""
    root = Root(folder)
    settings, faults = load_settings(root)
    ledger = read_ledger(root, settings)
    retracting = tuple(claim for claim in ledger.claims.values() if claim.was)
    return Project(
        root=root,
        settings=settings,
        is_set_up=settings != Settings() or all(one.code != _NO_LEDGER for one in ledger.diagnostics),
        frozen=tuple(ledger.frozen),
        retracting=retracting,
        outcomes=_outcomes(folder, [claim.id for claim in retracting]),
        lenient=frozenset(one.id for one in ledger.claims.values() if one.tolerance or one.compare),
        diagnostics=(*faults, *(one for one in ledger.diagnostics if one.code != _NO_LEDGER)),
    )


def _outcomes(folder: Path, claims: Sequence[str]) -> Mapping[str, Outcome]:
    """What claims come to; no document is read for it, unless one rests on a formula in place."""
    if not claims:
        return {}
    mode = Mode(execute=False, select=claims)
    computed = compute(folder, mode, documents=())
    if not computed.bound.claims.keys() >= set(claims):
        computed = compute(folder, mode)
    return computed.outcomes
