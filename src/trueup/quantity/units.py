"""The closed table of units, with dimensions.

Bytes and bits are one dimension with different factors, SI and IEC prefixes are kept apart, a rate
never becomes a frequency, and nothing is converted unless it is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from trueup.quantity.characters import plain
from trueup.quantity.codes import FigureError
from trueup.quantity.things import MULTIPLES, PLURALS, PREFIXES, TELLING, THINGS, thing

_Exponents: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Dimension:
    """Exponents of base units, sorted by name: ``(("B", 1), ("s", -1))`` is bytes per second.

    Bases: ``B``, ``s``, ``FLOP`` and the counted things (``tok``, ``step``, ``layer`` …).
    """

    exponents: _Exponents = ()

    @classmethod
    def of(cls, **exponents: int) -> Dimension:
        """``Dimension.of(B=1, s=-1)``; zero exponents vanish."""
        return cls(tuple(sorted((name, power) for name, power in exponents.items() if power)))

    def __mul__(self, other: Dimension) -> Dimension:
        return _combined(self.exponents, other.exponents, 1)

    def __pow__(self, power: int) -> Dimension:
        return Dimension.of(**{name: exponent * power for name, exponent in self.exponents})

    def __truediv__(self, other: Dimension) -> Dimension:
        return _combined(self.exponents, other.exponents, -1)

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names above and below the slash, each as often as its power says, counted things last."""
        pairs = (*self.physical.exponents, *self.counted.exponents)
        above = tuple(name for name, power in pairs for _ in range(power))
        return above, tuple(name for name, power in pairs for _ in range(-power))

    @property
    def physical(self) -> Dimension:
        """Without its counted things."""
        return _part(self.exponents, physical=True)

    @property
    def counted(self) -> Dimension:
        """Its counted things alone."""
        return _part(self.exponents, physical=False)


@lru_cache(maxsize=1024)
def _combined(one: _Exponents, other: _Exponents, sign: int) -> Dimension:
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + power * sign
    return Dimension.of(**powers)


@lru_cache(maxsize=1024)
def _part(exponents: _Exponents, *, physical: bool) -> Dimension:
    return Dimension(tuple(pair for pair in exponents if (pair[0] in PHYSICAL) is physical))


NONE = Dimension()
PHYSICAL = frozenset({"B", "s", "FLOP"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit as written.

    :param symbol: its text: ``MiB``, ``GB/s``, ``ms per token``, ``decode steps``
    :param factor: its size in base units
    :param head: the name above the slash, as :data:`NAMES` has it; empty in ``/s``
    :param below: the names under slashes or after ``per``
    """

    symbol: str
    factor: Fraction = field(hash=False)
    dimension: Dimension = field(hash=False)
    head: str
    below: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether whole numbers of it are meant exactly: B, bit, FLOP and counted things."""
        return not self.below and (self.head in _EXACT or self.head in PLURALS)


def _sized() -> dict[str, tuple[Fraction, Dimension]]:
    byte, second, work = Dimension.of(B=1), Dimension.of(s=1), Dimension.of(FLOP=1)
    table = {"B": (Fraction(1), byte), "bit": (Fraction(1, 8), byte), "FLOP": (Fraction(1), work)}
    for power, prefix in enumerate("kMGTP", 1):
        size = Fraction(1000**power)
        table[f"{prefix}B"] = (size, byte)
        table[f"{prefix.upper()}iB"] = (Fraction(1024**power), byte)
        table[f"{prefix}bit"] = (size / 8, byte)
        table[f"{prefix}FLOP"] = (size, work)
    for digits, name in ((12, "ps"), (9, "ns"), (6, "µs"), (3, "ms")):
        table[name] = (Fraction(1, 10**digits), second)
    for seconds, name in ((1, "s"), (60, "min"), (3600, "h"), (86400, "day")):
        table[name] = (Fraction(seconds), second)
    table["%"] = (Fraction(1, 100), NONE)
    table["×"] = (Fraction(1), NONE)
    return table


_SIZED = _sized()
_EXACT = frozenset({"B", "bit", "FLOP"})
_STAPLE = frozenset({"tok", "step", "layer"})
_ALIASES = {
    **dict.fromkeys(("byte", "bytes", "Byte", "Bytes"), "B"),
    **dict.fromkeys(("KB",), "kB"),
    **dict.fromkeys(("bits",), "bit"),
    **dict.fromkeys(("Kbit",), "kbit"),
    **dict.fromkeys(("sec", "second", "seconds"), "s"),
    **dict.fromkeys(("millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("us", "microsecond", "microseconds"), "µs"),
    **dict.fromkeys(("nanosecond", "nanoseconds"), "ns"),
    **dict.fromkeys(("picosecond", "picoseconds"), "ps"),
    **dict.fromkeys(("minute", "minutes"), "min"),
    **dict.fromkeys(("hour", "hours"), "h"),
    **dict.fromkeys(("days",), "day"),
    **dict.fromkeys(("percent",), "%"),
    **dict.fromkeys(("x", "times"), "×"),
}
#: As names are spelt behind a number.
_MANY = {**PLURALS, "day": "days"}
#: names that can't be ids of claims; other counted things (a link, a kernel) can: they stand behind a number
RESERVED = frozenset([*_SIZED, *_ALIASES, *(name for name, what in THINGS.items() if what in _STAPLE)])
#: every name of a unit
NAMES = frozenset([*_SIZED, *_ALIASES, *THINGS])

_WORD = re.compile(r"[A-Za-zµ]+(?![\w^]|-[A-Za-z])")
_OVER = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*(?![\w^-])")
_ANY_WORD = re.compile(r"[A-Za-zµ]\w*")
_BELOW = re.compile(r"(?: ?/ ?| per )(?=[A-Za-zµ])")
_SLASH = re.compile(r" ?/ ?(?=[A-Za-zµ])")
_PER = re.compile(r" per (?=[A-Za-zµ])")


def read_unit(text: str) -> Unit:
    """The unit that ``text`` names, all of it; raises :class:`FigureError` Q310 with the nearest one."""
    line = plain(text)
    start = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    found = scan_unit(line, start, end)
    if found is None or found[1] != end:
        word = line[start:end][:40]
        raise FigureError("Q310", f"“{word}” is not a unit", hint=_hint(word), offset=start)
    return found[0]


def scan_unit(line: str, start: int, end: int, *, prose: bool = False) -> tuple[Unit, int] | None:
    """The unit that begins at ``start`` of a text in :func:`plain` characters, and where it ends.

    None where no unit begins there. An unknown word is an error, unless the text is ``prose``.
    """
    head, place = _head(line, start, end, prose=prose) or ("", start)
    below: list[str] = []
    while len(below) < 3:
        step = (
            _BELOW.match(line, place, end)
            if head
            else _SLASH.match(line, place, end) or _PER.match(line, place - 1, end)
        )
        if not step:
            break
        named = _name(line, step.end(), end, prose=prose, over=step[0] == " per ")
        if named is None:
            break
        below.append(named[0])
        place = named[1]
    if place == start:
        return None
    return _unit(line[start:place], head, tuple(below)), place


def named(head: str, below: tuple[str, ...] = ()) -> Unit:
    """The unit of these names, in its usual spelling: ``named("GB", ("s",))`` is ``GB/s``."""
    return _unit(_MANY.get(head, head) + "".join(f"/{name}" for name in below), head, below)


def near_units(unit: Unit) -> tuple[Unit, ...]:
    """The other units of the same dimension, its counted things kept: for ``MiB/s`` also ``Mbit/s``."""
    if unit.head not in _SIZED:
        return ()
    dimension = _SIZED[unit.head][1]
    heads = (head for head, (_, kind) in _SIZED.items() if kind == dimension and head != unit.head)
    return tuple(named(head, unit.below) for head in heads)


def units_of(dimension: Dimension) -> tuple[Unit, ...]:
    """The table's units for a dimension, base unit first; empty where the table has none."""
    above, below = dimension.sides
    if len(above) > 1:
        return ()
    base = named(above[0] if above else "×" if not below else "", below)
    return (base, *near_units(base))


@lru_cache(maxsize=1024)
def _unit(symbol: str, head: str, below: tuple[str, ...]) -> Unit:
    factor, dimension = _composed(head, below)
    return Unit(symbol=symbol, factor=factor, dimension=dimension, head=head, below=below)


def _composed(head: str, below: tuple[str, ...]) -> tuple[Fraction, Dimension]:
    factor, dimension = _size(head) if head else (Fraction(1), NONE)
    for name in below:
        size, kind = _size(name)
        factor, dimension = factor / size, dimension / kind
    return factor, dimension


def _size(name: str) -> tuple[Fraction, Dimension]:
    return _SIZED.get(name) or (Fraction(1), Dimension.of(**{name: 1}))


def _head(line: str, start: int, end: int, *, prose: bool) -> tuple[str, int] | None:
    if start < end and line[start] in "%×":
        return line[start], start + 1
    return _name(line, start, end, prose=prose, over=True)


def _name(line: str, start: int, end: int, *, prose: bool, over: bool) -> tuple[str, int] | None:
    """A unit's name at ``start``, or a counted thing behind words that are read over."""
    word = _WORD.match(line, start, end)
    if word and (sized := _ALIASES.get(word[0], word[0])) in _SIZED:
        return sized, word.end()
    found = None
    place = start
    for _ in range((2 if prose else 5) if over else 1):
        word = _OVER.match(line, place, end)
        if not word or _sized_or_telling(word[0]):
            break
        if name := thing(word[0]):
            found = name, word.end()
            if word[0] != name:  # a plural, or an alias, ends the name: “decode steps”, “test files”
                break
        elif found or line[place - 1 : place].isdigit():  # “10kg records” are not ten of them
            break
        place = word.end() + 1
        if line[word.end() : place] != " ":
            break
    if not found and not prose:
        _refuse(line, start, end)
    return found


def _sized_or_telling(word: str) -> bool:
    return word in TELLING or word in _SIZED or word in _ALIASES


def _refuse(line: str, start: int, end: int) -> None:
    """Raise Q310 where a word stands that looks like a unit; a joining word is left to the caller."""
    word = _ANY_WORD.match(line, start, end)
    if word is None or (word[0] in TELLING and word[0] not in (*MULTIPLES, *PREFIXES, "percentage")):
        return
    raise FigureError("Q310", f"“{word[0][:40]}” is not a unit", hint=_hint(word[0]), offset=start)


def _hint(word: str) -> str:
    if re.fullmatch(r"[kMGTP]?FLOP[Ss]", word):
        return f"it could be {word[:-1]} or {word[:-1]}/s: write one of them"
    if word.startswith(("pp", "percentage")):
        return "a difference of percentages has no unit here: write it in %, or as a range of %"
    if word in (*MULTIPLES, "mn", "bn"):
        return "write the number out in digits"
    if len(word) == 1 and word.upper() in "KMGTP":
        prefix = "k" if word.upper() == "K" else word.upper()
        return (
            f"{word} alone is a prefix: write the number out, or {prefix}B, {prefix.upper()}iB, {prefix}FLOP"
        )
    nearest = [name for name in sorted(NAMES) if name.casefold() == word.casefold()]
    if not nearest and (match := re.fullmatch(r"([kKMGTP]?)(b|bps)", word)):
        prefix = "k" if match[1] == "K" else match[1]
        nearest = [f"{prefix}{name}{'/s' * (match[2] == 'bps')}" for name in ("B", "bit")]
    if not nearest:
        from difflib import get_close_matches  # noqa: PLC0415  only a fault needs it

        nearest = get_close_matches(word[:40], sorted(NAMES), n=2, cutoff=0.75)
    if nearest:
        return f"did you mean {' or '.join(nearest)}?"
    return "the units are those of information, time, FLOP, %, × and counted things such as tok or layers"
