"""The uncovered figures of rendered pages, as a process of its own, which a site's build asks page by page.

``python -m trueup.site.marked`` reads a question a line and prints an answer a line, both JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from trueup.audit.coverage import Coverage
from trueup.reports.html.uncovered import Uncovered, find_uncovered
from trueup.site.child import be_brief


def question(html: str, path: str, sign: str) -> bytes:
    """What to write to the process."""
    return json.dumps([html, path, sign]).encode("ascii") + b"\n"


def read_answer(line: bytes) -> Uncovered:
    """What the process has printed.

    :raises ValueError: it has stopped
    """
    found = json.loads(line)
    places = tuple((start, end) for start, end in found["places"])
    return Uncovered(places=places, coverage=Coverage(**found["coverage"]))


def main() -> None:
    be_brief()
    for line in sys.stdin.buffer:
        html, path, sign = json.loads(line)
        sys.stdout.write(json.dumps(asdict(find_uncovered(html, path, sign))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
