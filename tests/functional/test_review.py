"""What a reviewer is told of a change: every kind, from an edit to a project under git."""

from __future__ import annotations

import pytest

from mini import Mini
from repositories import Git
from reviewing import CLAIMS, EVIDENCE, diff, told, under_git
from trueup.gate.change import KINDS

LEDGER, PAGE, SITE = CLAIMS, "docs/page.md", "verifiers/site.py"

#: file, old text, new text, and what is told: kind, claim, before, after
EDITS: dict[str, tuple[str, str, str, list[tuple[str, str | None, str | None, str | None]]]] = {
    "a figure is mistyped": (
        PAGE, "[1,000 B]", "[1,100 B]",
        [
            ("stale", "memory.bytes", "1,000 B, attested", "1,100 B, refuted (value)"),
            ("figure", "memory.bytes", "1,000 B, attested", "1,100 B, refuted (value)"),
        ],
    ),
    "a figure is written in another way": (
        PAGE, "[1,000 B]", "[1 kB]", [("figure", "memory.bytes", "1,000 B, attested", "1 kB, attested")],
    ),
    "a figure loses its tag": (
        PAGE, "[1,000 B](claim:memory.bytes)", "1,000 B", [("untagged", "memory.bytes", "1,000 B", None)],
    ),
    "a figure loses its tag in a sentence that was rewritten": (
        PAGE, "[1,000 B](claim:memory.bytes), the copy", "no more than 1,000 B; the copy",
        [("untagged", "memory.bytes", "1,000 B", None)],
    ),
    "a figure is gone": (
        PAGE, "The memory holds [1,000 B](claim:memory.bytes), the", "The",
        [("untagged", "memory.bytes", "1,000 B", None)],
    ),
    "a figure names another claim": (
        PAGE, "[1,000 B](claim:memory.bytes)", "[1,000 B](claim:double.bytes)",
        [
            ("stale", "double.bytes", "1,000 B, attested", "1,000 B, refuted (value)"),
            ("retagged", "double.bytes", "memory.bytes", "double.bytes"),
        ],
    ),
    "a figure is tagged once more": (
        PAGE, "The answer", "The memory of [1 kB](claim:memory.bytes) is the answer; it",
        [("tagged", "memory.bytes", None, "1 kB")],
    ),
    "a reported value changes, and all that rests on it": (
        LEDGER, "value: 1,000 B", "value: 900 B",
        [
            ("stale", "memory.bytes", "1,000 B, attested", "1,000 B, refuted (value)"),
            ("stale", "double.bytes", "5,000 B, attested", "5,000 B, refuted (value)"),
            ("stale", "half.bytes", "500 B, attested", "500 B, refuted (value)"),
            ("value", "memory.bytes", "1,000 B", "900 B"),
            ("value", "double.bytes", "5,000 B", "4,500 B"),
            ("value", "half.bytes", "500 B", "450 B"),
        ],
    ),
    "a source, and its day, change": (
        LEDGER, "source: a data sheet\n    as_of: 2026-07-01", "source: hearsay\n    as_of: 2026-07-02",
        [("source", "memory.bytes", "2026-07-01", "2026-07-02"),
         ("source", "memory.bytes", "a data sheet", "hearsay")],
    ),
    "a formula in place is another": (
        PAGE, '"memory.bytes / 2"', '"memory.bytes / 4"',
        [
            ("stale", "half.bytes", "500 B, attested", "500 B, refuted (value)"),
            ("formula", "half.bytes", "memory.bytes / 2", "memory.bytes / 4"),
            ("value", "half.bytes", "500 B", "250 B"),
        ],
    ),
    "a formula is rewritten": (
        LEDGER, "expr: memory.bytes * 2 + memory.bytes * 3", "expr: 5 * memory.bytes",
        [("rewritten", "double.bytes", "memory.bytes * 2 + memory.bytes * 3", "5 * memory.bytes")],
    ),
    "a formula gets blanks only": (
        LEDGER, "expr: memory.bytes * 2 + memory.bytes * 3", "expr: memory.bytes*2 + (memory.bytes × 3)", [],
    ),
    "a tolerance is wider": (
        LEDGER, "tolerance: 3 %", "tolerance: 5 %", [("tolerance", "link.rate", "3 %", "5 %")],
    ),
    "a tolerance is narrower": (
        LEDGER, "tolerance: 3 %", "tolerance: 1 %", [("stricter", "link.rate", "3 %", "1 %")],
    ),
    "a tolerance has another unit": (
        LEDGER, "tolerance: 3 %", "tolerance: 1 GB/s", [("tolerance", "link.rate", "3 %", "1 GB/s")],
    ),
    "a tolerance is added": (
        LEDGER, "require: memory", "tolerance: 1 B\n    require: memory",
        [("tolerance", "never.more", None, "1 B")],
    ),
    "figures are compared less strictly": (
        LEDGER, "    was:", "    compare: at-most\n    was:",
        [("compare", "memory.bytes", "as-written", "at-most")],
    ),
    "figures are compared more strictly": (
        LEDGER, "    was:", "    compare: exact\n    was:",
        [("stricter", "memory.bytes", "as-written", "exact")],
    ),
    "a noise floor is raised": (
        LEDGER, "noise: 2 %", "noise: 20 %", [("noise", "kernel.rate", "2 %", "20 %")],
    ),
    "a scope is narrower": (
        LEDGER, "{cpu: i7}\n    value", "{cpu: i7-13800H, gpu: RTX}\n    value",
        [("scope", "link.rate", "cpu i7", "cpu i7-13800H, gpu RTX")],
    ),
    "a scope is removed": (
        LEDGER, "    scope: {cpu: i7}\n", "", [("scope", "link.rate", "cpu i7", None)],
    ),
    "a scope is another": (
        LEDGER, "{cpu: i7}\n    value", "{cpu: Xeon}\n    value",
        [("rescoped", "link.rate", "cpu i7", "cpu Xeon")],
    ),
    "a host of the ledger is another": (
        LEDGER, "laptop: {cpu: i7, gpu: RTX}", "laptop: {cpu: i7, gpu: H200}",
        [("rescoped", "kernel.rate", "cpu i7, gpu RTX, host laptop", "cpu i7, gpu H200, host laptop")],
    ),
    "a basis is another": (
        LEDGER, "basis: measured\n    scope: {cpu", "basis: model\n    scope: {cpu",
        [("basis", "link.rate", "measured", "model")],
    ),
    "evidence may be older": (
        LEDGER, "max_age: 90 days", "max_age: 99 days", [("age", "kernel.rate", "90 days", "99 days")],
    ),
    "evidence may be of any age": (
        LEDGER, "    max_age: 90 days\n", "", [("age", "kernel.rate", "90 days", None)],
    ),
    "a watch is removed": (
        LEDGER, "[path:kernel.c, path:build.mk]", "[path:kernel.c]",
        [("watch", "kernel.rate", "path:build.mk", None)],
    ),
    "a waiver is added": (
        LEDGER, "    was:", "    waive: {reason: later, until: 2026-08-01}\n    was:",
        [("waiver", "memory.bytes", None, "until 2026-08-01: later")],
    ),
    "a retraction is removed": (
        LEDGER, "was: ['900 B', '800 B']", "was: ['900 B']", [("retraction", "memory.bytes", "800 B", None)],
    ),
    "a subject is no longer asked for": (
        LEDGER, "    subject: [memory, bank]\n", "", [("subject", "memory.bytes", "memory, bank", None)],
    ),
    "more words stand for a subject": (
        LEDGER, "[memory, bank]", "[memory, bank, thing]",
        [("subject", "memory.bytes", "memory, bank", "memory, bank, thing")],
    ),
    "fewer words lead to a retracted figure": (
        LEDGER, "[memory, bank]", "[memory]", [("subject", "memory.bytes", "memory, bank", "memory")],
    ),
    "fewer words are refused": (
        LEDGER, "    not_subject: [disk]\n", "", [("subject", "memory.bytes", "disk", None)],
    ),
    "hosts may be mixed": (
        LEDGER, "    decide:", "    cross_host: for a rough idea\n    decide:",
        [("cross-host", "move", None, "for a rough idea")],
    ),
    "a decision has other words": (
        LEDGER, "true: [moves, moved]", "true: [moves]",
        [("decision", "move", "true: moves, moved; false: stays", "true: moves; false: stays")],
    ),
    "a decision is inverted": (
        LEDGER, "< 1 ms", "> 1 ms",
        [
            ("stale", "move", "moves, attested", "moves, refuted (word)"),
            ("formula", "move", "memory.bytes / link.rate < 1 ms", "memory.bytes / link.rate > 1 ms"),
            ("value", "move", "moves", "stays"),
        ],
    ),
    "a requirement is broken": (
        LEDGER, "< 2000 B", "< 200 B",
        [
            ("stale", "never.more", "attested", "refuted (bound)"),
            ("formula", "never.more", "memory.bytes < 2000 B", "memory.bytes < 200 B"),
            ("value", "never.more", "true", "false"),
        ],
    ),
    "a claim says something else": (
        LEDGER, "says: Two banks", "says: Five banks",
        [("wording", "double.bytes", "Two banks", "Five banks")],
    ),
    "a question is open for another reason": (
        LEDGER, "nobody has looked", "nobody dares",
        [("wording", "open.point", "nobody has looked", "nobody dares")],
    ),
    "a parameter is another": (
        LEDGER, "with: {of: all}", "with: {of: some}", [("definition", "answer", "all", "some")],
    ),
    "a claim is no longer computed": (
        LEDGER, "expr: memory.bytes * 2 + memory.bytes * 3", "value: 5,000 B\n    source: a sheet",
        [("proof", "double.bytes", "a formula", "a reported figure")],
    ),
    "a claim is added": (
        LEDGER, "  open.point:",
        "  spare.bytes:\n    says: Spare\n    expr: memory.bytes - 1 B\n  open.point:",
        [("claim-added", "spare.bytes", None, "999 B")],
    ),
    "a claim is added with its waiver": (
        LEDGER, "  open.point:",
        (
            "  spare.bytes:\n    says: Spare\n    expr: memory.bytes - 1 B\n"
            "    cross_host: both are here\n    waive: {reason: soon, until: 2100-01-01}\n  open.point:"
        ),
        [("waiver", "spare.bytes", None, "until 2100-01-01: soon"),
         ("cross-host", "spare.bytes", None, "both are here"),
         ("claim-added", "spare.bytes", None, "999 B")],
    ),
    "a claim is removed with its tag": (
        PAGE, ', a half [500 B](claim:half.bytes "memory.bytes / 2")', "",
        [("claim-removed", "half.bytes", "500 B", None)],
    ),
    "a formula is taken out of its tag": (
        PAGE, '[500 B](claim:half.bytes "memory.bytes / 2")', "500 B",
        [("claim-removed", "half.bytes", "500 B", None), ("untagged", "half.bytes", "500 B", None)],
    ),
    "evidence is edited": (EVIDENCE, "{}", '{"value": 1}', [("evidence", "old.claim", None, None)]),
    "a verifier is edited": (SITE, "return 42", "return 43", [("verifier", None, None, None)]),
    "an input is edited": (
        "claims/inputs/export.txt", "hello", "hallo", [("input", None, None, None)],
    ),
    "an input is another file": (
        LEDGER, "claims/inputs/export.txt", "docs/page.md",
        [("input", None, "claims/inputs/export.txt", "docs/page.md")],
    ),
    "an input is no longer pinned": (
        LEDGER, "\n    sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", "",
        [("pin", None, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", None)],
    ),
    "counted code is changed": (
        "kernel.c", "for (;;)", "while (1)",
        [
            ("stale", "lines", "1, verified", "1, refuted (value)"),
            ("value", "lines", "1", "0"),
        ],
    ),
    "the gate only warns": (
        "trueup.toml", "docs =", 'gate = {warn = ["outdated:age"]}\ndocs =',
        [("gate", None, None, "outdated:age")],
    ),
    "findings are ignored": (
        "trueup.toml", "docs =", 'ignore = {"docs/*" = ["A101"]}\ndocs =',
        [("gate", None, None, "A101 in docs/*")],
    ),
    "a setting is another": (
        "trueup.toml", "docs =", 'macros = ["docs/**"]\ndocs =', [("settings", None, None, "docs/**")],
    ),
    "a document is frozen": (
        LEDGER, "artifacts:", "frozen: [docs/*]\nartifacts:", [("frozen", None, None, None)],
    ),
    "a passage is set aside": (
        PAGE, "# Memory", "# Memory\n\n<!-- claims:off -->\nA draft of 900 B.\n\nMore.\n<!-- claims:on -->",
        [("set-aside", None, None, "A draft of 900 B.")],
    ),
}  # fmt: skip


@pytest.fixture
def git(project: Mini) -> Git:
    return under_git(project)


@pytest.mark.parametrize("edit", EDITS)
def test_a_change_is_told(project: Mini, git: Git, edit: str) -> None:
    path, old, new, expected = EDITS[edit]
    project.replace(path, old, new)
    run = diff(project)
    assert sorted(told(run), key=str) == sorted(expected, key=str)
    assert run.code == 0
    committed = diff(project, git.commit("Change it", "2026-07-02") + "^")
    assert told(committed) == told(run)
    assert not (project.path / "verifiers/site.py.ran").exists(), "code of the project was run"


def test_every_kind_is_tried() -> None:
    tried = {kind for _, _, _, expected in EDITS.values() for kind, *_ in expected}
    assert set(KINDS) - tried == {"broken", "left-out", "verdict", "mended", "recorded"}


def test_nothing_has_changed(project: Mini, git: Git) -> None:
    run = project.run("diff", "HEAD")
    assert run.code == 0
    assert (
        run.out
        == f"nothing to review has changed (base: HEAD, {git('rev-parse', 'HEAD')[:10]} of 2026-07-01)\n"
    )
