"""Results of pure verifiers, kept outside git: nothing changed, nothing runs."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping

from trueup.claim import Parameter
from trueup.diagnostics import Diagnostic
from trueup.evidence.record import canonical, plain
from trueup.evidence.values import MalformedError, Outcome, value_from_json, value_to_json
from trueup.files import Root
from trueup.store.shelf import Shelf

NAME = "results-1.json"


def result_key(
    verifier: str, digest_of_verifier: str, parameters: Mapping[str, Parameter], subject: Mapping[str, str]
) -> str:
    """Digest of all that goes into a pure result.

    :param subject: digest of each input, by parameter
    """
    made_of = [verifier, digest_of_verifier, plain(parameters), dict(subject)]
    return hashlib.sha256(canonical(made_of)).hexdigest()


class Cache:
    """Results by :func:`result_key`. Damage, loss and a read-only folder cost time, nothing else."""

    def __init__(
        self, root: Root, setting: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._shelf = Shelf(NAME, root, setting, os.environ if environment is None else environment)
        self._two: set[str] = set()

    def get(self, key: str) -> Outcome | None:
        found = self._shelf.get(key)
        if found is None or key in self._two:
            return None
        try:
            return value_from_json(found)
        except MalformedError:
            return None

    def put(self, key: str, value: Outcome, *, verifier: str) -> Diagnostic | None:
        """Keep a result; a diagnostic where another one is kept for the same inputs.

        A verifier that gives two answers is believed in neither: both are forgotten.
        """
        kept = self.get(key)
        if (kept is not None and kept != value) or key in self._two:
            self._two.add(key)
            self._shelf.put(key, None)
            return Diagnostic(
                code="V520",
                message=f"{verifier} gave two answers for the same inputs",
                hint="a pure verifier depends on its inputs and parameters alone; one that measures "
                'is declared with basis="measured"',
            )
        if kept is None:
            self._shelf.put(key, value_to_json(value))
        return None

    def save(self) -> None:
        """Write what was put; does nothing where nothing was."""
        self._shelf.save()
