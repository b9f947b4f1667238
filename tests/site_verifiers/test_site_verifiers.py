"""The measuring verifiers of this site: run as the tool runs them, with small sizes; no time is asserted."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from runner_site import Site
from trueup.claim import Parameter
from trueup.runner.job import Limits, Result
from trueup.verifier import VerifierError
from trueup.verifier.registry import find_verifiers

ROOT = Path(__file__).parent.parent.parent
SMALL = {"k": "192", "n": "80", "block": "32", "threads": "1", "iterations": "3"}

pytest.importorskip("numpy")


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's modules can be imported, as they import each other."""
    monkeypatch.syspath_prepend(str(ROOT / "verifiers"))
    for name in ("cpu", "gpu", "int4", "llc", "device", "chain"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def call(name: str, parameters: Mapping[str, Parameter], arm: Literal["A/B", "A/A"] = "A/B") -> Result:
    """What a verifier gives in a process of its own."""
    module, function = name.split(".")
    site = Site(root=ROOT, limits=Limits(seconds=120))
    job = site.job(function, module=module, basis="measured", fresh=True)
    return site.results([replace(job, parameters=parameters, arm=arm)])[0]


def test_reading_memory_gives_a_rate() -> None:
    result = call("cpu.read_bandwidth", {"threads": "1", "mib": "8", "iterations": "3"})
    assert result.samples, result.failure
    assert result.samples.unit == "GB/s"
    assert len(result.samples.values) == 3
    assert min(result.samples.values) > 0


def test_more_threads_than_the_host_has_are_refused_with_a_hint() -> None:
    failure = call("cpu.read_bandwidth", {"threads": "4096", "mib": "8"}).failure
    assert failure
    assert (failure.status, failure.reason) == ("error", "verifier")
    assert "4096 threads" in failure.message
    assert "scope" in (failure.hint or "")


@pytest.mark.parametrize("level", ["0", "4"])
@pytest.mark.parametrize("zero_points", ["false", "true"])
def test_the_projection_is_checked_and_timed(level: str, zero_points: str) -> None:
    pytest.importorskip("onnxruntime")
    parameters = {**SMALL, "accuracy_level": level, "zero_points": zero_points, "weights": "warm"}
    rate = call("cpu.int4_gemv", parameters)
    assert rate.samples, rate.failure
    assert rate.samples.unit == "GB/s"
    time = call("cpu.int4_gemv", {**parameters, "read": "time"})
    assert time.samples
    assert time.samples.unit == "ms"


def test_a_product_that_stays_in_the_cache_cannot_be_rotated() -> None:
    pytest.importorskip("onnxruntime")
    failure = call("cpu.int4_gemv", {**SMALL, "accuracy_level": "0"}).failure
    assert failure
    assert "copies" in failure.message
    assert "warm" in (failure.hint or "")


@pytest.mark.parametrize("arm", ["A/B", "A/A"])
def test_the_fraction_has_two_arms(arm: Literal["A/B", "A/A"]) -> None:
    pytest.importorskip("onnxruntime")
    result = call("cpu.gemv_fraction", {**SMALL, "accuracy_level": "4", "weights": "warm", "mib": "8"}, arm)
    assert result.samples, result.failure
    assert result.samples.against is not None
    assert len(result.samples.values) == len(result.samples.against) == 3


def test_weights_that_make_no_blocks_are_refused() -> None:
    failure = call("cpu.int4_gemv", {**SMALL, "k": "100", "accuracy_level": "0"}).failure
    assert failure
    assert "blocks of 32" in failure.message


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("gpu.h2d", {"size": "389,283,840", "memory": "pinned"}),
        ("gpu.int4_gemv", {"k": "5120", "n": "152064"}),
        ("gpu.capture_seam", {"layers": "4", "hidden": "64"}),
        ("gpu.seam_inside_capture", {"layers": "4", "hidden": "64"}),
    ],
)
def test_without_a_device_the_claim_is_missing(
    own: None, name: str, parameters: Mapping[str, Parameter]
) -> None:
    import device  # noqa: PLC0415  the site's own, found by the fixture

    if device.has_gpu():
        pytest.skip("there is a device")
    failure = call(name, parameters).failure
    assert failure
    assert (failure.status, failure.reason) == ("missing", "device")
    assert "needs an NVIDIA GPU" in failure.message
    assert "NVIDIA GPU" in (failure.hint or "")


@pytest.mark.parametrize("level", [0, 4])
@pytest.mark.parametrize("zero_points", [False, True])
@pytest.mark.parametrize(("k", "block"), [(96, 32), (256, 32), (384, 128), (48, 16)])
def test_the_layout_is_what_matmulnbits_reads(
    own: None, level: int, zero_points: bool, k: int, block: int
) -> None:
    """Against a loop over single weights: low half first, one zero point a block, 8 where there are none."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("onnxruntime")
    import int4  # noqa: PLC0415

    product: Any = int4.Product(k=k, n=7, block=block, level=level, zero_points=zero_points)
    runner = int4.Runner(product, threads=1, copies=1)
    weights, row = product.weights(seed=1), runner._row[0].astype(np.float64)
    exact = np.zeros(7)
    for column in range(7):
        for at in range(k):
            part, inside = divmod(at, block)
            code = int(weights["B"][column, part, inside // 2]) >> (4 * (inside % 2)) & 15
            point = 8
            if zero_points:
                point = int(weights["zero_points"][column, part // 2]) >> (4 * (part % 2)) & 15
            exact[column] += (code - point) * float(weights["scales"][column, part]) * row[at]
    found = runner.result()[0]
    assert np.linalg.norm(found - exact) <= product.tolerance * np.linalg.norm(exact)


def test_a_product_that_is_wrong_is_never_timed(own: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime")
    import int4  # noqa: PLC0415

    monkeypatch.setattr(int4.Product, "exact", lambda self, *_: self.weights(9)["scales"][:, 0])
    product = int4.Product(k=64, n=40, block=32, level=0, zero_points=False)
    with pytest.raises(VerifierError, match="differs from float64"):
        int4.Runner(product, threads=1, copies=1)


def test_traffic_counts_scales_and_zero_points(own: None) -> None:
    import int4  # noqa: PLC0415

    plain = int4.Product(k=5120, n=152064, block=32, level=0, zero_points=False)
    assert plain.packed == 389_283_840
    assert plain.total == 389_283_840 + 97_320_960
    pointed = int4.Product(k=5120, n=152064, block=32, level=0, zero_points=True)
    assert pointed.total == plain.total + 12_165_120


def test_the_line_through_copies_gives_back_what_made_it(own: None) -> None:
    import gpu  # noqa: PLC0415

    points = [(size, 12e-6 + size / 55e9) for size in (2**17, 2**19, 2**21, 2**28)]
    slope, latency = gpu._line(points)
    assert 1 / slope == pytest.approx(55e9)
    assert latency == pytest.approx(12e-6)


def test_ids_and_bases() -> None:
    sources = {
        f"verifiers/{file.name}": file.read_text(encoding="utf-8")
        for file in (ROOT / "verifiers").glob("*.py")
    }
    registry = find_verifiers(sources, folder="verifiers", builtins={})
    assert not registry.diagnostics
    measured = {name for name, one in registry.site.items() if one.basis == "measured"}
    assert measured == {
        "cpu.read_bandwidth",
        "cpu.int4_gemv",
        "cpu.gemv_fraction",
        "gpu.h2d",
        "gpu.int4_gemv",
        "gpu.capture_seam",
        "gpu.seam_inside_capture",
    }
