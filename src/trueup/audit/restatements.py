"""The same quantity with another figure elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from trueup.audit.finding import Certainty, Finding
from trueup.audit.stated import Stated
from trueup.diagnostics import Location

CODES = {
    "A401": "a quantity has another figure elsewhere",
    "A402": "a claim is tagged with figures that can't both hold",
    "A403": "a figure breaks a bound that is stated elsewhere",
}

#: Sentences alike with more figures than this are a series, not a slip.
_MOST_FIGURES = 2
#: Documents with more disagreements between them than this are versions of one.
_MOST_BETWEEN = 3
_WORDS_OF_A_SENTENCE = 6

_Key = Callable[[Stated], Hashable]


def restatements(statements: Iterable[Stated]) -> Iterator[Finding]:
    """Where two sentences name the same quantity in the same words, and their figures can't both hold.

    Certain where a claim says that it is the same quantity, or where the sentences are the same word for
    word in one section; else possible.
    """
    ordered = sorted(statements, key=lambda one: one.at)
    tagged = list(_disagreeing(_grouped(ordered, _claimed)))
    seen = {one.at for one, _ in tagged}
    for one, other in tagged:
        yield _finding(one, other, "certain", claim=True)
    pairs = [(one, other) for one, other in _disagreeing(_grouped(ordered, _worded)) if one.at not in seen]
    between = Counter(_documents(one.at, other.at) for one, other in pairs)
    for one, other in pairs:
        documents = _documents(one.at, other.at)
        if len(documents) == 1 or between[documents] <= _MOST_BETWEEN:
            yield _finding(one, other, _certainty(one, other))


def _claimed(one: Stated) -> Hashable:
    return None if one.key or not one.claim else (one.claim, one.figure.dimension)


def _worded(one: Stated) -> Hashable:
    return (one.key, one.figure.dimension) if one.key else None


def _grouped(statements: Sequence[Stated], key: _Key) -> Iterator[list[Stated]]:
    groups: dict[Hashable, list[Stated]] = defaultdict(list)
    for one in statements:
        if named := key(one):
            groups[named].append(one)
    yield from (group for group in groups.values() if len(group) > 1)


def _disagreeing(groups: Iterable[list[Stated]]) -> Iterator[tuple[Stated, Stated]]:
    """Each statement that disagrees, with the one that most of its group agree with."""
    for group in groups:
        camps: list[list[Stated]] = []
        for one in group:
            camp = next((camp for camp in camps if one.figure.claims.meets(camp[0].figure.claims)), None)
            if camp:
                camp.append(one)
            else:
                camps.append([one])
            if len(camps) > _MOST_FIGURES:
                break
        if 1 < len(camps) <= _MOST_FIGURES:
            most = max(camps, key=len)
            for camp in camps:
                if camp is not most:
                    yield from ((one, most[0]) for one in camp)


def _certainty(one: Stated, other: Stated) -> Certainty:
    if one.claim or other.claim:
        return "certain"
    same_place = one.at.path == other.at.path and one.context == other.context
    word_for_word = one.words == other.words and len(one.words) >= _WORDS_OF_A_SENTENCE
    return "certain" if same_place and word_for_word else "possible"


def _documents(one: Location, other: Location) -> frozenset[str]:
    return frozenset((one.path, other.path))


def _finding(one: Stated, other: Stated, certainty: Certainty, *, claim: bool = False) -> Finding:
    bound = "bound" in (one.figure.form, other.figure.form)
    return Finding(
        code="A402" if claim else "A403" if bound else "A401",
        kind="bound" if bound and not claim else "restatement",
        at=one.at,
        end=one.end,
        within=one.within,
        figure=one.text,
        message=f"{one.claim} is {other.text} at {other.at}"
        if claim
        else f"the same sentence says {other.text} at {other.at}",
        hint="correct one of them, or say in what they differ",
        certainty=certainty,
    )
