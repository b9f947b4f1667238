"""What inline syntax makes of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trueup.tags.references import Target

Kind = Literal[
    "code", "escape", "note", "link", "image", "address", "break", "html", "entity", "emphasis", "struck"
]


@dataclass(slots=True, kw_only=True)
class Span:
    """A span of a block's text; all offsets are into that text.

    :param inner: the text inside, with what is nested in it masked, and where it begins
    :param href: of a link or image, its target; ``href_at`` is where that begins
    :param title: of a link, its title, ``title_at`` where that begins; both absolute if ``target`` is given
    :param target: of a reference, what it refers to
    """

    kind: Kind
    start: int
    end: int
    inner: str = ""
    inner_at: int = 0
    href: str = ""
    href_at: int = 0
    title: str | None = None
    title_at: int = 0
    target: Target | None = None
