"""Pages of the parts of a document, put together again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trueup.diagnostics import Location
from trueup.tags.model import Block, Page, Tag


def below(at: Location, lines: int) -> Location:
    """The place that many lines further down."""
    return Location(path=at.path, line=at.line + lines, column=at.column)


def shifted(page: Page, lines: int, heading: str = "") -> Page:
    """The page of a part that stands that many lines down, below a heading.

    :param heading: for what stands before the first heading of its own
    """
    return Page(
        path=page.path,
        tags=tuple(_tag(tag, lines) for tag in page.tags) if lines else page.tags,
        blocks=tuple(_block(block, lines, heading) for block in page.blocks),
        diagnostics=tuple(
            replace(one, location=one.location and below(one.location, lines)) for one in page.diagnostics
        ),
    )


def joined(path: str, pages: Iterable[Page]) -> Page:
    """One page of several, each shifted to its place."""
    tags: list[Tag] = []
    blocks: list[Block] = []
    parts = tuple(pages)
    for page in parts:
        base = len(blocks)
        tags.extend(_numbered(tag, tag.block + base) if base else tag for tag in page.tags)
        blocks.extend(page.blocks)
    return Page(
        path=path,
        tags=tuple(tags),
        blocks=tuple(blocks),
        diagnostics=tuple(one for page in parts for one in page.diagnostics),
    )


def last_heading(page: Page, before: str = "") -> str:
    """The heading below which goes on what follows a page."""
    return next((block.text for block in reversed(page.blocks) if block.kind == "heading"), before)


def _tag(tag: Tag, lines: int) -> Tag:
    return _made(
        tag,
        location=below(tag.location, lines),
        named_at=tag.named_at and below(tag.named_at, lines),
        formula_location=tag.formula_location and below(tag.formula_location, lines),
        block=tag.block,
    )


def _numbered(tag: Tag, block: int) -> Tag:
    return _made(
        tag,
        location=tag.location,
        named_at=tag.named_at,
        formula_location=tag.formula_location,
        block=block,
    )


def _made(
    tag: Tag, *, location: Location, named_at: Location | None, formula_location: Location | None, block: int
) -> Tag:
    # Thousands are made at an edit; dataclasses.replace takes several times as long.
    return Tag(
        claim=tag.claim,
        figure=tag.figure,
        location=location,
        form=tag.form,
        named_at=named_at,
        formula=tag.formula,
        formula_location=formula_location,
        block=block,
        span=tag.span,
    )


def _block(block: Block, lines: int, heading: str) -> Block:
    if not lines and (block.heading or not heading):
        return block
    return Block(
        kind=block.kind,
        text=block.text,
        runs=tuple((offset, below(at, lines)) for offset, at in block.runs) if lines else block.runs,
        marks=block.marks,
        lead_in=block.lead_in,
        heading=block.heading or heading,
        header=block.header,
        cells=block.cells,
    )
