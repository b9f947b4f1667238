"""All verifiers that a ledger may name, found without running any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trueup.diagnostics import Diagnostic, Location, alike, nearest
from trueup.ids import ID

if TYPE_CHECKING:
    from trueup.verifier.declared import Declared


class Builtins:
    """The built-in verifiers; a module's source is read when one of its ids is asked for.

    :param table: id → dotted name of the module that declares it
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table
        self._read: dict[str, dict[str, Declared]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._table

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._table)

    def find(self, name: str) -> Declared | None:
        module = self._table.get(name)
        if module is None:
            return None
        if module not in self._read:
            from trueup.verifier.declarations import of_builtin  # noqa: PLC0415  arithmetic has none

            self._read[module] = of_builtin(module)
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
    if not sources:
        return Registry(site={}, builtins=table)
    from trueup.verifier.declarations import of_site  # noqa: PLC0415  many a site has no verifier

    declared = of_site(sources, folder, table)
    return Registry(
        site={one.id: one for one in declared.verifiers},
        builtins=table,
        diagnostics=tuple(declared.faults),
        broken=frozenset(declared.broken),
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
