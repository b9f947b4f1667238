"""The author's tools on the project's own worked example."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trueup.edit.fix import fix
from trueup.edit.mutate import Mutated, mutate
from trueup.edit.suggest import suggest
from trueup.engine.verify import verify
from trueup.verdict.model import FAILING
from worked_example import PAGE, copy_example


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The worked example by itself."""
    return copy_example(tmp_path_factory.mktemp("example"))


@pytest.fixture
def copy(source: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(source, tmp_path / "copy"))


@pytest.fixture(scope="module")
def mutated(source: Path) -> Mutated:
    return mutate(source)


def test_every_figure_bites_or_says_why_it_cannot(mutated: Mutated) -> None:
    assert mutated.count("bites") > 70
    assert [one for one in mutated.bites if one.result in ("accepts", "spreads")] == []
    reasons = {one.why.partition(";")[0] for one in mutated.bites if one.result == "can't"}
    # Measured figures that were never refuted have no repeat on record.
    assert reasons <= {"what was measured refutes no step"}


def test_a_fix_mends_all_figures_at_once(copy: Path, mutated: Mutated) -> None:
    page = copy / PAGE
    original = page.read_text(encoding="utf-8")
    lines = original.split("\n")
    for one in sorted(mutated.bites, key=lambda one: one.at, reverse=True):
        if one.changed is not None and one.result == "bites":
            line, column = lines[one.at.line - 1], one.at.column - 1
            assert line.startswith(one.figure, column)
            lines[one.at.line - 1] = line[:column] + one.changed + line[column + len(one.figure) :]
    page.write_text("\n".join(lines), encoding="utf-8")
    found = fix(copy)
    found.write()
    assert len(found.rewritten) > 60
    left = {one.why.partition(":")[0].partition(" are ")[0] for one in found.left}
    assert left == {
        "a decision is the author's to write",
        "its claim is open (unmeasured)",
        "the factors of a product",
    }
    failing = [one for one in verify(copy).verdicts if one.status in FAILING]
    assert len(failing) == len(found.left)
    assert not fix(copy).rewritten
    before = [line for line in original.split("\n") if "claim:" not in line]
    after = [line for line in page.read_text(encoding="utf-8").split("\n") if "claim:" not in line]
    assert after == before


def test_tags_that_were_taken_away_are_proposed_again(copy: Path, mutated: Mutated) -> None:
    page = copy / PAGE
    text = page.read_text(encoding="utf-8")
    tagged: dict[str, set[str]] = {}
    for one in mutated.bites:
        tagged.setdefault(one.figure, set()).add(one.claim)
        text = text.replace(f"[{one.figure}](claim:{one.claim})", one.figure)
    page.write_text(text, encoding="utf-8")
    proposals = suggest(copy, [PAGE]).proposals
    assert len(proposals) > 20
    wrong = [
        (one.candidate.seen.text, one.claim)
        for one in proposals
        # The things that are counted belong to the figure: 48 layers.
        if not any(
            one.candidate.seen.text.startswith(figure) and one.claim in names
            for figure, names in tagged.items()
        )
    ]
    # The product of the dimensions has a claim of its own, and is the size of the tensor as well.
    assert wrong in ([], [("152064 × 5120 × 0.5", "lm_head.bytes")])
