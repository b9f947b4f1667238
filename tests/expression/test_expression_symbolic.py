"""Where decisions turn over, which formulas are one, and how a formula is printed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import assume, given, settings

from expression.formulas import OPERANDS, boxes, computed, decisions, numbers
from trueup.expression.errors import EvaluationError
from trueup.expression.evaluate import evaluate
from trueup.expression.nodes import Node
from trueup.expression.parse import parse
from trueup.expression.polynomials import real_roots
from trueup.expression.symbolic import can_prove, flip_points, identical, mathml
from trueup.quantity.interval import ANYTHING, Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity, Truth

BYTES, RATE = Dimension.of(B=1), Dimension.of(B=1, s=-1)
SPEED, WORK = Dimension.of(FLOP=1, s=-1), Dimension.of(FLOP=1)
GIGA = 10**9
PLACEMENT = {
    "lm_head.bytes": Quantity.exact(389_283_840, BYTES),
    "lm_head.flop": Quantity.exact(1_557_135_360, WORK),
    "cpu.rate": Quantity.exact(Fraction("0.78") * GIGA, RATE),
    "cpu.speed": Quantity.exact(3 * GIGA, SPEED),
    "gpu.speed": Quantity.exact(4_000 * GIGA, SPEED),
    "link.rate": Quantity.exact(Fraction("11.74") * GIGA, RATE),
}


def turns(text: str, operand: str, known: Mapping[str, Quantity | Truth]) -> list[Fraction]:
    return list(flip_points(parse(text), operand, known))


def test_the_placement_inverts_below_the_links_rate() -> None:
    decision = "lm_head.bytes / cpu.rate > lm_head.bytes / link.rate"
    assert turns(decision, "cpu.rate", PLACEMENT) == [Fraction("11.74") * GIGA]
    assert turns(decision, "link.rate", PLACEMENT) == [Fraction("0.78") * GIGA]
    assert turns(decision, "lm_head.bytes", PLACEMENT) == []


def test_a_criterion_of_five_operands_is_solved_for_each() -> None:
    decision = "lm_head.flop / cpu.speed > lm_head.bytes / link.rate + lm_head.flop / gpu.speed"
    (speed,) = turns(decision, "cpu.speed", PLACEMENT)
    work, move = Fraction(1_557_135_360), Fraction(389_283_840) / (Fraction("11.74") * GIGA)
    assert speed == work / (move + work / (4_000 * GIGA))
    assert len(turns(decision, "link.rate", PLACEMENT)) == 1
    assert len(turns(decision, "lm_head.bytes", PLACEMENT)) == 1


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("p > 3", [3]),
        ("3 >= p", [3]),
        ("2 * p + 1 < p + 5", [4]),
        ("p == 3", [3]),
        ("p != 3", [3]),
        ("p ** 2 > 4", [-2, 2]),
        ("p ** 2 > 0", [0]),
        ("p ** 2 >= 0", []),
        ("p * p < -1", []),
        ("p ** 3 - 6 * p ** 2 + 11 * p - 6 > 0", [1, 2, 3]),
        ("(p - 1) ** 2 * (p - 3) > 0", [3]),
        ("p * (2 * p - 1) * (p - 7) > 0", [0, Fraction(1, 2), 7]),
        ("1 / (p - 5) > 2", [5, Fraction(11, 2)]),
        ("sum(p, p, 1) > 5", [2]),
        ("-p < -2", [2]),
        ("p - p > 0", []),
        ("p > 2 and p < 5", [2, 5]),
        ("p > 2 or p > 1", [1]),
        ("not (p > 2 or p > 9)", [2]),
        ("p > q", [4]),
        ("q > 1", []),
        ("max(p, 3) > 5", [5]),
        ("abs(p - 1) < 2", [-1, 3]),
        ("floor(p) >= 7", [7]),
        ("log2(p) > 3", [8]),
        ("p ** 0.5 > 2", [4]),
        ("p / 0 > 1", []),
        ("min(p, 100) > 1.17 and (1 / (p - 1.1) > 0 or p < 2)", [Fraction(117, 100)]),
        ("p > log2(q)", [2]),
        ("2 ** q > p", [16]),
        ("p ** 40 > 2 ** 40", [-2, 2]),
    ],
)
def test_a_decision_turns_over_where_its_outcome_changes(text: str, points: list[Fraction]) -> None:
    known = {"p": Quantity.exact(1), "q": Quantity.exact(4)}
    assert turns(text, "p", known) == [Fraction(point) for point in points]


def test_an_irrational_turn_is_bracketed_closely() -> None:
    low, high = turns("p * p > 2", "p", {"p": Quantity.exact(1)})
    assert abs(high**2 - 2) < Fraction(1, 10**15)
    assert low == -high


def test_the_other_operands_stand_in_the_middle_of_their_spreads() -> None:
    other = Quantity(spread=Interval(Fraction(2), Fraction(4)), reach=Interval(Fraction(0), Fraction(9)))
    assert turns("p > q", "p", {"p": Quantity.exact(1), "q": other}) == [3]


def test_an_operand_with_a_dimension_keeps_its_sign() -> None:
    time = Dimension.of(s=1)
    known = {"p": Quantity.exact(1, time), "q": Quantity.exact(4, time)}
    assert turns("p ** 2 > q ** 2", "p", known) == [4]
    assert turns("p > 0", "p", known) == [0]


def test_nothing_turns_over_without_a_number_to_start_from() -> None:
    unknown = Quantity(spread=ANYTHING, reach=ANYTHING)
    assert turns("p > 3", "p", {"p": unknown}) == []
    assert turns("p > 3 and q", "q", {"p": unknown, "q": Truth(value=True)}) == []
    assert turns("p + 3", "p", {"p": Quantity.exact(1)}) == []


def test_a_decision_that_rests_on_another_turns_with_its_own_numbers() -> None:
    known: dict[str, Quantity | Truth] = {
        "p": Quantity.exact(1),
        "q": Truth(value=True),
        "r": Truth(value=False),
    }
    assert turns("p > 3 and q", "p", known) == [3]
    assert turns("p > 3 and r", "p", known) == []


@settings(max_examples=20, deadline=None)
@given(decisions, boxes())
def test_the_outcome_differs_around_each_turn(node: Node, box: tuple[dict[str, Quantity], object]) -> None:
    values = {claim: Quantity.exact(value.spread.low or 0) for claim, value in box[0].items()}
    points = flip_points(node, OPERANDS[0], values)
    assume(points)
    for point in points:
        step = max(abs(point), Fraction(1, 2**40)) / 10**12
        seen = [
            _outcome(node, {**values, OPERANDS[0]: Quantity.exact(at)})
            for at in (point - step, point, point + step)
        ]
        assert {True, False} <= set(seen)


def test_roots_of_a_polynomial_with_close_and_repeated_roots() -> None:
    close = Fraction(1, 10**9)
    # (x - 1)² (x - 1 - 1e-9)
    product = (-(1 + close), 2 * (1 + close) + 1, -(1 + close) - 2, Fraction(1))
    assert real_roots(product) == (Fraction(1), 1 + close)
    with pytest.raises(ValueError, match="every number"):
        real_roots(())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2*hidden*vocab", "hidden*vocab*2"),
        ("hidden * vocab / 2", "0.5 * hidden * vocab"),
        ("(a + b) ** 2", "a**2 + 2*a*b + b**2"),
        ("(a - b) / b", "a / b - 1"),
        ("a / b / c", "a / (b * c)"),
        ("a * b ** -1", "a / b"),
        ("max(a, b)", "max(b, a)"),
        ("sum(a, b, c)", "c + b + a"),
        ("abs(a * a)", "a ** 2"),
        ("ceil(a)", "ceil(a + b - b)"),
        ("5 GB/s * a", "a * 5000 MB/s"),
        ("a < b", "b > a"),
        ("a + a <= b and not a == b", "2 * a <= b and not b == a"),
        ("1e400 * a", "a * 1e400"),
    ],
)
def test_formulas_proved_identical(one: str, other: str) -> None:
    assert identical(parse(one), parse(other))
    assert identical(parse(other), parse(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2*hidden*vocab", "2*hidden*hidden"),
        ("a", "b"),
        ("abs(a)", "a"),
        ("a * 1 B", "a"),
        ("(a + b) ** 2", "a**2 + b**2"),
        ("a < b", "a <= b"),
        ("a < b", "a"),
        ("a + 1e-300", "a"),
        ("a and b", "b and a or b"),
    ],
)
def test_formulas_that_differ_are_not_identical(one: str, other: str) -> None:
    assert not identical(parse(one), parse(other))


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9",
        "(a + b + c + d) ** 200",
        "(a + b + c + d) ** (100 + 100)",
        "((a ** 256) ** 256) ** 256",
        "max(" + ", ".join(f"a{at}" for at in range(300)) + ")",
        "sum(" + ", ".join(f"1 / (a{at} + b{at})" for at in range(90)) + ")",
        "*".join(["(a + b)"] * 90),
    ],
)
def test_what_is_too_large_to_prove_is_not_proved(text: str) -> None:
    assert not identical(parse(text), parse(f"1 * ({text})"))
    assert identical(parse(text), parse(f"({text})"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a / b - 1", "<mrow><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>-</mo><mi>1</mi></mrow>"),
        ("2 * 5120 * 0.5 B", "<mrow><mi>2</mi><mo>×</mo><mi>5120</mi><mo>×</mo><mi>0.5 B</mi></mrow>"),
        ("a <= b", "<mrow><mi>a</mi><mo>≤</mo><mi>b</mi></mrow>"),
        ("a < b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
        ("a ** 2", "<msup><mi>a</mi><mi>2</mi></msup>"),
    ],
)
def test_a_formula_is_printed_as_it_was_written(text: str, shown: str) -> None:
    assert mathml(parse(text), {}) == f'<math xmlns="http://www.w3.org/1998/Math/MathML">{shown}</math>'


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("a - (b - c)", "a-(b-c)"),
        ("a - (b + c)", "a-(b+c)"),
        ("-(a + b)", "-(a+b)"),
        ("a - -b", "a-(-b)"),
        ("a ** 2 + (6 - b)", "a2+(6-b)"),
        ("(a / b) ** 2", "(ab)2"),
        ("(b - 6) * c", "(b-6)×c"),
        ("a * a * a", "a×a×a"),
        ("*".join("qponmlkjigfedcba"), "×".join("qponmlkjigfedcba")),
        ("+".join("qponmlkjigfedcba"), "+".join("qponmlkjigfedcba")),
        ("max(c, b, a) / min(2, 1) * z", "max(c,b,a)min(2,1)×z"),
        ("(a + b) * (a + b)", "(a+b)×(a+b)"),
        ("(5 B) ** 2", "(5 B)2"),
        ("(a < b or c < d) and not (a < c and b < d)", "(a<b∨c<d)∧¬(a<c∧b<d)"),
    ],
)
def test_parentheses_and_signs_are_not_lost(text: str, flat: str) -> None:
    assert "".join(fromstring(mathml(parse(text), {})).itertext()) == flat


@pytest.mark.parametrize(
    "name", ["<script>", "a & b", "]]>", '" onload="', "{{ 7*7 }}", "&lt;", "\x1b[31m", "alpha_1", "leaf 0"]
)
def test_names_are_shown_as_they_are_and_inert(name: str) -> None:
    printed = mathml(parse("a / b"), {"a": name})
    texts = [element.text for element in fromstring(printed).iter() if element.tag.endswith("}mi")]
    assert texts == ["\\x1b[31m" if name.startswith("\x1b") else name, "b"]
    assert "<script" not in printed
    assert "{{" not in printed


@settings(max_examples=60, deadline=None)
@given(numbers, boxes())
def test_what_is_printed_means_the_same(node: Node, box: tuple[object, dict[str, Fraction]]) -> None:
    point = box[1]
    try:
        expected = computed(node, point)
    except ZeroDivisionError:
        return
    read = _read(fromstring(mathml(node, {})))
    assert computed(parse(read), point) == expected


def test_sympy_is_imported_only_when_asked_for() -> None:
    code = (
        "import sys, trueup.expression.symbolic as s; print('sympy' in sys.modules, 'urllib' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]


def test_without_sympy_a_decision_is_looked_up_and_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"a": Quantity.exact(3), "b": Quantity.exact(2)}
    monkeypatch.setitem(sys.modules, "sympy", None)
    assert not can_prove()
    assert identical(parse("a * b"), parse("a * b"))
    assert not identical(parse("a * b"), parse("b * a"))
    (point,) = [value for value in turns("a ** 2 > b", "a", known) if value > 0]
    assert abs(point**2 - 2) < Fraction(1, 10**12)
    assert turns("a > b", "a", known) == [2]


_BRACKETS = {"|": ("abs(", ")"), "⌈": ("ceil(", ")"), "⌊": ("floor(", ")")}
_CLOSED = {"|": "|", "⌈": "⌉", "⌊": "⌋"}


def _read(element: Element) -> str:
    """A formula's text from what a reader of the MathML sees: no parentheses but those printed."""
    parts = list(element)
    match element.tag.partition("}")[2]:
        case "mfrac":
            return f"(({_read(parts[0])})/({_read(parts[1])}))"
        case "msup":
            return f"{_read(parts[0])}**({_read(parts[1])})"
        case "mi" | "mn" | "mo":
            return (element.text or "").replace("×", "*").replace("\u2062", "*")
    if len(parts) == 3 and (opening := parts[0].text or "") in _CLOSED and parts[2].text == _CLOSED[opening]:
        before, after = _BRACKETS[opening]
        return f"{before}{_read(parts[1])}{after}"
    return "".join(map(_read, parts))


def _outcome(node: Node, known: Mapping[str, Quantity]) -> bool | None:
    try:
        found = evaluate(node, known.__getitem__)
    except EvaluationError:
        return None
    return found.value if isinstance(found, Truth) else None
