"""A number as written: its digits, its separators and its last place."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from trueup.quantity.codes import FigureError

#: largest exponent that is read, of ten or of a power
MAX_EXPONENT = 400
#: most digits that a power may have
MAX_DIGITS = 2000

_COUNTING = "zero one two three four five six seven eight nine ten eleven twelve"
WORDS = {word: Fraction(value) for value, word in enumerate(_COUNTING.split())} | {"half": Fraction(1, 2)}


class Numeral(NamedTuple):
    """A number in a text.

    :param start: of its sign, or of its first digit
    :param end: behind its exponent
    :param mantissa: start and end of its digits, without sign and exponent
    :param digits: so many units in its last written place, its sign included
    :param sign: empty, ``+``, ``-`` or ``−``
    :param separator: between groups of three digits: empty, a comma, or a space
    :param places: decimal places of the mantissa
    :param exponent: of ten (``1.19e-2``), or of the base (``2^-24``)
    :param given: the value of one that has no last place: a power, or ``half``
    """

    kind: Literal["decimal", "power", "word"]
    start: int
    end: int
    mantissa: tuple[int, int]
    digits: int
    sign: str = ""
    separator: str = ""
    places: int = 0
    exponent: int = 0
    given: Fraction | None = None

    @property
    def value(self) -> Fraction:
        return self.digits * self.step if self.given is None else self.given

    @property
    def plain(self) -> bool:
        """Whether it is an integer in digits alone."""
        return self.kind == "decimal" and not self.places and self.end == self.mantissa[1]

    @property
    def whole(self) -> bool:
        """Whether it is written as an integer: ``867``, ``1e6``, ``three``."""
        return self.kind == "word" or (self.kind == "decimal" and not self.places and self.exponent >= 0)

    @property
    def step(self) -> Fraction:
        """One unit in its last written place; zero where it has none."""
        return _ZERO if self.given is not None else power_of_ten(self.exponent - self.places)


@lru_cache(maxsize=256)
def power_of_ten(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


_ZERO = Fraction(0)


_DECIMAL = re.compile(
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?: [0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+"
)
# Behind digits: what leaves no doubt where they end, and what may raise them to a power.
_ENDED = re.compile(r" ?[A-Za-zµ%×)|/–-]|[,.]? ?\Z|[,.] ?[A-Za-z]")
_RAISES = re.compile(r"[eE^⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]|\*\*| ?[×x*] ?10")
_BLOB = re.compile(r"[0-9.][0-9.,_'’ ]*")
_EXPONENT = re.compile(r"[eE]([+\-−]?[0-9]+)(?!\w)")
_POWER = re.compile(r"(?:\^|\*\*)([+\-−]?[0-9]+)(?![\w.])")
_RAISED = re.compile(r"([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_TIMES_TEN = re.compile(r" ?[×x*] ?10(?=[\^*⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹])")
_LOWERED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "+-0123456789-")
_NO_NUMBER = re.compile(r"[+\-−]?(?:nan|inf|infinity|∞)(?!\w)", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Za-z]+(?![\w-])")


def read_numeral(line: str, start: int, end: int, *, prose: bool = False) -> Numeral | None:
    """The number in digits that begins at ``start``, or None where none does.

    Raises :class:`FigureError` for one that can't be read for certain. In ``prose`` a blank may stand
    between two numbers.
    """
    place = start + (line[start : start + 1] in ("+", "-", "−") and start < end)
    digits = _DECIMAL.match(line, place, end)
    if not digits:
        return None
    sign = line[start:place]
    mantissa = digits.span()
    text = digits[0]
    if text[0] == "0" or not _ENDED.match(line, mantissa[1], end):
        _refuse_doubtful(line, mantissa, end, prose=prose)
    separator = "," if "," in text else " " if " " in text else ""
    bare = text.replace(separator, "") if separator else text
    places = len(bare.partition(".")[2])
    written = int(bare.replace(".", ""))
    negative = sign in ("-", "−")
    exponent = 0
    given: Fraction | None = None
    if not _RAISES.match(line, mantissa[1], end):
        match = None
    elif match := _EXPONENT.match(line, mantissa[1], end) or _scientific(
        line, written * power_of_ten(-places), mantissa[1], end
    ):
        exponent = _exponent(match[1], start)
    elif match := _raising(line, mantissa[1], end, superscript=written * power_of_ten(-places) in (2, 10)):
        exponent = _exponent(match[1], start)
        if len(bare) * abs(exponent) > MAX_DIGITS:
            raise FigureError("Q301", "the power has too many digits", offset=start)
        if not written and exponent < 0:
            raise FigureError("Q303", "a negative power of zero is no number", offset=start)
        power = (written * power_of_ten(-places)) ** exponent
        given = -power if negative else power
    if negative and not (written if given is None else given):
        raise FigureError("Q303", "minus zero is no number", hint="write 0", offset=start)
    return Numeral(
        "decimal" if given is None else "power",
        start,
        match.end() if match else mantissa[1],
        mantissa,
        -written if negative else written,
        sign,
        separator,
        places,
        exponent,
        given,
    )


def read_number_word(line: str, start: int, end: int) -> Numeral | None:
    """The number in letters that begins at ``start``: ``zero`` to ``twelve`` and ``half``, or None."""
    match = _LETTERS.match(line, start, end)
    if not match or match[0].lower() not in WORDS:
        return None
    value = WORDS[match[0].lower()]
    given = None if value.denominator == 1 else value
    return Numeral("word", start, match.end(), match.span(), value.numerator, given=given)


def refuse_no_number(line: str, start: int, end: int) -> None:
    """Raise Q303 where ``nan`` or an infinity stands."""
    if match := _NO_NUMBER.match(line, start, end):
        raise FigureError(
            "Q303",
            f"“{match[0]}” is not a number that can be checked",
            hint="say in a word that it is unmeasured",
            offset=start,
        )


def _scientific(line: str, magnitude: Fraction, place: int, end: int) -> re.Match[str] | None:
    ten = _TIMES_TEN.match(line, place, end)
    return _raising(line, ten.end(), end, superscript=True) if ten and magnitude < 10 else None


def _raising(line: str, place: int, end: int, *, superscript: bool) -> re.Match[str] | None:
    # Behind another number a raised digit is a footnote's mark.
    return _POWER.match(line, place, end) or (_RAISED.match(line, place, end) if superscript else None)


def _exponent(text: str, start: int) -> int:
    lowered = text.translate(_LOWERED)
    if len(lowered) > 6 or abs(int(lowered)) > MAX_EXPONENT:
        raise FigureError("Q301", f"the exponent is larger than {MAX_EXPONENT}", offset=start)
    return int(lowered)


def _refuse_doubtful(line: str, span: tuple[int, int], end: int, *, prose: bool) -> None:
    """Raise Q301 where the digits at ``span`` aren't certainly the number they seem."""
    if fault := _fault(line, span, end, prose=prose):
        raise FigureError("Q301", fault[0], hint=fault[1], offset=span[0])


def _fault(line: str, span: tuple[int, int], end: int, *, prose: bool) -> tuple[str, str | None] | None:
    """Why the digits at ``span`` aren't certainly the number they seem, with a hint; None where they are."""
    start, stop = span
    text = line[start:stop]
    after = line[stop : min(stop + 2, end)]
    if prose and after[:1] == " ":
        after = ""
    more = after[:1].isdigit() and after[0] not in "⁰¹²³⁴⁵⁶⁷⁸⁹"
    if more and not after[0].isascii():
        return "only the digits 0 to 9 are read", None
    if not more and not (after[:1] and after[0] in ",._'’ " and after[1:].isdigit()):
        if text.startswith("0") and text[1:2].isdigit():
            return (
                f"“{text[:40]}” begins with a zero: it could be a name, or octal",
                "write it without the zero",
            )
        if text.startswith("0") and text[1:2] in (",", " "):
            return f"“{text[:40]}” begins with a group of zero", "write a decimal point as “.”"
        return None
    blob = _BLOB.match(line, start, end)
    return _misgrouped(blob[0].rstrip(".,_'’ ") if blob else text)


def _misgrouped(blob: str) -> tuple[str, str | None]:
    shown = blob[:40]
    head, _, tail = blob.rpartition(",")
    if "_" in blob or "'" in blob or "’" in blob:
        return f"“{shown}” has separators that are not read", "separate thousands by commas or thin spaces"
    if "," in blob and "." in head:
        return (
            f"“{shown}” has a comma behind a point: it could be a decimal comma",
            "write the decimal point as “.” and thousands with commas",
        )
    if blob.count(",") == 1 and " " not in blob and len(tail.partition(".")[0]) != 3:
        return (
            f"“{shown}” could have a decimal comma, or thousands that lost a digit",
            f"write {head}.{tail}"
            if "." not in tail and len(blob) < 20
            else "write the decimal point as “.”",
        )
    if blob.count(".") > 1:
        return f"“{shown}” has more than one decimal point: it could be a version", None
    return f"“{shown}” is not grouped by three digits", "separate thousands by commas or thin spaces"
