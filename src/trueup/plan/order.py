"""Put claims into an order in which each comes after what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """
    :param claims: ids, upstream first, without those on a cycle
    :param cycles: each a chain of ids that ends where it begins
    """

    claims: tuple[str, ...]
    cycles: tuple[tuple[str, ...], ...]


def order(rests_on: Mapping[str, Sequence[str]]) -> Order:
    """Sort claims upstream first; without recursion, since chains may be thousands long.

    :param rests_on: of each claim, the ids in its formula; ids that are no key are passed over
    """
    done: dict[str, None] = {}
    cycles: list[tuple[str, ...]] = []
    cyclic: set[str] = set()
    for start in rests_on:
        if start in done or start in cyclic:
            continue
        path: dict[str, int] = {start: 0}
        stack = [(start, iter(rests_on[start]))]
        while stack:
            claim, upstream = stack[-1]
            following = next((name for name in upstream if name in rests_on and name not in done), None)
            if following is None:
                stack.pop()
                del path[claim]
                done[claim] = None
            elif following in path:
                chain = (*list(path)[path[following] :], following)
                cycles.append(chain)
                cyclic.update(chain)
            else:
                path[following] = len(path)
                stack.append((following, iter(rests_on[following])))
    return Order(claims=tuple(claim for claim in done if claim not in cyclic), cycles=tuple(cycles))
