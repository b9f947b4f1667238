"""The text of a ledger file → its tree, from PyYAML's events; nothing is constructed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from trueup.ledger.nodes import Mapping, Node, Scalar, Sequence

DEPTH_CAP = 50
NODE_CAP = 500_000

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# What YAML doesn't allow, and a byte order mark inside the text. Single ranges compile ten times as fast.
_ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ud800-\udfff]|\ufeff|\ufffe|\uffff")
_ILLEGAL_REPORTED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that the subset doesn't hold, and where; ``before`` is an earlier place it refers to."""

    code: str
    message: str
    offset: int
    hint: str | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What could be read of a text, and all faults by offset; None where it holds nothing."""

    node: Node | None
    faults: tuple[Fault, ...]


@dataclass(slots=True, kw_only=True)
class _Open:
    """A list or mapping whose end has not come yet; ``key`` waits for a value, None for one to drop."""

    start: int
    mapping: bool
    items: list[Node] = field(default_factory=list)
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    key: Scalar | None = None
    keyed: bool = False
    seen: dict[str, int] = field(default_factory=dict)

    def close(self, end: int) -> Node:
        if self.mapping:
            return Mapping(entries=tuple(self.entries), start=self.start, end=end)
        return Sequence(items=tuple(self.items), start=self.start)


def compose(text: str) -> Tree:
    """The tree of a text. After a fault as much of the rest is read as YAML lets one.

    Never raises; takes time in proportion to the text.
    """
    return _Composer().compose(text)


class _Composer:
    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._stack: list[_Open] = []
        self._root: Node | None = None
        self._nodes = 0
        self._end = 0

    def compose(self, text: str) -> Tree:
        for match, _ in zip(_ILLEGAL.finditer(text), range(_ILLEGAL_REPORTED), strict=False):
            code = ord(match[0])
            hint = "is it a binary file?" if code == 0 else "write it as an escape in double quotes"
            self._fault("L202", f"character U+{code:04X} is not allowed here", match.start(), hint)
        try:
            for event in _events(_ILLEGAL.sub("\ufffd", text)):
                if not self._take(event):
                    break
        except yaml.MarkedYAMLError as error:
            self._syntax(text, error)
        self._faults.sort(key=lambda fault: fault.offset)
        end = self._faults[-1].offset + 1 if self._faults else self._end
        while self._stack:
            if self._stack[-1].keyed:
                self._put(Scalar(text="", start=end, end=end))
            self._put(self._stack.pop().close(max(end, self._end)))
        return Tree(node=self._root, faults=tuple(self._faults))

    def _take(self, event: yaml.Event) -> bool:
        """Read one event; False where reading must stop."""
        at = self._end = _offset(event.start_mark)
        if isinstance(event, yaml.ScalarEvent):
            self._check(event, at)
            quoted = event.style in {"'", '"'}
            # The line end that closes a block is no part of a sentence or formula.
            text = event.value.rstrip("\n") if event.style in {"|", ">"} else event.value
            scalar = Scalar(text=text, start=at, end=_offset(event.end_mark), quoted=quoted)
            return self._count(at) and self._put(scalar)
        if isinstance(event, yaml.CollectionStartEvent):
            self._check(event, at)
            self._stack.append(_Open(start=at, mapping=isinstance(event, yaml.MappingStartEvent)))
            if len(self._stack) > DEPTH_CAP:
                self._fault("L204", f"nested deeper than {DEPTH_CAP} levels", at, "a ledger needs a few")
                return False
            return self._count(at)
        if isinstance(event, yaml.CollectionEndEvent):
            return self._put(self._stack.pop().close(at))
        if isinstance(event, yaml.AliasEvent):
            self._outside(f"alias '*{event.anchor}'", at, "write the value out")
            return self._put(Scalar(text="", start=at, end=at))
        if isinstance(event, yaml.DocumentStartEvent):
            if self._root is not None:
                self._outside("a second document", at, "keep one document a file")
                return False
            if event.version or event.tags:
                self._outside("a directive", at, "leave it out")
        return True

    def _check(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, at: int) -> None:
        if event.anchor is not None:
            self._outside(f"anchor '&{event.anchor}'", at, "leave it out")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._outside(f"tag '{tag}'", at, "every value is read as text; leave it out")

    def _put(self, node: Node) -> bool:
        """Put a node where it belongs."""
        if not self._stack:
            self._root = self._root or node
            return True
        parent = self._stack[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.keyed:
            if parent.key is not None:
                parent.entries.append((parent.key, node))
            parent.keyed, parent.key = False, None
        else:
            parent.keyed, parent.key = True, self._key(parent, node)
        return True

    def _key(self, parent: _Open, node: Node) -> Scalar | None:
        """A key as text; None for one whose entry is dropped."""
        if not isinstance(node, Scalar):
            self._fault("L207", "a key is a list or a mapping; it should be text", node.start, "quote it")
            return None
        if node.text == "<<" and not node.quoted:
            self._outside("merge key '<<'", node.start, "write the entries out")
            return None
        before = parent.seen.setdefault(node.text, node.start)
        if before != node.start:
            self._fault("L203", f"key '{node.text}' stands twice", node.start, before=before)
        return node

    def _count(self, at: int) -> bool:
        self._nodes += 1
        if self._nodes > NODE_CAP:
            self._fault("L204", f"more than {NODE_CAP:,} values in one file", at, "split the file")
            return False
        return True

    def _syntax(self, text: str, error: yaml.MarkedYAMLError) -> None:
        at = _offset(error.problem_mark or error.context_mark)
        if "nesting depth" in (error.problem or ""):
            self._fault("L204", f"nested deeper than {DEPTH_CAP} levels", at, "a ledger needs a few")
            return
        if text.startswith("\t", at):
            self._fault("L200", "a tab stands where blanks indent", at, "indent with blanks")
            return
        began = _offset(error.context_mark) if error.context_mark else at
        message = ", ".join(part for part in (error.context, error.problem) if part)
        hint = "quote a text that holds ': ' or ' #', or begins with one of & * ! | > % @ `"
        self._fault("L200", f"this is not YAML: {message}", at, hint, began if began < at else None)

    def _outside(self, what: str, at: int, hint: str) -> None:
        self._fault("L201", f"{what} is outside the subset of YAML that a ledger is written in", at, hint)

    def _fault(
        self, code: str, message: str, offset: int, hint: str | None = None, before: int | None = None
    ) -> None:
        self._faults.append(Fault(code=code, message=message, offset=offset, hint=hint, before=before))


def _offset(mark: Any) -> int:
    """Of a mark of either loader, which counts code points."""
    return int(mark.index) if mark else 0


def _events(text: str) -> Iterator[yaml.Event]:
    loader = _LOADER(text)
    try:
        yield from iter(loader.get_event, None)
    finally:
        loader.dispose()
