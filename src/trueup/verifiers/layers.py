"""Which layer of a model a tensor belongs to, by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trueup.readers.tensors import Tensor
from trueup.verifier import VerifierError
from trueup.verifiers.named import listing

_NUMBER = re.compile(r"(?:\A|(?P<stack>.*?)[./])(?P<layer>[0-9]{1,9})(?:[./]|\Z)")


def layer_of(name: str) -> tuple[str, int] | None:
    """The stack and the number of a layer: ``model.layers``, 12 for ``model.layers.12.mlp.up_proj.weight``.

    The first part of a name that is a number is taken as the layer's; those behind it number experts and the
    like. None where no part is one.
    """
    match = _NUMBER.match(name)
    return (match["stack"] or "", int(match["layer"])) if match else None


def one_stack(tensors: Iterable[Tensor]) -> None:
    """Refuse tensors whose layers are numbered twice, as those of an encoder and a decoder.

    :raises VerifierError: they are
    """
    stacks = sorted({found[0] for tensor in tensors if (found := layer_of(tensor.name))})
    if len(stacks) > 1:
        raise VerifierError(
            f"layers are numbered under {listing(map(repr, stacks))}",
            "say which of them by named, such as 'decoder.*'",
        )
