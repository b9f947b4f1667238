"""A figure of the user's own that could be the first to be tagged, once somebody says what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from trueup.diagnostics import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """
    :param claim: an id for it
    :param says: the sentence around it
    """

    claim: str
    figure: str
    at: Location
    says: str

    @property
    def markup(self) -> str:
        """The figure with its tag."""
        return f"[{self.figure}](claim:{self.claim})"
