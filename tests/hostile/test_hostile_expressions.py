"""Formulas that would run something, or would take all the time and memory there is."""

from __future__ import annotations

import json

import pytest

from hostile.beside import beside, failed, refused
from mini import Mini, claims, where

PAGE = "[2](claim:b)\n"


def formula(text: str) -> str:
    return claims(f"b: {{says: B, expr: {json.dumps(text)}}}")


CODE = {
    "import": "__import__('os').system('touch ran')",
    "attribute": "good.count.__class__.__mro__",
    "attribute of a number": "(1).__class__",
    "lambda": "(lambda: 1)()",
    "comprehension": "[x for x in good.count]",
    "generator": "sum(x for x in good.count)",
    "eval": "eval('1')",
    "open": "open('ran')",
    "subscript": "good.count[0]",
    "conditional": "1 if good.count else 2",
    "walrus": "(x := 1)",
    "f-string": "f'{good.count}'",
    "text": "'a' * 9",
    "two statements": "1; good.count",
    "second line": "1\nimport os",
    "template": "{{ good.count }}",
    "sympy": "Symbol('x')",
    "assignment": "good.count = 1",
    "bitwise": "1 << 100000",
    "matrix product": "1 @ 1",
    "star arguments": "max(*good.count)",
    "keyword": "max(good.count, key=abs)",
}


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
def test_code_is_no_formula(project: Mini, text: str) -> None:
    run = beside(project, formula(text), PAGE)
    assert (run.code, len(run.codes())) == (2, 1)
    (code,) = run.codes()
    assert code in ("X320", "X321", "X322", "X323", "X324", "X325", "L230")
    fault = run.diagnostic(code)
    assert where(fault)[:2] == ("claims/bad.yaml", 2)
    assert run.verdicts("b") == []
    assert not list(project.path.rglob("ran"))


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
def test_nor_is_it_in_a_document(project: Mini, text: str) -> None:
    quote = "'" if '"' in text else '"'
    inside = text.replace("'", "’") if quote == "'" else text
    run = beside(project, "", f"It is [2](claim:b.c {quote}{inside}{quote}).\n")
    assert run.code == 2
    assert run.verdicts("b.c") == []
    assert where(run.json["diagnostics"][0])[0] == "docs/bad.md"
    assert not list(project.path.rglob("ran"))


TOO_LARGE = {
    "tower": "9**9**9",
    "tower of tens": "10**10**10**10",
    "large exponent": "2**100000",
    "large negative exponent": "2**-100000",
    "power of a claim": "good.count ** good.count ** good.count",
    "power of a fraction": "(1/3)**3000",
    "repeated squares": "((((2**200)**200)**200)**200)**200",
    "logarithm of a tower": "log2(2**(2**40))",
    "long root": "2**(1/1000000)",
    "power of a range": "(1/3 + good.count/7)**250 ** 3",
}


@pytest.mark.parametrize("text", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_result_that_is_too_large(project: Mini, text: str) -> None:
    """It is known before anything is computed."""
    verdict = failed(beside(project, formula(text), PAGE), "b", "arithmetic")
    assert "too large" in verdict["because"][0] or "bits" in verdict["because"][0]


#: Where else than in a claim a formula stands.
SURFACES: dict[str, tuple[str, str]] = {
    "in a document": ("", '[2](claim:b "{}")\n'),
    "decision": ("b: {{says: B, basis: model, decide: {} > 1, words: {{true: yes, false: no}}}}", "[yes](claim:b)\n"),
    "requirement": ("b: {{says: B, require: {} > 1, subject: x}}", "text\n"),
    "column": ("b: {{says: B, columns: {{Twice: {}}}}}", "<!-- claims:table b -->\n\n| A | Twice |\n|---|---|\n| 9 | 2 |\n"),
    "total": ("b: {{says: B, totals: {{A: last row}}, columns: {{Twice: {}}}}}", "<!-- claims:table b -->\n\n| A | Twice |\n|---|---|\n| 9 | 2 |\n| 9 | 2 |\n"),
}  # fmt: skip


@pytest.mark.parametrize("text", ["9**9**9", "(1/3)**3000", "2**-100000"])
@pytest.mark.parametrize(("entry", "page"), SURFACES.values(), ids=SURFACES)
def test_a_result_that_is_too_large_wherever_it_is_asked_for(
    project: Mini, entry: str, page: str, text: str
) -> None:
    run = beside(project, claims(entry.format(text)) if entry else "", page.format(text))
    verdicts = [one for one in run.verdicts("b") if one["status"] != "verified"]
    assert (run.code, run.codes()) == (1, [])
    assert verdicts
    for one in verdicts:
        assert (one["status"], one["reason"]) == ("error", "arithmetic"), one
        assert "too large" in one["because"][0]


@pytest.mark.parametrize(
    "text", ["good.count.real", "__import__('os').system('touch ran')", "[x for x in 1]"]
)
@pytest.mark.parametrize(("entry", "page"), SURFACES.values(), ids=SURFACES)
def test_code_is_no_formula_wherever_it_stands(project: Mini, entry: str, page: str, text: str) -> None:
    for formula in ("{} > 1", "{}"):
        if formula in entry:
            entry = entry.replace(formula, f"'{formula}'")
            break
    ledger = claims(entry.format(text.replace("'", "''"))) if entry else ""
    run = beside(project, ledger, page.format(text))
    assert run.code == 2
    assert run.verdicts("b") == []
    assert not list(project.path.rglob("ran"))


REFUSED = {
    "brackets": "(" * 3000 + "1" + ")" * 3000,
    "brackets within the length": "(" * 2000 + "1" + ")" * 2000,
    "terms": "+".join(["1"] * 100_000),
    "terms within the length": "+".join(["1"] * 2000),
    "signs": "-" * 4000 + "1",
    "nots": "not " * 1000 + "1 < 2",
    "functions": "abs(" * 800 + "1" + ")" * 800,
    "arguments": f"max({','.join(['1'] * 2000)})",
    "powers": "**".join(["1"] * 1300),
    "digits": "1" * 4000,
    "exponent": "1e999999999",
    "factorial": "factorial(10**9)",
    "a megabyte": "1" * 2**20,
    "nothing": "   ",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_formula_that_is_too_long_or_too_deep(project: Mini, text: str) -> None:
    run = beside(project, formula(text), PAGE)
    assert (run.code, len(run.codes())) == (2, 1)
    assert run.codes()[0] in ("X320", "X321", "X323", "X326", "X327", "L209")
    assert where(run.diagnostic(run.codes()[0]))[:2] == ("claims/bad.yaml", 2)
    assert len(run.out) < 30_000


def test_claims_that_grow_from_one_to_the_next(project: Mini) -> None:
    """Each formula is small; their results are not."""
    links = [f"c{number}: {{says: C, expr: c{number - 1} ** 200}}" for number in range(1, 9)]
    run = beside(project, claims("c0: {says: C, basis: model, expr: 2 + 1}", *links), "[2](claim:c8)\n")
    assert run.code == 1
    assert {run.verdict(f"c{number}")["status"] for number in range(2, 9)} == {"error", "suspect"}
    assert "bits" in run.verdict("c2")["because"][0] + run.verdict("c3")["because"][0]


def test_sums_that_grow_from_one_to_the_next(project: Mini) -> None:
    """Denominators that share nothing multiply."""
    primes = (101, 103, 107, 109, 113, 127, 131, 137, 139, 149)
    parts = " + ".join(f"{{0}} / {prime}**30" for prime in primes)
    links = [f"c{number}: {{says: C, expr: {parts.format(f'c{number - 1}')}}}" for number in range(1, 30)]
    run = beside(project, claims("c0: {says: C, basis: model, expr: 2 + 1}", *links), "[2](claim:c29)\n")
    assert run.verdict("c29")["status"] in ("suspect", "error")
    assert "bits" in run.out


@pytest.mark.parametrize(
    "text", ["1/0", "1/(good.count - 49)", "0**-1", "log2(0)", "log2(0 - 1)", "(0 - 2)**0.5"]
)
def test_arithmetic_without_a_result(project: Mini, text: str) -> None:
    failed(beside(project, formula(text), PAGE), "b", "arithmetic")


@pytest.mark.parametrize(
    "text", ["5 GB + 1 s", "max(5 GB, 1 s)", "2 ** 1 s", "log2(5 GB)", "good.count * 1 B + 1 s"]
)
def test_dimensions_that_do_not_fit(project: Mini, text: str) -> None:
    failed(beside(project, formula(text), PAGE), "b", "arithmetic")


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("2 * good.cout", "L230", "good.count"),
        ("2 * (3 + ", "X320", ""),
        ("2 * 3)", "X320", ""),
        ("1 < 2 < 3", "X324", "and"),
        ("1 and 2", "X325", ""),
        ("1 < 2", "X325", "decide"),
        ("min()", "X323", "min("),
        ("2 parsec", "X322", "units"),
        ("1,000 + 1", "X321", "separators"),
    ],
)
def test_what_is_wrong_stands_at_its_character(project: Mini, text: str, code: str, said: str) -> None:
    fault = refused(beside(project, formula(text), PAGE), code)
    assert where(fault)[:2] == ("claims/bad.yaml", 2)
    assert where(fault)[2] >= len("  b: {says: B, expr: ")
    assert said in fault["hint"]


X, Y = [f"x{number}" for number in range(12)], [f"y{number}" for number in range(12)]
#: Formulas of one value that a proof would multiply out for a very long time.
ENDLESS = {
    "sum of logarithms": (
        "log2(" + " * ".join(f"({x} + 1)" for x in X) + ")",
        " + ".join(f"log2({x} + 1)" for x in X),
    ),
    "powers of sums": (
        " * ".join(f"({x} + {y})**20" for x, y in zip(X, Y, strict=True)),
        " * ".join(f"({y} + {x})**20" for x, y in zip(X, Y, strict=True)) + " * 1",
    ),
    "fractions": (
        " + ".join(f"1 / ({x} + {y})" for x, y in zip(X, Y, strict=True)),
        " + ".join(f"({x} - {y}) / (({x} + {y}) * ({x} - {y}))" for x, y in zip(X, Y, strict=True)),
    ),
    "functions in functions": (
        "max(" + ", ".join(f"abs({x} * {y})" for x, y in zip(X, Y, strict=True)) + ")",
        "0 - min(" + ", ".join(f"0 - abs({x}) * abs({y})" for x, y in zip(X, Y, strict=True)) + ")",
    ),
    "roots": (
        f"({' + '.join(f'({x})**0.01' for x in X)})**10",
        f"({' + '.join(f'({x})**0.01' for x in reversed(X))})**5 * ({' + '.join(f'({x})**0.01' for x in X)})**5",
    ),
}


@pytest.mark.parametrize(("before", "after"), ENDLESS.values(), ids=ENDLESS)
def test_a_proof_that_would_not_end_is_not_tried(before: str, after: str) -> None:
    """What a reviewer is told then is that the formula has changed."""
    from trueup.expression.parse import parse  # noqa: PLC0415
    from trueup.expression.symbolic import identical  # noqa: PLC0415

    assert not identical(parse(before), parse(after))


def test_a_decision_with_many_places_to_turn_over(project: Mini) -> None:
    values = [
        f"{x}: {{says: X, basis: measured, value: 1.{i} B, source: s, scope: {{cores: 2}}}}"
        for i, x in enumerate(X)
    ]
    decision = " and ".join(
        f"({x} / 1 B - {i})**9 * ({x} / 1 B + {i})**7 > 0 - 3**{i}" for i, x in enumerate(X)
    )
    ledger = claims(*values, f"b: {{says: B, decide: '{decision}', words: {{true: yes, false: no}}}}")
    run = beside(project, ledger, "[yes](claim:b)\n")
    assert run.verdict("b")["status"] in ("attested", "refuted")
    assert project.run("explain", "b").code == 0
