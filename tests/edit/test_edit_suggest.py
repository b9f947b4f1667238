"""``trueup suggest``: which tags it proposes, and that a check accepts them."""

from __future__ import annotations

import pytest

from mini import Mini, claims
from tiny_model import tiny
from trueup.claim import reserved
from trueup.edit.literal import literal
from trueup.edit.proposal import fresh_id
from trueup.ids import ID
from trueup.quantity.read import read_figure

PAGE = "docs/page.md"
SUGGESTED = "claims/suggested.yaml"
LEDGER = claims(
    "link.pinned: {says: Pinned host-to-device copy, value: 11.74 GB/s, source: s, scope: {host: a}}",
    "head.bytes: {says: Packed weights, basis: model, expr: 152064 * 5120 * 0.5 B, subject: [lm_head]}",
    "depth: {says: Decoder layers of the model, basis: model, expr: 6 * 8}",
    "kept: {says: K, value: 130003 rows, source: s, scope: {host: a}}",
    "rows: {says: K, value: 160728 rows, source: s, scope: {host: a}}",
    "bare: {says: K, value: 130003, source: s, scope: {host: a}}",
    "old: {says: Stale pinned copy, value: 5 GB/s, source: s, as_of: 2020-01-01, max_age: 1 day}",
)


def suggested(project: Mini, text: str, *, ledger: str = LEDGER) -> str:
    """The document with the tags that are proposed for it, once a check has accepted them."""
    project.write("claims/a.yaml", ledger).write(PAGE, text)
    shown = project.run("suggest", PAGE)
    assert (project.path / PAGE).read_bytes().decode() == text
    assert shown.code == 0, shown.out + shown.err
    failing = {one["claim"] for one in project.check().json["verdicts"] if one["status"] == "refuted"}
    wrote = project.run("suggest", PAGE, "--write")
    assert wrote.code == 0, wrote.out + wrote.err
    after = (project.path / PAGE).read_bytes().decode()
    checked = project.check()
    assert checked.codes() == []
    assert {one["claim"] for one in checked.json["verdicts"] if one["status"] == "refuted"} == failing
    again = project.run("suggest", PAGE, "--write")
    assert "0 tags written" in again.out
    assert (project.path / PAGE).read_bytes().decode() == after
    return after


@pytest.mark.parametrize(
    ("text", "figure", "tag"),
    [
        # a claim: its subject, or two longer words of what it says
        ("The pinned copy: 11.74 GB/s.", "11.74 GB/s", "link.pinned"),
        ("lm_head has 389,283,840 B", "389,283,840 B", "head.bytes"),
        ("lm_head has **389 MB**.", "389 MB", "head.bytes"),
        ("The model has 48 decoder layers.", "48 decoder layers", "depth"),
        ("| a | lm_head |\n|---|---|\n| b | 389 MB |", "389 MB", "head.bytes"),
        # arithmetic in the same sentence, its operands named where they are claims
        ("4.37 µs → 6.00 µs (+37.3 %)", "+37.3 %", 'page.change "6.00 µs / 4.37 µs - 1"'),
        ("From 4 ms to 3 ms, −25 %.", "−25 %", 'page.change "3 ms / 4 ms - 1"'),
        ("8,192 B (16 × 1024 × 0.5)", "8,192 B", 'page.product "16 * 1024 * 0.5 B"'),
        ("The limit is 2^32 (about 4 GiB).", "about 4 GiB", 'page.product "2 ** 32 * 1 B"'),
        ("8,192 B (16×1024×0.5)", "8,192 B", 'page.product "16 * 1024 * 0.5 B"'),
        ("339 plus 581 is 920", "920", 'page.sum "339 + 581"'),
        ("12.5 tok/s (80 ms/token)", "80 ms/token", 'page.reciprocal "1 / 12.5 tok/s"'),
        ("130003 of 160728 rows, 80.88 %.", "80.88 %", 'page.share "130003 / 160728"'),
        (
            "[130003](claim:kept) of [160728 rows](claim:rows), 80.88 %.",
            "80.88 %",
            'page.share "kept / rows"',
        ),
        ("[130003](claim:kept) of 160728 rows, 80.88 %.", "80.88 %", 'page.share "130003 / 160728"'),
        (
            "[130003](claim:bare) of [160728](claim:rows) rows, 80.88 %.",
            "80.88 %",
            'page.share "130003 / 160728"',
        ),
        ("8 MB at 2.0 GB/s takes 4.0 ms", "4.0 ms", 'page.rate "8 MB / 2.0 GB/s"'),
        (
            "lm_head: [389,283,840 B](claim:head.bytes) at 2.00 GB/s takes 194.6 ms",
            "194.6 ms",
            'page.rate "head.bytes / 2.00 GB/s"',
        ),
        # a restatement of a figure that has a tag
        (
            'Its weights take [16 MB](claim:own "2 * 8 MB"), half each.\n\nThe weights, half: 16.0 MB.',
            "16.0 MB",
            "own",
        ),
    ],
)
def test_tags_that_a_check_accepts(project: Mini, text: str, figure: str, tag: str) -> None:
    tagged = text.replace(figure, f"[{figure}](claim:{tag})")
    assert suggested(project, f"# Page\n\n{text}\n") == f"# Page\n\n{tagged}\n"


@pytest.mark.parametrize(
    "text",
    [
        "Something has 389,283,840 B and 11.74 GB/s and 48 things.",  # no word says of what
        "lm_head has `389 MB`, ~~389 MB~~ and\n\n    389 MB lm_head\n",
        "<!-- claims:off -->\nlm_head has 389 MB\n<!-- claims:on -->",
        "see [lm_head with 389 MB](https://example.org)",  # a link holds no other
        "![lm_head 389 MB](a.png) <span title='389 MB'>lm_head</span>",
        "lm_head has **389** MB and 389&nbsp;MB",
        "lm_head has at least 300 MB, and under 400 MB",
        "lm_head has 390 MB",
        "lm_head: 0 GB",  # rounded to nothing, any size would fit
        "The stale pinned copy: 5 GB/s.",  # outdated
        "4.37 µs → 6.00 µs (+37.2 %)",  # consistent with what is rounded, but not what the formula gives
        "4.37 µs → 6.00 µs (+39 %)",
        "| lm_head | 389 MB |\n|---|---|\n| a | b |",
        "Decoder layers v48, i7-48, 2048-08-48.",
    ],
)
def test_what_is_left_alone(project: Mini, text: str) -> None:
    page = f"# Page\n\n{text}\n"
    project.write("claims/a.yaml", LEDGER).write(PAGE, page)
    ran = project.run("suggest", PAGE, "--write")
    assert (project.path / PAGE).read_text() == page, ran.out
    assert "0 tags written" in ran.out


def test_equal_formulas_have_one_id_in_all_documents(project: Mini) -> None:
    text = "8,192 B (16 × 1024 × 0.5).\n\nAgain 8,192 B (16 × 1024 × 0.5), and 6,144 B (12 × 1024 × 0.5).\n"
    project.write("docs/other.md", text)
    after = suggested(project, text)
    first, other = 'page.product "16 * 1024 * 0.5 B"', 'page.product_2 "12 * 1024 * 0.5 B"'
    assert after == (
        f"[8,192 B](claim:{first}) (16 × 1024 × 0.5).\n\nAgain [8,192 B](claim:{first}) (16 × 1024 × 0.5),"
        f" and [6,144 B](claim:{other}) (12 × 1024 × 0.5).\n"
    )
    assert project.run("suggest", "docs/other.md", "--write").code == 0
    assert (project.path / "docs/other.md").read_text(encoding="utf-8") == after


def test_a_formula_of_the_ledger_is_named_not_repeated(project: Mini) -> None:
    ledger = claims("tile: {says: A tile, basis: model, expr: 16 * 1024 * 0.5 B}")
    after = suggested(project, "8,192 B (16 × 1024 × 0.5)\n", ledger=ledger)
    assert after == "[8,192 B](claim:tile) (16 × 1024 × 0.5)\n"


def test_a_figure_that_fits_two_claims_is_left_with_both_names(project: Mini) -> None:
    both = claims(*(f"head.{name}: {{expr: 16 * 1 MB, subject: [lm_head]}}" for name in ("one", "two")))
    project.write("claims/a.yaml", both).write(PAGE, "lm_head has 16 MB\n")
    ran = project.run("suggest", PAGE)
    assert f"{PAGE}:1:13: left" in ran.out
    assert "it could be head.one or head.two" in ran.out


def test_bytes_around_tags_stay(project: Mini) -> None:
    before = "\ufeff# é e\u0301\r\n\r\n\tcode 389 MB\r\n\r\nlm_head\thas 389 MB\u2028and\u00a0more"
    after = suggested(project, before)
    assert after == before.replace("has 389 MB", "has [389 MB](claim:head.bytes)")


def test_a_patch_of_document_and_ledger(project: Mini) -> None:
    project.write("claims/inputs/tiny.onnx", tiny())
    project.write("claims/a.yaml", "models:\n  tiny: {path: claims/inputs/tiny.onnx}\n")
    page = "# Page\n\nThe `lm_head` weights are 3,072 B; 3.072 kB of `lm_head`.\n\nSomething has 3,072 B.\n"
    project.write(PAGE, page)
    ran = project.run("suggest", PAGE)
    assert ran.code == 0
    assert "3,072 B is lm_head.weight_q4.bytes" in ran.out
    assert "it is the size of lm_head.weight_Q4 in tiny" in ran.out
    assert "--- /dev/null\n+++ b/claims/suggested.yaml\n" in ran.out
    assert (
        "+    with: {model: tiny, tensor: lm_head.weight_Q4, consumed_by: MatMulNBits, read: bytes}\n"
        in ran.out
    )
    assert not (project.path / SUGGESTED).exists()
    assert project.run("suggest", PAGE, "--write").code == 0
    tagged = (project.path / PAGE).read_text()
    assert "[3,072 B](claim:lm_head.weight_q4.bytes); [3.072 kB](claim:lm_head.weight_q4.bytes) of" in tagged
    assert "Something has 3,072 B." in tagged
    assert project.check().statuses() == {"lm_head.weight_q4.bytes": "verified"}
    project.write("docs/more.md", "The embed_tokens weights are 3,072 B.\n")
    assert project.run("suggest", "docs/more.md", "--write").code == 0
    assert (project.path / SUGGESTED).read_text().count("verify: onnx.tensor") == 2
    assert project.check().code == 0


def test_no_code_of_the_project_runs(project: Mini) -> None:
    project.write("verifiers/v.py", "raise SystemExit\nfrom trueup.verifier import verifier\n" + VERIFIER)
    project.write("claims/a.yaml", claims("n: {says: Count of the things, basis: model, verify: v.n}"))
    project.write(PAGE, "The count of things is 7.\n")
    assert "0 tags written" in project.run("suggest", PAGE, "--write").out
    assert not (project.path / "ran").exists()


VERIFIER = """
@verifier("v.n")
def n(request):
    open("ran", "w")
    return 7
"""


def test_a_document_that_is_none_is_bad_input(project: Mini) -> None:
    project.write("claims/a.yaml", LEDGER).write(PAGE, "text\n")
    for path in ("docs/no.md", "depth"):
        ran = project.run("suggest", path)
        assert ran.code == 2
        assert "C811" in ran.err


@pytest.mark.parametrize(
    "words", ["lm_head.weight_Q4.bytes", "B", "7 layers", "…", "index", "a..b", "Ünï.x", "min"]
)
def test_ids_are_valid_and_free(words: str) -> None:
    taken: set[str] = set()
    for _ in range(3):
        name = fresh_id(words, taken)
        assert ID.fullmatch(name)
        assert not reserved(name)
        assert name not in taken
        taken.add(name)


@pytest.mark.parametrize(
    ("figure", "formula"),
    [
        ("389,283,840 B", "389283840 B"),
        ("6.00 µs", "6.00 µs"),
        ("152064 × 5120 × 0.5", "152064 * 5120 * 0.5"),
        ("130003 of 160728 rows", "130003 / 160728"),
        ("48 layers", "48"),
        ("15×", "15"),
        ("12.5 %", "12.5 %"),
        ("2^32", "2 ** 32"),
        ("2^-24", "2 ** -24"),
        ("1.5e3 ms", "1500 ms"),
        ("~78 ms", None),
        ("45–90 µs", None),
        ("≥ 7", None),
    ],
)
def test_figures_in_formulas(figure: str, formula: str | None) -> None:
    assert literal(read_figure(figure)) == formula
