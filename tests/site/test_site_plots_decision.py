"""The plot of a decision: where its marks stand, what the table beside it says; nothing in it acts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plotted import Drawing
from recorded_verdicts import HOSTILE, claim
from trueup.diagnostics import TrueupError
from trueup.mkdocs_plugin.judge import check
from trueup.quantity.things import THINGS
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.reports.exact import exact
from trueup.reports.html.exact import as_quantity
from trueup.reports.html.pages import Links
from trueup.reports.html.plots.decision_drawing import draw_decision
from trueup.reports.html.plots.decision_section import decision_section
from trueup.reports.html.recorded import Recorded, from_document

LINKS = Links(claim=lambda name: f"{name}.html", place=lambda at, anchor: None, dashboard="index.html")
LEDGER = """hosts:
  laptop: {cpu: i7}
  box: {cores: 32}
defaults: {source: a public record, as_of: 2026-08-19}
claims:
  size: {expr: 400 * 1 MB}
  cpu: {basis: measured, scope: laptop, value: 5–6 GB/s}
  link: {basis: measured, scope: laptop, value: 10 GB/s}
  far: {basis: measured, scope: box, value: 10 GB/s}
  move:
    decide: size / cpu > size / link
    words: {true: inverts, false: holds}
  move.far:
    decide: size / cpu > size / far
    words: {true: inverts, false: holds}
    cross_host: for the sake of it
  never: {decide: size > size, words: {true: "yes", false: "no"}}
  both:
    decide: size / cpu > size / link and cpu < 8 GB/s
    words: {true: inverts, false: holds}
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    root = tmp_path_factory.mktemp("decisions")
    for path, text in (("claims/a.yaml", LEDGER), ("docs/index.md", "It [inverts](claim:move).\n")):
        (root / path).parent.mkdir()
        (root / path).write_text(text)
    return from_document(check(root))


def section(recorded: Recorded, name: str = "move") -> str:
    return decision_section(recorded.claims[name], recorded, LINKS)


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two places on the axes are the same, as far as a drawing can say."""
    return abs(one[0] - other[0]) < 0.03 and abs(one[1] - other[1]) < 0.5


def crafted(*, words: str = "yes", host: str = "laptop", evidence: Any = None) -> Recorded:
    """A decision ``a > b`` that flips where ``a`` is 2, as recorded."""
    point = {"spread": ["1", "1"], "reach": ["1", "1"], "dimension": {"s": 1}}
    at = {"spread": ["2", "2"], "reach": ["2", "2"], "dimension": {"s": 1}}
    turn = {"operand": "a", "at": at, "below": words, "above": words, "distance": "2", "away": words}
    operand = claim("attested", how="reported", basis="measured", scope={"host": host})
    return from_document(
        {
            "claims": {
                "a": {**operand, "quantity": point, "evidence": evidence},
                "b": {**operand, "quantity": at},
                "d": {**claim(how="decide", formula="a > b"), "turns": [turn]},
            }
        }
    )


def test_the_flip_stands_where_the_sides_meet(recorded: Recorded) -> None:
    drawing = Drawing.of(section(recorded))
    ((bottom, top),) = drawing.lines("turn")
    assert bottom[0] == top[0] == pytest.approx(10, abs=0.03)
    for name in ("left", "right"):
        (curve,) = drawing.lines(f"curve-{name}")
        nearest = min(curve, key=lambda at: abs(at[0] - 10))
        assert near(nearest, (10, 40))


def test_each_side_has_its_point_with_its_interval(recorded: Recorded) -> None:
    drawing = Drawing.of(section(recorded))
    ((x, y),) = drawing.points("point-left")
    assert near((x, y), (5.5, 400 / 5.5))
    # What is written as 5 to 6 GB/s could be 4.5 to 6.5.
    across, up = drawing.lines("interval-left")
    assert [at[0] for at in across] == pytest.approx([4.5, 6.5], abs=0.03)
    assert sorted(at[1] for at in up) == pytest.approx([400 / 6.5, 400 / 4.5], abs=0.5)
    ((x, y),) = drawing.points("point-right")
    assert near((x, y), (5.5, 40))


def test_the_words_stand_on_their_sides_of_the_flip(recorded: Recorded) -> None:
    drawing = Drawing.of(section(recorded))
    assert drawing.label("turn-label") == ["flips at 10.00 GB/s"]
    assert drawing.label("word") == ["inverts ◂", "▸ holds"]
    assert drawing.label("axis-label") == ["cpu (GB/s)", "ms"]


def test_the_table_says_the_same(recorded: Recorded) -> None:
    text = section(recorded)
    for said in (
        "<td>Left side</td><td><code>size / cpu</code></td>",
        "<td>Right side</td><td><code>size / link</code></td><td>40.00 ms</td>",
        '<td>Operand</td><td><a href="cpu.html"><code>cpu</code></a></td><td>5.500 GB/s</td>',
        "<td>10.00 GB/s</td><td>inverts below, holds above; a factor of 1.82 away</td>",
        "<td>laptop</td>",
    ):
        assert said in text


def test_hosts_have_shapes_of_their_own(recorded: Recorded) -> None:
    text = section(recorded, "move.far")
    assert "●</span>now, on laptop" in text
    assert "■</span>now, on box" in text


def test_what_was_recorded_elsewhere_is_hollow() -> None:
    counts = {"date": "2026-08-02", "host": "laptop", "value": "1 s", "low": 1, "high": 1, "counts": True}
    other = {"date": "2026-08-01", "host": "box", "value": "2.4–2.6 s", "low": 2400, "high": 2600}
    text = section(crafted(evidence={"unit": "ms", "entries": [counts, other]}), "d")
    drawing = Drawing.of(text)
    assert near(drawing.points("past-point-left")[0], (2.5, 2.5))
    assert near(drawing.points("point-left")[0], (1, 1))
    assert "●</span>now, on laptop" in text
    assert "□</span>also recorded on box" in text
    assert "<td>Also recorded</td>" in text
    assert "<td>2.500 s</td><td>2.4–2.6 s</td><td>box, 2026-08-01</td>" in text


def test_a_comparison_among_several_is_the_one_drawn(recorded: Recorded) -> None:
    drawing = Drawing.of(section(recorded, "both"))
    assert drawing.label("turn-label") == ["flips at 8.000 GB/s"]


def test_what_nothing_flips_has_no_plot(recorded: Recorded) -> None:
    assert section(recorded, "never") == ""
    assert section(recorded, "size") == ""


def test_a_reader_who_does_not_see_it_is_told(recorded: Recorded) -> None:
    root = Drawing.of(section(recorded)).root
    assert root.get("role") == "img"
    title, about = root[0], root[1]
    assert root.get("aria-labelledby") == f"{title.get('id')} {about.get('id')}"
    assert title.text == "move against cpu"
    assert "size / link is 40.00 ms (38.09–42.11 ms) on laptop" in (about.text or "")
    assert "flips at 10.00 GB/s: inverts below, holds above" in (about.text or "")


def test_the_same_decision_gives_the_same_bytes(recorded: Recorded) -> None:
    first = section(recorded)
    draw_decision.cache_clear()
    assert section(recorded) == first
    draw_decision.cache_clear()
    assert "20" + "26-1" not in first


def test_nothing_is_drawn_twice(recorded: Recorded) -> None:
    section(recorded)
    before = draw_decision.cache_info()
    section(recorded)
    after = draw_decision.cache_info()
    assert (after.hits - before.hits, after.misses - before.misses) == (1, 0)


def test_colours_are_those_of_the_page(recorded: Recorded) -> None:
    text = section(recorded)
    painted = {one.get(key) for one in Drawing.of(text).root.iter() for key in ("fill", "stroke")}
    assert all(colour is None or colour == "none" or colour.startswith("var(--") for colour in painted)
    assert "style=" not in text
    assert "<style" not in text


def test_two_plots_on_a_page_share_no_id(recorded: Recorded) -> None:
    ids = [
        {one.get("id") for one in Drawing.of(section(recorded, name)).root.iter() if one.get("id")}
        for name in ("move", "move.far")
    ]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_hostile_words_and_hosts_are_inert() -> None:
    text = section(crafted(words=HOSTILE, host=HOSTILE), "d")
    drawing = Drawing.of(text)
    assert {one.tag.rpartition("}")[2] for one in drawing.root.iter()} <= {
        "svg", "title", "desc", "g", "path", "text", "use", "defs", "clipPath", "rect"
    }  # fmt: skip
    for raw in ("<script", "<img", "onerror=alert(2)>", "\x1b", "\n", "{{", "{%", "{#", "`"):
        assert raw not in text
    assert any("<scr" in word for word in drawing.label("word"))


def test_long_words_stand_one_above_the_other_and_none_is_cut() -> None:
    words = "moving the projection to it is much faster"
    drawing = Drawing.of(section(crafted(words=words), "d"))
    assert drawing.label("word") == [f"◂ {words}", f"{words} ▸"]
    heights = [
        float(text.get("y", ""))
        for name in ("word", "turn-label")
        for one in drawing.named(name)
        for text in one
    ]
    assert len(set(heights)) == 3


def test_a_formula_in_a_word_is_shown_as_it_is() -> None:
    drawing = Drawing.of(section(crafted(words=r"$\frac{1}{0}$ 統計 🔴"), "d"))
    assert drawing.label("word")[0] == r"$\frac{1}{0}$ 統計 🔴 ◂"


def test_without_the_library_the_table_is_shown_all_the_same(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_decision.cache_clear()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    text = section(recorded)
    assert "<svg" not in text
    assert "pip install &#x27;trueup[plots]&#x27;" in text
    assert "inverts below, holds above" in text


def test_judging_and_describing_pages_import_no_library(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "import trueup.mkdocs_plugin.generated, trueup.reports.html.plots.rates_page\n"
        "from trueup.cli.main import run\n"
        "try: run(['check', '--format', 'json'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'matplotlib', 'numpy'} & set(sys.modules)), file=sys.stderr)"
    )
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims/a.yaml").write_text(LEDGER)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert '"quantity"' in done.stdout
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("operand", ["0", "-5/3", str(10**400), f"1/{10**400}", f"-{10**300}"])
def test_numbers_of_any_size_break_nothing(operand: str) -> None:
    strange = {"spread": [operand, operand], "reach": [operand, None], "dimension": {"s": 1}}
    found = crafted()
    entry = {**claim("attested", basis="measured"), "quantity": strange}
    other = from_document({"claims": {"a": entry}}).claims["a"]
    recorded = Recorded(claims={**found.claims, "a": other})
    assert isinstance(section(recorded, "d"), str)


@pytest.mark.parametrize(
    "quantity",
    [
        [],
        {"spread": ["1"], "reach": ["1", "1"], "dimension": {}},
        {"spread": [1, 1], "reach": ["1", "1"], "dimension": {}},
        {"spread": ["2", "1"], "reach": ["1", "1"], "dimension": {}},
        {"spread": ["1/0", "1"], "reach": ["1", "1"], "dimension": {}},
        {"spread": ["1e999999999", "1"], "reach": ["1", "1"], "dimension": {}},
        {"spread": ["1", "1"], "reach": ["1", "1"], "dimension": {"<b>": 1}},
        {"spread": ["1", "1"], "reach": ["1", "1"], "dimension": {"s": 10**9}},
        {"spread": ["1", "1"], "reach": ["1", "1"], "dimension": {"s": True}},
    ],
)
def test_a_quantity_of_another_shape_is_refused(quantity: object) -> None:
    with pytest.raises(TrueupError, match="C851"):
        as_quantity(quantity, "key")


def test_a_quantity_of_any_counted_thing_is_read_back() -> None:
    for name in THINGS:
        value = Quantity.exact(3, Dimension.of(**{name: 1, "s": -1}))
        assert as_quantity(exact(value), "key") == value
