"""``columns``, ``classes``, ``totals``, ``units``: what the cells of a table have to do with each other."""

from __future__ import annotations

from trueup.claim import Classes, Columns, Formula
from trueup.diagnostics import Location
from trueup.expression.evaluate import operands
from trueup.expression.tokens import header
from trueup.ledger.nodes import Scalar
from trueup.ledger.section import Section
from trueup.ledger.values import figure, formula
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.units import Unit, read_unit

TABLE = ("classes", "totals", "units")

OTHER = ("of", "else")


def read_columns(section: Section) -> Columns:
    """The columns of a claim's entry; faults stand at their places."""
    places: dict[str, Location] = {}
    formulas: dict[str, Formula] = {}
    for name, scalar in _texts(section, "columns", places):
        if (read := _formula(section, name, scalar)) is not None:
            formulas[name] = read
    units: dict[str, Unit] = {}
    for name, scalar in _texts(section, "units", places):
        if (unit := _unit(section, name, scalar)) is not None:
            units[name] = unit
    totals = {name: " ".join(scalar.text.split()) for name, scalar in _texts(section, "totals", places)}
    return Columns(
        formulas=formulas, units=units, classes=_classes(section, places), totals=totals, places=places
    )


def _texts(section: Section, key: str, places: dict[str, Location]) -> list[tuple[str, Scalar]]:
    """The headers of one key and the texts behind them."""
    part = section.section(key)
    found = []
    for name, scalar in part.scalars() if part else ():
        places[f"{key}.{name}"] = section.source.inside(scalar)
        found.append((name, scalar))
    return found


def _formula(section: Section, name: str, scalar: Scalar) -> Formula | None:
    keys = f"{section.name('columns')}.{name}"
    read = formula(section, keys, scalar, compares=False, headers=True)
    if read and header(name) in operands(read.node):
        section.fault(
            "L227", f"'{keys}' follows from itself", scalar, "name the columns that it follows from"
        )
        return None
    return read


def _unit(section: Section, name: str, scalar: Scalar) -> Unit | None:
    try:
        return read_unit(scalar.text)
    except FigureError as error:
        where = section.source.inside(scalar, error.offset)
        message = f"'{section.name('units')}.{name}': {error.message}"
        section.source.error(error.code, message, where, error.hint)
        return None


def _classes(section: Section, places: dict[str, Location]) -> dict[str, Classes]:
    found: dict[str, Classes] = {}
    part = section.section("classes")
    for name, entry in part.sections() if part else ():
        places[f"classes.{name.text}"] = section.source.locate(name.start)
        of = entry.text("of", required=True)
        bounds: list[tuple[Figure, str]] = []
        otherwise = None
        for key, scalar in entry.scalars():
            if key == "else":
                otherwise = scalar.text
            elif key != "of" and (bound := figure(entry, entry.name(key), entry.entries[key][0])):
                bounds.append((bound, scalar.text))
        if not any(key not in OTHER for key in entry.entries):
            message = f"'{entry.keys}' has no bound"
            hint = "a bound and its word, such as '\"≥ 30 %\": slower'"
            section.source.error("L209", message, section.source.locate(entry.where), hint)
        if of is not None:
            places[f"classes.{name.text}.of"] = section.source.inside(of)
            found[name.text] = Classes(of=of.text, bounds=tuple(bounds), otherwise=otherwise)
    return found
