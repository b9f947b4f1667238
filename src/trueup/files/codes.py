"""What can be wrong with a file or its path."""

from __future__ import annotations

CODES: dict[str, str] = {
    "F601": "A file is not there",
    "F602": "A path leads outside",
    "F603": "Not a regular file",
    "F604": "A file is too large",
    "F605": "A text is not UTF-8",
    "F606": "A text holds a NUL character",
    "F607": "A file can't be read",
    "F608": "A path can't be used",
    "F609": "A file can't be written",
    "F610": "A file changed since it was read",
}
