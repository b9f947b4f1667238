"""What can be wrong with a model."""

from __future__ import annotations

from pathlib import Path

from trueup.diagnostics import Diagnostic, TrueupError

#: code -> title
CODES: dict[str, str] = {
    "M620": "the model can't be opened",
    "M621": "a Git LFS pointer stands in for the model",
    "M622": "the file is no ONNX model, or a damaged one",
    "M623": "the model is empty",
    "M624": "a tensor has impossible dimensions",
    "M625": "a name is defined twice in one graph",
    "M626": "a tensor's data has another length than its shape and type",
    "M627": "the model is too large",
    "M628": "a name in the model is no text",
    "M629": "a tensor's data is said to be outside the model's folder",
}


def refuse(path: Path, code: str, message: str, hint: str | None = None) -> TrueupError:
    """The error that names the file; without its folder, so that reports are alike on every machine."""
    return TrueupError(Diagnostic(code=code, message=f"{path.name}: {message}", hint=hint))
