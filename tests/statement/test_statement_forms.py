"""The ways in which people state arithmetic, and what only looks like it."""

from __future__ import annotations

import pytest

from trueup.quantity.find import find_figures
from trueup.statement.find import find_statements
from trueup.statement.model import Statement

HOLDING = [
    ("152064 × 5120 × 0.5 = 389,283,840 B", "product", "389,283,840 B", "152064 × 5120 × 0.5"),
    ("389,283,840 B (152064 × 5120 × 0.5)", "product", "389,283,840 B", "152064 × 5120 × 0.5"),
    ("867 = 3 × 289", "product", "867", "3 × 289"),
    ("2 × 32 MiB = 64 MiB", "product", "64 MiB", "2 × 32 MiB"),
    ("4 heads × 128 wide × 2 B = 1,024 B", "product", "1,024 B", "4 heads × 128 wide × 2 B"),
    ("(3 + 4) × 5 = 35", "sum", "35", "(3 + 4) × 5"),
    ("339 + 581 + 53 = 973", "sum", "973", "339 + 581 + 53"),
    ("1,048,576 − 65,536 = 983,040", "difference", "983,040", "1,048,576 − 65,536"),
    ("389,283,840 B / 5 GB/s = 78 ms", "quotient", "78 ms", "389,283,840 B / 5 GB/s"),
    ("1.93 GB / 37.6 ms = 51.3 GB/s", "quotient", "51.3 GB/s", "1.93 GB / 37.6 ms"),
    ("2^10 = 1024 is one", "product", "1024", "2^10"),
    ("389,283,840 B (152064×5120×0.5)", "product", "389,283,840 B", "152064×5120×0.5"),
    ("389,283,840 B = 152064x5120x0.5", "product", "389,283,840 B", "152064x5120x0.5"),
    ("1920×1080 = 2,073,600 pixels", "product", "2,073,600", "1920×1080"),
    ("1,024 B (512×2)", "product", "1,024 B", "512×2"),
    ("389,283,840 B, i.e. 152064 × 5120 × 0.5.", "product", "389,283,840 B", "152064 × 5120 × 0.5"),
    ("389,283,840 B (= 152064 × 5120 × 0.5)", "product", "389,283,840 B", "152064 × 5120 × 0.5"),
    ("339 plus 581 is 920", "sum", "920", "339 plus 581"),
    ("389,283,840 B divided by 5 GB/s = 78 ms", "quotient", "78 ms", "389,283,840 B divided by 5 GB/s"),
    ("8 GPUs with 80 GB each (640 GB)", "product", "640 GB", "8 GPUs × 80 GB"),
    ("640 GB (8 GPUs with 80 GB each)", "product", "640 GB", "8 GPUs × 80 GB"),
    ("4.37 µs → 6.00 µs (+37.3 %)", "change", "+37.3 %", "4.37 µs → 6.00 µs"),
    ("4.37 → 6.00 µs, +37.3 %", "change", "+37.3 %", "4.37 → 6.00 µs"),
    ("4.37 µs to 6.00 µs, +37.3 %", "change", "+37.3 %", "4.37 µs → 6.00 µs"),
    ("from 4.37 µs to 6.00 µs, 37.3 %", "change", "37.3 %", "4.37 µs → 6.00 µs"),
    ("a 40 % drop (from 10 ms to 6.0 ms)", "change", "40 %", "10 ms → 6.0 ms"),
    ("from 41879 lines to 118 (99.7 % less)", "change", "99.7 %", "41879 lines → 118"),
    ("9.31 ms → 9.12 ms, −0.19 ms", "change", "−0.19 ms", "9.31 ms → 9.12 ms"),
    ("57.09 % → 81.31 %, +24.2 points", "change", "+24.2", "57.09 % → 81.31 %"),
    ("2 ms → 3 ms → 4.5 ms (+125 %)", "change", "+125 %", "3 ms → 4.5 ms"),
    ("from 10.0 µs to 15.0 µs, a 50 % increase", "change", "50 %", "10.0 µs → 15.0 µs"),
    ("rose by 50 %, from 10.0 µs to 15.0 µs", "change", "50 %", "10.0 µs → 15.0 µs"),
    ("fell from 10.0 ms to 6.0 ms, or 40 %", "change", "40 %", "10.0 ms → 6.0 ms"),
    ("10.0 ms → 15.0 ms, a rise of 50 %", "change", "50 %", "10.0 ms → 15.0 ms"),
    ("10.0 ms => 15.0 ms: 50 %", "change", "50 %", "10.0 ms → 15.0 ms"),
    ("10.0 ms → 15.0 ms +50 %", "change", "+50 %", "10.0 ms → 15.0 ms"),
    ("10.0 ms -> 6.0 ms (40 % less)", "change", "40 %", "10.0 ms → 6.0 ms"),
    ("saves 40 % (10.0 ms to 6.0 ms)", "change", "40 %", "10.0 ms → 6.0 ms"),
    ("saves 40 %: 6.0 ms instead of 10.0 ms", "change", "40 %", "6.0 ms against 10.0 ms"),
    ("6.0 ms (was 10.0 ms, −40 %)", "change", "−40 %", "10.0 ms → 6.0 ms"),
    ("6.0 ms (previously 10.0 ms): 40 % less", "change", "40 %", "10.0 ms → 6.0 ms"),
    ("up 50 % to 15.0 ms from 10.0 ms", "change", "50 %", "10.0 ms → 15.0 ms"),
    ("from 10.0 ms down to 6.0 ms (40 %)", "change", "40 %", "10.0 ms → 6.0 ms"),
    ("10.0 ms → 8.0 ms, 2.0 ms less", "change", "2.0 ms", "10.0 ms → 8.0 ms"),
    ("from 10.0 ms to 8.0 ms, a saving of 2.0 ms", "change", "2.0 ms", "10.0 ms → 8.0 ms"),
    ("up 24.2 points, from 57.09 % to 81.31 %", "change", "24.2", "57.09 % → 81.31 %"),
    ("15 % longer than the baseline (314 vs. 274 words)", "change", "15 %", "314 against 274 words"),
    ("15× (500 ms vs 33 ms)", "ratio", "15×", "500 ms against 33 ms"),
    ("15× faster: 500 ms vs 33 ms", "ratio", "15×", "500 ms against 33 ms"),
    ("500 ms → 33 ms, a factor of 15", "ratio", "15", "500 ms → 33 ms"),
    ("500 ms vs 33 ms (15×)", "ratio", "15×", "500 ms against 33 ms"),
    ("59x faster (218 s to 3.7 s)", "ratio", "59x", "218 s → 3.7 s"),
    ("33 ms, ~15× cheaper than the 500 ms of the host", "ratio", "~15×", "33 ms against 500 ms"),
    ("0.78 GB/s = 1.6 % of the 49.28 GB/s read ceiling", "share", "1.6 %", "0.78 GB/s against 49.28 GB/s"),
    ("130003 of 160728 rows, 80.88 %", "share", "80.88 %", "130003 of 160728 rows"),
    ("15 of 20 = 75 %", "share", "75 %", "15 of 20"),
    ("867/867 keys (100 %)", "share", "100 %", "867/867 keys"),
    ("36.7 % (36 of 98)", "share", "36.7 %", "36 of 98"),
    ("80.88 %: 130003 of 160728", "share", "80.88 %", "130003 of 160728"),
    ("80.88 % of the rows (130003 of 160728)", "share", "80.88 %", "130003 of 160728"),
    ("130003 out of 160728 (80.88 %)", "share", "80.88 %", "130003 out of 160728"),
    ("36 of the 98 columns (36.7 %)", "share", "36.7 %", "36 of the 98 columns"),
    ("36 columns of 98 (36.7 %)", "share", "36.7 %", "36 columns of 98"),
    ("6.2 GB of 8.0 GB (78 %)", "share", "78 %", "6.2 GB of 8.0 GB"),
    ("724 / 4800 = 15.1 %", "share", "15.1 %", "724 / 4800"),
    ("15 % of 200 is 30", "share", "30", "15 % of 200"),
    ("389,283,840 B at 5 GB/s is ~78 ms", "rate", "~78 ms", "389,283,840 B at 5 GB/s"),
    ("389 MB at 5 GB/s: 78 ms", "rate", "78 ms", "389 MB at 5 GB/s"),
    ("At 5 GB/s the 389 MB take ~78 ms", "rate", "~78 ms", "389 MB at 5 GB/s"),
    ("78 ms for 389 MB at 5 GB/s", "rate", "78 ms", "389 MB at 5 GB/s"),
    ("1000 requests at 50 requests/s take 20 s", "rate", "20 s", "1000 requests at 50 requests/s"),
    ("389 MB in 33 ms (11.8 GB/s)", "rate", "11.8 GB/s", "389 MB in 33 ms"),
    ("33 ms for 389 MB, i.e. 11.8 GB/s", "rate", "11.8 GB/s", "389 MB in 33 ms"),
    ("9.24 tok/s (256 tokens in 27.7 s)", "rate", "9.24 tok/s", "256 tokens in 27.7 s"),
    ("12.8 tok/s (78 ms/token)", "reciprocal", "78 ms/token", "1 / 12.8 tok/s"),
    ("78 ms per token = 12.8 tok/s", "reciprocal", "12.8 tok/s", "1 / 78 ms per token"),
    ("(15.63 ms per token, 64.0 tok/s)", "reciprocal", "64.0 tok/s", "1 / 15.63 ms per token"),
    ("389,283,840 B (371.25 MiB)", "restated", "371.25 MiB", "389,283,840 B"),
    ("371.25 MiB (389,283,840 B)", "restated", "371.25 MiB", "389,283,840 B"),
    ("1.25 GB/s = 10 Gbit/s", "restated", "10 Gbit/s", "1.25 GB/s"),
    ("45–90 µs (47, 62 and 90 µs)", "range", "45–90 µs", "47, 62, 90 µs"),
    ("17.9–19.8 ms over 17.936, 18.4 and 19.785 ms", "range", "17.9–19.8 ms", "17.936, 18.4, 19.785 ms"),
]  # fmt: skip

WRONG = [
    ("152064 × 5210 × 0.5 = 389,283,840 B", "389,283,840 B"),
    ("389,283,840 B (152063 × 5120 × 0.5)", "389,283,840 B"),
    ("15.325 GB × 42.75 /s = 724 GB/s", "724 GB/s"),
    ("339 + 582 = 920", "920"),
    ("4.37 µs → 6.10 µs (+37.3 %)", "+37.3 %"),
    ("4.37 µs → 6.00 µs (−37.3 %)", "−37.3 %"),
    ("368.91 → 548.81 ms, +48 %", "+48 %"),
    ("from 4.37 µs to 6.10 µs, 37.3 %", "37.3 %"),
    ("500 ms vs 33 ms (25×)", "25×"),
    ("7.7× (38.6 MB → 10.2 MB)", "7.7×"),
    ("130013 of 160728 rows, 80.88 %", "80.88 %"),
    ("724 / 4800 = 15.9 %", "15.9 %"),
    ("13.6 % of 49.28 GB/s is 7.60 GB/s", "7.60 GB/s"),
    ("389,283,840 B at 6 GB/s is ~78 ms", "~78 ms"),
    ("389,283,840 B (389 MiB)", "389 MiB"),
    ("47–60 µs (47, 62 and 90 µs)", "47–60 µs"),
    ("2 × 80 × 4096 × 8 × 128 × 2 bytes = 13.4 GB", "13.4 GB"),
    ("152065 × 5120 × 0.5 B = 389,283,840 B", "389,283,840 B"),
    ("389,283,840 B (0.5 bytes × 152065 × 5120)", "389,283,840 B"),
    ("from 867 tests to 900 tests, +4.8 %", "+4.8 %"),
    ("389,283,840 B (152064×5210×0.5)", "389,283,840 B"),
    ("1920×1080 = 2,076,300 pixels", "2,076,300"),
    ("5120×2 B = 12,040 B", "12,040 B"),
    ("389,283,804 B, i.e. 152064 × 5120 × 0.5", "389,283,804 B"),
    ("10.0 ms → 15.0 ms, a rise of 55 %", "55 %"),
    ("10.0 ms => 15.0 ms: 25 %", "25 %"),
    ("6.0 ms (was 10.0 ms, −14 %)", "−14 %"),
    ("15× (500 ms vs 13 ms)", "15×"),
    ("500 ms → 33 ms, a factor of 51", "51"),
    ("80.88 %: 130013 of 160728 rows.", "80.88 %"),
    ("80.88 % of the rows (130013 of 160728)", "80.88 %"),
    ("39 of the 98 columns (36.7 %)", "36.7 %"),
    ("371.25 MiB (389,283,840 B), i.e. 389 MiB", "389 MiB"),
    ("7,870,916,608 B (7.87 GB, 7.73 GiB)", "7.73 GiB"),
    ("389 MB in 33 ms (18.1 GB/s)", "18.1 GB/s"),
    ("12.8 tok/s (87 ms/token)", "87 ms/token"),
    ("12.8 tok/s = 79 ms/token", "79 ms/token"),
    ("8 GPUs with 80 GB each: 460 GB", "460 GB"),
    ("867 tensors (3 × 290)", "867 tensors"),
]

#: nothing certain that fails may be read into these
HARMLESS = [
    "Python 3.9 → 3.12 (+25 %), version 3 → 4 (+10 %), Table 3 (2 × 2)",
    "latency ranges from 3 ms to 5 ms, 40 %, and varies from 10 to 20 (15 % on average)",
    "from 500 ms to 33 ms, 95 % of the time",
    "10.5 GB → 8.2 GB, 95 % confidence",
    "24.1 (23.9 / 24.3) and 1.0 (0.9 / 1.1)",
    "110.34/109.96/110.36 tok/s, 8/16/32 threads",
    "PCIe 4.0 x8, 16 GT/s × 8, 7B, > 31-36, #123",
    "7 / 2 = 3, 1 / 3 = 0.333…, 0.1 + 0.2 = 0.30000000000000004, 2 × 3 = 6 million, 7 + 8 = 3 mod 12",
    "f(3) × 4 = 13, n × 3 × 4 = 13, x - 3 × 4 = 13, 3 × 4 = 13 × n",
    "2^21 * 2^27 = 2^48bytes",
    "10 ms → 8 ms: 20 % faster, 25 % faster, 20 % less",
    "10 ms → 4 ms: 2.5× faster, 1.5× faster, 60 %",
    "25.8 → 15.7 ms (−34 to −39 %)",
    "8 GB (6 GB free), 30 s (500 ms each), 30 s (500 ms)",
    "1920 × 1080 (16:9), 224 × 224 (3 channels)",
    "reads of 4 KB at 200 MB/s, 3 ms latency; 4 KB blocks at 200 MB/s, 90 µs",
    "8 GB / 512 MB = 16, 300 GB ÷ 1,024 = 0.293 TB, 24 × 7 = 168 hours",
    "50 × 50 × 4 bytes = 10.000 bytes",
    "0.44–0.65 GB/step at 5 GB/s: 99 ms",
    "20 % of 50 files are 3 levels deep",
    "with 3 of 4 runs, 20 % slower",
    "3 of 7 days (rain, 80 %)",
    "389,283,840 B (152064 × 5120), 389,283,840 B (152064 × 5120 weights)",
    "step 3 of 5, 80 % done, part 1 of 4 (93 % coverage)",
    "from 1 to 8 threads, +37.3 %; from 4 to 8 threads, 1.9×; 2 GPUs vs 1 GPU (1.8×)",
    "from 2024 to 2026, 37.3 %, and batch 1 → 8 (+37.3 % latency)",
    "from 100 rows to 900 rows, 37.3 % slower",
    "98,304 B (24 × 4 KB), 24 × 4 KB = 98,304 B",
    "389,283,840 B (151936 × 5120 × 0.5 = 388,956,160 B unpadded)",
    "16 bit → 8 bit: 37.3 % faster, from 8 bit to 4 bit, 37.3 % smaller",
    "1920×1080, a 5120×17408 matrix, 300 kB (640×480), 147,840 parameters (384×384), layer 8 = 3×3",
    "389,283,840 B (152064×5120), 1.5×10^9 = 1.6, 1920x1080p = 2.1, 3.1x4x5 = 61, v4.12-rc1~64^3~304^2",
    "8 GPUs, i.e. 2 × 3 for work; 8 tok/s, i.e. 4 × 16 GB of cards; 10 GB, which is 2 × more than before",
    "5 GB plus 3 GB is free, 12 plus 7 others are 20",
    "10.0 ms → 8.0 ms, 30 % less memory; 10.0 ms → 8.0 ms, 40 % faster than the reference",
    "10.0 ms → 8.0 ms, 5.0 ms more than allowed; 10.0 ms → 8.0 ms, a loss of 15 % accuracy",
    "the data grew 10× (31 ms vs 50 ms), 4× the rows (31 ms vs 50 ms)",
    "over 10× faster (500 ms vs 33 ms), nearly 20× faster (500 ms vs 33 ms), 10×+ (500 ms vs 33 ms)",
    "from 1.071e-07 to 2.599e-10, a factor of 400; 80 % less (10.00 s to 1.65 s); 100× (10.3 s vs 100 ms)",
    "69/63 (1.08x), 512 / (2965+62+83+86-512) = 0.191, 0.019965277777777776 = 1/48*23/24",
    "1 * 5 + 2 * 4 + 3 * 3 + 4 * 2 + 5 * 1 = 2 (1 * 5 + 2 * 4) + 3 * 3",
    "x[0]**2 + x[1]**2 - 1 = 0, x**3 + 9*x**2 - 18 = 5, I^2 + 1 = 4",
    "4 hours = 1/6 day, 10 * 60 ~ 1440 * 60, 3072MB or 9GB, 2^24 = 8 octal digits, y mod 10^3 = 777",
    "1234567 * 666666 = -1589877210",
    "20 % binary (4 out of 5 text), 2 % (64 out of 65), 3 of 5 fail (40 %)",
    "80 % of the errors (3 of 5 hosts); 80 %: 3 of 5 files lack tests; 8 of the 10 nodes (90 % of capacity)",
    "saves 45 %, 6 instead of 98 files (45 %)",
    "1 GB in 5 s (300 MB/s link), 3 GB in 10 s (75 MB/s), 10.1 MB in 3s (2,600 kB/s)",
    "640 tok/s (50 ms/token), 12.8 tok/s (80 ms/token), 50 requests/s (30 ms)",
    "1.00 s (980 ms, 1020 ms), 2.0 s (1.8 s, 2100 ms), 8 GB (6 GB free, 2 GB used)",
    "3 nodes at 4 GB each (2 GB heap), 2 cards with 80 GB each (peak 74 GB)",
]


def only(text: str) -> Statement:
    (found,) = find_statements(text)
    return found


@pytest.mark.parametrize(("text", "kind", "figure", "formula"), HOLDING)
def test_what_adds_up_is_read_and_holds(text: str, kind: str, figure: str, formula: str) -> None:
    statement = only(text)
    assert (statement.kind, text[slice(*statement.span)], statement.formula) == (kind, figure, formula)
    assert statement.figure.text == figure
    assert statement.holds
    assert statement.certain


@pytest.mark.parametrize(("text", "figure"), WRONG)
def test_what_does_not_add_up_is_certain(text: str, figure: str) -> None:
    wrong = [one for one in find_statements(text) if not one.holds]
    assert [(one.figure.text, one.certain) for one in wrong] == [(figure, True)]


@pytest.mark.parametrize("text", HARMLESS)
def test_nothing_certain_is_read_into_what_only_looks_like_arithmetic(text: str) -> None:
    assert [one.formula for one in find_statements(text) if one.certain and not one.holds] == []


def test_operands_and_figure_are_where_they_stand() -> None:
    text = "So 2 × 32 MiB = 65 MiB, and 389,283,840\u00a0B\n(152064 × 5120 × 0.5)."
    found = [
        (text[slice(*one.span)], [text[slice(*span)] for span in one.operands])
        for one in find_statements(text)
    ]
    assert found == [
        ("65 MiB", ["2", "32 MiB"]),
        ("389,283,840\u00a0B", ["152064 × 5120 × 0.5"]),
    ]


#: spellings of statements as people write them: what an audit reads of them, and whether it holds
SPELLINGS: list[tuple[str, list[tuple[str, bool]]]] = [
    ("2 x 5120 x 152064 ~ 1.557 GFLOP", [("~ 1.557 GFLOP", True)]),
    ("15.325 GB × 47.25 /s = 724 GB/s", [("724 GB/s", True)]),
    ("724 / 4800 = 15.1%", [("15.1%", True)]),
    ("368.91 → 548.81 ms, +48 %", [("+48 %", False)]),
    ("0.78 GB/s is 1.6% of the 49.28 GB/s STREAM ceiling", [("1.6%", True)]),
    ("876,936,192 + 72.5 * 28,672 = 879,014,912 bytes/token", [("879,014,912 bytes/token", True)]),
    ("(57.09% -> 81.31% while the gap grew 1.78x -> 2.30x", []),
    ("1.63 → 0.81 GB/tok", []),
    ("1.78× to 2.30×", []),
    ("110.34/109.96/110.36 tok/s", []),
    ("1.6% of the 49.28 GB/s STREAM ceiling", []),
    ("876,936,192 + 72.5 * 28,672", []),
    ("reads_per_step = 1.000", []),
    ("| 4 | 10.442 | 94.8 | 3.83x *(provisional)* |", []),
    ("L3 2 x 32 MiB", []),
    ("4096x11008", []),
    ("4-bit", []),
    ("measured at 1/N", []),
]


@pytest.mark.parametrize(("text", "expected"), SPELLINGS)
def test_spellings_of_the_record_are_read(text: str, expected: list[tuple[str, bool]]) -> None:
    assert [(one.figure.text, one.holds) for one in find_statements(text)] == expected


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("(57.09% -> 81.31% while the gap grew 1.78x -> 2.30x", ["57.09%", "81.31%", "1.78x", "2.30x"]),
        ("876,936,192 + 72.5 * 28,672", ["876,936,192", "72.5 * 28,672"]),
        ("4096x11008", []),
        ("4-bit", []),
        ("L3 2 x 32 MiB", ["32 MiB"]),
        ("measured at `1/N`", []),
    ],
)
def test_what_is_not_one_figure_is_never_read_as_one(text: str, figures: list[str]) -> None:
    assert [figure.text for _, _, figure in find_figures(text)] == figures
