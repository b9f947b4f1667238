"""The project with the tags that are proposed so far."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from trueup.diagnostics import Location
from trueup.edit.proposal import Proposal
from trueup.edit.source import Edit, Sources
from trueup.engine.report import Report
from trueup.engine.verify import Mode, compute, report
from trueup.files import TEXT_CAP, Overlay, Root
from trueup.verdict.model import FAILING, Verdict

_NAME = "suggested.yaml"
_HEAD = "# Proposed by trueup suggest: see that each claim says what its figures are about.\nclaims:\n"


class Tagged:
    """Proposals that hold together.

    :ivar computed: of the project with them, ``report`` is on the project without
    """

    def __init__(self, root: Root, mode: Mode) -> None:
        self.root = root
        self.mode = mode
        self.sources = Sources(root)
        self.accepted: list[Proposal] = []
        self.computed = compute(root, mode)
        self.report = report(self.computed, search=False)
        folders = [
            one for one in self.computed.project.settings.ledger if not one.endswith((".yaml", ".yml"))
        ]
        self.ledger = f"{folders[0] if folders else 'claims'}/{_NAME}"

    def add(self, wanted: Sequence[Proposal]) -> list[Proposal]:
        """Take on those that hold beside each other; gives them."""
        good = [one for one in wanted if self._edit(one)]
        while good:
            both = [*self.accepted, *good]
            computed = compute(Overlay(self.root.path, self._changed(both)), self.mode)
            bad = self._faults(both, good, report(computed, search=False))
            if not bad:
                self.accepted, self.computed = both, computed
                break
            good = [one for one in good if one not in bad]
        return good

    def files(self) -> dict[str, tuple[bytes | None, bytes]]:
        """What changes on disk: content before and after."""
        changed = self._changed(self.accepted)
        return {
            path: (self._entries_before() if path == self.ledger else self.sources.of(path).content, content)
            for path, content in changed.items()
        }

    def _edit(self, one: Proposal) -> Edit | None:
        """The edit that tags a figure; None where it is not written in the document in one piece."""
        seen = one.candidate.seen
        source = self.sources.of(one.candidate.at.path)
        start = source.offset(one.candidate.at)
        end = start + len(seen.text)
        whole = [source.offset(at) for at in seen.characters() if at.path == one.candidate.at.path]
        if whole != list(range(start, end)) or source.text[start:end] != seen.text:
            return None
        return Edit(path=source.path, start=start, end=end, text=one.markup)

    def _changed(self, proposals: Sequence[Proposal]) -> dict[str, bytes]:
        changed = self.sources.edited(edit for one in proposals if (edit := self._edit(one)))
        entries = "".join(one.entry for one in proposals)
        if entries:
            before = self._entries_before()
            text = _HEAD if before is None else before.decode("utf-8")
            changed[self.ledger] = f"{text.rstrip()}\n{entries}".encode()
        return changed

    def _entries_before(self) -> bytes | None:
        if (
            self.ledger not in self.computed.project.ledger.files
            or not os.path.exists(self.root.path / self.ledger)  # noqa: PTH110  never raises
        ):
            return None
        return self.root.read_bytes(self.ledger, TEXT_CAP)

    def _faults(self, both: Sequence[Proposal], new: Sequence[Proposal], after: Report) -> list[Proposal]:
        """The new proposals that don't hold, or harm what held without them."""
        edits = [edit for one in both if (edit := self._edit(one))]
        now = {(one.claim, one.at): one for one in after.verdicts}
        if bad := [one for one in new if not self._holds(one, now, edits)]:
            return bad
        if bad := self._noted(new, edits, after):
            return bad
        for old in self.report.verdicts:
            if old.at is None or old.status in FAILING:
                continue
            verdict = now.get((old.claim, self.sources.moved(old.at, edits)))
            if verdict is None or verdict.status in FAILING:
                beside = [one for one in new if one.candidate.at.path == old.at.path]
                return [one for one in new if one.entry] or beside or list(new)
        errors = {(one.code, one.message) for one in after.diagnostics if one.severity == "error"}
        if errors - {(one.code, one.message) for one in self.report.diagnostics}:
            return list(new)
        return []

    def _holds(
        self, one: Proposal, now: Mapping[tuple[str, Location | None], Verdict], edits: Sequence[Edit]
    ) -> bool:
        verdict = now.get((one.claim, self._behind(one, edits)))
        return (
            verdict is not None
            and verdict.status in ("verified", "attested")
            and verdict.figure == one.candidate.seen.text
        )

    def _noted(self, new: Sequence[Proposal], edits: Sequence[Edit], after: Report) -> list[Proposal]:
        """The new tags that are worth a warning, or make another one on their line so."""
        known = {(note.code, note.message) for note in self.report.diagnostics}
        found: list[Proposal] = []
        for note in after.diagnostics:
            at = note.location
            if at is None or (note.code, note.message) in known:
                continue
            places = [(self._behind(one, edits), one) for one in new]
            beside = [(place, one) for place, one in places if (place.path, place.line) == (at.path, at.line)]
            there = [one for place, one in beside if 0 <= at.column - place.column + 1 < len(one.markup)]
            found += there or [one for _, one in beside]
        return found

    def _behind(self, one: Proposal, edits: Sequence[Edit]) -> Location:
        """Where the figure stands once it is tagged: behind its bracket."""
        at = self.sources.moved(one.candidate.at, edits)
        return replace(at, column=at.column + 1)
