"""A model as its graphs say: tensors with shapes and types, nodes, and who reads what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Literal

_BY_WIDTH = {
    2: "INT2 UINT2",
    4: "INT4 UINT4 FLOAT4E2M1",
    6: "FLOAT6E2M3 FLOAT6E3M2",
    8: "BOOL INT8 UINT8 FLOAT8E4M3FN FLOAT8E4M3FNUZ FLOAT8E5M2 FLOAT8E5M2FNUZ FLOAT8E8M0",
    16: "INT16 UINT16 FLOAT16 BFLOAT16",
    32: "INT32 UINT32 FLOAT",
    64: "INT64 UINT64 DOUBLE COMPLEX64",
    128: "COMPLEX128",
}
#: Bits of one element; packed types share bytes. Strings have no fixed size.
BITS: dict[str, int] = {name: bits for bits, names in _BY_WIDTH.items() for name in names.split()}


@dataclass(frozen=True, slots=True, kw_only=True)
class External:
    """Where the weights of a tensor are said to be; never opened.

    :param location: a path in the model's folder
    :param offset: in bytes
    :param length: in bytes
    """

    location: str
    offset: int | None = None
    length: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tensor:
    """A tensor whose values are part of the model.

    :param dtype: as ONNX names it: ``UINT8``, ``FLOAT16``, ``INT4``
    :param scope: path of the graph that defines it; empty for the main graph
    :param kind: a ``constant`` is the value of a ``Constant`` node
    :param external: where its data is, if outside the file
    :param held: bytes of raw data in the file, or None
    :param stored: bytes of a sparse tensor, its values and their places
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    scope: str = ""
    kind: Literal["initializer", "constant"] = "initializer"
    sparse: bool = False
    external: External | None = None
    held: int | None = None
    stored: int | None = None

    @property
    def path(self) -> str:
        """The name, with the path of its graph where that is not the main one."""
        return f"{self.scope}/{self.name}" if self.scope else self.name

    @property
    def elements(self) -> int:
        return 0 if 0 in self.shape else prod(self.shape)

    @property
    def bytes(self) -> int | None:
        """Exact size, the last byte of a packed type filled up; None for strings and unknown types."""
        if self.sparse:
            return self.stored
        bits = BITS.get(self.dtype)
        return None if bits is None else -(-self.elements * bits // 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An input, an output or an activation.

    :param shape: a size, the name of a symbolic one, or None; None altogether where nothing is said
    """

    name: str
    dtype: str
    shape: tuple[int | str | None, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One operation. The default domain is the empty one; an input left out is an empty name."""

    name: str
    op: str
    domain: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    scope: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A graph: the main one (path empty), a subgraph of a node, or the body of a function.

    :param parent: path of the graph whose names it may read; None for the main graph and functions
    :param owner: the node that runs it
    """

    path: str
    parent: str | None = None
    owner: Node | None = None
    tensors: tuple[Tensor, ...] = ()
    constants: tuple[Tensor, ...] = ()
    nodes: tuple[Node, ...] = ()
    inputs: tuple[Value, ...] = ()
    outputs: tuple[Value, ...] = ()
    values: tuple[Value, ...] = ()

    def defines(self) -> Iterator[str]:
        """Names that it defines, which hide those of the graphs around it."""
        for tensor in self.tensors:
            yield tensor.name
        for value in self.inputs:
            yield value.name
        for node in self.nodes:
            yield from node.outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class _Resolved:
    """Names by the graph that defines them: who reads each, which node makes it, and which are returned."""

    readers: Mapping[tuple[str, str], tuple[Node, ...]]
    producers: Mapping[tuple[str, str], Node]
    returned: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """A model. Training graphs are left out: nothing at inference runs them.

    :param scopes: the main graph first, then functions and subgraphs in the order of the file
    :param opsets: version by domain
    """

    scopes: tuple[Scope, ...]
    opsets: Mapping[str, int] = field(default_factory=dict)
    metadata: Mapping[str, str] = field(default_factory=dict)
    ir_version: int = 0
    producer: str = ""
    _resolved: list[_Resolved] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def _names(self) -> _Resolved:
        """Who reads and makes what; many questions never need it."""
        if not self._resolved:
            self._resolved.append(_resolve(self.scopes))
        return self._resolved[0]

    @property
    def main(self) -> Scope:
        return self.scopes[0]

    @property
    def initializers(self) -> tuple[Tensor, ...]:
        """Those of every graph, sparse ones too, in the order of the file; no constants."""
        return tuple(tensor for scope in self.scopes for tensor in scope.tensors)

    @property
    def constants(self) -> tuple[Tensor, ...]:
        return tuple(tensor for scope in self.scopes for tensor in scope.constants)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Initializers and constants: some exporters keep all weights in ``Constant`` nodes."""
        return (*self.initializers, *self.constants)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Those of every graph; the nodes of a function's body once, however often it is called."""
        return tuple(node for scope in self.scopes for node in scope.nodes)

    @property
    def inputs(self) -> tuple[Value, ...]:
        return self.main.inputs

    @property
    def outputs(self) -> tuple[Value, ...]:
        return self.main.outputs

    def find(self, name: str) -> tuple[Tensor, ...]:
        """Initializers and constants of that name, or of that path."""
        return tuple(t for t in self.tensors if name in (t.name, t.path))

    def consumers(self, tensor: Tensor) -> tuple[Node, ...]:
        """Nodes that read it, once each: in its own graph, and in subgraphs where no other hides it."""
        return self._names.readers.get((tensor.scope, tensor.name), ())

    def returned(self, tensor: Tensor) -> bool:
        """Whether it is an output of the model or of a function itself."""
        return (tensor.scope, tensor.name) in self._names.returned

    def producer_of(self, name: str, scope: str = "") -> Node | None:
        """The node that makes a value of that graph."""
        return self._names.producers.get((scope, name))


def _resolve(scopes: tuple[Scope, ...]) -> _Resolved:
    known = {scope.path: scope for scope in scopes}
    names = {scope.path: frozenset(scope.defines()) for scope in scopes}

    def home(path: str, name: str) -> tuple[str, str] | None:
        at: str | None = path
        while at is not None:
            if name in names[at]:
                return at, name
            at = known[at].parent
        return None

    readers: dict[tuple[str, str], dict[int, Node]] = {}
    returned: set[tuple[str, str]] = set()
    for scope in scopes:
        for node in scope.nodes:
            for name in node.inputs:
                key = home(scope.path, name) if name else None
                if key:
                    readers.setdefault(key, {})[id(node)] = node
        for value in scope.outputs:
            key = home(scope.path, value.name)
            if key and scope.owner:  # what a branch hands on, the node that runs the branch reads
                readers.setdefault(key, {})[id(scope.owner)] = scope.owner
            elif key:
                returned.add(key)
    return _Resolved(
        readers={key: tuple(nodes.values()) for key, nodes in readers.items()},
        producers={
            (node.scope, made): node
            for scope in scopes
            for node in scope.nodes
            for made in node.outputs
            if made
        },
        returned=frozenset(returned),
    )
