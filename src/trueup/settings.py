"""What a project sets: ``[tool.trueup]`` of ``pyproject.toml``, or ``trueup.toml``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from trueup.diagnostics import Diagnostic, Lines, Location, TrueupError, nearest
from trueup.files import Root, matches

CODES: dict[str, str] = {
    "C801": "Settings stand in two files",
    "C802": "Settings are not TOML",
    "C803": "Unknown setting",
    "C804": "A setting has the wrong type",
    "C805": "A setting's path leads outside",
}

MARKDOWN = (".md", ".markdown")
PYPROJECT, OWN = "pyproject.toml", "trueup.toml"

_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TYPES = {
    bool: "true or false",
    str: "text",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """
    :param warn: ``status:reason``, or ``status``, that warn instead of failing
    :param location: where they are set
    """

    warn: tuple[str, ...] = ()
    location: Location | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Paths are relative to the project's root, without a slash at the end.

    :param docs: files, folders and patterns of the documents
    :param ledger: folders of the ledger
    :param verifiers: folder of the site's own verifiers
    :param snippets: folders from which documents include
    :param macros: patterns of the documents on which mkdocs-macros runs
    :param lock: lock file that watched packages are compared with, or None
    :param cache: folder for pure results, or None for the user's own
    :param ignore: ``(pattern, codes)``: findings that aren't reported in the files that match
    :param places: where each setting stands, by name
    """

    docs: tuple[str, ...] = ("docs",)
    ledger: tuple[str, ...] = ("claims",)
    verifiers: str = "verifiers"
    snippets: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    lock: str | None = None
    cache: str | None = None
    gate: GateSettings = field(default_factory=GateSettings)
    ignore: tuple[tuple[str, tuple[str, ...]], ...] = ()
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)

    def documents(self, root: Root, unread: list[Diagnostic] | None = None) -> list[str]:
        """The Markdown files of the setting ``docs``, sorted, each once.

        :param unread: takes what is wrong with folders that can't be listed; without it, the first is raised
        """
        found: set[str] = set()
        for pattern in self._patterns():
            found.update(root.glob(pattern, unread=unread))
        return sorted(path for path in found if path.endswith(MARKDOWN))

    def is_document(self, path: str) -> bool:
        """Whether a path is one of a Markdown file of the setting ``docs``."""
        return path.endswith(MARKDOWN) and any(matches(pattern, path) for pattern in self._patterns())

    def _patterns(self) -> Iterator[str]:
        for entry in self.docs:
            alone = entry.endswith(MARKDOWN) or any(char in entry for char in "*?[")
            yield entry if alone else f"{entry}/**"

    def runs_macros(self, path: str) -> bool:
        """Whether mkdocs-macros runs on a document."""
        return any(matches(pattern, path) for pattern in self.macros)

    def ignores(self, path: str, code: str) -> bool:
        """Whether a finding's code is set aside in a file."""
        return any(code in codes and matches(pattern, path) for pattern, codes in self.ignore)


def load_settings(root: Root) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The settings of a project, and all that is wrong with them; what is wrong keeps its default."""
    found: list[Diagnostic] = []
    own = _load(root, OWN, found)
    python = _load(root, PYPROJECT, found)
    if python is not None:
        tables, source = python
        tool = tables.get("tool")
        table = tool.get("trueup") if isinstance(tool, dict) else None
        python = None if table is None else (table, source)
        if python is not None and own is not None:
            where = _Reader({}, source, PYPROJECT, found).place("trueup")
            message = f"settings stand both here and in {OWN}"
            found.append(
                Diagnostic(code="C801", message=message, location=where, hint=f"keep one; {OWN} is read")
            )
    if own is not None:
        return _Reader(own[0], own[1], OWN, found).read(), tuple(found)
    if python is not None:
        return _Reader(python[0], python[1], PYPROJECT, found).read(), tuple(found)
    return Settings(), tuple(found)


def _load(root: Root, path: str, found: list[Diagnostic]) -> tuple[Any, str] | None:
    """The tables of a TOML file and its text; None where there is none that can be read."""
    try:
        if not root.exists(path):
            return None
        text = root.read_text(path)
    except TrueupError as error:
        found.extend(error.diagnostics)
        return None
    import tomllib  # noqa: PLC0415  most projects have no such file

    try:
        return tomllib.loads(text), text
    except RecursionError:
        where, message = Location(path=path, line=1, column=1), "it is nested too deeply"
    except ValueError as error:
        position = _POSITION.search(str(error))
        line, column = (position[1], position[2]) if position else ("1", "1")
        if position and line is None:
            where = Lines(path, text).locate(len(text))
        else:
            where = Location(path=path, line=int(line), column=int(column))
        message = _POSITION.sub("", str(error))
    hint = "toml.io says how it is written; until then nothing that is set there counts"
    found.append(Diagnostic(code="C802", message=f"this is not TOML: {message}", location=where, hint=hint))
    return None


class _Reader:
    """Reads one table of settings; faults are noted, and leave the default."""

    def __init__(self, table: Any, source: str, path: str, found: list[Diagnostic]) -> None:
        self._table = table
        self._source = source
        self._path = path
        self._found = found
        self._prefix = "tool.trueup" if path == PYPROJECT else ""

    def read(self) -> Settings:
        default = Settings()
        readers: Mapping[str, Callable[[str, Any], Any]] = {
            "docs": self._paths, "ledger": self._paths, "verifiers": self._file, "snippets": self._paths,
            "macros": self._macros, "lock": self._file, "cache": self._file, "gate": self._gate,
            "ignore": self._ignore,
        }  # fmt: skip
        if not isinstance(self._table, dict):
            self._wrong("", self._table, "a table")
            return default
        values = {}
        for key, value in self._table.items():
            if key not in readers:
                self._unknown(key, key, readers)
            elif (read := readers[key](key, value)) is not None:
                values[key] = read
        return Settings(**values, places={key: self.place(key) for key in values})

    def _file(self, key: str, value: Any) -> str | None:
        if not isinstance(value, str):
            self._wrong(key, value, "text")
            return None
        path = value.replace("\\", "/").removeprefix("./").rstrip("/") or "."
        if value.startswith("/") or re.match("[A-Za-z]:", value) or ".." in path.split("/") or "\0" in value:
            message = f"'{self._name(key)}' leads outside: '{value}'"
            hint = "paths are relative to the project's folder, and stay in it"
            self._found.append(Diagnostic(code="C805", message=message, location=self.place(key), hint=hint))
            return None
        return path

    def _paths(self, key: str, value: Any) -> tuple[str, ...] | None:
        entries = self._texts(key, value)
        if entries is None:
            return None
        paths = [self._file(key, entry) for entry in entries]
        return tuple(path for path in paths if path is not None)

    def _macros(self, key: str, value: Any) -> tuple[str, ...] | None:
        if isinstance(value, bool):
            return ("**",) if value else ()
        return self._paths(key, value)

    def _gate(self, key: str, value: Any) -> GateSettings | None:
        if not isinstance(value, dict):
            self._wrong(key, value, "a table")
            return None
        for other in value.keys() - {"warn"}:
            self._unknown(f"{key}.{other}", other, ["warn"])
        warn = self._texts(f"{key}.warn", value.get("warn", []))
        return None if warn is None else GateSettings(warn=warn, location=self.place(f"{key}.warn"))

    def _ignore(self, key: str, value: Any) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        if not isinstance(value, dict):
            self._wrong(key, value, "a table")
            return None
        codes = {pattern: self._texts(f"{key}.{pattern}", listed) for pattern, listed in value.items()}
        return tuple((pattern, listed) for pattern, listed in codes.items() if listed is not None)

    def _texts(self, key: str, value: Any) -> tuple[str, ...] | None:
        """A text, or a list of texts."""
        listed = value if isinstance(value, list) else [value]
        for entry in listed:
            if not isinstance(entry, str):
                self._wrong(key, entry, "text, or a list of texts")
                return None
        return tuple(listed)

    def _wrong(self, key: str, value: Any, wanted: str) -> None:
        is_a = _TYPES.get(type(value), "a date or time")
        message = f"'{self._name(key)}' is {is_a}; it should be {wanted}"
        hint = "until then its default holds"
        self._found.append(Diagnostic(code="C804", message=message, location=self.place(key), hint=hint))

    def _unknown(self, key: str, word: str, known: Mapping[str, object] | list[str]) -> None:
        alike = nearest(word, known)
        hint = f"did you mean '{alike}'?" if alike else f"known: {', '.join(known)}"
        message = f"unknown setting '{self._name(key)}'"
        self._found.append(Diagnostic(code="C803", message=message, location=self.place(key), hint=hint))

    def _name(self, key: str) -> str:
        return ".".join(part for part in (self._prefix, key) if part)

    def place(self, key: str) -> Location:
        """Where a key seems to stand: in its table, or in the table's header; else the file's start."""
        last = re.escape(key.removeprefix("ignore.").rpartition(".")[2])
        if key.startswith("ignore."):
            last = re.escape(key.removeprefix("ignore."))
        begin = 0
        if self._prefix and (
            header := re.search(r"^[ \t]*\[[ \t]*tool\.(trueup)\b", self._source, re.MULTILINE)
        ):
            begin = header.start(1)
        quoted = rf"""(?:^|[{{,\[.])[ \t]*["']?({last})["']?[ \t]*[=.\]]"""
        at = re.compile(quoted, re.MULTILINE).search(self._source, begin) if key else None
        offset = at.start(1) if at else begin
        return Lines(self._path, self._source).locate(offset)
