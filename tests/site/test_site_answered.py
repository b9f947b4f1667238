"""The process that judges for a site: asked again about the same files it answers at once, else it looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from trueup.recall import sights
from trueup.site import answered, judged

LEDGER = "claims:\n  memory: {says: Bytes of memory, basis: model, expr: 2 * 512 B}\n"
PAGE = "# Memory\n\nIt holds [1,024 B](claim:memory), of 7.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """:param looked: whether the project was judged for it"""

    document: dict[str, Any]
    looked: bool

    @property
    def statuses(self) -> list[str]:
        return [one["status"] for one in self.document["verdicts"]]


Ask: TypeAlias = Callable[[], Answer]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {"claims/all.yaml": LEDGER, "docs/index.md": PAGE, "README.md": "Of 3 GB.\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "trueup.toml").write_text('docs = ["docs", "README.md"]\n', encoding="utf-8")
    return tmp_path


@pytest.fixture
def ask(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Asks the process, here and now; times of files that have just been written are believed."""
    judge, looks = judged.judged, []

    def counting(*arguments: Any, **more: Any) -> dict[str, Any]:
        looks.append(arguments)
        return judge(*arguments, **more)

    def answer() -> Answer:
        before = len(looks)
        answered.main()
        return Answer(document=json.loads(capsys.readouterr().out), looked=len(looks) > before)

    monkeypatch.setattr(sights, "SETTLED", -(10**18))
    monkeypatch.setattr(judged, "judged", counting)
    monkeypatch.setattr("sys.argv", ["answered", str(root), "docs"])
    return answer


def test_the_same_question_is_answered_at_once(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = ask()
    assert (first.statuses, first.looked) == (["verified"], True)
    # Pages of the site are counted as they are rendered.
    assert [one["path"] for one in first.document["coverage"]["documents"]] == ["README.md"]
    assert ask() == Answer(document=first.document, looked=False)
    monkeypatch.setenv("TRUEUP_CACHE_DIR", str(tmp_path.parent / "another"))
    assert ask().looked


@pytest.mark.parametrize(
    ("name", "text", "statuses"),
    [
        ("docs/index.md", PAGE.replace("1,024", "1,025"), ["refuted"]),
        ("docs/more.md", PAGE, ["verified", "verified"]),
        ("claims/all.yaml", LEDGER.replace("512", "513"), ["refuted"]),
    ],
)
def test_a_change_is_seen(root: Path, ask: Ask, name: str, text: str, statuses: list[str]) -> None:
    ask()
    (root / name).write_text(text, encoding="utf-8")
    found = ask()
    assert (found.statuses, found.looked) == (statuses, True)


def test_a_fault_is_a_document_too(root: Path, ask: Ask) -> None:
    (root / "trueup.toml").write_text("docs = [", encoding="utf-8")
    for _ in range(2):
        assert [one["code"] for one in ask().document["diagnostics"]] == ["C802"]
    (root / "trueup.toml").write_text("", encoding="utf-8")
    assert ask().document["diagnostics"] == []
