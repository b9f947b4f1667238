"""Change each figure a little, and see whether exactly it is refuted."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from trueup.diagnostics import Diagnostic
from trueup.edit.bite import Bite, Result
from trueup.edit.cells import cells_bite
from trueup.edit.mutation import mutation
from trueup.edit.neighbours import Neighbours, Verdicts, subject_words
from trueup.engine.carried import Progress
from trueup.engine.computed import Computed
from trueup.engine.stated import Stated
from trueup.engine.verify import Mode, compute, report
from trueup.settings import Settings
from trueup.verdict.model import FAILING, Verdict
from trueup.verdict.written import column_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutated:
    """:param bites: one for each tag, and for each cell that a table's claim checks, in order of place"""

    bites: tuple[Bite, ...]
    diagnostics: tuple[Diagnostic, ...]
    settings: Settings

    def count(self, result: Result) -> int:
        return sum(one.result == result for one in self.bites)


def mutate(folder: Path, mode: Mode | None = None, progress: Progress | None = None) -> Mutated:
    """Change every figure in memory, one after the other; each verifier runs once, before."""
    computed = compute(folder, mode, progress)
    whole = report(computed, search=False)
    trials = _trials(computed)
    wanted = [
        stated
        for stated in computed.bound.stated
        if stated.tag.claim in computed.outcomes and computed.selection.wants(stated.tag)
    ]
    bites: list[Bite] = []
    for done, stated in enumerate(wanted, start=1):
        if stated.tag.form == "table":
            bites.extend(cells_bite(computed, stated))
        else:
            bites.append(trials[id(stated)].run())
        if progress:
            progress(done, len(wanted), stated.tag.claim)
    return Mutated(
        bites=tuple(sorted(bites, key=lambda one: one.at)),
        diagnostics=whole.diagnostics,
        settings=whole.settings,
    )


def _trials(computed: Computed) -> dict[int, _Trial]:
    """The trial of each figure, by the identity of what is stated.

    They are looked at in their block alone: no other text has a part in how their claim judges them.
    """
    together: dict[int, list[Stated]] = defaultdict(list)
    for stated in computed.bound.stated:
        together[id(stated.block)].append(stated)
    subjects = subject_words(computed.bound.claims.values())
    blocks = [Neighbours(computed, figures, subjects) for figures in together.values()]
    return {id(stated): _Trial(block, at) for block in blocks for at, stated in enumerate(block.figures)}


class _Trial:
    """One figure, among the figures of its block.

    :param at: its index there
    """

    def __init__(self, neighbours: Neighbours, at: int) -> None:
        self.computed = neighbours.computed
        self.neighbours = neighbours
        self.at = at
        self.stated = neighbours.figures[at]

    def run(self) -> Bite:
        tag = self.stated.tag
        bite = Bite(claim=tag.claim, at=tag.location, figure=tag.figure, result="can't")
        before = self._own(self.neighbours.before)
        if before is None:
            return replace(bite, why="it can't be read")
        if before.status == "refuted":
            return replace(bite, why=f"it is refuted as it stands ({before.reason})")
        records = self.computed.records
        recorded = tag.location.path in records.paths
        outcome = (records.outcomes if recorded else self.computed.outcomes)[tag.claim]
        claim = self.computed.bound.claims[tag.claim]
        unit = column_unit(tag, self.stated.block)
        found = mutation(tag.figure, unit, claim, outcome, self._judge)
        if found.text is None:
            return replace(bite, why=found.why)
        return self._tried(replace(bite, changed=found.text, why=found.why), found.text)

    def _tried(self, bite: Bite, text: str) -> Bite:
        after = self.neighbours.after(self.at, text)
        own = self._own(after)
        if own is None or own.status != "refuted":
            status = f"{text} is {own.status}" if own else f"{text} can't be read"
            why = "; ".join((bite.why or status, *(own.because[:1] if own else ())))
            hint = f"; {own.hint}" if own and own.hint else ""
            return replace(bite, result="accepts", why=why + hint)
        before = self.neighbours.before
        others = [
            one
            for key, one in after.items()
            if key != (bite.claim, bite.at)
            and one.status in FAILING
            and key in before
            and before[key].status not in FAILING
        ]
        # A sentence whose words or arithmetic no longer fit takes its other figures along, rightly.
        stray = [one for one in others if one.reason not in ("arithmetic", "subject")]
        also = tuple(sorted(one.at for one in others if one.at))
        if stray:
            return replace(
                bite, result="spreads", also=also, why=f"{stray[0].claim} is {stray[0].status} too"
            )
        return replace(bite, result="bites", also=also)

    def _judge(self, text: str) -> Verdict | None:
        return self._own(self.neighbours.after(self.at, text))

    def _own(self, verdicts: Verdicts) -> Verdict | None:
        return verdicts.get((self.stated.tag.claim, self.stated.tag.location))
