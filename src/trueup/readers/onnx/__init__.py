"""ONNX models: graphs, shapes, types and consumers, read without the weights."""

from trueup.readers.onnx.graph import BITS, External, Graph, Node, Scope, Tensor, Value
from trueup.readers.onnx.read import read_graph

__all__ = ["BITS", "External", "Graph", "Node", "Scope", "Tensor", "Value", "read_graph"]
