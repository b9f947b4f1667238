"""The verdicts of a project, as a document, whatever happens, and while the pages are rendered."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.reports.html.matching import Index
from trueup.reports.html.recorded import Recorded, from_document
from trueup.site.child import child
from trueup.site.failed import failed

#: Gives the document of a check for a project's root, and the folder of the documents that become pages.
Judge: TypeAlias = Callable[[Path, str], Mapping[str, object]]


def check(root: Path, docs: str = "") -> Mapping[str, object]:
    """Judge a project as ``trueup check`` does, in a process of its own; gives the document.

    :param docs: folder of the documents that become pages, whose figures are counted there
    """
    done = subprocess.run(
        **child("trueup.site.judged", str(root), docs),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise ChildProcessError(lines[-1] if lines else f"exit code {done.returncode}")
    found: Mapping[str, object] = json.loads(done.stdout)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    index: Index
    document: Mapping[str, object]


class Verdicts:
    """The verdicts of one build: asked for at once, waited for when first looked at."""

    def __init__(self, judge: Judge, root: Path, docs: str) -> None:
        pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trueup")
        self._future: Future[tuple[Recorded, Mapping[str, object]]] = pool.submit(
            judge_safely, judge, root, docs
        )
        pool.shutdown(wait=False)

    @cached_property
    def judged(self) -> Judged:
        """What was found; waits for it."""
        recorded, document = self._future.result()
        return Judged(index=Index(recorded, by_order=True), document=document)


def judge_safely(judge: Judge, root: Path, docs: str) -> tuple[Recorded, Mapping[str, object]]:
    """The verdicts and their document; a failure becomes a diagnostic, since a server must go on."""
    try:
        found = judge(root, docs)
        return from_document(found), {key: one for key, one in found.items() if key != "$schema"}
    except TrueupError as error:
        diagnostics = error.diagnostics
    except Exception as error:  # noqa: BLE001  a fault of ours must not end the user's server
        diagnostics = (
            Diagnostic(
                code="C852",
                message=f"the figures could not be checked: {type(error).__name__}: {error}",
                hint="see: trueup check",
            ),
        )
    return Recorded(diagnostics=diagnostics), failed(diagnostics)
