"""Evidence is outdated as soon as one thing differs, and the reason says which."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from evidence_samples import EVIDENCE
from trueup.evidence.freshness import Current, changes, fresh

NOW = Current(
    verifier="stream.rate",
    digest_of_verifier="sha256:aa",
    parameters={"runs": "7", "shape": ("5120", "152064")},
    subject={"model": "sha256:bb"},
    watch={"path:kernels/*.c": {"kernels/gemv.c": "sha256:cc"}},
    packages={"package:onnxruntime@1": ("1.31.0",)},
    max_age=180,
    today=date(2026, 11, 30),
)


def test_nothing_changed_is_fresh() -> None:
    assert fresh(EVIDENCE, NOW) is None


@pytest.mark.parametrize(
    ("now", "reason", "said"),
    [
        (
            replace(NOW, digest_of_verifier="sha256:ab"),
            "verifier",
            "the verifier stream.rate has changed: sha256:aa → sha256:ab",
        ),
        (
            replace(NOW, verifier="stream.other"),
            "verifier",
            "the verifier stream.other has changed: stream.rate → stream.other",
        ),
        (
            replace(NOW, parameters={**NOW.parameters, "runs": "8"}),
            "parameters",
            "parameter runs was 7, is 8",
        ),
        (
            replace(NOW, parameters={"shape": ("5120", "152064")}),
            "parameters",
            "parameter runs was 7, is not given",
        ),
        (
            replace(NOW, parameters={**NOW.parameters, "k": "1"}),
            "parameters",
            "parameter k was not given, is 1",
        ),
        (replace(NOW, parameters={**NOW.parameters, "shape": ("1",)}), "parameters", "parameter shape was"),
        (
            replace(NOW, subject={"model": "sha256:bc"}),
            "subject",
            "input model has changed: sha256:bb → sha256:bc",
        ),
        (replace(NOW, subject={}), "subject", "input model has changed"),
        (replace(NOW, subject={**NOW.subject, "other": "sha256:0"}), "subject", "input other has changed"),
        (
            replace(NOW, watch={"path:kernels/*.c": {"kernels/gemv.c": "sha256:cd"}}),
            "watch",
            "kernels/gemv.c has changed: sha256:cc → sha256:cd",
        ),
        (replace(NOW, watch={"path:kernels/*.c": {}}), "watch", "kernels/gemv.c is gone"),
        (
            replace(NOW, watch={"path:a.c": {"a.c": "sha256:00"}}),
            "watch",
            "a.c was not there when this was recorded",
        ),
        (replace(NOW, watch={"path:a.c": {}}), "watch", "path:a.c was not there when this was recorded"),
        (
            replace(NOW, packages={"package:onnxruntime@1.30": ("1.31.0",)}),
            "watch",
            "onnxruntime was 1.30.2, is 1.31.0",
        ),
        (
            replace(NOW, packages={"package:onnxruntime": ("1.30.3",)}),
            "watch",
            "onnxruntime was 1.30.2, is 1.30.3",
        ),
        (replace(NOW, packages={"package:onnxruntime@1": ()}), "watch", "onnxruntime is gone"),
        (
            replace(NOW, packages={"package:numpy@2": ("2.0",)}),
            "watch",
            "numpy was not there when this was recorded",
        ),
        (
            replace(NOW, today=date(2027, 5, 1)),
            "age",
            "too old: recorded on 2026-11-01, it may be 180 days old",
        ),
        (replace(NOW, today=date(2026, 10, 30)), "age", "dated in the future"),
    ],
)
def test_one_difference_is_enough(now: Current, reason: str, said: str) -> None:
    found = fresh(EVIDENCE, now)
    assert found is not None
    assert found.reason == reason
    assert str(found).startswith(said)
    assert list(changes(EVIDENCE, now)) == [found]


@pytest.mark.parametrize(
    "now",
    [
        replace(NOW, packages={"package:onnxruntime@1.30": ("1.30.9",)}),
        replace(NOW, packages={"package:onnxruntime": ("1.30.2",)}),
        replace(NOW, packages={}),
        replace(NOW, packages={"package:onnxruntime": ("1.30.2+cu130",)}),
        replace(NOW, packages={"package:onnxruntime": ("1.30.2.0",)}),
        replace(NOW, packages={"package:onnxruntime@1.30": ("1.29.0", "1.30.1")}),
        replace(NOW, packages={"package:numpy@2": ()}),
        replace(NOW, watch={}),
        replace(NOW, today=date(2027, 4, 30)),
        replace(NOW, today=date(2030, 1, 1), max_age=None),
        replace(NOW, today=date(2026, 10, 31)),
    ],
)
def test_what_is_not_watched_does_not_count(now: Current) -> None:
    assert fresh(EVIDENCE, now) is None


def test_every_difference_can_be_listed() -> None:
    now = replace(NOW, digest_of_verifier="x", subject={}, today=date(2030, 1, 1))
    assert [one.reason for one in changes(EVIDENCE, now)] == ["verifier", "subject", "age"]


def test_a_long_digest_is_shortened() -> None:
    old, new = f"sha256:{'a1' * 32}", f"sha256:{'b2' * 32}"
    changed = fresh(replace(EVIDENCE, digest_of_verifier=old), replace(NOW, digest_of_verifier=new))
    assert str(changed) == "the verifier stream.rate has changed: sha256:a1a1a1a1a1… → sha256:b2b2b2b2b2…"
