"""One recorded result of a verifier, and its canonical bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from trueup.evidence.values import Outcome, value_to_json

if TYPE_CHECKING:
    from trueup.claim import Parameter

SCHEMA = "trueup/evidence/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one process measured: its iterations, and those of the other arm where it gave a ratio."""

    values: tuple[float, ...]
    against: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A result, and digests of all that went into it.

    :param digest_of_verifier: as the registry declared it: ``version:…`` or ``sha256:…``
    :param subject: digest of each input, by parameter
    :param watch: of each watched ``path:…``, the digest of every file that it named
    :param value: what was concluded: a quantity with its interval, a name, a table
    :param unit: of the samples, as the verifier gave it; empty where there are none
    :param repeat_value: what the independent repeat alone gives; None where there was none
    :param unfit: why the host is too noisy to decide anything; empty where it isn't
    :param runs: raw samples, one entry a process
    :param repeat: those of the independent repeat
    :param floor: those of A/A runs, the same code in both arms
    :param host: ``cpu``, ``cores``, ``memory``, ``gpu``, ``driver``, ``os``, ``container`` … as probed
    :param packages: versions of the installed packages that matter
    :param commit: git's, or empty
    :param dirty: files differed from the commit
    :param started: UTC
    """

    claim: str
    verifier: str
    digest_of_verifier: str
    value: Outcome
    started: datetime
    finished: datetime
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    subject: Mapping[str, str] = field(default_factory=dict)
    watch: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    repeat_value: Outcome | None = None
    unfit: str = ""
    unit: str = ""
    runs: tuple[Run, ...] = ()
    repeat: tuple[Run, ...] = ()
    floor: tuple[Run, ...] = ()
    host: Mapping[str, str] = field(default_factory=dict)
    packages: Mapping[str, str] = field(default_factory=dict)
    commit: str = ""
    dirty: bool = False

    @property
    def content(self) -> bytes:
        """Canonical JSON: sorted keys, no blanks, UTF-8, floats in their shortest form, no line end.

        :raises ValueError: a number is not finite, or a text can't be written as UTF-8
        """
        return canonical(_fields(self))

    @property
    def digest(self) -> str:
        """64 hexadecimal digits: the sha256 of :attr:`content`, and its file's name."""
        return hashlib.sha256(self.content).hexdigest()


def canonical(found: Any) -> bytes:
    """JSON that is the same wherever it is written.

    :raises ValueError: a number is not finite, or a text can't be written as UTF-8
    """
    text = json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def plain(found: Any) -> Any:
    """A text tree in JSON's own types, so that a tuple equals the list it is read back as."""
    if isinstance(found, Mapping):
        return {name: plain(item) for name, item in found.items()}
    return found if isinstance(found, str) else [plain(item) for item in found]


def _fields(one: Evidence) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "claim": one.claim,
        "verifier": {"id": one.verifier, "digest": one.digest_of_verifier},
        "parameters": plain(one.parameters),
        "subject": dict(one.subject),
        "watch": {name: dict(files) for name, files in one.watch.items()},
        "value": value_to_json(one.value),
        "repeat_value": value_to_json(one.repeat_value) if one.repeat_value else None,
        "unfit": one.unfit,
        "unit": one.unit,
        "samples": {"runs": _runs(one.runs), "repeat": _runs(one.repeat), "floor": _runs(one.floor)},
        "host": dict(one.host),
        "packages": dict(one.packages),
        "commit": one.commit,
        "dirty": one.dirty,
        "started": one.started.isoformat(),
        "finished": one.finished.isoformat(),
    }


def _runs(runs: tuple[Run, ...]) -> list[dict[str, Any]]:
    return [
        {"values": list(run.values), **({} if run.against is None else {"against": list(run.against)})}
        for run in runs
    ]
