"""Generated pages as files: what is written, what is left alone, and what a second run does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from markdown import Markdown

from recorded_verdicts import CLAIMS, HOSTILE, VERDICTS, claim, document, verdict
from trueup.diagnostics import Location, TrueupError
from trueup.files import Root, write_whole
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import from_document
from trueup.site.manifest import MARK, Manifest, read_manifest, verdicts_digest
from trueup.site.portable import Layout, Written, portable_files
from trueup.site.put import Done, put_files

WHOLE = document(VERDICTS, CLAIMS)
LAYOUT = Layout(docs="docs", pages="claims")


def files(found: dict[str, Any] = WHOLE, layout: Layout = LAYOUT) -> dict[str, Written]:
    return portable_files(Index(from_document(found)), found, layout)


def put(folder: Path, found: dict[str, Any] = WHOLE, *, force: bool = False) -> Done:
    manifest = Manifest(verdicts=verdicts_digest(found), passes=True)
    return put_files(Root(folder), files(found), manifest, force=force)


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_there_is_a_page_for_each_claim_and_all_that_goes_with_them(tmp_path: Path) -> None:
    done = put(tmp_path)
    pages = {f"{name}.md" for name in CLAIMS} | {"index.md"}
    others = {"trueup.css", "trueup.js", "claims.json", "claims.schema.json", "badge.svg"}
    assert set(done.written) == pages | others
    assert {path.name for path in tmp_path.iterdir()} == {*done.written, "manifest.json"}
    manifest = json.loads((tmp_path / "manifest.json").read_bytes())
    assert set(manifest["files"]) == pages | others
    assert manifest["files"]["move.md"]["claim"] == "move"
    assert manifest["verdicts"] == verdicts_digest(WHOLE)
    assert manifest["pass"] is True


def test_a_second_run_touches_nothing(tmp_path: Path) -> None:
    put(tmp_path)
    before = state(tmp_path)
    done = put(tmp_path)
    assert (done.written, done.removed) == ((), ())
    assert state(tmp_path) == before


def test_only_what_changed_is_written_and_what_is_gone_is_removed(tmp_path: Path) -> None:
    put(tmp_path)
    rest = {name: one for name, one in CLAIMS.items() if name != "gpu.time"}
    done = put(tmp_path, document(VERDICTS[:-1], rest))
    assert done.removed == ("gpu.time.md",)
    assert "lm_head.bytes.md" in done.kept
    assert not (tmp_path / "gpu.time.md").exists()
    assert put(tmp_path, document(VERDICTS[:-1], rest)).written == ()


@pytest.mark.parametrize("name", ["index.md", "move.md", "claims.json"])
def test_a_file_of_somebody_else_is_never_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(TrueupError) as caught:
        put(tmp_path)
    assert [one.code for one in caught.value.diagnostics] == ["C860"]
    assert caught.value.diagnostics[0].location == Location(path=name, line=1, column=1)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"
    assert name in put(tmp_path, force=True).written


def test_files_beside_them_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("mine", encoding="utf-8")
    put(tmp_path)
    put(tmp_path, document(VERDICTS[:1], {"lm_head.bytes": CLAIMS["lm_head.bytes"]}))
    assert (tmp_path / "notes.md").read_text(encoding="utf-8") == "mine"


def test_an_edited_page_is_neither_overwritten_nor_removed(tmp_path: Path) -> None:
    put(tmp_path)
    edited = tmp_path / "gpu.time.md"
    edited.write_text("edited", encoding="utf-8")
    with pytest.raises(TrueupError, match="C861"):
        put(tmp_path)
    rest = {name: one for name, one in CLAIMS.items() if name != "gpu.time"}
    assert put(tmp_path, document(VERDICTS[:-1], rest)).left == ("gpu.time.md",)
    assert edited.read_text(encoding="utf-8") == "edited"
    assert "gpu.time.md" in put(tmp_path, force=True).written


def test_a_checkout_with_other_line_ends_is_no_edit(tmp_path: Path) -> None:
    put(tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert put(tmp_path).written == ()


def test_an_interrupted_run_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path)
    changed = document(
        [{**one, "hint": "new"} for one in VERDICTS],
        {name: {**one, "says": "New"} for name, one in CLAIMS.items()},
    )
    count = 0

    def failing(*arguments: Any) -> None:
        nonlocal count
        count += 1
        if count == 4:
            raise KeyboardInterrupt
        write_whole(*arguments)

    monkeypatch.setattr("trueup.site.put.write_whole", failing)
    with pytest.raises(KeyboardInterrupt):
        put(tmp_path, changed)
    monkeypatch.undo()
    # Yet another state: what the interrupted run wrote and what it did not reach are ours all the same.
    assert put(tmp_path).left == ()
    assert put(tmp_path).written == ()
    assert "before" not in (tmp_path / "manifest.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": 2, "files": {}}',
        '{"format": 1, "files": {"../x.md": {}}}',
        '{"format": 1, "files": {"manifest.json": {}}}',
        '{"format": 1, "files": {"a.md": 3}}',
        '{"format": 1, "files": {"notes": {}}}',
    ],
)
def test_a_manifest_that_is_none_stops_the_run(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(TrueupError, match="C862"):
        put(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
    with pytest.raises(TrueupError):
        read_manifest(text, "manifest.json")


def test_a_hostile_manifest_removes_nothing_that_it_can_t_describe(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("mine", encoding="utf-8")
    listed = {"format": 1, "files": {"notes.md": {"digest": "sha256:0"}}}
    (tmp_path / "manifest.json").write_text(json.dumps(listed), encoding="utf-8")
    assert put(tmp_path).left == ("notes.md",)
    assert (tmp_path / "notes.md").exists()


def hrefs(page: Written) -> set[str]:
    return set(re.findall(r'href="([^"]+)"', page.content.decode()))


@pytest.mark.parametrize(
    ("urls", "operand", "place", "dashboard"),
    [
        ("source", "lm_head.bytes.md", "../guide/deep.md#claim-stream.time", "index.md"),
        ("directory", "../lm_head.bytes/", "../../guide/deep/#claim-stream.time", "../"),
        ("file", "lm_head.bytes.html", "../guide/deep.html#claim-stream.time", "index.html"),
    ],
)
def test_links_lead_to_pages_as_the_generator_names_them(
    urls: Any, operand: str, place: str, dashboard: str
) -> None:
    found = document([verdict("stream.time", "~33 ms", 4, "attested", path="docs/guide/deep.md")], CLAIMS)
    written = files(found, Layout(docs="docs", pages="claims", urls=urls))
    assert {operand, place, dashboard} <= hrefs(written["stream.time.md"])


def test_documents_outside_the_site_and_front_pages_are_linked_as_what_they_are() -> None:
    placed = [
        verdict("move", "inverts", 1, "attested", path=path)
        for path in ("README.md", "docs/index.md", "docs/guide/README.md")
    ]
    layout = Layout(docs="docs", pages="claims", urls="directory")
    links = hrefs(files(document(placed, CLAIMS), layout)["move.md"])
    assert {"../../#claim-move", "../../guide/#claim-move"} <= links
    assert not any("README" in one for one in links)


def test_pages_are_set_aside_for_sweeps_and_run_no_macro() -> None:
    for name, one in files().items():
        if name.endswith(".md"):
            text = one.content.decode()
            assert text.startswith("---\ntitle: ")
            assert "render_macros: false" in text.partition("\n---\n")[0]
            assert text.count("<!-- claims:off -->") == text.count("<!-- claims:on -->") == 1
            assert MARK in text


def test_hostile_text_is_inert_in_every_file() -> None:
    bad = verdict("move", HOSTILE, 9, "refuted", expected=HOSTILE, because=[HOSTILE], hint=HOSTILE)
    wrong = {"code": "T100", "severity": "error", "message": HOSTILE, "hint": HOSTILE}
    coverage = {"documents": [{"path": HOSTILE, "numbers": 1}]}
    found = files(
        document([bad], {"move": claim("refuted", says=HOSTILE)}, diagnostics=[wrong], coverage=coverage)
    )
    texts = {name: one.content.decode() for name, one in found.items()}
    for name, text in texts.items():
        if name.endswith((".md", ".json", ".svg")):
            assert "<script" not in text, name
            assert "<img" not in text, name
            assert "\x1b" not in text, name
    for name in ("move.md", "index.md"):
        assert "{{" not in texts[name], name
        assert "{%" not in texts[name], name
        html = Markdown(extensions=["attr_list", "md_in_html", "tables"]).convert(texts[name])
        assert "<script" not in html, name
        assert "<img" not in html, name
        assert html.count("<h1") == 1, name
    # What stands in the picture is counted, never quoted.
    assert "alert" not in texts["badge.svg"]
