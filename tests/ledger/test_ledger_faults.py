"""What is said of each kind of fault.

A file of ``faults/`` is named by its code and holds its ledger, then what is said of it, a line each after
``#>``. The claim ``kept`` stands in most of them, and must be read whatever else is wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from trueup.diagnostics import Diagnostic
from trueup.files import Root
from trueup.ledger import Ledger, read_ledger
from trueup.ledger.codes import CODES
from trueup.settings import Settings

FAULTS = sorted((Path(__file__).parent / "faults").glob("*.yaml"))
#: Kinds of fault that need more than one small file of text.
ELSEWHERE = {"L202", "L206", "L212"}


def read(folder: Path, **files: str | bytes) -> Ledger:
    (folder / "claims").mkdir(exist_ok=True)
    for name, text in files.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / "claims" / f"{name}.yaml").write_bytes(data)
    return read_ledger(Root(folder), Settings())


def rendered(diagnostic: Diagnostic) -> str:
    severity = "" if diagnostic.severity == "error" else "warning "
    return severity + str(diagnostic).replace("claims/a.yaml:", "")


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_says_what_is_wrong_at_its_token(tmp_path: Path, path: Path) -> None:
    lines = path.read_text().splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("#> "))
    ledger = read(tmp_path, a=text)
    expected = [line.removeprefix("#> ").rstrip("\n") for line in lines if line.startswith("#> ")]
    assert [rendered(diagnostic) for diagnostic in ledger.diagnostics] == expected
    assert path.stem.partition("_")[0] in {diagnostic.code for diagnostic in ledger.diagnostics}
    assert ("kept" in ledger.claims) == ("kept" in text)
    assert not ledger.broken & set(ledger.claims)


def test_every_code_has_a_fixture() -> None:
    assert set(CODES) - {path.stem.partition("_")[0] for path in FAULTS} == ELSEWHERE


def test_no_ledger(tmp_path: Path) -> None:
    (diagnostic,) = read_ledger(Root(tmp_path), Settings()).diagnostics
    assert rendered(diagnostic) == (
        "warning claims:1:1: L206 there is no ledger here "
        "(claims stand in claims/*.yaml; formulas in place still count)"
    )


def test_names_defined_in_two_files(tmp_path: Path) -> None:
    text = "hosts:\n  box: {cores: 2}\nmodels:\n  m: {path: m}\nclaims:\n  one: {says: One, expr: 1 + 1}\n"
    ledger = read(tmp_path, a=text, b=text + "  two: {says: Two, expr: 1 + 1}\n")
    assert [str(diagnostic) for diagnostic in ledger.diagnostics] == [
        "claims/b.yaml:2:3: L212 host 'box' is defined twice (first at claims/a.yaml:2:3)",
        "claims/b.yaml:4:3: L212 model 'm' is defined twice (first at claims/a.yaml:4:3)",
        "claims/b.yaml:6:3: L212 claim 'one' is defined twice (first at claims/a.yaml:6:3)",
    ]
    assert (set(ledger.claims), set(ledger.broken)) == ({"two"}, {"one"})


def test_characters_that_yaml_refuses(tmp_path: Path) -> None:
    """PyYAML raises an error of another class for these, without line or column."""
    claims = (
        "a: {says: 'x\0y', expr: 1 + 1}",
        "b: {says: 'é\x1b', expr: 1 + 1}",
        "c: {says: x, expr: 1 + 1}",
    )
    text = "claims:\n" + "".join(f"  {claim}\n" for claim in claims)
    ledger = read(tmp_path, a=text)
    assert [rendered(diagnostic) for diagnostic in ledger.diagnostics] == [
        "2:15: L202 character U+0000 is not allowed here (is it a binary file?)",
        "3:15: L202 character U+001B is not allowed here (write it as an escape in double quotes)",
    ]
    assert (set(ledger.claims), set(ledger.broken)) == ({"c"}, {"a", "b"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("claims: " + "[" * 5000, "L204 nested deeper than 50 levels"),
        ("claims: " + "{a: " * 5000, "L204 nested deeper than 50 levels"),
        ("- " * 60, "L204 nested deeper than 50 levels"),
        ("claims: [" + "x," * 500_000 + "]", "L204 more than 500,000 values in one file (split the file)"),
        ("a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]", "L201 anchor '&a' is outside the subset"),
    ],
    ids=["lists", "mappings", "blocks", "values", "aliases"],
)
def test_caps(tmp_path: Path, text: str, said: str) -> None:
    assert any(said in str(diagnostic) for diagnostic in read(tmp_path, a=text).diagnostics)


def test_a_file_that_cannot_be_read_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims/link.yaml").symlink_to("/etc/passwd")
    ledger = read(tmp_path, a="claims: {one: {says: One, expr: 1 + 1}}", b=b"claims: \xff")
    assert [diagnostic.code for diagnostic in ledger.diagnostics] == ["F605", "F602"]
    assert set(ledger.claims) == {"one"}


def test_what_other_claims_give_up_is_not_said_twice(tmp_path: Path) -> None:
    """A claim that YAML couldn't read whole isn't blamed for what is missing from it."""
    ledger = read(tmp_path, a="claims:\n  a: {<<: {expr: 1 + 1}}\n  b: {says: x, expr: 1 + 1}\n")
    assert [diagnostic.code for diagnostic in ledger.diagnostics] == ["L201"]
    assert (set(ledger.claims), set(ledger.broken)) == ({"b"}, {"a"})
