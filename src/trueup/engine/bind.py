"""Bind tags to claims: formulas in place, unknown ids, circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from trueup.claim import Claim, Expr, Formula, Require
from trueup.diagnostics import Diagnostic, Location, nearest
from trueup.engine.columns import name_claims
from trueup.engine.stated import Bound, Stated, formula_of, stated_on
from trueup.expression.errors import ExpressionError
from trueup.expression.evaluate import operands, operations
from trueup.expression.nodes import Compare, Logic, Node, Ref, walk
from trueup.expression.parse import parse
from trueup.expression.tokens import header_of
from trueup.expression.write import unparse
from trueup.ledger.model import Ledger
from trueup.plan.order import order
from trueup.tags.model import Page, Tag
from trueup.verdict.misplaced import columns_of

#: The same formulas are bound again at each edit of a document.
_parsed = lru_cache(maxsize=4096)(parse)


def bind(pages: Iterable[Page], ledger: Ledger) -> Bound:
    """Bind the tags of ``pages`` to the claims of the ledger and to those that formulas define in place.

    Where a file of the ledger could not be read, nothing is said of ids that it may define.
    """
    read = tuple(pages)
    problems: list[Diagnostic] = []
    bad = set(ledger.broken)
    claims = dict(ledger.claims)
    for page in read:
        for tag in page.tags:
            if tag.formula is not None:
                _define(tag, claims, ledger.claims, bad, problems)
    if ledger.unread:
        bad.update(name for name in _named(read, claims) if name not in claims)
    problems.extend(name_claims(claims, read))
    _unknown_operands(claims, bad, problems)
    sequence = order({name: rests_on(claim) for name, claim in claims.items()})
    for cycle in sequence.cycles:
        first = claims[cycle[0]]
        problems.append(
            Diagnostic(
                code="L231",
                message=f"claims rest on each other in a circle: {' → '.join(_shown(cycle))}",
                location=first.location,
                hint="give one of them a value of its own",
            )
        )
        bad.update(cycle)
    stated = tuple(_stated(read, claims, bad, problems))
    kept = {name: claims[name] for name in sequence.claims if name not in bad}
    problems.extend(_unstated(kept, stated))
    return Bound(
        claims=kept,
        stated=stated,
        subjects=tuple(sorted({word for claim in kept.values() for word in claim.subject})),
        broken=frozenset(bad),
        diagnostics=tuple(problems),
    )


def suggestion(name: str, known: Iterable[str]) -> str:
    """A hint for an id that nothing defines."""
    close = nearest(name, known)
    return f"did you mean {close}?" if close else "define it in claims/, or in place with a formula"


def rests_on(claim: Claim) -> tuple[str, ...]:
    """The ids in a claim's formulas, in order; headers of a table are none."""
    named = (name for formula in formulas_of(claim) for name in operands(formula.node))
    return tuple(dict.fromkeys(name for name in named if header_of(name) is None))


def formulas_of(claim: Claim) -> tuple[Formula, ...]:
    """All formulas of a claim, those between the columns of a table too."""
    formula, columns = formula_of(claim), columns_of(claim)
    if formula:
        return (formula,)
    return tuple(columns.formulas.values()) if columns else ()


def upstream(names: Iterable[str], claims: Mapping[str, Claim]) -> dict[str, None]:
    """The claims of ``names`` and all that they rest on, each once; ids that nothing defines are left out."""
    found: dict[str, None] = {}
    stack = list(names)
    while stack:
        name = stack.pop()
        if name in claims and name not in found:
            found[name] = None
            stack.extend(rests_on(claims[name]))
    return found


def _named(pages: Iterable[Page], claims: Mapping[str, Claim]) -> Iterator[str]:
    """The ids that tags and formulas name."""
    for page in pages:
        yield from (tag.claim for tag in page.tags)
    for claim in claims.values():
        yield from rests_on(claim)


def _define(
    tag: Tag, claims: dict[str, Claim], ledger: Mapping[str, Claim], bad: set[str], problems: list[Diagnostic]
) -> None:
    """Add the claim that the formula of ``tag`` defines, or say why it can't be one."""
    text, place = tag.formula or "", tag.formula_location or tag.location
    known = claims.get(tag.claim)
    if tag.claim in ledger:
        message = f"{tag.claim} stands in the ledger ({ledger[tag.claim].location}) and has a formula here"
        hint = "leave the title out, or give the formula an id of its own"
        problems.append(Diagnostic(code="T132", message=message, location=place, hint=hint))
        return
    try:
        node = _parsed(text)
    except ExpressionError as error:
        problems.append(
            Diagnostic(
                code=error.code, message=error.message, location=_behind(place, error.offset), hint=error.hint
            )
        )
        if known is None:
            bad.add(tag.claim)
        return
    problem = _defect(tag, node, known)
    if problem:
        problems.append(replace(problem, location=place))
        if known is None:
            bad.add(tag.claim)
    elif known is None:
        formula = Formula(node=node, text=text, location=place)
        claims[tag.claim] = Claim(id=tag.claim, kind=Expr(formula=formula), location=place)


def _defect(tag: Tag, node: Node, known: Claim | None) -> Diagnostic | None:
    if isinstance(node, Compare | Logic):
        return Diagnostic(
            code="T134",
            message="a comparison needs words for its outcomes",
            hint="define it in the ledger with decide: and words:",
        )
    if not operands(node) and not operations(node):
        return Diagnostic(
            code="T133",
            message=f"a figure that proves itself: {tag.formula!r} names no claim and has no operator",
            hint="give the claim value: and source: in the ledger, or unmeasured:",
        )
    formula = formula_of(known) if known else None
    if known and formula and unparse(formula.node) != unparse(node):
        return Diagnostic(
            code="T131",
            message=f"{tag.claim} has two formulas: {formula.text!r} at {known.location}, this one here",
            hint="write the same formula, or give this one an id of its own",
        )
    return None


def _shown(cycle: Sequence[str]) -> Sequence[str]:
    """The members of a circle, without the middle of a long one."""
    left_out = len(cycle) - 12
    return cycle if left_out < 1 else (*cycle[:6], f"({left_out} more)", *cycle[-6:])


def _unknown_operands(claims: Mapping[str, Claim], bad: set[str], problems: list[Diagnostic]) -> None:
    for claim in claims.values():
        for formula in formulas_of(claim):
            for name, offset in _refs(formula.node):
                if name not in claims and name not in bad:
                    problems.append(
                        Diagnostic(
                            code="L230",
                            message=f"{claim.id} rests on {name}, which nothing defines",
                            location=_behind(formula.location, offset),
                            hint=suggestion(name, claims),
                        )
                    )
                    bad.add(claim.id)


def _refs(node: Node) -> Iterable[tuple[str, int]]:
    """Each id in a formula, and where it first stands in the formula's text."""
    found: dict[str, int] = {}
    for one in walk(node):
        if isinstance(one, Ref) and header_of(one.claim) is None:
            found[one.claim] = min(one.offset, found.get(one.claim, one.offset))
    return sorted(found.items(), key=lambda item: item[1])


def _behind(place: Location, offset: int) -> Location:
    return replace(place, column=place.column + offset)


def _stated(
    pages: Iterable[Page], claims: Mapping[str, Claim], bad: set[str], problems: list[Diagnostic]
) -> Iterable[Stated]:
    for page in pages:
        for tag in page.tags:
            if tag.claim not in claims and tag.claim not in bad:
                problems.append(
                    Diagnostic(
                        code="T130",
                        message=f"nothing defines the claim {tag.claim}",
                        location=tag.location,
                        hint=suggestion(tag.claim, claims),
                    )
                )
            elif tag.claim in claims and tag.claim not in bad:
                yield stated_on(page, tag)


def _unstated(claims: Mapping[str, Claim], stated: Iterable[Stated]) -> Iterable[Diagnostic]:
    """Warn of claims that nothing states and nothing rests on; a requirement needs no figure."""
    used = {one.tag.claim for one in stated}
    for claim in claims.values():
        used.update(rests_on(claim))
    for claim in claims.values():
        if claim.id not in used and not isinstance(claim.kind, Require):
            yield Diagnostic(
                code="L210",
                severity="warning",
                message=f"no document states {claim.id}, and nothing rests on it",
                location=claim.location,
                hint=f"tag its figure: [figure](claim:{claim.id}); or remove the claim",
            )
