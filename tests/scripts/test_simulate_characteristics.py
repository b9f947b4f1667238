"""The tables that documents show are those of the simulation."""

from __future__ import annotations

import json

import simulate_characteristics as simulation


def test_the_committed_tables_are_those_of_the_committed_simulation() -> None:
    found = json.loads(simulation.FILE.read_text(encoding="utf-8"))
    tables = simulation.tables(found)
    assert set(tables) == {"outcomes", "one-look"}
    for name, text in tables.items():
        path = simulation.FILE.with_name(f"characteristics-{name}.csv")
        assert path.read_text(encoding="utf-8") == text
