"""``trueup mutate``: which figures bite, which don't, and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mini import Mini, claims
from trueup.edit.neighbours import Neighbours, Verdicts

PAGE = "docs/page.md"
HOST = "source: a record, scope: {host: a}"


def figures(project: Mini, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = project.run("mutate", "--format", "json", *arguments).json["figures"]
    return found


@pytest.mark.parametrize(
    ("entry", "figure", "changed"),
    [
        ("it: {expr: 152064 * 5120 * 0.5 B}", "389,283,840 B", "389,283,841 B"),
        ("it: {expr: 152064 * 5120 * 0.5 B}", "371.25 MiB", "371.26 MiB"),
        ("it: {expr: 152064 * 5120 * 0.5 B}", "~390 MB", "~410 MB"),
        ("it: {expr: 152064 * 5120 * 0.5 B}", "152064 × 5120 × 0.5", "152064 × 5120 × 0.6"),
        (f"it: {{value: 47–90 µs, {HOST}}}", "45–90 µs", "45–89 µs"),
        (f"it: {{value: 7.83×, {HOST}}}", "≥ 7.8×", "≥ 7.9×"),
        (f"it: {{value: 867/867 keys, {HOST}}}", "867/867 keys", "866/867 keys"),
        (f"it: {{value: 100 ms, tolerance: 3 %, {HOST}}}", "101 ms", "104 ms"),
        (f"it: {{value: 100 ms, compare: at-least, {HOST}}}", "90 ms", "101 ms"),
        ("it: {expr: 2 ** -24}", "2^-24", "2^-23"),
        ("it: {expr: 1 + 2}", "three", "four"),
        (f"it: {{value: MatMulNBits, {HOST}}}", "MatMulNBits", "MatMulNBitt"),
        (f"it: {{value: 8×16, {HOST}}}", "8x16", "8x17"),
        ("it: {decide: 2 > 1, words: {true: inverts, false: holds}}", "inverts", "holds"),
        ("it: {decide: 1 > 2, words: {true: inverts, false: [holds, stays]}}", "stays", "inverts"),
        ("it: {unmeasured: nobody looked}", "unmeasured", "1"),
    ],
)
def test_a_figure_bites_at_its_smallest_step(project: Mini, entry: str, figure: str, changed: str) -> None:
    project.write("claims/a.yaml", claims(entry)).write(PAGE, f"It is [{figure}](claim:it).\n")
    assert project.check().verdict("it")["status"] in ("verified", "attested", "open")
    ran = project.run("mutate", "--verbose")
    assert f"{PAGE}:1:8: ✓ bites it {figure} → {changed}" in ran.out
    assert ran.code == 0
    before = (project.path / PAGE).read_bytes()
    project.write(PAGE, f"It is [{changed}](claim:it).\n")
    assert project.check().verdict("it")["status"] == "refuted"
    assert before != (project.path / PAGE).read_bytes()


STRADDLES = "y: {value: 4–6 ms, source: s, scope: {host: a}}"


@pytest.mark.parametrize(
    ("entries", "figure", "result", "why"),
    [
        (["it: {require: 1 < 2}"], "holds", "can't", "a requirement: it fails by itself"),
        (["it: {value: 5 ms, source: s}"], "6 ms", "can't", "refuted as it stands (value)"),
        (["it: {verify: nobody.knows}"], "5", "can't", ""),
        (
            [STRADDLES, "it: {decide: y > 5 ms, words: {true: inverts, false: holds}}"],
            "inverts",
            "accepts",
            "give the claim a word for null",
        ),
        (
            [STRADDLES, "it: {decide: y > 5 ms, words: {true: inverts, false: holds, null: open}}"],
            "open",
            "bites",
            "",
        ),
    ],
)  # fmt: skip
def test_what_does_not_bite_is_named_with_the_reason(
    project: Mini, entries: list[str], figure: str, result: str, why: str
) -> None:
    project.write("claims/a.yaml", claims(*entries)).write(PAGE, f"[{figure}](claim:it)\n")
    found = [one for one in figures(project) if one["claim"] == "it"]
    if entries == ["it: {verify: nobody.knows}"]:
        assert found == []
        assert project.run("mutate").code == 2
        return
    assert [one["result"] for one in found] == [result]
    assert why in (found[0]["why"] or "")
    assert project.run("mutate").code == (0 if result == "bites" else 1)


def test_a_figure_without_evidence_cannot_bite(project: Mini) -> None:
    project.write("claims/a.yaml", claims("it: {verify: v.rate, scope: {host: a}}", "y: {expr: 1 + 1}"))
    project.write("verifiers/v.py", MEASURED).write(PAGE, "[5 GB/s](claim:it) and [2](claim:y)\n")
    ran = project.run("mutate")
    assert "– can't it 5 GB/s" in ran.out
    assert "there is no value to compare with: missing (evidence)" in ran.out
    assert ran.out.endswith("1 bite, 1 can't bite: holds\n")
    assert ran.code == 0


MEASURED = """
from trueup.verifier import Request, Samples, verifier

@verifier("v.rate", basis="measured")
def rate(request: Request) -> Samples:
    return Samples(values=[5], unit="GB/s")
"""


def test_each_figure_is_changed_alone(project: Mini) -> None:
    entries = ("a: {expr: 2 * 8 B, subject: [gather]}", "b: {expr: 3 + 4}", "op: {value: gather, source: s}")
    project.write("claims/a.yaml", claims(*entries))
    project.write(
        PAGE,
        "The [`gather`](claim:op) has [16 B](claim:a), [7](claim:b), [7](claim:b).\n\nNo [7](claim:b).\n",
    )
    found = figures(project)
    assert [one["result"] for one in found] == ["bites"] * 5
    # The word that the claim of the size asks for is gone with the name.
    assert [len(one["also"]) for one in found] == [1, 0, 0, 0, 0]
    assert found[0]["also"] == [found[1]["at"]]


def test_only_what_is_named_is_changed(project: Mini) -> None:
    project.write("claims/a.yaml", claims("a: {expr: 1 + 1}", "b: {expr: 1 + 2}"))
    project.write(PAGE, "[2](claim:a) [3](claim:b)\n").write("docs/other.md", "[2](claim:a)\n")
    assert [one["claim"] for one in figures(project, "a")] == ["a", "a"]
    assert [one["at"]["path"] for one in figures(project, "docs/other.md")] == ["docs/other.md"]
    assert project.run("mutate", "docs/no.md").code == 2


def test_verifiers_run_once_and_files_stay(project: Mini) -> None:
    project.write("claims/a.yaml", claims("n: {basis: model, verify: v.n}")).write("verifiers/v.py", COUNTED)
    text = "[7](claim:n) [7](claim:n) [7 tensors](claim:n)\n"
    project.write(PAGE, text)
    assert [one["result"] for one in figures(project)] == ["bites", "bites", "bites"]
    assert (project.path / "calls").read_text() == "x"
    assert (project.path / PAGE).read_text() == text


COUNTED = """
from pathlib import Path
from trueup.verifier import Request, verifier

@verifier("v.n")
def n(request: Request) -> int:
    with (Path(__file__).parent.parent / "calls").open("a") as file:
        file.write("x")
    return 7
"""


def test_nothing_to_change_is_no_success(project: Mini) -> None:
    ran = project.write(PAGE, "text\n").run("mutate")
    assert ran.code == 1
    assert "no figures: does not hold" in ran.out


def test_a_requirement_states_no_number(project: Mini) -> None:
    project.write("claims/a.yaml", claims("it: {require: 1 < 2}"))
    project.write(PAGE, "[holds](claim:it)\n")
    assert project.check().verdict("it")["status"] == "verified"
    project.write(PAGE, "[5 ms](claim:it)\n")
    verdict = project.check().verdict("it")
    assert (verdict["status"], verdict["reason"]) == ("refuted", "value")
    assert "states no number" in verdict["because"][0]


def test_a_word_that_is_none_of_the_claim_is_refuted_where_nothing_is_decided(project: Mini) -> None:
    decide = "it: {decide: y > 5 ms, words: {true: inverts, false: holds}}"
    project.write("claims/a.yaml", claims(STRADDLES, decide))
    for word in ("inverts", "holds"):
        project.write(PAGE, f"[{word}](claim:it)\n")
        assert project.check().verdict("it")["status"] == "inconclusive"
    project.write(PAGE, "[explodes](claim:it)\n")
    verdict = project.check().verdict("it")
    assert (verdict["status"], verdict["reason"], verdict["expected"]) == ("refuted", "word", None)


def test_each_checked_cell_of_a_table_is_changed(project: Mini) -> None:
    columns = """{"Change": "'PR' / 'Base' - 1"}"""
    classes = '{Status: {of: Change, "≥ 30 %": "🔴", else: "✅"}}'
    table = f"speed: {{basis: model, columns: {columns}, classes: {classes}, totals: {{Base: last row}}}}"
    project.write("claims/a.yaml", claims(table))
    project.write(
        PAGE,
        """<!-- claims:table speed -->

| case | Base | PR | Change | Status |
|---|---|---|---|---|
| one | 4.37 µs | 6.00 µs | ~~+39 %~~ | 🔴 |
| two | 9.00 µs | 18.00 µs | **+100.0 %** | ✅ |
| sum | 13.37 µs | 24.0 µs | n/a | |
""",
    )
    found = {(one["at"]["line"], one["figure"]): one for one in figures(project)}
    assert found[6, "+100.0 %"]["changed"] == "+100.3 %"
    assert found[6, "+100.0 %"]["result"] == "bites"
    assert found[7, "13.37 µs"]["changed"] == "13.39 µs"
    assert found[6, "✅"]["result"] == "can't"
    assert found[6, "✅"]["why"] == "it is refuted as it stands (word)"
    assert found[5, "+39 %"]["why"] == "it is passed over: struck through"
    assert not [one for one in found.values() if one["result"] in ("accepts", "spreads")]


def test_a_table_whose_verifier_did_not_run_cannot_bite(project: Mini) -> None:
    project.write("claims/a.yaml", claims("rows: {basis: model, verify: v.rows}", "two: {expr: 1 + 1}"))
    project.write("verifiers/v.py", COUNTED.replace("v.n", "v.rows"))
    project.write(PAGE, "<!-- claims:table rows -->\n\n| a | b |\n|---|---|\n| c | 7 |\n\n[2](claim:two)\n")
    ran = project.run("mutate", "--no-exec")
    assert "can't rows the table" in ran.out
    assert "its claim is open (not-run)" in ran.out


#: sentences with arithmetic that holds, that doesn't, and none
SENTENCES = (
    '[200 MB](claim:a "20 * 10 MB") (20 × 10 MB) at 6 GB/s, ',
    '[33 ms](claim:b "33 * 1 ms") over 200 MB at 7 GB/s, which is so. ',
    '[40](claim:c "4 * 10") + 4 = 45, and [gather](claim:op) has [8 B](claim:d) of its own. ',
    "It took [4–6 ms](claim:n) and then [5 ms](claim:n) in all; ",
    '~~3 × [7](claim:e "3 + 4") = 22~~ and [7](claim:e) for [unmeasured](claim:u) of them, ',
    "It has [48 layers](claim:g) of its own. ",
    "[holds](claim:f) or not. It has [45–90 µs](claim:r) (45, 50 and [90 µs](claim:m)). ",
)
ENTRIES = (
    "op: {value: gather, source: s}",
    "d: {expr: 8 B, subject: [gather]}",
    "g: {expr: 48 layers, subject: [layers, 49 layers]}",
    "n: {value: 4–6 ms, source: s, scope: {host: a}}",
    "u: {unmeasured: nobody looked}",
    "f: {decide: n > 5 ms, words: {true: inverts, false: holds}}",
    "r: {value: 45–90 µs, source: s, scope: {host: a}}",
    "m: {value: 90 µs, source: s, scope: {host: a}}",
)


@pytest.mark.parametrize("seed", range(3))
def test_a_change_is_judged_nearby_as_in_the_whole(
    project: Mini, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    shuffled = Random(seed)  # noqa: S311  the same texts each time
    project.write("claims/a.yaml", claims(*ENTRIES))
    project.write(PAGE, "\n\n".join("".join(shuffled.choices(SENTENCES, k=18)) for _ in range(2)))
    nearby, found = Neighbours._nearby, []

    def counted(block: Neighbours, at: int, text: str) -> Verdicts | None:
        found.append(nearby(block, at, text))
        return found[-1]

    monkeypatch.setattr(Neighbours, "_nearby", counted)
    fast = project.run("mutate", "--format", "json")
    assert sum(one is not None for one in found) > len(found) / 2
    monkeypatch.setattr(Neighbours, "_nearby", lambda *_: None)
    assert project.run("mutate", "--format", "json").out == fast.out
    assert {one["result"] for one in fast.json["figures"]} >= {"bites", "accepts", "can't"}
