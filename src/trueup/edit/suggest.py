"""Propose tags for an existing document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.edit.explained import explained
from trueup.edit.known import known
from trueup.edit.proposal import Draft, Proposal
from trueup.edit.sized import sized
from trueup.edit.tagged import Tagged
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page
from trueup.engine.select import Selection
from trueup.engine.verify import Mode
from trueup.files import Root, write_whole

Stage = Callable[[Draft], Iterator[Proposal]]
#: In this order: a claim that is known, or a tensor, says more than arithmetic does.
STAGES: tuple[Stage, ...] = (known, sized, explained)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggested:
    """Tags proposed for some documents.

    :param proposals: in order of place
    :param passed: why a figure is left though something fits it, by place
    :param files: content before (None where the file is new) and after, by path
    :param diagnostics: errors in the project's input
    """

    root: Root
    proposals: tuple[Proposal, ...]
    passed: Mapping[Location, str]
    files: Mapping[str, tuple[bytes | None, bytes]]
    diagnostics: tuple[Diagnostic, ...]

    def write(self) -> None:
        """Put each file in place whole, the ledger first, so that no tag names what is not there yet."""
        for path, (before, after) in sorted(self.files.items(), key=lambda one: not one[0].endswith(".yaml")):
            write_whole(self.root, path, before, after)


def suggest(folder: Path, paths: Sequence[str], today: date | None = None) -> Suggested:
    """Find tags that hold; runs no code of the project, and writes nothing.

    1. judge the project as it is
    2. for each document, propose: figures of known values, sizes of tensors, figures that follow
    3. judge the project as it would be, and give up what would not hold, or would harm others
    4. go on with what is known then: the restatements of a size, the results of a result
    """
    tagged = Tagged(Root(folder), Mode(execute=False, today=today))
    passed: dict[Location, str] = {}
    for path in _documents(tagged.computed, paths):
        passed |= _propose(path, tagged)
    done = {one.candidate.at for one in tagged.accepted}
    return Suggested(
        root=tagged.root,
        proposals=tuple(sorted(tagged.accepted, key=lambda one: one.candidate.at)),
        passed={at: why for at, why in sorted(passed.items()) if at not in done},
        files=tagged.files(),
        diagnostics=tuple(one for one in tagged.report.diagnostics if one.severity == "error"),
    )


def _documents(computed: Computed, names: Sequence[str]) -> list[str]:
    """The documents that are named, or lie in a folder that is."""
    selection = Selection.of(names, computed.bound, computed.pages)
    claims = sorted(selection.claims)
    problems = [
        *selection.diagnostics,
        *(
            Diagnostic(code="C811", message=f"{claim!r} is a claim, not a document", hint="name a document")
            for claim in claims
        ),
    ]
    if problems:
        raise TrueupError(*problems)
    return sorted(selection.paths)


def _propose(path: str, tagged: Tagged) -> Mapping[Location, str]:
    """Tag a document; gives what could be tagged, but not for certain."""
    project = tagged.computed.project
    page = read_page(project.root, project.settings, path)
    draft = Draft(page=page, computed=tagged.computed)
    going = True
    while going:
        going = False
        for stage in STAGES:
            wanted = list(stage(draft))
            held = tagged.add(wanted)
            draft.refused |= {(one.candidate.at, one.key) for one in wanted}
            draft.proposals += held
            draft.computed = tagged.computed
            going = going or bool(held)
    return draft.passed
