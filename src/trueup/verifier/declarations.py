"""The verifiers that modules declare, from their source: nothing of them is imported."""

from __future__ import annotations

import importlib.util
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from trueup.diagnostics import Diagnostic, TrueupError
from trueup.verifier.declared import Declared
from trueup.verifier.source import Found, Source, digest, parameters, parse, verifiers, version


@dataclass(slots=True)
class Declarations:
    """What the modules of a site declare, and what is wrong with it.

    :param broken: ids that are declared, but wrongly
    """

    site: dict[str, Declared] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    faults: list[Diagnostic] = field(default_factory=list)

    @property
    def verifiers(self) -> list[Declared]:
        """Those that can be used."""
        return [one for one in self.site.values() if one.id not in self.broken]


def of_site(sources: Mapping[str, str], folder: str, builtins: Container[str]) -> Declarations:
    """The declarations of a site's modules.

    :param sources: text by path, each relative to the project's root
    :param folder: the site's folder of verifiers
    :param builtins: ids that no site can take
    """
    found = Declarations()
    modules: dict[str, Source] = {}
    for path in sorted(sources):
        source = parse(path, sources[path])
        if isinstance(source, Diagnostic):
            found.faults.append(source)
        else:
            modules[path] = source
    for source in modules.values():
        for one in verifiers(source):
            if isinstance(one, Diagnostic):
                found.faults.append(one)
            elif fault := _taken(one, builtins, found.site):
                found.faults.append(fault)
                found.broken.add(one.id)
            else:
                found.site[one.id] = _site(one, source, digest(one, source, modules, folder))
    return found


def _taken(found: Found, builtins: Container[str], site: Mapping[str, Declared]) -> Diagnostic | None:
    if found.id in builtins:
        message = f"{found.id} is a built-in verifier"
        return Diagnostic(code="V505", message=message, location=found.location, hint="give it another id")
    if found.id in site:
        message = f"{found.id} is defined twice, first at {site[found.id].location}"
        return Diagnostic(code="V504", message=message, location=found.location, hint="give one another id")
    return None


def _site(found: Found, source: Source, made_of: str) -> Declared:
    named, more = parameters(found.node)
    return Declared(
        id=found.id,
        basis=found.basis,
        module=source.path,
        function=found.node.name,
        parameters=named,
        location=found.location,
        digest=made_of,
        open=more,
    )


def of_builtin(module: str) -> dict[str, Declared]:
    """The verifiers of one built-in module, from its source: nothing of it is imported."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"no module {module}")
    source = parse(module, Path(spec.origin).read_text(encoding="utf-8"))
    if isinstance(source, Diagnostic):
        raise TrueupError(source)
    declared = {}
    for found in verifiers(source):
        if isinstance(found, Diagnostic):
            raise TrueupError(found)
        named, more = parameters(found.node)
        declared[found.id] = Declared(
            id=found.id,
            basis=found.basis,
            module=module,
            function=found.node.name,
            parameters=named,
            location=found.location,
            digest=version(source),
            open=more,
            builtin=True,
        )
    return declared
