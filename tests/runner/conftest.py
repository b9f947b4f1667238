from __future__ import annotations

from pathlib import Path

import pytest

from runner_site import Site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (tmp_path / "verifiers").mkdir()
    return Site(root=tmp_path)
