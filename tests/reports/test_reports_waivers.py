"""Waivers and coverage in the document that the site is made from."""

from __future__ import annotations

import json

from mini import Mini, claims
from trueup.mkdocs_plugin.judge import check

WAIVED = claims("a: {value: 3 B, source: a log, as_of: 2026-07-01, waive: {reason: soon, until: 2026-12-31}}")


def test_a_claim_has_its_waiver_up_to_its_last_day(project: Mini) -> None:
    project.write("claims/a.yaml", WAIVED).write("docs/a.md", "[4 B](claim:a)")
    claim = project.check("--today", "2026-12-31").json["claims"]["a"]
    assert claim["waived"] == {"reason": "soon", "until": "2026-12-31"}
    assert "waived" not in project.check("--today", "2027-01-01").json["claims"]["a"]


def test_the_plugin_s_document_counts_as_the_audit_does(project: Mini) -> None:
    project.write("claims/a.yaml", WAIVED)
    project.write("docs/a.md", "[3 B](claim:a), 4 B.\n\n<!-- claims:off -->\n\n5 B\n\n<!-- claims:on -->\n")
    project.write("docs/b.md", "No tag, but 6 B and `7 B`.")
    found = check(project.path)["coverage"]
    assert found == json.loads(project.run("audit", "docs", "--format", "json").out)["coverage"]
    assert isinstance(found, dict)
    counts = [(one["numbers"], one["tagged"], one["set_aside"]) for one in found["documents"]]
    assert counts == [(3, 1, 1), (1, 0, 0)]
