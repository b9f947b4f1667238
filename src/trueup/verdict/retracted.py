"""Find retracted figures that documents still state without a tag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from trueup.claim import Claim, Retracted
from trueup.quantity.agree import agree
from trueup.quantity.cell import Cell, header_unit, read_cell, write_cell
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.find import find_figures
from trueup.quantity.value import Quantity
from trueup.tags.model import Block, Page
from trueup.verdict.model import Outcome, Verdict
from trueup.verdict.subject import fold, with_header

_SPANS = ("range", "bound", "plus-minus")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    claim: Claim
    was: Retracted
    value: Quantity
    subjects: tuple[str, ...]
    says: tuple[str, ...]


def sweep(
    pages: Iterable[Page], claims: Iterable[Claim], outcomes: Mapping[str, Outcome]
) -> Iterator[Verdict]:
    """Refute each untagged figure that a claim has retracted (``was``), in any spelling.

    A block has to name a subject word of the claim, or two of the longer words of what it says; a bare
    count, a percentage or a ratio needs a subject word. What also fits the present value, is an end of
    ``A → B``, stands in code, or is struck through or set aside, is left alone.

    :param pages: of documents that are not frozen
    """
    wanted = [_wanted(claim, was) for claim in claims for was in claim.was]
    if not wanted:
        return
    for page in pages:
        for block in page.blocks:
            yield from _in_block(block, wanted, outcomes)


def at_home(verdict: Verdict, claim: Claim) -> Verdict:
    """The verdict on a tagged figure of a record: what was retracted since is at home there."""
    if verdict.status != "refuted" or verdict.reason not in ("value", "unit") or not claim.was:
        return verdict
    try:
        figure = verdict.read()
    except FigureError:  # a name
        return verdict
    for was in claim.was:
        if agree(figure, _value(was.figure)).ok:
            why = f"a record states it; retracted since ({was.location})"
            return replace(verdict, status="attested", reason=None, expected=None, because=(why,), hint=None)
    return verdict


def _value(figure: Figure) -> Quantity:
    """As it was written: other digits are another figure, whatever the rounding may have hidden."""
    return Quantity(spread=figure.stated, reach=figure.stated, dimension=figure.dimension, count=figure.count)


def _wanted(claim: Claim, was: Retracted) -> _Wanted:
    figure = was.figure
    return _Wanted(
        claim=claim,
        was=was,
        value=_value(figure),
        subjects=tuple(fold(word) for word in claim.subject),
        says=tuple({fold(word) for word in fold(claim.says or "").split() if len(word) > 3}),
    )


def _in_block(block: Block, wanted: Iterable[_Wanted], outcomes: Mapping[str, Outcome]) -> Iterator[Verdict]:
    if not any(character.isdigit() for character in block.text):
        return
    words = fold(with_header(block))
    named = [one for one in wanted if _speaks_of(one, words)]
    if not named:
        return
    for written, figure in _figures(block):
        start, end = written.start, written.start + len(written.text)
        if any(mark.start < end and start < mark.end for mark in block.marks) or _transition(
            block.text, start, end
        ):
            continue
        for one in named:
            if _states(figure, one, words) and not _fits_now(figure, outcomes.get(one.claim.id)):
                yield _refutation(one, block, written, outcomes.get(one.claim.id), figure)
                break


def _figures(block: Block) -> Iterator[tuple[Cell, Figure]]:
    """The figures of a block; in a table a bare one has the unit in the brackets of its header."""
    of_column: dict[int, tuple[Cell, Figure]] = {}
    for (start, end), header in zip(block.cells, block.header, strict=False):
        unit = header_unit(header)
        cell = read_cell(block.text[start:end], unit) if unit else None
        if cell and cell.figure and cell.borrowed:
            moved = replace(cell, start=start + cell.start)
            of_column[moved.start] = (moved, cell.figure)
    for start, end, figure in find_figures(block.text):
        plain = Cell(kind="figure", text=block.text[start:end], start=start, figure=figure)
        yield of_column.get(start, (plain, figure))


def _speaks_of(one: _Wanted, words: str) -> bool:
    return _names_subject(one, words) or sum(word in words for word in one.says) >= 2


def _names_subject(one: _Wanted, words: str) -> bool:
    return any(subject in words for subject in one.subjects)


def _states(figure: Figure, one: _Wanted, words: str) -> bool:
    was = one.was.figure
    if figure.form in _SPANS and was.form != figure.form:
        return False  # a bound or a range that the retracted number lies in does not state it
    physical = any(base in ("B", "s", "FLOP") for base, _ in was.dimension.exponents)
    if not physical and not _names_subject(one, words):
        return False
    return agree(figure, one.value, compare=None, tolerance=None).ok


def _fits_now(figure: Figure, outcome: Outcome | None) -> bool:
    if outcome is None or not isinstance(outcome.value, Quantity):
        return False
    return agree(figure, outcome.value, compare=None, tolerance=None).ok


def _transition(text: str, start: int, end: int) -> bool:
    """Whether the figure is either end of ``A → B``."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    return before.endswith(("→", "->", "⟶", "⇒")) or after.startswith(("→", "->", "⟶", "⇒"))


def _refutation(
    one: _Wanted, block: Block, written: Cell, outcome: Outcome | None, figure: Figure
) -> Verdict:
    now = outcome.value if outcome else None
    expected = (
        write_cell(now, written) if isinstance(now, Quantity) and now.dimension == figure.dimension else None
    )
    return Verdict(
        claim=one.claim.id,
        status="refuted",
        reason="retracted",
        figure=written.text,
        at=block.locate(written.start),
        end=block.behind(written.start + len(written.text)),
        expected=expected,
        because=(f"{one.claim.id} retracted {one.was.figure.text} ({one.was.location})",),
        hint=f"state the present figure{f' ({expected})' if expected else ''} and tag it, strike it through, "
        "or set the passage aside with claims:off",
    )
