"""Inline syntax, pass by pass as in Python-Markdown.

What a pass finds is masked by as many filler characters as it has, so that offsets never change.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TypeAlias

from trueup.tags.brackets import Destinations, closers
from trueup.tags.codes import Report
from trueup.tags.emphasis import EMPHASIS, STRIKE, Delimiter, Pairs, Region
from trueup.tags.macros import mask
from trueup.tags.references import References
from trueup.tags.spans import Kind, Span

ESCAPED = frozenset("\\`*_{}[]()>#+-.!|~")
TICKS = re.compile(r"(?<!\\)\\*+`+")
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
NOTE = re.compile(r"\[\^([^\]]*)\]")
LABEL = re.compile(r"\s?\[([^\]]*)\]")
LABELLED = re.compile(r"\]\s?\[")
ADDRESS = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*://[^<>]*)>|<([^<> !]+@[^@<> ]+)>")
BREAK = re.compile(r"  \n")
HTML = re.compile(
    r"<(?:/?+[a-zA-Z][^\s\"'<>@]*+(?:\s+[^\s\"'=<>]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>]++))?+)*+\s*+/?|"
    r"!--(?:(?!<!--|-->).)*+--|[?](?:(?!<[?]|[?]>).)*+[?]|"
    r"!\[CDATA\[(?:(?!<!\[CDATA\[|\]\]>).)*+\]\])>",
    re.DOTALL,
)
ENTITY = re.compile(r"&(?:#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);")
# What is nested deeper than this keeps its delimiters.
DEEPEST = 25
BLANKS = re.compile(r"\s+")

#: Finds the spans of one kind in a text; offsets are into that text.
Finder: TypeAlias = Callable[["Inline", str], Iterator[Span]]


class Inline:
    """The spans of one block's text.

    :param text: the text, its lines joined
    :param spans: what was found, by start
    """

    def __init__(
        self, text: str, references: References, report: Report, locate: Callable[[int], int]
    ) -> None:
        self.references = references
        self.report = report
        self.locate = locate
        self.text = text
        self.base = 0
        self.spans: dict[int, Span] = {}
        self.undefined: list[tuple[int, int, str]] = []
        self._paired: tuple[str, dict[int, int]] = "", {}
        self.masked = self._run(text, 0, 0)

    def _run(self, text: str, base: int, step: int) -> str:
        """Mask what the passes from ``step`` on find in a text that begins at ``base``."""
        for index in range(step, len(PASSES)):
            trigger, finder = PASSES[index]
            if trigger in text:
                text = self._apply(text, base, index, finder)
        for index, delimiters in enumerate((EMPHASIS, STRIKE)):
            if step <= len(PASSES) + index and any(delimiter.token in text for delimiter in delimiters):
                text = self._delimit(text, base, index, delimiters)
        return text

    def _apply(self, text: str, base: int, index: int, finder: Finder) -> str:
        parts: list[str] = []
        done = 0
        self.base = base
        for span in list(finder(self, text)):
            parts += text[done : span.start], mask(span.end - span.start)
            done = span.end
            if span.kind == "link":
                span.inner = self._run(span.inner, base + span.inner_at, index + 1)
            self._keep(span, base)
        return "".join([*parts, text[done:]]) if parts else text

    def pairs(self, text: str) -> dict[int, int]:
        """The brackets of a text; most passes leave it to the next as it is."""
        if self._paired[0] is not text:
            self._paired = text, closers(text)
        return self._paired[1]

    def _keep(self, span: Span, base: int) -> None:
        span.start += base
        span.end += base
        span.inner_at += base
        if not span.target:
            span.href_at += base
            span.title_at += base
        self.spans[span.start] = span

    def _delimit(self, text: str, base: int, index: int, delimiters: tuple[Delimiter, ...]) -> str:
        kind: Kind = "struck" if index else "emphasis"
        regions = Pairs(text, delimiters).find()
        masked, _ = self._regions(text, base, regions, 0, (0, len(text)), kind, 0)
        return masked

    def _regions(
        self,
        text: str,
        base: int,
        regions: list[Region],
        index: int,
        within: tuple[int, int],
        kind: Kind,
        depth: int,
    ) -> tuple[str, int]:
        """Mask the regions from ``index`` on that lie in ``within``; text in a region is read for strikes."""
        parts: list[str] = []
        done, high = within
        while index < len(regions) and regions[index].start < high:
            region = regions[index]
            if region.start < done or region.end > high or depth >= DEEPEST:
                index += 1
                continue
            inner, index = self._regions(
                text, base, regions, index + 1, (region.inner, region.inner_end), kind, depth + 1
            )
            span = Span(kind=kind, start=region.start, end=region.end, inner=inner, inner_at=region.inner)
            self._keep(span, base)
            parts += text[done : region.start], mask(region.end - region.start)
            done = region.end
        masked = "".join([*parts, text[done:high]])
        if kind == "emphasis" and within != (0, len(text)) and "~~" in masked:
            masked = self._delimit(masked, base + within[0], 1, STRIKE)
        return masked, index


def _code(inline: Inline, text: str) -> Iterator[Span]:
    runs = [match.span() for match in re.finditer("`+", text)]
    starts = [start for start, _ in runs]
    sizes: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(runs):
        sizes.setdefault(end - start, []).append(number)
    longest = _longest(runs)
    done = 0
    while match := TICKS.search(text, done):
        begin, done = match.span()
        slashes = len(match.group()) - len(match.group().lstrip("\\"))
        if slashes > 1:
            for at in range(begin, begin + slashes - slashes % 2, 2):
                yield Span(kind="escape", start=at, end=at + 2)
        if slashes % 2:
            # The first backtick is escaped; the rest of its run counts.
            slashes += 1
        begin += slashes
        if begin >= match.end():
            continue
        size = match.end() - begin
        number = bisect_right(starts, begin)
        same = sizes.get(size, ())
        index = bisect_right(same, number - 1)
        if index < len(same):
            close = runs[same[index]]
            inner = text[begin + size : close[0]]
            yield Span(kind="code", start=begin, end=close[1], inner=inner, inner_at=begin + size)
            done = close[1]
            continue
        best = longest[number]
        if 0 < best[0] < size:
            close = runs[best[1]]
            inner = text[begin + best[0] : close[0]]
            yield Span(kind="code", start=begin, end=close[1], inner=inner, inner_at=begin + best[0])
            done = close[1]
        else:
            # Python-Markdown skips as many characters again behind backticks that pair with none.
            done += size


def _longest(runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """From each run on: the size and the index of the longest run, the first of several."""
    found = [(0, -1)]
    for index in range(len(runs) - 1, -1, -1):
        size = runs[index][1] - runs[index][0]
        found.append((size, index) if size >= found[-1][0] else found[-1])
    return found[::-1]


def _escape(inline: Inline, text: str) -> Iterator[Span]:
    for match in ESCAPE.finditer(text):
        if match.group(1) in ESCAPED:
            yield Span(kind="escape", start=match.start(), end=match.end())


def _note(inline: Inline, text: str) -> Iterator[Span]:
    for match in NOTE.finditer(text) if "]" in text else ():
        if inline.references.is_note(match.group(1)):
            yield Span(kind="note", start=match.start(), end=match.end())


def _openers(inline: Inline, text: str, *, image: bool) -> Iterator[tuple[int, int]]:
    """Each bracket that may open a link or an image, and the one that closes it."""
    pairs = inline.pairs(text)
    for start in sorted(pairs):
        if text.startswith("!", max(start - 1, 0), start) is image:
            yield start, pairs[start]


def _reference(inline: Inline, text: str, *, image: bool, short: bool) -> Iterator[Span]:
    done = 0
    if not (inline.references.any if short else LABELLED.search(text)):
        return
    for start, close in _openers(inline, text, image=image):
        if start - image < done:
            continue
        inner = text[start + 1 : close]
        label, end = inner, close + 1
        if not short:
            match = LABEL.match(text, close + 1)
            if not match:
                continue
            label, end = match.group(1) or inner, match.end()
        label = BLANKS.sub(" ", label.lower()) if len(label) < 1000 else ""
        done = end
        target = inline.references.target(label)
        if target:
            target.used = True
            yield Span(
                kind="image" if image else "link",
                start=start - image,
                end=end,
                inner=inner,
                inner_at=start + 1,
                href=target.href,
                href_at=target.at,
                title=target.title,
                title_at=target.title_at,
                target=target,
            )
        elif not short and not image:
            inline.undefined.append((inline.base + start, inline.base + close, label))


def _link(inline: Inline, text: str, *, image: bool) -> Iterator[Span]:
    done = 0
    destinations = Destinations(text)
    for start, close in _openers(inline, text, image=image):
        found = destinations.read(close + 1) if start - image >= done else None
        if not found:
            continue
        done = found.end
        # As written: what other passes have masked here is no syntax in a target.
        low, high = found.href
        href = inline.text[inline.base + low : inline.base + high]
        title = None
        if found.title:
            title = inline.text[inline.base + found.title[0] : inline.base + found.title[1]]
        yield Span(
            kind="image" if image else "link",
            start=start - image,
            end=done,
            inner=text[start + 1 : close],
            inner_at=start + 1,
            href=href,
            href_at=low,
            title=title,
            title_at=found.title[0] if found.title else 0,
        )
    if destinations.patience <= 0:
        inline.report.add(
            "T123",
            inline.locate(0),
            "links of this passage are too intricate to read",
            hint="split the paragraph",
        )


def _matches(kind: Kind, pattern: re.Pattern[str]) -> Finder:
    def find(inline: Inline, text: str) -> Iterator[Span]:
        for match in pattern.finditer(text):
            yield Span(kind=kind, start=match.start(), end=match.end())

    return find


#: Each pass with a character without which it finds nothing.
PASSES: tuple[tuple[str, Finder], ...] = (
    ("`", _code),
    ("\\", _escape),
    ("[^", _note),
    ("[", lambda inline, text: _reference(inline, text, image=False, short=False)),
    ("](", lambda inline, text: _link(inline, text, image=False)),
    ("![", lambda inline, text: _link(inline, text, image=True)),
    ("![", lambda inline, text: _reference(inline, text, image=True, short=False)),
    ("[", lambda inline, text: _reference(inline, text, image=False, short=True)),
    ("![", lambda inline, text: _reference(inline, text, image=True, short=True)),
    ("<", _matches("address", ADDRESS)),
    ("  \n", _matches("break", BREAK)),
    ("<", _matches("html", HTML)),
    ("&", _matches("entity", ENTITY)),
)
