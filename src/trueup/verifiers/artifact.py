"""Values that stand in a file: in JSON by a pointer, in CSV by row and column."""

from __future__ import annotations

from functools import partial

from trueup.files import Root
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.readers.artifact import Artifact, read_artifact
from trueup.readers.csv import read_csv
from trueup.readers.json import read_json
from trueup.verifier import Request, VerifierError, verifier
from trueup.verifiers.stated import number_of, text_of, unit_in_header, unit_of

VERSION = "1"


@verifier("artifact.json")
def json_value(request: Request, *, artifact: str, pointer: str, unit: str | None = None) -> Quantity | Name:
    """The value at a JSON pointer; a number is exact, a text is read as a figure.

    :param pointer: RFC 6901: ``/results/0/mean``
    :param unit: of a number that has none
    """
    document = read_json(opened(request))
    path, value = document.find(pointer)
    place = partial(document.locate, path)
    return number_of(value, unit_of(unit), place, f"the value at {pointer or 'the top'}")


@verifier("artifact.csv")
def csv_value(
    request: Request, *, artifact: str, key: str, row: str | None = None, column: str | None = None
) -> Table | Quantity | Name:
    """A table, or one cell of it, read as a figure.

    :param key: the column whose cells name the rows
    :param row: what the key column holds in the row of the cell
    :param column: of the cell; a unit in its brackets, ``Median (ms)``, is that of bare numbers
    """
    found = read_csv(opened(request), key)
    if row is None and column is None:
        return found.table
    if row is None or column is None:
        raise VerifierError("row and column go together", "leave both out for the whole table")
    text, place = found.cell(row, column)
    return text_of(text, unit_in_header(column), lambda: place, f"the cell {column!r} of {row!r}")


def opened(request: Request) -> Artifact:
    """The text of the parameter ``artifact``.

    :raises TrueupError: F60x, M630, M631
    """
    return read_artifact(Root(request.root), request.inputs["artifact"].path)
