"""The words around a figure name what its claim is about, or the figure is refuted."""

from __future__ import annotations

import pytest

from trueup.claim import Claim, Unmeasured
from trueup.diagnostics import Location
from trueup.tags.model import Block
from trueup.verdict.subject import mismatch

AT = Location(path="docs/a.md", line=1, column=1)
CLAIM = Claim(
    id="lm_head.bytes",
    kind=Unmeasured(why=""),
    location=AT,
    subject=("lm_head", "MatMulNBits"),
    not_subject=("gather", "embed_tokens"),
)
SUBJECTS = ("lm_head", "MatMulNBits", "kernel")


def block(text: str, lead_in: str = "", heading: str = "") -> Block:
    return Block(kind="paragraph", text=text, runs=((0, AT),), lead_in=lead_in, heading=heading)


@pytest.mark.parametrize(
    "found",
    [
        block("the projection lm_head moves 3 B"),
        block("The LM-Head moves 3 B"),
        block("a MatMulNBits node reads 3 B"),
        block("lm_head, not the gather, moves 3 B"),
        block("it moves 3 B", lead_in="What lm_head does:"),
        block("it moves 3 B", heading="The lm head"),
    ],
    ids=["word", "other spelling", "second word", "beside a wrong word", "lead-in", "heading"],
)
def test_the_subject_is_named(found: Block) -> None:
    assert mismatch(CLAIM, found, SUBJECTS) is None


@pytest.mark.parametrize(
    ("found", "word"),
    [
        (block("the embedding gather moves 3 B", heading="lm_head"), "gather"),
        (block("embed-tokens moves 3 B"), "embed_tokens"),
        (block("it moves 3 B", heading="Sizes"), "lm_head"),
        (block("the kernel moves 3 B", heading="lm_head"), "kernel"),
        (block("lm_headroom is 3 B"), "lm_head"),
    ],
    ids=[
        "wrong word",
        "wrong word spelled otherwise",
        "not named",
        "another claim's subject",
        "part of a word",
    ],
)
def test_the_subject_is_not_named(found: Block, word: str) -> None:
    wrong = mismatch(CLAIM, found, SUBJECTS)
    assert wrong
    assert word in wrong.because
    assert "lm_head" in wrong.hint


def test_a_claim_without_subject_may_stand_anywhere() -> None:
    free = Claim(id="a", kind=Unmeasured(why=""), location=AT)
    assert mismatch(free, block("the gather"), SUBJECTS) is None
