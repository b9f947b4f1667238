"""The document of ``trueup check --format json``, read into types."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from trueup.audit.covered import Coverage
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.reports.html.recorded_claim import RecordedClaim, Waived, as_claim, as_waived
from trueup.reports.html.shapes import (
    as_id,
    as_list,
    as_object,
    as_place,
    as_status,
    as_text,
    as_texts,
    wrong_shape,
)
from trueup.reports.html.words import STATUSES

__all__ = [
    "Recorded",
    "RecordedCell",
    "RecordedClaim",
    "RecordedVerdict",
    "Waived",
    "from_document",
    "read_recorded",
]


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
    :param within: the text before and after the figure
    :param computed: in the figure's unit, where the claim's value is written in another
    :param difference: how far what was computed lies from the figure
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
    within: tuple[str, str] | None = None
    computed: str | None = None
    difference: str | None = None

    @property
    def whole_table(self) -> bool:
        """Whether it speaks of a whole table."""
        return self.at is not None and self.figure is None

    @property
    def stale(self) -> bool:
        """Whether the gate fails on it: its status is stale and nobody has waived it."""
        return STATUSES[self.status].stale and self.waived is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One run of ``check``.

    :param counts: number of verdicts by status
    :param documents: paths, relative to the project's root, of those that were judged; none where nobody said
    :param watched: paths, relative to the project's root, that the result depends on
    :param coverage: of each document; none where nobody has counted
    """

    verdicts: tuple[RecordedVerdict, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    claims: Mapping[str, RecordedClaim] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    passed: bool = False
    documents: frozenset[str] = frozenset()
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
        claims={name: as_claim(name, item, f"claims[{name!r}]") for name, item in claims.items()},
        counts={
            key: value
            for key, value in summary.items()
            if isinstance(value, int) and not isinstance(value, bool)
        },
        passed=summary.get("pass") is True,
        documents=frozenset(as_texts(top.get("documents"), "documents")),
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
        at=as_place(entry.get("at"), f"{key}.at"),
        expected=as_text(entry.get("expected"), f"{key}.expected"),
        because=as_texts(entry.get("because"), f"{key}.because"),
        hint=as_text(entry.get("hint"), f"{key}.hint"),
        waived=as_waived(entry.get("waived"), f"{key}.waived"),
        cell=_cell(entry.get("cell"), f"{key}.cell"),
        within=_within(entry.get("within"), f"{key}.within"),
        computed=as_text(entry.get("computed"), f"{key}.computed"),
        difference=as_text(entry.get("difference"), f"{key}.difference"),
    )


def _within(item: object, key: str) -> tuple[str, str] | None:
    if item is None:
        return None
    entry = as_object(item, key)
    before, after = (as_text(entry.get(part), f"{key}.{part}") or "" for part in ("before", "after"))
    return before, after


def _cell(item: object, key: str) -> RecordedCell | None:
    if item is None:
        return None
    entry = as_object(item, key)
    table = as_place(entry.get("table"), f"{key}.table")
    row, column = entry.get("row"), entry.get("column")
    if table is None or not isinstance(row, int) or not isinstance(column, int):
        raise wrong_shape(key, "a cell with table, row and column")
    return RecordedCell(table=table, row=row, column=column)


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
        location=as_place(entry.get("at"), f"{key}.at"),
        hint=as_text(entry.get("hint"), f"{key}.hint"),
    )
