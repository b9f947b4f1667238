"""What can be wrong with a model, of whatever format."""

from __future__ import annotations

from pathlib import Path

from trueup.diagnostics import Diagnostic, TrueupError

#: code -> title
CODES: dict[str, str] = {
    "M620": "the model can't be opened",
    "M621": "a Git LFS pointer stands in for the model",
    "M622": "the file is no model of its format, or a damaged one",
    "M623": "the model is empty",
    "M624": "a tensor has impossible dimensions",
    "M625": "a name is defined twice in one model",
    "M626": "a tensor's data has another length than its shape and type",
    "M627": "the model is too large",
    "M628": "a name in the model is no text",
    "M629": "a tensor's data is said to be outside the model's folder",
    "M660": "the data of tensors overlap, or leave a gap",
    "M661": "the model has a version or a type that is not known",
    "M662": "the files of a model contradict each other",
}


def refuse(path: Path, code: str, message: str, hint: str | None = None) -> TrueupError:
    """The error that names the file; without its folder, so that reports are alike on every machine."""
    return TrueupError(Diagnostic(code=code, message=f"{path.name}: {message}", hint=hint))
