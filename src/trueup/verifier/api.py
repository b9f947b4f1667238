"""What a verifier sees and what it gives: the interface for the code of a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

if TYPE_CHECKING:  # children start faster without the ledger's types
    from trueup.claim import Basis

__all__ = ["Input", "Refuted", "Request", "Samples", "Unavailable", "VerifierError", "verifier"]

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A declared input, contained in the project and digested.

    :param name: as the ledger names it
    :param path: absolute; of a glob, the project's root
    :param files: absolute paths of all that was digested, in order
    :param digest: ``sha256:…`` over the files' names and contents
    :param stage: the graph stage that the ledger declares, or empty
    """

    name: str
    path: Path
    files: tuple[Path, ...]
    digest: str
    stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a verifier is asked.

    :param claim: id of the claim
    :param inputs: by parameter: ``request.inputs["model"].path``
    :param arm: ``"A/A"`` asks a ratio's verifier to time the same code in both arms
    :param root: the project's root, absolute
    """

    claim: str
    inputs: Mapping[str, Input] = field(default_factory=dict)
    arm: Literal["A/B", "A/A"] = "A/B"
    root: Path = Path()


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """The iterations of one run, in ``unit``; with ``against``, a ratio of two interleaved arms."""

    values: Sequence[float]
    unit: str
    against: Sequence[float] | None = None


class Unavailable(Exception):  # noqa: N818  it is no error: the claim is missing, not wrong
    """Raised by a verifier that can't run here: a library or a device is not there.

    :param needs: ``"library"`` or ``"device"``
    """

    def __init__(self, message: str, *, needs: Literal["library", "device"], hint: str = "") -> None:
        super().__init__(message)
        self.needs = needs
        self.hint = hint


class Refuted(Exception):  # noqa: N818  it is no error: the claim is wrong, not the verifier
    """Raised by a verifier that finds the claim itself wrong, such as a figure that fits two tensors.

    :param reason: the reason of the verdict ``refuted``
    """

    def __init__(self, reason: Literal["identity"], message: str, hint: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.hint = hint


class VerifierError(Exception):
    """Raised by a verifier that can't compute the claim, with a sentence for the author."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def verifier(name: str, *, basis: Basis = "model") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a function as the verifier ``name``.

    The id has to be a literal: ids are found by reading the source, without running it.

    :param name: the id by which the ledger names it, such as ``cpu.int4_gemv``
    :param basis: how its values are known
    """

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        function.__trueup_verifier__ = (name, basis)  # type: ignore[attr-defined]
        return function

    return declare
