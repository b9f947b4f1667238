"""What the parts of a document share: link references and footnotes, defined in one and used in others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trueup.diagnostics import Location
from trueup.tags.lines import Written
from trueup.tags.references import References, Target
from trueup.tags.tagging import SCHEME


@dataclass(frozen=True, slots=True, kw_only=True)
class Defined:
    """A link reference and where it stands: its target from ``at`` on, its title from ``title_at`` on."""

    label: str
    href: str
    at: Location
    title: str | None
    title_at: Location

    @property
    def claims(self) -> bool:
        """Whether it names a claim."""
        return bool(SCHEME.match(self.href))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What a document defines.

    :param references: by label
    :param notes: names of footnotes
    """

    references: Mapping[str, Defined] = field(default_factory=dict)
    notes: frozenset[str] = frozenset()

    def unplaced(self) -> Shared:
        """The same, with places that :meth:`placed` finds again wherever the definitions move."""
        references = {
            label: replace(one, at=_unplaced(label, 1), title_at=_unplaced(label, 2))
            for label, one in self.references.items()
        }
        return Shared(references=references, notes=self.notes)

    def placed(self, at: Location) -> Location:
        """Where something stands that was found by what is :meth:`unplaced`."""
        if not at.path.startswith(_NOWHERE):
            return at
        one = self.references[at.path.removeprefix(_NOWHERE)]
        base = one.at if at.line == 1 else one.title_at
        return Location(path=base.path, line=base.line, column=base.column + at.column - 1)

    def written(self) -> list[Written]:
        """Lines that hold each target and each title, so that places in them can be told."""
        return [
            Written(text, at.path, at.line, at.column)
            for one in self.references.values()
            for text, at in ((one.href, one.at), (one.title or "", one.title_at))
        ]

    def targets(self, starts: Sequence[int]) -> dict[str, Target]:
        """The references as those of a page behind whose text :meth:`written` stands.

        :param starts: the offset of each of its lines
        """
        places = zip(starts[::2], starts[1::2], strict=True)
        return {
            label: Target(label=label, href=one.href, at=at, title=one.title, title_at=title_at)
            for (label, one), (at, title_at) in zip(self.references.items(), places, strict=True)
        }

    def meaning(self, label: str) -> tuple[str, str | None] | None:
        one = self.references.get(label)
        return (one.href, one.title) if one else None

    @property
    def claiming(self) -> set[str]:
        """The labels that lead to claims."""
        return {label for label, one in self.references.items() if one.claims}


NOTHING = Shared()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How a part of a document hangs together with the others.

    :param told: what the document defined when the part was read
    :param defines: its references, and ``notes`` the names of its footnotes
    :param asked: labels on whose meaning rests how it reads, and ``noted`` names of footnotes
    :param used: labels of references that it uses
    :param compared: whether a label that nothing defines was compared with all others
    """

    told: Shared
    defines: tuple[Defined, ...]
    notes: frozenset[str]
    asked: frozenset[str]
    noted: frozenset[str]
    used: frozenset[str]
    compared: bool

    def stands(self, now: Shared) -> bool:
        """Whether the part reads the same by what the document defines now."""
        then, own = self.told, {one.label for one in self.defines}
        return (
            all((name in then.notes) == (name in now.notes) for name in self.noted - self.notes)
            and all(then.meaning(label) == now.meaning(label) for label in self.asked - own)
            and (not self.compared or then.claiming - own == now.claiming - own)
        )


def reach(references: References, told: Shared, locate: Callable[[int], Location]) -> Reach:
    """How a part hangs together with others, once it is read."""
    own = references.targets.values()
    return Reach(
        told=told,
        defines=tuple(
            Defined(
                label=one.label,
                href=one.href,
                at=locate(one.at),
                title=one.title,
                title_at=locate(one.title_at),
            )
            for one in own
        ),
        notes=frozenset(references.footnotes),
        asked=frozenset(references.asked),
        noted=frozenset(references.noted),
        used=frozenset(one.label for one in (*own, *references.others.values()) if one.used),
        compared=references.compared,
    )


#: No path begins with it.
_NOWHERE = "\0"


def _unplaced(label: str, line: int) -> Location:
    return Location(path=_NOWHERE + label, line=line, column=1)
