"""Some tensors of a model: those that a name, a type, a layer or an operator singles out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from trueup.readers.onnx import BITS, Graph
from trueup.readers.tensors import Checkpoint, Tensor, Tensors
from trueup.verifier import VerifierError
from trueup.verifiers.layers import layer_of, one_stack
from trueup.verifiers.named import NOTHING, consumer_ops, listing
from trueup.verifiers.operators import known_op

Of: TypeAlias = Literal["tensors", "initializers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What must hold of a tensor; None asks for nothing.

    :param of: ``initializers`` leaves out the constants of a graph; a checkpoint has none
    :param named: a shell pattern
    :param layer: as :func:`layer_of` numbers it
    :param consumed_by: an operator that reads it
    """

    of: Of = "tensors"
    named: str | None = None
    dtype: str | None = None
    layer: int | None = None
    consumed_by: str | None = None

    def among(self, model: Tensors) -> list[Tensor]:
        """Those of a model, in the order of the file.

        :raises VerifierError: the format has no such type, or no such operator, so that it would select none;
            or layers are numbered twice; or there are none to choose from
        """
        dtype = _known_type(model, self.dtype)
        if self.consumed_by is not None and isinstance(model, Graph):
            known_op(model, self.consumed_by, vendor=True)
        every: Sequence[Tensor] = model.tensors
        if self.of == "initializers" and isinstance(model, Graph):
            every = model.initializers
        if not every:
            raise VerifierError(f"the model has no {self.of}", NOTHING)
        found = [
            tensor
            for tensor in every
            if (self.named is None or fnmatchcase(tensor.name, self.named))
            and dtype in (None, tensor.dtype)
            and (self.consumed_by is None or self.consumed_by in consumer_ops(model, tensor))
        ]
        if self.layer is None:
            return found
        one_stack(found)
        return [tensor for tensor in found if (at := layer_of(tensor.name)) and at[1] == self.layer]

    def some(self, model: Tensors) -> list[Tensor]:
        """Those of a model, where there are any.

        :raises VerifierError: there are none
        """
        found = self.among(model)
        if not found:
            known = listing(tensor.path for tensor in model.tensors)
            raise VerifierError(f"no tensor fits {self}", f"there is nothing to add up; it has {known}")
        return found

    def __str__(self) -> str:
        """``named model.layers.*, dtype BF16``."""
        given = {
            "named": self.named,
            "dtype": self.dtype,
            "layer": self.layer,
            "consumed by": self.consumed_by,
        }
        return ", ".join(f"{key} {value}" for key, value in given.items() if value is not None)


def _known_type(model: Tensors, dtype: str | None) -> str | None:
    """The type as the format spells it."""
    if dtype is None:
        return None
    known = {*(model.types if isinstance(model, Checkpoint) else BITS), *(t.dtype for t in model.tensors)}
    if dtype.upper() not in known:
        near = get_close_matches(dtype.upper(), sorted(known), n=1)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(sorted(known))}"
        raise VerifierError(f"the model's format has no type {dtype!r}", hint)
    return dtype.upper()
