"""The closed table of units."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trueup.quantity.codes import FigureError
from trueup.quantity.units import NAMES, NONE, Dimension, near_units, read_unit, units_of


@pytest.mark.parametrize(
    ("text", "factor", "dimension"),
    [
        ("B", 1, Dimension.of(B=1)),
        ("bit", Fraction(1, 8), Dimension.of(B=1)),
        ("KB", 1000, Dimension.of(B=1)),
        ("kB", 1000, Dimension.of(B=1)),
        ("KiB", 1024, Dimension.of(B=1)),
        ("MB", 10**6, Dimension.of(B=1)),
        ("MiB", 2**20, Dimension.of(B=1)),
        ("PB", 10**15, Dimension.of(B=1)),
        ("PiB", 2**50, Dimension.of(B=1)),
        ("MB/s", 10**6, Dimension.of(B=1, s=-1)),
        ("Mbit/s", 125_000, Dimension.of(B=1, s=-1)),
        ("GFLOP/s", 10**9, Dimension.of(FLOP=1, s=-1)),
        ("FLOP/B", 1, Dimension.of(FLOP=1, B=-1)),
        ("/s", 1, Dimension.of(s=-1)),
        ("tok/s", 1, Dimension.of(tok=1, s=-1)),
        ("tokens per second", 1, Dimension.of(tok=1, s=-1)),
        ("ms", Fraction(1, 1000), Dimension.of(s=1)),
        ("ps", Fraction(1, 10**12), Dimension.of(s=1)),
        ("picoseconds", Fraction(1, 10**12), Dimension.of(s=1)),
        ("us", Fraction(1, 10**6), Dimension.of(s=1)),
        ("µs", Fraction(1, 10**6), Dimension.of(s=1)),
        ("\u03bcs", Fraction(1, 10**6), Dimension.of(s=1)),
        ("h", 3600, Dimension.of(s=1)),
        ("days", 86400, Dimension.of(s=1)),
        ("ms per token", Fraction(1, 1000), Dimension.of(s=1, tok=-1)),
        ("ms/token", Fraction(1, 1000), Dimension.of(s=1, tok=-1)),
        ("decode steps", 1, Dimension.of(step=1)),
        ("test files", 1, Dimension.of(file=1)),
        ("GB/s/core", 10**9, Dimension.of(B=1, s=-1, core=-1)),
        ("%", Fraction(1, 100), NONE),
        ("×", 1, NONE),
        ("x", 1, NONE),
    ],
)
def test_a_unit_has_a_size_and_a_dimension(text: str, factor: Fraction | int, dimension: Dimension) -> None:
    unit = read_unit(text)
    assert (unit.factor, unit.dimension) == (factor, dimension)
    assert unit.symbol == text.replace("\u03bc", "µ")


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("mb", "MB"),
        ("gb", "GB"),
        ("Mb", "MB"),
        ("kb", "kB"),
        ("Gbps", "Gbit/s"),
        ("M", "MiB"),
        ("GFLOPS", "GFLOP/s"),
        ("pp", "range of %"),
        ("million tokens", "digits"),
        ("stepz", "step"),
        ("widgets", "counted things"),
        ("MB/widgets", "counted things"),
        ("", "counted things"),
        ("GB/s fast", ""),
    ],
)
def test_what_is_no_unit_is_refused_with_the_nearest(text: str, nearest: str) -> None:
    with pytest.raises(FigureError) as caught:
        read_unit(text)
    assert caught.value.code == "Q310"
    assert nearest in (caught.value.hint or "")


def test_names_hold_what_no_claim_may_be_called() -> None:
    assert {"tok", "tokens", "ms", "s", "layers", "x", "bit"} <= NAMES
    assert "lm_head" not in NAMES


def test_neighbours_share_the_dimension() -> None:
    for text in ("MiB", "GB/s", "ms/token", "%", "GFLOP/s"):
        unit = read_unit(text)
        neighbours = near_units(unit)
        assert neighbours
        assert all(other.dimension == unit.dimension and other.factor != unit.factor for other in neighbours)
    assert "Gbit/s" in [unit.symbol for unit in near_units(read_unit("GB/s"))]


@pytest.mark.parametrize("text", ["B", "GB/s", "tok/s", "/s", "s", "FLOP/s", "layers", "ms/tok"])
def test_a_dimension_has_its_units(text: str) -> None:
    unit = read_unit(text)
    assert unit.factor in [other.factor for other in units_of(unit.dimension)]
    assert all(read_unit(other.symbol).dimension == unit.dimension for other in units_of(unit.dimension))
