"""Reading a model's file: open it safely, leave the weights out, parse, build."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from trueup.readers.lfs import POINTER
from trueup.readers.onnx.build import build
from trueup.readers.onnx.codes import refuse
from trueup.readers.onnx.graph import Graph
from trueup.readers.onnx.schema import schema
from trueup.readers.onnx.spans import LIMIT, MalformedError, TooLargeError, skeleton

#: A protobuf message ends below 2 GiB; no reader opens a longer one.
LONGEST = 2**31 - 1


def read_graph(path: Path) -> Graph:
    """The graph of an ONNX model, its weights unread.

    External data is never opened, whether it is there or not.

    :param path: absolute
    :raises TrueupError: M62x, naming the file
    :raises ModuleNotFoundError: ``onnx`` is not installed
    """
    if not path.is_absolute():
        raise refuse(path, "M620", "the path of a model has to be absolute")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise refuse(path, "M620", f"can't be opened: {error.strerror}") from None
    try:
        return build(path, _parse(path, descriptor))
    except OSError as error:
        raise refuse(path, "M620", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise refuse(path, "M628", "a name in it is not in UTF-8") from None
    finally:
        os.close(descriptor)


def _parse(path: Path, descriptor: int) -> object:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise refuse(path, "M620", "is no regular file")
    if status.st_size == 0:
        raise refuse(path, "M623", "the file is empty", "fetch it again")
    if status.st_size > LONGEST:
        raise refuse(
            path,
            "M627",
            f"{status.st_size:,} B, and no ONNX reader opens 2 GiB or more",
            "save the weights as external data",
        )
    head = os.pread(descriptor, 1024, 0)
    if head.startswith(POINTER):
        raise refuse(path, "M621", "is a Git LFS pointer, not the model", "run git lfs pull")
    model = schema().ModelProto()
    try:
        model.ParseFromString(skeleton(descriptor, status.st_size))
    except TooLargeError:
        raise refuse(
            path,
            "M627",
            f"more than {LIMIT >> 20} MiB besides raw weights",
            "save the weights as raw or external data",
        ) from None
    except MalformedError as error:
        raise refuse(path, "M622", f"is no ONNX model: {error}", _guess(head)) from None
    except Exception as error:
        if type(error).__name__ != "DecodeError":
            raise
        raise refuse(path, "M622", "is no ONNX model: protobuf can't parse it", _guess(head)) from None
    return model


def _guess(head: bytes) -> str:
    if not set(head) - set(range(32, 127)) - set(b"\t\r\n"):
        return "it is a text file"
    return "the file may be cut short or damaged: compare its digest with the one it was published with"
