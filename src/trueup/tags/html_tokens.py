"""The tags of raw HTML, as far as the dialect looks at them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

TokenKind = Literal["start", "end", "empty", "comment", "declaration"]

START = re.compile(
    r"<([a-zA-Z][^`\s/>\x00]*)"
    r"(?:[\s/]*(?:(?<=['\"\s/])[^`\s/>][^\s/=>]*(?:\s*=+\s*(?:'[^']*'|\"[^\"]*\"|(?!['\"])[^`>\s]*)(?:\s*,)*)?"
    r"(?:\s|/(?!>))*)*+)?+\s*",
)
END = re.compile(r"</([a-zA-Z][^\s/>]*)[^>]*>")
NAME = re.compile(r"<[a-zA-Z][^\t\n\r\f />]*(?:\s|/(?!>))*")
ATTRIBUTE = re.compile(
    r"((?<=['\"\s/])[^\s/>][^\s/=>]*)(?:\s*=+\s*('[^']*'|\"[^\"]*\"|(?!['\"])[^>\s]*))?(?:\s|/(?!>))*"
)
COMMENT_END = re.compile(r"--!?>")
VERBATIM = frozenset({"script", "style"})
# How much may be looked at in vain, as a multiple of the text, before only short tags are tried.
PATIENCE = 20
SHORT = 250


@dataclass(slots=True)
class Token:
    """A tag, a comment or a declaration, from ``start`` to ``end``; ``name`` in lower case."""

    kind: TokenKind
    name: str
    start: int
    end: int


class Tokens:
    """Reads tokens at given places of a text, in time linear in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.patience = PATIENCE * len(text) + SHORT
        self.last_comment = len(text)
        self.last_close = text.rfind(">")

    def read(self, at: int, *, special: bool) -> Token | None:
        """The token at the ``<`` at ``at``, or None.

        :param special: whether declarations and processing instructions are read here
        """
        text = self.text
        following = text[at + 1 : at + 2]
        if following.isalpha() and following.isascii():
            return self._start(at)
        if following == "/":
            end = END.match(text, at)
            return Token("end", end.group(1).lower(), at, end.end()) if end else None
        if text.startswith("<!--", at):
            return self._comment(at)
        if not special:
            return None
        for opener, closer in (("<?", "?>"), ("<![CDATA[", "]]>"), ("<!doctype", ">")):
            if text[at : at + len(opener)].lower() == opener.lower():
                end_at = text.find(closer, at + len(opener))
                return Token("declaration", "", at, end_at + len(closer)) if end_at >= 0 else None
        return None

    def _start(self, at: int) -> Token | None:
        if at > self.last_close:
            return None
        limit = len(self.text) if self.patience > 0 else min(at + SHORT, len(self.text))
        match = START.match(self.text, at, limit)
        if not match:
            return None
        name, end = match.group(1).lower(), match.end()
        if self.text.startswith(">", end):
            return Token("start", name, at, end + 1)
        if self.text.startswith("/>", end):
            return Token("empty", name, at, end + 2)
        self.patience -= end - at
        return None

    def _comment(self, at: int) -> Token | None:
        if at >= self.last_comment:
            return None
        close = COMMENT_END.search(self.text, at + 4)
        if not close:
            self.last_comment = at
            return None
        return Token("comment", "", at, close.end())


def attributes(tag: str) -> dict[str, str | None]:
    """The attributes of a start tag; the value of one without a value is None."""
    found: dict[str, str | None] = {}
    name = NAME.match(tag)
    at = name.end() if name else len(tag)
    while match := ATTRIBUTE.match(tag, at):
        value = match.group(2)
        if value and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        found[match.group(1).lower()] = value
        at = match.end()
    return found
