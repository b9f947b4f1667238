"""What a rename refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evidence_samples import EVIDENCE
from mini import Mini, claims
from trueup.edit.source import Sources
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


def after(project: Mini, old: str, new: str) -> dict[str, str]:
    """What files hold once a claim has another id."""
    live = load(project.path, {}, execute=False, wanted=lambda: True)
    edits = renamed(live, old, new)
    sources = Sources(live.root)
    for path in {edit.path for edit in edits}:
        sources.of(path)
    return {path: content.decode() for path, content in sources.edited(edits).items()}


def test_a_bare_word_between_columns_is_renamed_where_it_names_the_claim(project: Mini) -> None:
    ledger = claims(RATE, "rules: {says: Times, columns: {Time: Size / rate, Twice: N * 2}}")
    project.write("claims/a.yaml", ledger)
    table = "| Size | N | Time | Twice |\n|---|---|---|---|\n| 5 GB | 3 B | 1 s | 6 B |\n"
    project.write("docs/a.md", f"[5 GB/s](claim:rate)\n\n<!-- claims:table rules -->\n\n{table}")
    assert project.check().code == 0
    files = after(project, "rate", "speed")
    assert "{Time: Size / speed, Twice: N * 2}" in files["claims/a.yaml"]
    for path, text in files.items():
        project.write(path, text)
    assert project.check().code == 0


def test_formulas_in_place_over_several_lines_are_renamed(project: Mini) -> None:
    project.write("claims/a.yaml", claims(RATE, "size: {says: Size, value: 5 GB, source: log}"))
    page = (
        '* [1 s](claim:time "size\n  / rate *\n  rate / rate")\n\n> [2 s](claim:twice "2 * size /\n> rate")\n'
    )
    project.write("docs/a.md", page)
    files = after(project, "rate", "speed")
    assert files["docs/a.md"] == page.replace("rate", "speed")
