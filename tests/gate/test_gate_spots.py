"""Every place of either side is matched, lost or new, once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from trueup.engine.sides import Side
from trueup.gate.spots import match, spots
from trueup.tags.scan import scan

FIGURE = st.sampled_from(["1 B", "2 B", "3 %"])
PIECE = st.one_of(
    st.builds("[{}](claim:{})".format, FIGURE, st.sampled_from(["a.b", "c.d"])), FIGURE, st.just("text")
)
PAGE = st.lists(st.lists(PIECE, min_size=1, max_size=4).map(" ".join), max_size=4).map("\n\n".join)
PAGES = st.dictionaries(st.sampled_from(["docs/a.md", "docs/b.md", "docs/c.md"]), PAGE)


def side(pages: dict[str, str]) -> Side:
    """A side that has documents and no verdicts."""
    scanned = {path: scan(path, text) for path, text in pages.items()}
    return cast("Side", SimpleNamespace(pages=scanned, report=SimpleNamespace(verdicts=())))


@given(PAGES, PAGES)
def test_each_place_is_accounted_for_once(base: dict[str, str], head: dict[str, str]) -> None:
    old, new = side(base), side(head)
    found = match(old, new)
    before = [one.at for one, _ in found.pairs] + [one.at for one, _ in found.plain]
    before += [one.at for one in found.gone]
    after = [one.at for _, one in found.pairs] + [one.at for one in found.new]
    assert sorted(map(str, before)) == sorted(str(one.at) for one in spots(old))
    assert sorted(map(str, after)) == sorted(str(one.at) for one in spots(new))


@given(PAGES)
def test_what_has_not_changed_is_matched_with_itself(pages: dict[str, str]) -> None:
    found = match(side(pages), side(pages))
    assert all(old.at == new.at for old, new in found.pairs)
    assert (found.plain, found.gone, found.new) == ((), (), ())


@given(PAGES, st.data())
def test_a_tag_that_becomes_text_is_never_overlooked(pages: dict[str, str], data: st.DataObject) -> None:
    places = [
        (path, at) for path, text in pages.items() for at in range(len(text)) if text.startswith("](", at)
    ]
    if not places:
        return
    path, at = data.draw(st.sampled_from(places))
    text = pages[path]
    start, end = text.rindex("[", 0, at), text.index(")", at)
    bare = f"{text[:start]}{text[start + 1 : at]}{text[end + 1 :]}"
    found = match(side(pages), side({**pages, path: bare}))
    assert len(found.plain) == 1
    assert (found.gone, found.new) == ((), ())
