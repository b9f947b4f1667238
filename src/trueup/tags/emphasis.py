"""Emphasis and strike-through: which delimiters pair, after Python-Markdown's delimiter processors."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple

Role = Literal["start", "end", "both", ""]

# An unmatched run looks back at no more than this many runs.
NEAR = 50


class Region(NamedTuple):
    """A pair: the opening delimiter is ``start`` to ``inner``, the closing one ``inner_end`` to ``end``."""

    start: int
    inner: int
    inner_end: int
    end: int


class Run(NamedTuple):
    """A run of delimiters that waits for its other half."""

    start: int
    end: int
    ambiguous: bool
    original: int
    current: int


class Delimiter:
    """A character that delimits: ``*`` and ``_`` once or twice, ``~`` twice."""

    def __init__(
        self, token: str, *, smart: bool = False, double: bool = False, punctuation: bool = False
    ) -> None:
        self.token = token
        self.smart = smart
        self.double = double
        self.punctuation = punctuation

    def role(self, text: str, start: int, end: int) -> Role:
        """What the run from ``start`` to ``end`` may do, by the characters on either side."""
        before = text[start - 1] if start else ""
        if before == self.token:
            # What is left of a run stands behind what the rest of it closed.
            before = "\x03"
        after = text[end : end + 1]
        closes = bool(before) and not before.isspace()
        opens = bool(after) and not after.isspace()
        if self.smart:
            opens = opens and not _word(before)
            closes = closes and not _word(after)
        elif self.punctuation:
            opens = opens and not (_punctuation(after) and before and not _boundary(before, "\x03"))
            closes = closes and not (_punctuation(before) and after and not _boundary(after, "\x02"))
        if opens and closes:
            return "both"
        return "start" if opens else "end" if closes else ""


EMPHASIS = (Delimiter("*"), Delimiter("_", smart=True))
STRIKE = (Delimiter("~", double=True, punctuation=True),)


def _word(character: str) -> bool:
    return bool(character) and (character.isalnum() or character == "_")


def _punctuation(character: str) -> bool:
    return bool(character) and unicodedata.category(character)[0] in "PS"


def _boundary(character: str, filler: str) -> bool:
    return character.isspace() or character == filler or _punctuation(character)


class Pairs:
    """Pairs the delimiters of one text."""

    def __init__(self, text: str, delimiters: tuple[Delimiter, ...]) -> None:
        self.text = text
        self.delimiters = {delimiter.token: delimiter for delimiter in delimiters}
        self.runs = [
            match.span() for match in re.finditer("|".join(rf"\{d}+" for d in self.delimiters), text)
        ]
        self.stacks: dict[str, list[Run]] = {token: [] for token in self.delimiters}
        self.regions: list[Region] = []

    def find(self) -> list[Region]:
        """All pairs, the outer before the inner."""
        found: list[Region] = []
        index = 0
        while index < len(self.runs):
            start, end = self.runs[index]
            delimiter = self.delimiters[self.text[start]]
            role = delimiter.role(self.text, start, end)
            if role in {"", "end"} or (delimiter.double and end - start < 2):
                index += 1
                continue
            self.stacks = {token: [] for token in self.delimiters}
            self.stacks[delimiter.token].append(Run(start, end, role == "both", end - start, end - start))
            self.regions = []
            last = self._pair(index + 1)
            if self.regions:
                self.regions.sort(key=lambda region: (region.start, -region.end))
                found += self.regions
                index = self._after(max(region.end for region in self.regions), index)
            else:
                index = max(last, index + 1)
        return found

    def _after(self, end: int, index: int) -> int:
        """Index of the first run that isn't used up at ``end``; what is left of a run is a run."""
        while index < len(self.runs) and self.runs[index][1] <= end:
            index += 1
        if index < len(self.runs) and self.runs[index][0] < end:
            self.runs[index] = (end, self.runs[index][1])
        return index

    def _pair(self, index: int) -> int:
        """Pair from the run at ``index`` on until nothing is open; gives where no opener was left behind."""
        while index < len(self.runs) and any(self.stacks.values()):
            start, end = self.runs[index]
            index += 1
            delimiter = self.delimiters[self.text[start]]
            role = delimiter.role(self.text, start, end)
            if role and not (role == "end" and not self.stacks[delimiter.token]):
                self._run(delimiter, start, end, role)
        return index

    def _run(self, delimiter: Delimiter, start: int, end: int, role: Role) -> None:
        stack = self.stacks[delimiter.token]
        current = original = end - start
        both = role == "both"
        opens = role != "end"
        if stack and role != "start":
            last = self._last(stack, current, ambiguous=both)
            if self._closes(stack[-1], current, last, ambiguous=both):
                opens = False
                at = self._consume(delimiter, stack, start, current, last)
                current -= at - start
                start = at
                if original >= 3 and current and both:
                    stack.append(Run(start, end, False, original, current))
                    return
                if not current or not stack or stack[-1].current <= current:
                    return
            last = stack[-1].current
            if (
                (last >= 3 or not both)
                and last > current
                and self._close_part(delimiter, stack, start, current)
            ):
                opens = False
        if opens and not (delimiter.double and current == 1):
            stack.append(Run(start, end, both, current, current))

    @staticmethod
    def _last(stack: list[Run], current: int, *, ambiguous: bool) -> int:
        last = stack[-1].current
        if ambiguous and current != last and _rule_of_3(stack[-1].original, current):
            for run in stack[-2 : -NEAR - 2 : -1]:
                if run.current == current and not _rule_of_3(run.original, current):
                    while stack[-1] is not run:
                        stack.pop()
                    return current
        return last

    @staticmethod
    def _closes(run: Run, current: int, last: int, *, ambiguous: bool) -> bool:
        if current > last and not (ambiguous and _rule_of_3(run.original, current)):
            return True
        return current == last or current >= 3

    def _consume(self, delimiter: Delimiter, stack: list[Run], start: int, current: int, last: int) -> int:
        """Close openers with the run at ``start`` as long as it is the longer one; gives its rest."""
        while stack and current and last <= current:
            run = stack.pop()
            size = min(run.current, 2)
            self._add(run.end - size, run.end, start, start + size)
            start += size
            current -= size
            left = run.current - size
            if left and not (delimiter.double and left == 1):
                stack.append(run._replace(end=run.end - size, current=left))
            if stack:
                last = stack[-1].current
        return start

    def _close_part(self, delimiter: Delimiter, stack: list[Run], start: int, current: int) -> bool:
        """Close a part of a longer opener."""
        run = stack.pop()
        while stack and run.current != 3 and run.ambiguous:
            run = stack.pop()
        if run.ambiguous and run.current != 3:
            return True
        last, end = run.current, run.end
        while current > 0 and last > 0 and not (delimiter.double and current == 1):
            size = min(current, 2)
            self._add(run.start + last - size, end, start, start + size)
            start += size
            current -= size
            last -= size
            end -= size
        if last and not (delimiter.double and last == 1):
            stack.append(Run(run.start, end, False, run.original, last))
        return True

    def _add(self, start: int, inner: int, inner_end: int, end: int) -> None:
        self.regions.append(Region(start, inner, inner_end, end))
        for stack in self.stacks.values():
            while stack and start <= stack[-1].start < end:
                stack.pop()


def _rule_of_3(opener: int, closer: int) -> bool:
    return (opener + closer) % 3 == 0 and (opener % 3 != 0 or closer % 3 != 0)
