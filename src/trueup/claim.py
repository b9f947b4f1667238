"""What must be true: an id, a sentence, a basis, and how it is computed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, TypeAlias

from trueup.diagnostics import Location
from trueup.expression.nodes import Node
from trueup.expression.tokens import RESERVED
from trueup.ids import ID
from trueup.quantity.figure import Figure
from trueup.quantity.units import RESERVED as UNITS
from trueup.quantity.units import Unit

Basis = Literal["measured", "hardware", "model"]
#: The more cautious last: what is derived inherits the last one of what it rests on.
BASES: tuple[Basis, ...] = ("model", "hardware", "measured")
Compare = Literal["exact", "as-written", "within", "at-least", "at-most", "interval"]

# The site has pages of these names, beside the page of each claim.
_PAGES = frozenset({"index", "readme"})
_TAKEN = (("a unit", UNITS), ("a word of formulas", RESERVED), ("a page of the site", _PAGES))
#: Every id that :func:`reserved` refuses.
RESERVED_IDS = frozenset(name for _, taken in _TAKEN for name in taken if ID.fullmatch(name))

#: A parameter as the ledger writes it: every scalar is text, parsed by the verifier's signature.
Parameter: TypeAlias = "str | tuple[Parameter, ...] | Mapping[str, Parameter]"


def reserved(name: str) -> str | None:
    """What an id means already, so that it can't be that of a claim; None where it is free."""
    for what, taken in _TAKEN:
        if name in taken:
            return what
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A parsed formula and where its text begins."""

    node: Node
    text: str
    location: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr:
    """Derived: the value of a formula over other claims."""

    formula: Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """Words of a table's column that follow from another column: the first bound that fits gives the word.

    :param of: header of the other column
    :param bounds: ``(bound, word)`` in order, each bound a figure (``≥ 30 %``)
    :param otherwise: the word where no bound fits, or None
    """

    of: str
    bounds: tuple[tuple[Figure, str], ...]
    otherwise: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What the cells of a table have to do with each other, by header.

    :param formulas: over other columns, whose headers are operands in single quotes, and over claims
    :param units: of cells that have none of their own
    :param totals: the row that sums up the column: ``last row``, ``first row``, or a row's name
    :param places: by key of the ledger and header (``columns.Change``), where each stands
    """

    formulas: Mapping[str, Formula] = field(default_factory=dict)
    units: Mapping[str, Unit] = field(default_factory=dict)
    classes: Mapping[str, Classes] = field(default_factory=dict)
    totals: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Location] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify:
    """Computed by a verifier, named by id.

    :param columns: what the cells of its table have to do with each other, besides
    """

    verifier: str
    parameters: Mapping[str, Parameter]
    location: Location
    places: Mapping[str, Location] = field(default_factory=dict)
    columns: Columns | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """A comparison whose outcome is stated by a word; ``words`` holds the words of each outcome."""

    formula: Formula
    words: Mapping[bool | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Require:
    """A comparison that must be true; needs no figure."""

    formula: Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A figure reported elsewhere: attested, never verified here.

    :param value: a figure, or a word (an operator's name) where it isn't a number
    :param as_of: the day, or the git revision, at which it was measured
    """

    value: Figure
    source: str
    as_of: date | str | None
    location: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmeasured:
    """An open question, and why it is open."""

    why: str


Kind: TypeAlias = Expr | Verify | Decide | Require | Reported | Unmeasured | Columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The hardware that a claim speaks of: ``cpu``, ``gpu``, ``cores``, ``memory``, ``host`` and others."""

    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    reason: str
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """A figure that was withdrawn (``was``)."""

    figure: Figure
    location: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One entry of the ledger, or a formula in place.

    :param basis: as stated; ``None`` where it is left to be inherited
    :param tolerance: a figure (``3 %``, ``2 ms``) that widens what a tag claims
    :param noise: replaces the A/A floor, upward only
    :param max_age: in days
    :param location: of the id in the ledger, or of the title that defines it in place
    """

    id: str
    kind: Kind
    location: Location
    says: str | None = None
    basis: Basis | None = None
    scope: Scope | None = None
    subject: tuple[str, ...] = ()
    not_subject: tuple[str, ...] = ()
    was: tuple[Retracted, ...] = ()
    waive: Waiver | None = None
    cross_host: str | None = None
    tolerance: Figure | None = None
    compare: Compare | None = None
    noise: Figure | None = None
    watch: tuple[str, ...] = ()
    max_age: int | None = None


def fits(words: str, probed: str) -> bool:
    """Whether the words of a scope's value occur, in order, in a probed name.

    Case, punctuation, ``(R)`` and ``(TM)`` aside: ``i7-13800H`` fits ``Intel(R) Core(TM) i7-13800H``.
    """
    wanted, found = _words(words), iter(_words(probed))
    return bool(wanted) and all(any(word == other for other in found) for word in wanted)


def conflict(one: Scope, other: Scope) -> str | None:
    """The first key that both scopes hold with values that don't fit each other, or None.

    Hosts are labels, not descriptions: two that aren't the same always conflict.
    """
    for key in sorted(set(one.keys) & set(other.keys)):
        left, right = one.keys[key], other.keys[key]
        if key == "host":
            if left.casefold() != right.casefold():
                return key
        elif not fits(left, right) and not fits(right, left):
            return key
    return None


def _words(text: str) -> list[str]:
    bare = re.sub(r"\((?:r|tm)\)|[®™]", " ", text.casefold())
    return re.findall(r"\w+", bare)
