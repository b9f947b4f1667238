"""Replay the evidence of a measured claim: the newest from a host in scope counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from trueup.claim import Claim, Verify
from trueup.diagnostics import counted
from trueup.engine.history import History, in_scope, machine
from trueup.engine.project import Project
from trueup.evidence.freshness import Current
from trueup.evidence.record import Evidence, Run
from trueup.files import named
from trueup.stats.doubts import doubts
from trueup.stats.samples import RunSamples
from trueup.store.directory import Store
from trueup.store.orders import Orders
from trueup.verdict.model import Outcome
from trueup.verdict.outcome import failed, replayed
from trueup.verifier.declared import Declared

#: So many differences are said beside the first.
_SAID = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """
    :param digest: of a file by its project-relative path
    :param packages: the versions now of the packages that a claim watches; None compares none
    :param orders: which evidence is the newest, as far as that is known
    :param histories: by claim, what was recorded of those that were replayed
    """

    project: Project
    digest: Callable[[str], str]
    today: date
    packages: Callable[[Claim], Mapping[str, tuple[str, ...]]] | None = None
    orders: Orders | None = None
    histories: dict[str, History] = field(default_factory=dict)
    _watched: dict[str, dict[str, str]] = field(default_factory=dict)

    def outcome(self, claim: Claim, kind: Verify, declared: Declared, subject: Mapping[str, str]) -> Outcome:
        """What the recorded evidence of ``claim`` says.

        :param subject: digest of each input, by parameter
        """
        store = Store(self.project.root, orders=self.orders)
        recorded = store.read(claim.id)
        if recorded.diagnostics:
            first = recorded.diagnostics[0]
            return failed(claim, "error", "evidence", str(replace(first, hint=None)), first.hint)
        if not recorded.evidence:
            return failed(
                claim,
                "missing",
                "evidence",
                f"no evidence is recorded for {claim.id}",
                self._where_to_measure(claim),
            )
        newest = next((one for one in recorded.evidence if in_scope(claim.scope, one.host)), None)
        if newest is None:
            self.histories[claim.id] = History(evidence=recorded.evidence)
            hosts = sorted({machine(one.host) for one in recorded.evidence})
            return failed(
                claim,
                "missing",
                "scope",
                f"the evidence of {claim.id} is of {'; '.join(hosts)}, which is not what the claim speaks of",
                self._where_to_measure(claim),
            )
        history = History(
            evidence=recorded.evidence, counts=newest, now=self.now(claim, kind, declared, subject)
        )
        self.histories[claim.id] = history
        changed = history.changed(newest)
        outcome = replayed(
            claim,
            newest.value,
            newest.host,
            f"recorded {newest.finished:%Y-%m-%d} on {machine(newest.host)}",
            repeat=newest.repeat_value,
            unfit=newest.unfit,
            samples=_samples(newest),
        )
        if not changed:
            return outcome
        difference, *more = changed
        said = [str(one) for one in more[:_SAID]]
        if len(more) > _SAID:
            said.append(f"and {counted(len(more) - _SAID, 'more difference')}")
        return outcome.outdated(difference.reason, str(difference), self._where_to_measure(claim), *said)

    def now(self, claim: Claim, kind: Verify, declared: Declared, subject: Mapping[str, str]) -> Current:
        """What would go into a result of ``claim`` now."""
        return Current(
            verifier=declared.id,
            digest_of_verifier=declared.digest,
            today=self.today,
            parameters=kind.parameters,
            subject=subject,
            watch=self.watched(claim),
            packages=self.packages(claim) if self.packages else {},
            max_age=claim.max_age,
        )

    def watched(self, claim: Claim) -> dict[str, dict[str, str]]:
        """Of each watched ``path:…``, the digest of every file that it names."""
        return {spec: self._files(spec) for spec in claim.watch if spec.startswith("path:")}

    def _files(self, spec: str) -> dict[str, str]:
        if spec not in self._watched:
            paths = self.project.root.glob(spec.removeprefix("path:"))
            self._watched[spec] = {named(path): self.digest(path) for path in paths}
        return self._watched[spec]

    def _where_to_measure(self, claim: Claim) -> str:
        keys = (
            ", ".join(f"{key} {text}" for key, text in sorted(claim.scope.keys.items()))
            if claim.scope
            else ""
        )
        host = f"a host in scope ({keys})" if keys else "a host"
        return f"on {host}: trueup measure {claim.id}; then commit the evidence and merge"


def _samples(one: Evidence) -> list[str]:
    """What there is to say of the samples, a phrase for each set of runs."""
    sets = (("", one.runs), ("independent repeat: ", one.repeat), ("same code in both arms: ", one.floor))
    said = [f"{name}{doubts(_runs(runs))}" for name, runs in sets if runs]
    if "on battery" in one.host.get("power", ""):
        said.append("the host ran on battery")
    if one.dirty:
        said.append(f"tracked files differed from commit {one.commit[:10]}")
    return said


def _runs(runs: Sequence[Run]) -> list[RunSamples]:
    return [RunSamples(values=run.values, against=run.against) for run in runs]
