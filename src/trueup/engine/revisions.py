"""Compare the files that reported figures watch with what they were at the revision of each figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, TypeAlias

from trueup.claim import Claim
from trueup.diagnostics import TrueupError
from trueup.engine.idle import idle
from trueup.engine.inputs import OUTSIDE
from trueup.engine.revised import PATH, Revisions, revision_of
from trueup.files import Root
from trueup.readers.git import Commit, Repository
from trueup.readers.git.process import LARGEST
from trueup.verdict.revision import Moved, Mover, Since, Untold

_Change: TypeAlias = Literal["changed", "added", "removed"]


def look_up(root: Root, claims: Iterable[Claim], history: Repository | None = None) -> Revisions:
    """Ask git, where a claim was measured at a revision and watches paths or may be of an age only.

    One process of git answers for all claims; one more for each revision whose files have changed.

    :param history: the repository to ask; None for the one that holds ``root``
    """
    asked = [(claim, revision) for claim in claims if (revision := revision_of(claim))]
    found = Revisions()
    if not asked:
        return found
    root.doubt("git was asked")
    try:
        repository = history or Repository.find(root.path)
    except TrueupError as error:
        found.told = {claim.id: _untold(error) for claim, _ in asked}
        return found
    if repository is None:
        for claim, revision in asked:
            message = f"as_of is the git revision {revision}, and the project is in no git repository"
            found.told[claim.id] = Untold(message=message, hint="clone it with git, or write as_of as a date")
        return found
    comparison = _Comparison(root=root, repository=repository)
    try:
        for claim, revision in asked:
            comparison.take(claim, revision, found)
        comparison.tell(found)
    finally:
        repository.close()
    found.watched = tuple(sorted(comparison.read))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """A claim, and how its watched files differ from its revision."""

    claim: Claim
    revision: str
    commit: Commit
    changes: Mapping[str, _Change]


@dataclass(slots=True, kw_only=True)
class _Comparison:
    """:param read: paths of the working files that were compared"""

    root: Root
    repository: Repository
    read: set[str] = field(default_factory=set)
    _compared: list[_Compared] = field(default_factory=list)
    _changes: dict[tuple[str, str], dict[str, _Change] | None] = field(default_factory=dict)
    _same: dict[tuple[str, str], bool] = field(default_factory=dict)

    def take(self, claim: Claim, revision: str, found: Revisions) -> None:
        """Compare the files that a claim watches."""
        changes: dict[str, _Change] = {}
        try:
            commit = self.repository.resolve(revision)
            for spec in claim.watch:
                if not spec.startswith(PATH):
                    continue
                changed = self._differ(commit, spec.removeprefix(PATH))
                if changed is None:
                    why = f"git holds no such file, now or at {revision}"
                    found.diagnostics.append(idle(claim, spec, why, self.root))
                else:
                    changes.update(changed)
        except TrueupError as error:
            found.told[claim.id] = _untold(error)
            outside = (one for one in error.diagnostics if one.code in OUTSIDE)
            found.diagnostics.extend(replace(one, location=claim.location) for one in outside)
            return
        self._compared.append(_Compared(claim=claim, revision=revision, commit=commit, changes=changes))

    def tell(self, found: Revisions) -> None:
        """Name the commits, once for all claims of a revision."""
        paths: dict[str, set[str]] = {}
        for one in self._compared:
            paths.setdefault(one.commit.hash, set()).update(one.changes)
        commits = {one.commit.hash: one.commit for one in self._compared}
        movers: dict[str, dict[str, Mover | str]] = {}
        for hash_, commit in commits.items():
            try:
                movers[hash_] = self._movers(commit, paths[hash_]) if paths[hash_] else {}
            except TrueupError as error:  # that they differ is known all the same
                movers[hash_] = dict.fromkeys(paths[hash_], str(error))
        moved: dict[tuple[str, tuple[str, ...]], tuple[Moved, ...]] = {}
        for one in self._compared:
            key = one.commit.hash, one.claim.watch
            if key not in moved:  # many claims watch the same
                by = movers[one.commit.hash]
                all_moved = (Moved(path=path, change=what, by=by[path]) for path, what in one.changes.items())
                moved[key] = tuple(sorted(all_moved, key=_earliest_first))
            found.told[one.claim.id] = Since(revision=one.revision, day=one.commit.date, moved=moved[key])

    def _differ(self, commit: Commit, pattern: str) -> dict[str, _Change] | None:
        """How the files of a pattern differ from a commit, by path; None where there are none at all."""
        key = commit.hash, pattern
        if key not in self._changes:
            now = self.root.glob(pattern)
            then = self.repository.files(commit, pattern)
            head = self.repository.head
            new = set(now) - set(then)
            # What a build leaves behind is no change: a file counts once git holds it.
            held = new & set(self.repository.files(head, pattern)) if new and head else set()
            changes: dict[str, _Change] = dict.fromkeys(sorted(held), "added")
            changes.update(dict.fromkeys(sorted(set(then) - set(now)), "removed"))
            changes.update(
                (path, "changed") for path in now if path in then and not self._is_same(path, then[path])
            )
            self._changes[key] = changes if then or held else None
        return self._changes[key]

    def _is_same(self, path: str, then: str) -> bool:
        if (path, then) not in self._same:
            self.read.add(path)
            self._same[path, then] = self.repository.same(then, self.root.read_bytes(path, LARGEST))
        return self._same[path, then]

    def _movers(self, commit: Commit, paths: set[str]) -> dict[str, Mover | str]:
        named = self.repository.movers(commit, paths)
        shallow = any(mover is None for mover in named.values()) and self.repository.shallow()
        found: dict[str, Mover | str] = {}
        for path, mover in named.items():
            if mover is not None:
                found[path] = Mover(hash=mover.short, date=mover.date, subject=mover.subject)
            elif not self.repository.changed(commit, path):
                found[path] = "in the working tree, not committed yet"
            elif shallow:
                found[path] = "this clone is too shallow to name the commit (git fetch --unshallow)"
            else:
                found[path] = "the revision is not in the history of what is checked out"
        return found


def _earliest_first(one: Moved) -> tuple[date, str]:
    return (one.by.date if isinstance(one.by, Mover) else date.max, one.path)


def _untold(error: TrueupError) -> Untold:
    first = error.diagnostics[0]
    place = f"{first.location.path}: " if first.location else ""
    return Untold(message=f"{place}{first.message}", hint=first.hint)
