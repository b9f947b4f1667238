"""All verifiers that a ledger may name, found without running any of them."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from trueup.claim import ID
from trueup.diagnostics import Diagnostic, Location, TrueupError, alike, nearest
from trueup.verifier.declared import Declared
from trueup.verifier.source import Found, Source, digest, parameters, parse, verifiers, version


class Builtins:
    """The built-in verifiers; a module's source is read when one of its ids is asked for.

    :param table: id → dotted name of the module that declares it
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table
        self._read: dict[str, dict[str, Declared]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._table

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._table)

    def find(self, name: str) -> Declared | None:
        module = self._table.get(name)
        if module is None:
            return None
        if module not in self._read:
            self._read[module] = _builtin(module)
        return self._read[module][name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """Verifiers by id.

    :param site: those of the site's ``verifiers/``
    :param broken: ids of the site that are declared, but wrongly; a claim that names one is in error,
        and its id is known all the same
    """

    site: Mapping[str, Declared]
    builtins: Builtins
    diagnostics: tuple[Diagnostic, ...] = ()
    broken: frozenset[str] = field(default_factory=frozenset)

    def find(self, name: str) -> Declared | None:
        """The verifier of that id; a built-in is never hidden by a site's."""
        return self.builtins.find(name) if name in self.builtins else self.site.get(name)

    def unknown(self, name: str, location: Location | None = None) -> Diagnostic:
        """The diagnostic for an id that :meth:`find` does not know, with the nearest ids."""
        shown = name if len(name) <= 60 else f"{name[:57]}…"
        if not ID.fullmatch(name):
            return Diagnostic(
                code="L220",
                message=f"{shown!r} is no id of a verifier",
                location=location,
                hint="a verifier is named by the id in its @verifier(…), never by an import path",
            )
        known = [*self.builtins.ids, *self.site]
        near = alike(name, known, 3, 0.5)
        hint = f"near: {', '.join(near)}" if near else f"there are {', '.join(sorted(known)[:20])}"
        return Diagnostic(
            code="L220", message=f"no verifier {shown!r}", location=location, hint=hint if known else None
        )


def find_verifiers(sources: Mapping[str, str], *, folder: str, builtins: Mapping[str, str]) -> Registry:
    """Find every verifier of a project by reading its source.

    :param sources: path relative to the project's root → text, of each module below ``folder``
    :param folder: the site's folder of verifiers, relative to the root
    :param builtins: id → dotted name of its module: the table of :mod:`trueup.verifiers`
    """
    table = Builtins(builtins)
    faults: list[Diagnostic] = []
    modules: dict[str, Source] = {}
    for path in sorted(sources):
        source = parse(path, sources[path])
        if isinstance(source, Diagnostic):
            faults.append(source)
        else:
            modules[path] = source
    site: dict[str, Declared] = {}
    broken: set[str] = set()
    for source in modules.values():
        for found in verifiers(source):
            if isinstance(found, Diagnostic):
                faults.append(found)
            elif fault := _taken(found, table, site):
                faults.append(fault)
                broken.add(found.id)
            else:
                site[found.id] = _site(found, source, digest(found, source, modules, folder))
    return Registry(
        site={name: one for name, one in site.items() if name not in broken},
        builtins=table,
        diagnostics=tuple(faults),
        broken=frozenset(broken),
    )


def check_parameters(declared: Declared, given: Mapping[str, object]) -> list[tuple[str | None, Diagnostic]]:
    """What is wrong with the names of the parameters: the parameter's name, or None, and a diagnostic.

    The caller knows where each parameter stands, so the diagnostics have no location.
    """
    known = {one.name for one in declared.parameters}
    problems: list[tuple[str | None, Diagnostic]] = []
    for name in given:
        if name not in known and not declared.open:
            near = nearest(name, sorted(known))
            has = f"it has {', '.join(one.name for one in declared.parameters) or 'none'}"
            hint = f"did you mean {near!r}?" if near else has
            message = f"{declared.id} has no parameter {name!r}"
            problems.append((name, Diagnostic(code="V510", message=message, hint=hint)))
    for one in declared.parameters:
        if one.required and one.name not in given:
            kind = f": {one.annotation}" if one.annotation else ""
            message = f"{declared.id} needs the parameter {one.name!r}"
            problems.append((None, Diagnostic(code="V511", message=message, hint=f"{one.name}{kind}")))
    return problems


def _taken(found: Found, builtins: Builtins, site: Mapping[str, Declared]) -> Diagnostic | None:
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


def _builtin(module: str) -> dict[str, Declared]:
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
