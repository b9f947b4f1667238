"""The plugin's line in ``mkdocs.yml``: nothing else changes, or nothing at all."""

from __future__ import annotations

import pytest
import yaml

from trueup.edit.start.plugin import with_plugin


def loaded(text: str) -> dict[str, object]:
    """As a parser reads it; tags are passed over."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("", lambda loader, suffix, node: f"{suffix} {node.value}")
    found: dict[str, object] = yaml.load(text, Loader)  # noqa: S506  a safe one
    return found


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ("site_name: X\n", "\nplugins:\n  - search\n  - trueup\n"),
        ("site_name: X", "\n\nplugins:\n  - search\n  - trueup\n"),
        ("plugins:\n  - search\nsite_name: X\n", "  - trueup\n"),
        ("plugins:\n- search\n# a comment\nsite_name: X\n", "- trueup\n"),
        ("plugins:\n- search   # why\nsite_name: X\n", "- trueup\n"),
        ("site_name: X\nplugins:\n    - search", "\n    - trueup"),
        ("plugins:\n  - search:\n      lang: [en, de]\n  - macros\n\n\ntheme: {name: x}\n", "  - trueup\n"),
        ("plugins:\n  - macros:\n      modules:\n      - a\n      - b\nsite_name: X\n", "  - trueup\n"),
        ("plugins:\n  - search:\n      prebuild: |\n        text\n\nsite_name: X\n", "  - trueup\n"),
        ("plugins: [search, macros]\n", ", trueup"),
        ("plugins: [search, macros: {a: b}]\n", ", trueup"),
        ("plugins: [\n  search,\n  {macros: {}}\n]\n", ", trueup"),
        ("plugins:\n  search: {}\n  macros:\n    a: b\nsite_name: X\n", "  trueup: {}\n"),
        ("plugins: {search: {}}\n", ", trueup: {}"),
        ("site_name: X\r\nplugins:\r\n  - search\r\nnav: []\r\n", "  - trueup\r\n"),
        ("hooks: !!python/name:a.b\nplugins:\n  - !ENV [A, search]\n  - macros\n", "  - trueup\n"),
        ("a: &x {b: c}\nd: {<<: *x}\nplugins:\n  - search\n", "  - trueup\n"),
    ],
)
def test_one_piece_is_added_to_the_list(before: str, added: str) -> None:
    after = with_plugin(before)
    assert after is not None
    at = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), None)
    at = len(before) if at is None else at
    # The piece may begin like what follows it.
    places = range(max(0, at - len(added)), at + 1)
    assert any(after == before[:place] + added + before[place:] for place in places), after
    old, new = loaded(before), loaded(after)
    plugins = new.pop("plugins")
    listed = old.pop("plugins", ["search"])
    assert plugins == ([*listed, "trueup"] if isinstance(listed, list) else {**dict(listed), "trueup": {}})  # type: ignore[call-overload]
    assert new == old


@pytest.mark.parametrize(
    "text",
    [
        "INHERIT: base.yml\nsite_name: X\n",
        "plugins: []\n",
        "plugins:\nsite_name: X\n",
        "plugins: !ENV PLUGINS\n",
        "a: &p [search]\nplugins: *p\n",
        "plugins: [search]\nplugins: [macros]\n",
        "site_name: X\n...\n",
        "{site_name: X}\n",
        "copyright: |+\n  text",
        "- a\n",
        "",
    ],
)
def test_what_can_not_be_done_for_certain_is_left(text: str) -> None:
    assert with_plugin(text) is None
