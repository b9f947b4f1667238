"""What a claim asks of its figures and evidence, and whether that has become less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from trueup.claim import Claim, Scope, fits
from trueup.diagnostics import counted
from trueup.gate.change import Change
from trueup.quantity.figure import Figure
from trueup.quantity.natural import magnitude

#: From the strictest on; a claim that names none compares as written.
_COMPARE = ("exact", "as-written", "within", "at-least", "at-most", "interval")
_PERCENT = ("%", "percent")

#: Kind, what the base has, what the head has, and a sentence.
_Said: TypeAlias = Iterator[tuple[str, str | None, str | None, str]]


def changes_of_demands(old: Claim, new: Claim) -> Iterator[Change]:
    """What differs in the keys of a claim that say what it speaks of and how strictly it is judged."""
    for look in (_sizes, _compare, _scope, _age, _watch, _waiver, _retraction, _subject, _reasons):
        for kind, before, after, message in look(old, new):
            yield Change(
                kind=kind, claim=new.id, at=new.location, before=before, after=after, message=message
            )


def excuses_of(new: Claim) -> Iterator[Change]:
    """What lets a claim pass from its first day: a waiver, or a reason why it may mix hosts."""
    bare = replace(new, waive=None, cross_host=None)
    yield from (one for one in changes_of_demands(bare, new) if one.kind in ("waiver", "cross-host"))


def _sizes(old: Claim, new: Claim) -> _Said:
    yield from _size("tolerance", "tolerance", old.tolerance, new.tolerance)
    yield from _size("noise", "noise floor", old.noise, new.noise)


def _size(kind: str, word: str, old: Figure | None, new: Figure | None) -> _Said:
    before, after = old.text if old else None, new.text if new else None
    if old is None and new is not None:
        yield kind, before, after, f"a {word} was added"
    elif new is None and old is not None:
        yield "stricter", before, after, f"the {word} is gone"
    elif old is not None and new is not None and (ratio := _ratio(old, new)) != 1:
        if ratio is None:
            yield kind, before, after, f"the {word} has another unit, so nobody can tell whether it is wider"
        elif ratio > 1:
            yield kind, before, after, f"the {word} is wider"
        else:
            yield "stricter", before, after, f"the {word} is narrower"


def _ratio(old: Figure, new: Figure) -> Fraction | None:
    """How many times as large the new one is; None where they have other units."""
    if old.dimension != new.dimension or (old.unit in _PERCENT) != (new.unit in _PERCENT):
        return None
    before, after = magnitude(old.stated), magnitude(new.stated)
    return after / before if before else Fraction(1) + after


def _compare(old: Claim, new: Claim) -> _Said:
    before, after = old.compare or "as-written", new.compare or "as-written"
    if _COMPARE.index(after) > _COMPARE.index(before):
        yield "compare", before, after, "figures are compared less strictly"
    elif before != after:
        yield "stricter", before, after, "figures are compared more strictly"


def _scope(old: Claim, new: Claim) -> _Said:
    was, now = old.scope, new.scope
    if was == now:
        return
    before, after = _keys(was), _keys(now)
    if now is None:
        yield "scope", before, after, "the scope is gone, so it speaks of no host"
    elif was is not None and _narrower(was, now):
        yield "scope", before, after, "the scope is narrower"
    else:
        yield "rescoped", before, after, "it speaks of other hardware"


def _narrower(was: Scope, now: Scope) -> bool:
    """Whether all hardware that fits now did so before; a host is a label, so no other one is narrower."""
    return all(
        key in now.keys and (now.keys[key] == text or (key != "host" and fits(text, now.keys[key])))
        for key, text in was.keys.items()
    )


def _keys(scope: Scope | None) -> str | None:
    return ", ".join(f"{key} {text}" for key, text in scope.keys.items()) if scope else None


def _age(old: Claim, new: Claim) -> _Said:
    was, now = old.max_age, new.max_age
    if was == now:
        return
    before, after = _days(was), _days(now)
    if now is None:
        yield "age", before, after, "its evidence may be of any age"
    elif was is not None and now > was:
        yield "age", before, after, "its evidence may be older"
    else:
        yield "stricter", before, after, "its evidence may be less old"


def _days(number: int | None) -> str | None:
    return None if number is None else counted(number, "day")


def _watch(old: Claim, new: Claim) -> _Said:
    for spec in _less(old.watch, new.watch):
        yield "watch", spec, None, "it watches one thing less"
    for spec in _less(new.watch, old.watch):
        yield "stricter", None, spec, "it watches one thing more"


def _waiver(old: Claim, new: Claim) -> _Said:
    was, now = old.waive, new.waive
    before = f"until {was.until}: {was.reason}" if was else None
    after = f"until {now.until}: {now.reason}" if now else None
    if was is None and now is not None:
        yield "waiver", before, after, "it is waived"
    elif was is not None and now is None:
        yield "stricter", before, after, "its waiver is gone"
    elif was is not None and now is not None and was != now:
        if now.until > was.until:
            yield "waiver", before, after, "its waiver was extended"
        elif now.until < was.until:
            yield "stricter", before, after, "its waiver ends earlier"
        else:
            yield "wording", before, after, "it is waived for another reason"


def _retraction(old: Claim, new: Claim) -> _Said:
    was, now = ([one.figure.text for one in claim.was] for claim in (old, new))
    for figure in _less(was, now):
        yield "retraction", figure, None, "a figure that was retracted is no longer looked for"
    for figure in _less(now, was):
        yield "stricter", None, figure, "a figure is retracted"


def _subject(old: Claim, new: Claim) -> _Said:
    was, now = old.subject, new.subject
    before, after = ", ".join(was) or None, ", ".join(now) or None
    gone, more = _less(was, now), _less(now, was)
    if was and not now:
        yield "subject", before, after, "no subject has to be named where it is stated"
    elif now and not was:
        yield "stricter", before, after, "a subject has to be named where it is stated"
    elif more:  # one of them is enough
        yield "subject", before, after, "more words may stand for its subject"
    elif gone and new.was:
        yield "subject", before, after, "fewer words lead to its retracted figures"
    elif gone:
        yield "stricter", before, after, "fewer words may stand for its subject"
    refusing, refused = ", ".join(old.not_subject) or None, ", ".join(new.not_subject) or None
    if _less(old.not_subject, new.not_subject):
        yield "subject", refusing, refused, "fewer words are refused as its subject"
    elif _less(new.not_subject, old.not_subject):
        yield "stricter", refusing, refused, "more words are refused as its subject"


def _reasons(old: Claim, new: Claim) -> _Said:
    was, now = old.cross_host, new.cross_host
    if was is None and now is not None:
        yield "cross-host", was, now, "it may mix hosts"
    elif was is not None and now is None:
        yield "stricter", was, now, "it may no longer mix hosts"
    elif was != now:
        yield "wording", was, now, "another reason why it may mix hosts"
    if old.basis != new.basis:
        yield "basis", old.basis, new.basis, "it states another basis"
    if old.says != new.says:
        yield "wording", old.says, new.says, "it says something else"


def _less(was: Iterable[str], now: Iterable[str]) -> list[str]:
    """What was there and is no longer, in order."""
    kept = set(now)
    return [one for one in dict.fromkeys(was) if one not in kept]
