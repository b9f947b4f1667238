"""What follows from the cells of a table, and the laws that hold of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from trueup.claim import Claim, Classes, Columns, Formula
from trueup.diagnostics import Location
from trueup.expression.parse import parse
from trueup.quantity.read import read_figure
from trueup.quantity.step import smallest_step
from trueup.quantity.table import Table
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.quantity.write import write_like
from trueup.tables.grid import Rows
from trueup.tags.scan import scan
from trueup.verdict.judge import Judgement
from trueup.verdict.model import Outcome
from trueup.verdict.table import judge_table

AT = Location(path="claims/a.yaml", line=1, column=1)
CHANGE = {"Change": "PR / Base - 1"}
STATUS = Classes(
    of="Change",
    bounds=((read_figure("≥ 30 %"), "slow"), (read_figure("≥ 15 %"), "warn")),
    otherwise="fine",
)


def judged(
    headers: Sequence[str],
    rows: Sequence[Sequence[str]],
    formulas: Mapping[str, str] | None = None,
    *,
    table: Table | None = None,
    classes: Mapping[str, Classes] | None = None,
    totals: Mapping[str, str] | None = None,
) -> Judgement:
    lines = [headers, ["---"] * len(headers), *rows]
    text = "<!-- claims:table a.b -->\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)
    page = scan("docs/a.md", text)
    assert page.diagnostics == ()
    parsed = {
        header: Formula(node=parse(formula, headers=True), text=formula, location=AT)
        for header, formula in (formulas or {}).items()
    }
    kind = Columns(formulas=parsed, classes=classes or {}, totals=totals or {})
    claim = Claim(id="a.b", kind=kind, location=AT)
    outcome = Outcome(standing="verified", table=table)
    (tag,) = page.tags
    return judge_table(tag, claim, outcome, Rows(header=page.blocks[0], rows=page.blocks[1:]), {}, ())


def refuted(found: Judgement) -> list[tuple[str, str | None]]:
    """Figure and expectation of each wrong cell."""
    return [(one.figure or "", one.expected) for one in found.verdicts if one.status != "verified"]


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        ("+37.2 %", True),
        ("+37.3 %", True),
        ("+37.5 %", True),
        ("+37 %", True),
        ("+37.9 %", False),
        ("+36.9 %", False),
        ("0.373", True),
        ("−37.3 %", False),
        ("~35 %", False),
        ("~36 %", True),
        ("37–38 %", True),
        ("≥ 30 %", True),
        ("≥ 40 %", False),
    ],
)
def test_rounded_operands_allow_an_interval(change: str, holds: bool) -> None:
    found = judged(["Base", "PR", "Change"], [["4.37 µs", "6.00 µs", change]], CHANGE)
    assert (refuted(found) == []) is holds


@pytest.mark.parametrize(
    ("base", "pr", "word", "holds"),
    [
        ("100 B", "130 B", "slow", True),
        ("100 B", "130 B", "warn", False),
        ("100 B", "129 B", "warn", True),
        ("100 B", "115 B", "warn", True),
        ("100 B", "114 B", "fine", True),
        ("100 B", "114 B", "Fine", True),
        ("100 B", "114 B", "other", False),
    ],
)
def test_the_first_bound_that_fits_gives_the_word(base: str, pr: str, word: str, holds: bool) -> None:
    change = write_like(Quantity.exact(Fraction(int(pr[:3]), int(base[:3])) - 1), read_figure("+30.000 %"))
    rows = [[base, pr, change, word]]
    found = judged(["Base", "PR", "Change", "Status"], rows, CHANGE, classes={"Status": STATUS})
    assert (refuted(found) == []) is holds


def test_near_a_bound_a_written_cell_allows_either_word() -> None:
    rows = [["+30.0 %", "slow"], ["+30.0 %", "warn"], ["+30 %", "warn"], ["+14.95 %", "fine"]]
    found = judged(["Change", "Status"], rows, classes={"Status": STATUS})
    assert [one.because for one in found.verdicts] == [
        ("4 cells in 4 rows agree", "3 words so near a bound that another would fit as well")
    ]
    assert refuted(judged(["Change", "Status"], [["+30.0 %", "fine"]], classes={"Status": STATUS}))


def test_a_wrong_column_is_what_it_should_be_for_all_that_follow_from_it() -> None:
    formulas = {"Twice": "2 * 'One'", "Four": "2 * 'Twice'", "Eight": "2 * 'Four'"}
    headers = ["Eight", "Four", "Twice", "One"]
    assert refuted(judged(headers, [["8 B", "4 B", "2 B", "1 B"]], formulas)) == []
    assert refuted(judged(headers, [["8 B", "4 B", "3 B", "1 B"]], formulas)) == [("3 B", "2 B")]


def test_columns_may_follow_from_each_other_in_a_circle() -> None:
    formulas = {"One": "Twice / 2", "Twice": "2 * One"}
    assert refuted(judged(["One", "Twice"], [["1 B", "2 B"]], formulas)) == []
    assert refuted(judged(["One", "Twice"], [["1 B", "3 B"]], formulas)) != []


def test_a_total_takes_a_wrong_part_as_what_it_should_be() -> None:
    rows = [["a", "1", "2 B"], ["b", "2", "5 B"], ["all", "–", "6 B"]]
    found = judged(["Part", "N", "Size"], rows, {"Size": "N * 2 B"}, totals={"Size": "last row"})
    assert refuted(found) == [("5 B", "4 B")]


def test_the_formula_of_a_column_does_not_speak_of_its_total() -> None:
    rows = [["1", "2 B"], ["2", "4 B"], ["2", "6 B"]]
    assert refuted(judged(["N", "Size"], rows, {"Size": "N * 2 B"}, totals={"Size": "last row"})) == []


def test_a_wrong_cell_says_where_its_figure_begins_and_ends() -> None:
    (one,) = judged(["Base", "PR", "Change"], [["1 B", "2 B", "**+99 %** 🔴"]], CHANGE).verdicts
    assert one.at
    assert one.end
    assert (one.figure, one.at.line, one.at.column, one.end.column) == ("+99 %", 5, 17, 22)


TABLE = Table(
    key="name",
    columns=("name", "time (ms)", "kind"),
    rows=(("a", "4.370", "Fast path"), ("b", "6", "slow"), ("c", "", "slow")),
)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        (["a", "4.37 ms", "fast path"], []),
        (["a", "4.4 ms", "–"], []),
        (["a", "4370 µs", ""], []),
        (["`a`", "**~4 ms**", ""], []),
        (["a", "4.38 ms", "fast path"], [("4.38 ms", "4.37 ms")]),
        (["a", "4.37 s", "fast path"], [("4.37 s", "4.37 ms")]),
        (["a", "4.37 ms", "slow"], [("slow", "Fast path")]),
        (["b", "fast", "slow"], [("fast", "6")]),
        (["c", "1 ms", "slow"], [("1 ms", None)]),
        (["c", "–", "slow"], []),
        (["b", "5.9 / 6.1 ms", "slow"], []),
        (["B", "6 ms", "slow"], [("B", None)]),
    ],
)
def test_a_cell_states_what_was_looked_up(row: list[str], wrong: list[tuple[str, str | None]]) -> None:
    assert refuted(judged(["Name", "Time", "Kind"], [row], table=TABLE)) == wrong


def test_bare_numbers_have_the_unit_of_their_own_column() -> None:
    assert refuted(judged(["Name", "Time (µs)"], [["a", "4370"]], table=TABLE)) == []
    assert refuted(judged(["Name", "Time (µs)"], [["a", "4.37"]], table=TABLE)) == [("4.37", "4.37 ms")]


def test_a_table_without_rows_is_not_checked() -> None:
    (verdict,) = judged(["Base", "PR", "Change"], [], CHANGE).verdicts
    assert (verdict.status, verdict.reason) == ("error", "input")


FORMATS = st.sampled_from(["+37.2 %", "37 %", "1.50×", "0.373", "~35 %", "-4.2 %", "1,234.5 %"])
SIZES = st.integers(1, 10**6)


@given(base=SIZES, pr=SIZES, like=FORMATS)
def test_from_exact_operands_what_is_written_right_holds_and_the_smallest_slip_does_not(
    base: int, pr: int, like: str
) -> None:
    value = Quantity.exact(Fraction(pr, base) - 1)
    right = write_like(value, read_figure(like))
    row = [f"{base} B", f"{pr:,} B"]
    assert refuted(judged(["Base", "PR", "Change"], [[*row, right]], CHANGE)) == []
    wrong = smallest_step(right, value)
    assert wrong
    ((figure, expected),) = refuted(judged(["Base", "PR", "Change"], [[*row, wrong]], CHANGE))
    assert figure == wrong
    assert expected
    assert refuted(judged(["Base", "PR", "Change"], [[*row, expected]], CHANGE)) == []


@given(
    base=st.integers(1, 10**9),
    pr=st.integers(1, 10**9),
    time=st.sampled_from(["4.37 µs", "12 ms", "1.5 s", "431.2 ns"]),
    like=FORMATS,
)
def test_what_was_computed_before_anything_was_rounded_is_never_refuted(
    base: int, pr: int, time: str, like: str
) -> None:
    """The operands are rounded on the page, the change is of what they were before."""
    unit = Fraction(1, 10**9)
    times = [
        write_like(Quantity.exact(one * unit, Dimension.of(s=1)), read_figure(time)) for one in (base, pr)
    ]
    assume(all(read_figure(one).reach.low for one in times))
    assume((read_figure(times[0]).reach.low or 0) > 0)
    change = write_like(Quantity.exact(Fraction(pr, base) - 1), read_figure(like))
    found = judged(["Base", "PR", "Change"], [[*times, change]], CHANGE)
    assert refuted(found) == []


TEXTS = st.text(alphabet="0123456789.,+-–~≈≥<%×µsBkM /xn…🔴a", max_size=9).map(str.strip) | st.sampled_from(
    ["n/a", "0", "-0 %", "1e400", "≥ 3", "5–3", "1/0", "zero", "12 B", "3 ms", "<1", "± 3 %"]
)
RULES = st.fixed_dictionaries(
    {},
    optional={
        "b": st.sampled_from(["a / c", "a ** 2", "log2(a)", "a - c", "1 / (a - c)", "c", "min(a, c)"]),
        "c": st.sampled_from(["b", "a * 2", "b / b"]),
    },
)


@given(
    rows=st.lists(st.tuples(TEXTS, TEXTS, TEXTS, TEXTS), max_size=4),
    rules=RULES,
    total=st.sampled_from(["last row", "first row"]),
    looks_up=st.booleans(),
)
def test_whatever_the_cells_hold_is_judged_or_spoken_of(
    rows: list[tuple[str, ...]], rules: dict[str, str], total: str, looks_up: bool
) -> None:
    table = Table(key="a", columns=("a", "b", "d"), rows=tuple(row[:3] for row in rows[:1]))
    found = judged(
        ["a", "b", "c", "d"],
        rows,
        rules,
        classes={"d": STATUS_OF_B},
        totals={"c": total} if rows else {},
        table=table if looks_up else None,
    )
    assert found.verdicts
    assert all(one.at and one.at.path == "docs/a.md" for one in found.verdicts)
    wrong = [one for one in found.verdicts if one.cell]
    assert len({(one.cell.row, one.cell.column) for one in wrong if one.cell}) == len(wrong)


STATUS_OF_B = Classes(of="b", bounds=((read_figure("≥ 3"), "much"),))
