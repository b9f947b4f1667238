"""On a refuted byte figure, name the tensors that do have that size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from trueup.claim import Verify
from trueup.diagnostics import TrueupError
from trueup.engine.bind import upstream
from trueup.engine.figures import has_size
from trueup.engine.inputs import Digests, InputFault, Inputs
from trueup.engine.project import Project
from trueup.engine.stated import Bound
from trueup.quantity.codes import FigureError
from trueup.quantity.table import Table
from trueup.quantity.value import Quantity
from trueup.runner.job import Job
from trueup.runner.pool import run
from trueup.verdict.model import Outcome, Verdict

#: Where the search for tensors of a size runs: in a child, as any reader of models does.
SIZED = "trueup.verifiers.tensors"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    index: int
    model: str
    size: int


def same_sizes(
    project: Project, bound: Bound, outcomes: Mapping[str, Outcome], verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """Add to each refuted byte figure which tensors of its model have the written size, or the right one.

    A number may be right for another tensor: the author needs to see which.
    """
    found = list(verdicts)
    questions = [
        question
        for index, one in enumerate(verdicts)
        for question in _questions(index, one, project, bound, outcomes)
    ]
    if not questions:
        return found
    answers = tensors_of_size(project, {(question.model, question.size) for question in questions})
    for question in questions:
        names = answers.get((question.model, question.size), ())
        if names:
            one = found[question.index]
            have = "has" if len(names) == 1 else "have"
            line = f"of {question.model}, {', '.join(names)} {have} {question.size:,} B"
            if line not in one.because:
                found[question.index] = replace(one, because=(*one.because, line))
    return found


def _questions(
    index: int, verdict: Verdict, project: Project, bound: Bound, outcomes: Mapping[str, Outcome]
) -> Iterable[_Question]:
    if not has_size(verdict, outcomes):
        return
    value = outcomes[verdict.claim].value
    assert isinstance(value, Quantity)  # noqa: S101  only those have a size
    sizes = {_whole(value.spread.low)}
    with suppress(FigureError):
        sizes.add(_whole(verdict.read().stated.low))
    for model in _models(verdict.claim, project, bound):
        for size in sorted(size for size in sizes if size):
            yield _Question(index=index, model=model, size=size)


def _whole(number: Fraction | None) -> int | None:
    return int(number) if number is not None and number.denominator == 1 and number > 0 else None


def _models(claim: str, project: Project, bound: Bound) -> list[str]:
    """The models upstream of a claim; all of the ledger where it rests on none."""
    models: dict[str, None] = {}
    for name in upstream([claim], bound.claims):
        kind = bound.claims[name].kind
        if isinstance(kind, Verify) and isinstance(model := kind.parameters.get("model"), str):
            models[model] = None
    return list(models or project.ledger.models)


def tensors_of_size(
    project: Project, wanted: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], tuple[str, ...]]:
    """The tensors of a model that have a size, each as ``name (consumed by operators)``.

    Without a graph, each is ``name (type, shape)``.

    Models are read in a child process, since they are as hostile as any input.

    :param wanted: names of models, with sizes in bytes
    """
    sizes: dict[str, set[int]] = {}
    for model, size in wanted:
        sizes.setdefault(model, set()).add(size)
    inputs = Inputs(root=project.root, ledger=project.ledger, digest=Digests(project).of)
    jobs = []
    for model, asked in sorted(sizes.items()):
        try:
            opened = inputs.entry("model", model)
        except (InputFault, TrueupError):
            continue
        jobs.append(
            Job(
                claim=model,
                verifier="tensors.sized",
                module=SIZED,
                function="sized",
                root=project.root.path,
                parameters={"model": model, "sizes": tuple(map(str, sorted(asked)))},
                inputs={"model": opened},
            )
        )
    answers: dict[tuple[str, int], tuple[str, ...]] = {}
    for result in run(jobs):
        if result.failure:
            project.root.doubt("a model could not be read")
        if isinstance(result.value, Table):
            for digits, name in result.value.rows:
                key = result.job.claim, int(digits)
                answers[key] = (*answers.get(key, ()), name)
    return answers
