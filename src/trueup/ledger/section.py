"""A mapping of the ledger being read; each fault names the path of keys that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

from trueup.diagnostics import Diagnostic, Lines, Location, nearest
from trueup.ledger.nodes import Mapping, Node, Scalar, Sequence

T = TypeVar("T")

_HELPED = 200
_KINDS: dict[type[Node], str] = {Scalar: "text", Sequence: "a list", Mapping: "a mapping"}


class Source:
    """One file of the ledger: where its offsets are, and what was found wrong with it."""

    def __init__(self, path: str, text: str) -> None:
        self.text = text
        self.found: list[Diagnostic] = []
        self.errors = 0
        self._lines = Lines(path, text)

    def locate(self, offset: int) -> Location:
        return self._lines.locate(offset)

    def inside(self, scalar: Scalar, offset: int = 0) -> Location:
        """Where a character of a scalar's text stands; its start, where the text is folded or escaped."""
        start = scalar.start + scalar.quoted
        if not self.text.startswith(scalar.text, start):
            return self.locate(scalar.start)
        return self.locate(start + offset)

    def alike(self, word: str, choices: Iterable[str]) -> str | None:
        """The nearest of some choices; None in a file so faulty that looking would take long."""
        return nearest(word, choices) if len(self.found) < _HELPED else None

    def error(self, code: str, message: str, where: Location, hint: str | None = None) -> None:
        self.errors += 1
        self.found.append(Diagnostic(code=code, message=message, location=where, hint=hint))

    def warn(self, code: str, message: str, where: Location, hint: str | None = None) -> None:
        self.found.append(
            Diagnostic(code=code, message=message, severity="warning", location=where, hint=hint)
        )


class Section:
    """One mapping. Readers return None for an entry that is absent or faulty; the fault is noted.

    :param keys: the path that leads to it (``claims.lm_head.bytes``), empty for the file itself
    :param where: what a fault of the whole is put at: its key, or its start
    """

    __slots__ = ("entries", "keys", "node", "source", "where")

    def __init__(self, source: Source, node: Mapping, keys: str, where: int) -> None:
        self.source = source
        self.node = node
        self.keys = keys
        self.where = where
        self.entries: dict[str, tuple[Scalar, Node]] = {}
        for entry in node.entries:
            self.entries.setdefault(entry[0].text, entry)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def name(self, key: str) -> str:
        return f"{self.keys}.{key}" if self.keys else key

    def only(self, known: Collection[str]) -> bool:
        """Whether every key is known; notes each that isn't, with the nearest that is."""
        if self.entries.keys() <= set(known):
            return True
        for key, (scalar, value) in self.entries.items():
            if key in known:
                continue
            figure = key[:1].isdigit() and isinstance(value, Scalar) and not value.text
            alike = self.source.alike(key, known)
            hint = f"did you mean '{alike}'?" if alike else f"known here: {', '.join(known)}"
            if figure:
                hint = "quote a figure that holds commas"
            where = self.source.locate(scalar.start)
            self.source.error("L208", f"unknown key '{self.name(key)}'", where, hint)
        return False

    def text(self, key: str, *, required: bool = False) -> Scalar | None:
        """A text that isn't empty."""
        node = self._get(key, required=required)
        return None if node is None else self._scalar(self.name(key), node)

    def texts(self, key: str) -> tuple[Scalar, ...]:
        """A text, or a list of texts."""
        node = self._get(key)
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            scalar = self._scalar(self.name(key), node, "text, or a list of texts")
            return () if scalar is None else (scalar,)
        if not node.items:
            self._empty(self.name(key), node)
        listed = (self._scalar(f"{self.name(key)}[{index}]", item) for index, item in enumerate(node.items))
        return tuple(scalar for scalar in listed if scalar is not None)

    def section(self, key: str, *, required: bool = False) -> Section | None:
        """A mapping; one without any entry may be left out behind its key."""
        node = self._get(key, required=required)
        return None if node is None else self.entry(self.entries[key][0], node)

    def entry(self, key: Scalar, node: Node) -> Section | None:
        """The mapping behind a key that is known already."""
        name = self.name(key.text)
        if isinstance(node, Scalar) and not node.text and not node.quoted:
            node = Mapping(entries=(), start=node.start, end=node.start)
        if isinstance(node, Mapping):
            return Section(self.source, node, name, key.start)
        self.wrong(name, node, "a mapping")
        return None

    def sections(self) -> Iterator[tuple[Scalar, Section]]:
        """The mapping behind each key."""
        for key, (scalar, _) in self.entries.items():
            section = self.section(key)
            if section is not None:
                yield scalar, section

    def scalars(self) -> Iterator[tuple[str, Scalar]]:
        """The text behind each key."""
        for key in self.entries:
            scalar = self.text(key)
            if scalar is not None:
                yield key, scalar

    def choice(self, key: str, allowed: Collection[T], default: T | None = None) -> T | None:
        """One of a few words."""
        scalar = self.text(key)
        if scalar is None:
            return default
        for word in allowed:
            if scalar.text == word:
                return word
        words = [str(word) for word in allowed]
        alike = self.source.alike(scalar.text, words)
        hint = f"did you mean '{alike}'?" if alike else f"one of {', '.join(words)}"
        self.fault("L215", f"'{self.name(key)}' can't be '{scalar.text}'", scalar, hint)
        return default

    def read(self, key: str, reader: Callable[[Section, str, Scalar], T]) -> T | None:
        """What a reader makes of a text."""
        scalar = self.text(key)
        return None if scalar is None else reader(self, self.name(key), scalar)

    def fault(self, code: str, message: str, at: Scalar, hint: str | None = None) -> None:
        self.source.error(code, message, self.source.locate(at.start), hint)

    def missing(self, key: str, hint: str | None = None) -> None:
        where = self.source.locate(self.where)
        self.source.error("L209", f"'{self.name(key)}' is missing", where, hint or f"add '{key}: …'")

    def place(self, key: str) -> Location:
        """Where a key stands that is there."""
        return self.source.locate(self.entries[key][0].start)

    def wrong(self, name: str, node: Node, wanted: str) -> None:
        message = f"'{name}' is {_KINDS[type(node)]}; it should be {wanted}"
        hint = (
            "write 'key: value', a line each" if wanted.startswith("a mapping") else "write it in one value"
        )
        self.source.error("L207", message, self.source.locate(node.start), hint)

    def _get(self, key: str, *, required: bool = False) -> Node | None:
        entry = self.entries.get(key)
        if entry is None:
            if required:
                self.missing(key)
            return None
        return entry[1]

    def _scalar(self, name: str, node: Node, wanted: str = "text") -> Scalar | None:
        if not isinstance(node, Scalar):
            self.wrong(name, node, wanted)
            return None
        if not node.text.strip():
            self._empty(name, node)
            return None
        return node

    def _empty(self, name: str, node: Node) -> None:
        hint = "write what belongs there, or leave the key out"
        self.source.error("L209", f"'{name}' is empty", self.source.locate(node.start), hint)
