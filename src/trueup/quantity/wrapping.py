"""What may stand around a figure without being part of it."""

from __future__ import annotations

import re

_LABEL = re.compile(
    r"(?:max|min|mean|median|average|avg|best|worst|peak|total|sum|abs|rel)(?:-(?:abs|rel))? +", re.IGNORECASE
)
_NOTE = re.compile(r" *[*_`]*\((?:provisional|estimated|measured|median|mean|minimum|maximum|best)\)[*_`]*$")


def unwrapped(line: str, start: int, end: int) -> tuple[int, int]:
    """Where the figure itself stands between ``start`` and ``end``.

    Without a note behind it (``(provisional)``), emphasis or code marks around it, and a label before it
    (``max``).
    """
    if note := _NOTE.search(line, max(start, end - 40), end):
        end = note.start()
    while end - start > 2 and line[start] in "*_`" and line[end - 1] == line[start]:
        start, end = start + 1, end - 1
    label = _LABEL.match(line, start, end)
    return label.end() if label else start, end
