"""One claim from the user's own documents: a figure that follows from others in its sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from trueup import gate
from trueup.diagnostics import Diagnostic, Location
from trueup.edit.explained import explained
from trueup.edit.proposal import Draft, Proposal
from trueup.edit.source import Sources
from trueup.edit.start.templates import LEDGER, LEDGER_HEAD
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page
from trueup.engine.verify import Mode, compute, report
from trueup.escape import terminal
from trueup.gate import Exit

#: Figures that are tried: each is judged with the whole project.
_TRIES = 20
_LONGEST = 100
RUN_NOTHING = Mode(execute=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """
    :param at: where the figure stands, untagged
    :param formula: what gives it
    :param why: in a sentence
    :param changed: the document with the tag, and the ledger with the claim, by path
    """

    claim: str
    figure: str
    at: Location
    formula: str
    why: str
    changed: Mapping[str, bytes]


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
    for proposal in islice(_proposals(computed, documents), _TRIES):
        seen = proposal.candidate.seen
        edit = sources.rewrite(seen, f"[{seen.text}](claim:{proposal.claim})")
        if edit is None:
            continue
        ledger = f"{LEDGER_HEAD}{_claim(proposal)}".encode()
        changed = {**sources.edited([edit]), LEDGER: ledger}
        found = report(compute(sources.overlay(changed), RUN_NOTHING))
        decided = gate.decide(found.verdicts, found.diagnostics)
        stated = [one.figure for one in found.verdicts if one.claim == proposal.claim and one.at]
        new = {(one.code, one.message) for one in found.diagnostics} - known
        if decided.exit is Exit.HOLDS and stated == [seen.text] and not new:
            return Example(
                claim=proposal.claim,
                figure=seen.text,
                at=proposal.candidate.at,
                formula=proposal.formula or "",
                why=proposal.why,
                changed=changed,
            )
    return None


def _proposals(computed: Computed, documents: Sequence[str]) -> Iterator[Proposal]:
    """What a figure's own sentence gives, document by document."""
    project = computed.project
    for path in documents:
        page = read_page(project.root, project.settings, path, blocks=True)
        for one in explained(Draft(page=page, computed=computed)):
            if one.formula is not None:
                yield one


def _claim(one: Proposal) -> str:
    """The entry of the ledger."""
    return (
        f"  {one.claim}:\n"
        f"    says: {json.dumps(_sentence(one), ensure_ascii=False)}\n"
        "    basis: model\n"
        f"    expr: {one.formula}\n"
    )


def _sentence(one: Proposal) -> str:
    """The sentence around a figure, cut where it is long."""
    seen = one.candidate.seen
    text = seen.block.text
    start = max(text.rfind(end, 0, seen.start) + 2 for end in (". ", "! ", "? ", ": ", "; "))
    start = max(start if start > 1 else 0, seen.start - _LONGEST)
    ends = [at for end in (". ", "! ", "? ", "; ") if (at := text.find(end, seen.end)) >= 0]
    end = min((*ends, len(text), seen.end + _LONGEST // 2))
    return terminal(" ".join(text[start:end].split()))
