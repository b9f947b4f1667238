"""Edits of files: another figure in the place of a stale one, another id for a claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trueup.claim import reserved
from trueup.diagnostics import Lines, TrueupError
from trueup.edit.fix import Rewriting, rewriting
from trueup.edit.places import Places
from trueup.edit.source import Edit, Sources
from trueup.ids import ID
from trueup.ledger.claims import ID_CAP
from trueup.lsp.live import Live
from trueup.lsp.names import Name, Names
from trueup.store.directory import Store
from trueup.verdict.model import FAILING, Verdict


class Refused(Exception):  # noqa: N818  the reader is told why
    """A rename that can't be made, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """What makes a stale figure right.

    :param text: the figure that stands there then
    """

    verdict: Verdict
    text: str
    edit: Edit


def mended(live: Live, path: str, verdicts: Iterable[Verdict]) -> list[Mended]:
    """How figures of a document are rewritten, in the author's format; those that no tool should are left.

    They are judged once, all rewritten together: there may be hundreds in what an editor asks for.
    """
    document = live.documents[path]
    sources, places = Sources(live.root), Places([document.page])
    found: dict[Edit, Rewriting] = {}
    for verdict in verdicts:
        if verdict.status not in FAILING:
            continue
        try:
            one = rewriting(verdict, live.computed, places, sources)
        except TrueupError:  # it was deleted
            continue
        if isinstance(one, Rewriting) and one.edit.path == path:
            found[one.edit] = one
    if not found:
        return []
    text = sources.edited(found)[path].decode("utf-8").removeprefix("\ufeff")
    after = live.edited({**live.texts, path: text})
    if after is None:
        return []
    bad = {(one.at, one.claim) for one in after.documents[path].verdicts if one.status in FAILING}
    before, now = sources.of(path), Lines(path, text)
    moved, good = 0, []
    for edit, one in sorted(found.items()):
        # An edit may begin inside the figure, whose own place only those before it have moved.
        if (now.locate(before.offset(one.at) + moved), one.verdict.claim) not in bad:
            good.append(Mended(verdict=one.verdict, text=one.text, edit=edit))
        moved += len(edit.text) - (edit.end - edit.start)
    return good


def renamed(live: Live, old: str, new: str) -> list[Edit]:
    """Every edit that a claim's other id takes, in documents and the ledger.

    :raises Refused: the id can't be used, or something would be left behind
    """
    bound = live.computed.bound
    if not ID.fullmatch(new) or len(new) > ID_CAP:
        raise Refused(f"{new!r} can't be an id: lower-case words of letters, digits and _, joined by dots")
    if what := reserved(new):
        raise Refused(f"{new} can't be an id: it is {what}")
    if new == old:
        return []
    if new in bound.claims or new in bound.broken:
        raise Refused(f"there is a claim {new} already")
    found = places(live, old)
    sources = Sources(live.root)
    edits = {}
    for name in found:
        start = sources.of(name.at.path).offset(name.at)
        edits[name.at] = Edit(path=sources.of(name.at.path).path, start=start, end=start + len(old), text=new)
    return list(edits.values())


def places(live: Live, claim: str) -> list[Name]:
    """Every place at which the id of a claim is written.

    :raises Refused: it can't have another one now
    """
    for one in live.computed.project.diagnostics:
        if one.severity == "error" and one.location and live.is_ledger(one.location.path):
            raise Refused(f"mend the ledger first: {one}")
    if Store(live.root).read(claim).evidence:
        raise Refused(
            f"evidence of {claim} is recorded, and names it: under another id it would be measured again"
        )
    names = Names(live)
    found = names.all(claim)
    unplaced = [one for one in names.unplaced if one.claim == claim]
    if unplaced:
        raise Refused(str(unplaced[0]))
    return found
