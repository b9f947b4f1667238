"""Raw HTML: what Python-Markdown passes through, and what ``md_in_html`` reads as Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right

from trueup.tags.codes import Report
from trueup.tags.html_names import BLOCK_TAGS, RAW_TAGS, SPAN_TAGS, VOID
from trueup.tags.html_tokens import VERBATIM, Token, Tokens, attributes
from trueup.tags.lines import Line
from trueup.tags.opened import Opened
from trueup.tags.parser import DEEPEST
from trueup.tags.stash import Element, Raw, Stash

BLANK_LINE = re.compile(r"(?: *\n){2}")
INNER_BLANK_LINE = re.compile(r"\n[ \t]*\n")
SCHEME = re.compile("(?a:claim:)", re.IGNORECASE)
# How far a comment looks for the end of the inline tag around it.
NEAR = 2000


class Part:
    """An element whose content is being read, or the page (``tag`` empty): lines put together."""

    def __init__(self, tag: str, state: str, start: int) -> None:
        self.tag = tag
        self.state = state
        self.start = start
        self.started = True
        self.lines: list[Line] = []
        self.open = False

    def add(self, text: str, at: int) -> None:
        """Text without a line end, at the end of the last line."""
        if self.open:
            last = self.lines[-1]
            self.lines[-1] = Line(last.text + text, last.at if last.text else at)
        else:
            self.lines.append(Line(text, at))
            self.open = True

    def end_line(self) -> None:
        if not self.open:
            self.lines.append(Line("", 0))
        self.open = False

    def put(self, placeholder: str, at: int) -> None:
        """A placeholder on a line of its own, between empty lines."""
        if self.open and self.lines[-1].text.strip(" "):
            self.end_line()
        if not self.open and self.lines and self.lines[-1].text:
            self.end_line()
        self.add(placeholder, at)
        self.end_line()
        self.end_line()


class HtmlReader:
    """Takes the raw HTML out of a text."""

    def __init__(self, lines: list[Line], stash: Stash, report: Report) -> None:
        self.lines = lines
        self.text = "\n".join(line.text for line in lines)
        self.starts = []
        at = 0
        for line in lines:
            self.starts.append(at)
            at += len(line.text) + 1
        self.tokens = Tokens(self.text)
        self.stash = stash
        self.report = report
        self.parts = [Part("", "block", 0)]
        self.raw_from = -1
        self.raw_stack = Opened()
        self.inline = Opened()
        self.tail = False

    def read(self) -> list[Line]:
        text, at = self.text, 0
        while True:
            start = text.find("<", at)
            self._data(at, len(text) if start < 0 else start)
            if start < 0:
                break
            special = self.tail or len(self.parts) > 1 or self._at_line_start(start)
            token = self.tokens.read(start, special=special)
            at = self._token(token) if token else start + 1
            if not token:
                self._data(start, at)
        if self.raw_from >= 0:
            self._unclosed(self.raw_from)
            self._end_raw(len(text))
        if len(self.parts) > 1:
            self._unclosed(self.parts[1].start)
        while len(self.parts) > 1:
            self._close_part(len(text))
        return self.parts[0].lines

    def _token(self, token: Token) -> int:
        """Take a token; gives where to read on."""
        if token.kind == "start":
            return self._start(token)
        if token.kind == "end":
            self._end(token)
        elif token.kind == "comment":
            body = self.text[token.start : token.end]
            self._empty(token, block=bool(INNER_BLANK_LINE.search(body)) or not self._closed_near(token.end))
        else:
            self._empty(token, block=token.kind == "declaration" or token.name in BLOCK_TAGS)
        return token.end

    def _unclosed(self, start: int) -> None:
        """Report an element that takes tags with it; what Python-Markdown makes of it, no author means."""
        if SCHEME.search(self.text, start):
            name = re.split(r"[\s/>]", self.text[start + 1 : start + NEAR], maxsplit=1)[0]
            self.report.warn(
                "T124",
                self._offset(start),
                f"`<{name}>` is never closed; tags below it may not show",
                hint=f"close it with `</{name}>`",
            )

    # What is not a tag.

    def _data(self, low: int, high: int) -> None:
        if low >= high:
            return
        text = self.text[low:high]
        if "\n" in text:
            self.tail = False
            if self.inline and INNER_BLANK_LINE.search(text):
                self.inline = Opened()
        if self.raw_from >= 0:
            return
        part = self.parts[-1]
        part.started = False
        if part.state == "off":
            return
        for index, piece in enumerate(text.split("\n")):
            if index:
                part.end_line()
            if piece:
                part.add(piece, self._offset(low))
            low += len(piece) + 1

    def _offset(self, at: int) -> int:
        index = bisect_right(self.starts, at) - 1
        return self.lines[index].at + at - self.starts[index]

    def _at_line_start(self, at: int) -> bool:
        start = self.starts[bisect_right(self.starts, at) - 1]
        return at - start <= 3 and not self.text[start:at].strip()

    # Tags.

    def _start(self, token: Token) -> int:
        name = token.name
        first = self.tail or self._at_line_start(token.start)
        if name == "hr" and first:
            self._empty(token, block=True)
        elif name in BLOCK_TAGS and (first or (len(self.parts) > 1 and self.parts[-1].started)):
            self._start_block(token)
        elif self.raw_from >= 0:
            self.raw_stack.push(name)
        else:
            self._data(token.start, token.end)
            if name not in VOID and name not in BLOCK_TAGS:
                self.inline.push(name)
            return token.end
        return self._skip_verbatim(token) if name in VERBATIM else token.end

    def _start_block(self, token: Token) -> None:
        name = token.name
        nested = len(self.parts) > 1
        state = self._state(token)
        deep = len(self.parts) > DEEPEST
        if deep and not self.report.any("T123"):
            at = self._offset(token.start)
            self.report.add("T123", at, f"HTML elements are nested more than {DEEPEST} deep")
        if self.raw_from >= 0 or deep or (state == "off" and not nested):
            if self.raw_from < 0:
                self.raw_from = token.start
            self.raw_stack.push(name)
            return
        if any(part.tag == "p" for part in self.parts):
            self._close_parts("p", token.start)
        self.parts.append(Part(name, state, token.start))

    def _state(self, token: Token) -> str:
        name = token.name
        found = attributes(self.text[token.start : token.end])
        wanted = (found["markdown"] or "1") if "markdown" in found else "0"
        wanted = "1" if wanted == "markdown" else wanted
        outer = self.parts[-1].state if len(self.parts) > 1 else ""
        if outer == "off" or (outer == "span" and wanted != "0"):
            wanted = outer
        blocks = name not in SPAN_TAGS and name not in RAW_TAGS and name != "hr"
        if (wanted == "1" and blocks) or (wanted == "block" and (blocks or name in SPAN_TAGS)):
            return "block"
        if (wanted == "1" and name in SPAN_TAGS) or (wanted == "span" and (blocks or name in SPAN_TAGS)):
            return "span"
        return "off"

    def _skip_verbatim(self, token: Token) -> int:
        """Behind the content of a script or style; its end tag is read next."""
        end = re.compile(rf"</\s*{token.name}\s*>", re.IGNORECASE).search(self.text, token.end)
        return end.start() if end else len(self.text)

    def _end(self, token: Token) -> None:
        name = token.name
        if self.raw_from >= 0:
            self.raw_stack.close(name)
            if not self.raw_stack:
                self._end_raw(token.end)
        elif name in BLOCK_TAGS and any(part.tag == name for part in self.parts[1:]):
            self._close_parts(name, token.end)
            if len(self.parts) == 1:
                self.tail = not BLANK_LINE.match(self.text, token.end)
        else:
            self._data(token.start, token.end)
            self.inline.close(name)

    def _end_raw(self, end: int) -> None:
        start, self.raw_from = self.raw_from, -1
        self.raw_stack = Opened()
        self._put(start, end)
        self.tail = not BLANK_LINE.match(self.text, end)

    def _put(self, start: int, end: int) -> None:
        part = self.parts[-1]
        if part.state != "off":
            at = self._offset(start)
            part.put(self.stash.put(Raw(self.text[start:end], at)), at)

    def _close_parts(self, tag: str, end: int) -> None:
        while self._close_part(end) != tag:
            pass

    def _close_part(self, end: int) -> str:
        part = self.parts.pop()
        outer = self.parts[-1]
        if part.state == "off":
            self._put(part.start, end)
        else:
            element = Element(part.tag, part.state == "span", part.lines)
            outer.put(self.stash.put(element), self._offset(part.start))
        return part.tag

    def _empty(self, token: Token, *, block: bool) -> None:
        if self.raw_from >= 0:
            return
        if block and self._at_line_start(token.start):
            self._put(token.start, token.end)
            if len(self.parts) == 1:
                self.tail = not BLANK_LINE.match(self.text, token.end)
        else:
            self._data(token.start, token.end)

    def _closed_near(self, at: int) -> bool:
        """Whether an inline tag that is open here is closed later in the paragraph."""
        if not self.inline:
            return False
        rest = INNER_BLANK_LINE.split(self.text[at : at + NEAR], maxsplit=1)[0].lower()
        return any(re.search(rf"</\s*{re.escape(name)}\s*>", rest) for name in set(self.inline.names[-20:]))


def take_html(lines: list[Line], stash: Stash, report: Report) -> list[Line]:
    """Put placeholders for raw HTML; those of elements that hold Markdown keep their content to be read."""
    if not any("<" in line.text for line in lines):
        return lines
    return HtmlReader(lines, stash, report).read()
