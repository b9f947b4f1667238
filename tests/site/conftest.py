"""Sites to build."""

from __future__ import annotations

from pathlib import Path

import pytest

from sites import Site, make_site


@pytest.fixture
def small_site(tmp_path: Path) -> Site:
    """A small site, all of whose figures hold."""
    return make_site(tmp_path)
