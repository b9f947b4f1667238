"""Macro tags, ``{{ claim("id", "figure") }}``: read lexically, never run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from trueup.tags.codes import Report

FORM = 'write {{ claim("id", "figure") }}, or with a formula as the third string'
# What Jinja gives a meaning to, in the order in which it looks for it.
OPENER = re.compile(r"\{#|\{\{|\{%")
RAW = re.compile(r"\{%[-+]?\s*raw\s*[-+]?%\}")
END_RAW = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")
CALL = re.compile(r"\{\{[-+]?\s*claim\s*\(")
CLAIM = re.compile(r"\bclaim\s*\(")
COMMENT_END = re.compile(r"#\}")
EXPRESSION_END = re.compile(r"\}\}")
STATEMENT_END = re.compile(r"%\}")
LINE_END = re.compile(r"\n")
CLOSE = re.compile(r"\s*\)\s*[-+]?\}\}")
STRING = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'", re.DOTALL)
ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U0{0,2}[0-9a-fA-F]{6}|[0-7]{1,3}|.)", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}
# A macro that is not closed ends, for what is reported, with its paragraph.
PARAGRAPH = re.compile(r"\n[ \t]*\n")


class Piece(NamedTuple):
    """Text that stands in the source, character by character, from the offset ``at``."""

    text: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Macro:
    """One macro tag: its span in the page's text and its arguments.

    :param id_at: offset of the id, behind its quote
    :param figure: the figure's text in pieces; an escape is a piece of its own
    """

    start: int
    end: int
    id: str
    id_at: int
    figure: tuple[Piece, ...]
    figure_at: int
    formula: str | None
    formula_at: int


class Masked(NamedTuple):
    """The page's text with macros masked, each by as many reserved characters as it has.

    :param macros: by the offset of their first character
    """

    text: str
    macros: dict[int, Macro]


class Ahead:
    """Finds what follows a place; places only ascend, so that each stretch of the text is searched once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[re.Pattern[str], tuple[int, int]] = {}

    def find(self, pattern: re.Pattern[str], at: int) -> tuple[int, int]:
        """The next occurrence; at the end of the text where there is none."""
        known = self.found.get(pattern)
        if known is None or known[0] < at:
            match = pattern.search(self.text, at)
            known = match.span() if match else (len(self.text), len(self.text))
            self.found[pattern] = known
        return known


def mask(length: int) -> str:
    """Filler that no syntax of the dialect takes for its own; at least two characters."""
    return "\x02" + "\x01" * (length - 2) + "\x03"


def find_macros(text: str, *, macros: bool, report: Report) -> Masked:
    """Find the macro tags of a page; with ``macros``, everything else of Jinja is masked as well.

    What is malformed is reported and masked like the rest, since it shows nothing that is known.
    """
    if "{" not in text or not OPENER.search(text):
        return Masked(text, {})
    found: dict[int, Macro] = {}
    parts: list[str] = []
    ahead = Ahead(text)
    done = at = 0
    while match := OPENER.search(text, at):
        start = match.start()
        raw = RAW.match(text, start)
        if raw:
            close = ahead.find(END_RAW, raw.end())
            spans = [raw.span(), close]
            at = close[1]
        elif match.group() == "{#":
            end = _comment_end(ahead, start, macros=macros)
            spans = [(start, end)] if end else []
            at = end or match.end()
        else:
            end, macro = _read(ahead, start, macros=macros, report=report)
            spans = [(start, end)] if end else []
            at = end or match.end()
            if macro:
                found[start] = macro
        for low, high in spans:
            if low < high:
                parts += text[done:low], mask(high - low)
                done = high
    return Masked("".join([*parts, text[done:]]), found)


def _comment_end(ahead: Ahead, start: int, *, macros: bool) -> int:
    """End of a comment, or 0; without mkdocs-macros, ``{#id}`` is a heading's id: one line only."""
    low, high = ahead.find(COMMENT_END, start + 2)
    if low == high or (not macros and ahead.find(LINE_END, start)[0] < high):
        return 0
    return high


def _read(ahead: Ahead, start: int, *, macros: bool, report: Report) -> tuple[int, Macro | None]:
    """The end of the expression or statement at ``start`` (0: leave it as text), and its macro."""
    text = ahead.text
    call = CALL.match(text, start)
    if call:
        return _read_call(ahead, start, call.end(), report)
    if not macros:
        return 0, None
    end = _close(ahead, start, EXPRESSION_END if text[start + 1] == "{" else STATEMENT_END)
    if not end:
        return 0, None
    inner = CLAIM.search(text, start, end)
    if inner:
        report.add("T106", inner.start(), "a claim stands inside a larger expression", hint=FORM)
    return end, None


def _close(ahead: Ahead, start: int, closer: re.Pattern[str]) -> int:
    """The end of what begins at ``start``, or 0 where it isn't closed in its paragraph."""
    low, high = ahead.find(closer, start)
    return high if low < ahead.find(PARAGRAPH, start)[0] else 0


def _read_call(ahead: Ahead, start: int, at: int, report: Report) -> tuple[int, Macro | None]:
    text = ahead.text
    strings: list[re.Match[str]] = []
    while True:
        string = STRING.match(text, _blanks(text, at))
        if not string:
            break
        strings.append(string)
        at = _blanks(text, string.end())
        if text[at : at + 1] != ",":
            break
        at += 1
    close = CLOSE.match(text, at)
    if close and len(strings) in {2, 3}:
        return close.end(), _macro(start, close.end(), strings)
    end = _close(ahead, start, EXPRESSION_END)
    if not end:
        report.add("T102", start, "macro is never closed: no `}}` follows in its paragraph", hint=FORM)
        return 0, None
    if close:
        report.add("T106", start, f"a macro takes two or three strings, not {len(strings)}", hint=FORM)
    else:
        report.add("T106", _blanks(text, at), "macro arguments must be string literals", hint=FORM)
    return end, None


def _blanks(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def _macro(start: int, end: int, strings: list[re.Match[str]]) -> Macro:
    name, figure, *rest = strings
    return Macro(
        start=start,
        end=end,
        id=_value(name),
        id_at=name.start() + 1,
        figure=tuple(_pieces(figure)),
        figure_at=figure.start() + 1,
        formula=_value(rest[0]) if rest else None,
        formula_at=rest[0].start() + 1 if rest else 0,
    )


def _value(literal: re.Match[str]) -> str:
    return "".join(piece.text for piece in _pieces(literal))


def _pieces(literal: re.Match[str]) -> list[Piece]:
    text, base = literal.group()[1:-1], literal.start() + 1
    pieces = []
    at = 0
    for escape in ESCAPE.finditer(text):
        pieces.append(Piece(text[at : escape.start()], base + at))
        pieces.append(Piece(_unescape(escape.group()), base + escape.start()))
        at = escape.end()
    pieces.append(Piece(text[at:], base + at))
    return [piece for piece in pieces if piece.text]


def _unescape(escape: str) -> str:
    kind, digits = escape[1], escape[2:]
    if kind in "xuU" and digits:
        return chr(min(int(digits, 16), 0x10FFFF))
    if kind in "01234567":
        return chr(int(escape[1:], 8))
    if kind in LETTERS:
        return LETTERS[kind]
    return kind if kind in "\\'\"" else escape
