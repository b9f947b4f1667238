"""The JSON of a check says where each value comes from, and where each figure stands."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from mini import Mini
from trueup.engine.project import load
from trueup.evidence.record import Evidence, Run
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.reports.html.recorded import from_document
from trueup.store.directory import Store

LEDGER = """\
hosts:
  laptop: {cpu: i7-13800H}
  box: {cpu: Xeon, cores: 32}
claims:
  cpu.rate:
    says: Weight bytes that the host kernel reads per second
    basis: measured
    scope: laptop
    verify: cpu.gemv
    max_age: 30 days
    with: {threads: 16}
  packed.bytes: {says: Packed weights, basis: model, expr: 389283840 B}
  link.rate:
    says: The link
    basis: measured
    scope: laptop
    value: 11.74 GB/s
    source: a record
    as_of: 2026-06-20
  moves:
    says: Moving is cheaper
    decide: packed.bytes / cpu.rate > packed.bytes / link.rate
    words: {true: inverts, false: holds}
"""
VERIFIER = """\
from trueup.verifier import Request, Samples, verifier


@verifier("cpu.gemv", basis="measured")
def gemv(request: Request, *, threads: int) -> Samples:
    raise RuntimeError("check measures nothing")
"""
PAGE = "The kernel reads [~0.8 GB/s](claim:cpu.rate) of weights, and the rule [inverts](claim:moves).\n"


def record(site: Mini, day: int, rates: tuple[str, ...], cpu: str, threads: str = "16") -> None:
    declared = load(site.path).registry.find("cpu.gemv")
    assert declared
    numbers = [Fraction(rate) * 10**9 for rate in rates]
    spread = Interval(min(numbers), max(numbers))
    Store(Root(site.path)).write(
        Evidence(
            claim="cpu.rate",
            verifier=declared.id,
            digest_of_verifier=declared.digest,
            value=Quantity(spread=spread, reach=spread, dimension=Dimension.of(B=1, s=-1)),
            unit="MB/s",
            parameters={"threads": threads},
            runs=tuple(Run(values=(float(rate) * 1000,)) for rate in rates),
            host={"cpu": cpu, "cores": "32"},
            started=datetime(2026, 7, day, 10, tzinfo=UTC),
            finished=datetime(2026, 7, day, 11, tzinfo=UTC),
            commit="c" * 40,
        )
    )


@pytest.fixture
def site(project: Mini) -> Mini:
    project.write("verifiers/cpu.py", VERIFIER).write("claims/a.yaml", LEDGER).write("docs/page.md", PAGE)
    record(project, 1, ("0.5", "0.6"), "13th Gen Intel(R) Core(TM) i7-13800H", threads="8")
    record(project, 2, ("4.5", "4.7"), "Intel(R) Xeon(R) Processor")
    record(project, 3, ("0.77", "0.78", "0.79"), "13th Gen Intel(R) Core(TM) i7-13800H")
    return project


def found(site: Mini) -> dict[str, Any]:
    document: dict[str, Any] = site.check("--today", "2026-07-10").json
    return document


def test_the_evidence_of_each_host_is_there_in_one_unit(site: Mini) -> None:
    evidence = found(site)["claims"]["cpu.rate"]["evidence"]
    entries = evidence["entries"]
    assert [(one["date"], one["host"], one["in_scope"], one["counts"]) for one in entries] == [
        ("2026-07-03", "laptop", True, True),
        ("2026-07-02", "box", False, False),
        ("2026-07-01", "laptop", True, False),
    ]
    assert evidence["unit"] == "MB/s"
    assert entries[0]["samples"] == [770, 780, 790]
    assert (entries[1]["low"], entries[1]["high"]) == (4500, 4700)
    assert entries[0]["value"] == "770.0–790.0 MB/s"
    assert entries[0]["doubts"] == ["3 runs, drift +3 % from the first to the second half"]
    assert entries[2]["changed"] == ["parameter threads was 8, is 16"]
    assert evidence["claimed"] == [{"figure": "~0.8 GB/s", "low": 750, "high": 850}]


def test_hosts_and_dates_are_handed_down_to_what_rests_on_them(site: Mini) -> None:
    claims = found(site)["claims"]
    assert (claims["cpu.rate"]["hosts"], claims["cpu.rate"]["dates"]) == (["laptop"], ["2026-07-03"])
    assert (claims["moves"]["hosts"], claims["moves"]["dates"]) == (["laptop"], ["2026-06-20", "2026-07-03"])
    assert (claims["packed.bytes"]["hosts"], claims["packed.bytes"]["dates"]) == ([], [])


def test_the_last_day_on_which_evidence_is_young_enough(site: Mini) -> None:
    claim = found(site)["claims"]["cpu.rate"]
    assert (claim["max_age"], claim["until"]) == (30, "2026-08-02")
    assert site.check("--today", "2026-08-02").verdict("cpu.rate")["status"] != "outdated"
    assert site.check("--today", "2026-08-03").verdict("cpu.rate")["status"] == "outdated"


def test_a_figure_stands_in_its_text_and_says_how_far_off_it_is(site: Mini) -> None:
    verdict = next(one for one in found(site)["verdicts"] if one["claim"] == "cpu.rate")
    assert verdict["within"] == {
        "before": "The kernel reads ",
        "after": " of weights, and the rule inverts.",
    }
    assert verdict["difference"] == "−20.00 MB/s (−2.5 %)"


def verdict_on(figure: str, site: Mini) -> dict[str, Any]:
    """The verdict on a figure that states 389,283,840 B."""
    site.write("docs/page.md", f"They are [{figure}](claim:packed.bytes).\n")
    return next(one for one in found(site)["verdicts"] if one["claim"] == "packed.bytes")


@pytest.mark.parametrize(
    ("figure", "difference"),
    [
        ("389,283,840 B", "none"),
        ("389 MB", "+283,840 B (+0.073 %)"),
        ("400 MB", "−10,716,160 B (−2.7 %)"),
        ("350–450 MB", "inside"),
        ("350–380 MB", "+9,283,840 B (+2.4 %)"),
        ("≥ 400 MB", "−10,716,160 B (−2.7 %)"),
        ("150 MB", "+239,283,840 B (+160 %)"),
        ("38 MB", "+351,283,840 B (10×)"),
        ("389 KiB", "+388,885,504 B (977×)"),
        ("389,283,480 B", "+360 B (less than 0.01 %)"),
        ("3 B", "+389,283,837 B (129,761,280×)"),
        ("389 ms", None),
    ],
)
def test_the_difference_between_what_is_written_and_computed(
    site: Mini, figure: str, difference: str | None
) -> None:
    assert verdict_on(figure, site).get("difference") == difference


@pytest.mark.parametrize(
    ("figure", "computed"),
    [
        ("389,283,840 B", None),
        ("389 MB", "389.3 MB"),
        ("371 MiB", "371.3 MiB"),
        ("350–380 MB", "389.3 MB"),
        ("389,283,840", None),
        ("389 ms", None),
    ],
)
def test_what_was_computed_is_told_in_the_unit_of_the_figure(
    site: Mini, figure: str, computed: str | None
) -> None:
    assert verdict_on(figure, site).get("computed") == computed


def test_a_share_is_told_in_percent_where_it_is_written_so(site: Mini) -> None:
    site.write("claims/more.yaml", "claims: {moved.part: {says: A part, basis: model, expr: 1 / 14}}\n")
    site.write("docs/page.md", "It has [7.14 %](claim:moved.part) or [0.071](claim:moved.part).\n")
    verdicts = [one for one in found(site)["verdicts"] if one["claim"] == "moved.part"]
    assert [one.get("computed") for one in verdicts] == ["7.143 %", None]


def test_a_difference_of_whole_units_is_told_in_that_of_the_figure(site: Mini) -> None:
    site.write("claims/more.yaml", "claims: {moved.size: {says: A size, basis: model, expr: 10 MB}}\n")
    site.write("docs/page.md", "It has [12 MB](claim:moved.size).\n")
    verdict = next(one for one in found(site)["verdicts"] if one["claim"] == "moved.size")
    assert verdict["difference"] == "−2 MB (−17 %)"


def test_the_text_of_a_table_s_row_and_a_long_paragraph_is_cut(site: Mini) -> None:
    long = "word " * 100
    site.write(
        "docs/page.md",
        f"{long}[~0.8 GB/s](claim:cpu.rate) {long}\n\n| what | size |\n|---|---|\n"
        "| packed | [389 MB](claim:packed.bytes) |\n",
    )
    texts = {one["claim"]: one["within"] for one in found(site)["verdicts"] if one["at"]}
    assert texts["packed.bytes"]["before"] == "packed | "
    before = texts["cpu.rate"]["before"]
    assert before.startswith("…")
    assert before.endswith("word ")
    assert len(before) < 130


@pytest.mark.parametrize("shift", range(8))
def test_no_figure_in_the_text_around_is_cut_in_two(site: Mini, shift: int) -> None:
    numbers = "x" * shift + " " + "8,389 " * 40
    site.write("docs/page.md", f"{numbers}[~0.8 GB/s](claim:cpu.rate) {numbers}\n")
    within = next(one["within"] for one in found(site)["verdicts"] if one["claim"] == "cpu.rate")
    words = {*within["before"].strip("… ").split(), *within["after"].strip("… ").split()}
    assert words <= {"8,389", "x" * shift}
    assert len(within["before"]) > 100
    assert len(within["after"]) > 100


def test_text_without_blanks_is_cut_where_room_ends(site: Mini) -> None:
    site.write("docs/page.md", f"{'字' * 200}[~0.8 GB/s](claim:cpu.rate) 字 {'字' * 200}\n")
    within = next(one["within"] for one in found(site)["verdicts"] if one["claim"] == "cpu.rate")
    assert within["before"] == "…" + "字" * 120
    assert within["after"] == " 字 " + "字" * 118 + "…"


def test_the_site_reads_what_the_check_writes(site: Mini) -> None:
    claim = from_document(found(site)).claims["cpu.rate"]
    assert claim.evidence is not None
    assert claim.evidence.entries[0].counts
    assert claim.until == "2026-08-02"


def test_evidence_of_no_host_in_scope_is_shown_all_the_same(project: Mini) -> None:
    project.write("verifiers/cpu.py", VERIFIER).write("claims/a.yaml", LEDGER).write("docs/page.md", PAGE)
    record(project, 2, ("4.5", "4.7"), "Intel(R) Xeon(R) Processor")
    claim = found(project)["claims"]["cpu.rate"]
    assert (claim["status"], claim["reason"]) == ("missing", "scope")
    assert [(one["host"], one["in_scope"]) for one in claim["evidence"]["entries"]] == [("box", False)]


def test_the_json_stays_small_however_much_was_recorded(site: Mini) -> None:
    for day in range(4, 31):
        record(site, day, ("0.77", "0.78"), "13th Gen Intel(R) Core(TM) i7-13800H")
    evidence = found(site)["claims"]["cpu.rate"]["evidence"]
    assert (len(evidence["entries"]), evidence["older"]) == (24, 6)
