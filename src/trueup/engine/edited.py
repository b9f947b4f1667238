"""A project whose documents have changed, with all that is known of its claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from trueup.claim import Claim, Columns, Decide, Expr, Require, Verify
from trueup.engine.bind import bind, rests_on
from trueup.engine.computed import Computed
from trueup.engine.figures import Records
from trueup.engine.select import Selection
from trueup.engine.stated import Bound, formula_of
from trueup.tags.model import Page
from trueup.verdict.derived import derived, tabular
from trueup.verdict.model import Outcome


def edited(computed: Computed, pages: Iterable[Page]) -> Computed | None:
    """The same ledger and inputs, and documents that say something else; no verifier runs.

    A claim whose formula in place has changed is decided anew, with all that rests on it; of every other the
    outcome is the same object as before. None where a verifier would have to run: the table of a verified
    claim rests on what has changed.
    """
    read = tuple(pages)
    bound = bind(read, computed.project.ledger)
    outcomes = _again(computed.bound, bound, computed.outcomes, asks_freshness=True)
    on_record = outcomes
    if outcomes is not None and computed.records.paths:
        on_record = _again(computed.bound, bound, computed.records.outcomes, asks_freshness=False)
    if outcomes is None or on_record is None:
        return None
    return replace(
        computed,
        pages=read,
        bound=bound,
        selection=Selection.of((), bound, read),
        outcomes=outcomes,
        records=Records(paths=computed.records.paths, outcomes=on_record),
    )


def _again(
    before: Bound, after: Bound, known: Mapping[str, Outcome], *, asks_freshness: bool
) -> Mapping[str, Outcome] | None:
    changed = set(known) - set(after.claims)
    outcomes: dict[str, Outcome] = {}
    for name, claim in after.claims.items():
        others = rests_on(claim) if changed else ()
        if _same(claim, before.claims.get(name)) and name in known and changed.isdisjoint(others):
            outcomes[name] = known[name]
            continue
        found = _decide(claim, outcomes)
        if found is None:
            if isinstance(claim.kind, Verify) and name not in known and name in before.claims:
                continue  # its call is wrong
            return None
        found = found if asks_freshness else found.on_record()
        same = name in known and known[name] == found
        outcomes[name] = known[name] if same else found
        if not same:
            changed.add(name)
    return outcomes


def _decide(claim: Claim, outcomes: Mapping[str, Outcome]) -> Outcome | None:
    match claim.kind:
        case Expr() | Decide() | Require():
            return derived(claim, claim.kind, outcomes)
        case Columns():
            return tabular(claim, rests_on(claim), outcomes)
        case _:
            return None


def _same(claim: Claim, before: Claim | None) -> bool:
    """Whether a claim says what it said; one that a formula in place defines may have moved."""
    if claim is before:
        return True
    now, then = formula_of(claim), formula_of(before) if before else None
    return now.text == then.text if now and then else claim == before
