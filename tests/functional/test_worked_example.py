"""The project's own worked example: it holds, and each of its figures bites."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueup.claim import Decide
from trueup.engine.report import Report
from trueup.engine.verify import verify
from trueup.gate import fails
from trueup.quantity.step import smallest_step
from trueup.quantity.value import Quantity
from trueup.verdict.model import Verdict
from worked_example import PAGE, copy_example


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The worked example, to be changed."""
    return copy_example(tmp_path_factory.mktemp("example"))


def failing(report: Report) -> list[tuple[str, str, int, int]]:
    return [
        (one.claim, one.at.path, one.at.line, one.at.column)
        for one in report.verdicts
        if fails(one) and one.at
    ]


def within_noise(verdict: Verdict, report: Report) -> bool:
    """Whether measuring decides it: a step inside the noise is inconclusive, and tested elsewhere."""
    value = report.outcomes[verdict.claim].value
    noisy = isinstance(value, Quantity) and value.noise is not None
    return noisy or verdict.status == "inconclusive"


def step(verdict: Verdict, report: Report) -> str:
    """The figure changed by the smallest step that leaves what it claims."""
    figure, claim = verdict.figure or "", report.claims[verdict.claim]
    value = report.outcomes[claim.id].value
    if isinstance(value, Quantity):
        changed = smallest_step(figure, value)
        assert changed, figure
        return changed
    if isinstance(claim.kind, Decide):
        return "holds" if figure == "inverts" else "inverts"
    return "1" if value is None else f"{figure}s"


def test_each_figure_fails_alone_when_it_is_changed_by_its_smallest_step(copy: Path) -> None:
    page = copy / PAGE
    text = page.read_text(encoding="utf-8")
    whole = verify(copy)
    assert failing(whole) == []
    assert not [one for one in whole.diagnostics if one.severity == "error"]
    figures = [one for one in whole.verdicts if one.at and not within_noise(one, whole)]
    assert len(figures) > 60
    for one in figures:
        assert one.at
        assert one.figure
        lines = text.split("\n")
        line, column = lines[one.at.line - 1], one.at.column - 1
        assert line.startswith(one.figure, column), (one, line)
        changed = step(one, whole)
        lines[one.at.line - 1] = line[:column] + changed + line[column + len(one.figure) :]
        page.write_text("\n".join(lines), encoding="utf-8")
        at = (one.claim, PAGE, one.at.line, one.at.column)
        assert failing(verify(copy)) == [at], f"{one.figure} → {changed}"
    page.write_text(text, encoding="utf-8")
