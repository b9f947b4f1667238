"""Which host a recorded value is of."""

from __future__ import annotations

from collections.abc import Iterable

from trueup.reports.html.recorded import Recorded, RecordedClaim

#: What stands for a host that no scope names.
UNSAID = "no host said"


def host(claim: RecordedClaim) -> str:
    """The label of the host that a claim speaks of, else what its scope says of it; empty without a scope."""
    scope = dict(claim.scope)
    said = scope.get("host") or " and ".join(claim.hosts)
    return said or ", ".join(f"{key} {value}" for key, value in sorted(scope.items()))


def hosts(names: Iterable[str], recorded: Recorded) -> str:
    """The hosts of several claims, each once; empty where none has a scope."""
    found = (host(recorded.claims[name]) for name in names if name in recorded.claims)
    return " and ".join(sorted({one for one in found if one}))
