"""Bad input: a diagnostic with a place and a remedy, all other claims still judged, the right exit code."""

from __future__ import annotations

import os

import pytest

from mini import Mini, Run, claims, where
from tiny_model import digest, tiny

GOOD = "claims:\n  good.count: {says: A count, basis: model, expr: 48 + 1}\n"


def with_good(project: Mini, ledger: str, page: str = "", *options: str) -> Run:
    """Check a project that holds one good claim beside ``ledger`` and ``page``."""
    project.write("claims/good.yaml", GOOD)
    project.write("docs/good.md", "There are [49](claim:good.count) of them.\n")
    if ledger:
        project.write("claims/bad.yaml", ledger)
    if page:
        project.write("docs/bad.md", page)
    run = project.check(*options)
    assert run.verdict("good.count")["status"] == "verified"
    for one in run.json["diagnostics"]:
        if one["severity"] == "error":
            assert one["hint"], one
    return run


def test_no_documents(project: Mini) -> None:
    project.write("claims/a.yaml", GOOD)
    run = project.check()
    assert (run.code, run.codes()) == (2, ["C810"])
    assert run.verdict("good.count")["status"] == "verified"
    assert "docs" in run.diagnostic("C810")["message"]


@pytest.mark.parametrize("settings", [{"trueup.toml": 'docs = ["docs"]\n'}, {"claims/b.yaml": GOOD}, {}])
def test_no_documents_in_a_folder_of_a_project(project: Mini, settings: dict[str, str]) -> None:
    project.write("docs/a.md", "text")
    for path, text in settings.items():
        project.write(path, text)
    inside = Mini(path=project.path / "docs", capture=project.capture)
    hint = inside.check().diagnostic("C810")["hint"]
    expected = f"a project stands above: --project {os.path.relpath(project.path)}"
    assert hint == expected if settings else hint.startswith("write one there")


def test_nothing_at_all(project: Mini) -> None:
    run = project.check()
    assert run.code == 2
    assert run.json["summary"]["pass"] is False


def test_no_tags(project: Mini) -> None:
    project.write("docs/a.md", "No figure is tagged: 49 of them.\n")
    run = project.check()
    assert (run.code, run.json["verdicts"]) == (1, [])
    assert "nothing was verified" in run.diagnostic("G701")["message"]


def test_no_ledger_but_a_formula_in_place(project: Mini) -> None:
    project.write("docs/a.md", 'There are [49](claim:norms.count "48 + 1") of them.\n')
    run = project.check()
    assert (run.code, run.statuses()) == (0, {"norms.count": "verified"})


def test_unknown_id_names_the_nearest(project: Mini) -> None:
    run = with_good(project, "", "There are [49](claim:good.cuont).\n")
    fault = run.diagnostic("T130")
    assert run.code == 2
    assert where(fault) == ("docs/bad.md", 1, 12)
    assert "good.count" in fault["hint"]


def test_duplicate_id_names_both_places(project: Mini) -> None:
    ledger = claims(
        "twice: {says: One, basis: model, expr: 1 + 1}",
        "twice: {says: Two, basis: model, expr: 1 + 2}",
    )
    run = with_good(project, ledger, "[2](claim:twice)\n")
    assert run.code == 2
    (fault,) = [one for one in run.json["diagnostics"] if one["severity"] == "error"]
    assert where(fault) == ("claims/bad.yaml", 3, 3)
    assert "2" in fault["message"] + fault["hint"]
    assert run.verdicts("twice") == []


def test_one_id_with_two_formulas(project: Mini) -> None:
    page = (
        'One is [49](claim:norms "48 + 1"), again [49](claim:norms "48+1"), not [50](claim:norms "48 + 2").\n'
    )
    run = with_good(project, "", page)
    fault = run.diagnostic("T131")
    assert run.code == 2
    assert where(fault)[:2] == ("docs/bad.md", 1)
    assert "docs/bad.md:1:26" in fault["message"]


def test_a_formula_for_a_claim_of_the_ledger(project: Mini) -> None:
    ledger = "claims:\n  norms: {says: Norms, basis: model, expr: 48 + 1}\n"
    run = with_good(project, ledger, 'There are [49](claim:norms "48 + 1").\n')
    assert (run.code, run.codes()) == (2, ["T132"])
    assert "claims/bad.yaml:2:3" in run.diagnostic("T132")["message"]


def test_a_figure_that_proves_itself(project: Mini) -> None:
    run = with_good(project, "", 'There are [49](claim:norms "49").\n')
    assert (run.code, run.codes()) == (2, ["T133"])


def test_bad_yaml_spares_the_other_files(project: Mini) -> None:
    run = with_good(project, "claims:\n  a: {says: [unclosed\n")
    assert run.code == 2
    (fault,) = [one for one in run.json["diagnostics"] if one["severity"] == "error"]
    assert where(fault)[0] == "claims/bad.yaml"


def test_unknown_key_names_the_nearest(project: Mini) -> None:
    ledger = claims(
        "a: {says: A, basis: model, expr: 1 + 1, tolerence: 3 %}",
        "b: {says: B, basis: model, expr: 1 + 1}",
    )
    run = with_good(project, ledger, "[2](claim:a) and [2](claim:b)\n")
    (fault,) = [one for one in run.json["diagnostics"] if one["severity"] == "error"]
    assert run.code == 2
    assert where(fault) == ("claims/bad.yaml", 2, 43)
    assert "tolerance" in fault["hint"] + fault["message"]
    assert run.verdict("b")["status"] == "verified"
    assert run.verdicts("a") == []


def test_wrong_unit(project: Mini) -> None:
    ledger = claims(
        "size: {says: A size, basis: model, expr: 5 GB}",
        "rate: {says: A rate, basis: model, expr: 5 GB / 1 s}",
    )
    run = with_good(project, ledger, "[5 GB/s](claim:size) and [5 GB](claim:rate)\n")
    assert run.code == 1
    assert [run.verdict(name)["reason"] for name in ("size", "rate")] == ["unit", "unit"]


def test_unit_that_is_none(project: Mini) -> None:
    run = with_good(
        project, "claims:\n  size: {says: A size, basis: model, expr: 5 GB}\n", "It is [5 gb](claim:size).\n"
    )
    fault = run.diagnostic("Q310")
    assert run.code == 2
    assert where(fault)[:2] == ("docs/bad.md", 1)
    assert "GB" in fault["message"] + fault["hint"]


def test_formula_that_does_not_parse(project: Mini) -> None:
    run = with_good(project, "claims:\n  a: {says: A, basis: model, expr: 2 * (3 + }\n", "[6](claim:a)\n")
    (fault,) = [one for one in run.json["diagnostics"] if one["severity"] == "error"]
    assert run.code == 2
    assert where(fault)[:2] == ("claims/bad.yaml", 2)
    assert where(fault)[2] >= 36


def test_formula_that_names_an_unknown_claim(project: Mini) -> None:
    run = with_good(project, "claims:\n  a: {says: A, expr: 2 * good.cout}\n", "[98](claim:a)\n")
    fault = run.diagnostic("L230")
    assert (run.code, where(fault)) == (2, ("claims/bad.yaml", 2, 26))
    assert "good.count" in fault["hint"]


def test_division_by_zero(project: Mini) -> None:
    run = with_good(project, "claims:\n  a: {says: A, expr: 1 / (good.count - 49)}\n", "[98](claim:a)\n")
    verdict = run.verdict("a")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "arithmetic")
    assert "zero" in verdict["because"][0]


def test_wrong_dimensions(project: Mini) -> None:
    run = with_good(project, "claims:\n  a: {says: A, expr: good.count * 1 B + 1 s}\n", "[98](claim:a)\n")
    verdict = run.verdict("a")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "arithmetic")


def test_circular_claims(project: Mini) -> None:
    ledger = (
        "claims:\n  a: {says: A, expr: b + 1}\n  b: {says: B, expr: a + 1}\n  c: {says: C, expr: a + 1}\n"
    )
    run = with_good(project, ledger, "[1](claim:a), [2](claim:b), [3](claim:c)\n")
    fault = run.diagnostic("L231")
    assert run.code == 2
    assert "a → b → a" in fault["message"]
    assert run.verdict("c")["status"] == "suspect"


MODEL = "models:\n  tiny: {path: claims/inputs/tiny.onnx}\n"
TENSOR = claims(
    "size: {says: A size, basis: model, verify: onnx.tensor, with: {model: tiny, tensor: lm_head.weight_Q4}}",
)


def test_missing_model(project: Mini) -> None:
    run = with_good(project, MODEL + TENSOR, "It is [3,072 B](claim:size).\n")
    verdict = run.verdict("size")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "input")
    assert "claims/inputs/tiny.onnx" in verdict["because"][0]


def test_model_that_is_not_the_pinned_one(project: Mini) -> None:
    project.write("claims/inputs/tiny.onnx", tiny())
    pinned = MODEL.replace("onnx}", f"onnx, sha256: {digest(b'another')}}}")
    run = with_good(project, pinned + TENSOR, "It is [3,072 B](claim:size).\n")
    verdict = run.verdict("size")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "input")
    assert digest(tiny())[:12] in verdict["because"][0]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a model\n",
        b"\x08\x07",
        tiny()[: len(tiny()) // 2],
        b"version https://git-lfs.github.com/spec/v1\n",
    ],
    ids=["empty", "text", "at a field boundary", "truncated", "lfs pointer"],
)
def test_damaged_model(project: Mini, data: bytes) -> None:
    project.write("claims/inputs/tiny.onnx", data)
    counted = (
        "  count: {says: Weights, basis: model, verify: onnx.count, with: {model: tiny, of: initializers}}\n"
    )
    run = with_good(
        project, MODEL + TENSOR + counted, "It is [3,072 B](claim:size), [0](claim:count) weights.\n"
    )
    for name in ("size", "count"):
        verdict = run.verdict(name)
        assert (verdict["status"], verdict["reason"]) == ("error", "input"), verdict
        assert "tiny.onnx" in verdict["because"][0]
    assert run.code == 1


def test_unknown_model_names_the_nearest(project: Mini) -> None:
    run = with_good(
        project, MODEL + TENSOR.replace("model: tiny", "model: tiney"), "It is [3,072 B](claim:size).\n"
    )
    fault = run.diagnostic("L234")
    assert (run.code, where(fault)[:2]) == (2, ("claims/bad.yaml", 4))
    assert "tiny" in fault["hint"]


def test_model_outside_the_project(project: Mini) -> None:
    (project.path.parent / "outside.onnx").write_bytes(tiny())
    run = with_good(
        project, MODEL.replace("claims/inputs/tiny", "../outside") + TENSOR, "It is [3,072 B](claim:size).\n"
    )
    assert (run.code, run.codes()) == (2, ["F602"])
    assert where(run.diagnostic("F602"))[0] == "claims/bad.yaml"
    assert run.verdicts("size") == []


@pytest.mark.parametrize("name", ["onnx.tensr", "os:system"])
def test_unknown_verifier(project: Mini, name: str) -> None:
    project.write("claims/inputs/tiny.onnx", tiny())
    run = with_good(
        project, MODEL + TENSOR.replace("onnx.tensor", f"'{name}'"), "It is [3,072 B](claim:size).\n"
    )
    fault = run.diagnostic("L220")
    assert (run.code, where(fault)[:2]) == (2, ("claims/bad.yaml", 4))
    assert run.verdicts("size") == []


def test_unknown_parameter(project: Mini) -> None:
    project.write("claims/inputs/tiny.onnx", tiny())
    run = with_good(
        project, MODEL + TENSOR.replace("tensor: lm", "tensr: lm"), "It is [3,072 B](claim:size).\n"
    )
    assert run.code == 2
    assert set(run.codes()) == {"V510", "V511"}


VERIFIER = """\
import os, sys, time
from trueup.verifier import Request, verifier

@verifier("site.bad")
def bad(request: Request, *, n: int) -> int:
    BODY

@verifier("site.good")
def fine(request: Request) -> int:
    return 7
"""

SITE = claims(
    "bad: {says: Bad, basis: model, verify: site.bad, with: {n: 5}}",
    "fine: {says: Fine, basis: model, verify: site.good}",
)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise ValueError('no such row')", "no such row"),
        ("sys.exit(0)", ""),
        ("os._exit(0)", "without a result"),
        ("os.kill(os.getpid(), 11)", "SIGSEGV"),
        ("print('{\"value\": 5}'); os.write(1, b'junk' * 999); return None", ""),
        ("return float('nan')", ""),
        ("return (1, 2, 3, None)", ""),
        ("return undefined_name", "undefined_name"),
    ],
    ids=["raises", "exits", "exits hard", "segfault", "prints junk", "NaN", "tuple", "name error"],
)
def test_verifier_that_dies(project: Mini, body: str, words: str) -> None:
    project.write("verifiers/site.py", VERIFIER.replace("BODY", body))
    run = with_good(project, SITE, "[5](claim:bad) and [7](claim:fine)\n")
    verdict = run.verdict("bad")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "verifier")
    assert words in " ".join(verdict["because"])
    assert run.verdict("fine")["status"] == "verified"


def test_verifier_that_hangs(project: Mini) -> None:
    project.write("verifiers/site.py", VERIFIER.replace("BODY", "time.sleep(600)"))
    run = with_good(project, SITE, "[5](claim:bad) and [7](claim:fine)\n", "--timeout", "3")
    verdict = run.verdict("bad")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "error", "timeout")
    assert run.verdict("fine")["status"] == "verified"


def test_library_that_is_not_there(project: Mini) -> None:
    project.write("verifiers/site.py", VERIFIER.replace("BODY", "import no_such_library_at_all; return 5"))
    run = with_good(project, SITE, "[5](claim:bad)\n")
    verdict = run.verdict("bad")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "missing", "library")
    assert "no_such_library_at_all" in " ".join([*verdict["because"], verdict["hint"] or ""])


def test_verifiers_are_not_run_without_leave(project: Mini) -> None:
    project.write("verifiers/site.py", VERIFIER.replace("BODY", "open('ran', 'w'); return 5"))
    project.write("claims/bad.yaml", SITE)
    project.write("docs/bad.md", '[5](claim:bad) and [8](claim:good "4 + 4")\n')
    run = project.check("--no-exec")
    assert not list(project.path.rglob("ran"))
    assert (run.code, run.statuses()) == (0, {"bad": "open", "fine": "open", "good": "verified"})
    assert run.verdict("bad")["reason"] == "not-run"
    assert project.check("--no-exec", "--strict").code == 1


def test_unreadable_figure(project: Mini) -> None:
    run = with_good(project, "", "There are [1,5](claim:good.count) or [lots](claim:good.count).\n")
    faults = [one for one in run.json["diagnostics"] if one["severity"] == "error"]
    assert run.code == 2
    assert [where(one)[:2] for one in faults] == [("docs/bad.md", 1)] * 2
    assert faults[0]["code"] == "Q301"


def test_a_number_for_an_open_question(project: Mini) -> None:
    run = with_good(
        project,
        "claims:\n  q: {says: Q, unmeasured: nobody did}\n",
        "It is [5 ms](claim:q) or [unmeasured](claim:q).\n",
    )
    assert run.code == 1
    assert [one["status"] for one in run.verdicts("q")] == ["refuted", "open"]


def test_waiver_holds_through_its_date(project: Mini) -> None:
    ledger = claims(
        "a: {says: A, basis: model, expr: 1 + 1, waive: {reason: being measured, until: 2026-09-01}}",
    )
    with_good(project, ledger, "It is [3](claim:a).\n")
    run = project.check("--today", "2026-09-01")
    assert (run.code, run.verdict("a")["status"]) == (0, "refuted")
    assert run.verdict("a")["waived"] == {"reason": "being measured", "until": "2026-09-01"}
    late = project.check("--today", "2026-09-02")
    assert late.code == 1
    assert "waived" not in late.verdict("a")
    assert "being measured" in late.diagnostic("G720")["message"]


def test_settings_turn_a_reason_into_a_warning(project: Mini) -> None:
    ledger = claims(
        "a: {says: A, basis: measured, value: 5 ms, source: s, as_of: 2026-01-01, max_age: 30 days}",
    )
    with_good(project, ledger, "It is [5 ms](claim:a).\n")
    assert project.check("--today", "2026-03-01").code == 1
    project.write("trueup.toml", '[gate]\nwarn = ["outdated:age"]\n')
    run = project.check("--today", "2026-03-01")
    assert (run.code, run.verdict("a")["status"]) == (0, "outdated")


def test_unknown_selection(project: Mini) -> None:
    with_good(project, "")
    run = project.check("good.cuont")
    assert (run.code, run.codes()) == (2, ["C811"])
    assert "good.count" in run.diagnostic("C811")["hint"]


def test_an_id_that_is_a_unit_or_a_word_of_formulas(project: Mini) -> None:
    run = with_good(project, "", '[5 B](claim:ms) [4](claim:min "2 + 2") {{ claim("index", "4") }}\n')
    faults = [one for one in run.json["diagnostics"] if one["code"] == "T104"]
    assert [one["at"]["column"] for one in faults] == [2, 18, 59]
    assert "ms.total" in faults[0]["hint"]
    assert run.code == 2


def test_documents_that_are_a_link_outside_are_said_in_json_too(project: Mini) -> None:
    project.write("claims/a.yaml", GOOD)
    (project.path / "docs").symlink_to("/etc")
    run = project.check()
    assert (run.code, run.codes()) == (2, ["F602"])
    assert run.verdict("good.count")["status"] == "verified"


def test_a_link_out_of_its_folder_says_out_of_which(project: Mini) -> None:
    project.write("real.md", "text\n")
    (project.path / "docs").mkdir()
    (project.path / "docs/bad.md").symlink_to("../real.md")
    run = with_good(project, "")
    assert "leads outside docs/" in run.diagnostic("F602")["message"]


def test_the_gate_warns_of_what_no_verdict_is(project: Mini) -> None:
    project.write("trueup.toml", '[gate]\nwarn = ["outdated:age", "outdated:agee", "missing"]\n')
    run = with_good(project, "")
    fault = run.diagnostic("C812")
    assert (run.code, where(fault)) == (2, ("trueup.toml", 2, 1))
    assert "'outdated:age'" in fault["hint"]


def test_a_tolerance_in_another_unit_is_what_is_wrong(project: Mini) -> None:
    entry = "copy.time: {says: Time, basis: model, expr: 5 ms * 1, tolerance: 3 GB}"
    run = with_good(project, claims(entry), "[5 ms](claim:copy.time)\n")
    verdict = run.verdict("copy.time")
    assert (verdict["status"], verdict["reason"], verdict.get("expected")) == ("refuted", "unit", None)
    assert "3 GB" in verdict["because"][0]
    assert "copy.time" in verdict["hint"]
    assert run.json["diagnostics"] == []


def test_a_figure_of_the_ledger_is_not_told_to_be_tagged(project: Mini) -> None:
    run = with_good(project, claims("a.b: {says: x, expr: 2 + 2, tolerance: huge}"))
    assert "tag" not in run.diagnostic("Q301")["hint"]


def test_what_is_refuted_is_not_said_to_be_missing(project: Mini) -> None:
    """That nothing was verified is news only where nothing else says what fails."""
    project.write("claims/a.yaml", GOOD)
    project.write("docs/a.md", "[50](claim:good.count)\n")
    run = project.check()
    assert (run.code, run.json["diagnostics"]) == (1, [])


def test_a_broken_formula_in_place_does_not_silence_a_claim_that_is_defined_elsewhere(project: Mini) -> None:
    page = """[50](claim:good.count) [50](claim:good.count "48 +")

[4](claim:two.twos "2 + 2") [5](claim:two.twos) [4](claim:two.twos "2 +")
"""
    project.write("claims/good.yaml", GOOD)
    project.write("docs/bad.md", page)
    run = project.check()
    assert run.codes() == ["T132", "X320"]
    assert [one["status"] for one in run.verdicts("good.count")] == ["refuted", "refuted"]
    assert [one["status"] for one in run.verdicts("two.twos")] == ["verified", "refuted", "verified"]


def test_a_pattern_that_leads_outside_is_wrong_where_it_stands(project: Mini) -> None:
    entry = "defs.count: {says: x, basis: model, verify: code.count, with: {files: '../*.py', pattern: def}}"
    run = with_good(project, claims(entry), "[3](claim:defs.count)\n")
    fault = run.diagnostic("F602")
    assert (run.code, fault["at"]["path"], fault["at"]["line"]) == (2, "claims/bad.yaml", 2)
    assert "../*.py" in fault["message"]


@pytest.mark.parametrize("figure", ["5 B", "5 MB", "5–6 MB", "~5 MB", "≤ 5 B"])
def test_what_is_expected_can_be_read_however_large_it_is(project: Mini, figure: str) -> None:
    project.write("claims/a.yaml", claims("all.bytes: {says: All of it, basis: model, expr: 1e400 B}"))
    verdict = project.write("docs/a.md", f"It is [{figure}](claim:all.bytes).\n").check().verdict("all.bytes")
    shown = [verdict["expected"], verdict["hint"], *verdict["because"]]
    assert verdict["status"] == "refuted"
    assert max(map(len, shown)) < 80, shown
    project.write("claims/a.yaml", claims('sizes: {says: Sizes, columns: {Twice: "Size * 2"}}'))
    project.write(
        "docs/a.md", "<!-- claims:table sizes -->\n\n| Size | Twice |\n|---|---|\n| 1e400 B | 5 B |\n"
    )
    verdict = project.check().verdict("sizes")
    shown = [verdict["expected"], verdict["hint"], *verdict["because"]]
    assert max(map(len, shown)) < 80, shown
