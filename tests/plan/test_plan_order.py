"""Claims come after what they rest on; circles are named."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from trueup.plan.order import order
from trueup.plan.step import plan

GRAPHS = st.dictionaries(
    st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefghxy"), max_size=4).map(tuple), max_size=8
)


def test_upstream_comes_first() -> None:
    found = order({"gain": ("time", "rate"), "time": ("rate",), "rate": ()})
    assert found.claims == ("rate", "time", "gain")
    assert found.cycles == ()


def test_a_circle_is_a_chain_that_ends_where_it_begins() -> None:
    found = order({"a": ("b",), "b": ("c",), "c": ("b",), "d": ()})
    assert found.cycles == (("b", "c", "b"),)
    assert "d" in found.claims
    assert not {"b", "c"} & set(found.claims)


def test_a_claim_that_rests_on_itself() -> None:
    assert order({"a": ("a",)}).cycles == (("a", "a"),)


def test_a_chain_of_many_thousands() -> None:
    chain = {f"c{number}": (f"c{number + 1}",) for number in range(20_000)}
    assert order(chain).claims[0] == "c19999"


@given(GRAPHS)
def test_every_claim_is_placed_after_its_operands_or_lies_on_a_circle(
    graph: dict[str, tuple[str, ...]],
) -> None:
    found = order(graph)
    cyclic = {name for cycle in found.cycles for name in cycle}
    place = {name: index for index, name in enumerate(found.claims)}
    assert set(place) | cyclic == set(graph)
    assert not set(place) & cyclic
    for name, index in place.items():
        assert all(place.get(operand, -1) < index for operand in graph[name])
    for cycle in found.cycles:
        assert cycle[0] == cycle[-1]
        assert all(after in graph[before] for before, after in pairwise(cycle))


def test_what_is_recorded_is_not_run_again() -> None:
    assert plan(recorded=True, builtin=False, execute=True).action == "reuse"
    assert plan(recorded=True, builtin=False, execute=False).action == "reuse"


def test_code_of_the_project_needs_leave_to_run() -> None:
    assert plan(recorded=False, builtin=False, execute=True).action == "run"
    assert plan(recorded=False, builtin=False, execute=False).action == "skip"
    assert plan(recorded=False, builtin=True, execute=False).action == "run"
