"""A named set of tensors: what every format of models holds, with a graph around it or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Protocol, TypeAlias


class Tensor(Protocol):
    """A tensor whose values are part of a model."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> str:
        """What tells it from every other tensor of the model: the name, unless graphs are nested."""

    @property
    def dtype(self) -> str:
        """As its format names it: ``FLOAT16``, ``BF16``, ``Q4_K``."""

    @property
    def shape(self) -> tuple[int, ...]:
        """From the outermost dimension to the one whose elements lie side by side."""

    @property
    def elements(self) -> int: ...

    @property
    def bytes(self) -> int | None:
        """Exact size; None where its type has none."""


class Tensors(Protocol):
    """A model, as far as it is a set of tensors."""

    @property
    def tensors(self) -> Sequence[Tensor]:
        """In the order of the file."""

    @property
    def metadata(self) -> Mapping[str, Entry]: ...

    def find(self, name: str) -> Sequence[Tensor]:
        """Those of that name, or of that path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A list in the metadata; its elements are stepped over.

    :param of: the type of its elements
    """

    of: str
    length: int


Entry: TypeAlias = str | int | float | bool | Listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A tensor of a checkpoint.

    :param bytes: its data in the file
    :param block: elements that are quantised together; 1 where each stands alone
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int
    block: int = 1

    @property
    def path(self) -> str:
        return self.name

    @property
    def elements(self) -> int:
        return elements_of(self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What one file of a checkpoint says of itself."""

    tensors: tuple[Stored, ...]
    metadata: Mapping[str, Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A model without a graph: tensors and metadata.

    :param format: as its users call it
    :param types: every type that a tensor of the format can have
    """

    format: str
    types: frozenset[str]
    tensors: tuple[Stored, ...]
    metadata: Mapping[str, Entry]

    def find(self, name: str) -> tuple[Stored, ...]:
        return tuple(tensor for tensor in self.tensors if tensor.name == name)


def elements_of(shape: tuple[int, ...]) -> int:
    return 0 if 0 in shape else prod(shape)
