"""The verifiers that come with trueup: which module of this room declares which ids."""

from __future__ import annotations

from typing import Final

#: id -> module; a new verifier is a function in its module and a line here.
BUILT_IN: Final[dict[str, str]] = {
    "artifact.csv": "trueup.verifiers.artifact",
    "artifact.json": "trueup.verifiers.artifact",
    "artifact.text": "trueup.verifiers.artifact",
    "code.count": "trueup.verifiers.code",
    "coverage.ratio": "trueup.verifiers.coverage",
    "criterion.change": "trueup.verifiers.criterion",
    "onnx.consumers": "trueup.verifiers.onnx",
    "onnx.count": "trueup.verifiers.onnx",
    "onnx.dim": "trueup.verifiers.onnx",
    "onnx.identity": "trueup.verifiers.onnx",
    "onnx.sized": "trueup.verifiers.onnx",
    "onnx.tensor": "trueup.verifiers.onnx",
    "tensors.count": "trueup.verifiers.tensors",
    "tensors.dim": "trueup.verifiers.tensors",
    "tensors.identity": "trueup.verifiers.tensors",
    "tensors.metadata": "trueup.verifiers.tensors",
    "tensors.sized": "trueup.verifiers.tensors",
    "tensors.tensor": "trueup.verifiers.tensors",
    "tensors.total": "trueup.verifiers.tensors",
    "tensors.totals": "trueup.verifiers.tensors",
}
