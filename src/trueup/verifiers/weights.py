"""What can be said of one tensor of a model, whatever its format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from trueup.quantity.interval import Interval
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.readers.onnx import Graph, Value
from trueup.readers.tensors import Stored, Tensor, Tensors
from trueup.verifier import Refuted, VerifierError, in_bytes
from trueup.verifiers.description import describe
from trueup.verifiers.named import (
    consumer_ops,
    described,
    find_tensor,
    listing,
    shape_text,
    shortened,
    size_of,
)

Read: TypeAlias = Literal["bytes", "elements", "dtype", "shape", "blocks", "block"]


def figure_of(model: Tensors, name: str, read: Read, consumed_by: str | None) -> Quantity | Name | int:
    """A tensor's size, element count, type, shape, or how it is quantised.

    :param consumed_by: an operator that must read it
    :raises Refuted: identity, where another one reads it
    """
    found = find_tensor(model, name)
    if consumed_by is not None and consumed_by not in consumer_ops(model, found):
        raise Refuted("identity", *_wrong_consumer(model, found, consumed_by))
    match read:
        case "bytes":
            return in_bytes(size_of(found))
        case "elements":
            return found.elements
        case "dtype":
            return Name(words=(found.dtype,))
        case "shape":
            return Name(words=(shape_text(found.shape),))
        case "blocks":
            return found.elements // _block(found)
        case "block":
            return _block(found)


def identified(model: Tensors, called: str, where: Mapping[str, Any], read: Literal["tensor", "op"]) -> Name:
    """The one tensor that fits a description, or the operator that reads it.

    :param called: the model's name in the ledger
    :raises Refuted: identity, where none fits, or several
    """
    description = describe(where)
    fitting = [tensor for tensor in model.tensors if description.fits(model, tensor)]
    wanted = ", ".join(f"{key} {_text(value)}" for key, value in where.items())
    if not fitting:
        raise Refuted("identity", f"no tensor of {called} fits {wanted}")
    if len(fitting) > 1:
        names = listing(described(model, tensor) for tensor in fitting)
        pins = "named or consumed_by" if isinstance(model, Graph) else "named, dtype or shape"
        raise Refuted(
            "identity", f"{len(fitting)} tensors of {called} fit {wanted}: {names}", f"pin it by {pins}"
        )
    if read == "tensor":
        return Name(words=(fitting[0].path,))
    return readers_of(model, fitting[0])


def dimension_of(model: Tensors, name: str, axis: int) -> int:
    """One dimension of a tensor; of a graph, also of a value whose size it states.

    :param axis: from 0; negative ones count from the end
    """
    values = (*model.inputs, *model.outputs, *model.main.values) if isinstance(model, Graph) else ()
    stated: Tensor | Value | None = next((value for value in values if value.name == name), None)
    if model.find(name) or stated is None:
        stated = find_tensor(model, name)
    if stated.shape is None:
        raise VerifierError(f"the model states no shape for {name!r}")
    if not -len(stated.shape) <= axis < len(stated.shape):
        raise VerifierError(f"{name!r} has no axis {axis}: its shape is {shape_text(stated.shape)}")
    size = stated.shape[axis]
    if not isinstance(size, int):
        raise VerifierError(
            f"axis {axis} of {name!r} has no fixed size: its shape is {shape_text(stated.shape)}"
        )
    return size


def readers_of(model: Tensors, tensor: Tensor) -> Name:
    """The operators that read it, each once, in the order of the file."""
    ops = consumer_ops(model, tensor)
    if not ops:
        raise VerifierError(f"no node reads {tensor.path!r}")
    return Name(words=ops)


def of_sizes(model: Tensors, sizes: tuple[int, ...]) -> Table:
    """The first few tensors of each size in bytes, and what each is."""
    rows = [
        (str(size), text)
        for size in sizes
        for text in shortened(described(model, tensor) for tensor in tensors_of_size(model, size))
    ]
    return Table(key="tensor", columns=("size", "tensor"), rows=tuple(rows))


def tensors_of_size(model: Tensors, size: int | Interval) -> tuple[Tensor, ...]:
    """Tensors whose exact size is ``size``, or lies in it, in the order of the file."""
    claimed = Interval.point(size) if isinstance(size, int) else size
    return tuple(
        t for t in model.tensors if t.bytes is not None and claimed.contains(Interval.point(t.bytes))
    )


def _block(tensor: Tensor) -> int:
    """Elements that are quantised together."""
    if not isinstance(tensor, Stored) or tensor.block == 1:
        raise VerifierError(
            f"{tensor.path!r} is of {tensor.dtype}, which has no blocks", "read its bytes or elements"
        )
    return tensor.block


def _wrong_consumer(model: Tensors, tensor: Tensor, consumed_by: str) -> tuple[str, str]:
    others = [
        other
        for other in tensors_of_size(model, tensor.bytes or 0)
        if other != tensor and consumed_by in consumer_ops(model, other)
    ]
    hint = ""
    if others:
        hint = f"of the same size and consumed by {consumed_by}: {listing(other.path for other in others)}"
    return f"{described(model, tensor)} is not consumed by {consumed_by}", hint


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "×".join(map(str, value))
