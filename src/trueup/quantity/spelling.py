"""How a figure is written: its form, its numbers, its units, and where each of them stands."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple

from trueup.quantity.characters import plain
from trueup.quantity.codes import FigureError
from trueup.quantity.numeral import Numeral, read_number_word, read_numeral, refuse_no_number
from trueup.quantity.refusals import refuse_rest, refuse_start
from trueup.quantity.units import Unit, scan_unit
from trueup.quantity.wrapping import unwrapped

#: longest figure that is read, in characters
MAX_LENGTH = 200
_MAX_BITS = 7000

Form = Literal["number", "range", "bound", "plus-minus", "fraction", "product", "power", "word"]
Relation = Literal["", ">", ">=", "<", "<="]


class Spelling(NamedTuple):
    """A figure, taken apart; offsets are those of the text it was read from.

    :param start: of its first character, a sign of approximation or a bound included
    :param end: behind its last character
    :param numerals: one, both ends of a range, both counts of a fraction, or all factors
    :param units: of each number; both ends of a range have one where either has
    :param spans: where the units are written, in order; empty where none is
    """

    form: Form
    start: int
    end: int
    relation: Relation
    approx: bool
    numerals: tuple[Numeral, ...]
    units: tuple[Unit | None, ...] = (None,)
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def descending(self) -> bool:
        """Whether it is a range from the larger to the smaller number, as between negative ones."""
        ends = [
            numeral.value * (unit.factor if unit else 1)
            for numeral, unit in zip(self.numerals, self.units, strict=True)
        ]
        return self.form == "range" and ends[0] > ends[1]


_RELATIONS: dict[str, Relation] = {
    **dict.fromkeys(("≥", ">=", "at least", "no less than"), ">="),
    **dict.fromkeys(("≤", "<=", "at most", "no more than", "up to"), "<="),
    **dict.fromkeys((">", "more than", "over", "above"), ">"),
    **dict.fromkeys(("<", "less than", "fewer than", "under", "below"), "<"),
}
_RELATION = re.compile(
    r"(?:(>=|<=|[≥≤><])|((?:at (?:least|most)|no (?:less|more) than|(?:more|less|fewer) than|up to"
    r"|over|above|under|below)(?= ))) *",
    re.IGNORECASE,
)
_APPROX = re.compile(
    r"(?:~|(?:about|around|roughly|approximately|approx\.?|circa|ca\.)(?= )) *", re.IGNORECASE
)
_PLUS_MINUS = re.compile(r"± ?(?=[0-9.])")
_SHAPE = re.compile(r"[x×](?=[0-9])")
_TIMES = re.compile(r"(?: ?\* ?| [x×] )(?=[+\-−]?[0-9.])")
_OF = re.compile(r" +(?:out +)?of +(?=[0-9])| ?/ ?(?=[0-9])")
_DASH = re.compile(r" ?– ?(?=[+\-−]?\.?[0-9])|-(?=\.?[0-9])| +to +(?=[+\-−]?\.?[0-9])")
_SYMBOLIC = re.compile(r" ?/ ?[AC-Z](?!\w)")
_NEXT_COUNT = re.compile(r" ?/ ?[0-9]")
_NAME_GOES_ON = re.compile(r"-\w")
_DATE_GOES_ON = re.compile(r"-\w|[/^]")
_GLUED = re.compile(r"B(?![A-Za-z])|-[A-Za-z]+")
# Begins whatever may stand right behind a number and is no unit.
_GOES_ON = re.compile(r" *(?:[B/x×*-]|of |out )")
_BEGINS_UNIT = re.compile(r" *(?=[A-Za-zµ%×/])")
# Glued to its number `x` begins a name, such as x86.
_MULTIPLE = re.compile(r"(?:× ?|x )(?=[0-9])")
_SHAPELY = "it is a shape, or a product without its blanks"


def spell(text: str) -> Spelling:
    """Take apart a text that is one figure; raises :class:`FigureError` where it is not certainly one."""
    line = plain(text)
    end = len(line.rstrip())
    start = len(line) - len(line.lstrip())
    if end - start > MAX_LENGTH:
        raise FigureError("Q301", f"a figure longer than {MAX_LENGTH} characters", offset=start)
    start, end = unwrapped(line, start, end)
    multiple = _MULTIPLE.match(line, start, end)
    spelling = spell_at(line, multiple.end() if multiple else start, end)
    if spelling is None or (multiple and (spelling.spans or spelling.form not in ("number", "range"))):
        raise FigureError("Q301", "this is not one figure", offset=start)
    if multiple:
        times = scan_unit(line, start, start + 1)
        spelling = spelling._replace(
            units=(times[0] if times else None,) * len(spelling.numerals), spans=((start, start + 1),)
        )
    if line[spelling.end : end].strip():
        refuse_rest(line, spelling.end, end)
    return spelling


def spell_at(
    line: str, start: int, end: int, *, prose: bool = False, listed: bool = False, words: bool = True
) -> Spelling | None:
    """Take apart the longest figure that begins at ``start`` of a text in plain characters.

    In ``prose`` what is no figure gives None, or ends the figure before it; elsewhere it raises
    :class:`FigureError`.

    :param listed: a slash or a times sign stands before it, so that no fraction or product begins here
    :param words: whether numbers in letters are read
    """
    relation, approx, place = _prefix(line, start, end)
    form: Form = "bound" if relation else "number"
    if match := _PLUS_MINUS.match(line, place, end):
        if relation or approx:
            return _refuse(prose, "Q301", "± says a range of its own: no other sign goes with it", start)
        form, place = "plus-minus", match.end()
    first = read_numeral(line, place, end, prose=prose)
    if first is None and words and form != "plus-minus":
        first = read_number_word(line, place, end)
    if first is None:
        if not prose:
            refuse_no_number(line, place, end)
            refuse_start(line, start, place, end)
        return None
    goes_on = first.kind == "word" or _GOES_ON.match(line, first.end, end)
    if goes_on and (fault := _name_or_shape(line, first, end)):
        return _refuse(prose, "Q301", *fault)
    if form == "number" and first.kind != "decimal":
        form = first.kind
    draft = Spelling(form, start, first.end, relation, approx, (first,))
    if first.kind == "word" or form == "plus-minus":
        return _with_unit(line, draft, end, prose=prose)
    if goes_on and _TIMES.match(line, first.end, end):
        if listed:
            return None
        return _product(line, draft, end, prose=prose)
    if goes_on and (match := _OF.match(line, first.end, end)):
        return _fraction(line, draft, match, end, prose=prose, listed=listed)
    return _range(line, _with_unit(line, draft, end, prose=prose), end, prose=prose)


def _prefix(line: str, start: int, end: int) -> tuple[Relation, bool, int]:
    """The bound and the sign of approximation before a number, and where the number begins."""
    if line[start : start + 1].isdigit():
        return "", False, start
    relation: Relation = ""
    place = start
    if match := _RELATION.match(line, place, end):
        relation = _RELATIONS[" ".join((match[1] or match[2]).lower().split())]
        place = match.end()
    approx = _APPROX.match(line, place, end)
    return relation, bool(approx), approx.end() if approx else place


def _name_or_shape(line: str, first: Numeral, end: int) -> tuple[str, int, str | None] | None:
    if first.kind != "word" and (glued := _GLUED.match(line, first.end, end)):
        number = line[first.start : first.end]
        hint = f"write {number} B for bytes" if glued[0] == "B" else "tag a name as a name"
        return f"“{number}{glued[0]}” is a name, not a figure", first.start, hint
    if _SYMBOLIC.match(line, first.end, end):
        return "a symbolic ratio is no number", first.start, "tag a word, or the number it comes to"
    if _SHAPE.match(line, first.end, end):
        return _SHAPELY, first.start, "write a product with blanks: 4096 × 11008"
    return None


def _with_unit(line: str, draft: Spelling, end: int, *, prose: bool) -> Spelling:
    begins = _BEGINS_UNIT.match(line, draft.end, end)
    found = scan_unit(line, begins.end(), end, prose=prose) if begins else None
    if not begins or not found:
        return draft
    unit, stop = found
    form, start, _, relation, approx, numerals, *_ = draft
    return Spelling(form, start, stop, relation, approx, numerals, (unit,), ((begins.end(), stop),))


def _product(line: str, draft: Spelling, end: int, *, prose: bool) -> Spelling | None:
    numerals = list(draft.numerals)
    value = numerals[0].value
    while match := _TIMES.match(line, numerals[-1].end, end):
        factor = read_numeral(line, match.end(), end, prose=prose)
        if factor is None:
            break
        numerals.append(factor)
        value = _capped(value * factor.value, factor.start)
    stop = numerals[-1].end
    if draft.relation:
        return _refuse(prose, "Q301", "a bound that is a product is not read", draft.start)
    if _SHAPE.match(line, stop, end):
        return _refuse(prose, "Q301", _SHAPELY, draft.start)
    if _with_unit(line, draft._replace(end=stop), end, prose=True).spans:
        return _refuse(
            prose,
            "Q301",
            f"“{line[draft.start : end][:40]}” could mean so many of something, or their product",
            draft.start,
            "write the product in its unit, or each of them by itself",
        )
    return draft._replace(form="product", end=stop, numerals=tuple(numerals), units=(None,) * len(numerals))


def _capped(product: Fraction, offset: int) -> Fraction:
    """``product``, unless it is too long to be computed with and printed; a single number never is."""
    if max(product.numerator.bit_length(), product.denominator.bit_length()) > _MAX_BITS:
        raise FigureError("Q301", "the number has too many digits", offset=offset)
    return product


def _fraction(
    line: str, draft: Spelling, match: re.Match[str], end: int, *, prose: bool, listed: bool
) -> Spelling | None:
    first = draft.numerals[0]
    second = read_numeral(line, match.end(), end, prose=prose)
    slash = "/" in match[0]
    if second is None or not (first.plain and second.plain) or first.sign or draft.relation or listed:
        if prose and (listed or not slash):
            return _with_unit(line, draft, end, prose=True)
        return _refuse(prose, "Q301", "several figures stand here, or counts that are not whole", draft.start)
    if slash and _NEXT_COUNT.match(line, second.end, end):
        return _refuse(prose, "Q301", "several figures stand here", draft.start, "tag each figure by itself")
    if not second.value:
        return _refuse(prose, "Q303", "so many of none is no number", second.start)
    whole = draft._replace(form="fraction", end=second.end, numerals=(first, second), units=(None, None))
    counted = _with_unit(line, whole, end, prose=True)
    unit = counted.units[-1]
    if unit is None or not unit.exact or unit.dimension.physical.exponents:
        return whole
    return counted._replace(units=(unit, unit))


def _range(line: str, draft: Spelling, end: int, *, prose: bool) -> Spelling | None:
    match = _DASH.match(line, draft.end, end)
    if match is None or draft.relation:
        if prose and _NAME_GOES_ON.match(line, draft.end, end):
            return None
        return draft
    hyphen = match[0] == "-"
    try:
        second = read_numeral(line, match.end(), end, prose=prose)
    except FigureError:
        if not prose:
            raise
        second = None
    if second is None:
        return None if hyphen else draft
    tail = _with_unit(line, draft._replace(end=second.end, units=(None,), spans=()), end, prose=prose)
    fault = _range_fault(draft, second, tail)
    if fault is None and _SHAPE.match(line, second.end, end):
        fault = "Q301", "it could be a shape"
    if fault is None and _DATE_GOES_ON.match(line, tail.end, end):
        fault = "Q301", "it could be a date or a name"
    if fault:
        return (None if hyphen else draft) if prose else _refuse(prose, *fault, draft.start, _RANGE)
    unit = draft.units[0] or tail.units[0]
    return tail._replace(
        form="range",
        numerals=(draft.numerals[0], second),
        units=(unit, tail.units[0]),
        spans=(*draft.spans, *tail.spans),
    )


_RANGE = "a range is written as 3–5 ms, the smaller number first"


def _range_fault(draft: Spelling, second: Numeral, tail: Spelling) -> tuple[str, str] | None:
    first, unit, last = draft.numerals[0], draft.units[0], tail.units[0]
    if unit and not last:
        return "Q301", "the unit of a range stands at its second number, or at both"
    if unit and last and unit.dimension != last.dimension:
        return "Q310", f"the ends of the range have different units: {unit.symbol} and {last.symbol}"
    factor = unit.factor if unit else last.factor if last else 1
    low, high = first.value * factor, second.value * (last.factor if last else 1)
    if low > high and not (low < 0 and high < 0):
        return "Q301", "a range from the larger to the smaller number"
    return None


def _refuse(prose: bool, code: str, message: str, offset: int, hint: str | None = None) -> Spelling | None:
    if not prose:
        raise FigureError(code, message, hint=hint, offset=offset)
    return None
