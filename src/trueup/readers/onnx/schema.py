"""The protobuf classes of ONNX, without the package around them.

Importing ``onnx`` brings numpy and its own extension modules along: a tenth of a second and tens of
megabytes. Its generated schema needs protobuf alone.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

_NAME = "onnx_ml_pb2"


@cache
def schema() -> Any:
    """The module that holds ``ModelProto``.

    :raises ModuleNotFoundError: ``onnx`` is not installed
    """
    loaded = sys.modules.get(f"onnx.{_NAME}")
    if loaded is not None:
        return loaded
    package = importlib.util.find_spec("onnx")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'onnx'", name="onnx")
    file = Path(package.submodule_search_locations[0]) / f"{_NAME}.py"
    spec = importlib.util.spec_from_file_location(f"{__name__}.{_NAME}", file)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named 'onnx.{_NAME}'", name="onnx")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
