"""Which figures and claims a run was asked for, and what they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trueup.diagnostics import Diagnostic, either, meant
from trueup.engine.bind import upstream
from trueup.engine.stated import Bound
from trueup.tags.model import Page, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """
    :param paths: documents whose figures are judged; empty with ``claims`` empty: all
    :param claims: claims that are judged wherever they stand
    :param needed: ids of all claims that have to be computed, upstream ones included
    """

    paths: frozenset[str]
    claims: frozenset[str]
    needed: frozenset[str]
    diagnostics: tuple[Diagnostic, ...] = ()

    @classmethod
    def of(cls, names: Sequence[str], bound: Bound, pages: Iterable[Page]) -> Selection:
        """Read what the command line names: documents, folders of them, claim ids."""
        documents = [page.path for page in pages]
        paths: set[str] = set()
        claims: set[str] = set()
        problems: list[Diagnostic] = []
        for name in names:
            folder = name.rstrip("/").removeprefix("./")
            inside = {path for path in documents if folder in (".", path) or path.startswith(f"{folder}/")}
            if name in bound.claims or name in bound.broken:
                claims.add(name)
            elif inside:
                paths |= inside
            else:
                problems.append(_unknown(name, (*bound.claims, *documents)))
        if not names:
            return cls(paths=frozenset(), claims=frozenset(), needed=frozenset(bound.claims))
        wanted = claims | {one.tag.claim for one in bound.stated if one.tag.location.path in paths}
        return cls(
            paths=frozenset(paths),
            claims=frozenset(claims),
            needed=frozenset(upstream(wanted, bound.claims)),
            diagnostics=tuple(problems),
        )

    @property
    def everything(self) -> bool:
        return not self.paths and not self.claims and not self.diagnostics

    def wants(self, tag: Tag) -> bool:
        return self.everything or tag.location.path in self.paths or tag.claim in self.claims

    def wants_page(self, path: str) -> bool:
        return self.everything or path in self.paths

    def wants_claim(self, claim: str) -> bool:
        return self.everything or claim in self.claims


def _unknown(name: str, known: Iterable[str]) -> Diagnostic:
    close = meant(name, known)
    return Diagnostic(
        code="C811",
        message=f"{name!r} is neither a document nor a claim",
        hint=f"did you mean {either(close)}?"
        if close
        else "give the path of a document or of a folder of them, or the id of a claim",
    )
