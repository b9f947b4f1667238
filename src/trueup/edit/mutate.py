"""Change each figure a little, and see whether exactly it is refuted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location
from trueup.edit.bite import Bite, Result
from trueup.edit.cells import cells_bite
from trueup.edit.mutation import mutation
from trueup.engine.carried import Progress
from trueup.engine.computed import Computed
from trueup.engine.figures import decide_figures
from trueup.engine.stated import Stated
from trueup.engine.verify import Mode, compute, report
from trueup.settings import Settings
from trueup.tags.model import Block, Mark
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
    # Figures are looked at in their block alone: no other text has a part in how their claim judges them.
    together: dict[int, list[Stated]] = defaultdict(list)
    for stated in computed.bound.stated:
        together[id(stated.block)].append(stated)
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
            bites.append(_Trial(computed, stated, together[id(stated.block)]).run())
        if progress:
            progress(done, len(wanted), stated.tag.claim)
    return Mutated(
        bites=tuple(sorted(bites, key=lambda one: one.at)),
        diagnostics=whole.diagnostics,
        settings=whole.settings,
    )


class _Trial:
    """One figure, among the figures of its block."""

    def __init__(self, computed: Computed, stated: Stated, block: Sequence[Stated]) -> None:
        self.computed = computed
        self.stated = stated
        self.block = block
        self.before = self._judge(block)

    def run(self) -> Bite:
        tag = self.stated.tag
        bite = Bite(claim=tag.claim, at=tag.location, figure=tag.figure, result="can't")
        before = self._own(self.before)
        if before is None:
            return replace(bite, why="it can't be read")
        if before.status == "refuted":
            return replace(bite, why=f"it is refuted as it stands ({before.reason})")
        records = self.computed.records
        recorded = tag.location.path in records.paths
        outcome = (records.outcomes if recorded else self.computed.outcomes)[tag.claim]
        claim = self.computed.bound.claims[tag.claim]
        unit = column_unit(tag, self.stated.block)
        found = mutation(
            tag.figure, unit, claim, outcome, lambda text: self._own(self._judge(self.changed(text)))
        )
        if found.text is None:
            return replace(bite, why=found.why)
        return self._tried(replace(bite, changed=found.text, why=found.why), found.text)

    def _tried(self, bite: Bite, text: str) -> Bite:
        after = self._judge(self.changed(text))
        own = self._own(after)
        if own is None or own.status != "refuted":
            status = f"{text} is {own.status}" if own else f"{text} can't be read"
            why = "; ".join((bite.why or status, *(own.because[:1] if own else ())))
            hint = f"; {own.hint}" if own and own.hint else ""
            return replace(bite, result="accepts", why=why + hint)
        others = [
            one
            for key, one in after.items()
            if key != (bite.claim, bite.at)
            and one.status in FAILING
            and key in self.before
            and self.before[key].status not in FAILING
        ]
        # A sentence whose words or arithmetic no longer fit takes its other figures along, rightly.
        stray = [one for one in others if one.reason not in ("arithmetic", "subject")]
        also = tuple(sorted(one.at for one in others if one.at))
        if stray:
            return replace(
                bite, result="spreads", also=also, why=f"{stray[0].claim} is {stray[0].status} too"
            )
        return replace(bite, result="bites", also=also)

    def changed(self, text: str) -> list[Stated]:
        """The figures of the block, this one with another text."""
        start, end = self.stated.tag.span
        block = _restated(self.stated.block, (start, end), text)
        moved = len(text) - (end - start)
        found = []
        for other in self.block:
            tag, (low, high) = other.tag, other.tag.span
            if other is self.stated:
                tag = replace(tag, figure=text, span=(start, start + len(text)))
            elif low >= end:
                tag = replace(tag, span=(low + moved, high + moved))
            found.append(Stated(tag=tag, block=block))
        return found

    def _judge(self, stated: Sequence[Stated]) -> dict[tuple[str, Location | None], Verdict]:
        computed = self.computed
        bound = replace(computed.bound, stated=tuple(stated))
        judged = decide_figures(
            bound, computed.selection.wants, computed.outcomes, computed.broken, computed.records
        )
        return {(one.claim, one.at): one for one in judged.verdicts}

    def _own(self, verdicts: dict[tuple[str, Location | None], Verdict]) -> Verdict | None:
        return verdicts.get((self.stated.tag.claim, self.stated.tag.location))


def _restated(block: Block, span: tuple[int, int], text: str) -> Block:
    """A block with other text in one span; what follows still stands where it stood."""
    start, end = span
    moved = len(text) - (end - start)

    def place(offset: int) -> int:
        return offset if offset <= start else max(offset, end) + moved

    runs = [
        *((offset, at) for offset, at in block.runs if offset <= start),
        (end + moved, block.locate(end)),
        *((offset + moved, at) for offset, at in block.runs if offset > end),
    ]
    return replace(
        block,
        text=block.text[:start] + text + block.text[end:],
        runs=tuple(runs),
        marks=tuple(Mark(start=place(one.start), end=place(one.end), kind=one.kind) for one in block.marks),
        cells=tuple((place(low), place(high)) for low, high in block.cells),
    )
