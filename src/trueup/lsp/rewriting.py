"""Edits of files: another figure in the place of a stale one, another id for a claim."""

from __future__ import annotations

from dataclasses import dataclass

from trueup.claim import ID, reserved
from trueup.diagnostics import TrueupError
from trueup.edit.fix import Rewriting, rewriting
from trueup.edit.places import Places
from trueup.edit.source import Edit, Sources
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


def mended(live: Live, verdict: Verdict) -> Mended | None:
    """How one figure is rewritten, in the author's format; None where that is not for a tool to do."""
    if verdict.at is None or verdict.status not in FAILING:
        return None
    document = next((one for one in live.documents.values() if verdict.at.path in one.sources), None)
    if document is None:
        return None
    sources = Sources(live.root)
    try:
        found = rewriting(verdict, live.computed, Places([document.page]), sources)
    except TrueupError:  # it was deleted
        return None
    if not isinstance(found, Rewriting):
        return None
    text = sources.edited([found.edit])[found.edit.path].decode("utf-8").removeprefix("\ufeff")
    after = live.edited({**live.texts, found.edit.path: text})
    if after is None:
        return None
    place = found.at
    bad = any(
        one.at == place and one.claim == verdict.claim and one.status in FAILING
        for one in after.documents[document.path].verdicts
    )
    return None if bad else Mended(verdict=verdict, text=found.text, edit=found.edit)


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
