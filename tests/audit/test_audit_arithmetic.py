"""What a figure should be that its sentence contradicts."""

from __future__ import annotations

import pytest

from trueup.audit.arithmetic import arithmetic
from trueup.audit.refuted import refuted
from trueup.tags.scan import scan


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It takes 4 × 8 = 33 ms a step.", "32 ms"),
        ("So 2 × 3 = 7 GB of it.", "6 GB"),
        ("Then 4 layers × 8 = 33 MB.", "32 MB"),
        ("The head has 152064 × 5120 × 0.5 = 399 MB.", "389 MB"),
        ("All in all 152064 × 5120 = 778,567,681 B.", "778,567,680 B"),
    ],
)
def test_of_the_ways_to_read_a_result_the_nearest_is_named(text: str, expected: str) -> None:
    (found,) = arithmetic(refuted(scan("page.md", text)))
    assert (found.certainty, found.expected) == ("certain", expected)
