"""Figures of a model: sizes, shapes, counts, and which tensor a figure is about."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

from trueup.quantity.interval import Interval
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.readers.onnx import Graph, Tensor, Value, read_graph
from trueup.verifier import Refuted, Request, VerifierError, in_bytes, verifier
from trueup.verifiers.description import describe
from trueup.verifiers.operators import known_op
from trueup.verifiers.tensors import (
    consumer_ops,
    described,
    find_tensor,
    listing,
    shape_text,
    shortened,
    size_of,
)

VERSION = "2"


@verifier("onnx.tensor")
def tensor_figure(
    request: Request,
    *,
    model: str,
    tensor: str,
    read: Literal["bytes", "elements", "dtype", "shape"] = "bytes",
    consumed_by: str | None = None,
) -> Quantity | Name | int:
    """One tensor's exact size, element count, type, or shape (``152064×160×16``).

    :param tensor: an initializer, or the output of a ``Constant`` node
    :param consumed_by: an operator that must read it
    """
    graph = open_graph(request)
    found = find_tensor(graph, tensor)
    if consumed_by is not None and consumed_by not in consumer_ops(graph, found):
        raise Refuted("identity", *_wrong_consumer(graph, found, consumed_by))
    match read:
        case "bytes":
            return in_bytes(size_of(found))
        case "elements":
            return found.elements
        case "dtype":
            return Name(words=(found.dtype,))
        case "shape":
            return Name(words=(shape_text(found.shape),))


@verifier("onnx.identity")
def identity(
    request: Request, *, model: str, where: Mapping[str, Any], read: Literal["tensor", "op"] = "tensor"
) -> Name:
    """The one tensor that fits a description, or the operator that reads it.

    :param where: ``bytes`` (a figure), ``dtype``, ``shape``, ``consumed_by``, ``named`` (a shell pattern)
    """
    graph = open_graph(request)
    description = describe(where)
    fitting = [tensor for tensor in graph.tensors if description.fits(graph, tensor)]
    wanted = ", ".join(f"{key} {_text(value)}" for key, value in where.items())
    if not fitting:
        raise Refuted("identity", f"no tensor of {model} fits {wanted}")
    if len(fitting) > 1:
        names = listing(described(graph, tensor) for tensor in fitting)
        raise Refuted(
            "identity",
            f"{len(fitting)} tensors of {model} fit {wanted}: {names}",
            "pin it by named or consumed_by",
        )
    if read == "tensor":
        return Name(words=(fitting[0].path,))
    return Name(words=_some_ops(graph, fitting[0]))


@verifier("onnx.dim")
def dimension(request: Request, *, model: str, tensor: str, axis: int) -> int:
    """One dimension of a tensor, or of an input, output or activation whose size the model states.

    :param axis: from 0; negative ones count from the end
    """
    graph = open_graph(request)
    values = (*graph.inputs, *graph.outputs, *graph.main.values)
    stated: Tensor | Value | None = next((value for value in values if value.name == tensor), None)
    if graph.find(tensor) or stated is None:
        stated = find_tensor(graph, tensor)
    if stated.shape is None:
        raise VerifierError(f"the model states no shape for {tensor!r}")
    if not -len(stated.shape) <= axis < len(stated.shape):
        raise VerifierError(f"{tensor!r} has no axis {axis}: its shape is {shape_text(stated.shape)}")
    size = stated.shape[axis]
    if not isinstance(size, int):
        raise VerifierError(
            f"axis {axis} of {tensor!r} has no fixed size: its shape is {shape_text(stated.shape)}"
        )
    return size


@verifier("onnx.count")
def count(
    request: Request,
    *,
    model: str,
    of: Literal["nodes", "initializers"] = "nodes",
    op: str | None = None,
    domain: str | None = None,
    named: str | None = None,
    consumed_by: str | None = None,
) -> int:
    """Nodes or initializers, of the model with its subgraphs and the bodies of its functions.

    :param op: nodes of that operator, in any domain unless ``domain`` names one; one that neither the model
        nor ONNX has is an error, since a misspelt name would count none
    :param domain: the default one is empty or ``ai.onnx``
    :param named: a shell pattern for the name
    :param consumed_by: initializers that a node of that operator reads
    """
    graph = open_graph(request)
    if of == "nodes":
        _refuse(of, consumed_by=consumed_by)
        wanted = "" if domain == "ai.onnx" else domain
        known_op(graph, op, vendor=bool(wanted) and not str(wanted).startswith("ai.onnx"))
        return sum(
            (op is None or node.op == op)
            and (wanted is None or node.domain == wanted)
            and (named is None or fnmatchcase(node.name, named))
            for node in graph.nodes
        )
    _refuse(of, op=op, domain=domain)
    known_op(graph, consumed_by, vendor=True)
    return sum(
        (named is None or fnmatchcase(tensor.name, named))
        and (consumed_by is None or consumed_by in consumer_ops(graph, tensor))
        for tensor in graph.initializers
    )


@verifier("onnx.consumers")
def consumers(request: Request, *, model: str, tensor: str) -> Name:
    """The operators that read a tensor, each once, in the order of the file."""
    graph = open_graph(request)
    return Name(words=_some_ops(graph, find_tensor(graph, tensor)))


@verifier("onnx.sized")
def sized(request: Request, *, model: str, sizes: tuple[int, ...]) -> Table:
    """The first few tensors of each size, with what reads them; for the engine, not for ledgers."""
    graph = open_graph(request)
    rows = [
        (str(size), text)
        for size in sizes
        for text in shortened(described(graph, tensor) for tensor in tensors_of_size(graph, size))
    ]
    return Table(key="tensor", columns=("size", "tensor"), rows=tuple(rows))


def tensors_of_size(graph: Graph, size: int | Interval) -> tuple[Tensor, ...]:
    """Tensors whose exact size is ``size``, or lies in it, in the order of the file."""
    claimed = Interval.point(size) if isinstance(size, int) else size
    return tuple(
        t for t in graph.tensors if t.bytes is not None and claimed.contains(Interval.point(t.bytes))
    )


def open_graph(request: Request) -> Graph:
    """The graph of the parameter ``model``."""
    return read_graph(request.inputs["model"].path)


def _some_ops(graph: Graph, tensor: Tensor) -> tuple[str, ...]:
    ops = consumer_ops(graph, tensor)
    if not ops:
        raise VerifierError(f"no node reads {tensor.path!r}")
    return ops


def _wrong_consumer(graph: Graph, tensor: Tensor, consumed_by: str) -> tuple[str, str]:
    others = [
        other
        for other in tensors_of_size(graph, tensor.bytes or 0)
        if other != tensor and consumed_by in consumer_ops(graph, other)
    ]
    hint = ""
    if others:
        hint = f"of the same size and consumed by {consumed_by}: {listing(other.path for other in others)}"
    return f"{described(graph, tensor)} is not consumed by {consumed_by}", hint


def _refuse(of: str, **parameters: str | None) -> None:
    for name, value in parameters.items():
        if value is not None:
            raise VerifierError(f"{name} says nothing about {of}", "leave it out, or count the other")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "×".join(map(str, value))
