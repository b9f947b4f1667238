"""What is known of a page while it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trueup.tags.codes import Report
from trueup.tags.directives import Directive, read_directive
from trueup.tags.lines import Source
from trueup.tags.macros import Macro
from trueup.tags.references import References
from trueup.tags.stash import Stash

COMMENT_END = re.compile(r"--!?>")
LINK = re.compile(r"<a\s[^<>]*?\bhref\s*=\s*[\"']?\s*(?a:claim:)([^\s\"'>]*)", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class Reading:
    """The page's text and all that was taken out of it.

    :param used: the macros that were found where a tag can stand, by offset
    :param comments: the spans of comments
    """

    source: Source
    macros: dict[int, Macro]
    stash: Stash
    references: References
    report: Report
    used: set[int] = field(default_factory=set)
    comments: list[tuple[int, int]] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)

    def html(self, text: str, at: int) -> list[Directive]:
        """Look through raw HTML; gives the directives of its comments."""
        found: list[Directive] = []
        done = 0
        while (start := text.find("<!--", done)) >= 0 and (close := COMMENT_END.search(text, start + 4)):
            self._links(text[done:start], at + done)
            done = close.end()
            self.comments.append((at + start, at + done))
            directive = read_directive(text[start:done], at + start, self.report)
            if directive:
                found.append(directive)
        self._links(text[done:], at + done)
        self.directives += found
        return found

    def _links(self, text: str, at: int) -> None:
        for match in LINK.finditer(text) if "claim:" in text.lower() else ():
            self.report.add(
                "T110",
                at + match.start(),
                f"a raw HTML link names the claim `{match.group(1)}`, and no tag is read in raw HTML",
                hint=f"write [figure](claim:{match.group(1)})",
            )
