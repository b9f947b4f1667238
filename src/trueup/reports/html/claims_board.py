"""The table of all claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from trueup.reports.html.board import Cell, Choice, Column, Row, board, breakable
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import Links, link, text, unbroken
from trueup.reports.html.recorded import RecordedClaim, RecordedVerdict, Waived
from trueup.reports.html.words import BASES, RANK, STATUSES

STALE, WAIVED = "stale", "waived"
_PLACES_SHOWN = 3
_COLUMNS = (
    Column(key="claim", words="Claim"),
    Column(key="status", words="Status"),
    Column(key="value", words="Value"),
    Column(key="basis", words="Basis"),
    Column(key="host", words="Host"),
    Column(key="document", words="Stated in"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A claim with all that became of it.

    :param worst: status of the claim and its figures
    :param statuses: of its figures, or the claim's own where it has none
    """

    claim: RecordedClaim
    verdicts: tuple[RecordedVerdict, ...]
    worst: str
    statuses: frozenset[str]

    @property
    def waived(self) -> Waived | None:
        return self.claim.waived or next((one.waived for one in self.verdicts if one.waived), None)

    @property
    def stale(self) -> bool:
        return any(one.stale for one in self.verdicts)


def standings(index: Index) -> list[Standing]:
    """All claims, the worst first."""
    by_claim: dict[str, list[RecordedVerdict]] = {}
    for one in index.recorded.verdicts:
        by_claim.setdefault(one.claim, []).append(one)
    found = []
    for claim in index.recorded.claims.values():
        verdicts = tuple(by_claim.get(claim.id, ()))
        statuses = frozenset(one.status for one in verdicts) or frozenset({claim.status})
        worst = min((claim.status, *statuses), key=lambda name: RANK[name])
        found.append(Standing(claim=claim, verdicts=verdicts, worst=worst, statuses=statuses))
    return sorted(found, key=lambda one: (RANK[one.worst], one.claim.id))


def hosts(claim: RecordedClaim) -> tuple[str, ...]:
    """The hosts that a claim rests on, or of which it speaks."""
    scoped = dict(claim.scope).get("host")
    return claim.hosts or ((scoped,) if scoped else ())


def claims_board(found: Iterable[Standing], index: Index, links: Links) -> str:
    """The table with its filter."""
    all_of_them = list(found)
    names = sorted({host for one in all_of_them for host in hosts(one.claim)})
    documents = sorted({one.at.path for one in index.recorded.verdicts if one.at})
    choices = (
        Choice(
            name="status",
            words="Status",
            options=(
                (STALE, "stale"),
                *((name, sign.word) for name, sign in STATUSES.items()),
                (WAIVED, "waived"),
            ),
        ),
        Choice(name="basis", words="Basis", options=[(name, sign.word) for name, sign in BASES.items()]),
        Choice(name="host", words="Host", options=[(name, name) for name in names]),
        Choice(name="document", words="Document", options=[(path, path) for path in documents]),
    )
    order = _in_order(one.claim for one in all_of_them)
    rows = [_row(one, order[one.claim.id], index, links) for one in all_of_them]
    return board("Claims", _COLUMNS, rows, choices)


def _row(one: Standing, size: int, index: Index, links: Links) -> Row:
    claim, waived = one.claim, one.waived
    says = f'<span class="trueup-says">{text(claim.says)}</span>' if claim.says else ""
    waiving = " trueup-waived" if waived else ""
    words = STATUSES[one.worst].word + (f", waived until {waived.until}" if waived else "")
    places = [verdict for verdict in index.places(claim.id) if verdict.at]
    paths = dict.fromkeys(verdict.at.path for verdict in places if verdict.at)
    return Row(
        cells=(
            Cell(inner=f"{link(links.claim(claim.id), breakable(claim.id))}{says}", order=claim.id),
            Cell(
                inner=_chip(f"status trueup-{one.worst}{waiving}", words),
                order=str(RANK[one.worst]),
                tells=f"the row of {claim.id}",
            ),
            Cell(inner=unbroken(claim.value or "–"), order=str(size), tells=f"the row's value of {claim.id}"),
            Cell(inner=_basis(claim.basis), order=claim.basis or ""),
            Cell(inner=text(", ".join(hosts(claim)) or "–"), order=", ".join(hosts(claim))),
            Cell(inner=_stated(places, index, links), order=f"{places[0].at}" if places else ""),
        ),
        facets={
            "status": (*sorted(one.statuses), *([STALE] * one.stale), *([WAIVED] * (waived is not None))),
            "basis": (claim.basis,) if claim.basis else (),
            "host": hosts(claim),
            "document": tuple(paths),
        },
    )


def _chip(css: str, words: str) -> str:
    # No title as a chip has elsewhere: some themes make a tooltip of each, which is slow for thousands.
    return f'<span class="trueup-{css}">{text(words)}</span>'


def _basis(name: str | None) -> str:
    return _chip(f"basis trueup-basis-{name}", BASES[name].word) if name and name in BASES else "–"


def _in_order(claims: Iterable[RecordedClaim]) -> dict[str, int]:
    """Where the value of each claim stands among all: those of one dimension by size, then words."""
    return {claim.id: place for place, claim in enumerate(sorted(claims, key=_magnitude))}


def _magnitude(claim: RecordedClaim) -> tuple[bool, tuple[tuple[str, int], ...], Fraction, str]:
    words = claim.value or "\U0010ffff"
    if claim.quantity is None:
        return (True, (), Fraction(0), words)
    spread = claim.quantity.spread
    end = spread.low if spread.low is not None else spread.high
    return (False, claim.quantity.dimension.exponents, end or Fraction(0), words)


def _stated(places: list[RecordedVerdict], index: Index, links: Links) -> str:
    shown = _places(places[:_PLACES_SHOWN], index, links)
    more = f" and {len(places) - _PLACES_SHOWN} more" if len(places) > _PLACES_SHOWN else ""
    return "<br>".join(shown) + more if places else "–"


def _places(places: list[RecordedVerdict], index: Index, links: Links) -> Iterator[str]:
    for one in places:
        if one.at:
            yield link(links.place(one.at, index.anchor(one)), breakable(f"{one.at.path}:{one.at.line}"))
