"""What becomes a tag, and what only looks like one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trueup.claim import reserved
from trueup.ids import ID
from trueup.tags.codes import GRAMMAR
from trueup.tags.model import Form
from trueup.tags.reading import Reading

SCHEME = re.compile(r"(?a:claim:)", re.IGNORECASE)
PARENTHESES = re.compile(r"(\S+)\s+\(")
TILDES = re.compile(r"(?<!~)~(?=[^\s~])[^\s~]*~(?!~)")
EXAMPLE = 'write [figure](claim:id), or [figure](claim:id "formula")'


@dataclass(slots=True, kw_only=True)
class Found:
    """A tag before its block is numbered; places are offsets into the page's text.

    :param id_at: of the claim's id
    :param span: of the figure in its block's text
    """

    claim: str
    figure: str
    form: Form
    at: int
    id_at: int
    formula: str | None = None
    formula_at: int = 0
    span: tuple[int, int] = (0, 0)


@dataclass(slots=True, kw_only=True)
class Opened:
    """A link that is being read, for what is found inside it.

    :param name: the claim it names, or its target
    """

    name: str
    at: int
    claims: bool
    swallowed: list[int] = field(default_factory=list)


class Tagging:
    """Checks what is found against the rules for tags, and reports what breaks them."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.report = reading.report

    def good(self, claim: str, at: int, title_at: int | None = None) -> bool:
        """Whether an id is one.

        :param at: of the figure
        :param title_at: of the target, where a title in parentheses would be reported
        """
        if ID.fullmatch(claim):
            what = reserved(claim)
            if what:
                hint = f"say more, such as {claim}.total"
                self.report.add("T104", at, f"`{claim}` can't be the id of a claim: it is {what}", hint=hint)
            return not what
        parentheses = PARENTHESES.match(claim)
        if parentheses and title_at is not None:
            self.report.add(
                "T105",
                title_at + len("claim:") + parentheses.end() - 1,
                "a title in parentheses is part of the target for Python-Markdown",
                hint='put the formula in quotes: [figure](claim:id "formula")',
            )
            return False
        hint = GRAMMAR
        if ID.fullmatch(claim.lower().replace("-", "_")):
            hint = f"{GRAMMAR}: `{claim.lower().replace('-', '_')}`"
        self.report.add("T104", at, f"bad claim id `{claim}`", hint=hint)
        return False

    def figure(self, found: Found, opened: Opened | None = None) -> bool:
        """Whether a figure can be read by someone who sees the page."""
        if not found.figure:
            self.report.add("T107", found.at, f"the tag of `{found.claim}` has no figure", hint=EXAMPLE)
            return False
        if opened and opened.swallowed:
            self.report.warn(
                "T114",
                opened.swallowed[0],
                f"the dialect reads emphasis here, so the figure shows as `{found.figure}`",
                hint="escape it with a backslash, or write ×",
            )
        elif found.form == "link" and TILDES.search(found.figure):
            self.report.warn(
                "T114",
                found.at,
                f"`{found.figure}` loses its tildes where they make a subscript",
                hint="escape them with a backslash, or write ≈",
            )
        return True

    def nested(self, outer: Opened, name: str, at: int) -> None:
        place = self.reading.source.locate(outer.at)
        what = f"the tag of `{outer.name}`" if outer.claims else f"the link to `{outer.name}`"
        self.report.add(
            "T103",
            at,
            f"the tag of `{name}` stands inside {what} at {place}",
            hint="a link can't hold another one; close the outer one first",
        )

    def unclosed(self, name: str, at: int, sought: str) -> None:
        self.report.add("T101", at, f"the tag of `{name}` is never closed: {sought}", hint=EXAMPLE)
