"""Open the inputs that a claim's parameters name: contained, digested, compared with what the ledger pins."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from trueup.claim import Verify
from trueup.diagnostics import Diagnostic, TrueupError, nearest
from trueup.files import Root
from trueup.ledger import Ledger
from trueup.ledger.model import ModelInput
from trueup.verifier import Input


class InputFault(Exception):  # noqa: N818  it becomes a verdict, not a failure of the program
    """An input that is declared and can't be used; the claim's verdict is ``error``, reason ``input``."""

    def __init__(self, message: str, hint: str | None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(slots=True, kw_only=True)
class Inputs:
    """Opens each declared input once.

    :param digest: of a file by its project-relative path
    """

    root: Root
    ledger: Ledger
    digest: Callable[[str], str]
    _opened: dict[tuple[str, str], Input | InputFault | TrueupError] = field(default_factory=dict)

    def of(self, kind: Verify) -> dict[str, Input]:
        """The inputs of a claim, by parameter.

        A parameter ``model`` or ``artifact`` (or one that ends so) names an entry of the ledger, ``files``
        is a pattern of paths.

        :raises InputFault: a file is missing, unreadable, or not the one that is pinned
        :raises TrueupError: the ledger has no such entry, or its path leads outside the project
        """
        return {
            parameter: self._open(kind, parameter, role, text)
            for parameter, text in kind.parameters.items()
            if isinstance(text, str) and (role := _role(parameter))
        }

    def _open(self, kind: Verify, parameter: str, role: str, text: str) -> Input:
        if (role, text) not in self._opened:
            try:
                self._opened[role, text] = (
                    self._files(text) if role == "files" else self._entry(kind, parameter, role, text)
                )
            except (InputFault, TrueupError) as error:
                self._opened[role, text] = error
        found = self._opened[role, text]
        if isinstance(found, Input):
            return found
        raise found

    def _entry(self, kind: Verify, parameter: str, role: str, name: str) -> Input:
        entries: Mapping[str, ModelInput] = self.ledger.models if role == "model" else self.ledger.artifacts
        entry = entries.get(name)
        if entry is None:
            close = nearest(name, entries)
            raise TrueupError(
                Diagnostic(
                    code="L234",
                    message=f"the ledger has no {role} {name!r}",
                    location=kind.places.get(parameter, kind.location),
                    hint=f"did you mean {close}?" if close else f"add it: {role}s: {{{name}: {{path: …}}}}",
                )
            )
        try:
            if (self.root.resolve(entry.path)).is_dir():
                return self._folder(name, entry.path)
            digest = self.digest(entry.path)
            path = self.root.resolve(entry.path)
        except TrueupError as error:
            raise _fault(error, entry) from error
        if entry.sha256 and digest.removeprefix("sha256:") != entry.sha256:
            raise InputFault(
                f"{entry.path} is not the file that the ledger pins: its sha256 is "
                f"{digest.removeprefix('sha256:')[:12]}…, not {entry.sha256[:12]}…",
                "restore the file, or pin the new one and look at what changed",
            )
        return Input(name=name, path=path, files=(path,), digest=digest, stage=entry.stage or "")

    def _folder(self, name: str, path: str) -> Input:
        found = self._files(f"{path.rstrip('/')}/**/*")
        return Input(name=name, path=self.root.resolve(path), files=found.files, digest=found.digest)

    def _files(self, pattern: str) -> Input:
        paths = self.root.glob(pattern)
        if not paths:
            raise InputFault(
                f"no file fits {pattern}", "mend the pattern; it is relative to the project's root"
            )
        whole = hashlib.sha256()
        for path in paths:
            whole.update(f"{path}\0{self.digest(path)}\n".encode())
        return Input(
            name=pattern,
            path=self.root.path,
            files=tuple(self.root.resolve(path) for path in paths),
            digest=f"sha256:{whole.hexdigest()}",
        )


def _role(parameter: str) -> str | None:
    tail = parameter.rpartition("_")[2]
    return tail if tail in ("model", "artifact") or parameter == "files" else None


#: A path that leads outside is bad input; a file that isn't there is a claim that can't be computed.
_OUTSIDE = frozenset({"F602", "F603", "F608"})


def _fault(error: TrueupError, entry: ModelInput) -> InputFault | TrueupError:
    first = error.diagnostics[0]
    if first.code in _OUTSIDE:
        return TrueupError(*(_at_entry(one, entry) for one in error.diagnostics))
    return InputFault(f"{first.code} {entry.path}: {first.message}", first.hint)


def _at_entry(one: Diagnostic, entry: ModelInput) -> Diagnostic:
    return Diagnostic(
        code=one.code, message=f"{entry.path}: {one.message}", location=entry.location, hint=one.hint
    )
