"""What a ledger gives."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trueup.claim import (
    Claim,
    Classes,
    Columns,
    Decide,
    Expr,
    Reported,
    Require,
    Scope,
    Unmeasured,
    Verify,
    Waiver,
)
from trueup.diagnostics import Location
from trueup.expression.nodes import Compare
from trueup.expression.parse import parse
from trueup.files import Root
from trueup.ledger import Ledger, ModelInput, compose, read_ledger
from trueup.ledger.nodes import Mapping, Scalar
from trueup.quantity.read import read_figure
from trueup.quantity.units import read_unit
from trueup.settings import Settings

SHA = "560a776bed418481e9d1ed2d36d58146715dd95df1450d4c227bdfb63aab81c9"
WHOLE = f"""\
models:
  tiny: {{path: claims/inputs/tiny.onnx, sha256: {SHA}, stage: exported}}
artifacts:
  gather: {{path: claims/inputs/criterion/gather}}
hosts:
  laptop: {{cpu: i7-13800H, gpu: RTX 4060 Laptop, cores: 20}}
defaults: {{source: a public record, as_of: 2026-08-15, scope: laptop, basis: measured}}
frozen: docs/benchmarks/2026-*.md
claims:
  lm_head.bytes:
    says: >
      Packed int4 weights
      of the projection
    basis: model
    verify: onnx.tensor
    with: {{model: tiny, where: {{bytes: "389,283,840 B"}}, axes: [1, no]}}
    subject: [lm_head, MatMulNBits]
    not_subject: gather
    was: ["389,283,480 B", 0.4 GB]
    watch: [package:onnxruntime@1, "path: src/a.py"]
    max_age: 26 weeks
    noise: 2 %
  link.pinned: {{says: Pinned copy, value: 11.74 GB/s, max_age: 180 days}}
  reader: {{says: What reads it, value: MatMulNBits, source: the graph, as_of: 4f2a91c, basis: model}}
  cpu.rate: {{says: Rate, value: 0.78 GB/s, scope: {{cpu: AMD EPYC 9V74}}}}
  move.time:
    says: Time of the move
    expr: lm_head.bytes / link.pinned
    tolerance: 3 %
    compare: within
    cross_host: the link belongs to both
    waive: {{reason: being measured again, until: 2026-12-31}}
  move_to_gpu:
    says: The move pays
    decide: cpu.rate > 1 GB/s
    words: {{true: [inverts, inverted], false: holds, null: undecided}}
  below: {{says: Below the memory, require: cpu.rate <= link.pinned}}
  open.question: {{says: Open, unmeasured: no such host}}
  bench:
    says: A table
    columns: {{Change: "'PR' / 'Base' - 1"}}
    classes: {{Status: {{of: Change, "≥ 30 %": "🔴", else: "✅"}}}}
    units: {{PR: ms}}
    totals: {{Bytes: last row}}
"""


def read(folder: Path, text: str | bytes) -> Ledger:
    (folder / "claims").mkdir(exist_ok=True)
    (folder / "claims/a.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_ledger(Root(folder), Settings())


def place(line: int, column: int) -> Location:
    return Location(path="claims/a.yaml", line=line, column=column)


@pytest.fixture
def whole(tmp_path: Path) -> Ledger:
    ledger = read(tmp_path, WHOLE)
    assert ledger.diagnostics == ()
    assert ledger.broken == frozenset()
    return ledger


def test_inputs(whole: Ledger) -> None:
    assert whole.files == ("claims/a.yaml",)
    assert tuple(whole.frozen) == ("docs/benchmarks/2026-*.md",)
    assert whole.models == {
        "tiny": ModelInput(
            name="tiny", path="claims/inputs/tiny.onnx", location=place(2, 16), sha256=SHA, stage="exported"
        )
    }
    assert whole.artifacts["gather"].path == "claims/inputs/criterion/gather"
    laptop = Scope(keys={"cpu": "i7-13800H", "gpu": "RTX 4060 Laptop", "cores": "20", "host": "laptop"})
    assert whole.hosts == {"laptop": laptop}


def test_a_claim_that_a_verifier_computes(whole: Ledger) -> None:
    claim = whole.claims["lm_head.bytes"]
    assert claim.says == "Packed int4 weights of the projection"
    assert claim.basis == "model"
    assert claim.location == place(10, 3)
    assert isinstance(claim.kind, Verify)
    assert claim.kind.verifier == "onnx.tensor"
    assert claim.kind.parameters == {
        "model": "tiny",
        "where": {"bytes": "389,283,840 B"},
        "axes": ("1", "no"),
    }
    assert claim.kind.places["model"] == place(16, 19)
    assert claim.kind.places["where.bytes"] == place(16, 41)
    assert (claim.subject, claim.not_subject) == (("lm_head", "MatMulNBits"), ("gather",))
    assert [(was.figure.text, was.location) for was in claim.was] == [
        ("389,283,480 B", place(19, 12)),
        ("0.4 GB", place(19, 28)),
    ]
    assert claim.watch == ("package:onnxruntime@1", "path:src/a.py")
    assert claim.max_age == 182
    assert claim.noise is not None
    assert claim.noise.stated.low == Fraction(2, 100)


def test_claims_reported_elsewhere_take_over_the_defaults(whole: Ledger) -> None:
    link, operator, rate = (whole.claims[name].kind for name in ("link.pinned", "reader", "cpu.rate"))
    assert isinstance(link, Reported)
    assert (link.value.text, link.source, link.as_of) == ("11.74 GB/s", "a public record", date(2026, 8, 15))
    assert whole.claims["link.pinned"].scope == whole.hosts["laptop"]
    assert whole.claims["link.pinned"].basis == "measured"
    assert whole.claims["link.pinned"].max_age == 180
    assert isinstance(operator, Reported)
    assert (operator.value.form, operator.source, operator.as_of) == ("text", "the graph", "4f2a91c")
    assert whole.claims["reader"].basis == "model"
    assert isinstance(rate, Reported)
    assert whole.claims["cpu.rate"].scope == Scope(keys={"cpu": "AMD EPYC 9V74"})


def test_derived_claims_leave_open_what_they_inherit(whole: Ledger) -> None:
    claim = whole.claims["move.time"]
    assert (claim.basis, claim.scope) == (None, None)
    assert isinstance(claim.kind, Expr)
    assert claim.kind.formula.text == "lm_head.bytes / link.pinned"
    assert claim.kind.formula.location == place(28, 11)
    assert claim.tolerance is not None
    assert (claim.tolerance.text, claim.compare) == ("3 %", "within")
    assert claim.cross_host == "the link belongs to both"
    assert claim.waive == Waiver(reason="being measured again", until=date(2026, 12, 31))


def test_decisions_and_other_kinds(whole: Ledger) -> None:
    decide, require, question = (
        whole.claims[name].kind for name in ("move_to_gpu", "below", "open.question")
    )
    assert isinstance(decide, Decide)
    assert decide.words == {True: ("inverts", "inverted"), False: ("holds",), None: ("undecided",)}
    assert isinstance(require, Require)
    assert isinstance(require.formula.node, Compare)
    assert question == Unmeasured(why="no such host")


def test_tables_have_formulas_bounds_units_and_totals(whole: Ledger) -> None:
    table = whole.claims["bench"].kind
    assert isinstance(table, Columns)
    assert table.formulas["Change"].node == parse("PR / Base - 1", headers=True)
    assert table.formulas["Change"].location == place(41, 24)
    bounds = ((read_figure("≥ 30 %"), "🔴"),)
    assert table.classes == {"Status": Classes(of="Change", bounds=bounds, otherwise="✅")}
    assert (table.units, table.totals) == ({"PR": read_unit("ms")}, {"Bytes": "last row"})
    assert table.places["totals.Bytes"] == place(44, 21)


@pytest.mark.parametrize(
    "text", ["no", "010", "1:30", "1e3", "null", "~", "0x10", "2026-08-15", ".inf", "=", "yes"]
)
def test_every_scalar_is_text(text: str) -> None:
    """YAML 1.1 reads these as truth, octal, sexagesimal, null, date and more."""
    node = compose.compose(f"a: {text}").node
    assert isinstance(node, Mapping)
    ((_, value),) = node.entries
    assert isinstance(value, Scalar)
    assert value.text == text


@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
@pytest.mark.parametrize(
    ("before", "where"),
    [
        ("", (2, 19)),
        ("\ufeff", (2, 19)),
        ("# 日本𝒳é\n", (3, 19)),
        ("# one\r\n\r\n", (4, 19)),
        ("# one\r\r", (4, 19)),
        ("x: 'a\u2028b\x85c\u2029d'\n", (3, 19)),
    ],
    ids=["plain", "mark", "wide", "crlf", "cr", "separators"],
)
def test_lines_and_columns_are_those_of_an_editor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loader: str, before: str, where: tuple[int, int]
) -> None:
    monkeypatch.setattr(compose, "_LOADER", getattr(yaml, loader))
    ledger = read(tmp_path, before + "claims:\n  é𝒳: {says: 'a', tolerence: 1}\n")
    found = [one.location for one in ledger.diagnostics if one.code == "L208" and "tolerence" in one.message]
    assert found == [place(*where)]


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ("expr: 1 + $", (3, 15)),
        ("expr: '1 + $'", (3, 16)),
        ('expr: "1 + $"', (3, 16)),
        ("expr: 'it''s'", (3, 11)),
        ("expr: >\n      1 +\n      $", (3, 11)),
        ("expr: 1 +\n      $", (3, 11)),
    ],
)
def test_a_fault_in_a_formula_stands_at_its_character(
    tmp_path: Path, entry: str, where: tuple[int, int]
) -> None:
    """In folded or escaped text, where no character can be named, it stands at the start."""
    (fault,) = read(tmp_path, f"claims:\n  a:\n    {entry}\n    says: x\n").diagnostics
    assert fault.location == place(*where)


def test_files_are_merged_and_folders_of_inputs_passed_over(tmp_path: Path) -> None:
    for number, path in enumerate(["a.yaml", "b.yml", "deep/c.yaml", "inputs/d.yaml", "evidence/x/e.yaml"]):
        file = tmp_path / "claims" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"claims:\n  c{number}: {{says: x, value: 1 B, source: y, scope: box}}\n")
    (tmp_path / "claims/z.yaml").write_text("hosts:\n  box: {cores: 2}\n")
    ledger = read_ledger(Root(tmp_path), Settings())
    assert ledger.files == ("claims/a.yaml", "claims/b.yml", "claims/deep/c.yaml", "claims/z.yaml")
    assert ledger.diagnostics == ()
    assert list(ledger.claims) == ["c0", "c1", "c2"]
    one = read_ledger(Root(tmp_path), Settings(ledger=("claims/deep", "claims/z.yaml")))
    assert list(one.claims) == ["c2"]


def test_an_empty_section_is_no_fault(tmp_path: Path) -> None:
    assert read(tmp_path, "models:\nartifacts:\nclaims:\n").diagnostics == ()


YAML = st.text(alphabet="abc:-[]{}&*!|>'\"#%,\n \t<0", max_size=60)
TOP = st.sampled_from(["models", "hosts", "defaults", "claims", "frozen"])
KEY = st.sampled_from(["says", "expr", "value", "was", "with", "words", "scope", "waive", "columns", "noise"])
VALUE = st.sampled_from(["x", "[1,000]", "{a: b}", "1 +", "", "''", "*x", "&y z", "{true: [a]}"])
CLAIM = st.lists(st.tuples(KEY, VALUE)).map(
    lambda entries: ", ".join(f"{key}: {value}" for key, value in entries)
)
LEDGER = st.lists(st.tuples(TOP | YAML, CLAIM)).map(
    lambda parts: "".join(f"{key}: {{a: {{{claim}}}}}\n" for key, claim in parts)
)
TEXT = (YAML | LEDGER | st.text(max_size=60)).map(lambda text: text.encode("utf-8", "replace"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=80) | TEXT)
def test_whatever_a_file_holds_is_read_or_spoken_of(tmp_path: Path, data: bytes) -> None:
    ledger = read(tmp_path, data)
    assert ledger.claims or ledger.diagnostics or data.strip()
    assert not ledger.broken & set(ledger.claims)
    assert bool(ledger.broken) <= any(one.severity == "error" for one in ledger.diagnostics)
    assert all(isinstance(claim, Claim) for claim in ledger.claims.values())
    assert all(one.location is not None and one.location.line > 0 for one in ledger.diagnostics)
