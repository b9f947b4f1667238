"""What a rename refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evidence_samples import EVIDENCE
from mini import Mini, claims
from trueup.files import Root
from trueup.lsp.live import load
from trueup.lsp.rewriting import Refused, renamed
from trueup.store.directory import Store

RATE = "rate: {says: Rate, value: 5 GB/s, source: log}"
LEDGER = claims(RATE, 'twice: {says: Twice, expr: "r\\x61te * 2"}')


def test_a_claim_whose_evidence_names_it_keeps_its_id(project: Mini) -> None:
    project.write("claims/a.yaml", claims(RATE))
    project.write("docs/a.md", "[5 GB/s](claim:rate)\n")
    Store(Root(project.path)).write(replace(EVIDENCE, claim="rate"))
    live = load(project.path, {}, execute=False, wanted=lambda: True)
    with pytest.raises(Refused, match="evidence of rate is recorded"):
        renamed(live, "rate", "speed")


def test_an_id_that_is_escaped_is_not_left_behind(project: Mini) -> None:
    project.write("claims/a.yaml", LEDGER).write("docs/a.md", "[5 GB/s](claim:rate)\n")
    live = load(project.path, {}, execute=False, wanted=lambda: True)
    with pytest.raises(Refused, match=r"rate stands at claims/a\.yaml:3:"):
        renamed(live, "rate", "speed")
