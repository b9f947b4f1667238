"""The value of a formula, its two uncertainties and its dimension."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from expression.formulas import boxes, computed, decisions, numbers
from trueup.expression.bounds import nearest
from trueup.expression.codes import CODES
from trueup.expression.enclose import enclose
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate
from trueup.expression.nodes import Node
from trueup.expression.parse import parse
from trueup.quantity.interval import Interval
from trueup.quantity.units import NONE, Dimension
from trueup.quantity.value import Quantity, Truth

Boxes = tuple[dict[str, Quantity], dict[str, Fraction]]

BYTES = Dimension.of(B=1)
SECONDS = Dimension.of(s=1)
RATE = Dimension.of(B=1, s=-1)


def between(
    low: float | str | Fraction, high: float | str | Fraction, dimension: Dimension = NONE
) -> Quantity:
    interval = Interval(Fraction(low), Fraction(high))
    return Quantity(spread=interval, reach=interval, dimension=dimension)


def value(text: str, **known: Quantity | Truth) -> Quantity:
    found = evaluate(parse(text), known.__getitem__)
    assert isinstance(found, Quantity)
    return found


def truth(text: str, **known: Quantity | Truth) -> bool | None:
    found = evaluate(parse(text), known.__getitem__)
    assert isinstance(found, Truth)
    return found.value


def fault(text: str, **known: Quantity | Truth) -> EvaluationError:
    with pytest.raises(EvaluationError) as caught:
        evaluate(parse(text), known.__getitem__)
    assert caught.value.code in CODES
    return caught.value


def test_the_projections_bytes_are_exact() -> None:
    assert value("152064 * 5120 * 0.5 B") == Quantity.exact(389_283_840, BYTES)
    assert value("w / r", w=Quantity.exact(12, BYTES), r=Quantity.exact(4, RATE)) == Quantity.exact(
        3, SECONDS
    )


def test_written_operands_give_what_they_could_be() -> None:
    # 4.37 µs → 6.00 µs: +37.2998 % as written, 37.03 … 37.57 % of what was rounded to that.
    base, head = (
        Quantity(spread=Interval.point(at), reach=Interval(at - half, at + half), dimension=SECONDS)
        for at, half in ((Fraction("4.37e-6"), Fraction("5e-9")), (Fraction("6e-6"), Fraction("5e-9")))
    )
    change = value("p / q - 1", p=head, q=base)
    assert change.spread == Interval.point(Fraction(600, 437) - 1)
    assert change.reach.low == Fraction("5.995") / Fraction("4.375") - 1
    assert change.reach.high == Fraction("6.005") / Fraction("4.365") - 1
    assert change.dimension == NONE


def test_a_bare_id_hands_on_the_value_itself() -> None:
    counted = Quantity(spread=Interval.point(1), reach=Interval.point(1), count=(15, 15))
    assert value("p", p=counted) is counted
    assert truth("p", p=Truth(value=None)) is None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("p / (p + q)", Fraction(1, 3), Fraction(2, 3)),
        ("(p - q) / q", Fraction(-1, 2), 1),
        ("p - p", 0, 0),
        ("p * q - q", 0, 2),
        ("max(p, 3) - p", 1, 2),
        ("p ** 2 - p", 0, 2),
        ("floor(p) + p", 2, 4),
        ("abs(p + 1) + p", 3, 5),
        ("1 / p + 1 / p ** 2", Fraction(3, 4), 2),
    ],
)
def test_an_operand_that_occurs_twice_is_one(text: str, low: Fraction, high: Fraction) -> None:
    assert value(text, p=between(1, 2), q=between(1, 2)).reach == Interval(Fraction(low), Fraction(high))


def test_where_the_formula_neither_rises_nor_falls_the_plain_bounds_stand() -> None:
    assert value("p * (3 - p)", p=between(1, 2)).reach == Interval(Fraction(1), Fraction(4))


def test_unbounded_and_open_ends_are_kept() -> None:
    above = Quantity(spread=Interval(Fraction(2), None), reach=Interval(Fraction(0), None, open_low=True))
    assert value("1 / p", p=above).spread == Interval(Fraction(0), Fraction(1, 2), open_low=True)
    assert value("1 / p + 1 / p", p=above).reach == Interval(Fraction(0), None, open_low=True)
    assert truth("p > 0", p=above) is True
    assert truth("log2(p) > 0", p=above) is None


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("abs(p)", 0, 2),
        ("abs(p - 3)", 1, 4),
        ("-p", -2, 1),
        ("p ** 2", 0, 4),
        ("p ** 3", -1, 8),
        ("min(p, q)", -1, 2),
        ("max(p, q)", Fraction(1, 2), 5),
        ("sum(p, q, 1)", Fraction(1, 2), 8),
        ("ceil(q)", 1, 5),
        ("floor(q)", 0, 5),
        ("round(q)", 1, 5),
    ],
)
def test_functions_of_ranges(text: str, low: Fraction, high: Fraction) -> None:
    assert value(text, p=between(-1, 2), q=between("0.5", 5)).reach == Interval(Fraction(low), Fraction(high))


def test_a_tie_rounds_away_from_zero() -> None:
    assert [nearest(Fraction(at, 2)) for at in (-5, -3, -1, 1, 3, 5)] == [-3, -2, -1, 1, 2, 3]


def test_roundings_act_on_base_units() -> None:
    assert value("ceil(1.5 kB / 7)") == Quantity.exact(215, BYTES)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("log2(8)", 3),
        ("log2(1 / 4)", -2),
        ("9 ** 0.5", 3),
        ("(8 / 27) ** (1 / 3)", Fraction(2, 3)),
        ("8 ** (-2 / 3)", Fraction(1, 4)),
    ],
)
def test_what_is_rational_stays_exact(text: str, exact: Fraction) -> None:
    assert value(text) == Quantity.exact(exact)


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9))
def test_logarithms_are_bracketed_closely(number: Fraction) -> None:
    found = value("log2(p)", p=Quantity.exact(number)).reach
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low <= Fraction(1, 2**62)
    assert math.isclose(found.low, math.log2(number), rel_tol=1e-9, abs_tol=1e-9)


@given(st.fractions(min_value=0, max_value=10**9), st.integers(2, 7))
def test_roots_are_bracketed_closely(number: Fraction, degree: int) -> None:
    found = value(f"p ** (1 / {degree})", p=Quantity.exact(number)).reach
    assert found.low is not None
    assert found.high is not None
    assert found.low**degree <= number <= found.high**degree
    assert found.high - found.low <= found.high / 10**12


def test_a_root_of_a_square_has_a_dimension() -> None:
    assert value("(4 B ** 2) ** 0.5") == Quantity.exact(4, BYTES)
    assert fault("(4 B) ** 0.5").code == "X328"


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("p < q", (1, 2, 3, 4), True),
        ("p < q", (1, 3, 2, 4), None),
        ("p < q", (3, 4, 1, 2), False),
        ("p <= q", (1, 2, 2, 3), True),
        ("p < q", (1, 2, 2, 3), None),
        ("p > q", (1, 2, 2, 3), False),
        ("p >= q", (2, 3, 1, 2), True),
        ("p == q", (1, 2, 3, 4), False),
        ("p == q", (1, 2, 1, 2), None),
        ("p != q", (1, 2, 3, 4), True),
        ("p == p", (1, 2, 1, 2), True),
        ("p != p", (1, 2, 1, 2), False),
        ("q / p > 1 / p", (1, 2, 3, 4), True),
        ("p < q and p > 0", (1, 3, 2, 4), None),
        ("p < q and p < 0", (1, 3, 2, 4), False),
        ("p < q or p > 0", (1, 3, 2, 4), True),
        ("p < q or p < 0", (1, 3, 2, 4), None),
        ("not p < q", (1, 3, 2, 4), None),
        ("not p < q", (1, 2, 3, 4), False),
    ],
)
def test_a_decision_is_open_where_its_operands_straddle(
    text: str, known: tuple[int, int, int, int], expected: bool | None
) -> None:
    low, high, further_low, further_high = known
    assert truth(text, p=between(low, high), q=between(further_low, further_high)) is expected


def test_decisions_look_at_the_reach() -> None:
    rounded = Quantity(spread=Interval.point(2), reach=Interval(Fraction(1), Fraction(3)))
    assert truth("p < 3", p=rounded) is None
    assert truth("p <= 3", p=rounded) is True


def test_decisions_may_rest_on_decisions() -> None:
    assert truth("p and not q", p=Truth(value=True), q=Truth(value=None)) is None
    assert truth("p or q", p=Truth(value=True), q=Truth(value=None)) is True
    assert fault("p + 1", p=Truth(value=True)).message == "p is a decision, no number"
    assert fault("p and q", p=Truth(value=True), q=Quantity.exact(1)).code == "X325"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("w + t", "w is in B, t in s"),
        ("w - 5 GB/s", "w is in B, 5 GB/s in B/s"),
        ("w < t", "w is in B, t in s"),
        ("max(w, 2)", "w is in B, 2 in 1"),
        ("3 tok + 2 steps", "3 tok is in tok, 2 steps in step"),
        ("t + 3 ms/tok", "t is in s, 3 ms/tok in s/tok"),
        ("log2(w)", "log2 has to be a plain number, and w is in B"),
        ("2 ** w", "an exponent has to be a plain number, and w is in B"),
        ("w / t > t", "w / t is in B/s, t in s"),
    ],
)
def test_sides_that_do_not_fit_are_named(text: str, message: str) -> None:
    error = fault(text, w=Quantity.exact(8, BYTES), t=Quantity.exact(2, SECONDS))
    assert (error.code, error.message) == ("X328", message)


def test_a_thing_left_over_says_how_to_be_rid_of_it() -> None:
    error = fault("t + 3 ms/tok", t=Quantity.exact(2, SECONDS))
    assert error.hint == "multiply or divide one side by 1 tok"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("48 layers + 1", Quantity.exact(49, Dimension.of(layer=1))),
        ("1 + 48 layers", Quantity.exact(49, Dimension.of(layer=1))),
        ("max(0, 5 B)", Quantity.exact(5, BYTES)),
        ("max(0, 5 B, 6 B)", Quantity.exact(6, BYTES)),
        ("log2(1024 tok)", Quantity.exact(10)),
        ("7 tok/step * 2 steps", Quantity.exact(14, Dimension.of(tok=1))),
    ],
)
def test_a_bare_number_joins_a_count_and_zero_joins_all(text: str, expected: Quantity) -> None:
    assert value(text) == expected


def test_zero_is_compared_with_anything() -> None:
    assert truth("t > 0", t=Quantity.exact(2, SECONDS)) is True
    assert fault("t > 1", t=Quantity.exact(2, SECONDS)).code == "X328"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("1 / 0", "X329", "the divisor 0 may be zero"),
        ("1 / (p - 1)", "X329", "the divisor p - 1 may be zero"),
        ("(p - 1) ** -1", "X329", "p - 1 may be zero"),
        ("1 / (p - p)", "X329", "may be zero"),
        ("log2(p - 1)", "X329", "may not be positive"),
        ("(p - 2) ** 0.5", "X329", "may be negative"),
        ("2 ** p", "X329", "the exponent p is not exact"),
        ("9**9**9", "X327", "the exponent 9 ** 9 is too large"),
        ("2 ** 257", "X327", "too large"),
        ("2 ** -257", "X327", "too large"),
        ("2 ** 0.123", "X327", "too large"),
        ("((10 ** 200) ** 200) ** 200", "X327", "a power of more than 4,096 bits"),
        ("*".join(["1e400"] * 50), "X327", "more than 10,000 bits"),
    ],
)
def test_what_has_no_value_is_an_error(text: str, code: str, said: str) -> None:
    error = fault(text, p=between("0.5", 2))
    assert error.code == code
    assert said in error.message


@given(numbers, boxes())
def test_at_a_point_the_value_is_that_of_exact_fractions(node: Node, box: Boxes) -> None:
    _, point = box
    known = {claim: Quantity.exact(at) for claim, at in point.items()}
    try:
        expected = computed(node, point)
    except ZeroDivisionError:
        expected = None
    if expected is None:
        with pytest.raises(EvaluationError):
            evaluate(node, known.__getitem__)
    else:
        found = evaluate(node, known.__getitem__)
        assert isinstance(found, Quantity)
        assert found.spread == found.reach == Interval.point(expected)


@given(numbers, boxes())
def test_the_value_at_each_point_lies_in_the_bounds(node: Node, box: Boxes) -> None:
    values, point = box
    found = _found(node, values)
    assume(isinstance(found, Quantity))
    assert isinstance(found, Quantity)
    assert found.spread.contains(Interval.point(computed(node, point)))
    assert found.reach.contains(found.spread)


@given(numbers, boxes())
def test_bounds_are_never_wider_than_plain_interval_arithmetic(node: Node, box: Boxes) -> None:
    values, _ = box
    found = _found(node, values)
    assume(isinstance(found, Quantity))
    assert isinstance(found, Quantity)
    plain = enclose(node, {claim: quantity.reach for claim, quantity in values.items()}, {})
    assert plain.contains(found.reach)


@given(decisions, boxes())
def test_a_settled_decision_holds_at_each_point(node: Node, box: Boxes) -> None:
    values, point = box
    found = _found(node, values)
    assume(isinstance(found, Truth) and found.value is not None)
    known = {claim: Quantity.exact(at) for claim, at in point.items()}
    assert evaluate(node, known.__getitem__) == found


def _found(node: Node, values: dict[str, Quantity]) -> Quantity | Truth | None:
    try:
        return evaluate(node, values.__getitem__)
    except EvaluationError:
        return None
