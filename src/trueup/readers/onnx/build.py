"""From protobuf's messages to a graph, refusing what can't be counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from trueup.readers.codes import refuse
from trueup.readers.onnx.graph import External, Graph, Node, Scope, Tensor, Value
from trueup.readers.onnx.schema import schema
from trueup.readers.onnx.spans import length_of

Kind: TypeAlias = Literal["initializer", "constant"]
#: The most elements that a runtime could index.
MOST = 2**63 - 1


def build(path: Path, model: Any) -> Graph:
    """The graph of a ``ModelProto`` whose payloads may be stand-ins.

    :param path: named in errors
    :raises TrueupError: M623 … M626
    """
    if not model.opset_import:
        raise refuse(path, "M623", "no opset is imported", "the file may be cut short: fetch it again")
    builder = _Builder(path)
    builder.graph(model.graph, "", None, None)
    for function in model.functions:
        name = ":".join(_text(part) for part in (function.domain, function.name, function.overload) if part)
        builder.function(function, name)
    graph = Graph(
        scopes=tuple(builder.scopes),
        opsets={_domain(opset.domain): opset.version for opset in model.opset_import},
        metadata={_text(entry.key): _text(entry.value) for entry in model.metadata_props},
        ir_version=model.ir_version,
        producer=_text(model.producer_name),
    )
    if not graph.main.nodes and not graph.main.tensors:
        raise refuse(
            path, "M623", "it has neither nodes nor weights", "the file may be cut short: fetch it again"
        )
    return graph


class _Builder:
    """Collects the graphs of one model."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._types = {number: name for name, number in schema().TensorProto.DataType.items()}
        self.scopes: list[Scope] = []
        self._known: set[str] = set()

    def graph(self, proto: Any, path: str, parent: str | None, owner: Node | None) -> None:
        """The main graph or a subgraph, and those inside it."""
        tensors = [self._tensor(tensor, path) for tensor in proto.initializer]
        tensors += [
            self._sparse(tensor, path, _text(tensor.values.name)) for tensor in proto.sparse_initializer
        ]
        scope = Scope(
            path=path,
            parent=parent,
            owner=owner,
            tensors=tuple(tensors),
            inputs=self._values(proto.input),
            outputs=self._values(proto.output),
            values=self._values(proto.value_info),
        )
        self._add(scope, proto.node)

    def function(self, proto: Any, path: str) -> None:
        """The body of a function, which sees no names but its own."""
        inputs, outputs = (
            tuple(Value(name=_text(name), dtype="", shape=None) for name in names)
            for names in (proto.input, proto.output)
        )
        scope = Scope(path=path, inputs=inputs, outputs=outputs, values=self._values(proto.value_info))
        self._add(scope, proto.node)

    def _add(self, scope: Scope, protos: Iterable[Any]) -> None:
        path = scope.path
        if path in self._known:
            raise refuse(self._path, "M625", f"two graphs are both {path or 'the main one'}")
        nodes, constants, inner = [], [], []
        for index, proto in enumerate(protos):
            node = Node(
                name=_text(proto.name),
                op=_text(proto.op_type),
                domain=_domain(proto.domain),
                inputs=tuple(map(_text, proto.input)),
                outputs=tuple(map(_text, proto.output)),
                scope=path,
            )
            nodes.append(node)
            if node.op == "Constant" and not node.domain and node.outputs:
                constants += [self._constant(a, node) for a in proto.attribute if a.name in _CONSTANTS]
            label = f"{path}/{node.op}[{index}]" if path else f"{node.op}[{index}]"
            inner += [(proto, f"{label}.{name}", node) for name, proto in _subgraphs(proto)]
        scope = replace(scope, nodes=tuple(nodes), constants=tuple(constants))
        self._check_names(scope)
        self._known.add(path)
        self.scopes.append(scope)
        for proto, name, node in inner:
            self.graph(proto, name, path, node)

    def _check_names(self, scope: Scope) -> None:
        """An older model lists its initializers as inputs too; anything else defines a name once."""
        seen: set[str] = set()
        made = (name for node in scope.nodes for name in node.outputs if name)
        for name in (*(tensor.name for tensor in scope.tensors), *made):
            if name in seen:
                where = f" in {scope.path}" if scope.path else ""
                raise refuse(self._path, "M625", f"{name!r} is defined twice{where}")
            seen.add(name)

    def _tensor(
        self,
        proto: Any,
        scope: str,
        name: str | None = None,
        kind: Kind = "initializer",
    ) -> Tensor:
        dtype = self._types.get(proto.data_type, f"type {proto.data_type}")
        name = _text(proto.name) if name is None else name
        external = _external(proto) if proto.data_location == schema().TensorProto.EXTERNAL else None
        if external and _leaves(external.location):
            where = f"at {external.location!r}, outside the model's folder"
            hint = "keep external data beside the model"
            raise refuse(self._path, "M629", f"the data of {name!r} is said to be {where}", hint)
        tensor = Tensor(
            name=name,
            dtype=dtype,
            shape=self._shape(proto.dims, name),
            scope=scope,
            kind=kind,
            external=external,
            held=length_of(proto.raw_data) if proto.HasField("raw_data") and not external else None,
        )
        there = external.length if external else tensor.held
        needed = None if there is None else tensor.bytes
        if needed is not None and there != needed:
            shape = " × ".join(map(str, tensor.shape)) or "a scalar"
            raise refuse(
                self._path,
                "M626",
                f"{tensor.path!r} is {shape} of {dtype}, {needed:,} B, but its data has {there:,} B",
            )
        return tensor

    def _sparse(self, proto: Any, scope: str, name: str, kind: Kind = "initializer") -> Tensor:
        values, indices = self._tensor(proto.values, scope), self._tensor(proto.indices, scope)
        stored = None if values.bytes is None or indices.bytes is None else values.bytes + indices.bytes
        return Tensor(
            name=name,
            dtype=values.dtype,
            shape=self._shape(proto.dims, name),
            scope=scope,
            kind=kind,
            sparse=True,
            stored=stored,
        )

    def _constant(self, attribute: Any, node: Node) -> Tensor:
        name = node.outputs[0]
        if attribute.name == "value":
            return self._tensor(attribute.t, node.scope, name, "constant")
        if attribute.name == "sparse_value":
            return self._sparse(attribute.sparse_tensor, node.scope, name, "constant")
        dtype, listed = _CONSTANTS[attribute.name]
        shape = (len(getattr(attribute, listed)),) if listed else ()
        return Tensor(name=name, dtype=dtype, shape=shape, scope=node.scope, kind="constant")

    def _shape(self, dims: Iterable[int], name: str) -> tuple[int, ...]:
        shape = tuple(dims)
        if any(size < 0 for size in shape):
            raise refuse(self._path, "M624", f"{name!r} has a negative dimension, {min(shape)}")
        elements = 0 if 0 in shape else 1
        for size in shape:
            elements *= size
            if elements > MOST:
                raise refuse(self._path, "M624", f"{name!r} has more than 2^63 elements")
        return shape

    def _values(self, protos: Iterable[Any]) -> tuple[Value, ...]:
        return tuple(self._value(proto) for proto in protos)

    def _value(self, proto: Any) -> Value:
        kind = proto.type.WhichOneof("value")
        if kind not in ("tensor_type", "sparse_tensor_type"):
            return Value(name=_text(proto.name), dtype=(kind or "").removesuffix("_type"), shape=None)
        tensor = getattr(proto.type, kind)
        shape = tuple(_dimension(dim) for dim in tensor.shape.dim) if tensor.HasField("shape") else None
        return Value(name=_text(proto.name), dtype=self._types.get(tensor.elem_type, ""), shape=shape)


#: Attributes of ``Constant`` that hold its value: type, and the field that lists several.
_CONSTANTS: dict[str, tuple[str, str]] = {
    "value": ("", ""),
    "sparse_value": ("", ""),
    "value_float": ("FLOAT", ""),
    "value_floats": ("FLOAT", "floats"),
    "value_int": ("INT64", ""),
    "value_ints": ("INT64", "ints"),
    "value_string": ("STRING", ""),
    "value_strings": ("STRING", "strings"),
}


def _subgraphs(node: Any) -> Iterator[tuple[str, Any]]:
    for attribute in node.attribute:
        if attribute.HasField("g"):
            yield _text(attribute.name), attribute.g
        for index, graph in enumerate(attribute.graphs):
            yield f"{_text(attribute.name)}[{index}]", graph


def _text(name: str | bytes) -> str:
    """A name; protobuf hands out bytes where they are not in UTF-8.

    :raises UnicodeDecodeError: they are not
    """
    return name if isinstance(name, str) else name.decode()


def _domain(name: str | bytes) -> str:
    return "" if name == "ai.onnx" else _text(name)


def _dimension(dim: Any) -> int | str | None:
    kind = dim.WhichOneof("value")
    return None if kind is None else dim.dim_value if kind == "dim_value" else _text(dim.dim_param)


def _leaves(location: str) -> bool:
    """Whether a path leads out of its folder, on any system; ONNX's own loader refuses one that does."""
    parts = re.split(r"[/\\]", location)
    return parts[0] == "" or ".." in parts or ":" in parts[0]


def _external(proto: Any) -> External:
    entries = {_text(entry.key): _text(entry.value) for entry in proto.external_data}

    def number(key: str) -> int | None:
        text = entries.get(key, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None

    return External(location=entries.get("location", ""), offset=number("offset"), length=number("length"))
