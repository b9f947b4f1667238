"""What a worker says of itself when it registers with the scheduler."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trueup import __version__
from trueup.engine.place import probed

#: Of a worker's entry at the scheduler.
KEY = "trueup"
#: The resource that each worker has one of, and each measurement takes.
RESOURCE = "trueup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """
    :param machine: the same for all workers of one
    :param host: as probed
    :param sources: digest of each file of verifiers, by its path in the project
    """

    version: str
    machine: str
    host: Mapping[str, str]
    sources: Mapping[str, str]

    @classmethod
    def of(cls, found: Any) -> Announced | None:
        """Read it from a worker's entry; None where it is no worker of this kind."""
        try:
            one = found[KEY]
            return cls(
                version=str(one["version"]),
                machine=str(one["machine"]),
                host={str(key): str(text) for key, text in one["host"].items()},
                sources={str(path): str(digest) for path, digest in one["sources"].items()},
            )
        except (KeyError, TypeError, AttributeError):
            return None

    @property
    def plain(self) -> dict[str, Any]:
        """In types that travel."""
        return {
            "version": self.version,
            "machine": self.machine,
            "host": dict(self.host),
            "sources": dict(self.sources),
        }

    @property
    def hardware(self) -> str:
        return probed(self.host) or "nothing that could be probed"

    def unlike(self, sources: Mapping[str, str]) -> str:
        """Why it must not measure for a checkout with these sources; empty where it may."""
        if self.version != __version__:
            return f"it runs trueup {self.version}, this is {__version__}"
        for path in sorted({*sources, *self.sources}):
            if path not in self.sources:
                return f"its checkout has no {path}"
            if path not in sources:
                return f"its checkout has {path}, which is not here"
            if sources[path] != self.sources[path]:
                return f"{path} in its checkout is not the one here"
        return ""


def source_digests(sources: Mapping[str, str]) -> dict[str, str]:
    """Of the text of each file, with LF line ends, as evidence counts it."""
    texts = {path: text.replace("\r\n", "\n").replace("\r", "\n") for path, text in sources.items()}
    return {path: hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for path, text in texts.items()}
