"""How a claim is computed: its formula with values, and the tree of the claims below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from trueup.expression.symbolic import INSTALL, can_prove
from trueup.ids import ID
from trueup.reports.html.mathml import clean_mathml
from trueup.reports.html.pages import Links, basis, link, status, text, unbroken
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.recorded import RecordedClaim

#: A tree of more claims than this, or deeper, is cut off.
_MOST, _DEEPEST = 200, 12
_FORMULAS = frozenset({"expr", "decide", "require"})
_WORD = re.compile(r"[A-Za-z0-9_.]+")


def derivation(claim: RecordedClaim, claims: Mapping[str, RecordedClaim], links: Links) -> str:
    """The formula, or the verifier with its parameters, and what the claim rests on."""
    parts = [part for part in (*_formula(claim, links), *_verifier(claim)) if part]
    if claim.rests_on:
        parts.append(_Tree(claims, links).root(claim))
    return f'<div class="trueup-derivation">{"".join(parts)}</div>' if parts else ""


def _formula(claim: RecordedClaim, links: Links) -> Iterator[str]:
    # Where it names no claim, what has the values filled in says it all.
    if claim.formula and (claim.rests_on or not claim.filled):
        yield f'<p class="trueup-formula"><code>{_linked(claim, links)}</code></p>'
    if claim.filled:
        sign = "so" if claim.how in {"decide", "require"} else "="
        value = f" {sign} <strong>{unbroken(claim.value)}</strong>" if claim.value else ""
        yield f'<p class="trueup-formula"><code>{text(claim.filled)}</code>{value}</p>'
    yield _math(claim)


def _math(claim: RecordedClaim) -> str:
    """The formula as it would be set in a book, and below it the same with values."""
    shown = [clean_mathml(source) for source in (claim.mathml, claim.filled_mathml) if source]
    lines = [one for one in dict.fromkeys(shown) if one]
    if claim.how in _FORMULAS and not can_prove():
        return f"<p>To see it as a formula: <code>{text(INSTALL)}</code></p>"
    if not lines:
        return ""
    return f'<div class="trueup-math" role="region" aria-label="Formula" tabindex="0">{"".join(lines)}</div>'


def _verifier(claim: RecordedClaim) -> Iterator[str]:
    if claim.verifier:
        yield f"<p>Verifier <code>{text(claim.verifier)}</code></p>"
    if claim.parameters:
        paths = dict(claim.inputs)
        rows = (
            [
                f"<code>{text(key)}</code>",
                text(value) + (f" <code>{text(paths[key])}</code>" if key in paths else ""),
            ]
            for key, value in claim.parameters
        )
        yield plain_table("Parameters", ("Parameter", "Value"), rows)


class _Tree:
    """Each claim is taken apart once; where it comes again, it is only named."""

    def __init__(self, claims: Mapping[str, RecordedClaim], links: Links) -> None:
        self._claims = claims
        self._links = links
        self._seen: set[str] = set()

    def root(self, claim: RecordedClaim) -> str:
        self._seen.add(claim.id)
        return f'<p class="trueup-rests">It rests on</p>{self._list(claim, 0)}'

    def _list(self, claim: RecordedClaim, depth: int) -> str:
        items = "".join(f"<li>{self._node(name, depth)}</li>" for name in claim.rests_on)
        return f'<ul class="trueup-tree">{items}</ul>'

    def _node(self, name: str, depth: int) -> str:
        claim = self._claims.get(name)
        named = link(self._links.claim(name), f"<code>{text(name)}</code>")
        if claim is None:
            return f"{named} – its definition is in error"
        head = " ".join(
            (
                named,
                f"= <strong>{unbroken(claim.value or 'none')}</strong>",
                status(claim.status, f"{claim.status} ({claim.reason})" if claim.reason else None),
                basis(claim.basis),
            )
        )
        again = name in self._seen
        self._seen.add(name)
        if again and claim.rests_on:
            return f"{head} – see above"
        below = "" if again else self._below(claim, depth)
        return f"{head}{below}"

    def _below(self, claim: RecordedClaim, depth: int) -> str:
        how = f'<span class="trueup-how">{_how(claim)}</span>' if _how(claim) else ""
        if not claim.rests_on:
            return how
        if depth >= _DEEPEST or len(self._seen) > _MOST:
            return f"{how} …"
        return how + self._list(claim, depth + 1)


def _how(claim: RecordedClaim) -> str:
    """How a claim in the tree is known, on a line."""
    if claim.filled and claim.filled != claim.formula:
        return f"<code>{text(claim.formula or '')}</code> = <code>{text(claim.filled)}</code>"
    if claim.formula:
        return f"<code>{text(claim.formula)}</code>"
    hosts = f" on {text(', '.join(claim.hosts))}" if claim.hosts else ""
    dates = f", {text(' to '.join(claim.dates))}" if claim.dates else ""
    if claim.verifier:
        return f"by <code>{text(claim.verifier)}</code>{hosts}{dates}"
    if claim.source:
        return f"reported: {text(claim.source)}{hosts}{dates}"
    return text(claim.why or "")


def _linked(claim: RecordedClaim, links: Links) -> str:
    """The formula with a link at each operand."""
    formula, operands = claim.formula or "", frozenset(claim.rests_on)
    parts, end = [], 0
    for match in _WORD.finditer(formula):
        if match[0] in operands and ID.fullmatch(match[0]):
            parts += [_kept(formula[end : match.start()]), link(links.claim(match[0]), text(match[0]))]
            end = match.end()
    return "".join((*parts, _kept(formula[end:])))


def _kept(part: str) -> str:
    """Escaped text that keeps a blank at its ends, next to a link."""
    inner = text(part)
    if not inner:
        return " " if part else ""
    return f"{' ' if part[0].isspace() else ''}{inner}{' ' if part[-1].isspace() else ''}"
