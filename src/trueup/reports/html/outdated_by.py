"""What would make a claim outdated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trueup.reports.html.pages import Links, link, text
from trueup.reports.html.recorded import RecordedClaim

#: So many claims upstream are named.
_NAMED = 12


def outdated_by(claim: RecordedClaim, claims: Mapping[str, RecordedClaim], links: Links) -> str:
    """A sentence and a list; empty for an open question."""
    if claim.how in {None, "unmeasured"}:
        return ""
    own = list(_own(claim))
    upstream = list(_upstream(claim, claims, links))
    head = _head(claim, bool(own or upstream))
    items = "".join(f"<li>{one}</li>" for one in (*own, *upstream))
    return f'<div class="trueup-outdates"><p>{head}</p>{f"<ul>{items}</ul>" if items else ""}</div>'


def _head(claim: RecordedClaim, anything: bool) -> str:
    if _is_recorded(claim):
        return "It rests on recorded evidence, which is outdated as soon as one of these changes:"
    if claim.how == "reported":
        if anything:
            return "It was reported elsewhere, and is outdated as soon as one of these happens:"
        return "Nothing: it was reported elsewhere, nothing is watched, and it may be of any age."
    if claim.how == "verify":
        inputs = ", ".join(f"<code>{text(path)}</code>" for _, path in claim.inputs)
        return f"Nothing: it is computed anew at every check{f', from {inputs}' if inputs else ''}."
    if anything:
        return "It is computed anew at every check, and is in doubt as soon as what it rests on is outdated:"
    return "Nothing: it is computed anew at every check, and nothing that it rests on can be outdated."


def _own(claim: RecordedClaim) -> Iterator[str]:
    if _is_recorded(claim):
        yield f"the verifier <code>{text(claim.verifier or '')}</code>, or a module that it imports"
        if claim.parameters:
            names = ", ".join(f"<code>{text(key)}</code>" for key, _ in claim.parameters)
            yield f"a parameter: {names}"
        for key, path in claim.inputs:
            yield f"the input <code>{text(path)}</code> ({text(key)})"
    for one in claim.watch:
        kind, _, what = one.partition(":")
        word = {"path": "the file", "package": "the version of the package"}.get(kind, "")
        yield f"{word} <code>{text(what or one)}</code>".strip()
    if claim.max_age is not None:
        days = f"{claim.max_age} day{'s' * (claim.max_age != 1)}"
        until = f", up to and including <strong>{text(claim.until)}</strong>" if claim.until else ""
        yield f"its age: it may be {days} old{until}"


def _upstream(claim: RecordedClaim, claims: Mapping[str, RecordedClaim], links: Links) -> Iterator[str]:
    """The claims below it that can be outdated by themselves."""
    found = [one for one in _below(claim, claims) if any(_own(one))]
    for one in found[:_NAMED]:
        until = f", fresh up to {text(one.until)}" if one.until else ""
        yield f"{link(links.claim(one.id), f'<code>{text(one.id)}</code>')}{until}"
    if len(found) > _NAMED:
        yield f"and {len(found) - _NAMED} more"


def _below(claim: RecordedClaim, claims: Mapping[str, RecordedClaim]) -> Iterator[RecordedClaim]:
    seen = {claim.id}
    waiting = list(claim.rests_on)
    while waiting:
        name = waiting.pop(0)
        one = claims.get(name)
        if one is None or name in seen:
            continue
        seen.add(name)
        yield one
        waiting += one.rests_on


def _is_recorded(claim: RecordedClaim) -> bool:
    """Whether a verifier measured it once, and the result was kept."""
    waits = claim.status == "missing" and claim.reason in {"evidence", "scope"}
    return claim.how == "verify" and (claim.evidence is not None or waits)
