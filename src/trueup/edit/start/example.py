"""One claim from the user's own documents: a figure that follows from others in its sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from trueup import gate
from trueup.audit.arithmetic import arithmetic
from trueup.audit.finding import Finding
from trueup.audit.refuted import refuted
from trueup.diagnostics import Diagnostic, Location
from trueup.edit.explained import explained
from trueup.edit.places import Seen
from trueup.edit.proposal import Draft
from trueup.edit.source import Sources
from trueup.edit.start.pending import Pending
from trueup.edit.start.templates import LEDGER, ledger
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page
from trueup.engine.verify import Mode, compute, report
from trueup.gate import Exit
from trueup.statement.model import Statement

RUN_NOTHING = Mode(execute=False)
#: Figures that are tried: each is judged with the whole project.
_TRIES = 20
_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """
    :param at: where the figure stands, untagged
    :param formula: what gives it
    :param files: the ledger with the claim, and the document with the tag: content before (None where the
        file is new) and after, by path
    """

    claim: str
    figure: str
    at: Location
    formula: str
    files: Mapping[str, tuple[bytes | None, bytes]]


def find_example(
    computed: Computed, before: Iterable[Diagnostic], documents: Sequence[str]
) -> Example | None:
    """The first figure with which the project holds and nothing new is warned of; None where there is none.

    :param computed: of the project with its settings, and a ledger without claims
    :param before: what is warned of there
    :param documents: in the order in which to look
    """
    sources = Sources(computed.project.root)
    known = {(one.code, one.message) for one in before}
    proposals = (
        one for draft in _drafts(computed, documents) for one in explained(draft) if one.formula is not None
    )
    for proposal in islice(proposals, _TRIES):
        seen, formula = proposal.candidate.seen, proposal.formula or ""
        edit = sources.rewrite(seen, f"[{seen.text}](claim:{proposal.claim})")
        if edit is None:
            continue
        entries = ledger(proposal.claim, _sentence(seen), formula)
        changed = {LEDGER: entries.encode(), **sources.edited([edit])}
        found = report(compute(sources.overlay(changed), RUN_NOTHING))
        decided = gate.decide(found.verdicts, found.diagnostics)
        stated = [one.figure for one in found.verdicts if one.claim == proposal.claim and one.at]
        new = {(one.code, one.message) for one in found.diagnostics} - known
        if decided.exit is Exit.HOLDS and stated == [seen.text] and not new:
            return Example(
                claim=proposal.claim,
                figure=seen.text,
                at=proposal.candidate.at,
                formula=formula,
                files={path: (sources.read(path), content) for path, content in changed.items()},
            )
    return None


def find_pending(computed: Computed, documents: Sequence[str]) -> Pending | None:
    """The first figure with a unit that no arithmetic contradicts; None where there is none."""
    for draft in _drafts(computed, documents):
        contradicted: dict[int, list[Statement]] = defaultdict(list)
        for block, statement in refuted(draft.page):
            contradicted[id(block)].append(statement)
        for one in draft.candidates():
            seen = one.seen
            if any(wrong.involves(seen.start, seen.end) for wrong in contradicted[id(seen.block)]):
                continue
            if one.figure.form == "number" and one.figure.dimension.physical.exponents:
                stem = PurePosixPath(draft.page.path).stem.replace(".", "_")
                return Pending(
                    claim=draft.fresh(f"{stem}.figure"),
                    figure=one.seen.text,
                    at=one.at,
                    says=_sentence(one.seen),
                )
    return None


def find_wrong(computed: Computed, documents: Sequence[str]) -> Finding | None:
    """The first figure that certainly doesn't follow from others in its sentence; None where all do."""
    for draft in _drafts(computed, documents):
        wrong = (one for one in arithmetic(refuted(draft.page)) if one.certainty == "certain")
        first = next(wrong, None)
        if first:
            return first
    return None


def _drafts(computed: Computed, documents: Sequence[str]) -> Iterator[Draft]:
    project = computed.project
    for path in documents:
        yield Draft(page=read_page(project.root, project.settings, path), computed=computed)


def _sentence(seen: Seen) -> str:
    """The sentence around a figure, cut where it is long."""
    text = seen.block.text
    start = max(text.rfind(end, 0, seen.start) + 2 for end in (". ", "! ", "? ", ": ", "; "))
    start = max(start if start > 1 else 0, seen.start - _LONGEST)
    ends = [at for end in (". ", "! ", "? ", "; ") if (at := text.find(end, seen.end)) >= 0]
    return " ".join(text[start : min((*ends, len(text), seen.end + _LONGEST // 2))].split())
