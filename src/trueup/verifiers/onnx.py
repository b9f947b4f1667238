"""Figures of a model: sizes, shapes, counts, and which tensor a figure is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Name, Quantity
from trueup.readers.onnx import Graph, Tensor, Value, read_graph
from trueup.verifier import Refuted, Request, Unavailable, VerifierError, in_bytes, verifier
from trueup.verifiers.tensors import consumer_ops, described, find_tensor, listing, shape_text, size_of

BYTES = Dimension.of(B=1)
WHERE = ("bytes", "dtype", "shape", "consumed_by", "named")


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
    conditions = _conditions(where)
    fitting = [tensor for tensor in graph.tensors if _fits(graph, tensor, conditions)]
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

    :param op: nodes of that operator, in any domain unless ``domain`` names one
    :param domain: the default one is empty or ``ai.onnx``
    :param named: a shell pattern for the name
    :param consumed_by: initializers that a node of that operator reads
    """
    graph = open_graph(request)
    if of == "nodes":
        _refuse(of, consumed_by=consumed_by)
        wanted = "" if domain == "ai.onnx" else domain
        return sum(
            (op is None or node.op == op)
            and (wanted is None or node.domain == wanted)
            and (named is None or fnmatchcase(node.name, named))
            for node in graph.nodes
        )
    _refuse(of, op=op, domain=domain)
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


def suggest(path: Path, size: int | Interval) -> list[str]:
    """The tensors of that many bytes, with what reads them, for a figure that was refuted.

    :param size: bytes, or what a figure claims, in bytes
    """
    graph = read_graph(path)
    return [described(graph, tensor) for tensor in tensors_of_size(graph, size)]


def sized(request: Request, *, model: str, size: int) -> Name:
    """The initializers of that many bytes, as :func:`suggest` gives them; for the engine, not for ledgers."""
    names = suggest(request.inputs["model"].path, size)
    if not names:
        raise VerifierError(f"no initializer of {model} has {size} bytes")
    return Name(words=tuple(names))


def tensors_of_size(graph: Graph, size: int | Interval) -> tuple[Tensor, ...]:
    """Tensors whose exact size is ``size``, or lies in it, in the order of the file."""
    claimed = Interval.point(size) if isinstance(size, int) else size
    return tuple(
        t for t in graph.initializers if t.bytes is not None and claimed.contains(Interval.point(t.bytes))
    )


def open_graph(request: Request) -> Graph:
    """The graph of the parameter ``model``."""
    try:
        return read_graph(request.inputs["model"].path)
    except ModuleNotFoundError as error:
        raise Unavailable(f"needs {error.name}", needs="library", hint="pip install onnx") from None


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


def _conditions(where: Mapping[str, Any]) -> dict[str, Any]:
    """The description, its figure and shape read."""
    if not where:
        raise VerifierError("where is empty", f"give at least one of {', '.join(WHERE)}")
    conditions = dict(where)
    for key in where:
        if key not in WHERE:
            near = get_close_matches(key, WHERE, n=1)
            raise VerifierError(
                f"where has no key {key!r}",
                f"did you mean {near[0]}?" if near else f"it has {', '.join(WHERE)}",
            )
    if "bytes" in where:
        conditions["bytes"] = _bytes(where["bytes"])
    if "shape" in where:
        shape = where["shape"]
        parts = re.split(r"[\s×x*,\[\]()]+", shape.strip()) if isinstance(shape, str) else list(shape)
        conditions["shape"] = shape_text(tuple(part for part in parts if part))
    return conditions


def _bytes(text: str) -> Interval:
    """What a figure such as ``389,283,840 B`` claims."""
    from trueup.quantity.codes import FigureError  # noqa: PLC0415  only this condition needs figures
    from trueup.quantity.read import read_figure  # noqa: PLC0415

    try:
        figure = read_figure(text)
    except FigureError as error:
        raise VerifierError(f"bytes: {error.message}", error.hint or "") from None
    if figure.dimension != BYTES:
        raise VerifierError(f"bytes: {text!r} is no number of bytes", "write its unit: B, kB, MiB …")
    return figure.claims


def _fits(graph: Graph, tensor: Tensor, conditions: Mapping[str, Any]) -> bool:
    checks: dict[str, Callable[[Any], bool]] = {
        "bytes": lambda wanted: tensor.bytes is not None and wanted.contains(Interval.point(tensor.bytes)),
        "dtype": lambda wanted: tensor.dtype == wanted.upper(),
        "shape": lambda wanted: shape_text(tensor.shape) == wanted,
        "consumed_by": lambda wanted: wanted in consumer_ops(graph, tensor),
        "named": lambda wanted: fnmatchcase(tensor.name, wanted),
    }
    return all(checks[key](wanted) for key, wanted in conditions.items())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "×".join(map(str, value))
