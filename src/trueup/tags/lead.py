"""What introduces a block: the visible text of another."""

from __future__ import annotations

from trueup.tags.lines import Line
from trueup.tags.reading import Reading
from trueup.tags.visible import Visible


class Lead:
    """The text of a block that is wanted, or one that is read only once somebody asks for it."""

    __slots__ = ("_lines", "_reading", "_text")

    def __init__(
        self, text: str = "", reading: Reading | None = None, lines: list[Line] | None = None
    ) -> None:
        self._text = text
        self._reading = reading
        self._lines = lines

    def __bool__(self) -> bool:
        return bool(self._lines or self._text)

    @property
    def text(self) -> str:
        """What is visible of it."""
        if self._reading and self._lines:
            self._text = Visible(self._reading, self._lines).last
            self._lines = None
        return self._text


NO_LEAD = Lead()
