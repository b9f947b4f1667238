"""Whether the words around a figure name the thing that its claim is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from trueup.claim import Claim
from trueup.tags.model import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A subject that isn't there, or a word that must not be."""

    because: str
    hint: str


def mismatch(claim: Claim, block: Block, subjects: Iterable[str], at: int = 0) -> Mismatch | None:
    """Look for the claim's subject in the figure's block, then its lead-in, then the nearest heading.

    :param subjects: the subject words of every claim; where the block names one of another claim,
        the search does not go on outside it
    :param at: where in the block the figure stands
    """
    if not claim.subject and not claim.not_subject:
        return None
    others = [word for word in subjects if word not in claim.subject]
    foreign = None
    for text in _around(block, at):
        if _first(claim.subject, text):
            return None
        unwanted = _first(claim.not_subject, text)
        if unwanted:
            return Mismatch(
                because=f"the sentence speaks of {unwanted!r}, which {claim.id} is not about",
                hint=_hint(claim),
            )
        foreign = _first(others, text)
        if foreign:
            break
    if not claim.subject:
        return None
    if not foreign and (_first(claim.subject, block.lead_in) or _first(claim.subject, block.heading)):
        return None
    instead = f"; it speaks of {foreign!r}" if foreign else ""
    return Mismatch(
        because=f"the sentence names none of {', '.join(claim.subject)}{instead}",
        hint=_hint(claim),
    )


def _around(block: Block, at: int) -> tuple[str, ...]:
    """The words of a block; of a table row, with the header cell above the figure, then with all of them."""
    if not any(block.header):
        return (block.text,)
    column = next((index for index, (start, end) in enumerate(block.cells) if start <= at <= end), 0)
    above = block.header[column] if column < len(block.header) else ""
    return f"{block.text}\n{above}", with_header(block)


def with_header(block: Block) -> str:
    """The words of a block; of a table row, with its header cells."""
    return "\n".join((block.text, *block.header))


def _hint(claim: Claim) -> str:
    about = f" ({claim.says})" if claim.says else ""
    words = f"name {' or '.join(claim.subject)} where the figure stands, or " if claim.subject else ""
    return f"{claim.id} is about something else{about}: {words}tag the figure with the claim it belongs to"


def _first(words: Iterable[str], text: str) -> str | None:
    if not text:
        return None
    folded = fold(text)
    return next((word for word in words if f" {fold(word).strip()} " in folded), None)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Words of a text between blanks, without case; ``_ - .`` and blanks are alike."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(words)} "
