"""Figures of a model: sizes, shapes, counts, and which tensor a figure is about."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

from trueup.diagnostics import TrueupError
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.readers.onnx import Graph, read_graph
from trueup.verifier import Request, VerifierError, verifier
from trueup.verifiers.named import NOTHING, consumer_ops, find_tensor
from trueup.verifiers.operators import known_op
from trueup.verifiers.weights import dimension_of, figure_of, identified, of_sizes, readers_of

VERSION = "3"


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
    return figure_of(open_graph(request), tensor, read, consumed_by)


@verifier("onnx.identity")
def identity(
    request: Request, *, model: str, where: Mapping[str, Any], read: Literal["tensor", "op"] = "tensor"
) -> Name:
    """The one tensor that fits a description, or the operator that reads it.

    :param where: ``bytes`` (a figure), ``dtype``, ``shape``, ``consumed_by``, ``named`` (a shell pattern)
    """
    return identified(open_graph(request), model, where, read)


@verifier("onnx.dim")
def dimension(request: Request, *, model: str, tensor: str, axis: int) -> int:
    """One dimension of a tensor, or of an input, output or activation whose size the model states.

    :param axis: from 0; negative ones count from the end
    """
    return dimension_of(open_graph(request), tensor, axis)


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
    if not graph.initializers:
        raise VerifierError("the model has no initializers", NOTHING)
    return sum(
        (named is None or fnmatchcase(tensor.name, named))
        and (consumed_by is None or consumed_by in consumer_ops(graph, tensor))
        for tensor in graph.initializers
    )


@verifier("onnx.consumers")
def consumers(request: Request, *, model: str, tensor: str) -> Name:
    """The operators that read a tensor, each once, in the order of the file."""
    graph = open_graph(request)
    return readers_of(graph, find_tensor(graph, tensor))


@verifier("onnx.sized")
def sized(request: Request, *, model: str, sizes: tuple[int, ...]) -> Table:
    """The first few tensors of each size, with what reads them."""
    return of_sizes(open_graph(request), sizes)


def open_graph(request: Request) -> Graph:
    """The graph of the parameter ``model``."""
    path = request.inputs["model"].path
    try:
        return read_graph(path)
    except TrueupError:
        from trueup.readers.formats import format_of  # noqa: PLC0415  only a fault needs it

        if format_of(path) == "onnx":
            raise
        raise VerifierError(
            f"{path.name} is a checkpoint, which has no graph", "tensors.tensor and its like read it"
        ) from None


def _refuse(of: str, **parameters: str | None) -> None:
    for name, value in parameters.items():
        if value is not None:
            raise VerifierError(f"{name} says nothing about {of}", "leave it out, or count the other")
