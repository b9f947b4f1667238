"""Changes of figures: their text, their tags, their verdicts."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.diagnostics import Location
from trueup.engine.sides import Side, Sides
from trueup.gate.change import Change
from trueup.gate.spots import Spot, match
from trueup.gate.tally import fails
from trueup.verdict.model import FAILING, Verdict


def changes_of_figures(sides: Sides) -> Iterator[Change]:
    """What became of each place at which a claim is stated."""
    base, head = _known(sides.base), _known(sides.head)
    found = match(sides.base, sides.head)
    for old, new in found.pairs:
        yield from _rewritten(old, new)
        yield from _judged(old, new, sides)
    for old, place in found.plain:
        message = "the figure stands there without a tag now"
        yield Change(kind="untagged", claim=old.claim, at=place, before=old.figure, message=message)
    for old in found.gone:
        # Where the claim is gone as well, that is said of the claim.
        if old.tagged and (old.claim in head or old.claim not in base):
            what = "a tag that stood here is gone" if old.figure else "the table here is no longer checked"
            yield Change(
                kind="untagged",
                claim=old.claim,
                at=old.at,
                gone=True,
                before=old.figure or None,
                message=what,
            )
        if not old.tagged and old.path and old.verdict and fails(old.verdict) and old.claim in head:
            yield Change(
                kind="mended",
                claim=old.claim,
                at=old.at,
                gone=True,
                before=_with(old.figure, old.verdict),
                message="what was stale here is gone, or holds now",
            )
    for new in found.new:
        if new.tagged and new.claim in base:
            yield Change(
                kind="tagged",
                claim=new.claim,
                at=new.at,
                after=new.figure or None,
                message="a tag is new here",
            )
        if new.verdict and fails(new.verdict) and not _was_stale(new, sides.base):
            word = "it is new, and stale" if new.tagged or new.claim not in base else "it is stale now"
            yield _stale(new, None, sides.head, word)


def _known(side: Side) -> frozenset[str]:
    """Ids that a side defines, well or not."""
    return frozenset(side.computed.bound.claims) | side.computed.bound.broken


def _rewritten(old: Spot, new: Spot) -> Iterator[Change]:
    if old.claim != new.claim:
        yield Change(
            kind="retagged",
            claim=new.claim,
            at=new.at,
            before=old.claim,
            after=new.claim,
            message=f"{new.figure} names another claim now",
        )
    if old.figure != new.figure:
        yield Change(
            kind="figure",
            claim=new.claim,
            at=new.at,
            before=_with(old.figure, old.verdict),
            after=_with(new.figure, new.verdict),
            message="the figure was rewritten",
        )


def _judged(old: Spot, new: Spot, sides: Sides) -> Iterator[Change]:
    was, now = old.verdict, new.verdict
    if was is None or now is None or _same(was, now):
        return
    untold = _untold(was, sides)
    if fails(now) and (untold or not fails(was)):
        yield _stale(new, old, sides.head, "it is stale now" if untold else "it held, and is stale now")
    elif not untold:
        mended = fails(was) and not fails(now) and now.status != "open" and not now.waived
        message = "it was stale, and holds now" if mended else "the verdict is another"
        yield Change(
            kind="mended" if mended else "verdict",
            claim=new.claim,
            at=_place(new, sides.head),
            before=_with(old.figure, was),
            after=_with(new.figure, now),
            message="; ".join((message, *(now.because[:1] if not mended else ()))),
        )


def _same(was: Verdict, now: Verdict) -> bool:
    """Whether they say the same; of a figure that holds nobody asks whether it is waived."""
    return (was.status, was.reason, fails(was)) == (now.status, now.reason, fails(now))


def _was_stale(new: Spot, base: Side) -> bool:
    """Whether a claim that no document states any more was stale already."""
    was = base.report.outcomes.get(new.claim)
    return new.at is None and was is not None and was.standing in FAILING


def _untold(one: Verdict, sides: Sides) -> bool:
    """Whether the base can't say what the verdict was: nothing was run there, or files are left out."""
    return one.reason == "not-run" or (one.reason == "input" and bool(sides.left_out))


def _stale(new: Spot, old: Spot | None, side: Side, word: str) -> Change:
    now = new.verdict
    said = []
    if now is not None:
        said = [*([f"expected {now.expected}"] if now.expected else []), *now.because[:1]]
    return Change(
        kind="stale",
        claim=new.claim,
        at=_place(new, side),
        before=_with(old.figure, old.verdict) if old else None,
        after=_with(new.figure, now),
        message="; ".join((word, *said)),
    )


def _with(figure: str, verdict: Verdict | None) -> str:
    return ", ".join(part for part in (figure, _state(verdict) if verdict else "") if part)


def _state(one: Verdict) -> str:
    why = f" ({one.reason})" if one.reason else ""
    waived = f", waived until {one.waived.until}" if one.waived else ""
    return f"{one.status}{why}{waived}"


def _place(spot: Spot, side: Side) -> Location | None:
    """Of the figure, or of the claim that no document states."""
    claim = side.report.claims.get(spot.claim)
    return spot.at or (claim.location if claim else None)
