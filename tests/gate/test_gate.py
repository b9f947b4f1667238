"""From verdicts and diagnostics to an exit code."""

from __future__ import annotations

from datetime import date

import pytest

from trueup.claim import Waiver
from trueup.diagnostics import Diagnostic
from trueup.gate import Exit, decide
from trueup.verdict.model import FAILING, PASSING, STATUSES, Status, Verdict

GOOD = Verdict(claim="good", status="verified")
WARNING = Diagnostic(code="L210", severity="warning", message="unstated")
FAULT = Diagnostic(code="T130", message="unknown")


def test_every_status_passes_fails_or_is_open() -> None:
    assert PASSING | FAILING | {"open"} == set(STATUSES)


@pytest.mark.parametrize("status", STATUSES)
def test_a_status_beside_a_good_one(status: Status) -> None:
    gate = decide([GOOD, Verdict(claim="a", status=status)], [])
    assert gate.exit is (Exit.STALE if status in FAILING else Exit.HOLDS)


@pytest.mark.parametrize("status", ["inconclusive", "open"])
def test_strict_fails_what_is_warned_of(status: Status) -> None:
    assert decide([GOOD, Verdict(claim="a", status=status)], [], strict=True).exit is Exit.STALE
    assert decide([GOOD], [WARNING], strict=True).exit is Exit.STALE
    assert decide([GOOD], [], strict=True).exit is Exit.HOLDS


def test_bad_input_wins_over_stale() -> None:
    assert decide([Verdict(claim="a", status="refuted")], [FAULT]).exit is Exit.BAD_INPUT


def test_a_warning_changes_nothing() -> None:
    assert decide([GOOD], [WARNING]).exit is Exit.HOLDS


@pytest.mark.parametrize("verdicts", [[], [Verdict(claim="a", status="open")]])
def test_nothing_verified_is_a_failure(verdicts: list[Verdict]) -> None:
    gate = decide(verdicts, [])
    assert gate.exit is Exit.STALE
    assert [one.code for one in gate.diagnostics] == ["G701"]


def test_a_waiver_passes_what_it_waives_but_not_everything() -> None:
    waiver = Waiver(reason="being measured", until=date(2026, 9, 1))
    waived = Verdict(claim="a", status="refuted", waived=waiver)
    gate = decide([GOOD, waived], [])
    assert (gate.exit, gate.waived, gate.counts) == (Exit.HOLDS, 1, {"verified": 1, "refuted": 1})
    assert decide([waived], []).exit is Exit.STALE


@pytest.mark.parametrize("warn", ["outdated", "outdated:age"])
def test_a_reason_may_be_turned_into_a_warning(warn: str) -> None:
    old = Verdict(claim="a", status="outdated", reason="age")
    assert decide([GOOD, old], [], warn=[warn]).exit is Exit.HOLDS
    assert decide([GOOD, old], [], warn=[warn], strict=True).exit is Exit.STALE
    assert decide([GOOD, old], [], warn=["outdated:watch"]).exit is Exit.STALE
