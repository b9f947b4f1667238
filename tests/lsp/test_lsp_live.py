"""Whatever is typed: what is found in parts is what would be found from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from mini import Mini, claims
from trueup.engine.report import Report
from trueup.lsp.live import Live, OutdatedWork, load

LEDGER = claims(
    "weights: {says: Packed weights, value: '2,000 B', source: a log, was: ['1,900 B'], subject: [packed]}",
    "rate: {says: Rate, basis: hardware, value: 5 GB/s, source: a log}",
    "slow: {says: Slow, decide: twice / rate > 1 s, words: {true: slow, false: fast}}",
    "rules: {says: Sums, columns: {Sum: A + B}}",
    "gone: {says: Nobody states it, value: 3 B, source: a log, waive: {reason: soon, until: 2099-01-01}}",
)
PAGE = """# Packed

It is [fast](claim:slow) with [2,000 B](claim:weights).

## Twice

🙂 [4,000 B](claim:twice "weights * 2") packed, was 1,900 B.

## Table

<!-- claims:table rules -->

| A | B | Sum |
|---|---|-----|
| 1 | 2 | 3   |
| 2 | 2 | 5   |

## Last

The packed [2,000 B](claim:weights) take [400 ns](claim:time "weights / rate").
"""
OTHER = "# Other\n\nTwice is [4,000 B](claim:twice), time [0.4 µs](claim:time).\n"
EDITS = (
    ("[2,000 B](claim:weights).", "[2,100 B](claim:weights)."),
    ("# Packed\n", "A line more.\n\n# Packed\n"),
    ("weights * 2", "weights * 3"),
    ("weights * 3", "weights *"),
    ("weights *", "weights * 2"),
    ("| 2 | 2 | 5   |", "| 2 | 2 | 4   |"),
    ("## Last\n", "## Last\n\n[1 B](claim:nobody)\n"),
    ("## Last\n", "## Last of all\n\n```sh\n# no heading\n```\n"),
    ("claim:twice", "claim:thrice"),
    ("## Table\n", "[r]: claim:weights\n\n## Table\n\n[2,001 B][r]\n"),
    ("400 ns", "4~~00 ns"),
    ("claim:thrice", "claim:twice"),
    ("", "\n[open](claim:"),
)


def found(report: Report) -> tuple[list[str], list[str]]:
    return sorted(map(str, report.verdicts)), [str(one) for one in report.diagnostics]


def start(folder: Path, texts: dict[str, str]) -> Live:
    return load(folder, texts, execute=False, wanted=lambda: True)


@pytest.fixture
def folder(project: Mini) -> Path:
    project.write("claims/a.yaml", LEDGER).write("docs/a.md", PAGE).write("docs/b.md", OTHER)
    return project.path


def test_every_edit_leaves_what_a_fresh_start_would_find(folder: Path) -> None:
    text = PAGE
    live = start(folder, {"docs/a.md": text})
    seen = set()
    for old, new in EDITS:
        text = text.replace(old, new, 1) if old else text + new
        after = live.edited({"docs/a.md": text})
        assert after is not None
        assert found(after.report()) == found(start(folder, {"docs/a.md": text}).report()), (old, new)
        seen.add(str(found(after.report())))
        live = after
    assert len(seen) > len(EDITS) / 2


def test_what_nobody_touched_is_not_judged_again(folder: Path) -> None:
    live = start(folder, {"docs/a.md": PAGE})
    after = live.edited({"docs/a.md": PAGE.replace("400 ns", "500 ns")})
    assert after is not None
    before = live.documents["docs/a.md"].known
    same = [key for key, judged in after.documents["docs/a.md"].known.items() if before.get(key) is judged]
    assert [text.split("\n")[0] for _, text in same] == ["# Packed", "## Twice", "## Table"]
    assert after.documents["docs/b.md"].judged[0] is live.documents["docs/b.md"].judged[0]


def test_what_stands_at_a_table_s_rules_does_not_move_with_the_table(folder: Path) -> None:
    (folder / "claims/a.yaml").write_text(LEDGER.replace("Sum: A + B", "Sum: A + B, Product: A * B"))
    live = start(folder, {"docs/a.md": PAGE})
    text = PAGE.replace("# Packed\n", "# Packed\n\nA line more.\n", 1)
    after = live.edited({"docs/a.md": text})
    assert after is not None
    assert found(after.report()) == found(start(folder, {"docs/a.md": text}).report())
    assert "the table at docs/a.md:13:1 has no column 'Product'" in str(found(after.report())[1])


def test_an_emptied_document_says_nothing(folder: Path) -> None:
    (folder / "docs/c.md").write_text("The packed ones take 1,900 B.\n")
    live = start(folder, {})
    assert "docs/c.md" in str(found(live.report()))
    after = live.edited({"docs/c.md": ""})
    assert after is not None
    assert "docs/c.md" not in str(found(after.report()))


@pytest.mark.parametrize("path", ["claims/a.yaml", "claims/new.yaml", "docs/new.md", "pyproject.toml"])
def test_what_claims_rest_on_is_read_anew(folder: Path, path: str) -> None:
    assert start(folder, {}).edited({path: "claims: {}\n"}) is None


def test_work_that_nobody_wants_any_more_is_dropped(folder: Path) -> None:
    with pytest.raises(OutdatedWork):
        load(folder, {}, execute=False, wanted=lambda: False)


def test_a_snippet_is_judged_where_it_stands(project: Mini) -> None:
    project.write("trueup.toml", 'snippets = ["parts"]\n').write("claims/a.yaml", LEDGER)
    project.write("docs/a.md", '# A\n\n--8<-- "one.md"\n').write(
        "parts/one.md", "packed [2,000 B](claim:weights)\n"
    )
    live = start(project.path, {"docs/a.md": '# A\n\n--8<-- "one.md"\n'})
    after = live.edited({**live.texts, "parts/one.md": "packed [2,001 B](claim:weights)\n"})
    assert after is not None
    (one,) = [verdict for verdict in after.report().verdicts if verdict.status == "refuted"]
    assert str(one.at) == "parts/one.md:1:9"
