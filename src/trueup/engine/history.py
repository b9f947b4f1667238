"""All that was recorded of a measured claim, beside what would go into a result now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trueup.claim import Scope, fits
from trueup.evidence.freshness import Current, Outdated, changes
from trueup.evidence.record import Evidence

_MACHINE = ("cpu", "gpu")


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The evidence of a claim.

    :param evidence: the newest first
    :param counts: the one that the claim rests on: the newest from a host in scope; None where none is
    :param now: what would go into a result now; None where nothing counts
    """

    evidence: Sequence[Evidence]
    counts: Evidence | None = None
    now: Current | None = None

    def changed(self, one: Evidence) -> tuple[Outdated, ...]:
        """What has changed since one of them was recorded."""
        return tuple(changes(one, self.now)) if self.now else ()


def in_scope(scope: Scope | None, host: Mapping[str, str]) -> bool:
    """Whether a probed host is what a claim speaks of; ``host`` is a label that no probe knows."""
    if scope is None:
        return True
    return all(fits(text, host.get(key, "")) for key, text in scope.keys.items() if key != "host")


def machine(host: Mapping[str, str]) -> str:
    """The processors of a probed host, in words."""
    return ", ".join(f"{key} {host[key]}" for key in _MACHINE if host.get(key)) or "an unknown host"


def host_name(host: Mapping[str, str], known: Sequence[Scope]) -> str:
    """What the ledger calls a probed host; its processors where it has no name for it.

    :param known: the ledger's hosts; of several that fit, the one that says most
    """
    fitting = [one for one in known if one.keys.keys() - {"host"} and in_scope(one, host)]
    best = max(fitting, key=lambda one: len(one.keys), default=None)
    return best.keys.get("host", "") if best else machine(host)
