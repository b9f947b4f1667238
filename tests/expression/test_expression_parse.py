"""What a formula may say, and what is said of one that may not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from expression.formulas import decisions, numbers, texts
from trueup.expression.codes import CODES
from trueup.expression.errors import ExpressionError
from trueup.expression.evaluate import evaluate, operands, operations
from trueup.expression.nodes import Node, Number, decides
from trueup.expression.parse import parse
from trueup.expression.tokens import RESERVED, header_of
from trueup.expression.write import fill, unparse
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity, Truth


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("152064", 152064, {}),
        ("0.5", Fraction(1, 2), {}),
        ("1e-3", Fraction(1, 1000), {}),
        ("0.5 B", Fraction(1, 2), {"B": 1}),
        ("5 GB/s", 5 * 10**9, {"B": 1, "s": -1}),
        ("4.37 µs", Fraction(437, 10**8), {"s": 1}),
        ("1 tok", 1, {"tok": 1}),
        ("3 tokens/step", 3, {"tok": 1, "step": -1}),
        ("5 min", 300, {"s": 1}),
        ("37.2 %", Fraction(372, 1000), {}),
        ("15 ×", 15, {}),
        ("15x", 15, {}),
    ],
)
def test_a_literal_is_exact_and_in_base_units(text: str, value: Fraction, dimension: dict[str, int]) -> None:
    assert parse(text) == Number(value=Fraction(value), dimension=Dimension.of(**dimension))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("152064 * 5120 * 0.5", 389_283_840),
        ("152064 × 5120 × 0.5", 389_283_840),
        ("2×3", 6),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 − 2 − 1", 4),
        ("12 / 3 / 2", 2),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -2", Fraction(1, 4)),
        ("--3 - -+1", 4),
        ("5 % * 200", 10),
        ("max(1, 200, 3)", 200),
        ("min(4,20)", 4),
        ("sum(1, 2, 3)", 6),
        ("1\u202f+\u00a02\n* 3", 7),
    ],
)
def test_precedence_is_pythons(text: str, value: Fraction) -> None:
    assert evaluate(parse(text), _nothing) == Quantity.exact(value)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("1 < 2 and not 2 < 1", True),
        ("1 == 2 or 1 != 2 and 3 >= 4", False),
        ("not 1 == 2 or 1 == 1", True),
        ("(1 <= 1 or 1 > 2) and 2 > 1", True),
    ],
)
def test_and_binds_tighter_than_or(text: str, truth: bool) -> None:
    assert evaluate(parse(text), _nothing) == Truth(value=truth)


@pytest.mark.parametrize(
    ("text", "code", "offset", "said"),
    [
        ("", "X320", 0, "ends where a number"),
        ("1 +", "X320", 3, "ends where a number"),
        ("a b", "X320", 2, "operator is missing before b"),
        ("(a + b", "X320", 0, "( without its )"),
        ("a + b)", "X320", 5, ") without its ("),
        ("1 + not a", "X320", 4, "not where"),
        ("a, b", "X320", 1, "comma"),
        ("152 064", "X320", 4, "without blanks"),
        ("2 x 3", "X320", 2, "write *"),
        ("15 × - 2", "X320", 3, "two ways"),
        ("2^-24", "X320", 1, "write **"),
        ("a ÷ 2", "X320", 2, "write /"),
        ("a ≤ 2", "X320", 2, "write <="),
        ("a = 2", "X320", 2, "write =="),
        ("Rate * 2", "X320", 0, "no claim id"),
        ("a..b", "X320", 0, "no claim id"),
        ("389,283,840", "X321", 0, "without separators"),
        ("max(1,200)", "X321", 4, "blank behind a comma"),
        ("1. + 2", "X321", 0, "1234.5"),
        ("1_000", "X321", 0, "1234.5"),
        ("14B", "X321", 0, "write 14 B"),
        ("5 GiBs", "X322", 2, "no unit GiBs"),
        ("5 GB / s", "X322", 7, "no blanks around its slash"),
        ("5 GB/lm_head.bytes", "X322", 5, "put blanks around the slash"),
        ("2 lm_head.bytes", "X322", 2, "needs an operator"),
        ("factorial(10**9)", "X323", 0, "no function factorial"),
        ("abs + 1", "X323", 0, "write abs(…)"),
        ("max()", "X323", 0, "needs an argument"),
        ("log2(8, 2)", "X323", 0, "takes one argument, not 2"),
        ("a < b < c", "X324", 6, "a < b and b < c"),
        ("(a < b) + 1", "X325", 3, "true or false"),
        ("max(a, b == c)", "X325", 9, "true or false"),
        ("a < 2 and 3", "X325", 10, "not numbers"),
        ("not 5", "X325", 4, "not numbers"),
    ],
)
def test_what_is_wrong_is_named_at_its_place(text: str, code: str, offset: int, said: str) -> None:
    error = _refused(text)
    assert (error.code, error.offset) == (code, offset)
    assert said in f"{error.message} ({error.hint})"


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("__import__('os').system('id')", 0),
        ("a + (1).real", 7),
        ("lambda x: x", 7),
        ("[a for a in b]", 0),
        ("a[0]", 1),
        ("'os'", 0),
        ("f'{a}'", 1),
        ("{{ 7 * 7 }}", 0),
        ("a; b", 1),
        ("a if b", 2),
        ("\x1b[31m1", 0),
    ],
)
def test_code_is_not_in_the_grammar(text: str, offset: int) -> None:
    error = _refused(text)
    assert (error.code, error.offset) == ("X320", offset)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(" * 3_000 + "1" + ")" * 3_000, "X326"),
        ("(" * 1_500 + "1" + ")" * 1_500, "X326"),
        ("-" * 3_000 + "1", "X326"),
        ("abs(" * 500 + "1" + ")" * 500, "X326"),
        ("not " * 900 + "a", "X326"),
        ("**".join(["2"] * 1_000), "X326"),
        ("+".join(["1"] * 100_000), "X326"),
        ("+".join(["1"] * 200), "X326"),
        (f"sum({','.join(['1'] * 1_500)})", "X326"),
        ("1" * 101, "X327"),
        ("1" * 30 + "y", "X322"),
        ("1e401", "X327"),
        ("1e-99999999", "X327"),
        ("1e" + "9" * 4_000, "X327"),
    ],
)
def test_what_is_too_large_is_refused_before_anything_is_computed(text: str, code: str) -> None:
    assert _refused(text).code == code


def test_what_is_just_small_enough_is_read() -> None:
    assert operations(parse("+".join(["1"] * 100))) == 99
    assert operands(parse("(" * 99 + "a" + ")" * 99)) == ("a",)
    assert evaluate(parse(f"sum({','.join(['1'] * 999)})"), _nothing) == Quantity.exact(999)


def test_every_operand_is_named_once_in_order() -> None:
    assert operands(parse("b / a - b * max(c.d, a)")) == ("b", "a", "c.d")


@pytest.mark.parametrize(
    ("text", "count"),
    [("5 GB/s", 0), ("-5 %", 0), ("a", 0), ("(a)", 0), ("-a", 1), ("a * 2 - 1", 2), ("max(5)", 1)],
)
def test_the_sign_of_a_literal_is_no_operation(text: str, count: int) -> None:
    assert operations(parse(text)) == count


def test_a_formula_that_decides_is_told_from_one_that_computes() -> None:
    assert [decides(parse(text)) for text in ("a < b", "not a", "a and b", "a", "-a")] == [
        True,
        True,
        True,
        None,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("((a))*(b.c )", "a * b.c"),
        ("152064×5120 × 0.50 B", "152064 * 5120 * 0.5 B"),
        ("a-(b-2)", "a - (b - 2)"),
        ("(a-b)-2", "a - b - 2"),
        ("(a*b)**2", "(a * b) ** 2"),
        ("(-a)**2", "(-a) ** 2"),
        ("-(a**2)", "-a ** 2"),
        ("3 tokens/step", "3 tok/step"),
        ("15 ×", "15"),
        ("1e3 + 1E-3 + 1e30", "1000 + 0.001 + 1e30"),
        ("not (a<b) and (a or b)", "not a < b and (a or b)"),
    ],
)
def test_two_spellings_of_a_formula_are_written_alike(text: str, canonical: str) -> None:
    assert unparse(parse(text)) == canonical


def test_a_formula_filled_in_shows_its_values() -> None:
    values = {"lm_head.bytes": "389,283,840 B", "link.rate": "11.74 GB/s", "seam.time": "45–90 µs"}
    formula = parse("lm_head.bytes / link.rate - 2 * seam.time >= other.time")
    assert fill(formula, values) == "389,283,840 B / (11.74 GB/s) − 2 × (45–90 µs) ≥ other.time"


def test_reserved_names_are_functions_and_keywords() -> None:
    assert {"and", "not", "log2", "max"} < RESERVED


@given(texts)
def test_whatever_the_text_only_a_formula_error_is_raised(text: str) -> None:
    outcome = _read(text)
    if isinstance(outcome, ExpressionError):
        assert outcome.code in CODES
        assert 0 <= outcome.offset <= len(text)
        assert outcome.message.isprintable()
    else:
        assert parse(unparse(outcome)) == outcome


@given(numbers | decisions)
def test_what_is_written_is_read_back(node: Node) -> None:
    text = unparse(node)
    assert parse(text) == node
    assert unparse(parse(text)) == text


def _read(text: str) -> Node | ExpressionError:
    try:
        return parse(text)
    except ExpressionError as error:
        return error


def _refused(text: str) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.code in CODES
    return caught.value


def _nothing(claim: str) -> Quantity:
    raise AssertionError(claim)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("PR / Base - 1", "'PR' / 'Base' - 1"),
        ("2 × PR", "2 * 'PR'"),
        ("2 × 'PR'", "2 * 'PR'"),
        ("ms / s", "'ms' / 's'"),
        ("'Median  (ms)'", "'Median (ms)'"),
        ("'Größe' + Größe", "'Größe' + 'Größe'"),
        ("'Model''s'", "'Model''s'"),
        ("min('min', model.bytes)", "min('min', model.bytes)"),
        ("'PR' * 5 GB/s", "'PR' * 5 GB/s"),
    ],
)
def test_between_columns_a_name_is_a_header(text: str, same: str) -> None:
    node = parse(text, headers=True)
    assert unparse(node) == same
    assert parse(same, headers=True) == node


def test_a_header_and_the_id_of_a_claim_are_told_apart() -> None:
    names = operands(parse("'Model''s size' / Base / model.bytes", headers=True))
    assert [header_of(name) for name in names] == ["Model's size", "Base", None]


@pytest.mark.parametrize(
    ("text", "offset"), [("'PR", 0), ("PR / ''", 5), ("2 'PR'", 2), ("min / 2", 0), ("'PR'('Base')", 0)]
)
def test_a_bad_header_is_an_error_at_its_place(text: str, offset: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text, headers=True)
    assert caught.value.offset == offset
