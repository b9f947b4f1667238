"""A verifier as its source declares it."""

from __future__ import annotations

from dataclasses import dataclass

from trueup.claim import Basis
from trueup.diagnostics import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter, as the signature writes it."""

    name: str
    annotation: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A function under ``@verifier("…")``, found without running anything.

    :param module: of a site's, the path of its file, relative to the project's root; of a built-in,
        its dotted name
    :param parameters: all but the request
    :param open: it takes further parameters by any name (``**parameters``)
    :param location: of the id's literal
    :param digest: what evidence records of the verifier: a built-in's declared version, a site's source
    """

    id: str
    basis: Basis
    module: str
    function: str
    parameters: tuple[Param, ...]
    location: Location
    digest: str
    open: bool = False
    builtin: bool = False
