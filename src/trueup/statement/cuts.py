"""Where a text can be cut so that what one part states doesn't depend on the others."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from trueup.quantity.characters import plain
from trueup.quantity.find import find_spellings

#: figures and characters, one more than any form looks beyond a figure that it doesn't involve
_FIGURES = 12
_CHARACTERS = 100
# No expression goes on over these, whatever stands around them: a word that is no label, or a stop.
_BREAK = re.compile(
    r" (?:at|in|on|of|for|but|so|was|the|its|has|had|via|not|all) "
    r"|(?<!i\.e\.)(?<!that is)(?<!to say), (?!i\.e\.|that is|which is|namely)"
    r"|[;!?] |(?<!i\.e)\. "
)
# A list may be longer than that, and be spanned by a range before it.
_LISTED = re.compile(r", (?:and )?|; ")


class Cuts:
    """The places between the figures of a text over which neither an expression nor a list goes on."""

    def __init__(self, text: str) -> None:
        spellings = find_spellings(text)
        line = plain(text)
        self.length = len(text)
        self.starts = [one.start for one in spellings]
        self.ends = [one.end for one in spellings]
        self.behind: list[int] = []
        self.before: list[int] = []
        for end, start in zip(self.ends, self.starts[1:], strict=False):
            gap = line[end:start]
            if gap.endswith(" ") and _BREAK.search(gap) and not _LISTED.fullmatch(gap):
                self.behind.append(end)
                self.before.append(start)

    def around(self, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """What a change from ``start`` to ``end`` can reach, and all that this depends on, as spans.

        A statement with a figure in the inner span that is found in the outer one alone is the same as
        in the whole text, also after the change.
        """
        inner = self._left(start), self._right(end)
        return inner, (self._left(inner[0]), self._right(inner[1]))

    def _left(self, offset: int) -> int:
        index = bisect_right(self.ends, offset) - _FIGURES
        if index <= 0:
            return 0
        cut = bisect_right(self.behind, min(self.ends[index - 1], offset - _CHARACTERS)) - 1
        return self.behind[cut] if cut >= 0 else 0

    def _right(self, offset: int) -> int:
        index = bisect_left(self.starts, offset) + _FIGURES
        if index >= len(self.starts):
            return self.length
        cut = bisect_left(self.before, max(self.starts[index], offset + _CHARACTERS))
        return self.before[cut] if cut < len(self.before) else self.length
