"""Which hosts a claim speaks of, and whether they are one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trueup.claim import Claim, Scope, conflict
from trueup.verdict.model import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Inherited:
    """The keys of hardware that a derived claim speaks of, and for each the claim that brought it in."""

    keys: Mapping[str, str]
    origins: Mapping[str, str]


def inherit(claim: Claim, known: Mapping[str, Outcome]) -> Inherited:
    """The keys that the operands hand on; across hosts, only those on which all agree."""
    keys: dict[str, str] = {}
    origins: dict[str, str] = {}
    dropped: set[str] = set()
    for source, scope, whence in _scopes(claim, known):
        for key, text in scope.keys.items():
            if key in keys and conflict(Scope(keys={key: keys[key]}), Scope(keys={key: text})):
                dropped.add(key)
            keys.setdefault(key, text)
            origins.setdefault(key, whence.get(key, source))
    kept = {key: text for key, text in keys.items() if key not in dropped}
    if dropped or claim.cross_host:
        kept = {key: text for key, text in kept.items() if _shared(key, claim, known)}
    return Inherited(keys=kept, origins={key: origins[key] for key in kept})


def two_hosts(claim: Claim, known: Mapping[str, Outcome]) -> tuple[str, ...]:
    """Sentences that say which two operands speak of different hosts, or nothing."""
    if claim.cross_host:
        return ()
    scopes = _scopes(claim, known)
    for index, (name, scope, whence) in enumerate(scopes):
        for other, another, whence_other in scopes[index + 1 :]:
            key = conflict(scope, another)
            if key:
                left, right = whence.get(key, name), whence_other.get(key, other)
                one = f"{_through(name, left)} is of {key} {scope.keys[key]!r}"
                two = f"{_through(other, right)} is of {key} {another.keys[key]!r}"
                return (f"two hosts in one formula: {one}, {two}",)
    return ()


def unrelated(claim: Claim, known: Mapping[str, Outcome]) -> tuple[str, ...]:
    """A warning where scopes share no key, so that nobody can tell whether they are of one host."""
    scopes = _scopes(claim, known)
    for index, (name, scope, _) in enumerate(scopes):
        for other, another, _ in scopes[index + 1 :]:
            if not set(scope.keys) & set(another.keys):
                both = f"{name} ({_keys(scope)}) and {other} ({_keys(another)})"
                return (f"can't tell whether {both} are of one host: their scopes share no key",)
    return ()


def own_origins(claim: Claim) -> dict[str, str]:
    """The keys of the claim's own scope, each brought in by itself."""
    return dict.fromkeys(claim.scope.keys, claim.id) if claim.scope else {}


def _scopes(claim: Claim, known: Mapping[str, Outcome]) -> list[tuple[str, Scope, Mapping[str, str]]]:
    """Every scope that takes part: of the claim itself and of each operand, with where its keys came from."""
    own = [(claim.id, claim.scope, own_origins(claim))] if claim.scope else []
    return own + [(name, one.scope, one.origins) for name, one in known.items() if one.scope]


def _shared(key: str, claim: Claim, known: Mapping[str, Outcome]) -> bool:
    return all(key in scope.keys for _, scope, _ in _scopes(claim, known))


def _keys(scope: Scope) -> str:
    return ", ".join(f"{key} {text}" for key, text in sorted(scope.keys.items()))


def _through(name: str, origin: str) -> str:
    return name if name == origin else f"{name} (through {origin})"
