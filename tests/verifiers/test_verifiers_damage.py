"""Whatever becomes of an artifact, it is read or refused with a place: nothing else is raised."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from artifacts import DATA, Place
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.verifier import Request
from trueup.verifiers import artifact, coverage, criterion

CRITERION = DATA / "criterion" / "named" / "sum"
#: Each kind of artifact, and the verifier that reads it.
READERS: dict[str, tuple[bytes, Callable[[Request], object]]] = {
    "coverage.xml": (
        (DATA / "coverage" / "coverage.xml").read_bytes(),
        lambda request: coverage.ratio(request, artifact="a", of="branches"),
    ),
    "coverage.lcov": (
        (DATA / "coverage" / "coverage.lcov").read_bytes(),
        lambda request: coverage.ratio(request, artifact="a"),
    ),
    "coverage.json": (
        (DATA / "coverage" / "coverage.json").read_bytes(),
        lambda request: coverage.ratio(request, artifact="a"),
    ),
    "hyperfine.json": (
        (DATA / "timings" / "hyperfine.json").read_bytes(),
        lambda request: artifact.json_value(request, artifact="a", shape="hyperfine", benchmark="true"),
    ),
    "table.csv": (
        'name,time\n"a","4.37 µs"\nb,"x ""y"""\n'.encode(),
        lambda request: artifact.csv_value(request, artifact="a", key="name", row="a", column="time"),
    ),
    "run.log": (
        "gather: 4.37 µs\nrows: 160,728\n".encode(),
        lambda request: artifact.text_value(request, artifact="a", pattern="^gather: (.*)$"),
    ),
    "estimates.json": (
        (CRITERION / "change" / "estimates.json").read_bytes(),
        lambda request: criterion.change(request, artifact="a"),
    ),
}
FRAGMENTS = st.sampled_from(
    [b"", b"\0", b"\xff", b'"', b"{", b"]", b",", b"-", b"NaN", b"1e350", b"1e9999", b"\n", b"<"]
)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage(name: str, data: st.DataObject, tmp_path: Path) -> None:
    content, read = READERS[name]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(start + 40, len(content))) | st.just(len(content)))
    place = Place(tmp_path)
    place.write(name, content[:start] + data.draw(FRAGMENTS | st.binary(max_size=4)) + content[end:])
    refused: tuple[Diagnostic, ...] = ()
    try:
        read(place.request(name))
    except TrueupError as error:
        refused = error.diagnostics
    assert all(one.location and one.location.path == name for one in refused)
