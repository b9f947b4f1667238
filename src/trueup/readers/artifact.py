"""The text of an artifact: a file that a run left behind, and where in it something is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trueup.diagnostics import Diagnostic, Lines, Location, TrueupError
from trueup.files import Root
from trueup.readers.lfs import POINTER

CODES: dict[str, str] = {
    "M630": "a Git LFS pointer stands in for an artifact",
    "M631": "an artifact is empty",
    "M632": "an artifact is not of the format that is asked for",
    "M633": "a name stands twice in an artifact",
    "M634": "an artifact has no such place",
    "M635": "what stands there in an artifact is no usable value",
    "M636": "parts of an artifact contradict each other",
}
#: Bytes of one artifact at most.
LARGEST = 64 << 20
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A text file of the project.

    :param path: relative to the project's root
    :param text: without its byte order mark, line ends as they are
    """

    path: str
    text: str

    def locate(self, offset: int) -> Location:
        """The place of a code point."""
        return Lines(self.path, self.text).locate(offset)

    def refuse(self, code: str, message: str, offset: int = 0, hint: str | None = None) -> TrueupError:
        """The error for what is wrong at ``offset``."""
        return refuse(self.locate(offset), code, message, hint)


def read_artifact(root: Root, path: Path) -> Artifact:
    """The text of an artifact.

    :param path: absolute, of a file in the project
    :raises TrueupError: F60x, M630, M631
    """
    relative = root.relative(path)
    start = Location(path=relative, line=1, column=1)
    data = root.read_bytes(relative, LARGEST)
    refuse_stand_in(data, start)
    text = root.read_text(relative, cap=LARGEST)
    if not text.strip():
        raise refuse(start, "M631", "the file is empty", "run again what writes it")
    return Artifact(path=relative, text=text)


def refuse_stand_in(data: bytes, start: Location) -> None:
    """Refuse bytes in which no text that is looked for could be found.

    :raises TrueupError: M630 a pointer of Git LFS, F605 UTF-16
    """
    if data.startswith(POINTER):
        raise refuse(start, "M630", "this is a Git LFS pointer, not the file itself", "run git lfs pull")
    if data.startswith(_UTF_16):
        raise refuse(start, "F605", "the text is UTF-16", "save the file as UTF-8")


def refuse(place: Location, code: str, message: str, hint: str | None = None) -> TrueupError:
    """The error for what is wrong at a place of an artifact."""
    return TrueupError(Diagnostic(code=code, message=message, location=place, hint=hint))
