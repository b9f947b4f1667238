"""Readers of a model, each timing itself: ``python -m benchmarks.reading HOW PATH``; prints milliseconds.

``needed`` touches the bytes that any reader of the graph has to touch, at places that it is told, and does
nothing else: ``python -m benchmarks.reading places PATH`` finds them.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import perf_counter

PLACES = ".places"


def main() -> None:
    how, path = sys.argv[1], Path(sys.argv[2]).absolute()
    began = perf_counter()
    if how == "places":
        _places(path)
        return
    if how == "trueup":
        from trueup.readers.onnx import read_graph
        from trueup.readers.onnx.schema import schema

        schema()
        imported = perf_counter()
        nodes = len(read_graph(path).nodes)
    elif how == "skeleton":
        from trueup.readers.onnx.schema import schema
        from trueup.readers.onnx.spans import skeleton

        model = schema().ModelProto()
        imported = perf_counter()
        descriptor = os.open(path, os.O_RDONLY)
        model.ParseFromString(skeleton(descriptor, os.fstat(descriptor).st_size))
        os.close(descriptor)
        nodes = len(model.graph.node)
    elif how == "onnx":
        import onnx

        imported = perf_counter()
        nodes = len(onnx.load(path, load_external_data=False).graph.node)
    else:
        spans = json.loads(path.with_suffix(PLACES).read_text(encoding="ascii"))
        imported = perf_counter()
        descriptor = os.open(path, os.O_RDONLY)
        nodes = sum(len(os.pread(descriptor, length, at)) for at, length in spans)
        os.close(descriptor)
    read = perf_counter()
    if not nodes:
        raise SystemExit(f"{path} holds nothing")
    times = {"imports": (imported - began) * 1000, "read": (read - imported) * 1000}
    sys.stdout.write(json.dumps(times) + "\n")


def _places(path: Path) -> None:
    """Where in the file something else stands than weights."""
    import onnx

    spans, at = [], 0
    data = path.read_bytes()
    for tensor in onnx.load_from_string(data).graph.initializer:
        # Zeros of such a length stand nowhere but in weights.
        begins = data.index(bytes(len(tensor.raw_data)), at)
        spans.append((at, begins - at))
        at = begins + len(tensor.raw_data)
    spans.append((at, len(data) - at))
    path.with_suffix(PLACES).write_text(json.dumps(spans), encoding="ascii")


if __name__ == "__main__":
    main()
