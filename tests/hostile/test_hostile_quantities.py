"""Figures that are spelt so that they could be read in two ways, or in none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hostile.beside import beside, failed, refused
from mini import Mini, claims, where

LEDGER = claims(
    "seen.count: {says: A count, basis: model, expr: 3 * 500}",
    "seen.less: {says: A difference, basis: model, expr: 0 - 3}",
    "seen.size: {says: A size, basis: model, expr: 3 B * 1000}",
    "seen.share: {says: A share, basis: model, expr: 12.5 %}",
    "seen.all: {says: All, expr: seen.count * seen.less * seen.size * seen.share}",
)


def page(figure: str, claim: str = "seen.count") -> str:
    return f"It is [{figure}](claim:{claim}).\n"


@pytest.mark.parametrize(
    ("figure", "claim"),
    [
        ("1500", "seen.count"),
        ("1,500", "seen.count"),
        ("1 500", "seen.count"),
        ("1\u00a0500", "seen.count"),
        ("1\u2009500", "seen.count"),
        ("1\u202f500", "seen.count"),
        ("1\u2007500", "seen.count"),
        ("1\u3000500", "seen.count"),
        ("1.5e3", "seen.count"),
        ("-3", "seen.less"),
        ("\u22123", "seen.less"),
    ],
)
def test_spellings_that_are_read(project: Mini, figure: str, claim: str) -> None:
    run = beside(project, LEDGER, page(figure, claim))
    assert (run.code, run.verdict(claim)["status"]) == (0, "verified")


UNREADABLE = {
    "decimal comma": "1,5",
    "point, then comma": "1.234,5",
    "grouped by two": "1,50,0",
    "apostrophe": "1'500",
    "underscore": "1_500",
    "Arabic digits": "١٥٠٠",
    "full-width digits": "１５００",
    "superscript": "15²",
    "hexadecimal": "0x5dc",
    "leading zero": "0150",
    "two signs": "--1500",
    "clock": "1:30",
    "trailing point": "1500.",
    "two numbers": "1500 1500",
    "reversed by a control": "\u202e0051",
    "group behind nothing": "1\u200b500",
    "mathematical digits": "𝟏𝟓𝟎𝟎",
    "accent": "1500\u0301",
    "long dash for a minus": "—1500",
    "full-width minus": "\uff0d1500",
    "Arabic separator": "1٬500",
    "tolerance": "1500 ± 5",
}


@pytest.mark.parametrize("figure", UNREADABLE.values(), ids=UNREADABLE)
def test_spellings_that_are_not(project: Mini, figure: str) -> None:
    fault = refused(beside(project, LEDGER, page(figure)), "Q301")
    assert where(fault)[:2] == ("docs/bad.md", 1)
    assert 8 <= where(fault)[2] <= 8 + len(figure)


@pytest.mark.parametrize("figure", UNREADABLE.values(), ids=UNREADABLE)
def test_the_ledger_reads_as_documents_do(project: Mini, figure: str) -> None:
    ledger = claims(
        f"other.count: {{says: A count, value: '{figure.replace(chr(39), chr(39) * 2)}', source: s}}"
    )
    run = beside(project, ledger, page("1500", "other.count"))
    if run.code == 2:
        assert where(refused(run, "Q301"))[:2] == ("claims/bad.yaml", 2)
        assert run.verdicts("other.count") == []
    else:  # what begins with no digit may be a word, and no number is one
        assert run.verdict("other.count")["status"] == "refuted"


@pytest.mark.parametrize(
    ("figure", "code"),
    [
        ("nan", "Q303"),
        ("NaN B", "Q303"),
        ("inf", "Q303"),
        ("-infinity", "Q303"),
        ("∞", "Q303"),
        ("-0", "Q303"),
        ("~", "Q303"),
        ("±", "Q303"),
        ("–", "Q303"),
        ("", "T107"),
        (" ", "T107"),
        ("&nbsp;", "Q303"),
    ],
)
def test_what_is_no_number_at_all(project: Mini, figure: str, code: str) -> None:
    fault = refused(beside(project, LEDGER, page(figure)), code)
    assert where(fault)[:2] == ("docs/bad.md", 1)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("3000 mb", "MB"),
        ("3 kb", "kB"),
        ("3 kiB", "KiB"),
        ("3 M", "prefix"),
        ("3 G", "prefix"),
        ("10K tokens", "prefix"),
        ("3 M new tokens", "prefix"),
        ("3 bn tokens", "digits"),
        ("3kg records", "units are"),
        ("12.5 pp", "in %"),
        ("12.5 percentage points", "in %"),
    ],
)
def test_a_unit_that_could_be_several(project: Mini, figure: str, said: str) -> None:
    fault = refused(beside(project, LEDGER, page(figure, "seen.size")), "Q310")
    assert where(fault)[:2] == ("docs/bad.md", 1)
    assert said in fault["hint"]


@pytest.mark.parametrize(
    ("figure", "claim", "right"),
    [
        ("3 GB", "seen.size", "3 kB"),
        ("3 GiB", "seen.size", "3 kB"),
        ("3.00 KiB", "seen.size", "3.00 kB"),
        ("3,000 bit", "seen.size", "3,000 B"),
        ("3,000 ms", "seen.size", "3,000 B"),
        ("12.5", "seen.share", "12.5 %"),
    ],
)
def test_a_unit_that_is_another_than_the_value_s(project: Mini, figure: str, claim: str, right: str) -> None:
    """Nothing is converted in silence, nor are prefixes taken for one another."""
    run = beside(project, LEDGER, page(figure, claim))
    verdict = run.verdict(claim)
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "refuted", "unit")
    assert right.rpartition(" ")[2] in " ".join([*verdict["because"], verdict["hint"]])


VERIFIER = """\
from fractions import Fraction

from trueup.verifier import Quantity, Request, in_bytes, verifier

@verifier("site.size")
def size(request: Request) -> Quantity:
    return in_bytes(3000)
"""


@pytest.mark.parametrize(
    ("figure", "more", "reason"),
    [
        ("3 kB", "", None),
        ("3 ms", "", "unit"),
        ("3 kB", ", tolerance: 2 ms, compare: within", "unit"),
        ("3 kB", ", tolerance: 2 B, compare: within", None),
    ],
)
def test_units_of_tag_ledger_and_verifier(project: Mini, figure: str, more: str, reason: str | None) -> None:
    project.write("verifiers/site.py", VERIFIER)
    run = beside(
        project,
        claims(f"site.bytes: {{says: S, basis: model, verify: site.size{more}}}"),
        page(figure, "site.bytes"),
    )
    verdict = run.verdict("site.bytes")
    assert (verdict["reason"], run.codes()) == (reason, [])
    assert verdict["status"] == ("refuted" if reason else "verified")


def test_a_tolerance_in_another_unit_is_what_is_wrong(project: Mini) -> None:
    entry = "copy.time: {says: Time, basis: model, expr: 5 ms * 1, tolerance: 3 GB}"
    run = beside(project, claims(entry), "[5 ms](claim:copy.time)\n")
    verdict = run.verdict("copy.time")
    assert (verdict["status"], verdict["reason"], verdict.get("expected")) == ("refuted", "unit", None)
    assert "3 GB" in verdict["because"][0]
    assert "copy.time" in verdict["hint"]
    assert run.json["diagnostics"] == []


def test_a_figure_of_the_ledger_is_not_told_to_be_tagged(project: Mini) -> None:
    run = beside(project, claims("a.b: {says: x, expr: 2 + 2, tolerance: huge}"))
    assert "tag" not in refused(run, "Q301")["hint"]


def test_wrong_unit(project: Mini) -> None:
    ledger = claims(
        "size: {says: A size, basis: model, expr: 5 GB}",
        "rate: {says: A rate, basis: model, expr: 5 GB / 1 s}",
    )
    run = beside(project, ledger, "[5 GB/s](claim:size) and [5 GB](claim:rate)\n")
    assert run.code == 1
    assert [run.verdict(name)["reason"] for name in ("size", "rate")] == ["unit", "unit"]


@pytest.mark.parametrize(
    ("value", "figure", "holds"),
    [
        ("1.245", "1.25", True),
        ("1.245", "1.24", True),
        ("1.2449999999999999", "1.25", False),
        ("1.255", "1.25", True),
        ("1.255", "1.26", True),
        ("2.5", "2.50", True),
        ("2.504", "2.5", True),
        ("2.504", "2.50", True),
        ("2.506", "2.50", False),
        ("2.55", "2.5", True),
        ("2.5500000000000000000001", "2.5", False),
        ("0.5", "1 ms", True),
        ("0.5", "0 ms", True),
        ("9007199254740993", "9007199254740992 ms", False),
        ("9007199254740993.4", "9007199254740993 ms", True),
        ("9007199254740993.6", "9007199254740993 ms", False),
    ],
)
def test_a_value_at_the_edge_of_what_rounds_to_a_figure(
    project: Mini, value: str, figure: str, *, holds: bool
) -> None:
    """Half a unit in the last written place, either way; a tie is accepted; no float decides."""
    figure = figure if "ms" in figure else f"{figure} ms"
    run = beside(
        project, claims(f"edge: {{says: E, basis: model, expr: 1 * {value} ms}}"), page(figure, "edge")
    )
    assert run.verdict("edge")["status"] == ("verified" if holds else "refuted")


#: Texts on which an expression that looks back tries exponentially or quadratically many ways.
ENDLESS: dict[str, Callable[[], str]] = {
    "digits, then a letter": lambda: "1" * 30 + "x",
    "groups of digits": lambda: "1,111" * 5_000 + "x",
    "a megabyte of digits": lambda: "1" * 2**20,
    "a megabyte of nines behind a point": lambda: "0." + "9" * 2**20,
    "separators": lambda: "1," * 20_000,
    "blanks": lambda: "1" + " " * 100_000 + "B",
    "signs": lambda: "-" * 100_000 + "1",
    "ranges": lambda: "1–" * 10_000 + "2",
    "products": lambda: "1 × " * 10_000 + "2",
    "slashes": lambda: "1/" * 10_000 + "2",
    "tildes": lambda: "≈" * 50_000 + "1",
    "exponents": lambda: "1e" * 10_000,
    "a huge exponent": lambda: "1e" + "9" * 1000,
    "a huge power": lambda: "9^" + "9" * 1000,
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_endless_figures(project: Mini, text: Callable[[], str]) -> None:
    """In a tag, in the ledger, in a formula, in a cell and in plain text: refused by length, or read at once."""
    figure = text()
    ledger = claims(
        f"long.value: {{says: V, value: {figure!r}, source: s}}",
        f"long.formula: {{says: F, expr: {figure!r}}}",
        f"long.was: {{says: W, expr: 1 + 1, was: [{figure!r}]}}",
        "kept: {says: K, expr: 1 + 1}",
    )
    document = f"It is [{figure}](claim:kept), {figure} and 2.\n\n| a | b | c |\n|---|---|---|\n| {figure} | 1 | 2 |\n"
    run = beside(project, ledger, document)
    assert run.code in (1, 2)
    assert len(run.out) < 2 * (len(figure) + 20_000), "what is endless is not said again and again"
    assert project.run("audit", "docs").code in (0, run.code)


def test_a_number_that_no_float_holds(project: Mini) -> None:
    """Every report writes it, and says how far it is off only where that says anything."""
    ledger = claims(
        "huge.base: {says: B, basis: measured, value: 5 B, source: s, scope: {cores: 2}}",
        "huge.size: {says: S, expr: huge.base * 1e399}",
        "huge.share: {says: S, expr: huge.size / 5 B}",
        "tiny.size: {says: T, expr: huge.base * 1e-399}",
    )
    document = "[12 B](claim:huge.size) [3 %](claim:huge.share) [~1e399 GB](claim:tiny.size)\n"
    run = beside(project, ledger, document)
    assert [run.verdict(name)["status"] for name in ("huge.size", "huge.share", "tiny.size")] == [
        "refuted"
    ] * 3
    assert len(run.verdict("huge.size")["difference"]) < 80
    for form in ("text", "github", "sarif", "junit", "markdown"):
        assert project.run("check", "--format", form).code == 1


def test_the_difference_of_a_failing_verifier_s_figure_is_not_made_up(project: Mini) -> None:
    project.write("verifiers/site.py", VERIFIER.replace("return in_bytes(3000)", "return float('nan')"))
    entry = claims("site.bytes: {says: S, basis: model, verify: site.size}")
    verdict = failed(beside(project, entry, page("3 kB", "site.bytes")), "site.bytes", "verifier")
    assert "nan" in verdict["because"][0]
    assert not verdict.get("difference")


@pytest.mark.parametrize("figure", ["5 B", "5 MB", "5–6 MB", "~5 MB", "≤ 5 B"])
def test_what_is_expected_can_be_read_however_large_it_is(project: Mini, figure: str) -> None:
    project.write("claims/a.yaml", claims("all.bytes: {says: All of it, basis: model, expr: 1e400 B}"))
    verdict = project.write("docs/a.md", f"It is [{figure}](claim:all.bytes).\n").check().verdict("all.bytes")
    shown = [verdict["expected"], verdict["hint"], *verdict["because"]]
    assert verdict["status"] == "refuted"
    assert max(map(len, shown)) < 80, shown
    project.write("claims/a.yaml", claims('sizes: {says: Sizes, columns: {Twice: "Size * 2"}}'))
    project.write(
        "docs/a.md", "<!-- claims:table sizes -->\n\n| Size | Twice |\n|---|---|\n| 1e400 B | 5 B |\n"
    )
    verdict = project.check().verdict("sizes")
    shown = [verdict["expected"], verdict["hint"], *verdict["because"]]
    assert max(map(len, shown)) < 80, shown
