"""Pages of the parts of a document, put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from trueup.diagnostics import Diagnostic, Location
from trueup.tags.model import Block, Page, Tag
from trueup.tags.runs import Run, Runs
from trueup.tags.shared import NOTHING, Shared


def shifted(page: Page, lines: int, heading: str = "", shared: Shared = NOTHING) -> Page:
    """The page of a part that stands that many lines down, below a heading.

    :param heading: for what stands before the first heading of its own
    :param shared: what the document defines; of it the part knew everything but the places
    """

    def moved(at: Location) -> Location:
        return at.below(lines) if at.path == page.path else shared.placed(at)

    return Page(
        path=page.path,
        tags=tuple(_tag(tag, moved) for tag in page.tags) if lines or shared.references else page.tags,
        blocks=tuple(_block(block, lines, heading) for block in page.blocks),
        diagnostics=tuple(
            replace(one, location=one.location and moved(one.location)) for one in page.diagnostics
        ),
    )


def joined(path: str, pages: Iterable[Page], more: Iterable[Diagnostic] = ()) -> Page:
    """One page of several, each shifted to its place.

    :param more: what is wrong between them
    """
    tags: list[Tag] = []
    blocks: list[Block] = []
    parts = tuple(pages)
    for page in parts:
        base = len(blocks)
        tags.extend(_numbered(tag, tag.block + base) if base else tag for tag in page.tags)
        blocks.extend(page.blocks)
    found = [one for page in parts for one in page.diagnostics]
    between = list(more)
    if between:
        found = sorted([*found, *between], key=lambda one: (one.location, one.code))
    return Page(path=path, tags=tuple(tags), blocks=tuple(blocks), diagnostics=tuple(found))


def last_heading(page: Page, before: str = "") -> str:
    """The heading below which goes on what follows a page."""
    return next((block.text for block in reversed(page.blocks) if block.kind == "heading"), before)


def _tag(tag: Tag, moved: Callable[[Location], Location]) -> Tag:
    return _made(
        tag,
        location=moved(tag.location),
        named_at=tag.named_at and moved(tag.named_at),
        formula_location=tag.formula_location and moved(tag.formula_location),
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
        runs=_below(block.runs, lines),
        marks=block.marks,
        lead_in=block.lead_in,
        heading=block.heading or heading,
        header=block.header,
        cells=block.cells,
    )


def _below(runs: Sequence[Run], lines: int) -> Sequence[Run]:
    if not lines:
        return runs
    if isinstance(runs, Runs):  # of most nobody asks where they stand
        return runs.below(lines)
    return tuple((offset, at.below(lines)) for offset, at in runs)
