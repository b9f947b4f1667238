"""JSON of a known form, token by token: what is not looked for is never built."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NoReturn

from trueup.readers.head import MOST

#: Objects and lists inside one another.
DEPTH: Final = 32
#: Digits of a whole number.
DIGITS: Final = 20

_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:"
    r"(?P<sign>[{}\[\],:])"
    r'|(?P<text>"(?:[^"\\\x00-\x1f]++|\\.)*+")'
    r"|(?P<whole>-?(?:0|[1-9][0-9]*+)(?![0-9.eE]))"
    r"|(?P<word>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)"
    r"|(?P<end>\Z))"
)


class MalformedError(Exception):
    """It is no JSON, or not of the form that is looked for."""


class RepeatedError(Exception):
    """A name stands twice in one object."""


class Scanner:
    """Reads what is asked for, in the order in which it stands; anything else is an error."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._kind = self._token = ""
        self._advance()

    @property
    def opens(self) -> str:
        """The sign that comes next, if one does: ``{`` where an object begins."""
        return self._token if self._kind == "sign" else ""

    def members(self) -> Iterator[str]:
        """The names of an object; the value of each is read before the next name is asked for.

        :raises RepeatedError: a name stands twice
        """
        seen: set[str] = set()
        self._sign("{")
        while self.opens != "}":
            if seen:
                self._sign(",")
            name = self.text()
            if name in seen:
                raise RepeatedError(name)
            seen.add(name)
            if len(seen) > MOST:
                raise MalformedError(f"an object has more than {MOST:,} members")
            self._sign(":")
            yield name
        self._advance()

    def elements(self) -> Iterator[None]:
        """One for each element of a list, which is read before the next is asked for."""
        self._sign("[")
        count = 0
        while self.opens != "]":
            if count:
                self._sign(",")
            count += 1
            if count > MOST:
                raise MalformedError(f"a list has more than {MOST:,} elements")
            yield
        self._advance()

    def text(self) -> str:
        """A text.

        :raises UnicodeEncodeError: half of a surrogate pair stands in it
        """
        if self._kind != "text":
            self._expected("a text")
        token = self._token
        if "\\" in token:
            try:
                found: str = json.loads(token)
            except json.JSONDecodeError:
                self._expected("a text")
            found.encode()
        else:
            found = token[1:-1]
        self._advance()
        return found

    def whole(self) -> int:
        """A whole number."""
        if self._kind != "whole" or len(self._token) > DIGITS:
            self._expected("a whole number")
        found = int(self._token)
        self._advance()
        return found

    def scalar(self) -> str | int | None:
        """A text or a whole number; of any other value None, once it is stepped over."""
        if self._kind == "text":
            return self.text()
        if self._kind == "whole" and len(self._token) <= DIGITS:
            return self.whole()
        self.skip()
        return None

    def skip(self, depth: int = 0) -> None:
        """Step over one value, whatever it is."""
        if depth == DEPTH:
            raise MalformedError("objects and lists are nested too deeply")
        if self.opens == "{":
            for _ in self.members():
                self.skip(depth + 1)
        elif self.opens == "[":
            for _ in self.elements():
                self.skip(depth + 1)
        elif self._kind in ("text", "whole", "word"):
            self._advance()
        else:
            self._expected("a value")

    def end(self) -> None:
        """Nothing but blanks may follow."""
        if self._kind != "end":
            self._expected("the end")

    def _sign(self, sign: str) -> None:
        if self.opens != sign:
            self._expected(repr(sign))
        self._advance()

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            self._kind, self._token = "none", self._text[self._at : self._at + 20].strip()
            return
        self._kind = match.lastgroup or ""
        self._token = match[self._kind]
        self._at = match.end()

    def _expected(self, what: str) -> NoReturn:
        found = "it ends" if self._kind == "end" else f"{self._token[:20]!r} stands"
        raise MalformedError(f"{found} where {what} was expected, before character {self._at + 1:,}")
