"""The words of a formula: numbers with their units, names and operators."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal

from trueup.expression.errors import ExpressionError
from trueup.quantity.characters import plain

FUNCTIONS = frozenset({"min", "max", "sum", "abs", "ceil", "floor", "log2", "round"})
KEYWORDS = frozenset({"and", "or", "not"})
#: Names that no claim can have.
RESERVED = FUNCTIONS | KEYWORDS

MAX_LENGTH = 4_096
MAX_DIGITS = 100
MAX_EXPONENT = 400

ALLOWED = (
    "a formula has numbers with units, claim ids, + - * / ** ( ), "
    "min max sum abs ceil floor log2 round, < <= > >= == !=, and or not"
)

_NUMBER = re.compile(r"([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_NAME = re.compile(r"[^\W\d][\w.]*")
_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*")
# A quote inside a header is written twice.
_HEADER = re.compile(r"'((?:[^']|'')*)'")
_OPERATOR = re.compile(r"\*\*|<=|>=|==|!=|[-+*/(),<>×−]")
# `2 × 3` multiplies, `15 ×` is fifteen times: what follows tells.
_TIMES = re.compile(r" *[×x](?= *(?:[0-9('A-Z]|(?!(?:and|or)\b)[a-z]))")
_SIGNED_TIMES = re.compile(r" *×(?= *[-+−])")
_UNIT = re.compile(r" *([%×]|[^\W\d_][\w.]*(?:/[^\W\d_][\w.]*)*)")
# `5 min` is five minutes, `min(a, b)` behind a number lacks its operator.
_CALL = re.compile(rf" *(?:{'|'.join(sorted(FUNCTIONS))}) *\(")
_GROUP = re.compile(r",[0-9]{3}(?![0-9])")
_SPELLINGS = {"×": "*", "−": "-"}
_INSTEAD = {
    "^": "write ** for a power",
    "÷": "write / to divide",
    "·": "write * to multiply",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "=": "write == to compare",
    "!": "write != to compare, not to negate",
    "&": "write and",
    "|": "write or",
    "%": "% stands behind a number",
    "'": "only formulas between the columns of a table name headers",
    ".": "a number begins with a digit, 0.5; nothing has attributes",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One word of a formula.

    :param text: of an operator, in its ASCII spelling; of a number, without its unit; of a header, in quotes
    :param offset: in the formula's text, from 0
    :param unit: of a number, as written, or empty
    :param unit_offset: where the unit stands
    """

    kind: Literal["number", "name", "header", "operator", "end"]
    text: str
    offset: int
    unit: str = ""
    unit_offset: int = 0


def header(name: str) -> str:
    """A column's header as formulas spell it, in single quotes."""
    return "'" + " ".join(name.split()).replace("'", "''") + "'"


def header_of(spelled: str) -> str | None:
    """The header that a formula's operand names; None where it is a claim's id."""
    return spelled[1:-1].replace("''", "'") if spelled.startswith("'") else None


def tokens(text: str, *, headers: bool = False, ids: Container[str] = ()) -> Iterator[Token]:
    """The words of a formula, the last of kind ``end``; raises :class:`ExpressionError`.

    :param headers: whether it stands between columns: names in quotes, and words without a dot, are headers
    :param ids: words without a dot that are none
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            "X326", f"a formula of more than {MAX_LENGTH:,} characters", "give its parts claims of their own"
        )
    written, text = text, plain(text)
    at = 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        if match := _NUMBER.match(text, at):
            token, at = _number(text, match)
        elif match := _NAME.match(text, at):
            token, at = _name(match, headers=headers and match[0] not in ids), match.end()
        elif headers and (match := _HEADER.match(text, at)):
            token, at = _header(written, match), match.end()
        elif match := _OPERATOR.match(text, at):
            spelled = _SPELLINGS.get(match[0], match[0])
            token, at = Token(kind="operator", text=spelled, offset=at), match.end()
        else:
            raise _foreign(text[at], at, headers=headers)
        yield token
    yield Token(kind="end", text="", offset=len(text))


def _number(text: str, match: re.Match[str]) -> tuple[Token, int]:
    at, end = match.span()
    _check_number(text, match)
    if signed := _SIGNED_TIMES.match(text, end):
        raise ExpressionError(
            "X320",
            "× before a sign can be read in two ways",
            "write * to multiply, and leave the unit × out",
            signed.end() - 1,
        )
    times = _TIMES.match(text, end)
    if times and text[times.end() - 1] == "x":
        raise ExpressionError("X320", "x is no operator", "write * to multiply", times.end() - 1)
    unit = _UNIT.match(text, end)
    if times or not unit or unit[1] in KEYWORDS or _CALL.match(text, end):
        return Token(kind="number", text=match[0], offset=at), end
    if unit[1] == "B" and unit.start(1) == end:
        raise ExpressionError(
            "X321", f"{match[0]}B can be read in two ways", f"write {match[0]} B for bytes", at
        )
    return (
        Token(kind="number", text=match[0], offset=at, unit=unit[1], unit_offset=unit.start(1)),
        unit.end(),
    )


def _check_number(text: str, match: re.Match[str]) -> None:
    at, end = match.span()
    whole, decimals, exponent = match.groups(default="")
    if len(whole) + len(decimals) > MAX_DIGITS:
        raise ExpressionError("X327", f"a number of more than {MAX_DIGITS} digits", "round it", at)
    if exponent and (len(exponent) > 5 or abs(int(exponent)) > MAX_EXPONENT):
        raise ExpressionError(
            "X327", f"an exponent beyond ±{MAX_EXPONENT}", "write a number of usual size", at
        )
    if _GROUP.match(text, end):
        raise ExpressionError(
            "X321",
            "a comma separates arguments, not thousands",
            "write the number without separators; put a blank behind a comma between arguments",
            at,
        )
    if text[end : end + 1] in {".", "_"}:
        raise ExpressionError(
            "X321", f"{match[0]}{text[end]} is no number", "write digits, a point, digits: 1234.5", at
        )


def _name(match: re.Match[str], *, headers: bool) -> Token:
    if headers and "." not in match[0] and match[0] not in RESERVED:
        return Token(kind="header", text=header(match[0]), offset=match.start())
    if not _ID.fullmatch(match[0]):
        raise ExpressionError(
            "X320",
            f"{match[0][:40]} is no claim id",
            "ids are of a-z, 0-9, _ and single dots, and begin with a letter",
            match.start(),
        )
    return Token(kind="name", text=match[0], offset=match.start())


def _header(written: str, match: re.Match[str]) -> Token:
    name = written[match.start(1) : match.end(1)].replace("''", "'")
    if not name.strip():
        raise ExpressionError("X320", "a header without a name", "write 'Base'", match.start())
    return Token(kind="header", text=header(name), offset=match.start())


def _foreign(character: str, at: int, *, headers: bool) -> ExpressionError:
    if character == "'" and headers:
        return ExpressionError("X320", "a header without its closing quote", "write 'Base'", at)
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return ExpressionError("X320", f"{shown} is not allowed here", _INSTEAD.get(character, ALLOWED), at)
