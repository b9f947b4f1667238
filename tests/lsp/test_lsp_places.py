"""What the server answers at a place, over the protocol: hover, definition, references, completion, edits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from editing import Editor, editor, position
from mini import Mini

LEDGER = """\
models: {net: {path: net.onnx}}
artifacts: {bench: {path: bench.json}}
hosts: {laptop: {cpu: i7, cores: 20}}
claims:
  weights:
    says: Packed weights
    value: 2,000 B
    source: a log
  rate: {says: Rate, basis: hardware, scope: laptop, value: 5 GB/s, source: a log}
  time: {says: Time of one read, expr: weights / rate}
  total:
    says: All of it
    expr: >-
      weights +
      weights + rate * time
  sums: {says: Sums, columns: {Sum: A + B}}
"""
PAGE = """# 🙂 Weights

They take 🙂 [2,000 B](claim:weights),
which is {{ claim("weights", "2 kB") }}, twice [4,000 B](claim:twice "weights * 2").
A [reference][w], a time of [400 ns](<claim:time>), in all [6,000 B](claim:total).

[w]: claim:weights

<!-- claims:table sums -->

| A | B | Sum |
|---|---|-----|
| 1 B | 2 B | 3 B |

```text
[2,000 B](claim:weights)
```
"""


@pytest.fixture
def site(project: Mini) -> Path:
    project.write("claims/a.yaml", LEDGER).write("docs/a.md", PAGE.replace("[reference]", "[2,000 B]"))
    return project.write("docs/b.md", "Elsewhere [2 kB](claim:weights).\n").path


def edit(folder: Path, scenario: Callable[[Editor], Awaitable[None]]) -> None:
    async def play() -> None:
        async with editor(folder) as window:
            window.open("docs/a.md")
            window.open("claims/a.yaml")
            await scenario(window)

    asyncio.run(play())


def test_hover_shows_value_and_how_it_is_known(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        async def at(path: str, text: str, offset: int = 0) -> str:
            params = types.HoverParams(**window.place(path, text, offset))
            found = await window.client.text_document_hover_async(params)
            if found is None:
                return ""
            assert isinstance(found.contents, types.MarkupContent)
            return found.contents.value

        assert (await at("docs/a.md", "2,000 B")).splitlines() == [
            "```text",
            "weights: Packed weights",
            "✓ 2,000 B is attested",
            "value: 2,000 B  [attested, measured]",
            "how: reported by a log",
            "defined: claims/a.yaml:5:3",
            "reported: a log",
            "```",
        ]
        window.replace("docs/a.md", "[4,000 B]", "[4,002 B]")
        assert "✗ 4,002 B is refuted (value), expected 4,000 B" in await at("docs/a.md", "4,002 B", 2)
        assert "how: weights / rate" in await at("docs/a.md", "claim:time", 6)
        assert "rate: Rate" in await at("claims/a.yaml", "/ rate", 3)
        assert "speaks of: cores 20, cpu i7, host laptop" in await at("claims/a.yaml", "/ rate", 3)
        assert await at("docs/a.md", "```text", 12) == ""

    edit(site, scenario)


def test_what_is_shown_for_a_place_is_of_a_stretch_around_it(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        for inside, stretch in (
            ("000 B](claim:twice", "4,000 B"),
            ('ice "', "twice"),
            ("00 B][w]", "2,000 B"),
        ):
            place = window.place("docs/a.md", inside)
            shown = await window.client.text_document_hover_async(types.HoverParams(**place))
            ready = await window.client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
            assert shown
            assert isinstance(ready, types.PrepareRenamePlaceholder)
            for range_ in (shown.range, ready.range):
                assert range_
                assert range_.start <= place["position"] <= range_.end
                assert range_.end.character - range_.start.character == len(stretch)

    edit(site, scenario)


def test_definition_and_references(site: Path) -> None:
    # One column more behind the emoji: in UTF-16 it takes two.
    stated = ["docs/a.md:3:15", "docs/a.md:4:31", "docs/a.md:5:4", "docs/b.md:1:12"]
    formulas = ["claims/a.yaml:10:40", "claims/a.yaml:14:7", "claims/a.yaml:15:7", "docs/a.md:4:71"]

    async def scenario(window: Editor) -> None:
        async def defined(path: str, text: str, offset: int = 0) -> list[str]:
            params = types.DefinitionParams(**window.place(path, text, offset))
            return window.shown(await window.client.text_document_definition_async(params))

        async def named(path: str, text: str, offset: int, *, declared: bool) -> list[str]:
            context = types.ReferenceContext(include_declaration=declared)
            params = types.ReferenceParams(context=context, **window.place(path, text, offset))
            return window.shown(await window.client.text_document_references_async(params))

        assert await defined("docs/a.md", "2,000 B") == ["claims/a.yaml:5:3"]
        assert await defined("docs/a.md", "[w]: claim:weights", 14) == ["claims/a.yaml:5:3"]
        assert await defined("docs/a.md", "table sums", 8) == ["claims/a.yaml:16:3"]
        assert await defined("docs/a.md", "4,000 B") == ["docs/a.md:4:49"]
        assert await defined("claims/a.yaml", "rate * time", 8) == ["claims/a.yaml:10:3"]
        assert await named("claims/a.yaml", "  weights:", 3, declared=False) == sorted([*stated, *formulas])
        assert await named("docs/a.md", "2 kB", 1, declared=True) == sorted(
            [*stated, *formulas, "claims/a.yaml:5:3"]
        )

    edit(site, scenario)


@pytest.mark.parametrize(
    ("path", "before", "offered"),
    [
        ("docs/a.md", "[5](claim:we", {"weights", "rate", "twice"}),
        ("docs/a.md", "[5](<claim:", {"weights"}),
        ("docs/a.md", "[r]: claim:", {"weights"}),
        ("docs/a.md", '{{ claim("', {"weights"}),
        ("docs/a.md", "<!-- claims:table ", {"sums"}),
        ("docs/a.md", '[5](claim:new "rate * wei', {"weights"}),
        ("claims/a.yaml", "  x: {says: X, expr: rate * ", {"weights", "time"}),
        ("claims/a.yaml", "  x:\n    decide: rate > we", {"weights"}),
        ("claims/a.yaml", "  x:\n    verify: onn", {"onnx.tensor", "artifact.json"}),
        ("claims/a.yaml", "  x:\n    verify: onnx.tensor\n    with:\n      ", {"model", "tensor", "read"}),
        ("claims/a.yaml", "  x:\n    verify: onnx.tensor\n    with: {model: net, te", {"tensor", "read"}),
        ("claims/a.yaml", "  x: {says: X, verify: onnx.tensor, with: {", {"model"}),
        ("claims/a.yaml", "  x:\n    verify: onnx.tensor\n    with: {model: ", {"net"}),
        ("claims/a.yaml", "  x:\n    verify: artifact.json\n    with:\n      artifact: b", {"bench"}),
        ("claims/a.yaml", "  x:\n    scope: ", {"laptop"}),
        ("claims/a.yaml", "  x:\n    compare: ", {"exact", "at-least"}),
        ("claims/a.yaml", "  x:\n    columns: {Sum: A + B, Time: A / ra", {"rate"}),
        ("claims/a.yaml", "  x:\n    columns:\n      Sum: A + B\n      'Time (s)': \"A / 'B' / ", {"rate"}),
    ],
)
def test_completion(site: Path, path: str, before: str, offered: set[str]) -> None:
    async def scenario(window: Editor) -> None:
        text = f"{window.texts[path]}{before}"
        window.write(path, text)
        params = types.CompletionParams(**window.place(path, text, len(text)))
        found = await window.client.text_document_completion_async(params)
        assert isinstance(found, list)
        labels = {one.label for one in found}
        assert offered <= labels
        assert ("sums" in labels) is ("claims:table" in before)  # a table has no figure
        assert not ("weights" in labels and "sums" in labels)
        assert "model" not in labels or "model: net" not in before  # it is given already
        for one in found:
            assert isinstance(one.text_edit, types.TextEdit)
            low = one.text_edit.range.start.character
            start = before.rpartition("\n")[2][low:]
            assert start == "" or all(letter.isalnum() or letter in "._" for letter in start)

    edit(site, scenario)


def test_nothing_is_offered_where_no_id_stands(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        for path, tail in (
            ("docs/a.md", "Prose: "),
            ("docs/a.md", "[5](http:"),
            ("claims/a.yaml", "    says: we"),
        ):
            text = f"{PAGE}{tail}"
            window.write(path, text)
            params = types.CompletionParams(**window.place(path, text, len(text)))
            assert not await window.client.text_document_completion_async(params)

    edit(site, scenario)


def test_a_stale_figure_is_rewritten_in_its_own_format(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        async def offered(text: str) -> list[types.CodeAction]:
            place = window.place("docs/a.md", text)
            at = place["position"]
            context = types.CodeActionContext(diagnostics=window.diagnostics.get("docs/a.md", []))
            params = types.CodeActionParams(
                text_document=place["text_document"], range=types.Range(start=at, end=at), context=context
            )
            found = await window.client.text_document_code_action_async(params)
            return [one for one in found or () if isinstance(one, types.CodeAction)]

        assert await offered("2,000 B") == []
        window.replace("docs/a.md", "🙂 [2,000 B]", "🙂 [2,500 B]")
        await window.codes("docs/a.md", "refuted/value")
        (action,) = await offered("2,500 B")
        assert (action.title, action.kind) == ("Write 2,000 B (weights)", types.CodeActionKind.QuickFix)
        assert [one.code for one in action.diagnostics or ()] == ["refuted/value"]
        mended = window.applied(action.edit)["docs/a.md"]
        assert mended == window.texts["docs/a.md"].replace("2,500 B", "2,000 B")
        window.write("docs/a.md", mended)
        await window.codes("docs/a.md")

    edit(site, scenario)


def test_all_stale_figures_of_a_stretch_are_offered_another_text(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        text = (
            PAGE.replace("[2,000 B](", "[20 B](", 1)
            .replace('"2 kB"', '"7 kB"')
            .replace("4,000 B", "5,000,000 B")
        )
        window.write("docs/a.md", text)
        await window.codes("docs/a.md", "refuted/value", "refuted/value", "refuted/value", "Q301")
        document = types.TextDocumentIdentifier(uri=window.uri("docs/a.md"))
        everything = types.Range(start=types.Position(line=0, character=0), end=position(text, len(text)))
        params = types.CodeActionParams(
            text_document=document, range=everything, context=types.CodeActionContext(diagnostics=[])
        )
        found = await window.client.text_document_code_action_async(params)
        titles = [one.title for one in found or ()]
        assert titles == ["Write 2,000 B (weights)", "Write 2 kB (weights)", "Write 4,000 B (twice)"]

    edit(site, scenario)


def test_an_id_is_renamed_wherever_it_is_written(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        for old, new, path, text, offset in (
            ("weights", "packed.size", "docs/a.md", "claim:weights", 8),
            ("twice", "double", "docs/a.md", "4,000 B", 1),
            ("sums", "rules", "docs/a.md", "table sums", 7),
            ("time", "t.read", "claims/a.yaml", "  time:", 3),
        ):
            place = window.place(path, text, offset)
            ready = await window.client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
            assert isinstance(ready, types.PrepareRenamePlaceholder)
            assert ready.placeholder == old
            found = await window.client.text_document_rename_async(types.RenameParams(new_name=new, **place))
            for edited, content in window.applied(found).items():
                if edited in window.texts:
                    window.write(edited, content)
                else:
                    (window.folder / edited).write_text(content, encoding="utf-8")
        for path in window.texts:
            window.save(path)

    edit(site, scenario)
    assert (site / "claims/a.yaml").read_text() == (
        LEDGER.replace("weights:", "packed.size:")
        .replace("weights /", "packed.size /")
        .replace("weights +", "packed.size +")
        .replace("time:", "t.read:")
        .replace("* time", "* t.read")
        .replace("sums:", "rules:")
    )
    page = (site / "docs/a.md").read_text()
    # What stands in a fence is text.
    assert page.count("claim:weights") == 1
    spelled = (
        "[2,000 B](claim:packed.size)",
        '{{ claim("packed.size", "2 kB") }}',
        '(claim:double "packed.size * 2")',
        "[w]: claim:packed.size",
        "<!-- claims:table rules -->",
        "(<claim:t.read>)",
    )
    assert [one for one in spelled if one not in page] == []
    assert (site / "docs/b.md").read_text() == "Elsewhere [2 kB](claim:packed.size).\n"


def test_a_renamed_project_holds(site: Path, project: Mini) -> None:
    test_an_id_is_renamed_wherever_it_is_written(site)
    assert project.check().code == 0


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("rate", "there is a claim rate already"),
        ("Weights", "'Weights' can't be an id"),
        ("ms", "ms can't be an id: it is a unit"),
    ],
)
def test_a_rename_that_can_not_be_says_why(site: Path, new: str, why: str) -> None:
    async def scenario(window: Editor) -> None:
        params = types.RenameParams(new_name=new, **window.place("docs/a.md", "2,000 B"))
        with pytest.raises(JsonRpcException, match=why):
            await window.client.text_document_rename_async(params)

    edit(site, scenario)


def test_nothing_is_renamed_while_the_ledger_is_broken(site: Path) -> None:
    async def scenario(window: Editor) -> None:
        window.replace("claims/a.yaml", "says: Sums", "says: Sums, syas: Sums")
        await window.until("claims/a.yaml", lambda found: [one.code for one in found] == ["L208"])
        params = types.RenameParams(new_name="packed", **window.place("docs/a.md", "2,000 B"))
        with pytest.raises(JsonRpcException, match="mend the ledger first"):
            await window.client.text_document_rename_async(params)
        ready = types.PrepareRenameParams(**window.place("docs/a.md", "2,000 B"))
        with pytest.raises(JsonRpcException, match="mend the ledger first"):
            await window.client.text_document_prepare_rename_async(ready)

    edit(site, scenario)
