"""``trueup fix``: what it rewrites, what it leaves, and that nothing else changes."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mini import Mini, claims
from repositories import repository
from trueup.edit.fix import fix
from trueup.engine.verify import Mode, verify
from trueup.verdict.model import FAILING

PAGE = "docs/page.md"
LEDGER = claims(
    "big: {says: Packed weights, basis: model, expr: 152064 * 5120 * 0.5 B}",
    "count: {basis: model, expr: 3 * 289}",
    "share: {basis: model, expr: 724 / 4800}",
    "copy: {value: 33.16 ms, source: a record, scope: {host: a}}",
    "seam: {value: 47–90 µs, source: a record, scope: {host: a}}",
    "rate: {value: 11.74 GB/s, source: a record, scope: {host: a}}",
    "slow: {value: 0.78 GB/s, source: a record, scope: {host: a}}",
    "faster: {decide: rate > slow, words: {true: inverts, false: holds}}",
    "week: {value: 7 days, source: a record}",
    "open: {unmeasured: nobody looked}",
    "named: {says: About the gather, expr: 2 * 8 B, subject: [gather]}",
)
OLD = claims("old: {value: 5 ms, source: a record, as_of: 2020-01-01, max_age: 10 days, scope: {host: a}}")


def read(project: Mini, path: str = PAGE) -> bytes:
    return (project.path / path).read_bytes()


@pytest.fixture
def site(project: Mini) -> Mini:
    return project.write("claims/a.yaml", LEDGER)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("[389,283,480 B](claim:big)", "[389,283,840 B](claim:big)"),
        ("[389283480 B](claim:big)", "[389283840 B](claim:big)"),
        ("[389\u202f283\u202f480\u00a0B](claim:big)", "[389\u202f283\u202f840\u00a0B](claim:big)"),
        ("[~500.0 MiB](claim:big)", "[~371.3 MiB](claim:big)"),
        ("[389 MiB](claim:big)", "[389 MB](claim:big)"),
        ("[0.38 GB](claim:big)", "[0.39 GB](claim:big)"),
        ("[≥ 400 MB](claim:big)", "[≥ 389 MB](claim:big)"),
        ("[at most 300 MB](claim:big)", "[at most 390 MB](claim:big)"),
        ("[866 tensors](claim:count)", "[867 tensors](claim:count)"),
        ("[**866** tensors](claim:count)", "[**867** tensors](claim:count)"),
        ("[866\n  tensors](claim:count)", "[867\n  tensors](claim:count)"),
        ("[8&#54;6](claim:count)", "[8&#54;7](claim:count)"),
        ("*[866](claim:count)*", "*[867](claim:count)*"),
        ('{{ claim("count", "866") }}', '{{ claim("count", "867") }}'),
        ("{{ claim('big', \"389,283,480\\x20B\") }}", "{{ claim('big', \"389,283,840\\x20B\") }}"),
        ("[about 20 %](claim:share)", "[about 15 %](claim:share)"),
        ("[+16.1 %](claim:share)", "[+15.1 %](claim:share)"),
        ("[33.2 µs](claim:copy)", "[33.2 ms](claim:copy)"),
        ("[7 hours](claim:week)", "[7 days](claim:week)"),
        ("[~78 ms](claim:copy)", "[~33 ms](claim:copy)"),
        ("[~78 ms/token](claim:copy)", "[~33 ms/token](claim:copy)"),
        ("[45–60 µs](claim:seam)", "[47–90 µs](claim:seam)"),
        ("[50 to 60 µs](claim:seam)", "[47 to 90 µs](claim:seam)"),
        (r"[\~78 ms](claim:copy)", r"[\~33 ms](claim:copy)"),
        ("[866][x]\n\n[x]: claim:count", "[867][x]\n\n[x]: claim:count"),
        (
            "| a | [866](claim:count) |\n|---|---|\n| b | c |",
            "| a | [867](claim:count) |\n|---|---|\n| b | c |",
        ),
    ],
)
def test_a_figure_is_rewritten_as_its_author_writes(site: Mini, wrong: str, right: str) -> None:
    site.write(PAGE, f"# Page\n\nIt is {wrong}\n").write("trueup.toml", 'macros = ["docs/**"]\n')
    if wrong.startswith("|"):
        site.write(PAGE, f"{wrong}\n")
    ran = site.run("fix")
    assert ran.code == 0, ran.out
    assert right in read(site).decode()
    assert site.check().code == 0
    before = read(site)
    assert "0 figures rewritten" in site.run("fix").out
    assert read(site) == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[holds](claim:faster)", "a decision is the author's to write"),
        ("[5 ms](claim:open)", "its claim is open (unmeasured)"),
        ("[6 ms](claim:old)", "its claim is outdated (age)"),
        ("[5 ms](claim:old)", "outdated (age)"),
        ("[16 B](claim:named)", "another figure would not mend it: subject"),
        ("[86&#54;](claim:count)", "markup, an escape or a line end stands inside it: write 867"),
        ("[86**6**6](claim:count)", "markup, an escape or a line end stands inside it"),
        ("[866]\n\n[866]: claim:count", "it would no longer be read as this tag's figure"),
    ],
)
def test_what_another_number_would_not_mend_is_left_with_the_reason(site: Mini, text: str, why: str) -> None:
    site.write(PAGE, f"# Page\n\nIt is {text}\n")
    if "claim:old" in text:
        site.write("claims/old.yaml", OLD)
    before = read(site)
    ran = site.run("fix")
    assert ran.code == 1
    assert why in ran.out
    assert "0 figures rewritten, 1 left" in ran.out
    assert read(site) == before


def test_a_figure_of_each_kind_in_one_document(site: Mini) -> None:
    site.write(PAGE, "[866](claim:count) of [389,283,480 B](claim:big): it [holds](claim:faster).\n")
    ran = site.run("fix")
    assert ran.code == 1
    assert read(site) == b"[867](claim:count) of [389,283,840 B](claim:big): it [holds](claim:faster).\n"
    assert f"{PAGE}:1:2: count 866 → 867" in ran.out
    assert f"{PAGE}:1:24: big 389,283,480 B → 389,283,840 B" in ran.out
    assert "2 figures rewritten, 1 left" in ran.out


def test_claims_that_fail_elsewhere_keep_nothing_from_being_rewritten(site: Mini) -> None:
    site.write("claims/old.yaml", OLD)  # stated nowhere
    site.write(PAGE, "[866](claim:count)\n\n[2](claim:count) [holds](claim:faster) [5 ms](claim:old)\n")
    ran = site.run("fix", "--diff")
    assert "2 figures would be rewritten, 2 left" in ran.out
    site.write(PAGE, "[866](claim:count)\n")
    assert "1 figure would be rewritten, 1 left" in site.run("fix", "--diff").out


TABLE = """<!-- claims:table speed -->

| case | Base | PR | Change | Status |
|---|---|---|---|---|
| one | [4.37 µs](claim:one.base) | 6.00 µs | +37.9 % | ✅ |
| two | 10.0 ms | 12.0 ms | **+23.0 %** | ✅ |
| sum | 10.9 ms | 12.1 ms | n/a | ✅ |
"""


def test_cells_of_a_table_are_rewritten_as_their_formulas_have_them(project: Mini) -> None:
    columns = """{"Change": "'PR' / 'Base' - 1"}"""
    classes = '{Status: {of: Change, "≥ 30 %": "🔴", else: "✅"}}'
    table = f"speed: {{basis: model, columns: {columns}, classes: {classes}, totals: {{Base: last row}}}}"
    project.write("claims/a.yaml", claims(table, "one.base: {value: 4.40 µs, source: s}"))
    project.write(PAGE, TABLE)
    ran = project.run("fix")
    assert ran.code == 1
    # What follows from a cell that is rewritten is rewritten after it.
    assert f"{PAGE}:5:47: speed +37.9 % → +36.4 %" in ran.out
    after = TABLE.replace("+23.0 %", "+20.0 %").replace("4.37", "4.40").replace("+37.9", "+36.4")
    assert read(project).decode() == after.replace("10.9 ms", "10.0 ms")
    assert "a decision is the author's to write" in ran.out
    assert "0 figures rewritten, 1 left" in project.run("fix").out


def test_names_and_shapes_are_rewritten_as_they_are_written(project: Mini) -> None:
    project.write("docs/list.txt", "Gather\n")
    project.write(
        "claims/a.yaml", claims("op: {value: MatMulNBits, source: s}", "shape: {value: 8×16, source: s}")
    )
    project.write(PAGE, "A [`Gather`](claim:op) reads [[8, 17]](claim:shape).\n")
    project.run("fix")
    assert read(project) == b"A [`MatMulNBits`](claim:op) reads [[8, 16]](claim:shape).\n"


def test_diff_shows_a_patch_and_writes_nothing(site: Mini) -> None:
    text = "\ufeffa\r\n\r\n[866](claim:count)\r\nlast"
    site.write(PAGE, text)
    ran = site.run("fix", "--diff")
    assert ran.code == 1
    assert read(site).decode() == text
    assert ran.out.endswith(
        "--- a/docs/page.md\n+++ b/docs/page.md\n@@ -1,4 +1,4 @@\n \ufeffa\r\n \r\n"
        "-[866](claim:count)\r\n+[867](claim:count)\r\n last\n\\ No newline at end of file\n"
    )


def test_a_patch_is_inert_in_the_log_of_a_workflow(site: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    site.write(PAGE, "::error::x ##[error]y\n[866](claim:count)\n")
    out = site.run("fix", "--diff").out
    assert "[867](claim:count)" in out
    assert "::error::" not in out
    assert "##[" not in out


def test_only_what_is_named_is_rewritten(site: Mini) -> None:
    site.write(PAGE, "[866](claim:count)\n").write(
        "docs/other.md", "[866](claim:count) [0.38 GB](claim:big)\n"
    )
    assert site.run("fix", PAGE).code == 0
    assert read(site) == b"[867](claim:count)\n"
    assert read(site, "docs/other.md") == b"[866](claim:count) [0.38 GB](claim:big)\n"
    assert site.run("fix", "big").code == 0
    assert read(site, "docs/other.md") == b"[866](claim:count) [0.39 GB](claim:big)\n"
    assert site.run("fix", "nothing.md").code == 2


def test_a_snippet_is_rewritten_once_where_it_stands(site: Mini) -> None:
    site.write("trueup.toml", 'snippets = ["parts"]\n').write(
        "parts/one.md", "\tx [866](claim:count)\n\n[866](claim:count)"
    )
    for name in ("a", "b"):
        site.write(f"docs/{name}.md", '# Page\n\n--8<-- "one.md"\n')
    ran = site.run("fix")
    assert ran.code == 0, ran.out
    assert "1 figure rewritten, 0 left" in ran.out  # the first is indented code
    assert read(site, "parts/one.md") == b"\tx [866](claim:count)\n\n[867](claim:count)"


def test_records_are_left(site: Mini) -> None:
    site.write("claims/b.yaml", "frozen: docs/log/*.md\n").write("docs/log/a.md", "[866](claim:count)\n")
    ran = site.run("fix")
    assert ran.code == 1
    assert "its document is a record" in ran.out


def test_a_waived_figure_is_left_until_its_day(project: Mini) -> None:
    waiver = "waive: {reason: next release, until: 2100-01-01}"
    project.write("claims/a.yaml", claims(f"count: {{expr: 3 * 289, {waiver}}}"))
    ran = project.write(PAGE, "[866](claim:count)\n").run("fix")
    assert "waived until 2100-01-01: next release" in ran.out
    assert read(project) == b"[866](claim:count)\n"


def test_a_read_only_file_is_refused(site: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    site.write(PAGE, "[866](claim:count)\n")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write everything
    ran = site.run("fix")
    assert ran.code == 2
    assert "F609 the file is read-only" in ran.out
    assert "0 figures rewritten" in ran.out
    assert read(site) == b"[866](claim:count)\n"


def test_a_file_that_nobody_may_write_is_refused_to_root_too(site: Mini) -> None:
    site.write(PAGE, "[866](claim:count)\n")
    (site.path / PAGE).chmod(0o444)
    ran = site.run("fix")
    assert (ran.code, "F609 the file is read-only" in ran.out) == (2, True)
    assert read(site) == b"[866](claim:count)\n"


@pytest.mark.parametrize("text", ["33 ms", "3 %", "3 tensors/s"])
def test_a_figure_of_another_kind_is_left(site: Mini, text: str) -> None:
    page = f"[{text}](claim:big)\n"
    ran = site.write(PAGE, page).run("fix")
    assert "it is of another kind: see whether the tag names the claim that is meant" in ran.out
    assert read(site) == page.encode()


def test_a_figure_without_its_unit_gets_it(site: Mini) -> None:
    site.write(PAGE, "[389,283,480](claim:big)\n").run("fix")
    assert read(site) == b"[389,283,840 B](claim:big)\n"


def test_no_unit_is_taken_that_nobody_would_have_meant(site: Mini) -> None:
    site.write(PAGE, "[3.1 kB](claim:big)\n").run("fix")
    assert b"bit" not in read(site)


def test_a_file_keeps_its_mode_and_leaves_nothing_behind(site: Mini) -> None:
    site.write(PAGE, "[866](claim:count)\n")
    (site.path / PAGE).chmod(0o640)
    assert site.run("fix").code == 0
    assert stat.S_IMODE((site.path / PAGE).stat().st_mode) == 0o640
    assert [one.name for one in (site.path / "docs").iterdir()] == ["page.md"]


def test_a_file_that_changed_meanwhile_is_not_overwritten(site: Mini) -> None:
    site.write(PAGE, "[866](claim:count)\n")
    found = fix(site.path)
    site.write(PAGE, "[866](claim:count) and more\n")
    ((problem,),) = found.write().values()
    assert problem.message == "the file changed since it was read"
    assert read(site) == b"[866](claim:count) and more\n"


def test_one_file_that_cannot_be_written_keeps_no_other_from_it(
    site: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.write(PAGE, "[866](claim:count)\n").write("docs/other.md", "[866](claim:count)\n")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK or path.name == "other.md")
    ran = site.run("fix")
    assert ran.code == 2
    assert "F609" in ran.out
    assert "1 figure rewritten" in ran.out
    assert read(site, "docs/other.md") == b"[867](claim:count)\n"
    assert read(site) == b"[866](claim:count)\n"


def test_other_faults_of_the_input_exit_2_and_the_rest_is_rewritten(site: Mini) -> None:
    site.write(PAGE, "[866](claim:count) [1](claim:nothing)\n")
    ran = site.run("fix")
    assert ran.code == 2
    assert "T130" in ran.out
    assert read(site) == b"[867](claim:count) [1](claim:nothing)\n"


def test_dependants_follow_the_recomputed_value(site: Mini) -> None:
    site.write(
        PAGE,
        '[0.38 GB](claim:big), half is [0.19 GB](claim:half "big / 2"), [~80 MB](claim:quarter "big / 4")\n',
    )
    assert site.run("fix").code == 0
    assert read(site).startswith(b'[0.39 GB](claim:big), half is [0.19 GB](claim:half "big / 2"), [~97 MB]')


FIGURES = [
    (
        "big",
        ["389,283,480 B", "389 MiB", "~500 MB", "0.38 GB", "389,283,840 B", "≥ 390 MB", "389.2 MB", "1–2 MB"],
    ),
    ("count", ["866", "867", "about 9,000", "1,866 tensors", "three", "866/900", "half"]),
    ("share", ["16 %", "15.1 %", "~1 %", "0.2", "2^-3", "±10 %"]),
    ("copy", ["33 ms", "33.2 µs", "1.2e3 ms", "~78 ms/token", "40 to 50 ms", "−33 ms"]),
    ("seam", ["45–60 µs", "45–90 µs", "60 µs", "~45–50 µs", "< 80 µs"]),
    ("faster", ["inverts", "holds", "5"]),
    ("open", ["unmeasured", "5 ms"]),
    ("old", ["5 ms", "6 ms"]),
]
TAGS = st.sampled_from([(claim, figure) for claim, figures in FIGURES for figure in figures])
SHAPES = st.sampled_from(
    [("[", "](claim:{})"), ("[**", "**](claim:{})"), ("**[", "](claim:{})**"), ("- [", "](claim:{})"),
     ('{{{{ claim("{}", "', '") }}}}'), ("| [", "](claim:{}) |\n|---|\n| x |"), ("> [", "](claim:{} )")]
)  # fmt: skip
BETWEEN = st.text(
    st.sampled_from("ab \t\n\r*_`~|<&\\#>-123e\u0301\u00e9\u00a0\u2028\ufeff.,:"), max_size=12
).map(lambda text: f"{text}\n\n")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    bom=st.booleans(),
    crlf=st.booleans(),
    parts=st.lists(st.tuples(BETWEEN, SHAPES, TAGS), min_size=1, max_size=5),
    end=BETWEEN,
)
def test_laws(
    tmp_path_factory: pytest.TempPathFactory,
    bom: bool,
    crlf: bool,
    parts: list[tuple[str, tuple[str, str], tuple[str, str]]],
    end: str,
) -> None:
    """Bytes outside figures stay, a second run changes nothing, and no figure is worse than before."""
    folder = tmp_path_factory.mktemp("law")
    outside = [""]
    figures = []
    for before, (opener, closer), (claim, figure) in parts:
        outside[-1] += before + opener.format(claim)
        figures.append(figure)
        outside.append(closer.format(claim))
    outside[-1] += end.rstrip("\n")
    if crlf:
        outside = [text.replace("\r", "").replace("\n", "\r\n") for text in outside]
    text = "".join(out + figure for out, figure in zip(outside, [*figures, ""], strict=True))
    (folder / "docs").mkdir()
    (folder / "claims").mkdir()
    (folder / "claims/a.yaml").write_text(LEDGER, encoding="utf-8")
    (folder / "claims/old.yaml").write_text(OLD, encoding="utf-8")
    page = folder / PAGE
    page.write_bytes(b"\xef\xbb\xbf" * bom + text.encode())
    then = verify(folder)
    fix(folder).write()
    after = page.read_bytes()
    pattern = "(?s)" + "(.*?)".join(re.escape(out) for out in outside)
    assert re.fullmatch(pattern, after.decode().removeprefix("\ufeff" * bom)), (text, after)
    again = fix(folder)
    assert not again.rewritten
    assert not again.files
    now = verify(folder)
    assert len(now.verdicts) == len(then.verdicts)
    for old, new in zip(then.verdicts, now.verdicts, strict=True):
        assert old.claim == new.claim
        assert old.status in FAILING or new.status == old.status
        assert old.figure == new.figure or new.status not in FAILING


def test_a_fix_runs_no_verifier_twice(tmp_path: Path, project: Mini) -> None:
    project.write("verifiers/v.py", _COUNTED).write("claims/a.yaml", claims("n: {basis: model, verify: v.n}"))
    project.write(PAGE, "[1](claim:n)\n")
    found = fix(project.path, Mode())
    assert [one.text for one in found.rewritten] == ["7"]
    assert (project.path / "calls").read_text() == "x"


_COUNTED = """
from pathlib import Path
from trueup.verifier import Request, verifier

@verifier("v.n")
def n(request: Request) -> int:
    with (Path(__file__).parent.parent / "calls").open("a") as file:
        file.write("x")
    return 7
"""


@pytest.mark.parametrize(
    "name", [b"a b.md", b'a"b.md', b"a\nb.md", b"\xff.md", b"a\x1b.md", "ä 日.md".encode()]
)
def test_git_applies_a_patch_of_a_file_of_any_name(site: Mini, name: bytes) -> None:
    file = Path(os.fsdecode(os.path.join(os.fsencode(site.path / "docs"), name)))  # noqa: PTH118
    file.parent.mkdir()
    file.write_text("[866](claim:count)\n")
    git = repository(site.path)
    git.commit("Begin", "2026-07-01")
    command = [sys.executable, "-m", "trueup", "fix", "--diff"]
    done = subprocess.run(command, cwd=site.path, capture_output=True, check=False)
    start = done.stdout.index(b"--- ")
    patch = site.path.parent / "patch"
    patch.write_bytes(done.stdout[start:])
    git("apply", str(patch))
    assert file.read_text() == "[867](claim:count)\n"
