"""Figures of a model's tensors, in a graph (ONNX) or a checkpoint (safetensors, GGUF)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

from trueup.diagnostics import Location, nearest
from trueup.files import Root
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.readers.formats import read_tensors
from trueup.readers.tensors import Listed, Tensor, Tensors
from trueup.verifier import Request, VerifierError, in_bytes, verifier
from trueup.verifiers.layers import layer_of, one_stack
from trueup.verifiers.named import NOTHING, size_of
from trueup.verifiers.selection import Of, Selection
from trueup.verifiers.stated import text_of, unit_of
from trueup.verifiers.weights import Read, dimension_of, figure_of, identified, of_sizes

VERSION = "2"

#: Where tensors of no layer are counted.
OUTSIDE = "outside"


@verifier("tensors.tensor")
def tensor_figure(
    request: Request,
    *,
    model: str,
    tensor: str,
    read: Read = "bytes",
    consumed_by: str | None = None,
) -> Quantity | Name | int:
    """One tensor's exact size, element count, type, shape (``152064×5120``), or how it is quantised.

    :param read: ``block`` is the number of elements quantised together, ``blocks`` the number of such blocks
    :param consumed_by: an operator that must read it, where there is a graph
    """
    return figure_of(open_tensors(request), tensor, read, consumed_by)


@verifier("tensors.identity")
def identity(
    request: Request, *, model: str, where: Mapping[str, Any], read: Literal["tensor", "op"] = "tensor"
) -> Name:
    """The one tensor that fits a description, or the operator that reads it.

    :param where: ``bytes`` (a figure), ``dtype``, ``shape``, ``named`` (a shell pattern), ``consumed_by``
    """
    return identified(open_tensors(request), model, where, read)


@verifier("tensors.dim")
def dimension(request: Request, *, model: str, tensor: str, axis: int) -> int:
    """One dimension of a tensor; in every format the last axis is that of elements side by side.

    :param axis: from 0; negative ones count from the end
    """
    return dimension_of(open_tensors(request), tensor, axis)


@verifier("tensors.count")
def count(
    request: Request,
    *,
    model: str,
    of: Of = "tensors",
    named: str | None = None,
    dtype: str | None = None,
    layer: int | None = None,
    consumed_by: str | None = None,
) -> int:
    """How many tensors there are, or how many of them fit.

    :param of: ``initializers`` leaves out the constants of a graph
    :param named: a shell pattern for the name
    :param layer: the first number in the name
    """
    selection = Selection(of=of, named=named, dtype=dtype, layer=layer, consumed_by=consumed_by)
    return len(selection.among(open_tensors(request)))


@verifier("tensors.total")
def total(
    request: Request,
    *,
    model: str,
    read: Literal["bytes", "elements"] = "bytes",
    of: Of = "tensors",
    named: str | None = None,
    dtype: str | None = None,
    layer: int | None = None,
    consumed_by: str | None = None,
) -> int | Quantity:
    """The bytes, or the elements, of all tensors or of those that fit; to have nothing to add up is an error.

    :param of: ``initializers`` leaves out the constants of a graph
    :param named: a shell pattern for the name
    :param layer: the first number in the name
    """
    selection = Selection(of=of, named=named, dtype=dtype, layer=layer, consumed_by=consumed_by)
    found = selection.some(open_tensors(request))
    if not any(tensor.elements for tensor in found):
        raise VerifierError("no tensor that fits has any element", NOTHING)
    return in_bytes(sum(map(size_of, found))) if read == "bytes" else sum(t.elements for t in found)


@verifier("tensors.totals")
def totals(
    request: Request,
    *,
    model: str,
    by: Literal["dtype", "layer"],
    of: Of = "tensors",
    named: str | None = None,
    dtype: str | None = None,
    consumed_by: str | None = None,
) -> Table:
    """Tensors, elements and bytes by type or by layer, for a table; tensors of no layer are ``outside``.

    :param of: ``initializers`` leaves out the constants of a graph
    :param named: a shell pattern for the name
    """
    selection = Selection(of=of, named=named, dtype=dtype, consumed_by=consumed_by)
    found = selection.some(open_tensors(request))
    if by == "layer":
        one_stack(found)
    groups: dict[str, list[Tensor]] = {}
    for tensor in sorted(found, key=_layer_number) if by == "layer" else found:
        groups.setdefault(_KEYS[by](tensor), []).append(tensor)
    rows = [
        (key, str(len(group)), str(sum(t.elements for t in group)), f"{sum(map(size_of, group))} B")
        for key, group in groups.items()
    ]
    return Table(key=by, columns=(by, "tensors", "elements", "bytes"), rows=tuple(rows))


@verifier("tensors.metadata")
def metadata(
    request: Request,
    *,
    model: str,
    key: str,
    read: Literal["value", "length"] = "value",
    unit: str | None = None,
) -> Quantity | Name | int:
    """What a model says of itself: a number, exact, or a text, which is read as ``artifact.json`` reads one.

    :param read: ``length`` is that of a list, such as GGUF's tokens
    :param unit: of a number that has none
    """
    entries = open_tensors(request).metadata
    if key not in entries:
        close = nearest(key, entries)
        hint = f"did you mean {close!r}?" if close else f"it has {', '.join(list(entries)[:20]) or 'none'}"
        raise VerifierError(f"the model's metadata have no key {key!r}", hint)
    value = entries[key]
    if isinstance(value, Listed) != (read == "length"):
        what = f"a list of {value.length} {value.of}" if isinstance(value, Listed) else "no list"
        raise VerifierError(f"{key!r} is {what}", "read: length is for lists, and for them alone")
    match value:
        case Listed():
            return value.length
        case bool():
            return Name(words=(str(value).lower(),))
        case str():
            path = Root(request.root).relative(request.inputs["model"].path)
            place = Location(path=path, line=1, column=1)
            return text_of(value, unit_of(unit), lambda: place, f"the value of {key!r}")
    if not math.isfinite(value):
        raise VerifierError(f"{key!r} is {value}, which is no number")
    given = unit_of(unit)
    exact = Fraction(value)
    return Quantity.exact(exact * given.factor, given.dimension) if given else Quantity.exact(exact)


@verifier("tensors.sized")
def sized(request: Request, *, model: str, sizes: tuple[int, ...]) -> Table:
    """The first few tensors of each size in bytes, with their types and shapes, or what reads them."""
    return of_sizes(open_tensors(request), sizes)


def open_tensors(request: Request) -> Tensors:
    """The model of the parameter ``model``."""
    return read_tensors(Root(request.root), request.inputs["model"].path)


def _layer(tensor: Tensor) -> str:
    found = layer_of(tensor.name)
    return str(found[1]) if found else OUTSIDE


def _layer_number(tensor: Tensor) -> float:
    found = layer_of(tensor.name)
    return found[1] if found else math.inf


_KEYS: dict[str, Callable[[Tensor], str]] = {"dtype": lambda tensor: tensor.dtype, "layer": _layer}
