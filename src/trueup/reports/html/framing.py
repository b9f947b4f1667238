"""Generated pages put into one page that a theme has made, by text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trueup.escape import html
from trueup.reports.html.body import Body


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """A page cut where pages differ.

    :param token: what stands, followed by a letter, for text of a page: ``T`` for its title, ``I`` for the
        anchor of that, ``N`` for a heading in the table of contents, ``C`` for the content
    :param parts: text, and what stands for other text, in turn: a token, the address of the page, or the
        entry of the table of contents
    """

    token: str
    parts: tuple[str, ...]

    def fill(self, body: Body, address: str) -> str:
        """The page of ``body``."""
        title = html(body.title)
        # What else names a heading, as a link that skips to the content does, names the title.
        values = {"I": body.anchor, "N": title, "T": title, "C": body.content}
        given = {self.token + letter: value for letter, value in values.items()}
        parts = list(self.parts)
        for at in range(1, len(parts), 2):
            value = given.get(parts[at])
            if value is None:
                entry = parts[at].startswith("<li")
                value = "".join(self._entries(parts[at], body)) if entry else f'"{html(address)}"'
            parts[at] = value
        return "".join(parts)

    def _entries(self, entry: str, body: Body) -> Iterator[str]:
        for anchor, name in body.headings:
            yield entry.replace(f"{self.token}N", html(name)).replace(f"{self.token}I", html(anchor))


def cut(output: str, token: str, address: str) -> Framing:
    """Cut a page into which tokens have been put.

    :param address: of that page in full, or nothing where the site has none
    """
    places = [rf"<li\b(?:(?!<li\b).)*?{token}N(?:(?!<li\b).)*?</li>", f"{token}[INTC]"]
    if address:
        places.append(re.escape(f'"{html(address)}"'))
    parts = re.split(f"({'|'.join(places)})", output, flags=re.DOTALL)
    return Framing(token=token, parts=tuple(parts))
