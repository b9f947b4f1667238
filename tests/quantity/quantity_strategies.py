"""What figures are made of, for property tests."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE, Dimension
from trueup.quantity.value import Quantity

ROUNDED_UNITS = (
    "kB",
    "MB",
    "GB",
    "MiB",
    "GiB",
    "GB/s",
    "ms",
    "µs",
    "s",
    "GFLOP",
    "%",
    "×",
    "tok/s",
    "GB/step",
)
EXACT_UNITS = ("", "B", "bit", "FLOP", "layers", "tok")
DIMENSIONS = (
    NONE,
    Dimension.of(B=1),
    Dimension.of(s=1),
    Dimension.of(FLOP=1),
    Dimension.of(B=1, s=-1),
    Dimension.of(FLOP=1, s=-1),
    Dimension.of(tok=1, s=-1),
    Dimension.of(layer=1),
    Dimension.of(s=1, tok=-1),
    Dimension.of(s=-1),
)
#: characters of which figures, and what is nearly a figure, are made
LIKE_FIGURES = "0123456789.,'_+-−–~≈±≥<>=/×x*^eE% \u00a0\u2009\n\tµBMKGiskmtbof⁻²³٣Ａ()`"


@st.composite
def numbers(draw: st.DrawFn, *, whole: bool = False) -> str:
    """A positive number as people write it, thousands separated by commas or not at all."""
    value = draw(st.one_of(st.integers(1, 999), st.integers(1000, 10**10)))
    digits = f"{value:,}" if draw(st.booleans()) else str(value)
    places = 0 if whole else draw(st.integers(0, 4))
    return f"{digits}.{draw(st.integers(0, 10**places - 1)):0{places}d}" if places else digits


@st.composite
def simple_figures(draw: st.DrawFn) -> str:
    """One number with sign, ``~`` and unit."""
    unit = draw(st.sampled_from(ROUNDED_UNITS + EXACT_UNITS))
    number = draw(numbers())
    sign = draw(st.sampled_from(["", "", "", "+", "-", "−"]))
    approx = draw(st.sampled_from(["", "", "~", "about "]))
    blank = "" if unit in ("", "%", "×") else " "
    return f"{approx}{sign}{number}{blank}{unit}"


@st.composite
def ranges(draw: st.DrawFn) -> str:
    """A range with its unit at the second number, or at both."""
    unit = draw(st.sampled_from(ROUNDED_UNITS))
    low = draw(st.integers(1, 5000))
    high = low + draw(st.integers(0, 5000))
    places = draw(st.integers(0, 2))
    first, last = (f"{value / 10**places:.{places}f}" for value in (low, high))
    both = f" {unit}" if draw(st.booleans()) else ""
    dash = draw(st.sampled_from(["–", " – ", " to "]))
    return f"{draw(st.sampled_from(['', '~']))}{first}{both}{dash}{last} {unit}"


@st.composite
def other_figures(draw: st.DrawFn) -> str:
    """Bounds, fractions, powers, words, products."""
    number, unit = draw(numbers()), draw(st.sampled_from(ROUNDED_UNITS))
    whole = draw(st.integers(1, 500))
    return draw(
        st.sampled_from(
            [
                f"≥ {number} {unit}",
                f"at most {number} {unit}",
                f"< {number}",
                f"±{number} %",
                f"{draw(st.integers(0, whole))} of {whole}",
                f"{draw(st.integers(0, whole))}/{whole} keys",
                f"2^{draw(st.integers(-60, 60))}",
                f"{draw(st.integers(1, 9))}.{draw(st.integers(0, 99)):02d}e{draw(st.integers(-20, 20))}",
                draw(st.sampled_from(["zero", "one layer", "Three layers", "twelve", "half"])),
                f"{draw(st.integers(2, 10**6))} × {draw(st.integers(2, 10**6))} × 0.5",
            ]
        )
    )


def figures() -> st.SearchStrategy[str]:
    """Any figure that reads."""
    return st.one_of(simple_figures(), ranges(), other_figures())


@st.composite
def values(draw: st.DrawFn) -> Quantity:
    """A quantity with a spread, of any dimension that has a unit."""
    scale = Fraction(10) ** draw(st.integers(-9, 12))
    ends = [Fraction(draw(st.integers(-(10**7), 10**7)), draw(st.sampled_from([1, 3, 1000]))) for _ in "ab"]
    low, high = sorted(end * scale for end in ends)
    if draw(st.booleans()):
        high = low
    spread = Interval(low, high)
    return Quantity(spread=spread, reach=spread, dimension=draw(st.sampled_from(DIMENSIONS)))
