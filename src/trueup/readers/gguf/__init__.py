"""Checkpoints in GGUF files: types, shapes, blocks and metadata, read without the weights."""

from trueup.readers.gguf.read import read_gguf
from trueup.readers.gguf.types import TYPES

__all__ = ["TYPES", "read_gguf"]
