"""CSV with a header (RFC 4180): every row as long as the header, every key once."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from trueup.diagnostics import Location, counted, nearest
from trueup.quantity.table import Table
from trueup.readers.artifact import Artifact, refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Csv:
    """A table, and the line on which each of its rows begins.

    :param path: relative to the project's root
    """

    path: str
    table: Table
    lines: tuple[int, ...]

    def cell(self, row: str, column: str) -> tuple[str, Location]:
        """The text of a cell, and where its row begins.

        :param row: what the key column holds there
        :raises TrueupError: M634 there is no such row or column
        """
        header = Location(path=self.path, line=1, column=1)
        place = column_of(self.table.columns, column, header)
        names = [cells[self.table.columns.index(self.table.key)] for cells in self.table.rows]
        if row not in names:
            close = nearest(row, names)
            hint = (
                f"did you mean {close!r}?"
                if close
                else f"the rows are named in the column {self.table.key!r}"
            )
            raise refuse(header, "M634", f"no row has {row!r} in the column {self.table.key!r}", hint)
        number = names.index(row)
        return self.table.rows[number][place], Location(path=self.path, line=self.lines[number], column=1)


def read_csv(artifact: Artifact, key: str) -> Csv:
    """The table, its cells without blanks around them; a file ``….tsv`` is separated by tabs.

    :param key: the column whose cells name the rows
    :raises TrueupError: M631 no rows, M632 it is no such table, M633 a column or a key stands twice,
        M634 no such column
    """
    rows = _rows(artifact)
    first = next(rows, None)
    if first is None:
        raise artifact.refuse(
            "M631", "the table holds nothing but separators", hint="run again what writes it"
        )
    begin, header = first
    start = Location(path=artifact.path, line=begin, column=1)
    for name, times in Counter(header).items():
        if times > 1:
            raise refuse(start, "M633", f"two columns are called {name!r}", "give one another name")
    place = column_of(header, key, start)
    lines: dict[str, int] = {}
    body: list[tuple[str, ...]] = []
    for line, cells in rows:
        where = Location(path=artifact.path, line=line, column=1)
        if len(cells) != len(header):
            message = f"this row has {counted(len(cells), 'cell')}, the header {len(header)}"
            raise refuse(where, "M632", message, "quote a cell that holds the separator")
        if cells[place] in lines:
            message = (
                f"{cells[place]!r} stands twice in the column {key!r}, first on line {lines[cells[place]]}"
            )
            raise refuse(where, "M633", message, "take a column that names each row once as key")
        lines[cells[place]] = line
        body.append(cells)
    if not body:
        raise refuse(start, "M631", "the table has no rows", "run again what writes it")
    return Csv(
        path=artifact.path,
        table=Table(key=key, columns=header, rows=tuple(body)),
        lines=tuple(lines.values()),
    )


def column_of(header: tuple[str, ...], name: str, place: Location) -> int:
    """The number of a column, from 0.

    :raises TrueupError: M634 there is none
    """
    if name in header:
        return header.index(name)
    if len(header) == 1 and any(sign in header[0] for sign in ";\t|"):
        hint = "columns are separated by commas, or by tabs in a file .tsv"
    else:
        close = nearest(name, header)
        hint = f"did you mean {close!r}?" if close else f"it has {', '.join(header[:10])}"
    raise refuse(place, "M634", f"the table has no column {name!r}", hint)


def _rows(artifact: Artifact) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every row that holds something, with the line on which it begins."""
    text = artifact.text.replace("\r\n", "\n").replace("\r", "\n")
    reader = csv.reader(
        # not splitlines, which ends lines at characters that CSV does not
        (f"{line}\n" for line in text.split("\n")),
        delimiter="\t" if artifact.path.endswith(".tsv") else ",",
        skipinitialspace=True,
        strict=True,
    )
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            where = Location(path=artifact.path, line=line, column=1)
            raise refuse(where, "M632", f"this is no CSV: {error}", "close every quote") from None
        if any(cell.strip() for cell in cells):
            yield line, tuple(cell.strip() for cell in cells)
