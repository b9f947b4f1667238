"""Whether evidence still describes things as they are; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from trueup.claim import Parameter
from trueup.evidence.record import Evidence, plain

#: Time zones, and clocks that are a little off.
AHEAD = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """What would go into the result now.

    :param subject: digest of each input, by parameter
    :param watch: of each watched ``path:…``, the digest of every file that it names now
    :param packages: of each watched ``package:…``, the version now: none where it is not there, several where
        a lock file has one for each platform; one that can't be compared here is left out
    :param max_age: days
    """

    verifier: str
    digest_of_verifier: str
    today: date
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    subject: Mapping[str, str] = field(default_factory=dict)
    watch: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    packages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    max_age: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outdated:
    """One thing that differs.

    :param what: a parameter, an input, a file, a package; empty where the reason says it all
    :param old: as recorded; empty where it was not there
    :param new: as it is; empty where it is gone
    """

    reason: Literal["verifier", "parameters", "subject", "watch", "age"]
    what: str
    old: str
    new: str

    def __str__(self) -> str:
        match self.reason:
            case "verifier":
                return f"the verifier {self.what} has changed: {_short(self.old)} → {_short(self.new)}"
            case "age":
                return f"{self.what}: {self.old}, {self.new}"
            case "parameters":
                return f"parameter {self.what} was {self.old or 'not given'}, is {self.new or 'not given'}"
            case "subject":
                old, new = _short(self.old) or "not given", _short(self.new) or "not given"
                return f"input {self.what} has changed: {old} → {new}"
        if not self.old:
            return f"{self.what} was not there when this was recorded"
        if not self.new:
            return f"{self.what} is gone"
        if self.old.startswith("sha256:"):
            return f"{self.what} has changed: {_short(self.old)} → {_short(self.new)}"
        return f"{self.what} was {self.old}, is {self.new}"


def fresh(evidence: Evidence, now: Current) -> Outdated | None:
    """The first thing that differs, or None: the evidence is as good as new."""
    return next(changes(evidence, now), None)


def changes(evidence: Evidence, now: Current) -> Iterator[Outdated]:
    """Everything that differs between what was recorded and what is, in the order of the reasons."""
    if evidence.verifier != now.verifier:
        yield Outdated(reason="verifier", what=now.verifier, old=evidence.verifier, new=now.verifier)
    elif evidence.digest_of_verifier != now.digest_of_verifier:
        old_digest, new_digest = evidence.digest_of_verifier, now.digest_of_verifier
        yield Outdated(reason="verifier", what=now.verifier, old=old_digest, new=new_digest)
    old, new = plain(evidence.parameters), plain(now.parameters)
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield Outdated(
                reason="parameters", what=name, old=_shown(old.get(name)), new=_shown(new.get(name))
            )
    for name in sorted({*evidence.subject, *now.subject}):
        was, now_is = evidence.subject.get(name, ""), now.subject.get(name, "")
        if was != now_is or not was:
            yield Outdated(reason="subject", what=name, old=was, new=now_is)
    for spec, files in sorted(now.watch.items()):
        if not files and spec not in evidence.watch:
            yield Outdated(reason="watch", what=spec, old="", new="watched")
        yield from _files(evidence.watch.get(spec, {}), files)
    for spec, versions in sorted(now.packages.items()):
        yield from _package(evidence, spec, versions)
    yield from _age(evidence.finished, now)


def _files(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Outdated]:
    for path in sorted({*old, *new}):
        if old.get(path) != new.get(path):
            yield Outdated(reason="watch", what=path, old=old.get(path, ""), new=new.get(path, ""))


def _package(evidence: Evidence, spec: str, versions: tuple[str, ...]) -> Iterator[Outdated]:
    name, _, depth = spec.removeprefix("package:").partition("@")
    recorded = evidence.packages.get(name, "")
    parts = len(depth.split(".")) if depth else None
    if any(_same_version(recorded, version, parts) for version in versions) or not (recorded or versions):
        return
    yield Outdated(reason="watch", what=name, old=recorded, new=" or ".join(versions))


def _same_version(one: str, other: str, parts: int | None) -> bool:
    """Whether two versions agree in their first parts, or all; a build's tag counts where both have one."""
    if "+" not in one or "+" not in other:
        one, other = one.partition("+")[0], other.partition("+")[0]
    return _parts(one, parts) == _parts(other, parts)


def _parts(version: str, parts: int | None) -> list[str]:
    found = version.split(".")[:parts]
    while found[1:] and found[-1] == "0":  # 2.0 is 2.0.0
        found.pop()
    return found


def _age(finished: datetime, now: Current) -> Iterator[Outdated]:
    day = finished.astimezone(UTC).date()
    if day > now.today + AHEAD:
        yield Outdated(
            reason="age", what="dated in the future", old=f"recorded on {day}", new=f"today is {now.today}"
        )
    elif now.max_age is not None and (now.today - day).days > now.max_age:
        limit = f"it may be {now.max_age} day{'s' * (now.max_age != 1)} old"
        yield Outdated(reason="age", what="too old", old=f"recorded on {day}", new=limit)


def _shown(found: object) -> str:
    text = found if isinstance(found, str) else "" if found is None else str(found)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _short(digest: str) -> str:
    """A digest's first digits; a version, or an id, whole."""
    name, colon, digits = digest.partition(":")
    return f"{name}:{digits[:10]}…" if colon and len(digits) > 16 else digest
