"""What a verifier raised, as the words of a verdict; in the child only."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from trueup.diagnostics import TrueupError
from trueup.runner.answers import AnswerError
from trueup.runner.convert import ParameterError, SignatureError
from trueup.runner.modules import PACKAGE, Siblings
from trueup.verifier import Input, Refuted, Unavailable, VerifierError

LENGTH = 600
#: Modules whose distribution has another name.
DISTRIBUTIONS = {
    "PIL": "Pillow",
    "attr": "attrs",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "google.protobuf": "protobuf",
    "re2": "google-re2",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "PyYAML",
}
#: Modules that an extra of trueup brings.
EXTRAS = {"onnx": "onnx"}


def explain(
    error: BaseException, *, verifier: str, root: Path, folder: Path | None, inputs: Mapping[str, Input]
) -> dict[str, Any]:
    """The fields of a :class:`~trueup.runner.job.Failure` for what ``verifier`` raised."""
    place = _place(error, root, folder)
    match error:
        case Unavailable():
            return _failure("missing", error.needs, _text(error), error.hint)
        case Refuted():
            return _failure("refuted", error.reason, _text(error), error.hint)
        case VerifierError():
            return _failure("error", "verifier", _text(error), error.hint)
        case ParameterError():
            message = _text(error)
            said = message if message.startswith("has no") else f"parameter {error.name!r}: {message}"
            return _failure("error", "input", f"{verifier}: {said}")
        case AnswerError():
            return _failure("error", "verifier", f"{verifier} {_text(error)}", error.hint)
        case SignatureError():
            return _failure("error", "verifier", f"{verifier}: {_text(error)}")
        case TrueupError():
            hints = [one.hint for one in error.diagnostics if one.hint]
            return _failure("error", "input", _diagnosed(error), hints[0] if hints else "")
        case MemoryError():
            return _failure("error", "memory", f"{verifier} ran out of memory{place}")
        case ImportError():
            return _import(error, verifier, place)
        case SystemExit():
            return _failure("error", "verifier", f"{verifier} ended without a result: {_line(error)}{place}")
        case OSError() if _names_input(error, inputs):
            return _failure(
                "error", "input", f"{verifier} can't read {_names_input(error, inputs)}: {_line(error)}"
            )
    return _failure("error", "verifier", f"{verifier} raised {_line(error)}{place}")


def _failure(status: str, reason: str, message: str, hint: str = "") -> dict[str, Any]:
    return {"status": status, "reason": reason, "message": message, "hint": str(hint)[:LENGTH] or None}


def _text(error: BaseException) -> str:
    """Its message, on one line; an exception may fail at saying what it is."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  a site's __str__
        text = ""
    return text[:LENGTH] or type(error).__name__


def _line(error: BaseException) -> str:
    """The last line of its traceback."""
    name, text = type(error).__name__, _text(error)
    return name if text == name else f"{name}: {text}"


def _diagnosed(error: TrueupError) -> str:
    return "; ".join(
        f"{one.code} {one.message}" + (f" ({one.location})" if one.location else "")
        for one in error.diagnostics[:3]
    )[:LENGTH]


def _place(error: BaseException, root: Path, folder: Path | None) -> str:
    """``, at verifiers/cpu.py:12``: where in the site's code it was raised."""
    if folder is None:
        return ""
    frames = [(error.filename or "", error.lineno or 0)] if isinstance(error, SyntaxError) else []
    frames += reversed(_frames(error.__traceback__))
    for file, line in frames:
        if Path(file).is_relative_to(folder):
            return f", at {Path(file).relative_to(root) if Path(file).is_relative_to(root) else file}:{line}"
    return ""


def _frames(trace: TracebackType | None) -> list[tuple[str, int]]:
    return [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(trace)]


def _import(error: ImportError, verifier: str, place: str) -> dict[str, Any]:
    name = (error.name or "").removeprefix(f"{PACKAGE}.")
    top = name.partition(".")[0]
    own = [finder for finder in sys.meta_path if isinstance(finder, Siblings)]
    ours = top in ("trueup", PACKAGE) or any(finder.has(top) for finder in own)
    if ours or (error.name or "").startswith(PACKAGE):
        return _failure("error", "verifier", f"{verifier} raised {_line(error)}{place}", _nearest(top, own))
    nearest = _nearest(top, own)
    if nearest:
        return _failure("error", "verifier", f"{verifier} raised {_line(error)}{place}", nearest)
    if not top:
        return _failure("missing", "library", f"{verifier} needs a library: {_text(error)}{place}")
    package = DISTRIBUTIONS.get(".".join(name.split(".")[:2]), DISTRIBUTIONS.get(top, top))
    if top in EXTRAS:
        package = f"'trueup[{EXTRAS[top]}]'"
    if isinstance(error, ModuleNotFoundError):
        message = f"{verifier} needs {top}, which is not installed{place}"
        return _failure("missing", "library", message, f"pip install {package}")
    message = f"{verifier} can't use the {top} that is installed: {_text(error)}{place}"
    return _failure("missing", "library", message, f"pip install --upgrade {package}")


def _nearest(name: str, own: list[Siblings]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  only a failing child pays for it

    near = get_close_matches(name, [each for finder in own for each in finder.names()], n=1, cutoff=0.75)
    return f"the verifiers have a module {near[0]!r}" if near and near[0] != name else ""


def _names_input(error: OSError, inputs: Mapping[str, Input]) -> str:
    """The input that the error is about, or nothing."""
    if not isinstance(error.filename, str | bytes):
        return ""
    file = Path(
        error.filename if isinstance(error.filename, str) else error.filename.decode("utf-8", "replace")
    )
    for found in inputs.values():
        if file in (found.path, *found.files) or (found.path != Path() and found.path in file.parents):
            return f"input {found.name!r}"
    return ""
