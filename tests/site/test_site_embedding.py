"""What may be put elsewhere: a badge for a README, and verdicts whose schema is published."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from recorded_verdicts import CLAIMS, HOSTILE, REFUTED, VERDICTS, document, verdict
from trueup.diagnostics import Diagnostic, Location
from trueup.reports.html.assets import claims_json
from trueup.reports.html.recorded import from_document, read_recorded
from trueup.reports.html.status_badge import status_badge
from trueup.site.failed import failed
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


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["$defs"]["status"]["enum"]) == set(STATUSES)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project's own documents, and one that is wrong in many ways."""
    root = tmp_path_factory.mktemp("project")
    for name in ("claims", "verifiers", "docs"):
        shutil.copytree(ROOT / name, root / name)
    page = """# Wrong

[1 B](claim:lm_head.bytes), [3 GB](claim:nosuch), [4](claim:broken "1 / 0 * lm_head.bytes"), [x](claim:BAD),
[2 B](claim:waived.claim)

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
    expr: 1 B
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
def outputs(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What ``check`` prints, and what the site publishes; the same where nothing can be read."""
    run(project, "site", "--out", "docs/claims")
    broken = tmp_path_factory.mktemp("broken")
    for name, text in {"claims/all.yaml": "claims: &a {b: *a}\n", "docs/a.md": "[1 B](claim:b)\n"}.items():
        (broken / name).parent.mkdir()
        (broken / name).write_text(text, encoding="utf-8")
    fault = Diagnostic(code="C852", message="m", location=Location(path="a", line=1, column=2))
    return {
        "check": json.loads(run(project, "check", "--format", "json")),
        "site": json.loads((project / "docs/claims/claims.json").read_text(encoding="utf-8")),
        "broken": json.loads(run(broken, "check", "--format", "json")),
        "failed": json.loads(claims_json(failed([fault, replace(fault, location=None, hint="h")]))),
    }


def closed(schema: Any) -> Any:
    """The schema, without leave to say more than it describes."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(one) for key, one in schema.items()}
    whole = isinstance(schema.get("properties"), dict) and "type" in schema
    return {"additionalProperties": False, **found} if whole else found


def test_what_is_said_of_a_real_project_is_much(outputs: dict[str, Any]) -> None:
    for which in ("check", "site"):
        found = outputs[which]
        assert len(found["claims"]) > 100
        assert {"cell", "within", "difference", "waived"} <= {key for one in found["verdicts"] for key in one}
        assert any(one.get("evidence", {}).get("entries") for one in found["claims"].values())
        assert found["diagnostics"]
    assert any(one["turns"] for one in outputs["site"]["claims"].values())
    assert outputs["site"]["coverage"]["documents"]
    assert outputs["broken"]["diagnostics"]


@pytest.mark.parametrize("which", ["check", "site", "broken", "failed"])
def test_real_output_is_described_to_the_last_field(outputs: dict[str, Any], which: str) -> None:
    Draft202012Validator(closed(SCHEMA)).validate(outputs[which])


@pytest.mark.parametrize("path", ["", "verdicts", "claims", "coverage", "coverage.documents", "summary"])
def test_a_field_that_is_not_described_would_be_found(outputs: dict[str, Any], path: str) -> None:
    found = json.loads(json.dumps(outputs["site"]))
    at = found
    for key in filter(None, path.split(".")):
        at = at[key]
    at = at[0] if isinstance(at, list) else at["lm_head.bytes"] if path == "claims" else at
    at["new"] = {}
    assert not Draft202012Validator(closed(SCHEMA)).is_valid(found)


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
