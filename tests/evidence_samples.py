"""A piece of evidence for tests to change."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

from trueup.evidence.record import Evidence, Run
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity

SPREAD = Interval(Fraction(5_600_000_000), Fraction(5_602_000_000))

EVIDENCE = Evidence(
    claim="a.b",
    verifier="stream.rate",
    digest_of_verifier="sha256:aa",
    value=Quantity(spread=SPREAD, reach=SPREAD, dimension=Dimension.of(B=1, s=-1)),
    unit="GB/s",
    runs=(Run(values=(5.6, 5.601)), Run(values=(5.602,), against=(1.0,))),
    parameters={"runs": "7", "shape": ("5120", "152064")},
    subject={"model": "sha256:bb"},
    watch={"path:kernels/*.c": {"kernels/gemv.c": "sha256:cc"}},
    packages={"onnxruntime": "1.30.2"},
    host={"cpu": "Intel(R) Core(TM) i7-13800H", "cores": "20"},
    commit="0" * 40,
    started=datetime(2026, 11, 1, 10, tzinfo=UTC),
    finished=datetime(2026, 11, 1, 11, tzinfo=UTC),
)
