"""Judge a document again whose text alone has changed since a run, by what that run knew of its claims."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from trueup.claim import Claim
from trueup.diagnostics import Diagnostic, in_order
from trueup.engine.figures import Records, decide_figures, has_size, waived
from trueup.engine.packing import dumps
from trueup.engine.stated import Bound, stated_on
from trueup.tags.model import Page, Tag
from trueup.tags.scan import scan
from trueup.verdict.model import Outcome, Verdict

if TYPE_CHECKING:  # what is judged again needs little of what a run needs
    from trueup.engine.computed import Computed
    from trueup.engine.report import Report

#: So many claims are packed together: a document needs few of them.
_PACK = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What one run knew, packed so that little of it has to be unpacked.

    :param own: of each document whose part of the report rests on its text and on the claims that its tags
        name, on nothing else: the ids of those claims
    :param macros: those on which mkdocs-macros runs
    :param includes: whether documents may include snippets
    :param sweeps: whether figures that were retracted are looked for
    :param models: whether there are models in which tensors of a size can be looked for
    :param where: the pack in which a claim is, with its outcome and those of its operands
    :param retracting: of the claims that have retracted a figure, and their outcomes
    """

    own: Mapping[str, frozenset[str]]
    macros: frozenset[str]
    today: date
    subjects: tuple[str, ...]
    includes: bool
    sweeps: bool
    models: bool
    where: Mapping[str, int]
    packs: tuple[bytes, ...]
    retracting: bytes

    @classmethod
    def of(cls, computed: Computed, report: Report) -> Facts:
        """The facts of a run that has judged all documents."""
        from trueup.engine.bind import rests_on  # noqa: PLC0415  the run has imported it

        claims, outcomes = report.claims, report.outcomes
        settings = report.settings
        own = dict(_own(computed, report))
        names = list(dict.fromkeys(name for one in own.values() for name in sorted(one) if name in claims))
        packs = [
            {name: _entry(claims[name], rests_on(claims[name]), outcomes) for name in names[at : at + _PACK]}
            for at in range(0, len(names), _PACK)
        ]
        retracting = [claim for claim in claims.values() if claim.was]
        return cls(
            own=own,
            macros=frozenset(path for path in own if settings.runs_macros(path)),
            today=report.today,
            subjects=computed.bound.subjects,
            includes=bool(settings.snippets),
            sweeps=any(claim.was for claim in report.ledger.claims.values()),
            models=bool(report.ledger.models),
            where={name: index // _PACK for index, name in enumerate(names)},
            packs=tuple(dumps(pack) for pack in packs),
            retracting=dumps((retracting, {one.id: outcomes[one.id] for one in retracting})),
        )

    def judge(self, path: str, text: str) -> tuple[list[Verdict], list[Diagnostic]] | None:
        """What is to be said of a document with a new text; None where that rests on more than the text."""
        own = self.own.get(path)
        if own is None or (self.includes and "8<-" in text):
            return None
        page = scan(path, text, macros=path in self.macros, keeps="text" if self.sweeps else "tags")
        if any(map(_reaches_out, page.tags)) or {tag.claim for tag in page.tags} != own:
            return None
        claims, outcomes = self._known(own)
        bound = Bound(
            claims=claims,
            stated=tuple(stated_on(page, tag) for tag in page.tags),
            subjects=self.subjects,
        )
        judged = decide_figures(bound, lambda _: True, outcomes, (), Records(), [page])
        verdicts = [*judged.verdicts, *self._retracted(page, claims)]
        if judged.foreign or (self.models and any(has_size(one, outcomes) for one in verdicts)):
            return None
        diagnostics = [*page.diagnostics, *judged.diagnostics]
        if any(one.location is None or one.location.path != path for one in diagnostics):
            return None
        settled = (waived(one, claims[one.claim], self.today) for one in verdicts)
        return sorted(settled, key=lambda one: one.order), [*in_order(diagnostics)]

    def _known(self, names: Iterable[str]) -> tuple[dict[str, Claim], dict[str, Outcome]]:
        claims: dict[str, Claim] = {}
        outcomes: dict[str, Outcome] = {}
        for index in sorted({self.where[name] for name in names if name in self.where}):
            for name, (claim, others) in pickle.loads(self.packs[index]).items():  # noqa: S301  signed
                claims[name] = claim
                outcomes.update(others)
        return claims, outcomes

    def _retracted(self, page: Page, known: dict[str, Claim]) -> Iterator[Verdict]:
        if self.sweeps:
            from trueup.verdict.retracted import sweep  # noqa: PLC0415  where nothing was retracted it rests

            claims, outcomes = pickle.loads(self.retracting)  # noqa: S301  signed
            known.update((claim.id, claim) for claim in claims)
            yield from sweep([page], claims, outcomes)


def _entry(
    claim: Claim, operands: Iterable[str], outcomes: Mapping[str, Outcome]
) -> tuple[Claim, dict[str, Outcome]]:
    return claim, {name: outcomes[name] for name in (claim.id, *operands) if name in outcomes}


def _reaches_out(tag: Tag) -> bool:
    """Whether a tag has a part in what its claim is: by a formula, or by the headers of its table."""
    return tag.formula is not None or tag.form == "table"


def _own(computed: Computed, report: Report) -> Iterator[tuple[str, frozenset[str]]]:
    settings = report.settings
    for page in computed.pages:
        if page.path in computed.records.paths or page.path in report.foreign:
            continue
        if any(_reaches_out(tag) or tag.claim not in computed.bound.claims for tag in page.tags):
            continue
        places = [one.location for one in page.diagnostics]
        if settings.snippets:
            places += [place for block in page.blocks for _, place in block.runs]
        if all(place is not None and place.path == page.path for place in places):
            yield page.path, frozenset(tag.claim for tag in page.tags)
