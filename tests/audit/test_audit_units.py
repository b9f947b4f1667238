"""Figures that are right under another prefix."""

from __future__ import annotations

import pytest

from trueup.audit.arithmetic import arithmetic
from trueup.audit.refuted import refuted
from trueup.audit.units import units
from trueup.tags.scan import scan


@pytest.mark.parametrize(
    ("text", "figure", "expected"),
    [
        ("The head is 389,283,840 B (389 MiB).", "389 MiB", "389 MB"),
        ("The head is 389 MiB (389,283,840 B).", "389 MiB", "389 MB"),
        ("389,283,840 B = 371.25 MB", "371.25 MB", "371.25 MiB"),
        ("All of it is 7.33 GB (7,870,916,608 B).", "7.33 GB", "7.33 GiB"),
        ("152064 × 5120 × 0.5 = 389 MiB", "389 MiB", "389 MB"),
        ("389,283,840 B at 5 GB/s is 78 µs", "78 µs", "78 ms"),
        ("The link does 1.25 GB/s (1.25 Gbit/s).", "1.25 Gbit/s", "1.25 GB/s"),
    ],
)
def test_a_slip_of_the_unit_is_a_finding_of_its_kind(text: str, figure: str, expected: str) -> None:
    page = scan("page.md", text)
    assert list(arithmetic(refuted(page))) == []
    (found,) = units(refuted(page))
    assert (found.code, found.kind, found.certainty) == ("A301", "unit", "certain")
    assert (found.figure, found.expected) == (figure, expected)
    assert found.at.column == text.index(figure) + 1
    assert figure in found.message


@pytest.mark.parametrize(
    "text",
    [
        "A page is 32 KB (32,768 bytes).",
        "The cache has 64 MB (67,108,864 B).",
        "A block is 227 KB (232,448 B).",
    ],
)
def test_customary_sizes_in_powers_of_two_are_only_possible_slips(text: str) -> None:
    page = scan("page.md", text)
    assert list(arithmetic(refuted(page))) == []
    assert [(found.code, found.certainty) for found in units(refuted(page))] == [("A302", "possible")]


@pytest.mark.parametrize(
    "text",
    [
        "The head is 389,283,840 B (371.25 MiB), or 389 MB.",
        "Peak memory is 8 GB (6 GB free).",
        "The timeout is 30 s (500 ms each).",
        "0.44 GB/step at 5 GB/s: 88 ms",
        "`389,283,840 B (389 MiB)`, ~~389,283,840 B (389 MiB)~~",
    ],
)
def test_other_units_of_the_same_size_are_no_slips(text: str) -> None:
    assert list(units(refuted(scan("page.md", text)))) == []
