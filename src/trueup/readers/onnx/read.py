"""Reading a model's file: open it safely, leave the weights out, parse, build."""

from __future__ import annotations

import os
from pathlib import Path

from trueup.readers.codes import refuse
from trueup.readers.head import guess, open_model
from trueup.readers.onnx.build import build
from trueup.readers.onnx.graph import Graph
from trueup.readers.onnx.schema import schema
from trueup.readers.onnx.spans import LIMIT, MalformedError, TooLargeError, skeleton

#: A protobuf message ends below 2 GiB; no reader opens a longer one.
LONGEST = 2**31 - 1


def read_graph(path: Path) -> Graph:
    """The graph of an ONNX model, its weights unread.

    External data is never opened, whether it is there or not.

    :param path: absolute, links resolved
    :raises TrueupError: M62x, naming the file
    :raises ModuleNotFoundError: ``onnx`` is not installed
    """
    if not path.is_absolute():
        raise refuse(path, "M620", "the path of a model has to be absolute")
    with open_model(path) as (descriptor, size):
        try:
            return build(path, _parse(path, descriptor, size))
        except UnicodeDecodeError:
            raise refuse(path, "M628", "a name in it is not in UTF-8") from None


def _parse(path: Path, descriptor: int, size: int) -> object:
    if size > LONGEST:
        raise refuse(
            path,
            "M627",
            f"{size:,} B, and no ONNX reader opens 2 GiB or more",
            "save the weights as external data",
        )
    head = os.pread(descriptor, 1024, 0)
    model = schema().ModelProto()
    try:
        model.ParseFromString(skeleton(descriptor, size))
    except TooLargeError:
        raise refuse(
            path,
            "M627",
            f"more than {LIMIT >> 20} MiB besides raw weights",
            "save the weights as raw or external data",
        ) from None
    except MalformedError as error:
        raise refuse(path, "M622", f"is no ONNX model: {error}", guess(head)) from None
    except Exception as error:
        if type(error).__name__ != "DecodeError":
            raise
        raise refuse(path, "M622", "is no ONNX model: protobuf can't parse it", guess(head)) from None
    return model
