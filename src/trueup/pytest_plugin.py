"""The pytest plugin: with ``--trueup`` each figure is a test item.

``docs/placement.md::lm_head.bytes`` is the figure of that claim on that page; a claim that no document
tags is an item of its ledger file, and a fault of the input one of the file in which it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # a run without --trueup pays for nothing
    from trueup.diagnostics import Diagnostic
    from trueup.verdict.model import Verdict


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--trueup`` and ``--trueup-no-exec``."""
    group = parser.getgroup("trueup")
    group.addoption("--trueup", action="store_true", help="collect the figures of the documents as tests")
    group.addoption(
        "--trueup-no-exec", action="store_true", help="with --trueup: run no verifier of the project"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect documents and ledger beside ``testpaths``, which don't name them."""
    if config.getoption("--trueup"):
        project = Figures(config)
        config.pluginmanager.register(project, "trueup-figures")
        if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            config.args.extend(str(path) for path in project.roots)


class Figures:
    """Judges the project once in a session, and hands out its verdicts by file."""

    def __init__(self, config: pytest.Config) -> None:
        from trueup.files import Root  # noqa: PLC0415  only with --trueup
        from trueup.settings import load_settings  # noqa: PLC0415

        self.config = config
        self.root = config.rootpath
        settings, _ = load_settings(Root(self.root))
        self.tolerated = settings.gate.warn
        places = dict.fromkeys((*settings.docs, *settings.ledger))
        self.roots = [self.root / place for place in places if (self.root / place).exists()]
        self._items: dict[str, list[tuple[str, Verdict | Diagnostic]]] | None = None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect a file in which a verdict or a fault stands."""
        if not file_path.is_relative_to(self.root):
            return None
        if file_path.suffix not in (".md", ".markdown", ".yaml", ".yml", ".toml", ".py"):
            return None
        found = self.items.get(file_path.relative_to(self.root).as_posix())
        return (
            Document.from_parent(parent, path=file_path, found=found, tolerated=self.tolerated)
            if found
            else None
        )

    @property
    def items(self) -> dict[str, list[tuple[str, Verdict | Diagnostic]]]:
        """By project-relative path: names of items and what they assert."""
        if self._items is None:
            self._items = {}
            for path, name, what in self._judge():
                names = self._items.setdefault(path, [])
                taken = {other for other, _ in names}
                unique = name if name not in taken else f"{name}@{_line(what)}"
                names.append((unique if unique not in taken else f"{unique}:{_column(what)}", what))
        return self._items

    def _judge(self) -> Iterator[tuple[str, str, Verdict | Diagnostic]]:
        from trueup import gate  # noqa: PLC0415
        from trueup.engine.verify import Mode, verify  # noqa: PLC0415

        mode = Mode(execute=not self.config.getoption("--trueup-no-exec"))
        report = verify(self.root, mode)
        for verdict in report.verdicts:
            at = verdict.at or report.claims[verdict.claim].location
            yield at.path, verdict.claim, verdict
        for fault in gate.decide(report.verdicts, report.diagnostics).diagnostics:
            if fault.severity == "error" or fault.code == "G701":
                place = fault.location.path if fault.location else self._somewhere()
                yield place, fault.code, fault

    def _somewhere(self) -> str:
        """A file to hang faults on that have no place: the first in sight."""
        files = (path for root in self.roots for path in sorted(root.rglob("*")) if path.is_file())
        first = next(files, None)
        return first.relative_to(self.root).as_posix() if first else "pyproject.toml"


class Document(pytest.File):
    """A document with figures, or a ledger file with claims that no document tags."""

    def __init__(
        self, *, found: list[tuple[str, Verdict | Diagnostic]], tolerated: tuple[str, ...], **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.found = found
        self.tolerated = tolerated

    def collect(self) -> Iterator[pytest.Item]:
        """One item per verdict and per fault."""
        for name, what in self.found:
            yield Figure.from_parent(self, name=name, what=what, tolerated=self.tolerated)


class Figure(pytest.Item):
    """One figure, claim or fault."""

    def __init__(self, *, what: Verdict | Diagnostic, tolerated: tuple[str, ...], **rest: Any) -> None:
        super().__init__(**rest)
        self.what = what
        self.tolerated = tolerated

    def runtest(self) -> None:
        """Fail where the gate would; skip what is open or waived."""
        from trueup.diagnostics import Diagnostic  # noqa: PLC0415
        from trueup.gate import fails  # noqa: PLC0415

        if isinstance(self.what, Diagnostic):
            raise StaleError(self.what)
        if fails(self.what, self.tolerated):
            raise StaleError(self.what)
        if self.what.status == "open":
            pytest.skip("; ".join(self.what.because) or "open")
        if self.what.waived:
            pytest.skip(
                f"{self.what.status}, waived until {self.what.waived.until}: {self.what.waived.reason}"
            )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The verdict as ``trueup check`` prints it."""
        if isinstance(excinfo.value, StaleError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place of the figure."""
        return self.path, _line(self.what) - 1, self.name


class StaleError(AssertionError):
    """A figure that does not hold, or a fault of the input."""

    def __init__(self, what: Verdict | Diagnostic) -> None:
        from trueup.diagnostics import Diagnostic  # noqa: PLC0415
        from trueup.reports import text  # noqa: PLC0415

        lines = text.diagnostic(what) if isinstance(what, Diagnostic) else text.verdict(what)
        super().__init__("\n".join(lines))


def _line(what: Verdict | Diagnostic) -> int:
    place = getattr(what, "at", None) or getattr(what, "location", None)
    return place.line if place else 1


def _column(what: Verdict | Diagnostic) -> int:
    place = getattr(what, "at", None) or getattr(what, "location", None)
    return place.column if place else 1
