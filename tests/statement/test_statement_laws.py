"""Laws: what is written from exact operands holds, one step off it does not, and no text crashes."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from trueup.quantity.read import read_figure
from trueup.quantity.step import smallest_step
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.quantity.write import write, write_like
from trueup.statement.find import find_statements
from trueup.statement.model import Statement

COUNTS = st.integers(2, 10**6)
BYTES = Dimension.of(B=1)
#: characters and words of which statements, and what is nearly one, are made
PIECES = [*"0123456789.,%×x*/+-−–=~≈()[] →^|:;\n\u00a0", " to ", " of ", " vs ", " at ", " is ", "from "]
PIECES += [" MB", " ms", " GB/s", "B", "->", "faster", "1e9", "2^", "..."]


def of(text: str, figure: str) -> Statement:
    """The statement whose figure is the last one written so."""
    start = text.rindex(figure)
    (found,) = [one for one in find_statements(text) if one.span == (start, start + len(figure))]
    return found


@given(st.lists(COUNTS, min_size=2, max_size=4), st.sampled_from(["×", "*", "x"]))
def test_a_product_written_exactly_holds_and_a_step_off_it_does_not(factors: list[int], times: str) -> None:
    value = 1
    for factor in factors:
        value *= factor
    figure = write(Quantity.exact(value, BYTES))
    assume(figure.endswith(" B"))
    written = f" {times} ".join(f"{factor:,}" for factor in factors)
    for shape in ("{} = {}", "We need {} = {} of it."):
        assert of(shape.format(written, figure), figure).holds
    assert of(f"{figure} ({written})", figure).holds
    wrong = smallest_step(figure, Quantity.exact(value, BYTES))
    assert wrong is not None
    digits = str(value).rstrip("0")
    off = of(f"{written} = {wrong}", wrong)
    assert off.certain
    # What is written with two digits and zeros may have been rounded.
    assert not off.holds or len(digits) <= 2 or len(str(value + 1).rstrip("0")) <= 2


@given(st.lists(COUNTS, min_size=1, max_size=3), st.sampled_from(["×", "x"]))
def test_a_product_without_blanks_is_read_like_one_with_them(factors: list[int], times: str) -> None:
    value = Fraction(1, 2)
    for factor in factors:
        value *= factor
    assume(value.denominator == 1 and value > 100)
    figure = write(Quantity.exact(value, BYTES))
    assume(figure.endswith(" B"))
    tight = times.join((*map(str, factors), "0.5"))
    spaced = f" {times} ".join((*map(str, factors), "0.5"))
    for shape in ("{} ({})", "{} = {}", "{}, i.e. {}."):
        one, other = (of(shape.format(figure, written), figure) for written in (tight, spaced))
        assert (one.holds, one.certain, one.value) == (True, True, other.value)


@given(st.lists(COUNTS, min_size=2, max_size=5))
def test_a_sum_written_exactly_holds_and_a_step_off_it_does_not(terms: list[int]) -> None:
    total = sum(terms)
    assume(len(str(total).rstrip("0")) > 2 and len(str(total + 1).rstrip("0")) > 2)
    written = " + ".join(str(term) for term in terms)
    assert of(f"{written} = {total}", str(total)).holds
    wrong = smallest_step(str(total), Quantity.exact(total))
    assert wrong is not None
    assert not of(f"{written} = {wrong}", wrong).holds


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.sampled_from(["0 %", "0.0 %", "0.00 %"]))
def test_a_share_written_from_its_counts_holds_and_a_step_off_it_does_not(
    part: int, whole: int, shape: str
) -> None:
    assume(part <= whole)
    value = Quantity.exact(Fraction(part, whole))
    figure = write_like(value, read_figure(shape))
    for form in ("{0} of {1} rows, {2}", "{0:,} of {1:,} ({2})", "{2} ({0}/{1})", "{0} of {1} = {2}"):
        assert of(form.format(part, whole, figure), figure).holds
    wrong = smallest_step(figure, value)
    assume(wrong is not None)
    assert wrong is not None
    assert not of(f"{part} of {whole} rows, {wrong}", wrong).holds


@given(st.integers(1, 10**7), st.integers(1, 10**7), st.sampled_from(["+10.0 %", "+10.00 %"]))
def test_a_change_written_from_exact_ends_holds_and_a_step_off_it_does_not(
    before: int, after: int, shape: str
) -> None:
    change = Fraction(after, before) - 1
    assume(Fraction(1, 100) < abs(change) < 20)
    value = Quantity.exact(change)
    figure = write_like(value, read_figure(shape))
    for form in ("{0} B → {1} B ({2})", "from {0} B to {1} B, {2}", "{0} B -> {1} B, {2}"):
        assert of(form.format(before, after, figure), figure).holds


@given(st.integers(1, 10**12), st.integers(1, 10**12))
def test_a_time_written_from_an_amount_and_a_rate_holds(amount: int, rate: int) -> None:
    value = Quantity.exact(Fraction(amount, rate), Dimension.of(s=1))
    assume(Fraction(1, 10**9) < Fraction(amount, rate) < 10**6)
    figure = write(value)
    assert of(f"{amount} B at {rate} B/s is {figure}", figure).holds


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_text_is_read_without_a_crash_and_spans_lie_in_it(text: str) -> None:
    for statement in find_statements(text):
        for start, end in (statement.span, *statement.operands):
            assert 0 <= start < end <= len(text)
        assert statement.formula
        assert statement.holds in (True, False)
