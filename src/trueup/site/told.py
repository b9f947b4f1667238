"""What the generated pages of a site tell a reader: of each claim its status and value, and how many hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

from trueup.reports.html.claim_page import claim_summary
from trueup.reports.html.dashboard import dashboard
from trueup.reports.html.matching import Index
from trueup.reports.html.pages import TELLS, Links
from trueup.reports.html.status_badge import standing
from trueup.reports.html.words import STATUSES

_LOOKS = frozenset(f"trueup-{one}" for one in (*STATUSES, "waived", "fails", "holds", "passes"))
# What begins with one of these stands apart for a reader, too.
_APART = frozenset({"br", "dd", "div", "dt", "li", "p"})
# Whoever makes pages small leaves out the ends of these.
_ENDED_BY = {"p": {"details", "div", "dl", "h2", "p", "table", "ul"}, "td": {"td", "tr"}}
_NOWHERE = Links(claim=lambda _: None, place=lambda _at, _anchor: None, dashboard="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """
    :param says: what a reader sees
    :param looks: the classes by which it looks so
    """

    says: str
    looks: frozenset[str]


_NOTHING = Told(says="", looks=frozenset())


def read_told(html: str) -> Mapping[str, Told]:
    """What a page tells, by what it tells it of; nothing where no generated page has been put into it."""
    begins = html.find(TELLS)
    if begins < 0:
        return {}
    reader = _Reader()
    reader.feed(html[html.rfind("<", 0, begins) :])
    reader.close()
    return reader.found


def read_shield(svg: str) -> str:
    """What a badge for a README says to those who can't see it."""
    found = re.search(r"<title\b[^>]*>([^<]*)</title>", svg)
    return found[1].strip() if found else ""


class Tells:
    """What the generated pages tell now."""

    def __init__(self, index: Index) -> None:
        claims = index.recorded.claims.values()
        pages = [read_told(claim_summary(one, index, _NOWHERE)) for one in claims]
        pages.append(read_told(dashboard(index, _NOWHERE)))
        self._pages = {next(iter(one)): one for one in pages if one}
        self._shield = standing(index.recorded).long

    def differences(self, told: Mapping[str, Told]) -> Iterator[str]:
        """Where a page tells something else."""
        now = self._pages.get(next(iter(told), ""), {})
        for name in dict.fromkeys((*now, *told)):
            there, here = told.get(name, _NOTHING), now.get(name, _NOTHING)
            if there.says != here.says:
                shown = f'shown as "{there.says}"' if there.says else "not shown"
                after = f'is "{here.says}" now' if here.says else "is no longer there"
                yield f"{name} is {shown}, and {after}"
            elif there.looks != here.looks:
                yield f'{name} does not look "{here.says}", as it is now'

    def shield_differences(self, says: str) -> Iterator[str]:
        """Where a badge for a README tells something else."""
        if says != self._shield:
            yield f'the badge says "{says}", and it is "{self._shield}" now'


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, Told] = {}
        self._of = self._tag = ""
        self._depth = 0
        self._says: list[str] = []
        self._looks: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        data = {name: value or "" for name, value in attrs}
        if self._of and tag in _ENDED_BY.get(self._tag, ()):
            self._end()
        if not self._depth and TELLS in data:
            self._of, self._tag, self._says, self._looks = data[TELLS], tag, [], set()
        if self._of:
            self._says += [" "] * (tag in _APART)
            self._depth += tag == self._tag
            self._looks |= _LOOKS & set(data.get("class", "").split())

    def handle_endtag(self, tag: str) -> None:
        if self._of and self._tag == "td" and tag in {"tr", "tbody", "table"}:
            self._end()
        if self._of and tag == self._tag:
            self._depth -= 1
            if not self._depth:
                self._end()

    def handle_data(self, data: str) -> None:
        if self._of:
            self._says.append(data)

    def _end(self) -> None:
        says = " ".join("".join(self._says).split())
        self.found[self._of] = Told(says=says, looks=frozenset(self._looks))
        self._of, self._depth = "", 0
