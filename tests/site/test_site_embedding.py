"""What may be put elsewhere: a badge for a README, and verdicts whose schema is published."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from recorded_verdicts import CLAIMS, HOSTILE, REFUTED, VERDICTS, document, verdict
from trueup.reports.html.assets import claims_json
from trueup.reports.html.recorded import from_document, read_recorded
from trueup.reports.html.status_badge import status_badge
from trueup.verdict.model import STATUSES

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((resources.files("trueup") / "assets" / "claims.schema.json").read_text(encoding="utf-8"))
SVG = "{http://www.w3.org/2000/svg}"


def badge(found: dict[str, Any]) -> ET.Element:
    return ET.fromstring(status_badge(from_document(found)))  # noqa: S314  our own


def words(found: dict[str, Any]) -> list[str | None]:
    return [one.text for one in badge(found).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (document(VERDICTS[:2], CLAIMS), "2 hold"),
        (document(VERDICTS[:1], CLAIMS), "1 holds"),
        (document(VERDICTS, CLAIMS), "5 of 6 hold"),
        (document([REFUTED, *VERDICTS[1:]], CLAIMS), "1 of 6 stale"),
        (document([], {}), "none checked"),
        (
            document(VERDICTS, CLAIMS, diagnostics=[{"code": "L201", "severity": "error", "message": "m"}]),
            "errors in the input",
        ),
    ],
)
def test_the_badge_says_how_many_figures_hold(found: dict[str, Any], shown: str) -> None:
    assert words(found) == ["figures", shown]


def test_the_badge_is_told_to_those_who_can_t_see_it() -> None:
    image = badge(document(VERDICTS, CLAIMS))
    assert image.get("role") == "img"
    title = image.find(f"{SVG}title")
    assert title is not None
    assert image.get("aria-labelledby") == title.get("id")
    assert title.text == "figures checked by trueup: 1 open, 3 attested, 2 verified"


def test_the_badge_asks_for_nothing_and_is_the_same_every_time() -> None:
    text = status_badge(from_document(document(VERDICTS, CLAIMS)))
    assert text == status_badge(from_document(document(VERDICTS, CLAIMS)))
    assert text.count("http") == 1  # the namespace
    assert not {"href", "url(", "@import", "<style", "<script"} & {
        part for part in ("href", "url(", "@import", "<style", "<script") if part in text
    }


def test_the_schema_is_one_and_is_published() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads((ROOT / "docs/reference/claims.schema.json").read_text(encoding="utf-8")) == SCHEMA
    assert set(SCHEMA["$defs"]["status"]["enum"]) == set(STATUSES)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project's own documents, and one that is wrong in many ways."""
    root = tmp_path_factory.mktemp("project")
    for name in ("claims", "verifiers", "docs"):
        shutil.copytree(ROOT / name, root / name)
    page = """# Wrong

[1 B](claim:lm_head.bytes), [3 GB](claim:nosuch), [4](claim:broken "1 / 0 * lm_head.bytes"), [x](claim:BAD)

<!-- claims:table wrong.table -->

| a | b |
|---|---|
| 1 | 3 |
"""
    (root / "docs/wrong.md").write_text(page, encoding="utf-8")
    ledger = """claims:
  wrong.table:
    says: Twice
    columns: {b: a * 2}
  waived.claim:
    says: Accepted for now
    expr: 1 > 2
    waive: {reason: later, until: 2099-01-01}
  open.claim:
    says: Not asked yet
    unmeasured: no device
"""
    (root / "claims/wrong.yaml").write_text(ledger, encoding="utf-8")
    return root


def run(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "trueup", *arguments], cwd=project, capture_output=True, text=True, check=False
    )
    assert "internal" not in done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def outputs(project: Path) -> dict[str, Any]:
    """What ``check`` prints, and what the site publishes."""
    run(project, "site", "--out", "docs/claims")
    return {
        "check": json.loads(run(project, "check", "--format", "json")),
        "site": json.loads((project / "docs/claims/claims.json").read_text(encoding="utf-8")),
    }


@pytest.mark.parametrize("which", ["check", "site"])
def test_real_output_fits_the_schema(outputs: dict[str, Any], which: str) -> None:
    found = outputs[which]
    assert len(found["claims"]) > 100
    assert any("cell" in one for one in found["verdicts"])
    assert found["diagnostics"]
    Draft202012Validator(SCHEMA).validate(found)


@pytest.mark.parametrize("which", ["check", "site"])
def test_every_field_is_described(outputs: dict[str, Any], which: str) -> None:
    assert set(undescribed(outputs[which], SCHEMA, which)) == set()


def undescribed(value: Any, schema: Any, path: str) -> Iterator[str]:
    """Keys of objects that the schema says nothing of."""
    schema = {**schema, **SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]} if "$ref" in schema else schema
    if isinstance(value, list):
        for one in value:
            yield from undescribed(one, schema.get("items", {}), f"{path}[]")
    elif isinstance(value, dict) and "properties" in schema:
        for key, one in value.items():
            described = schema["properties"].get(key)
            if described is None and "propertyNames" not in schema:
                yield f"{path}.{key}"
            yield from undescribed(one, described or {}, f"{path}.{key}")
    elif isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
        for one in value.values():
            yield from undescribed(one, schema["additionalProperties"], f"{path}.*")


def test_fields_to_come_are_allowed_and_wrong_ones_are_not() -> None:
    whole = document([{**one, "reason": None, "expected": None, "hint": None} for one in VERDICTS], {})
    check = Draft202012Validator(SCHEMA)
    check.validate({**whole, "new": 1, "verdicts": [{**whole["verdicts"][0], "new": {}}]})
    assert not check.is_valid({**whole, "verdicts": [{**whole["verdicts"][0], "status": "fine"}]})
    assert not check.is_valid({**whole, "claims": {"<script>": {}}})
    assert not check.is_valid({key: value for key, value in whole.items() if key != "watched"})


def test_claims_json_is_the_document_inert_and_a_line_for_each_entry() -> None:
    found = document([verdict("move", HOSTILE, 1, "refuted")], CLAIMS)
    text = claims_json(found)
    assert json.loads(text) == {**found, "$schema": "claims.schema.json"}
    assert not set("<>&") & set(text)
    assert sum(line.startswith(f'"{name}": ') for name in CLAIMS for line in text.splitlines()) == len(CLAIMS)
    assert read_recorded(text) == from_document(found)
    assert claims_json(document([], {})) == claims_json(document([], {}))
