"""Changes of what claims rest on: evidence, inputs, verifiers, settings, and what is set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from trueup.claim import Claim, Verify
from trueup.diagnostics import Location
from trueup.engine.documents import is_frozen
from trueup.engine.project import Project
from trueup.engine.sides import FileChange, Side, Sides
from trueup.gate.change import Change
from trueup.ids import ID
from trueup.ledger.model import ModelInput
from trueup.settings import Settings
from trueup.store.directory import FOLDER
from trueup.tags.model import Block, Page

#: So many names are listed in a sentence.
_LISTED = 3
#: Characters of a passage that are shown.
_SHOWN = 120


def changes_of_surroundings(sides: Sides) -> Iterator[Change]:
    """All that no claim itself says."""
    yield from _evidence(sides.evidence)
    yield from _inputs(sides)
    yield from _verifiers(sides)
    yield from _settings(sides)
    yield from _documents(sides)
    yield from _set_aside(sides)


def _evidence(files: Iterable[FileChange]) -> Iterator[Change]:
    for one in files:
        folder, _, name = one.path.removeprefix(f"{FOLDER}/").rpartition("/")
        claim = folder if ID.fullmatch(folder) and name else None
        if one.how == "added":
            yield _of_file("recorded", one, "evidence was added", claim)
        else:
            done = "edited, not added to" if one.how == "edited" else "removed"
            yield _of_file("evidence", one, f"recorded evidence was {done}", claim)


def _of_file(kind: str, one: FileChange, message: str, claim: str | None = None) -> Change:
    at = Location(path=one.path, line=1, column=1)
    return Change(kind=kind, claim=claim, at=at, gone=one.how == "removed", message=message)


def _inputs(sides: Sides) -> Iterator[Change]:
    base, head = sides.base.computed.project.ledger, sides.head.computed.project.ledger
    edited: dict[tuple[str, str], tuple[FileChange, ...]]
    edited = {(one.role, one.name): one.files for one in sides.inputs}
    for role, old, new in (("model", base.models, head.models), ("artifact", base.artifacts, head.artifacts)):
        users = _users(role, sides.head.computed.bound.claims.values())
        for name, entry in new.items():
            read = f", read by {_listed(users[name])}" if name in users else ""
            if name in old:
                yield from _pin(role, old[name], entry)
                if old[name].path != entry.path:
                    message = f"the {role} {name} is another file{read}"
                    yield _of_input(entry, message, old[name].path, entry.path)
            if files := edited.get((role, name)):
                what = _listed([f"{one.path} ({one.how})" for one in files])
                yield _of_input(entry, f"the {role} {name} was changed{read}: {what}")
        for name, entry in old.items():
            if name not in new:
                yield Change(
                    kind="input",
                    at=entry.location,
                    gone=True,
                    before=entry.path,
                    message=f"the {role} {name} is gone",
                )


def _of_input(entry: ModelInput, message: str, before: str | None = None, after: str | None = None) -> Change:
    return Change(kind="input", at=entry.location, before=before, after=after, message=message)


def _pin(role: str, old: ModelInput, new: ModelInput) -> Iterator[Change]:
    if old.sha256 and not new.sha256:
        message = f"the {role} {new.name} is no longer pinned"
        yield Change(kind="pin", at=new.location, before=old.sha256, message=message)
    elif new.sha256 and not old.sha256:
        message = f"the {role} {new.name} is pinned"
        yield Change(kind="stricter", at=new.location, after=new.sha256, message=message)
    if old.stage != new.stage:
        yield _of_input(new, f"the {role} {new.name} is of another stage", old.stage, new.stage)


def _users(role: str, claims: Iterable[Claim]) -> Mapping[str, list[str]]:
    """The claims that name an input, by its name."""
    found: dict[str, list[str]] = {}
    for claim in claims:
        if isinstance(claim.kind, Verify):
            for parameter, name in claim.kind.parameters.items():
                if _is_role(parameter, role) and isinstance(name, str):
                    found.setdefault(name, []).append(claim.id)
    return found


def _is_role(parameter: str, role: str) -> bool:
    return parameter.rpartition("_")[2] == role


def _verifiers(sides: Sides) -> Iterator[Change]:
    """Modules that differ, and the verifiers whose evidence is outdated by it."""
    base, head = sides.base.computed.project, sides.head.computed.project
    paths = sorted({*base.sources, *head.sources})
    edited = [path for path in paths if _lines(base, path) != _lines(head, path)]
    was = base.registry.site
    moved = [one for one in head.registry.site.values() if one.id in was and one.digest != was[one.id].digest]
    for path in edited:
        gone, new = path not in head.sources, path not in base.sources
        how = "is gone" if gone else "is new" if new else "was changed"
        own = [one.id for one in moved if one.module == path]
        # What nobody edited is made of a module that somebody did.
        others = [one.id for one in moved if one.module not in edited]
        told = f", and with it {_listed(own or others)}" if own or others else ""
        yield Change(
            kind="verifier",
            at=Location(path=path, line=1, column=1),
            gone=gone,
            message=f"a module of verifiers {how}{told}",
        )


def _lines(project: Project, path: str) -> list[str] | None:
    return project.sources[path].splitlines() if path in project.sources else None


def _settings(sides: Sides) -> Iterator[Change]:
    old, new = sides.base.computed.project.settings, sides.head.computed.project.settings
    at = new.gate.location
    for entry in _less(new.gate.warn, old.gate.warn):
        yield Change(kind="gate", at=at, after=entry, message="the gate only warns of this")
    for entry in _less(old.gate.warn, new.gate.warn):
        yield Change(kind="stricter", before=entry, message="the gate fails again for this")
    was, now = _ignored(old), _ignored(new)
    at = new.places.get("ignore")
    for entry in _less(now, was):
        yield Change(kind="gate", at=at, after=entry, message="findings of this code are ignored here")
    for entry in _less(was, now):
        yield Change(kind="stricter", at=at, before=entry, message="findings of this code count again")
    for name in ("docs", "ledger", "verifiers", "snippets", "macros", "lock"):
        before, after = _spelt(getattr(old, name)), _spelt(getattr(new, name))
        if before != after:
            at = new.places.get(name)
            message = f"the setting {name} was changed"
            yield Change(kind="settings", at=at, before=before, after=after, message=message)


def _ignored(settings: Settings) -> list[str]:
    return [f"{code} in {pattern}" for pattern, codes in settings.ignore for code in codes]


def _spelt(value: str | tuple[str, ...] | None) -> str | None:
    return ", ".join(value) or None if isinstance(value, tuple) else value


def _documents(sides: Sides) -> Iterator[Change]:
    """Documents that are read no longer, or of which freshness isn't asked."""
    for path in sorted(sides.still_there):
        at = Location(path=path, line=1, column=1)
        yield Change(kind="left-out", at=at, message="the document is there, and no longer read")
    was, now = _frozen(sides.base), _frozen(sides.head)
    for path in sorted(now - was):
        at = Location(path=path, line=1, column=1)
        message = "the document is a record now: freshness is not asked of it"
        yield Change(kind="frozen", at=at, message=message)
    for path in sorted((was - now) & set(sides.head.pages)):
        at = Location(path=path, line=1, column=1)
        yield Change(kind="stricter", at=at, message="the document is no record any more")


def _frozen(side: Side) -> frozenset[str]:
    patterns = side.computed.project.ledger.frozen
    return frozenset(path for path in side.pages if is_frozen(path, patterns))


def _set_aside(sides: Sides) -> Iterator[Change]:
    """Passages between ``claims:off`` and ``claims:on`` that weren't there, each once."""
    known = Counter(text for page in sides.base.pages.values() for text, _ in _passages(page))
    for page in sides.head.pages.values():
        told = False
        for text, block in _passages(page):
            new = known[text] == 0
            known[text] -= not new
            if new and not told:
                yield Change(
                    kind="set-aside",
                    at=block.locate(0),
                    after=text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…",
                    message="a passage is set aside: retracted and untagged figures aren't looked for in it",
                )
            told = new


def _passages(page: Page) -> Iterator[tuple[str, Block]]:
    for block in page.blocks:
        for mark in block.marks:
            if mark.kind == "aside":
                yield block.text[mark.start : mark.end], block


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def _less(was: Iterable[str], now: Iterable[str]) -> list[str]:
    """What was there and is no longer, in order."""
    kept = set(now)
    return [one for one in dict.fromkeys(was) if one not in kept]
