"""Finding a tensor of a model by name, and saying what it is."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from trueup.readers.onnx import Graph
from trueup.readers.onnx import Tensor as GraphTensor
from trueup.readers.tensors import Tensor, Tensors
from trueup.verifier import VerifierError

#: A damaged model can look like an empty one.
NOTHING = "a count or a sum of nothing is no result: look whether the file is whole"

#: Names listed in a message; the rest are counted.
LISTED = 5


def find_tensor(model: Tensors, name: str) -> Tensor:
    """The one tensor of that name or path."""
    found = model.find(name)
    if len(found) == 1:
        return found[0]
    if found:
        raise VerifierError(
            f"{len(found)} tensors are called {name!r}", f"write one of {listing(t.path for t in found)}"
        )
    near = get_close_matches(name, [tensor.path for tensor in model.tensors], n=3)
    raise VerifierError(f"the model has no tensor {name!r}", f"near it: {', '.join(near)}" if near else "")


def size_of(tensor: Tensor) -> int:
    """Its exact bytes."""
    if tensor.bytes is None:
        raise VerifierError(f"{tensor.path!r} holds {tensor.dtype}, which has no fixed size in bytes")
    return tensor.bytes


def consumer_ops(model: Tensors, tensor: Tensor) -> tuple[str, ...]:
    """Operators that read it, each once.

    :raises VerifierError: the model has no graph
    """
    if not isinstance(model, Graph) or not isinstance(tensor, GraphTensor):
        raise VerifierError(
            "a checkpoint has no graph, so nothing in it says what reads a tensor",
            "name the tensor, or describe it by its name, type and shape",
        )
    return tuple(dict.fromkeys(node.op for node in model.consumers(tensor)))


def described(model: Tensors, tensor: Tensor) -> str:
    """``lm_head.weight_Q4 (consumed by MatMulNBits)``; without a graph, ``lm_head.weight (BF16, 512×64)``."""
    if not isinstance(model, Graph):
        return f"{tensor.path} ({tensor.dtype}, {shape_text(tensor.shape)})"
    ops = ", ".join(consumer_ops(model, tensor))
    return f"{tensor.path} (consumed by {ops or 'nothing'})"


def listing(names: Iterable[str]) -> str:
    """The first few of them, and how many more there are, in one line."""
    return ", ".join(shortened(names))


def shortened(names: Iterable[str]) -> list[str]:
    """The first few of them, and how many more there are."""
    every = list(names)
    return every if len(every) <= LISTED else [*every[:LISTED], f"{len(every) - LISTED} more"]


def shape_text(shape: tuple[int | str | None, ...]) -> str:
    return "×".join("?" if size is None else str(size) for size in shape) or "scalar"
