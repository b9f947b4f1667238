"""Which weights a runtime pages in on demand, and which it keeps resident.

An initializer is paged when every node that reads it is a boundary operator, in whichever input slot. One
that nothing reads, or that the model hands out, is resident. Fusing nodes changes who reads what, so a
count of paged weights belongs to one stage of the graph: `stage` refuses a model of another one.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Literal

from trueup.readers.onnx import Graph, Tensor, read_graph
from trueup.verifier import Quantity, Request, VerifierError, in_bytes, verifier

BOUNDARY = frozenset({"MatMul", "MatMulNBits", "QMoE", "BlockQuantizedMoE"})


def is_paged(graph: Graph, tensor: Tensor) -> bool:
    """Whether the runtime reads it only when a boundary operator asks."""
    readers = graph.consumers(tensor)
    return bool(readers) and not graph.returned(tensor) and all(node.op in BOUNDARY for node in readers)


@verifier("residency.total")
def total(
    request: Request,
    *,
    model: str,
    of: Literal["all", "paged", "resident"] = "all",
    read: Literal["count", "bytes"] = "bytes",
    named: str | None = None,
    dtype: str | None = None,
    consumed_by: str | None = None,
    stage: str | None = None,
) -> int | Quantity:
    """How many initializers, or how many bytes of them.

    :param named: a shell pattern for the name
    :param dtype: as ONNX names it, such as ``FLOAT16``
    :param consumed_by: an operator that reads it
    :param stage: the graph stage of which the claim speaks
    """
    source = request.inputs["model"]
    if stage is not None and source.stage != stage:
        raise VerifierError(
            f"the claim speaks of the {stage} graph, and {model} is {source.stage or 'of no declared stage'}",
            "name the model of that stage: what is paged differs by stage",
        )
    graph = read_graph(source.path)
    chosen = [
        tensor
        for tensor in graph.initializers
        if (of == "all" or is_paged(graph, tensor) == (of == "paged"))
        and (named is None or fnmatchcase(tensor.name, named))
        and (dtype is None or tensor.dtype == dtype)
        and (consumed_by is None or any(node.op == consumed_by for node in graph.consumers(tensor)))
    ]
    if read == "count":
        return len(chosen)
    if not chosen:
        raise VerifierError("no initializer is described by the parameters, so there are no bytes to add up")
    sizes = [tensor.bytes for tensor in chosen]
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes):
        raise VerifierError(f"{len(sizes) - len(known)} of these initializers have no fixed size in bytes")
    return in_bytes(sum(known))


@verifier("residency.paged")
def paged(
    request: Request,
    *,
    model: str,
    read: Literal["count", "bytes"] = "count",
    named: str | None = None,
    stage: str | None = None,
) -> int | Quantity:
    """Initializers that the runtime pages."""
    return total(request, model=model, of="paged", read=read, named=named, stage=stage)


@verifier("residency.resident")
def resident(
    request: Request,
    *,
    model: str,
    read: Literal["count", "bytes"] = "count",
    named: str | None = None,
    stage: str | None = None,
) -> int | Quantity:
    """Initializers that the runtime keeps resident."""
    return total(request, model=model, of="resident", read=read, named=named, stage=stage)
