"""The eight steps of a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from trueup.claim import Claim, Columns, Decide, Expr, Reported, Require, Unmeasured, Verify
from trueup.diagnostics import in_order
from trueup.engine.bind import bind, rests_on
from trueup.engine.carried import Carried, Progress
from trueup.engine.computed import Computed
from trueup.engine.documents import is_frozen, scan_documents
from trueup.engine.figures import Records, decide_figures, has_size, waived
from trueup.engine.project import Origin, Project, load
from trueup.engine.report import Report
from trueup.engine.revised import Revisions, revision_of
from trueup.engine.select import Selection
from trueup.engine.stated import Bound
from trueup.engine.warnings import idle_frozen, lapsed_waivers, weak_bases
from trueup.files import Root
from trueup.tags.wanted import Keeps
from trueup.verdict.derived import derived, resting, tabular
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.outcome import reported
from trueup.verdict.retracted import sweep

if TYPE_CHECKING:
    from trueup.verdict.revision import Since, Untold


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """What a run may do.

    :param execute: run the verifiers of the site; without it they replay what is recorded, or are ``open``
    :param today: the day on which freshness is judged, UTC; None for now
    :param select: paths and claim ids to judge; empty for all
    :param timeout: seconds that one call of a verifier may take
    :param recalls: use what other runs computed, and keep what this one does
    :param keeps: the blocks of documents that are wanted, besides those that may hold a tag
    """

    execute: bool = True
    today: date | None = None
    select: Sequence[str] = ()
    timeout: float | None = None
    recalls: bool = True
    keeps: Keeps = "tags"


def verify(folder: Path | Root, mode: Mode | None = None, progress: Progress | None = None) -> Report:
    """Judge every claim of the project in ``folder``.

    1. load the settings and the ledger
    2. scan the documents for tags
    3. bind tags to claims
    4. load recorded results
    5. plan: reuse, run or skip, each with its reason
    6. run, storing each result as it arrives
    7. decide, upstream first
    8. report

    :param progress: called with how many verifiers are done, of how many, and the claim at hand
    """
    return report(compute(folder, mode, progress))


def compute(
    folder: Path | Root,
    mode: Mode | None = None,
    progress: Progress | None = None,
    *,
    origin: Origin | None = None,
    documents: Iterable[str] | None = None,
) -> Computed:
    """Steps 1 to 6, and of step 7 the claims: all that has to be known before a figure is looked at.

    :param origin: where the project belongs, if not in the folder
    :param documents: the paths of those that are read; all where None
    """
    mode = mode or Mode()
    project = replace(load(folder), origin=origin, recalls=mode.recalls)
    pages = scan_documents(project, documents, mode.keeps)
    bound = bind(pages, project.ledger)
    selection = Selection.of(mode.select, bound, pages)
    today = mode.today or datetime.now(UTC).date()
    needed = [claim for name, claim in bound.claims.items() if name in selection.needed]
    carried = _carry_out(project, bound, needed, mode, today, progress)
    revisions = _look_up(project, needed)
    outcomes = decide_claims(bound, selection.needed, carried.outcomes, today, revisions.told)
    frozen = frozenset(page.path for page in pages if is_frozen(page.path, project.ledger.frozen))
    on_record = outcomes
    if frozen:
        on_record = decide_claims(
            bound, selection.needed, carried.outcomes, today, revisions.told, asks_freshness=False
        )
    return Computed(
        project=project,
        pages=tuple(pages),
        bound=bound,
        selection=selection,
        today=today,
        outcomes=outcomes,
        records=Records(paths=frozen, outcomes=on_record),
        broken=frozenset(carried.broken),
        diagnostics=(*carried.diagnostics, *revisions.diagnostics),
        watched=(*carried.watched, *revisions.watched),
        histories=carried.histories,
    )


def _carry_out(
    project: Project,
    bound: Bound,
    needed: Sequence[Claim],
    mode: Mode,
    today: date,
    progress: Progress | None,
) -> Carried:
    if not any(isinstance(claim.kind, Verify) for claim in needed):
        return Carried()
    from trueup.engine.carry_out import carry_out  # noqa: PLC0415  arithmetic needs neither stores nor processes
    from trueup.runner.job import Limits  # noqa: PLC0415

    return carry_out(
        project,
        bound,
        [claim.id for claim in needed],
        execute=mode.execute,
        today=today,
        limits=Limits(seconds=mode.timeout) if mode.timeout else Limits(),
        progress=progress,
    )


def _look_up(project: Project, needed: Sequence[Claim]) -> Revisions:
    if not any(revision_of(claim) for claim in needed):
        return Revisions()
    from trueup.engine.revisions import look_up  # noqa: PLC0415  git is asked by few

    return look_up(project.root, needed, project.origin.history if project.origin else None)


def report(computed: Computed, *, search: bool = True) -> Report:
    """Step 7, the figures, and step 8; runs no verifier, so that other text can be judged by the same values.

    :param search: read the models for tensors that have the size of a refuted figure
    """
    project, pages, bound = computed.project, computed.pages, computed.bound
    selection, outcomes, today = computed.selection, computed.outcomes, computed.today
    frozen = computed.records.paths
    judged = decide_figures(bound, selection.wants, outcomes, computed.broken, computed.records, pages)
    fresh = [page for page in pages if page.path not in frozen and selection.wants_page(page.path)]
    retracted = sweep(fresh, [bound.claims[name] for name in outcomes], outcomes)
    verdicts = [*judged.verdicts, *retracted, *unstated(bound, selection, outcomes, judged.placed)]
    if search and project.ledger.models and any(has_size(one, outcomes) for one in verdicts):
        from trueup.engine.sizes import same_sizes  # noqa: PLC0415  models are read for few figures

        verdicts = same_sizes(project, bound, outcomes, verdicts)
    verdicts = [waived(one, bound.claims[one.claim], today) for one in verdicts]
    diagnostics = (
        *project.diagnostics,
        *(diagnostic for page in pages for diagnostic in page.diagnostics),
        *bound.diagnostics,
        *selection.diagnostics,
        *computed.diagnostics,
        *judged.diagnostics,
        *idle_frozen(project),
        *weak_bases(bound, outcomes),
        *lapsed_waivers(bound, today),
    )
    return Report(
        root=project.root.path,
        settings=project.settings,
        today=today,
        verdicts=tuple(sorted(verdicts, key=lambda one: one.order)),
        diagnostics=in_order(diagnostics),
        claims={name: claim for name, claim in bound.claims.items() if name in outcomes},
        outcomes=outcomes,
        documents=tuple(path for path in project.documents if selection.wants_page(path)),
        watched=(*project.watched, *computed.watched),
        stated=bound.stated,
        histories=computed.histories,
        ledger=project.ledger,
        foreign=judged.foreign,
    )


def decide_claims(
    bound: Bound,
    needed: Iterable[str],
    computed: Mapping[str, Outcome],
    today: date,
    revisions: Mapping[str, Since | Untold],
    *,
    asks_freshness: bool = True,
) -> dict[str, Outcome]:
    """Step 7, first half: the outcome of each claim, upstream first.

    :param revisions: what git says of the revision of a reported figure, by claim
    :param asks_freshness: whether what is outdated fails; of records nobody asks it
    """
    wanted = set(needed)
    outcomes: dict[str, Outcome] = {}
    for name, claim in bound.claims.items():
        if name not in wanted:
            continue
        match claim.kind:
            case Expr() | Decide() | Require():
                outcomes[name] = derived(claim, claim.kind, outcomes)
            case Reported():
                outcomes[name] = reported(claim, claim.kind, today=today, at=revisions.get(name))
            case Unmeasured():
                outcomes[name] = Outcome(
                    standing="open",
                    reason="unmeasured",
                    because=(f"unmeasured: {claim.kind.why}",),
                    basis=claim.basis,
                    scope=claim.scope,
                )
            case Columns():
                outcomes[name] = tabular(claim, rests_on(claim), outcomes)
            case Verify():
                if name in computed:
                    others = rests_on(claim)
                    found = computed[name]
                    outcomes[name] = resting(claim, found, others, outcomes) if others else found
        if not asks_freshness and name in outcomes:
            outcomes[name] = outcomes[name].on_record()
    return outcomes


def unstated(
    bound: Bound, selection: Selection, outcomes: Mapping[str, Outcome], placed: Iterable[str]
) -> Iterator[Verdict]:
    """A verdict without a place for each claim that no document tags; rules without a table check nothing."""
    stated = set(placed)
    for name, outcome in outcomes.items():
        if name in stated or not selection.wants_claim(name):
            continue
        if isinstance(bound.claims[name].kind, Columns):
            yield Verdict(
                claim=name,
                status="open",
                reason="not-run",
                because=("no document has a table for these rules",),
                hint=f"write <!-- claims:table {name} --> before the table, or remove the claim",
            )
        else:
            yield Verdict(
                claim=name,
                status=outcome.standing,
                reason=outcome.reason,
                because=outcome.because,
                hint=outcome.hint,
            )
