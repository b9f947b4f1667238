"""The files of the ledger → one :class:`Ledger`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from trueup.claim import Claim, Scope
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.files import Root
from trueup.ledger.claims import read_claim
from trueup.ledger.compose import compose
from trueup.ledger.inputs import TOP, Defaults, Names, read_defaults, read_hosts, read_inputs
from trueup.ledger.model import Ledger, ModelInput
from trueup.ledger.nodes import Mapping, Scalar
from trueup.ledger.section import Section, Source

ENDINGS = (".yaml", ".yml")
# Faults that end the reading of a file.
_UNREADABLE = frozenset({"L200", "L202", "L204", "F601", "F605", "F606"})
# Beside the ledger's files stand what claims read and what was recorded.
_PASSED_OVER = frozenset({"inputs", "evidence"})


class Folders(Protocol):
    """The part of the settings that the ledger asks for."""

    @property
    def ledger(self) -> Sequence[str]:
        """Folders, or files and patterns that end in ``.yaml`` or ``.yml``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """One file: its entries, and the offsets of what YAML itself found wrong, ascending."""

    source: Source
    top: Section
    faults: tuple[int, ...]


def read_ledger(root: Root, settings: Folders) -> Ledger:
    """Read all files of the ledger and merge them.

    Never raises on what they hold: each fault is a diagnostic, and each claim without a fault is read.
    """
    found: list[Diagnostic] = []
    paths = _paths(root, settings.ledger, found)
    files = [file for path in paths if (file := _open(root, path, found))]
    if not paths and not found:
        where = Location(path=settings.ledger[0] if settings.ledger else "claims", line=1, column=1)
        message, hint = (
            "there is no ledger here",
            "claims stand in claims/*.yaml; formulas in place still count",
        )
        found.append(Diagnostic(code="L206", message=message, severity="warning", location=where, hint=hint))
    merged = _Merged()
    for file in files:
        merged.read_inputs(file.top)
    for file in files:
        merged.read_claims(file)
    for file in files:
        found.extend(file.source.found)
    found.sort(key=lambda diagnostic: diagnostic.location or Location(path="", line=0, column=0))
    return Ledger(
        files=tuple(paths),
        models=merged.models,
        artifacts=merged.artifacts,
        hosts=merged.hosts,
        claims={name: claim for name, claim in merged.claims.items() if name not in merged.broken},
        frozen=merged.frozen,
        diagnostics=tuple(found),
        broken=frozenset(merged.broken),
        unread=frozenset(one.location.path for one in found if one.location and one.code in _UNREADABLE),
    )


def _paths(root: Root, folders: Sequence[str], found: list[Diagnostic]) -> list[str]:
    patterns = [
        pattern
        for folder in folders
        for pattern in ([folder] if folder.endswith(ENDINGS) else [f"{folder}/**/*{end}" for end in ENDINGS])
    ]
    unread: list[Diagnostic] = []
    paths = {path for one in patterns for path in root.glob(one, without=_PASSED_OVER, unread=unread)}
    found.extend(dict.fromkeys(unread))
    return sorted(paths)


def _open(root: Root, path: str, found: list[Diagnostic]) -> _File | None:
    try:
        text = root.read_text(path, nul=True)
    except TrueupError as error:
        found.extend(error.diagnostics)
        return None
    source, tree = Source(path, text), compose(text)
    for fault in tree.faults:
        hint = fault.hint
        if fault.before is not None:
            first = source.locate(fault.before)
            hint = f"first at {first}" if fault.code == "L203" else f"it begins at {first}; {hint}"
        source.error(fault.code, fault.message, source.locate(fault.offset), hint)
    node = tree.node
    if node is None or (isinstance(node, Scalar) and not node.text):
        if not tree.faults:
            source.warn("L205", "the file holds nothing", source.locate(0), f"known here: {', '.join(TOP)}")
        node = Mapping(entries=(), start=0, end=0)
    top = Section(source, node if isinstance(node, Mapping) else Mapping(entries=(), start=0, end=0), "", 0)
    if not isinstance(node, Mapping):
        top.wrong(path, node, f"a mapping of {', '.join(TOP)}")
    top.only(TOP)
    return _File(source=source, top=top, faults=tuple(fault.offset for fault in tree.faults))


class _Merged:
    """What the files hold together."""

    def __init__(self) -> None:
        self.models: dict[str, ModelInput] = {}
        self.artifacts: dict[str, ModelInput] = {}
        self.hosts: dict[str, Scope] = {}
        self.claims: dict[str, Claim] = {}
        self.frozen: dict[str, Location] = {}
        self.broken: set[str] = set()
        self._model_names, self._artifact_names = Names("model"), Names("artifact")
        self._host_names, self._ids = Names("host"), Names("claim")

    def read_inputs(self, top: Section) -> None:
        """What claims of any file may name."""
        if models := top.section("models"):
            self.models.update(read_inputs(models, self._model_names))
        if artifacts := top.section("artifacts"):
            self.artifacts.update(read_inputs(artifacts, self._artifact_names))
        if hosts := top.section("hosts"):
            self.hosts.update(read_hosts(hosts, self._host_names))
        self.frozen.update({scalar.text: top.source.inside(scalar) for scalar in top.texts("frozen")})

    def read_claims(self, file: _File) -> None:
        """The claims of one file, with its defaults."""
        section = file.top.section("defaults")
        defaults = read_defaults(section, self.hosts) if section else Defaults()
        claims = file.top.section("claims")
        if claims is None:
            return
        entries = claims.node.entries
        for index, (name, node) in enumerate(entries):
            end = entries[index + 1][0].start if index + 1 < len(entries) else claims.node.end
            if _any_between(file.faults, name.start, end):
                # What YAML couldn't read leaves gaps that would be reported a second time.
                self.broken.add(name.text)
                self._ids.is_new(claims, name)
                continue
            if not self._ids.is_new(claims, name):
                self.broken.add(name.text)
                continue
            entry = claims.entry(name, node)
            claim = read_claim(entry, name, self.hosts, defaults) if entry else None
            if claim is None:
                self.broken.add(name.text)
            else:
                self.claims[name.text] = claim


def _any_between(offsets: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(offsets, start)
    return at < len(offsets) and offsets[at] < end
