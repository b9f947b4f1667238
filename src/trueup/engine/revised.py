"""Claims that name a git revision, and what git says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trueup.claim import Claim, Reported
from trueup.diagnostics import Diagnostic

if TYPE_CHECKING:
    from trueup.verdict.revision import Since, Untold

PATH = "path:"


@dataclass(slots=True, kw_only=True)
class Revisions:
    """What git says of the claims that name a revision.

    :param told: by claim
    :param watched: project-relative paths of the files that were compared
    """

    told: dict[str, Since | Untold] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    watched: tuple[str, ...] = ()


def revision_of(claim: Claim) -> str | None:
    """The revision of a claim of which git must be asked something."""
    kind = claim.kind
    if not isinstance(kind, Reported) or not isinstance(kind.as_of, str):
        return None
    watches = any(spec.startswith(PATH) for spec in claim.watch)
    return kind.as_of if watches or claim.max_age is not None else None
