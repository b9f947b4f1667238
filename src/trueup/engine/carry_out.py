"""Plan and run the verifiers of a project's claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from trueup.claim import Claim, Verify
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.engine.carried import Carried, Progress
from trueup.engine.idle import idle
from trueup.engine.inputs import OUTSIDE, Digests, InputFault, Inputs
from trueup.engine.packages import Packages
from trueup.engine.project import Project
from trueup.engine.replay import Replay
from trueup.engine.stated import Bound
from trueup.measure.host import probe
from trueup.plan.step import plan
from trueup.runner.job import Failure, Job, Limits, Result
from trueup.runner.pool import run
from trueup.store.orders import Orders
from trueup.store.results import Cache, result_key
from trueup.verdict.model import Outcome
from trueup.verdict.outcome import computed, failed
from trueup.verifier import Input
from trueup.verifier.declared import Declared
from trueup.verifier.registry import check_parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A claim, and the verifier that computes it."""

    claim: Claim
    kind: Verify
    declared: Declared


def check_calls(project: Project, bound: Bound) -> tuple[Diagnostic, ...]:
    """What is wrong with the calls of verifiers, as far as reading their source tells."""
    found: list[Diagnostic] = []
    for call in calls_of(project, bound.claims.values(), found, set()):
        found.extend(_unknown_input(project, call))
    return tuple(found)


def carry_out(
    project: Project,
    bound: Bound,
    needed: Iterable[str],
    *,
    execute: bool,
    today: date,
    limits: Limits,
    progress: Progress | None,
) -> Carried:
    """Steps 4 to 6: recorded results, a plan, and what has to run.

    :param execute: run the verifiers of the site
    """
    wanted = set(needed)
    carried = Carried()
    claims = [claim for name, claim in bound.claims.items() if name in wanted]
    calls = list(calls_of(project, claims, carried.diagnostics, carried.broken))
    if not calls:
        return carried
    digests = Digests(project)
    inputs = Inputs(root=project.root, ledger=project.ledger, digest=digests.of)
    cache = Cache(*project.cache)
    orders = Orders(*project.cache)
    packages = Packages(root=project.root, lock=project.settings.lock, host=probe)
    replay = Replay(project=project, digest=digests.of, today=today, packages=packages.of, orders=orders)
    try:
        jobs = _jobs(project, calls, inputs, cache, replay, carried, execute=execute)
        _run(project, jobs, cache, carried, limits, progress)
    finally:  # what was finished is kept, whatever interrupts
        cache.save()
        if project.origin is None:  # else the files are elsewhere for the time being
            digests.save()
            orders.save()
    carried.watched = inputs.paths
    carried.histories = replay.histories
    return carried


def calls_of(
    project: Project, claims: Iterable[Claim], found: list[Diagnostic], broken: set[str]
) -> Iterator[Call]:
    """The calls that are well formed; faults of the others go to ``found`` and ``broken``."""
    for claim in claims:
        kind = claim.kind
        if not isinstance(kind, Verify):
            continue
        if kind.verifier in project.registry.broken:  # its own module has a diagnostic
            broken.add(claim.id)
            continue
        declared = project.registry.find(kind.verifier)
        if declared is None:
            found.append(project.registry.unknown(kind.verifier, kind.location))
            broken.add(claim.id)
            continue
        problems = check_parameters(declared, kind.parameters)
        for name, problem in problems:
            found.append(replace(problem, location=kind.places.get(name or "", kind.location)))
        if problems:
            broken.add(claim.id)
        else:
            yield Call(claim=claim, kind=kind, declared=declared)


def _unknown_input(project: Project, call: Call) -> tuple[Diagnostic, ...]:
    inputs = Inputs(root=project.root, ledger=project.ledger, digest=lambda _: "sha256:")
    try:
        inputs.of(call.kind)
    except InputFault:
        return ()
    except TrueupError as error:
        return error.diagnostics
    return ()


def _jobs(
    project: Project,
    calls: Iterable[Call],
    inputs: Inputs,
    cache: Cache,
    replay: Replay,
    carried: Carried,
    *,
    execute: bool,
) -> dict[str, list[tuple[Claim, Job]]]:
    """Step 5: what has to run, by the digest of all that goes into it; the rest is decided at once."""
    jobs: dict[str, list[tuple[Claim, Job]]] = {}
    for call in calls:
        claim = call.claim
        try:
            opened = inputs.of(call.kind)
        except InputFault as fault:
            carried.outcomes[claim.id] = failed(claim, "error", "input", fault.message, fault.hint)
            continue
        except TrueupError as error:
            carried.diagnostics.extend(error.diagnostics)
            carried.broken.add(claim.id)
            continue
        subject = {name: one.digest for name, one in opened.items()}
        if call.declared.basis == "measured" and not call.declared.builtin:
            _replay(replay, call, subject, carried)
            continue
        key = result_key(call.declared.id, call.declared.digest, call.kind.parameters, subject)
        value = cache.get(key)
        step = plan(recorded=value is not None, builtin=call.declared.builtin, execute=execute)
        if step.action == "run":
            jobs.setdefault(key, []).append((claim, job_of(project, call, opened)))
        elif value is not None:
            carried.outcomes[claim.id] = computed(claim, value, call.declared.basis)
        else:
            carried.outcomes[claim.id] = failed(
                claim, "open", "not-run", step.reason, "run trueup check without --no-exec"
            )
    return jobs


def _replay(replay: Replay, call: Call, subject: Mapping[str, str], carried: Carried) -> None:
    """What the evidence says; what it is compared with must be there, and inside the project."""
    claim = call.claim
    try:
        carried.outcomes[claim.id] = replay.outcome(claim, call.kind, call.declared, subject)
        for spec, files in replay.watched(claim).items():
            if not files:
                carried.diagnostics.append(idle(claim, spec, "no file fits it", replay.project.root))
    except TrueupError as error:
        first = error.diagnostics[0]
        place = f"{first.location.path}: " if first.location else ""
        carried.outcomes[claim.id] = failed(claim, "error", "input", f"{place}{first.message}", first.hint)
        outside = (one for one in error.diagnostics if one.code in OUTSIDE)
        carried.diagnostics.extend(replace(one, location=claim.location) for one in outside)


def job_of(project: Project, call: Call, opened: Mapping[str, Input]) -> Job:
    declared = call.declared
    return Job(
        claim=call.claim.id,
        verifier=declared.id,
        module=declared.module if declared.builtin else str(project.root.resolve(declared.module)),
        function=declared.function,
        root=project.root.path,
        folder=None if declared.builtin else project.root.resolve(project.settings.verifiers),
        parameters=call.kind.parameters,
        inputs=opened,
        basis=declared.basis,
    )


def _run(
    project: Project,
    jobs: Mapping[str, list[tuple[Claim, Job]]],
    cache: Cache,
    carried: Carried,
    limits: Limits,
    progress: Progress | None,
) -> None:
    """Step 6: run each distinct call once, and keep each result as it arrives."""
    keys = {same[0][1].claim: key for key, same in jobs.items()}
    for done, result in enumerate(run([same[0][1] for same in jobs.values()], limits), start=1):
        key = keys[result.job.claim]
        kept = _kept(cache, key, result)
        if kept.failure:
            project.root.doubt("a verifier failed")
        for claim, _ in jobs[key]:
            carried.outcomes[claim.id] = _outcome(claim, kept)
        if progress:
            progress(done, len(jobs), result.job.claim)


def _kept(cache: Cache, key: str, result: Result) -> Result:
    """The result, recorded; one that contradicts what is recorded becomes an error."""
    if result.value is None:
        return result
    contradiction = cache.put(key, result.value, verifier=result.job.verifier)
    if contradiction is None:
        return result
    failure = Failure(
        status="error", reason="verifier", message=str(contradiction.message), hint=contradiction.hint
    )
    return replace(result, value=None, failure=failure)


def _outcome(claim: Claim, result: Result) -> Outcome:
    if result.failure:
        failure = result.failure
        return failed(claim, failure.status, failure.reason, failure.message, failure.hint)
    if result.value is None:
        return failed(claim, "error", "verifier", f"{result.job.verifier} gives samples, no value", None)
    return computed(claim, result.value, result.job.basis)
