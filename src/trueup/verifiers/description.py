"""A description of a tensor: what `onnx.identity` and `tensors.identity` look for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Any

from trueup.quantity.codes import FigureError
from trueup.quantity.interval import Interval
from trueup.quantity.read import read_figure
from trueup.quantity.units import Dimension
from trueup.readers.tensors import Tensor, Tensors
from trueup.verifier import VerifierError
from trueup.verifiers.named import consumer_ops, shape_text

KEYS = ("bytes", "dtype", "shape", "consumed_by", "named")
BYTES = Dimension.of(B=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What must hold of a tensor; None asks for nothing.

    :param size: bytes
    :param shape: as :func:`shape_text` writes it
    :param consumed_by: an operator that reads it
    :param named: a shell pattern
    """

    size: Interval | None = None
    dtype: str | None = None
    shape: str | None = None
    consumed_by: str | None = None
    named: str | None = None

    def fits(self, model: Tensors, tensor: Tensor) -> bool:
        if self.size is not None and (
            tensor.bytes is None or not self.size.contains(Interval.point(tensor.bytes))
        ):
            return False
        return (
            self.dtype in (None, tensor.dtype)
            and self.shape in (None, shape_text(tensor.shape))
            and (self.named is None or fnmatchcase(tensor.name, self.named))
            and (self.consumed_by is None or self.consumed_by in consumer_ops(model, tensor))
        )


def describe(where: Mapping[str, Any]) -> Description:
    """The description that a ledger gives by keys.

    :raises VerifierError: a key or a value can't be used
    """
    if not where:
        raise VerifierError("where is empty", f"give at least one of {', '.join(KEYS)}")
    for key, value in where.items():
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(KEYS)}"
            raise VerifierError(f"where has no key {key!r}", hint)
        if key != "shape" and not isinstance(value, str):
            raise VerifierError(f"{key}: expected one value")
    return Description(
        size=_bytes(where["bytes"]) if "bytes" in where else None,
        dtype=where["dtype"].upper() if "dtype" in where else None,
        shape=_shape(where["shape"]) if "shape" in where else None,
        consumed_by=where.get("consumed_by"),
        named=where.get("named"),
    )


def _bytes(text: str) -> Interval:
    """What a figure such as ``389,283,840 B`` claims."""
    try:
        figure = read_figure(text)
    except FigureError as error:
        raise VerifierError(f"bytes: {error.message}", error.hint or "") from None
    if figure.dimension != BYTES:
        raise VerifierError(f"bytes: {text!r} is no number of bytes", "write its unit: B, kB, MiB …")
    return figure.claims


def _shape(value: Any) -> str:
    """A list, or sizes between ``×``, ``x``, ``*`` or commas."""
    sizes = re.split(r"[\s×x*,\[\]()]+", value) if isinstance(value, str) else [str(size) for size in value]
    return shape_text(tuple(size for size in sizes if size))
