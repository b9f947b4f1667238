"""Values that stand in a file: in JSON by a pointer, in CSV by row and column, in text by a pattern."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from trueup.files import Root
from trueup.quantity.cell import header_unit
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.readers.artifact import Artifact, read_artifact
from trueup.readers.csv import read_csv
from trueup.readers.json import read_json
from trueup.readers.timings import Shape, read_timing
from trueup.verifier import Request, VerifierError, verifier
from trueup.verifiers.pattern import compiled, with_line_feeds
from trueup.verifiers.stated import text_of, unit_of, value_at
from trueup.verifiers.timing import time_of

VERSION = "2"


@verifier("artifact.json")
def json_value(
    request: Request,
    *,
    artifact: str,
    pointer: str | None = None,
    unit: str | None = None,
    shape: Shape | None = None,
    benchmark: str | None = None,
) -> Quantity | Name:
    """The value at a JSON pointer, or the median time of a benchmark in an export of known shape.

    At a pointer, a number is exact and a text is read as a figure. With a shape, a folder holds an export for
    each run.

    :param pointer: RFC 6901: ``/results/0/mean``
    :param unit: of a number that has none
    :param benchmark: its name; of hyperfine, the command; where the export holds several
    """
    if shape is None and benchmark is not None:
        raise VerifierError("benchmark names one of an export", "give its shape, too")
    if shape is not None and unit is not None:
        raise VerifierError("an export of that shape has its own unit, seconds", "leave unit out")
    if pointer is not None and shape is None:
        return value_at(read_json(opened(request)), pointer, unit_of(unit))
    if pointer is not None or shape is None:
        raise VerifierError("pointer and shape exclude each other", "give one of them")
    root, given = Root(request.root), request.inputs["artifact"]
    runs = given.files if given.path.is_dir() else (given.path,)
    return time_of([read_timing(read_json(read_artifact(root, run)), shape, benchmark) for run in runs])


@verifier("artifact.text")
def text_value(request: Request, *, artifact: str, pattern: str, unit: str | None = None) -> Quantity | Name:
    """What the one group of a pattern holds, read as a figure.

    The pattern may match in several places where they all say the same.

    :param pattern: in RE2's syntax; ``^`` and ``$`` are line ends
    :param unit: of a number that has none
    """
    expression = compiled(pattern)
    if expression.groups != 1:
        message = f"the pattern {pattern!r} has {expression.groups} groups"
        raise VerifierError(message, "put the figure alone into parentheses; others are written (?:…)")
    given = opened(request)
    found = replace(given, text=with_line_feeds(given.text))
    texts: dict[str, int] = {}
    for match in expression.finditer(found.text):
        texts.setdefault((match[1] or "").strip(), max(match.start(1), match.start()))
    if not texts:
        raise found.refuse("M634", f"the pattern {pattern!r} matches nowhere")
    if len(texts) > 1:
        (one, first), (other, second) = list(texts.items())[:2]
        message = f"the pattern matches {one[:40]!r}, at {found.locate(first)}, and here {other[:40]!r}"
        raise found.refuse("M636", message, second, "make it match one of them only")
    ((text, at),) = texts.items()
    return text_of(text, unit_of(unit), partial(found.locate, at), "what the group holds")


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
    return text_of(text, header_unit(column), lambda: place, f"the cell {column!r} of {row!r}")


def opened(request: Request) -> Artifact:
    """The text of the parameter ``artifact``.

    :raises TrueupError: F60x, M630, M631
    """
    return read_artifact(Root(request.root), request.inputs["artifact"].path)
