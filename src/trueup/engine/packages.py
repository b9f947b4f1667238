"""The versions that watched packages have now: by the lock file, or else as installed on a host in scope."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from trueup.claim import Claim
from trueup.engine.history import in_scope
from trueup.files import Root
from trueup.measure.packages import versions
from trueup.readers.lock import normal, read_lock

_PACKAGE = "package:"


def package_of(spec: str) -> str:
    """The name in ``package:onnxruntime@1``."""
    return spec.removeprefix(_PACKAGE).partition("@")[0]


@dataclass(slots=True, kw_only=True)
class Packages:
    """
    :param lock: the project's lock file, or None
    :param host: probes this host; asked only where there is no lock file and a claim watches a package
    """

    root: Root
    lock: str | None
    host: Callable[[], Mapping[str, str]]
    _locked: dict[str, tuple[str, ...]] | None = None
    _host: Mapping[str, str] | None = None
    _installed: dict[str, str] = field(default_factory=dict)

    def of(self, claim: Claim) -> dict[str, tuple[str, ...]]:
        """Of each ``package:…`` that a claim watches, its version, or none where it is not there.

        One that can't be told here is left out.

        :raises TrueupError: the lock file can't be read
        """
        watched = [spec for spec in claim.watch if spec.startswith(_PACKAGE)]
        if not watched:
            return {}
        if self.lock is not None:
            if self._locked is None:
                self._locked = read_lock(self.lock, self.root.read_text(self.lock))
            names = {spec: normal(package_of(spec)) for spec in watched}
            return {spec: self._locked.get(name, ()) for spec, name in names.items() if name != "python"}
        if self._host is None:
            self.root.doubt("this host was probed")
            self._host = self.host()
        if not in_scope(claim.scope, self._host):
            return {}
        return {spec: self._version(package_of(spec)) for spec in watched}

    def _version(self, name: str) -> tuple[str, ...]:
        if name not in self._installed:
            self._installed[name] = versions([name]).get(name, "")
        found = self._installed[name]
        return (found,) if found else ()
