"""What was meant as a tag and is none: never closed, never opened, never defined."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueup.diagnostics import alike
from trueup.tags.brackets import closers
from trueup.tags.inline import Inline
from trueup.tags.lines import Text
from trueup.tags.spans import Span
from trueup.tags.tagging import SCHEME, Opened, Tagging

NAME = re.compile(r"(?a:claim:)([^\s\"')>]*)", re.IGNORECASE)
# A comment that is closed is no text, so what is found here is open.
DIRECTIVE = re.compile(r"<!--\s{0,100}(claims:(?:table|off|on))\b")


def report_stray(inline: Inline, source: Text, tagging: Tagging) -> None:
    """Report what is left of tags in the text that no syntax took."""
    if "claim:" in source.text.lower():
        _targets(inline.masked, 0, inline, source, tagging)
        link: Span | None = None
        for _, span in sorted(inline.spans.items()):
            if span.kind == "link":
                link = span
                _nested(span, span, source, tagging)
            elif span.kind not in {"emphasis", "struck"}:
                continue
            elif link and span.end <= link.end:
                _nested(span, link, source, tagging)
            else:
                _targets(span.inner, span.inner_at, inline, source, tagging)
    for match in DIRECTIVE.finditer(inline.masked):
        said = f"the directive `{match[1]}` is never closed: no `-->` follows"
        at, hint = source.offset(match.start()), "close the comment with `-->`"
        tagging.report.add("T101", at, said, hint=hint)
    if inline.undefined:
        _undefined(inline, source, tagging)


def report_in_image(image: Span, inline: Inline, source: Text, tagging: Tagging) -> None:
    """Report the tags in the words of an image, which are no text of the page."""
    outer = Opened(name=image.href, at=source.offset(image.start), claims=False)
    for masked in re.finditer("\x02", image.inner):
        start = image.inner_at + masked.start()
        at, span = source.offset(start), inline.spans.get(start)
        if span and (scheme := SCHEME.match(span.href)):
            tagging.nested(outer, span.href[scheme.end() :], at)
        elif macro := tagging.reading.macros.get(at):
            tagging.reading.used.add(at)
            tagging.nested(outer, macro.id, at)


def _targets(masked: str, base: int, inline: Inline, source: Text, tagging: Tagging) -> None:
    targets = list(_find(masked))
    if not targets:
        return
    pairs = {close: start for start, close in closers(masked).items()}
    opened = set(pairs.values())
    for parenthesis, close, name in targets:
        if close >= 0:
            start = pairs.get(close)
            sought = "no `)` follows the target"
            if close + 1 < parenthesis:
                sought = "a blank stands between `]` and `(`"
            if start is None and _escaped(inline, base + close):
                continue
            if start is None:
                start, sought = close, "no `[` stands before the `]`"
        else:
            start = _last_open(masked, parenthesis, opened)
            sought = "no `]` follows the figure"
            if start is None:
                continue
        tagging.unclosed(name, source.offset(base + start), sought)


def _find(masked: str) -> Iterator[tuple[int, int, str]]:
    """Targets with the scheme: their parenthesis, the bracket before it (or -1), the id."""
    for match in NAME.finditer(masked):
        at = _skip_back(masked, match.start())
        if masked[at : at + 1] == "<":
            at = _skip_back(masked, at)
        if masked[at : at + 1] == "(":
            close = _skip_back(masked, at)
            yield at, close if masked[close : close + 1] == "]" else -1, match.group(1)


def _skip_back(text: str, at: int) -> int:
    """The last place before ``at`` where no blank stands, or -1."""
    at -= 1
    while at >= 0 and text[at] in " \n":
        at -= 1
    return at


def _last_open(masked: str, before: int, closed: set[int]) -> int | None:
    """The last bracket before a place that nothing closes."""
    at = masked.rfind("[", 0, before)
    return at if at >= 0 and at not in closed else None


def _escaped(inline: Inline, before: int) -> bool:
    """Whether an escaped bracket stands before: then no tag was meant."""
    return inline.text.rfind("\\[", 0, before) >= 0


def _nested(span: Span, outer: Span, source: Text, tagging: Tagging) -> None:
    """Report what looks like a tag in a link, or in a span inside that link."""
    targets = list(_find(span.inner))
    pairs = {close: start for start, close in closers(span.inner).items()} if targets else {}
    for parenthesis, close, name in targets:
        at = parenthesis if close < 0 else pairs.get(close, close)
        claims = bool(SCHEME.match(outer.href))
        href = outer.href[6:] if claims else outer.href
        link = Opened(name=href, at=source.offset(outer.start), claims=claims)
        tagging.nested(link, name, source.offset(span.inner_at + at))


def _undefined(inline: Inline, source: Text, tagging: Tagging) -> None:
    targets = tagging.reading.references.all()
    known = sorted(label for label, target in targets.items() if SCHEME.match(target.href))
    for start, _, label in inline.undefined:
        at = source.offset(start)
        if SCHEME.match(label):
            name = label[6:]
            tagging.report.add(
                "T111", at, f"nothing defines the reference `{label}`", hint=f"write [figure](claim:{name})"
            )
        elif near := alike(label, known, cutoff=0.75):
            tagging.report.warn(
                "T111", at, f"nothing defines the reference `{label}`", hint=f"did you mean `{near[0]}`?"
            )
