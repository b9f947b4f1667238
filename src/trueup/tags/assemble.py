"""Puts blocks and tags in the order of the source."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from trueup.tags.directives import set_aside
from trueup.tags.model import Block, Mark, Page, Tag
from trueup.tags.reading import Reading
from trueup.tags.runs import Runs
from trueup.tags.tagging import Found
from trueup.tags.walk import Draft
from trueup.tags.writer import Writer


def assemble(path: str, drafts: list[Draft], reading: Reading) -> Page:
    """The page: headings, marks of what is set aside, and the numbers of blocks are known only now."""
    passages = set_aside(reading.directives, reading.report)
    blocks: list[Block] = []
    tags: list[tuple[int, Tag]] = []
    heading = ""
    for index, draft in enumerate(sorted(drafts, key=lambda draft: draft.writer.runs[0][1])):
        writer = draft.writer
        text = writer.text
        marks = [*writer.marks, *_aside(writer, passages)] if passages else writer.marks
        blocks.append(
            Block(
                kind=draft.kind,
                text=text,
                runs=Runs(writer.runs, writer.length, reading.source),
                marks=tuple(sorted(marks, key=lambda mark: (mark.start, mark.end))),
                lead_in=draft.lead_in.text,
                heading=heading,
                header=draft.header,
                cells=draft.cells,
            )
        )
        tags += [(found.at, _tag(found, index, reading)) for found in draft.tags]
        if draft.kind == "heading":
            heading = text
    tags.sort(key=lambda placed: placed[0])
    return Page(
        path=path,
        tags=tuple(tag for _, tag in tags),
        blocks=tuple(blocks),
        diagnostics=reading.report.sorted(),
    )


def _tag(found: Found, block: int, reading: Reading) -> Tag:
    locate = reading.source.locate
    return Tag(
        claim=found.claim,
        figure=found.figure,
        location=locate(found.at),
        form=found.form,
        named_at=locate(found.id_at),
        formula=found.formula,
        formula_location=locate(found.formula_at) if found.formula is not None else None,
        block=block,
        span=found.span,
    )


def _begin(passage: tuple[int, int | None]) -> int:
    return passage[0]


def _aside(writer: Writer, passages: list[tuple[int, int | None]]) -> list[Mark]:
    """Marks for the text that stands in a passage set aside."""
    found: list[Mark] = []
    ends = [offset for offset, _ in writer.runs[1:]]
    for (start, at), end in zip(writer.runs, [*ends, writer.length], strict=True):
        # Passages stand in order, apart from each other; the last one before a run may reach into it.
        for index in range(max(bisect_right(passages, at, key=_begin) - 1, 0), len(passages)):
            low, high = passages[index]
            if low >= at + end - start:
                break
            first = start + max(low - at, 0)
            last = end if high is None else min(end, start + max(high - at, 0))
            if first < last:
                found.append(Mark(start=first, end=last, kind="aside"))
    merged: list[Mark] = []
    for mark in sorted(found, key=lambda mark: mark.start):
        if merged and merged[-1].end >= mark.start:
            end = max(merged[-1].end, mark.end)
            merged[-1] = replace(merged[-1], end=end)
        else:
            merged.append(mark)
    return merged
