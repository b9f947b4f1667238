"""Ranges that claim to cover a column of the table beside them: “over all rows it takes 45–90 µs”."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from trueup.audit.finding import Finding
from trueup.audit.places import Marked
from trueup.quantity.agree import holds
from trueup.quantity.cell import folded, header_name
from trueup.quantity.find import find_figures
from trueup.quantity.value import Quantity
from trueup.quantity.write import write_like
from trueup.statement.covers import shares_an_end
from trueup.tables.grid import tables_of
from trueup.tables.sheet import Column, Number, Sheet, read_sheet
from trueup.tags.model import Block, Page

_RANGE = re.compile(r"[0-9][^0-9]{0,12}(?:[–-]|to) ?[0-9]")
#: All rows are meant.
_ALL = re.compile(
    r"(?:\b(?:in|of|for|at|on|with) )?\b(?:(?:all|every|each of|across|over|throughout) (?:of )?"
    r"(?:(?:the|these|those|its|our) )?(?:[a-z0-9]+ ){0,2}?"
    r"(?:rows?|runs?|samples?|cases?|sizes?|hosts?|kernels?|batch(?:es)?|configurations?|devices?|models?"
    r"|machines?|measurements?|benchmarks?|shapes?|settings?|them)\b"
    r"|(?:the|this) (?:whole )?table(?: above| below)?\b)",
    re.IGNORECASE,
)
#: Some rows may not be meant, or something else.
_SOME = re.compile(
    r"\b(?:except|excluding|without|apart|but|most(?:ly)?|some|many|others?|only|typical(?:ly)?|usual(?:ly)?|not|if"
    r"|median|mean|average|p\d\d|percentile|before|previous(?:ly)?|earlier|would|expect(?:ed)?|target|at|on|for|with"
    r"|under|when|in)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?;](?=\s)")
_WORD = re.compile(r"[a-z]{3,}")
_FEWEST = 3


def spans(page: Page) -> Iterator[Finding]:
    """Each range right before or behind a table that says what a column spans, and does not cover it.

    The sentence has to say that it speaks of all rows, and to name the column.
    """
    if not any(block.kind == "row" for block in page.blocks) or not any(map(_speaks, page.blocks)):
        return
    places = {id(block): index for index, block in enumerate(page.blocks)}
    for table in tables_of(page.blocks):
        header = places[id(table.header)]
        around = (*page.blocks[max(header - 1, 0) : header], *page.blocks[header + len(table.rows) + 1 :][:1])
        beside = [block for block in around if block.heading == table.header.heading and _speaks(block)]
        if beside and (sheet := read_sheet(table)):
            for block in beside:
                yield from _in_block(block, sheet)


def _speaks(block: Block) -> bool:
    """Whether a block is one of prose, and has a range of all of something in it."""
    return block.kind != "row" and bool(_RANGE.search(block.text)) and bool(_ALL.search(block.text))


def _in_block(block: Block, sheet: Sheet) -> Iterator[Finding]:
    marked = Marked(block)
    breaks = [0, *(match.end() for match in _SENTENCE.finditer(block.text)), len(block.text)]
    for start, end, figure in find_figures(block.text):
        if figure.form != "range" or not figure.unit or figure.approx or marked.kinds(start, end) - {"tag"}:
            continue
        index = bisect_right(breaks, start)
        first, last = breaks[index - 1], breaks[min(index, len(breaks) - 1)]
        rest, count = _ALL.subn("", block.text[first:last])
        column = _named(rest, sheet) if count and not _SOME.search(rest) else None
        numbers = _whole(column, sheet) if column else []
        if not numbers or any(one.figure.dimension != figure.dimension for one in numbers):
            continue
        value = _spanned(numbers)
        if column and shares_an_end(figure, value.spread) and not holds(figure, value):
            expected = write_like(value, figure)
            yield Finding(
                code="A106",
                kind="arithmetic",
                at=block.locate(start),
                figure=figure.text,
                expected=expected,
                message=f"the column {column.header!r} beside it spans {expected}, not {figure.text}",
                certainty="certain",
                hint=f"write {expected}, or mend the table",
            )


def _named(sentence: str, sheet: Sheet) -> Column | None:
    """The one column whose name stands in a sentence, where no other has a word of it."""
    said = set(_WORD.findall(folded(sentence)))
    names = [(column, set(_WORD.findall(folded(header_name(column.header))))) for column in sheet.columns]
    found = [(column, words) for column, words in names if words & said]
    return found[0][0] if len(found) == 1 and found[0][1] <= said else None


def _whole(column: Column, sheet: Sheet) -> list[Number]:
    """The numbers of a column that has one in each row, rows that sum up others aside; else none."""
    rows: Sequence[Number | None] = [
        number for row, number in enumerate(column.numbers) if row not in sheet.summary
    ]
    found = [number for number in rows if number and number.figure.unit]
    return found if len(found) == len(rows) >= _FEWEST else []


def _spanned(numbers: Sequence[Number]) -> Quantity:
    spread, reach = numbers[0].stated, numbers[0].reach
    for one in numbers[1:]:
        spread, reach = spread.hull(one.stated), reach.hull(one.reach)
    return Quantity(spread=spread, reach=reach, dimension=numbers[0].dimension)
