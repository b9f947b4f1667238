"""What claims refer to: models, artifacts, hosts, frozen documents, and the defaults of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice

from trueup.claim import BASES, Basis, Scope
from trueup.diagnostics import Location
from trueup.ledger.model import ModelInput
from trueup.ledger.nodes import Mapping as MappingNode
from trueup.ledger.nodes import Scalar
from trueup.ledger.section import Section
from trueup.ledger.values import day_or_revision, digest

TOP = ("models", "artifacts", "hosts", "defaults", "claims", "frozen")
SCOPE_KEYS = ("cpu", "gpu", "cores", "memory", "host")
ARTIFACT_KEYS = ("path", "sha256")
MODEL_KEYS = (*ARTIFACT_KEYS, "stage")
DEFAULT_KEYS = ("source", "as_of", "basis", "scope")


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What the claims of one file take over where they leave it out."""

    source: str | None = None
    as_of: date | str | None = None
    basis: Basis | None = None
    scope: Scope | None = None


class Names:
    """Names of one kind, across files; the first definition of a name counts."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._places: dict[str, Location] = {}

    def is_new(self, section: Section, name: Scalar) -> bool:
        """Whether a name is defined here first; notes both places where it isn't."""
        where = section.source.locate(name.start)
        first = self._places.setdefault(name.text, where)
        if first is where:
            return True
        if first.path != where.path:  # within one file it is a key that stands twice
            message = f"{self.kind} '{name.text}' is defined twice"
            section.source.error("L212", message, where, f"first at {first}")
        return False


def read_inputs(section: Section, names: Names) -> dict[str, ModelInput]:
    """``models: {name: {path, sha256, stage}}``, and ``artifacts``, which have no stage."""
    found = {}
    for name, entry in section.sections():
        entry.only(MODEL_KEYS if names.kind == "model" else ARTIFACT_KEYS)
        path, stage = entry.text("path", required=True), entry.text("stage")
        checked = entry.read("sha256", digest)
        if names.is_new(section, name) and path is not None:
            found[name.text] = ModelInput(
                name=name.text,
                path=path.text,
                location=entry.source.inside(path),
                sha256=checked,
                stage=stage.text if stage else None,
            )
    return found


def read_hosts(section: Section, names: Names) -> dict[str, Scope]:
    """``hosts: {name: {cpu, gpu, cores, memory}}``; each carries its name as ``host``."""
    found = {}
    for name, entry in section.sections():
        keys = _scope_keys(entry)
        if names.is_new(section, name):
            found[name.text] = Scope(keys={**keys, "host": name.text})
    return found


def read_defaults(section: Section, hosts: Mapping[str, Scope]) -> Defaults:
    """``defaults: {source, as_of, basis, scope}``."""
    section.only(DEFAULT_KEYS)
    source = section.text("source")
    return Defaults(
        source=source.text if source else None,
        as_of=section.read("as_of", day_or_revision),
        basis=section.choice("basis", BASES),
        scope=read_scope(section, hosts),
    )


def read_scope(section: Section, hosts: Mapping[str, Scope]) -> Scope | None:
    """The scope of a claim: the name of a host, or keys."""
    if "scope" not in section:
        return None
    if isinstance(section.entries["scope"][1], MappingNode):
        entry = section.section("scope")
        return Scope(keys=_scope_keys(entry)) if entry else None
    scalar = section.text("scope")
    if scalar is None:
        return None
    if scalar.text not in hosts:
        alike = section.source.alike(scalar.text, hosts)
        known = f"known hosts: {', '.join(islice(hosts, 10))}" if hosts else "no host is defined"
        hint = f"did you mean '{alike}'?" if alike else f"{known}; add it under 'hosts', or give its keys"
        section.fault("L218", f"unknown host '{scalar.text}'", scalar, hint)
        return None
    return hosts[scalar.text]


def _scope_keys(section: Section) -> dict[str, str]:
    section.only(SCOPE_KEYS)
    return {key: scalar.text for key, scalar in section.scalars() if key in SCOPE_KEYS}
