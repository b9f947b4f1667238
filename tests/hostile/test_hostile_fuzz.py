"""Inputs that nobody thought of. ``make fuzz`` looks longer; what it finds is kept in ``found/`` and tried again.

A failing input is written to ``found/<reader>/new``: give it a name that says what was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hostile.fuzzed import TARGETS

FOUND = Path(__file__).parent / "found"
KEPT = sorted(path for path in FOUND.glob("*/*") if path.name != "new")


@pytest.fixture(scope="module")
def scratch() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder)


@settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ]
)
@given(data=st.data())
@pytest.mark.parametrize("name", TARGETS)
def test_any_input(name: str, scratch: Path, data: st.DataObject) -> None:
    target, inputs = TARGETS[name]
    content = data.draw(inputs)
    folder = scratch / name
    folder.mkdir(exist_ok=True)
    try:
        target(content, folder)
    except BaseException:
        (FOUND / name).mkdir(parents=True, exist_ok=True)
        (FOUND / name / "new").write_bytes(content)
        raise


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_input_that_was_found(path: Path, tmp_path: Path) -> None:
    TARGETS[path.parent.name][0](path.read_bytes(), tmp_path)
