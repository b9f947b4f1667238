"""Tags with what stands around them, and the claims that they name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from trueup.claim import Claim, Decide, Expr, Formula, Require
from trueup.diagnostics import Diagnostic, Location
from trueup.tags.model import Block, Page, Tag

if TYPE_CHECKING:
    from trueup.tables.grid import Rows

_NOWHERE = Block(kind="paragraph", text="", runs=((0, Location(path="", line=1, column=1)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A tag, and the block in which it stands.

    :param rows: of a table's directive, whose block is the header: the rows below it
    :param page: the document that was read; the tag may stand in a file that it includes
    """

    tag: Tag
    block: Block
    rows: tuple[Block, ...] = ()
    page: str = ""

    @property
    def table(self) -> Rows:
        """Of a table's directive, the table."""
        from trueup.tables.grid import Rows  # noqa: PLC0415  many a project tags no table

        return Rows(header=self.block, rows=self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Claims and tags that belong together.

    :param claims: of the ledger and of formulas in place, without the broken ones, upstream first
    :param stated: the tags of those claims, in order of place
    :param subjects: the subject words of all claims, sorted
    :param broken: ids whose definition has an error; they are not judged
    """

    claims: Mapping[str, Claim]
    stated: tuple[Stated, ...]
    subjects: tuple[str, ...] = ()
    broken: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()


def stated_on(page: Page, tag: Tag) -> Stated:
    """A tag of a page with its block."""
    return Stated(
        tag=tag,
        block=page.blocks[tag.block] if tag.block >= 0 else _NOWHERE,
        rows=tuple(_rows(page, tag)) if tag.form == "table" else (),
        page=page.path,
    )


def _rows(page: Page, tag: Tag) -> Iterable[Block]:
    """The rows below a table's header, in whose block the tag stands; the header of another has none."""
    below = islice(page.blocks, tag.block + 1, None)
    return takewhile(lambda block: block.kind == "row" and block.header, below)


def formula_of(claim: Claim) -> Formula | None:
    """The formula of a derived claim."""
    return claim.kind.formula if isinstance(claim.kind, Expr | Decide | Require) else None
