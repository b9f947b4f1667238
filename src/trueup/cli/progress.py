"""Progress of long work, on stderr and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trueup.engine.carried import Progress


@contextmanager
def progress(title: str) -> Iterator[Progress | None]:
    """A bar with what is at hand and how long is left; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  36 ms that only a terminal pays
    from rich.markup import escape as markup  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)

        def update(done: int, total: int, at_hand: str) -> None:
            bar.update(task, completed=done, total=total, description=markup(at_hand))

        yield update
