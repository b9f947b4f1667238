"""Evidence is what its name says, or it is refused."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence_samples import EVIDENCE
from trueup.diagnostics import TrueupError
from trueup.evidence.reading import read_evidence
from trueup.evidence.record import Evidence, Run
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.stats.estimate import estimate
from trueup.stats.samples import RunSamples


def code(content: bytes, name: str | None = None) -> str:
    name = name or f"{hashlib.sha256(content).hexdigest()}.json"
    with pytest.raises(TrueupError) as caught:
        read_evidence(content, f"claims/evidence/a.b/{name}")
    (fault,) = caught.value.diagnostics
    assert fault.location is not None
    assert fault.location.path.endswith(name)
    return fault.code


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(EVIDENCE.content), **fields}).encode()


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
FLOATS = st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5).map(tuple)
RUNS = st.lists(st.builds(Run, values=FLOATS, against=st.none() | FLOATS), max_size=3).map(tuple)
TREES = st.recursive(
    TEXT, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(TEXT, inner, max_size=3)
)
TIMES = st.datetimes(timezones=st.just(UTC))


@given(
    st.builds(
        Evidence,
        claim=st.just("a.b"),
        verifier=TEXT,
        digest_of_verifier=TEXT,
        value=st.fractions().map(Quantity.exact),
        started=TIMES,
        finished=TIMES,
        parameters=st.dictionaries(TEXT, TREES, max_size=3),
        subject=st.dictionaries(TEXT, TEXT, max_size=3),
        watch=st.dictionaries(TEXT, st.dictionaries(TEXT, TEXT, max_size=2), max_size=2),
        unit=TEXT,
        runs=RUNS,
        repeat=RUNS,
        floor=RUNS,
        host=st.dictionaries(TEXT, TEXT, max_size=3),
        packages=st.dictionaries(TEXT, TEXT, max_size=3),
        commit=TEXT,
        dirty=st.booleans(),
    )
)
def test_evidence_comes_back_as_it_was(evidence: Evidence) -> None:
    found = read_evidence(evidence.content, f"claims/evidence/a.b/{evidence.digest}.json")
    assert found == evidence
    assert found.content == evidence.content


def test_the_content_is_canonical() -> None:
    text = EVIDENCE.content.decode()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert not text.endswith("\n"), "nothing may change with a checkout's line ends"


def test_a_time_zone_makes_no_other_evidence() -> None:
    assert EVIDENCE.started.tzinfo is UTC


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_is_not_written(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        _ = replace(EVIDENCE, runs=(Run(values=(number,)),)).content


def test_edited_content_is_refused() -> None:
    edited = EVIDENCE.content.replace(b"5.6", b"9.6")
    assert edited != EVIDENCE.content
    assert code(edited, f"{EVIDENCE.digest}.json") == "E430"


@pytest.mark.parametrize("name", ["best.json", f"{EVIDENCE.digest}.JSON", f"{EVIDENCE.digest} copy.json"])
def test_a_name_that_is_no_digest_is_refused(name: str) -> None:
    assert code(EVIDENCE.content, name) == "E430"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"schema": "trueup/evidence/2"}',
        changed(schema="trueup/evidence/999"),
        changed(claim="../../etc"),
        changed(claim=7),
        changed(verifier="cpu.gemv"),
        changed(samples={"runs": [{"values": []}], "repeat": [], "floor": []}),
        changed(samples={"runs": [{"values": [True]}], "repeat": [], "floor": []}),
        changed(samples={"runs": [{"values": ["1"]}], "repeat": [], "floor": []}),
        changed(samples={"runs": [{"values": [10**400]}], "repeat": [], "floor": []}),
        changed(started="2026-11-01T10:00:00"),
        changed(started="yesterday"),
        changed(dirty="no"),
        changed(host={"cores": 8}),
        changed(parameters=[1]),
        changed(value={"kind": "quantity"}),
        EVIDENCE.content.replace(b"5.6", b"NaN", 1),
        EVIDENCE.content.replace(b"{", b'{"claim":"x.y",', 1),
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    ],
)
def test_what_is_no_evidence_is_refused(content: bytes) -> None:
    assert code(content) == "E431"


def test_conflict_markers_are_told_at_their_line() -> None:
    content = b"<<<<<<< HEAD\n" + EVIDENCE.content + b"\n=======\n>>>>>>> theirs\n"
    with pytest.raises(TrueupError) as caught:
        read_evidence(content, f"claims/evidence/a.b/{EVIDENCE.digest}.json")
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.location and fault.location.line) == ("E431", 1)
    assert "conflict" in fault.message


@pytest.mark.parametrize("field", sorted(json.loads(EVIDENCE.content)))
def test_no_field_may_be_left_out(field: str) -> None:
    fields = json.loads(EVIDENCE.content)
    del fields[field]
    assert code(json.dumps(fields).encode()) == "E431"


def test_a_field_of_a_later_version_is_passed_over() -> None:
    content = changed(signature="x")
    assert read_evidence(content, f"{hashlib.sha256(content).hexdigest()}.json") == EVIDENCE


def test_another_moment_makes_other_evidence() -> None:
    later = replace(EVIDENCE, finished=EVIDENCE.finished + timedelta(microseconds=1))
    assert later.digest != EVIDENCE.digest


def test_a_local_time_is_read_as_utc() -> None:
    content = changed(started="2026-11-01T12:00:00+02:00")
    found = read_evidence(content, f"{hashlib.sha256(content).hexdigest()}.json")
    assert found.started == datetime(2026, 11, 1, 10, tzinfo=UTC)


SEVEN = tuple(Run(values=(5.6 + step / 100,) * 3) for step in range(7))
SEEN = estimate([RunSamples(values=run.values) for run in SEVEN]).spread.scale(Fraction(10**9))
FLOORED = Quantity(spread=SEEN, reach=SEEN, dimension=Dimension.of(B=1, s=-1), noise=Fraction(1, 100))
MEASURED = replace(EVIDENCE, value=FLOORED, runs=SEVEN)
BEYOND = Interval(SEEN.low, Fraction(9 * 10**9))


def refused(evidence: Evidence) -> str:
    """Why evidence is refused that is named by its content."""
    with pytest.raises(TrueupError) as caught:
        read_evidence(evidence.content, f"{evidence.digest}.json")
    (fault,) = caught.value.diagnostics
    assert (fault.code, bool(fault.hint)) == ("E431", True)
    return fault.message


def test_a_value_that_its_samples_give_is_read() -> None:
    repeated = replace(MEASURED, repeat=SEVEN, repeat_value=MEASURED.value)
    for evidence in (MEASURED, repeated):
        assert read_evidence(evidence.content, f"{evidence.digest}.json") == evidence


def test_a_value_that_its_samples_do_not_give_is_refused_whatever_the_name() -> None:
    edited = replace(FLOORED, spread=BEYOND, reach=BEYOND)
    assert "the value is not what its samples give" in refused(replace(MEASURED, value=edited))
    repeated = replace(MEASURED, repeat=SEVEN, repeat_value=edited)
    assert "the value of the repeat is not what its samples give" in refused(repeated)
    assert "is not what its samples give" in refused(replace(MEASURED, unit="MB/s"))


@pytest.mark.parametrize("count", [0, 1, 6])
def test_fewer_runs_than_are_ever_taken_are_refused(count: int) -> None:
    assert f"7 runs at least, and there are {count}" in refused(replace(MEASURED, runs=SEVEN[:count]))
