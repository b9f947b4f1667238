"""The document of ``trueup check --format json``, read into types."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from trueup.audit.coverage import Coverage
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.quantity.value import Quantity
from trueup.reports.html.exact import RecordedTurn, as_quantity, as_turns
from trueup.reports.html.shapes import (
    as_id,
    as_list,
    as_object,
    as_pairs,
    as_status,
    as_text,
    as_texts,
    wrong_shape,
)
from trueup.reports.html.words import STATUSES


@dataclass(frozen=True, slots=True, kw_only=True)
class Waived:
    reason: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCell:
    """Where in a table a cell stands: the place of its directive, row and column from 1."""

    table: Location
    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedVerdict:
    """What became of one figure, of a table, or of a claim that no document tags (``at`` is None).

    :param expected: what the figure should say, where it doesn't
    :param cell: of a table's cell, where it stands there
    """

    claim: str
    status: str
    reason: str | None = None
    figure: str | None = None
    at: Location | None = None
    expected: str | None = None
    because: tuple[str, ...] = ()
    hint: str | None = None
    waived: Waived | None = None
    cell: RecordedCell | None = None

    @property
    def whole_table(self) -> bool:
        """Whether it speaks of a whole table."""
        return self.at is not None and self.figure is None

    @property
    def stale(self) -> bool:
        """Whether the gate fails on it: its status is stale and nobody has waived it."""
        return STATUSES[self.status].stale and self.waived is None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedClaim:
    """A claim as it was judged; every value but ``quantity`` and ``turns`` is display text.

    :param at: its place in the ledger, or of the title that defines it
    :param how: ``verify``, ``expr``, ``decide``, ``require``, ``columns``, ``reported`` or ``unmeasured``
    :param filled: the formula with the operands' values in place of their ids
    :param flips: sentences: what would turn a decision
    """

    id: str
    status: str
    says: str | None = None
    basis: str | None = None
    reason: str | None = None
    at: Location | None = None
    value: str | None = None
    how: str | None = None
    why: str | None = None
    formula: str | None = None
    filled: str | None = None
    mathml: str | None = None
    verifier: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    source: str | None = None
    as_of: str | None = None
    rests_on: tuple[str, ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    hosts: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    hint: str | None = None
    flips: tuple[str, ...] = ()
    quantity: Quantity | None = None
    turns: tuple[RecordedTurn, ...] = ()
    waived: Waived | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One run of ``check``.

    :param counts: number of verdicts by status
    :param watched: paths, relative to the project's root, that the result depends on
    :param coverage: of each document; none where nobody has counted
    """

    verdicts: tuple[RecordedVerdict, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    claims: Mapping[str, RecordedClaim] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    passed: bool = False
    watched: tuple[str, ...] = ()
    coverage: tuple[Coverage, ...] = ()


def read_recorded(text: str) -> Recorded:
    """Read the JSON of ``check``.

    :raises TrueupError: C850 when it is no JSON, C851 when it has another shape
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TrueupError(
            Diagnostic(
                code="C850",
                message=f"the recorded verdicts are no JSON: {error}",
                hint="write them with: trueup check --format json",
            )
        ) from error
    return from_document(document)


def from_document(document: object) -> Recorded:
    """Give types to a parsed document; keys that are not known are passed over.

    :raises TrueupError: C851 names the key that has the wrong type
    """
    top = as_object(document, "the document")
    summary = as_object(top.get("summary", {}), "summary")
    claims = as_object(top.get("claims", {}), "claims")
    return Recorded(
        verdicts=tuple(
            _verdict(item, f"verdicts[{at}]")
            for at, item in enumerate(as_list(top.get("verdicts"), "verdicts"))
        ),
        diagnostics=tuple(
            _diagnostic(item, f"diagnostics[{at}]")
            for at, item in enumerate(as_list(top.get("diagnostics"), "diagnostics"))
        ),
        claims={name: _claim(name, item, f"claims[{name!r}]") for name, item in claims.items()},
        counts={
            key: value
            for key, value in summary.items()
            if isinstance(value, int) and not isinstance(value, bool)
        },
        passed=summary.get("pass") is True,
        watched=as_texts(top.get("watched"), "watched"),
        coverage=tuple(_coverage(top.get("coverage"))),
    )


def _verdict(item: object, key: str) -> RecordedVerdict:
    entry = as_object(item, key)
    return RecordedVerdict(
        claim=as_id(entry.get("claim"), f"{key}.claim"),
        status=as_status(entry.get("status"), f"{key}.status"),
        reason=as_text(entry.get("reason"), f"{key}.reason"),
        figure=as_text(entry.get("figure"), f"{key}.figure"),
        at=_location(entry.get("at"), f"{key}.at"),
        expected=as_text(entry.get("expected"), f"{key}.expected"),
        because=as_texts(entry.get("because"), f"{key}.because"),
        hint=as_text(entry.get("hint"), f"{key}.hint"),
        waived=_waived(entry.get("waived"), f"{key}.waived"),
        cell=_cell(entry.get("cell"), f"{key}.cell"),
    )


def _cell(item: object, key: str) -> RecordedCell | None:
    if item is None:
        return None
    entry = as_object(item, key)
    table = _location(entry.get("table"), f"{key}.table")
    row, column = entry.get("row"), entry.get("column")
    if table is None or not isinstance(row, int) or not isinstance(column, int):
        raise wrong_shape(key, "a cell with table, row and column")
    return RecordedCell(table=table, row=row, column=column)


def _claim(name: str, item: object, key: str) -> RecordedClaim:
    entry = as_object(item, key)

    def text(part: str) -> str | None:
        return as_text(entry.get(part), f"{key}.{part}")

    def texts(part: str) -> tuple[str, ...]:
        return as_texts(entry.get(part), f"{key}.{part}")

    return RecordedClaim(
        id=as_id(name, key),
        status=as_status(entry.get("status"), f"{key}.status"),
        says=text("says"),
        basis=text("basis"),
        reason=text("reason"),
        at=_location(entry.get("at"), f"{key}.at"),
        value=text("value"),
        how=text("how"),
        why=text("why"),
        formula=text("formula"),
        filled=text("filled"),
        mathml=text("mathml"),
        verifier=text("verifier"),
        parameters=as_pairs(entry.get("with"), f"{key}.with"),
        source=text("source"),
        as_of=text("as_of"),
        rests_on=tuple(as_id(one, f"{key}.rests_on") for one in texts("rests_on")),
        scope=as_pairs(entry.get("scope"), f"{key}.scope"),
        hosts=texts("hosts"),
        subject=texts("subject"),
        because=texts("because"),
        hint=text("hint"),
        flips=texts("flips"),
        quantity=as_quantity(entry.get("quantity"), f"{key}.quantity"),
        turns=as_turns(entry.get("turns"), f"{key}.turns"),
        waived=_waived(entry.get("waived"), f"{key}.waived"),
    )


def _coverage(item: object) -> Iterator[Coverage]:
    found = as_object(item or {}, "coverage")
    for at, one in enumerate(as_list(found.get("documents"), "coverage.documents")):
        key = f"coverage.documents[{at}]"
        entry = as_object(one, key)
        counts = [entry.get(name, 0) for name in ("numbers", "tagged", "set_aside")]
        path = as_text(entry.get("path"), f"{key}.path")
        numbers, tagged, set_aside = (count if isinstance(count, int) else -1 for count in counts)
        if path is None or min(numbers, tagged, set_aside) < 0:
            raise wrong_shape(key, "a document with its path and counts")
        yield Coverage(path=path, numbers=numbers, tagged=tagged, set_aside=set_aside)


def _diagnostic(item: object, key: str) -> Diagnostic:
    entry = as_object(item, key)
    severity = as_text(entry.get("severity"), f"{key}.severity")
    return Diagnostic(
        code=as_text(entry.get("code"), f"{key}.code") or "",
        message=as_text(entry.get("message"), f"{key}.message") or "",
        severity="warning" if severity == "warning" else "error",
        location=_location(entry.get("at"), f"{key}.at"),
        hint=as_text(entry.get("hint"), f"{key}.hint"),
    )


def _location(item: object, key: str) -> Location | None:
    if item is None:
        return None
    entry = as_object(item, key)
    line, column = entry.get("line", 1), entry.get("column", 1)
    path = as_text(entry.get("path"), f"{key}.path")
    if path is None or not isinstance(line, int) or not isinstance(column, int):
        raise wrong_shape(key, "a place with path, line and column")
    return Location(path=path, line=line, column=column)


def _waived(item: object, key: str) -> Waived | None:
    if item is None:
        return None
    entry = as_object(item, key)
    return Waived(
        reason=as_text(entry.get("reason"), f"{key}.reason") or "",
        until=as_text(entry.get("until"), f"{key}.until") or "",
    )
