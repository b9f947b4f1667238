"""Judge figures by the outcomes of the claims that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic
from trueup.engine.sentences import premises, reread_blocks, reread_tables
from trueup.engine.stated import Bound, Stated
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.tags.model import Page, Tag
from trueup.verdict.judge import Judgement, judge
from trueup.verdict.misplaced import misplaced_tag
from trueup.verdict.model import Outcome, Verdict

_BYTES = Dimension.of(B=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Documents that are frozen.

    :param outcomes: of the claims, as long as nobody asks whether they are still fresh
    """

    paths: frozenset[str] = frozenset()
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """
    :param placed: the claims that have a verdict at a place, or a figure that couldn't be read
    :param foreign: documents whose figures make something be said of another file
    """

    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]
    placed: frozenset[str] = field(default_factory=frozenset)
    foreign: frozenset[str] = field(default_factory=frozenset)


def decide_figures(
    bound: Bound,
    wants: Callable[[Tag], bool],
    outcomes: Mapping[str, Outcome],
    broken: Iterable[str],
    records: Records,
    pages: Iterable[Page] = (),
) -> Judged:
    """Step 7, second half: the verdict on each figure, then on the sentences and tables in which they stand.

    :param wants: whether a tag is judged
    :param pages: whose tables are looked at
    """
    judged: list[tuple[Stated, Verdict]] = []
    tables: list[tuple[Stated, Judgement]] = []
    diagnostics: list[Diagnostic] = []
    placed: set[str] = set(broken)
    foreign: set[str] = set()
    for stated in bound.stated:
        name = stated.tag.claim
        placed.add(name)
        if name not in outcomes or not wants(stated.tag):
            continue
        found = decide_alone(stated, bound, outcomes, records)
        said = [*found.diagnostics]
        if stated.tag.form == "table":
            tables.append((stated, found))
        else:
            said.extend(premises(stated, bound.claims[name], outcomes))
            judged.extend((stated, one) for one in found.verdicts)
        diagnostics.extend(said)
        places = [*(one.at for one in found.verdicts), *(one.location for one in said)]
        if any(place is None or place.path != stated.page for place in places):
            foreign.add(stated.page)
    verdicts = reread_tables(reread_blocks(judged), tables, pages)
    return Judged(
        verdicts=tuple(verdicts),
        diagnostics=tuple(diagnostics),
        placed=frozenset(placed),
        foreign=frozenset(foreign),
    )


def decide_alone(
    stated: Stated, bound: Bound, outcomes: Mapping[str, Outcome], records: Records
) -> Judgement:
    """What its claim says of one figure or table, before the arithmetic around it is looked at."""
    claim = bound.claims[stated.tag.claim]
    if stated.tag.location.path not in records.paths:
        return _judge(stated, claim, outcomes, bound.subjects)
    found = _judge(stated, claim, records.outcomes, bound.subjects)
    return replace(found, verdicts=tuple(_at_home(found.verdicts, claim)))


def waived(verdict: Verdict, claim: Claim, today: date) -> Verdict:
    """The verdict, with the waiver of its claim where that still counts."""
    waiver = claim.waive
    return replace(verdict, waived=waiver) if waiver and today <= waiver.until else verdict


def has_size(verdict: Verdict, outcomes: Mapping[str, Outcome]) -> bool:
    """Whether a verdict refutes a figure in bytes, which may be right for another tensor."""
    if verdict.status != "refuted" or verdict.reason not in ("value", "unit", "subject"):
        return False
    value = outcomes[verdict.claim].value
    return bool(verdict.figure) and isinstance(value, Quantity) and value.dimension == _BYTES


def _at_home(verdicts: Iterable[Verdict], claim: Claim) -> list[Verdict]:
    from trueup.verdict.retracted import at_home  # noqa: PLC0415  only records need it

    return [at_home(one, claim) for one in verdicts]


def _judge(
    stated: Stated, claim: Claim, outcomes: Mapping[str, Outcome], subjects: Sequence[str]
) -> Judgement:
    tag, outcome = stated.tag, outcomes[claim.id]
    misplaced = misplaced_tag(tag, claim, outcome)
    if misplaced:
        return Judgement(diagnostics=(misplaced,))
    if tag.form == "table":
        from trueup.verdict.table import judge_table  # noqa: PLC0415  only tables need it

        return judge_table(tag, claim, outcome, stated.table, outcomes, subjects)
    return judge(tag, claim, outcome, stated.block, subjects)
