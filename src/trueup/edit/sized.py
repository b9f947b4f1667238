"""Figures that are the size of a tensor."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from trueup.edit.proposal import Candidate, Draft, Proposal
from trueup.engine.sizes import tensors_of_size
from trueup.quantity.units import Dimension
from trueup.verdict.subject import fold, with_header

_BYTES = Dimension.of(B=1)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
_CONSUMED = " (consumed by "
# What a tensor's name is made of in every model; it tells none from another.
_COMMON = frozenset(fold("weight weights bias model layer layers proj data value values onnx").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tensor:
    """
    :param operators: those that read it; None where the model is no graph
    """

    model: str
    name: str
    operators: tuple[str, ...] | None


def sized(draft: Draft) -> Iterator[Proposal]:
    """A size in bytes that one tensor of the ledger's models has, where the block names that tensor."""
    models = tuple(draft.computed.project.ledger.models)
    candidates = [(one, size) for one in draft.candidates() if (size := _size(one))]
    if not models or not candidates:
        return
    wanted = {(model, size) for _, size in candidates for model in models}
    answers = tensors_of_size(draft.computed.project, wanted)
    done: set[str] = set()
    for candidate, size in candidates:
        tensors: dict[str, _Tensor] = {}
        for model in models:
            for text in answers.get((model, size), ()):
                if text.endswith(")"):  # the last may only count how many more there are
                    tensor = _tensor(model, text)
                    tensors.setdefault(tensor.name, tensor)
        found = _chosen(draft, candidate, list(tensors.values()))
        if found and (proposal := _proposal(draft, candidate, *found)) and found[1].name not in done:
            done.add(found[1].name)  # another figure of its size is then one of a known claim
            yield proposal


def _size(candidate: Candidate) -> int | None:
    figure, low = candidate.figure, candidate.figure.stated.low
    exact = figure.dimension == _BYTES and figure.claims.is_point and figure.form == "number"
    return int(low) if exact and low is not None and low >= 1 else None


def _tensor(model: str, text: str) -> _Tensor:
    """Of ``lm_head.weight_Q4 (consumed by MatMulNBits)``, or ``lm_head.weight (BF16, 512×64)``."""
    name, consumed, operators = text.removesuffix(")").rpartition(_CONSUMED)
    if not consumed:
        return _Tensor(model=model, name=text.rpartition(" (")[0], operators=None)
    return _Tensor(
        model=model, name=name, operators=() if operators == "nothing" else tuple(operators.split(", "))
    )


def _chosen(draft: Draft, candidate: Candidate, tensors: list[_Tensor]) -> tuple[list[str], _Tensor] | None:
    """The tensor that the words around a figure name best, and those words."""
    words = fold(with_header(candidate.seen.block))
    named = [(subject, tensor) for tensor in tensors if (subject := _named(tensor, words))]
    best = max((len(subject) for subject, _ in named), default=0)
    found = [(subject, tensor) for subject, tensor in named if len(subject) == best]
    if len(found) > 1:
        names = " or ".join(tensor.name for _, tensor in found)
        draft.passed[candidate.at] = f"it could be the size of {names}: tag it by hand"
    return found[0] if len(found) == 1 else None


def _proposal(draft: Draft, candidate: Candidate, subject: list[str], tensor: _Tensor) -> Proposal | None:
    key = _parameters(tensor)
    if (candidate.at, key) in draft.refused:
        return None
    claim = draft.fresh(f"{tensor.name.replace('/', '.')}.bytes")
    return Proposal(
        candidate=candidate,
        claim=claim,
        why=f"it is the size of {tensor.name} in {tensor.model}",
        entry=_entry(claim, tensor, subject),
        key=key,
    )


def _named(tensor: _Tensor, words: str) -> list[str]:
    """The words of a tensor's name that a text names, and the operators that read it."""
    parts = [part for part in re.split(r"[./:]+", tensor.name) if len(part) > 2]
    parts = [part for part in parts if part.lower() not in _COMMON and not part.isdigit()]
    return [part for part in dict.fromkeys((*parts, *(tensor.operators or ()))) if fold(part) in words]


def _entry(claim: str, tensor: _Tensor, subject: list[str]) -> str:
    return (
        f"  {claim}:\n"
        f"    says: {_scalar(f'Size of the tensor {tensor.name}')}\n"
        "    basis: model\n"
        f"    verify: {'tensors' if tensor.operators is None else 'onnx'}.tensor\n"
        f"    with: {_parameters(tensor)}\n"
        f"    subject: [{', '.join(map(_scalar, subject))}]\n"
    )


def _parameters(tensor: _Tensor) -> str:
    found = [f"model: {_scalar(tensor.model)}", f"tensor: {_scalar(tensor.name)}"]
    if tensor.operators and len(tensor.operators) == 1:
        found.append(f"consumed_by: {_scalar(tensor.operators[0])}")
    return f"{{{', '.join(found)}, read: bytes}}"


def _scalar(text: str) -> str:
    """A text as YAML reads it back."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
