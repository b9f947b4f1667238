"""The verdict on each figure that a document states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic
from trueup.engine.bind import Bound, Stated
from trueup.engine.computed import Records
from trueup.engine.select import Selection
from trueup.engine.sentences import premises, reread_blocks, reread_tables
from trueup.tags.model import Page
from trueup.verdict.judge import Judgement, judge
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.retracted import at_home
from trueup.verdict.table import judge_table, misplaced_tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """:param placed: the claims that have a verdict at a place, or a figure that couldn't be read"""

    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]
    placed: frozenset[str] = field(default_factory=frozenset)


def decide_figures(
    bound: Bound,
    selection: Selection,
    outcomes: Mapping[str, Outcome],
    broken: Iterable[str],
    records: Records,
    pages: Iterable[Page] = (),
) -> Judged:
    """Step 7, second half: the verdict on each figure, then on the sentences and tables in which they stand.

    :param pages: whose tables are looked at
    """
    subjects = sorted({word for claim in bound.claims.values() for word in claim.subject})
    judged: list[tuple[Stated, Verdict]] = []
    tables: list[tuple[Stated, Judgement]] = []
    diagnostics: list[Diagnostic] = []
    placed: set[str] = set(broken)
    for stated in bound.stated:
        name = stated.tag.claim
        placed.add(name)
        if name not in outcomes or not selection.wants(stated.tag):
            continue
        recorded = stated.tag.location.path in records.paths
        claim = bound.claims[name]
        found = _judge(stated, claim, records.outcomes if recorded else outcomes, subjects)
        diagnostics.extend(found.diagnostics)
        settled = tuple(at_home(one, claim) if recorded else one for one in found.verdicts)
        if stated.tag.form == "table":
            tables.append((stated, replace(found, verdicts=settled)))
        else:
            diagnostics.extend(premises(stated, claim, outcomes))
            judged.extend((stated, one) for one in settled)
    verdicts = reread_tables(reread_blocks(judged), tables, pages)
    return Judged(verdicts=tuple(verdicts), diagnostics=tuple(diagnostics), placed=frozenset(placed))


def _judge(
    stated: Stated, claim: Claim, outcomes: Mapping[str, Outcome], subjects: Sequence[str]
) -> Judgement:
    tag, outcome = stated.tag, outcomes[claim.id]
    misplaced = misplaced_tag(tag, claim, outcome)
    if misplaced:
        return Judgement(diagnostics=(misplaced,))
    if tag.form == "table":
        return judge_table(tag, claim, outcome, stated.table, outcomes, subjects)
    return judge(tag, claim, outcome, stated.block, subjects)
