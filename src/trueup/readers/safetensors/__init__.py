"""Checkpoints in safetensors files: types, shapes and sizes, read without the weights."""

from trueup.readers.safetensors.header import BITS
from trueup.readers.safetensors.index import read_index
from trueup.readers.safetensors.read import read_safetensors, read_sharded

__all__ = ["BITS", "read_index", "read_safetensors", "read_sharded"]
