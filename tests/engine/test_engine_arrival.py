"""What a worker sent is recorded only where it is what was ordered."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from clusters import site
from trueup import __version__
from trueup.engine.cluster.announced import Announced, source_digests
from trueup.engine.cluster.arrival import Refused, accepted
from trueup.engine.measure import Session
from trueup.engine.place import Order
from trueup.evidence.record import Evidence, canonical
from trueup.runner.job import Failure, Limits

HOST = {"cpu": "13th Gen Intel(R) Core(TM) i7-13800H", "cores": "20"}
SENDER = Announced(version=__version__, machine="a", host=HOST, sources={})


@pytest.fixture(scope="module")
def ordered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Order, Evidence]:
    """An order, and what came of it."""
    here = site(tmp_path_factory.mktemp("site")).claim("rate", "quick", "i7-13800H")
    session = Session.open(here.path, [])
    bench, (call,) = session.bench, session.calls
    current = bench.current(call)
    assert not isinstance(current, Failure)
    order = Order(call=call, figures=(), current=current)
    evidence = bench.measure(order, HOST, Limits(), None)
    assert isinstance(evidence, Evidence)
    return order, evidence


def test_what_was_ordered_is_accepted(ordered: tuple[Order, Evidence]) -> None:
    order, evidence = ordered
    for sender in (SENDER, None):
        assert accepted(order, evidence.digest, evidence.content, sender).content == evidence.content


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"claim": "other"}, "it is evidence of other"),
        ({"host": {"cpu": "Z80"}}, "it is of another host"),
        ({"host": {**HOST, "cores": "8"}}, "it is of another host"),
        ({"digest_of_verifier": "sha256:00"}, "the verifier site.quick has changed"),
        ({"parameters": {"k": "1"}}, "parameter k was 1, is not given"),
        ({"watch": {"path:kernel.c": {"kernel.c": "sha256:00"}}}, "kernel.c has changed"),
    ],
    ids=["claim", "scope", "host", "verifier", "parameters", "watch"],
)
def test_another_result_is_refused(
    ordered: tuple[Order, Evidence], change: dict[str, object], said: str
) -> None:
    order, evidence = ordered
    other = replace(evidence, **change)  # type: ignore[arg-type]  # of the field that is named
    with pytest.raises(Refused, match=said):
        accepted(order, other.digest, other.content, SENDER)


def test_a_result_of_next_week_is_refused(ordered: tuple[Order, Evidence]) -> None:
    order, evidence = ordered
    other = replace(evidence, finished=evidence.finished + timedelta(days=7))
    with pytest.raises(Refused, match="dated in the future"):
        accepted(order, other.digest, other.content, SENDER)


def test_bytes_that_are_not_what_their_name_says_are_refused(ordered: tuple[Order, Evidence]) -> None:
    order, evidence = ordered
    with pytest.raises(Refused, match="its digest is not its name"):
        accepted(order, evidence.digest, evidence.content.replace(b"yes", b"no"), SENDER)
    garbage = canonical({"schema": "trueup/evidence/1"})
    with pytest.raises(Refused):
        accepted(order, "0" * 64, garbage, SENDER)


@pytest.mark.parametrize(
    "entry", [None, {}, {"trueup": 1}, {"trueup": {"version": "1", "machine": "a", "host": 1}}]
)
def test_an_entry_of_another_kind_of_worker_is_none(entry: object) -> None:
    assert Announced.of(entry) is None
    assert Announced.of({"trueup": SENDER.plain}) == SENDER


def test_why_a_checkout_is_not_used_names_the_file() -> None:
    mine = source_digests({"verifiers/a.py": "x\r\n", "verifiers/b.py": "y\n"})
    theirs = replace(SENDER, sources=source_digests({"verifiers/a.py": "x\n", "verifiers/b.py": "y\n"}))
    assert theirs.unlike(mine) == ""
    assert theirs.unlike({**mine, "verifiers/c.py": "0"}) == "its checkout has no verifiers/c.py"
    assert theirs.unlike({"verifiers/a.py": mine["verifiers/a.py"]}).startswith(
        "its checkout has verifiers/b.py"
    )
    assert (
        theirs.unlike({**mine, "verifiers/b.py": "0"}) == "verifiers/b.py in its checkout is not the one here"
    )
    assert replace(theirs, version="9").unlike(mine) == f"it runs trueup 9, this is {__version__}"
