"""Ledgers and settings that are no ledgers, or try to be more."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest

from hostile.beside import beside, checked, failed, judged, refused, write
from mini import Mini, Run, claims, where

KEPT = "kept: {says: K, basis: model, expr: 1 + 1}"
PAGE = "[2](claim:kept)\n"


def with_kept(project: Mini, *entries: str) -> Run:
    """Check a ledger that has a good entry before the bad one, in the same file."""
    run = beside(project, claims(KEPT, *entries), PAGE)
    assert run.verdict("kept")["status"] == "verified"
    return run


FEATURES = {
    "anchor": ("b: &x {says: B, expr: 1 + 1}", 6),
    "alias": ("b: *x", 6),
    "merge key": ("b: {<<: {says: B}, expr: 1 + 1}", 7),
    "tag of Python": ("b: !!python/object/apply:os.system ['touch ran']", 6),
    "tag of a Python name": ("b: {says: !!python/name:os.system B, expr: 1 + 1}", 13),
    "tag of YAML": ("b: {says: !!str B, expr: 1 + 1}", 13),
    "tag of its own": ("b: {says: !secret B, expr: 1 + 1}", 13),
    "tag by address": ("b: {says: !<tag:example.com,2026:x> B, expr: 1 + 1}", 13),
}


@pytest.mark.parametrize(("entry", "column"), FEATURES.values(), ids=FEATURES)
def test_features_of_yaml_that_a_ledger_has_no_use_for(project: Mini, entry: str, column: int) -> None:
    fault = refused(with_kept(project, entry), "L201")
    assert where(fault) == ("claims/bad.yaml", 3, column)
    assert not list(project.path.rglob("ran"))


def test_a_bomb_of_aliases(project: Mini) -> None:
    """Nothing is expanded: what is said of it grows with the text, not with what it would become."""
    names = [f"a{number}" for number in range(40)]
    lines = ["says: &a0 [x, x]"]
    lines += [f"{name}: &{name} [*{before}, *{before}, *{before}]" for before, name in pairwise(names)]
    run = with_kept(project, f"b: {{{', '.join(lines)}}}")
    assert (run.code, {*run.codes()} & {"L201"}) == (2, {"L201"})
    assert len(run.out) < 100_000


@pytest.mark.parametrize(
    ("content", "code", "line", "column"),
    [
        ("%YAML 1.1\n---\nclaims: {}\n", "L201", 1, 1),
        ("claims: {}\n---\nclaims: {}\n", "L201", 2, 1),
        ("claims:\n\tb: {says: B, expr: 1 + 1}\n", "L200", 2, 1),
        ("claims:\n  b: {says: [unclosed\n", "L200", 3, 1),
        ("claims: [" + "[" * 5000, "L204", 1, None),
        ("claims: " + "{a: " * 5000, "L204", 1, None),
        ("claims:\n" + "".join(f"{' ' * level}b:\n" for level in range(1, 5000)), "L204", None, None),
        ("claims:\n  b: " + "[" * 60 + "]" * 60 + "\n", "L204", 2, None),
        ("claims:\n  b: {subject: [" + "x," * 500_000 + "]}\n", "L204", 2, None),
        ("claims:\n  b: {says: 'x\0y', expr: 1 + 1}\n", "L202", 2, 15),
        ("claims:\n  b: {says: 'x\x1by', expr: 1 + 1}\n", "L202", 2, 15),
        (b"claims:\n  b: {says: '\xff', expr: 1 + 1}\n", "F605", 2, 14),
        ("claims:\n  b: {says: B, says: C, expr: 1 + 1}\n", "L203", 2, 16),
        ("claims:\n  b: {says: One, expr: 1 + 1}\n  b: {says: Two, expr: 1 + 2}\n", "L203", 3, 3),
        ("- claims\n", "L207", 1, 1),
        ("just text\n", "L207", 1, 1),
        ("<<<<<<< HEAD\nclaims: {}\n=======\nclaims: {}\n>>>>>>> main\n", "L200", None, None),
    ],
    ids=[
        "directive", "second document", "tab", "unclosed", "deep lists", "deep mappings", "deep blocks", "deep and closed", "half a million values", "NUL", "escape", "no UTF-8", "key twice", "id twice", "list", "text", "conflict",
    ],
)  # fmt: skip
def test_files_that_are_no_ledger(
    project: Mini, content: str | bytes, code: str, line: int | None, column: int | None
) -> None:
    """The other files of the ledger count; of this one what could be read for certain."""
    run = judged(project, {"claims/bad.yaml": content})
    assert run.code == 2
    fault = next(one for one in run.json["diagnostics"] if one["code"] == code)
    path, *place = where(fault)
    assert path == "claims/bad.yaml"
    assert place[0] in (line or place[0], place[0])
    assert [place[0] if line else None, place[1] if column else None] == [line, column]
    assert set(run.codes()) <= {code, "L207", "L200"}
    assert run.verdicts("b") == [] or code in ("L201", "L203")


def test_an_id_that_is_defined_twice_names_both_places(project: Mini) -> None:
    ledger = claims("twice: {says: One, expr: 1 + 1}", "twice: {says: Two, expr: 1 + 2}")
    fault = refused(beside(project, ledger, "[2](claim:twice)\n"), "L203")
    assert where(fault) == ("claims/bad.yaml", 3, 3)
    assert "claims/bad.yaml:2:3" in fault["hint"]
    once, again = claims("a: {says: One, expr: 1 + 1}"), claims("a: {says: Two, expr: 1 + 2}")
    files = {"claims/bad.yaml": once, "claims/worse.yaml": again, "docs/bad.md": "[2](claim:a)\n"}
    fault = refused(judged(project, files), "L212")
    assert (where(fault), "claims/bad.yaml:2:3" in fault["hint"]) == (("claims/worse.yaml", 2, 3), True)


def test_an_empty_ledger(project: Mini) -> None:
    run = judged(project, {"claims/bad.yaml": "# nothing yet\n"})
    assert (run.code, run.codes()) == (0, [])
    assert where(run.diagnostic("L205", severity="warning"))[0] == "claims/bad.yaml"


@pytest.mark.parametrize("name", ["link.yaml", "pipe.yaml"])
def test_a_file_of_the_ledger_that_is_none(project: Mini, name: str) -> None:
    import os  # noqa: PLC0415

    write(project, {})
    if name == "link.yaml":
        (project.path / "claims" / name).symlink_to("/etc/passwd")
    else:
        os.mkfifo(project.path / "claims" / name)
    fault = refused(checked(project), "F602" if name == "link.yaml" else "F603")
    assert where(fault) == (f"claims/{name}", 1, 1)


@pytest.mark.parametrize(
    ("value", "figure", "status"),
    [
        ("no", "no", "attested"),
        ("no", "false", "refuted"),
        ("yes", "true", "refuted"),
        ("null", "null", "attested"),
        ("1e3", "1e3", "attested"),
        ("1e3", "1,000", "attested"),
        ("1_000", "1,000", None),
        ("010", "10", None),
        ("0o10", "8", None),
        ("0x10", "16", "refuted"),
        ("1:30", "90", None),
        ("1:30", "1.5", None),
        (".inf", "5", "refuted"),
        (".nan", "5", "refuted"),
        ("nan", "5", None),
        ("~", "5", None),
        ("2026-01-01", "2026", None),
        ("+12e03", "12,000", "attested"),
    ],
)
def test_values_that_yaml_would_make_something_of(
    project: Mini, value: str, figure: str, status: str | None
) -> None:
    """They are the text that stands there: read once, by the parser of figures, or not at all."""
    ledger = claims(f"v.value: {{says: V, basis: measured, value: {value}, source: s, scope: {{cores: 2}}}}")
    run = beside(project, ledger, f"It is [{figure}](claim:v.value).\n")
    if status is None:
        assert run.code == 2
        assert where(run.json["diagnostics"][0])[:2] == ("claims/bad.yaml", 2)
        assert set(run.codes()) <= {"Q301", "Q303", "Q310"}
    else:
        assert run.verdict("v.value")["status"] == status


KINDS = {
    "unknown key": ("b: {says: B, expr: 1 + 1, tolerence: 3 %}", "L208", 29, "claims.b.tolerence", "tolerance"),
    "unknown key below": ("b: {says: B, expr: 1 + 1, waive: {reson: x}}", None, 37, "claims.b.waive.reson", "reason"),
    "list for text": ("b: {says: [B], expr: 1 + 1}", "L207", 13, "claims.b.says", "value"),
    "list for a formula": ("b: {says: B, expr: [1]}", "L207", 22, "claims.b.expr", "value"),
    "list for a claim": ("b: [1]", "L207", 6, "claims.b", "key: value"),
    "text for a mapping": ("b: {says: B, expr: 1 + 1, waive: soon}", "L207", 36, "claims.b.waive", "key: value"),
    "list for parameters": ("b: {says: B, verify: code.count, with: [1]}", "L207", 42, "claims.b.with", "key: value"),
    "mapping in a list of words": ("b: {says: B, expr: 1 + 1, subject: [x, {y: z}]}", "L207", 42, "claims.b.subject[1]", "value"),
    "bool for a word": ("b: {says: B, basis: true, expr: 1 + 1}", "L215", 23, "claims.b.basis", "measured"),
    "nothing": ("b: {says: B, expr: }", "L209", 22, "claims.b.expr", "leave the key out"),
    "date that is none": ("b: {says: B, value: 3 B, source: s, as_of: 2026-13-45}", "L216", 46, "claims.b.as_of", "2026"),
    "age that is none": ("b: {says: B, verify: x.y, max_age: 1e9 days}", None, 38, "claims.b.max_age", "days"),
    "unknown host": ("b: {says: B, value: 3 B, source: s, scope: laptpo}", "L218", 46, "laptpo", "hosts"),
    "two ways at once": ("b: {says: B, expr: 1 + 1, value: 3 B, source: s}", "L213", 29, "claims.b", "keep one"),
    "two thousand": ("b: {says: B, value: 3 B, source: s, was: [389,283,840 B]}", "L219", 45, "claims.b.was", "quote"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "code", "column", "path", "hint"), KINDS.values(), ids=KINDS)
def test_an_entry_of_the_wrong_kind(
    project: Mini, entry: str, code: str | None, column: int, path: str, hint: str
) -> None:
    run = with_kept(project, entry)
    fault = next(one for one in run.json["diagnostics"] if one["at"]["column"] == column)
    assert (run.code, fault["severity"], where(fault)) == (2, "error", ("claims/bad.yaml", 3, column))
    assert code in (None, fault["code"])
    assert path in fault["message"]
    assert hint in fault["hint"]
    assert run.verdicts("b") == []


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("docs = [\n", "C802", 2),
        ("docs = 5\n", "C804", 1),
        ("dcos = ['docs']\n", "C803", 1),
        ("docs = ['../..', 'docs']\n", "C805", 1),
        ("ledger = ['/etc', 'claims']\n", "C805", 1),
        ("verifiers = '../elsewhere'\n", "C805", 1),
        ("cache = '/tmp'\n", "C805", 1),
        ("[gate]\nwarn = ['refuted:valeu']\n", "C812", 2),
        ("x = " + "[" * 5000, "C802", 1),
        ("docs = 'docs\0'\n", None, 1),
        ("docs = true\nmacros = 1979-05-27\n", "C804", 1),
    ],
)
def test_settings_that_are_none(project: Mini, text: str, code: str | None, line: int) -> None:
    """They keep their defaults, so that all claims are judged; but nothing passes."""
    run = judged(project, {"trueup.toml": text})
    assert run.code == 2
    fault = next(one for one in run.json["diagnostics"] if one["severity"] == "error")
    assert code in (None, fault["code"])
    assert where(fault)[:2] == ("trueup.toml", line)


@pytest.mark.parametrize(
    "name",
    [
        "os:system", "os.system", "subprocess.run", "__import__", "../evil", "verifiers/evil.py", "evil",
        "trueup.cli.main", "site.gone", "onnx.tensr", "x" * 10_000,
    ],
)  # fmt: skip
def test_a_verifier_that_nobody_declares(project: Mini, name: str) -> None:
    """It is an id, and never imported."""
    project.write("evil.py", "open('ran', 'w')\n").write("verifiers/evil.py", "open('ran', 'w')\n")
    before = set(sys.modules)
    run = with_kept(project, f"b: {{says: B, basis: model, verify: '{name}'}}")
    fault = refused(run, "L220")
    assert where(fault)[:2] == ("claims/bad.yaml", 3)
    assert run.verdicts("b") == []
    assert not list(project.path.rglob("ran"))
    assert not {"evil", "verifiers.evil"} & (set(sys.modules) - before)


def test_a_parameter_that_a_verifier_does_not_have(project: Mini) -> None:
    entry = "b: {says: B, basis: model, verify: code.count, with: {files: docs/*.md, patern: x}}"
    run = with_kept(project, entry)
    assert "'pattern'" in refused(run, "V510")["hint"]


def test_a_list_for_a_parameter_of_one_value(project: Mini) -> None:
    """What a verifier asks for is known to itself alone, so this is a verdict."""
    entry = "b: {says: B, basis: model, verify: code.count, with: {files: docs/*.md, pattern: [x]}}"
    verdict = failed(with_kept(project, entry), "b", "input")
    assert "'pattern'" in verdict["because"][0]


@pytest.mark.parametrize(
    ("waiver", "code", "said"),
    [
        ("{until: 2099-01-01}", "G720", "'reason'"),
        ("{reason: '', until: 2099-01-01}", "G720", "'reason'"),
        ("{reason: later}", "G720", "'until'"),
        ("{reason: later, until: soon}", "L216", "'soon'"),
        ("{reason: later, until: 2099-02-30}", "L216", "2099-02-30"),
    ],
)
def test_a_waiver_without_a_reason_or_an_end(project: Mini, waiver: str, code: str, said: str) -> None:
    fault = refused(with_kept(project, f"b: {{says: B, expr: 1 + 1, waive: {waiver}}}"), code)
    assert where(fault)[:2] == ("claims/bad.yaml", 3)
    assert said in fault["message"]


def test_waiver_holds_through_its_date(project: Mini) -> None:
    ledger = claims(
        "a: {says: A, basis: model, expr: 1 + 1, waive: {reason: being measured, until: 2026-09-01}}",
    )
    beside(project, ledger, "It is [3](claim:a).\n")
    run = checked(project, "--today", "2026-09-01")
    assert (run.code, run.verdict("a")["status"]) == (0, "refuted")
    assert run.verdict("a")["waived"] == {"reason": "being measured", "until": "2026-09-01"}
    late = checked(project, "--today", "2026-09-02")
    assert late.code == 1
    assert "waived" not in late.verdict("a")
    assert "being measured" in late.diagnostic("G720")["message"]


def test_claims_that_rest_on_each_other(project: Mini) -> None:
    ledger = claims("a: {says: A, expr: b + 1}", "b: {says: B, expr: a + 1}", "c: {says: C, expr: a + 1}")
    run = beside(project, ledger, "[1](claim:a), [2](claim:b), [3](claim:c)\n")
    assert "a → b → a" in refused(run, "L231")["message"]
    assert run.verdict("c")["status"] == "suspect"


def test_a_very_long_chain_of_claims(project: Mini) -> None:
    """Deeper than Python recurses."""
    links = (f"c{number}: {{says: C, expr: c{number - 1} + 1}}" for number in range(1, 1500))
    run = beside(project, claims("c0: {says: C, basis: model, expr: 1 * 1}", *links), "[1500](claim:c1499)\n")
    assert run.verdict("c1499")["status"] == "verified"
    circle = (f"c{number}: {{says: C, expr: c{(number + 1) % 1500} + 1}}" for number in range(1500))
    run = beside(project, claims(*circle), "[1500](claim:c1499)\n")
    assert len(refused(run, "L231")["message"]) < 10_000
