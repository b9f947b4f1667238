"""Read evidence back: every field is checked, and the name must be the digest of the content."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NoReturn

from trueup.claim import Parameter
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.evidence.consistent import consistent
from trueup.evidence.record import SCHEMA, Evidence, Run
from trueup.evidence.values import MalformedError, value_from_json
from trueup.ids import ID

LARGEST = 64 << 20
DEPTH = 64
NAME = re.compile(r"[0-9a-f]{64}\.json")
_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?: |$)", re.MULTILINE)
_POINTER = b"version https://git-lfs"
_RESTORE = "restore the file from git, or delete it and measure again"


def read_evidence(content: bytes, path: str) -> Evidence:
    """The evidence in a file.

    Fields that are not known are passed over: the digest covers them, and none that is known may be
    missing, so that leaving one out or adding one never makes evidence count for more.

    :param path: of the file, relative to the project's root; its last part is the digest's name
    :raises TrueupError: E430 the content is not the one that the name was made of; E431 it can't be read
    """
    name = path.rpartition("/")[2]
    if len(content) > LARGEST:
        _unreadable(path, f"larger than {LARGEST >> 20} MiB")
    if content.startswith(_POINTER):
        _unreadable(path, "a pointer of git LFS, not the file", "git lfs pull")
    if marker := _MARKER.search(content):
        line = content.count(b"\n", 0, marker.start()) + 1
        _unreadable(
            path, "git's conflict markers", "keep both files: evidence is never merged into one", line
        )
    if not NAME.fullmatch(name) or hashlib.sha256(content).hexdigest() != name.removesuffix(".json"):
        raise TrueupError(
            Diagnostic(
                code="E430",
                message="the content is not the one that was recorded: its digest is not its name",
                location=Location(path=path, line=1, column=1),
                hint=_RESTORE,
            )
        )
    try:
        text = content.decode("utf-8")
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_constant)
        evidence = _evidence(found)
        consistent(evidence)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        said = str(error) if isinstance(error, MalformedError) else "not evidence as trueup writes it"
        _unreadable(path, said, _RESTORE)
    return evidence


def _unreadable(path: str, message: str, hint: str | None = None, line: int = 1) -> NoReturn:
    place = Location(path=path, line=line, column=1)
    raise TrueupError(
        Diagnostic(code="E431", message=f"unreadable evidence: {message}", location=place, hint=hint)
    )


def _evidence(found: Any) -> Evidence:
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        schema = found.get("schema") if isinstance(found, dict) else None
        raise MalformedError(f"the schema is {str(schema)[:60]!r}, this version reads {SCHEMA!r}")
    samples = found["samples"]
    claim = _text(found["claim"], "claim")
    if not ID.fullmatch(claim):
        raise MalformedError("the claim is no id")
    return Evidence(
        claim=claim,
        verifier=_text(found["verifier"]["id"], "verifier"),
        digest_of_verifier=_text(found["verifier"]["digest"], "verifier"),
        parameters=_mapping(_tree(found["parameters"])),
        subject=_texts(found["subject"], "subject"),
        watch={name: _texts(files, "watch") for name, files in _mapping(found["watch"]).items()},
        value=value_from_json(found["value"]),
        repeat_value=value_from_json(found["repeat_value"]) if found["repeat_value"] is not None else None,
        unfit=_text(found["unfit"], "unfit"),
        unit=_text(found["unit"], "unit"),
        runs=_runs(samples["runs"]),
        repeat=_runs(samples["repeat"]),
        floor=_runs(samples["floor"]),
        host=_texts(found["host"], "host"),
        packages=_texts(found["packages"], "packages"),
        commit=_text(found["commit"], "commit"),
        dirty=_flag(found["dirty"]),
        started=_time(found["started"]),
        finished=_time(found["finished"]),
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MalformedError("a key occurs twice")
    return found


def _constant(text: str) -> NoReturn:
    raise MalformedError(f"{text} is no number")


def _text(found: Any, name: str) -> str:
    if not isinstance(found, str):
        raise MalformedError(f"{name} is no text")
    return found


def _flag(found: Any) -> bool:
    if not isinstance(found, bool):
        raise MalformedError("dirty is neither true nor false")
    return found


def _time(found: Any) -> datetime:
    time = datetime.fromisoformat(_text(found, "a time"))
    if time.tzinfo is None:
        raise MalformedError("a time without its zone")
    return time.astimezone(UTC)


def _mapping(found: Any) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise MalformedError("expected an object")
    return found


def _texts(found: Any, name: str) -> dict[str, str]:
    return {key: _text(item, name) for key, item in _mapping(found).items()}


def _tree(found: Any) -> Parameter:
    if isinstance(found, list):
        return tuple(map(_tree, found))
    if isinstance(found, dict):
        return {name: _tree(item) for name, item in found.items()}
    return _text(found, "a parameter")


def _runs(found: Any) -> tuple[Run, ...]:
    if not isinstance(found, list):
        raise MalformedError("samples are no list of runs")
    return tuple(
        Run(values=_numbers(one["values"]), against=_numbers(one["against"]) if "against" in one else None)
        for one in found
    )


def _numbers(found: Any) -> tuple[float, ...]:
    if not isinstance(found, list) or not found:
        raise MalformedError("a run has samples")
    for number in found:
        if type(number) not in (int, float) or not math.isfinite(number):
            raise MalformedError("a sample is no number")
    return tuple(map(float, found))
