"""Documents that are damaged, or mean harm: what is a tag, what only looks like one, and where it stands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hostile.beside import beside, checked, holds, judged, refused, write
from mini import Mini, claims, where

UNCLOSED = {
    "link": ("It is [389 B](claim:x\n", "T101", 7, "`)`"),
    "title": ('It is [389 B](claim:x "1 + 1\n', "T101", 7, "`)`"),
    "angle bracket": ("It is [389 B](<claim:x)\n", "T101", 7, "`>`"),
    "bracket": ("It is [389 B(claim:x)\n", "T101", 7, "`]`"),
    "macro": ('It is {{ claim("good.count", "49"\n', "T102", 7, "`}}`"),
    "directive": ("<!-- claims:table good.count\n\n| a |\n|---|\n| 1 |\n", "T101", 1, "`-->`"),
    "directive without its table": ("<!-- claims:table good.count -->\n\ntext\n", "T115", 1, "table"),
}


@pytest.mark.parametrize(("page", "code", "column", "sought"), UNCLOSED.values(), ids=UNCLOSED)
def test_unclosed_tag(project: Mini, page: str, code: str, column: int, sought: str) -> None:
    fault = refused(beside(project, "", page), code)
    assert where(fault) == ("docs/bad.md", 1, column)
    assert sought in fault["message"]


def test_passage_set_aside_for_good(project: Mini) -> None:
    """A warning: nothing false is stated; it fails where warnings do."""
    run = beside(project, "", "<!-- claims:off -->\n\nAbout 5 ms.\n")
    fault = run.diagnostics("T116")[0]
    assert (run.code, fault["severity"], where(fault)) == (0, "warning", ("docs/bad.md", 1, 1))
    assert "claims:on" in fault["message"]


NESTED = {
    "link in the words of an image": "It is ![a [49](claim:good.count) b](x.png).\n",
    "macro in the words of an image": 'It is ![a {{ claim("good.count", "49") }} b](x.png).\n',
    "reference in the words of an image": "It is ![a [49][it] b](x.png).\n\n[it]: claim:good.count\n",
    "link in a link": "It is [a [49](claim:good.count) b](claim:good.count).\n",
    "macro in a link": 'It is [{{ claim("good.count", "49") }}](claim:good.count).\n',
    "tag in a plain link": "It is [a [49](claim:good.count)](https://example.com).\n",
}


@pytest.mark.parametrize("macros", ["false", "true"])
@pytest.mark.parametrize("page", NESTED.values(), ids=NESTED)
def test_nested_tags(project: Mini, page: str, macros: str) -> None:
    run = judged(project, {"docs/bad.md": page, "trueup.toml": f"macros = {macros}\n"})
    fault = run.diagnostic("T103", severity="error")
    assert (run.code, set(run.codes()) - {"Q301"}) == (2, {"T103"}), "the outer one is no figure"
    assert where(fault) == ("docs/bad.md", 1, page.index("[49]" if "[49]" in page else "{{") + 1)
    assert "docs/bad.md:1:7" in fault["message"], "the place of the outer one"


LITERAL = {
    "code span": "`[50](claim:good.count)`\n",
    "fence": "```\n[50](claim:good.count)\n```\n",
    "tilde fence": "~~~ text\n[50](claim:good.count)\n~~~\n",
    "fence in a fence": "````\n```\n[50](claim:good.count)\n```\n````\n",
    "fence of the other kind in a fence": "~~~\n```\n[50](claim:good.count)\n~~~\n",
    "fence that is never closed": "```\n[50](claim:good.count)\n",
    "indented code": "    [50](claim:good.count)\n",
    "block of HTML": "<div>\n[50](claim:good.count)\n</div>\n",
    "comment": "<!-- [50](claim:good.count) -->\n",
    "front matter": "---\ntitle: '[50](claim:good.count)'\n---\n\ntext\n",
    "escaped": "\\[50](claim:good.count)\n",
}


@pytest.mark.parametrize("page", LITERAL.values(), ids=LITERAL)
def test_code_that_looks_like_a_tag(project: Mini, page: str) -> None:
    """It is neither judged nor rewritten."""
    run = beside(project, "", page)
    assert run.code == 0
    assert [one["at"]["path"] for one in run.verdicts("good.count")] == ["docs/good.md"]
    wrong = "It is [51](claim:good.count).\n\n"
    text = page.replace("text\n", f"text\n\n{wrong}") if page.startswith("---") else wrong + page
    project.write("docs/bad.md", text)
    assert project.run("fix").code == 0
    assert (project.path / "docs/bad.md").read_text() == text.replace("[51]", "[49]")


def test_unknown_id_names_the_nearest(project: Mini) -> None:
    fault = refused(beside(project, "", "There are [49](claim:good.cuont).\n"), "T130")
    assert where(fault) == ("docs/bad.md", 1, 12)
    assert "good.count" in fault["hint"]


def test_one_id_with_two_formulas(project: Mini) -> None:
    page = (
        'One is [49](claim:norms "48 + 1"), again [49](claim:norms "48+1"), not [50](claim:norms "48 + 2").\n'
    )
    fault = refused(beside(project, "", page), "T131")
    assert where(fault) == ("docs/bad.md", 1, page.index("48 + 2") + 1)
    assert "docs/bad.md:1:26" in fault["message"]


def test_a_formula_for_a_claim_of_the_ledger(project: Mini) -> None:
    ledger = claims("norms: {says: Norms, basis: model, expr: 48 + 1}")
    fault = refused(beside(project, ledger, 'There are [49](claim:norms "48 + 1").\n'), "T132")
    assert where(fault) == ("docs/bad.md", 1, 29)
    assert "claims/bad.yaml:2:3" in fault["message"]


def test_a_figure_that_proves_itself(project: Mini) -> None:
    refused(beside(project, "", 'There are [49](claim:norms "49").\n'), "T133")


def test_an_id_that_is_a_unit_or_a_word_of_formulas(project: Mini) -> None:
    run = beside(project, "", '[5 B](claim:ms) [4](claim:min "2 + 2") {{ claim("index", "4") }}\n')
    assert (run.code, run.codes()) == (2, ["T104"] * 3)
    faults = run.diagnostics("T104")
    assert [where(one) for one in faults] == [("docs/bad.md", 1, column) for column in (2, 18, 59)]
    assert "ms.total" in faults[0]["hint"]


def test_a_broken_formula_in_place_does_not_silence_a_claim_that_is_defined_elsewhere(project: Mini) -> None:
    page = """[50](claim:other.count) [50](claim:other.count "48 +")

[4](claim:two.twos "2 + 2") [5](claim:two.twos) [4](claim:two.twos "2 +")
"""
    run = beside(project, claims("other.count: {says: x, basis: model, expr: 48 + 1}"), page)
    assert run.codes() == ["T132", "X320"]
    assert [one["status"] for one in run.verdicts("other.count")] == ["refuted", "refuted"]
    assert [one["status"] for one in run.verdicts("two.twos")] == ["verified", "refuted", "verified"]


def test_a_tag_that_is_deleted_does_not_pass_in_silence(project: Mini) -> None:
    ledger = claims("lost: {says: Lost, basis: model, expr: 40 + 9}")
    run = beside(project, ledger, "It is 49.\n")
    fault = run.diagnostic("L210", severity="warning")
    assert where(fault) == ("claims/bad.yaml", 2, 3)
    assert "claim:lost" in fault["hint"]
    assert run.verdict("lost")["at"] is None
    assert (run.code, checked(project, "--strict").code) == (0, 1)


@pytest.mark.parametrize("macros", ["false", "true"])
@pytest.mark.parametrize(
    ("page", "column"),
    [
        ('{{ claim(var, "1") }}\n', 10),
        ('{{ claim(f"good.count", "1") }}\n', 10),
        ('{{ claim("good." + "count", "49") }}\n', 18),
        ('{{ claim("good.count", figure="49") }}\n', 24),
        ('{{ claim("good.count", "49" | upper) }}\n', 29),
        ('{% for x in y %}{{ claim(x, "1") }}{% endfor %}\n', 26),
    ],
)
def test_a_macro_whose_arguments_are_computed(project: Mini, page: str, column: int, macros: str) -> None:
    fault = refused(judged(project, {"docs/bad.md": page, "trueup.toml": f"macros = {macros}\n"}), "T106")
    assert where(fault) == ("docs/bad.md", 1, column)
    assert "string literals" in fault["message"]


ENDS = {
    "LF": ("\n", 4),
    "CRLF": ("\r\n", 4),
    "CR": ("\r", 4),
    "line separator": ("\u2028", 1),
    "paragraph separator": ("\u2029", 1),
    "next line": ("\x85", 1),
    "form feed": ("\f", 1),
    "vertical tab": ("\v", 1),
}


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "byte order mark"])
@pytest.mark.parametrize(("end", "line"), ENDS.values(), ids=ENDS)
def test_line_ends_of_every_kind(project: Mini, end: str, line: int, mark: str) -> None:
    """Lines are an editor's; a figure that is mended keeps the line ends of its document."""
    text = f"{mark}a{end}b{end}{end}It is [50](claim:good.count).{end}"
    run = beside(project, "", text)
    (wrong,) = [one for one in run.verdicts("good.count") if one["status"] == "refuted"]
    column = 8 if line > 1 else 8 + len(f"a{end}b{end}{end}")
    assert where(wrong) == ("docs/bad.md", line, column)
    assert project.run("fix").code == 0
    assert (project.path / "docs/bad.md").read_bytes().decode() == text.replace("50", "49")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends_of_a_ledger(project: Mini, end: str) -> None:
    ledger = f"\ufeffclaims:{end}  a: {{says: A, expr: 1 + 1}}{end}  b: {{says: B, expr: 1 +}}{end}"
    fault = refused(beside(project, ledger, "[2](claim:a)\n"), "X320")
    assert where(fault)[:2] == ("claims/bad.yaml", 3)


@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "../secret.md", "../../etc/passwd", "bad.md"])
def test_a_document_that_is_a_link(project: Mini, target: str) -> None:
    (project.path / "secret.md").write_text("root:x:0 [5](claim:good.count)\n")
    write(project, {})
    (project.path / "docs/bad.md").symlink_to(target)
    run = checked(project)
    fault = refused(run, "F602" if target != "bad.md" else "F603")
    assert where(fault) == ("docs/bad.md", 1, 1)
    assert "root:" not in run.out


def test_other_documents_are_mended_beside_one_that_is_a_link(project: Mini) -> None:
    write(project, {"docs/a.md": '[13 ms](claim:it "3 * 4 ms")\n'})
    (project.path / "docs/bad.md").symlink_to("/etc/passwd")
    run = project.run("fix")
    assert (run.code, "docs/a.md:1:2: it 13 ms → 12 ms" in run.out) == (2, True), run.err
    assert (project.path / "docs/a.md").read_text() == '[12 ms](claim:it "3 * 4 ms")\n'


def test_documents_that_are_a_link_outside(project: Mini) -> None:
    project.write("claims/a.yaml", "claims:\n  good.count: {says: A count, basis: model, expr: 48 + 1}\n")
    (project.path / "docs").symlink_to("/etc")
    refused(checked(project), "F602")


@pytest.mark.parametrize("place", ["docs/more", "docs/deep/more", "claims/more", "verifiers/more"])
def test_a_folder_that_is_a_link_outside(project: Mini, place: str) -> None:
    """What builds the site may follow it, so its files can't be passed over in silence."""
    outside = project.path.parent / "outside"
    outside.mkdir()
    (outside / "bad.md").write_text("root:x:0 [5](claim:good.count)\n")
    write(project, {"docs/deep/a.md": "text\n", "verifiers/a.py": ""})
    (project.path / place).symlink_to(outside)
    run = checked(project)
    assert where(refused(run, "F602")) == (place, 1, 1)
    assert "root:" not in run.out
    seen = project.run("audit", place.partition("/")[0], "--format", "json")
    assert where(seen.diagnostics("F602")[-1]) == (place, 1, 1)
    assert seen.code == (2 if place.startswith("claims") else 0)


def test_a_folder_that_is_a_link_inside_is_read_under_its_own_name(project: Mini) -> None:
    write(project, {"docs/deep/a.md": 'It is [50](claim:it "40 + 9").\n'})
    (project.path / "docs/round").symlink_to(".")
    (project.path / "docs/also").symlink_to("deep")
    run = checked(project)
    assert (run.code, run.codes()) == (1, [])
    assert [one["at"]["path"] for one in run.verdicts("it")] == ["docs/deep/a.md"]


@pytest.mark.parametrize("place", ["parts", "parts/s.md"])
def test_a_snippet_that_is_a_link_outside(project: Mini, place: str) -> None:
    outside = project.path.parent / "outside/s.md"
    outside.parent.mkdir()
    outside.write_text("root:x:0 [5](claim:good.count)\n")
    write(project, {"trueup.toml": 'snippets = ["parts"]\n', "docs/bad.md": '--8<-- "s.md"\n'})
    if "/" in place:
        (project.path / "parts").mkdir()
    (project.path / place).symlink_to(outside if "/" in place else outside.parent)
    run = checked(project)
    assert where(refused(run, "T119")) == ("docs/bad.md", 1, 9)
    assert "root:" not in run.out


def test_a_link_out_of_its_folder_says_out_of_which(project: Mini) -> None:
    project.write("real.md", "text\n")
    (project.path / "docs").mkdir()
    (project.path / "docs/bad.md").symlink_to("../real.md")
    assert "leads outside docs/" in refused(beside(project), "F602")["message"]


@pytest.mark.parametrize("kind", ["pipe", "folder", "socket"])
def test_a_document_that_is_no_file(project: Mini, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe that nobody writes to is refused, not waited for."""
    write(project, {"trueup.toml": 'docs = ["docs", "notes.md"]\n'})
    place = project.path / "notes.md"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        import socket  # noqa: PLC0415

        monkeypatch.chdir(project.path)  # the name of a socket is short
        listening = socket.socket(socket.AF_UNIX)
        listening.bind("notes.md")
        listening.close()
    run = checked(project)
    if kind == "folder":
        assert where(refused(run, "C810")) == ("trueup.toml", 1, 1)
    else:
        fault = refused(run, "F603")
        assert where(fault) == ("notes.md", 1, 1)
        assert f"a {kind}" in fault["message"]


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"One\nis \xff.\n", "F605", (2, 4)),
        (b"One\nis \0.\n", "F606", (2, 4)),
        (b"\xff\xfeO\0n\0e\0", "F605", (1, 1)),
        (b"x" * (16 * 2**20 + 1), "F604", (1, 1)),
    ],
    ids=["no UTF-8", "NUL", "UTF-16", "too large"],
)
def test_a_document_that_is_no_text(project: Mini, content: bytes, code: str, place: tuple[int, int]) -> None:
    assert where(refused(beside(project, "", content), code)) == ("docs/bad.md", *place)


def test_a_document_that_may_not_be_read(project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """By another name than mode 000, which root passes by."""
    opening = os.open

    def denied(path: str | Path, *arguments: int, **options: int) -> int:
        if str(path).endswith("bad.md"):
            raise PermissionError(13, "Permission denied", str(path))
        return opening(path, *arguments, **options)

    write(project, {"docs/bad.md": "text\n"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", denied)
        run = project.check()
    assert where(refused(run, "F607")) == ("docs/bad.md", 1, 1)
    holds(run)


@pytest.mark.parametrize("other", ["link", "pipe", "file"])
def test_a_document_that_is_replaced_while_it_is_opened(
    project: Mini, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at it and its opening: nothing else is read, nor waited for, and no link is followed."""
    secret = project.path.parent / "secret"
    secret.write_text("root:x:0\n")
    place = write(project, {"docs/bad.md": "text\n"}).path / "docs/bad.md"
    make = {"link": place.symlink_to, "pipe": lambda _: os.mkfifo(place), "file": secret.rename}
    opening = os.open
    opened = []

    def swapped(path: str | Path, *arguments: int, **options: int) -> int:
        if not str(path).endswith("bad.md"):
            return opening(path, *arguments, **options)
        place.unlink()
        make[other](secret if other != "file" else place)
        opened.append(opening(path, *arguments, **options))
        return opened[0]

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", swapped)
        run = project.check()
    assert where(refused(run, "F607")) == ("docs/bad.md", 1, 1)
    assert "root:" not in run.out
    assert bool(opened) == (other != "link")
    holds(run)


@pytest.mark.parametrize("folder", ["docs/closed", "claims/closed"])
def test_a_folder_that_may_not_be_listed(project: Mini, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = os.scandir

    def denied(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return listing(path)

    write(project, {f"{folder}/a.md": "text\n"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", denied)
        run = project.check()
    assert where(refused(run, "F607")) == (folder, 1, 1)
    assert refused(run, "F607")["message"] == "the folder can't be listed: permission denied"
    holds(run)


def test_an_input_s_folder_that_may_not_be_listed(project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pattern stands in the ledger; what is wrong is a folder below it."""
    listing = os.scandir

    def denied(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return listing(path)

    counted = "n: {says: N, basis: model, verify: code.count, with: {pattern: x, files: data/**/*.txt}}"
    write(project, {"claims/n.yaml": claims(counted), "data/closed/a.txt": "x\n", "data/b.txt": "x\n"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", denied)
        run = project.check()
    fault = refused(run, "F607")
    assert where(fault)[0] == "claims/n.yaml"
    expected = "data/**/*.txt: data/closed: the folder can't be listed: permission denied"
    assert fault["message"] == expected
    holds(run)
