"""What a site's build has done beside it, by a process of its own.

``python -m trueup.site.beside`` reads a question a line and prints an answer a line, both JSON: a task's name
and what it is given, and what it found.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from trueup.audit.covered import Coverage
from trueup.reports.html.addresses import Addresses
from trueup.reports.html.body import Body, read_body
from trueup.reports.html.framing import Framing
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import from_document
from trueup.reports.html.uncovered import Uncovered, find_uncovered
from trueup.site.child import be_brief, give_way

#: The verdicts are waited for, and the build itself: what is done here has time.
_LATER = 15


def question(task: str, *given: object) -> bytes:
    """What to write to the process."""
    return json.dumps([task, *given]).encode("ascii") + b"\n"


def read_uncovered(found: Any) -> Uncovered:
    """The answer of the task ``mark``."""
    return Uncovered(figures=found["figures"], coverage=Coverage(**found["coverage"]))


def make_bodies(index: Index, names: Collection[str], addresses: Addresses) -> dict[str, Body]:
    """Generated pages, by their names in the folder of the pages."""
    from trueup.reports.html.generated import generated_pages  # noqa: PLC0415  a build itself draws nothing

    pages = generated_pages(index)
    urls = {name: addresses.urls[f"{addresses.pages}/{name}"] for name in names}
    return {name: read_body(pages[name](addresses.links(url))) for name, url in urls.items()}


def write_pages(framing: Framing, bodies: Mapping[str, Body], files: Mapping[str, tuple[str, str]]) -> None:
    """Write pages into their frame.

    :param files: of each page by its name, and its address in full or nothing
    :raises OSError: one can't be written
    """
    for name, (file, address) in files.items():
        path = Path(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(framing.fill(bodies[name], address).encode("utf-8"))


class _Tasks:
    """The tasks, by name; what one has made another may use."""

    def __init__(self) -> None:
        self._bodies: dict[str, Body] = {}

    def mark(self, html: str, path: str, sign: str) -> object:
        found = find_uncovered(html, path, sign)
        return {"figures": found.figures, "coverage": asdict(found.coverage)}

    def make(self, document: Mapping[str, Any], names: list[str], addresses: dict[str, Any]) -> object:
        index = Index(from_document(document), by_order=True)
        self._bodies = make_bodies(index, names, Addresses(**addresses))
        return {name: [body.title, body.summary] for name, body in self._bodies.items()}

    def body(self, name: str) -> object:
        found = self._bodies.get(name)
        return asdict(found) if found else None

    def write(self, framing: dict[str, Any], files: dict[str, tuple[str, str]]) -> object:
        write_pages(Framing(**framing), self._bodies, files)
        return True


def main() -> None:
    be_brief()
    tasks = _Tasks()
    for line in sys.stdin.buffer:
        task, *given = json.loads(line)
        sys.stdout.write(json.dumps(getattr(tasks, task)(*given)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    give_way(_LATER)
    main()
