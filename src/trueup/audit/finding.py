"""What an audit finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trueup.diagnostics import Location

#: ``certain``: two statements can't both hold, or a number doesn't follow from its operands.
Certainty = Literal["certain", "possible"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, or looks so.

    :param code: ``A`` and three digits
    :param kind: in a word: ``arithmetic``, ``table``, ``unit``, ``restatement``, ``retracted`` …
    :param at: of the figure's first character
    :param figure: as the reader sees it
    :param expected: what should stand there, in the figure's own format, or None
    :param message: with the recomputation
    :param within: the text of the block in which the figure stands; the audit fills it in
    :param end: behind the figure's last character; the audit fills it in, too
    """

    code: str
    kind: str
    at: Location
    figure: str
    message: str
    certainty: Certainty
    expected: str | None = None
    hint: str | None = None
    within: str = ""
    end: Location | None = None

    @property
    def order(self) -> tuple[str, int, int, str]:
        """Sorts by place."""
        return (self.at.path, self.at.line, self.at.column, self.code)
