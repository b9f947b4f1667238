"""Small files of ``/proc`` and ``/sys``, whatever is in them."""

from __future__ import annotations

import re
from pathlib import Path

#: Bytes; more than ``cpuinfo`` of a host with a thousand cores has.
MOST = 8 << 20


def read(path: Path) -> str:
    """The text of a file without blanks around it; empty where there is none or it can't be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST)
    except (OSError, ValueError):
        return ""
    return content.decode("utf-8", errors="replace").replace("\0", " ").strip()


def field(text: str, name: str) -> str:
    """What stands behind the first ``name :`` of a text; empty where that is nothing."""
    found = re.search(rf"^{re.escape(name)}[ \t]*:[ \t]*(.*)$", text, re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


def number(text: str) -> int | None:
    """A whole number, or None for anything else (``max``)."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,20}", text) else None


def names(folder: Path, pattern: str) -> list[Path]:
    """What a folder holds, sorted; nothing where it can't be listed."""
    try:
        return sorted(folder.glob(pattern))
    except (OSError, ValueError):
        return []


def size(count: int) -> str:
    """A number of bytes in whole binary units, or in GiB: ``1280 KiB``, ``32 MiB``, ``7.8 GiB``."""
    for unit, bits in (("GiB", 30), ("MiB", 20)):
        if count >= 1 << bits and count % (1 << bits) == 0:
            return f"{count >> bits} {unit}"
    if count >= 1 << 30:
        return f"{count / (1 << 30):.{0 if count >= 10 << 30 else 1}f} GiB"
    return f"{count >> 10} KiB"
