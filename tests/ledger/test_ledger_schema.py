"""The JSON Schema of the ledger says what the reader says, as far as form goes: both ways."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from write_ledger_schema import FILES, text

from editor_yaml import seen, written
from trueup.diagnostics import Diagnostic
from trueup.files import Root
from trueup.ledger import read_ledger
from trueup.ledger.claims import KEYS
from trueup.ledger.inputs import TOP
from trueup.settings import Settings

ROOT = Path(__file__).parents[2]
VALIDATOR = Draft7Validator(json.loads(text()))
#: Codes of faults that can be seen without knowing what a figure, a formula or another entry says.
FORM = {
    "L207",
    "L208",
    "L209",
    "L211",
    "L213",
    "L214",
    "L215",
    "L216",
    "L217",
    "L220",
    "L221",
    "L222",
    "G720",
}
#: What an editor's YAML reports by itself, or does not tell a schema.
YAML = {"L200", "L201", "L202", "L203", "L204"}

WHOLE = """
models: {m: {path: m.onnx, sha256: "%s", stage: exported}}
artifacts: {a: {path: out/}}
hosts: {laptop: {cpu: i7, gpu: RTX 4060, cores: 20, memory: 32 GiB, host: box}, bare: }
defaults: {source: a record, as_of: 2026-08-15, basis: model, scope: laptop}
frozen: [docs/2026-*.md]
claims:
  a.bytes:
    says: Bytes
    basis: model
    verify: onnx.tensor
    with: {model: m, tensor: w, read: bytes, where: {bytes: 2 B}, any: [1, 2], none: }
    scope: {gpu: RTX 4060, cores: 20}
    subject: [one, two]
    not_subject: three
    was: ["1,024 B", 3 B]
    waive: {reason: because, until: 2026-12-31}
    cross_host: because
    tolerance: 3 %%
    compare: within
    noise: 2 %%
    watch: [path:src/*.c, package:onnx@1]
    max_age: 180 days
    columns: {Change: "'PR' / Base - 1"}
    classes: {Status: {of: Change, "≥ 30 %%": slow, else: fine}}
    totals: {Bytes: last row}
    units: {PR: ms}
  total.bytes: {says: Sum, expr: a.bytes + 1 B}
  table: {says: Rules, classes: {Status: {of: Change, "≥ 30 %%": slow}}}
  told: {says: Told, value: 5 GB/s, source: log, as_of: 4f2a91c, watch: path:src, max_age: 2 weeks}
  short: {says: Told, value: MatMulNBits}
  which: {says: Which, decide: a.bytes > 3 B, words: {true: [yes, yep], false: no, null: maybe}}
  must: {says: Must, require: a.bytes > 1 B}
  why: {says: Why, unmeasured: nobody looked}
""" % ("0f" * 32)


def read(folder: Path, ledger: str) -> list[Diagnostic]:
    """The errors that the reader finds."""
    (folder / "claims").mkdir(exist_ok=True)
    (folder / "claims" / "a.yaml").write_text(ledger, encoding="utf-8")
    found = read_ledger(Root(folder), Settings()).diagnostics
    return [one for one in found if one.severity == "error"]


def refusals(ledger: str) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in VALIDATOR.iter_errors(seen(ledger))]


def ledgers() -> Iterator[tuple[str, str]]:
    """Every ledger that the project, its documentation and its tests hold in files."""
    for path in sorted([*ROOT.glob("claims/*.yaml"), *ROOT.glob("tests/**/*.yaml")]):
        if "evidence" not in path.parts:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for path in sorted(ROOT.glob("docs/**/*.md")):
        fences = re.findall(
            r"^```yaml\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
        for index, fence in enumerate(fences):
            top = re.match(rf"(?:{'|'.join(TOP)}):", fence)
            indented = "".join(f"  {line}" for line in fence.splitlines(keepends=True))
            yield f"{path.name}-{index}", fence if top else f"claims:\n{indented}"


LEDGERS = dict(ledgers())


@pytest.mark.parametrize("name", LEDGERS)
def test_reader_and_schema_agree_on_every_ledger_there_is(tmp_path: Path, name: str) -> None:
    codes = {one.code for one in read(tmp_path, LEDGERS[name])}
    if not codes & YAML:
        assert bool(refusals(LEDGERS[name])) == bool(codes & FORM), (codes, refusals(LEDGERS[name]))


def test_a_ledger_with_every_key_is_valid_to_both(tmp_path: Path) -> None:
    assert read(tmp_path, WHOLE) == []
    assert refusals(WHOLE) == []
    used = {key for claim in seen(WHOLE)["claims"].values() for key in claim}
    assert used == set(KEYS)
    assert set(seen(WHOLE)) == set(TOP)


def mutants(value: Any) -> Iterator[tuple[str, Any]]:
    """The same document with one thing changed, each with what it is."""
    if isinstance(value, dict):
        for key, item in value.items():
            rest = {name: other for name, other in value.items() if name != key}
            yield f"without {key}", rest
            yield f"{key} misspelt", {**rest, f"{key}z": item}
            yield f"{key} upper", {**rest, key.upper(): item}
            yield from ((f"{key}: {what}", {**value, key: other}) for what, other in mutants(item))
        yield "new key", {**value, "other": "text"}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            before, behind = value[:index], value[index + 1 :]
            yield f"without [{index}]", [*before, *behind]
            changed = ((what, new) for what, new in mutants(item) if new is not None)
            yield from ((f"[{index}] {what}", [*before, new, *behind]) for what, new in changed)
    for new in (
        None,
        "",
        "  ",
        "word",
        "2026-13-45",
        "2026-04-31",
        "3 days",
        [],
        ["a"],
        [["a"]],
        [""],
        {},
        {"a": "b"},
    ):
        if new != value:
            yield f"is {new!r}", new


def parts() -> dict[str, Any]:
    """The document in parts, each with a claim or a kind of entry of its own."""
    whole = seen(WHOLE)
    hosts = {"hosts": {"laptop": {"cores": 20}}}
    found = {key: {key: whole[key], **hosts} for key in TOP if key not in ("claims", "hosts")}
    told = {"defaults": {"source": "a record"}}
    return (
        found
        | {"hosts": {"hosts": whole["hosts"]}}
        | {name: {**hosts, **told, "claims": {name: claim}} for name, claim in whole["claims"].items()}
    )


@pytest.mark.parametrize("part", parts())
def test_reader_and_schema_agree_on_whatever_is_changed(tmp_path: Path, part: str) -> None:
    """Each key taken away, misspelt, or with another type or an empty text behind it."""
    tried = {what: value for what, value in mutants(parts()[part]) if isinstance(value, dict)}
    wrong, refused = [], 0
    for what, value in tried.items():
        ledger = written(value)
        form = sorted({one.code for one in read(tmp_path, ledger)} & FORM)
        refused += bool(form)
        if bool(form) != bool(refusals(ledger)):
            wrong.append((what, form, refusals(ledger)))
    assert wrong == []
    assert refused > len(tried) / 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_published_schema_is_what_the_tables_say(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == text(), "run python scripts/write_ledger_schema.py"


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(json.loads(text()))
