"""Whether what a worker sent may be recorded here."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from trueup.diagnostics import TrueupError
from trueup.engine.cluster.announced import Announced
from trueup.engine.history import in_scope
from trueup.engine.place import Order
from trueup.evidence.freshness import fresh
from trueup.evidence.reading import read_evidence
from trueup.evidence.record import Evidence
from trueup.store.directory import FOLDER


class Refused(Exception):  # noqa: N818  it becomes a failure of the claim
    """It may not, and why."""


def accepted(order: Order, digest: str, content: bytes, sender: Announced | None) -> Evidence:
    """The evidence, once it has passed what the store asks of its files, and is what was ordered.

    :param digest: the name that it was sent under
    :param sender: the worker, as announced; None where it has left since
    :raises Refused: it has not
    """
    claim = order.call.claim
    try:
        evidence = read_evidence(content, f"{FOLDER}/{claim.id}/{digest}.json")
    except TrueupError as error:
        raise Refused(error.diagnostics[0].message) from error
    if evidence.claim != claim.id:
        raise Refused(f"it is evidence of {evidence.claim}")
    if evidence.digest != digest:
        raise Refused("it holds more than this version records")
    if not in_scope(claim.scope, evidence.host) or (sender and evidence.host != sender.host):
        raise Refused("it is of another host")
    difference = fresh(evidence, replace(order.current, today=datetime.now(UTC).date()))
    if difference:
        raise Refused(f"it describes another state than this checkout: {difference}")
    return evidence
