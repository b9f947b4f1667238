"""Recorded evidence is outdated once what it watches has changed, and merges as a union."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from mini import Mini
from repositories import Git, repository
from trueup.engine import carry_out
from trueup.engine.project import load
from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.store.directory import Store

KERNEL = "kernels/gemv.c"
LAPTOP = "13th Gen Intel(R) Core(TM) i7-13800H"
VERIFIER = """\
from trueup.verifier import Request, Samples, verifier


@verifier("cpu.gemv", basis="measured")
def gemv(request: Request) -> Samples:
    raise RuntimeError("check measures nothing")
"""


def entry(name: str, watch: str) -> str:
    return (
        f"  {name}:\n    says: Weight bytes that the host kernel reads per second\n    basis: measured\n"
        f"    scope: {{cpu: i7-13800H}}\n    verify: cpu.gemv\n    watch: [{watch}]\n"
    )


def page(name: str, rate: str) -> str:
    return f"The kernel reads [{rate}](claim:{name}).\n"


def record(
    project: Mini,
    claim: str,
    rate: str,
    *,
    day: int = 1,
    cpu: str = LAPTOP,
    watch: str = f"path:{KERNEL}",
    packages: dict[str, str] | None = None,
) -> str:
    """Evidence as it would have been recorded, of the project as it is now; its path."""
    root = Root(project.path)
    declared = load(project.path).registry.find("cpu.gemv")
    assert declared
    spread = Interval.point(Fraction(rate) * 10**9)
    files = {path: root.digest(path) for path in root.glob(watch.removeprefix("path:"))}
    return Store(root).write(
        Evidence(
            claim=claim,
            verifier=declared.id,
            digest_of_verifier=declared.digest,
            value=Quantity(spread=spread, reach=spread, dimension=Dimension.of(B=1, s=-1)),
            unit="GB/s",
            watch={watch: files} if watch.startswith("path:") else {},
            packages=packages or {},
            host={"cpu": cpu, "cores": "20"},
            started=datetime(2026, 7, day, 10, tzinfo=UTC),
            finished=datetime(2026, 7, day, 11, tzinfo=UTC),
        )
    )


@pytest.fixture
def site(project: Mini) -> Mini:
    project.write("verifiers/cpu.py", VERIFIER).write(KERNEL, "for (;;) slow();\n")
    project.write("claims/a.yaml", "claims:\n" + entry("cpu.rate", f"path:{KERNEL}"))
    return project.write("docs/page.md", page("cpu.rate", "0.78 GB/s"))


def test_the_second_fault_of_the_story_with_evidence(site: Mini) -> None:
    """The kernel is rewritten; three days later the page is corrected, with the rate of the old one."""
    git = repository(site.path)
    record(site, "cpu.rate", "0.78")
    git.commit("Measure the kernel", "2026-07-01")
    assert site.check("--today", "2026-07-02").statuses() == {"cpu.rate": "attested"}
    site.write(KERNEL, "for (;;) fast();\n")
    git.commit("Rewrite the int4 kernel", "2026-07-12")
    site.write("docs/page.md", f"Corrected. {page('cpu.rate', '0.78 GB/s')}")
    git.commit("Correct the page", "2026-07-15")
    run = site.check("--today", "2026-07-15")
    verdict = run.verdict("cpu.rate")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "outdated", "watch")
    assert verdict["because"][0].startswith(f"{KERNEL} has changed: sha256:")
    assert "→" in verdict["because"][0]
    assert "i7-13800H" in verdict["hint"]
    assert f"{KERNEL} has changed" in site.run("explain", "cpu.rate").out


def test_every_difference_is_named(site: Mini) -> None:
    record(site, "cpu.rate", "0.78")
    site.write(KERNEL, "fast\n").replace("verifiers/cpu.py", "nothing", "no thing")
    verdict = site.check().verdict("cpu.rate")
    assert verdict["reason"] == "verifier"
    assert "the verifier cpu.gemv has changed: sha256:" in verdict["because"][0]
    assert f"{KERNEL} has changed" in verdict["because"][1]


def test_a_watch_that_nothing_fits_is_warned_of(site: Mini) -> None:
    site.replace("claims/a.yaml", f"path:{KERNEL}", "path:kernels")
    record(site, "cpu.rate", "0.78", watch="path:kernels")
    run = site.check()
    assert "path:kernels/**" in run.diagnostic("L235")["hint"]


def test_a_watch_that_leads_outside(site: Mini) -> None:
    record(site, "cpu.rate", "0.78")
    site.replace("claims/a.yaml", f"path:{KERNEL}", "path:../secret.c")
    run = site.check()
    assert (run.code, run.codes()) == (2, ["F602"])
    assert run.verdict("cpu.rate")["reason"] == "input"


@pytest.mark.parametrize(
    ("lock", "text", "other"),
    [
        (
            "requirements.txt",
            "numpy==2.1.0\nONNXRuntime[gpu]==1.30.2 ; python_version > '3.8'  # pin\n",
            "1.31.0",
        ),
        ("uv.lock", 'version = 1\n[[package]]\nname = "onnxruntime"\nversion = "1.30.2"\n', "1.31.0"),
        ("pylock.toml", '[[packages]]\nname = "onnxruntime"\nversion = "1.30.2"\n', "2.0.0"),
    ],
)
def test_a_watched_package_is_compared_with_the_lock_file(
    site: Mini, lock: str, text: str, other: str
) -> None:
    site.write("trueup.toml", f'lock = "{lock}"\n').write(lock, text)
    site.write("claims/a.yaml", "claims:\n" + entry("cpu.rate", "package:onnxruntime@1.30"))
    record(site, "cpu.rate", "0.78", watch="package:", packages={"onnxruntime": "1.30.0"})
    assert site.check().statuses() == {"cpu.rate": "attested"}
    site.replace(lock, "1.30.2", other)
    verdict = site.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("outdated", "watch")
    assert verdict["because"][0] == f"onnxruntime was 1.30.0, is {other}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "uv.lock: the file is not there"),
        ("[[package", "uv.lock: this is not TOML"),
        ("a = 1\n", "it pins no package"),
    ],
)
def test_a_lock_file_that_cannot_be_read(site: Mini, text: str | None, said: str) -> None:
    site.write("trueup.toml", 'lock = "uv.lock"\n')
    site.write("claims/a.yaml", "claims:\n" + entry("cpu.rate", "package:onnxruntime@1"))
    record(site, "cpu.rate", "0.78", watch="package:", packages={"onnxruntime": "1.30.0"})
    if text is not None:
        site.write("uv.lock", text)
    verdict = site.check().verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "input")
    assert said in verdict["because"][0]


@pytest.mark.parametrize(("cpu", "status"), [(LAPTOP, "outdated"), ("AMD EPYC 9654", "attested")])
def test_without_a_lock_file_only_a_host_in_scope_compares(
    site: Mini, monkeypatch: pytest.MonkeyPatch, cpu: str, status: str
) -> None:
    monkeypatch.setattr(carry_out, "probe", lambda: {"cpu": cpu})
    site.write("claims/a.yaml", "claims:\n" + entry("cpu.rate", "package:click"))
    record(site, "cpu.rate", "0.78", watch="package:", packages={"click": "0.0.1"})
    assert site.check().statuses() == {"cpu.rate": status}


@pytest.fixture
def merged(site: Mini) -> Git:
    """Two branches that measured one claim each, and one claim both; merged."""
    git = repository(site.path)
    names = ("cpu.rate", "cpu.left", "cpu.right")
    site.write("claims/a.yaml", "claims:\n" + "".join(entry(name, f"path:{KERNEL}") for name in names))
    site.write(
        "docs/page.md",
        page("cpu.rate", "9.5 GB/s")
        + "\n"
        + page("cpu.left", "1.5 GB/s")
        + "\n"
        + page("cpu.right", "2.5 GB/s"),
    )
    record(site, "cpu.rate", "0.78")
    git.commit("Measure the kernel", "2026-07-01")
    git("switch", "--quiet", "-c", "left")
    record(site, "cpu.rate", "4.2", day=2)
    record(site, "cpu.left", "1.5", day=2)
    git.commit("Measure on the left", "2026-07-02")
    git("switch", "--quiet", "main")
    record(site, "cpu.rate", "9.5", day=3)
    record(site, "cpu.rate", "7.7", day=4, cpu="AMD EPYC 9654")
    record(site, "cpu.right", "2.5", day=3)
    git.commit("Measure on the right", "2026-07-03")
    git("merge", "--quiet", "-m", "Merge the left", "left", day="2026-07-05")
    return git


def test_evidence_merges_as_a_union_and_the_newest_in_scope_counts(site: Mini, merged: Git) -> None:
    assert merged("status", "--porcelain") == ""
    store = Store(Root(site.path))
    assert [len(store.names(name)) for name in ("cpu.rate", "cpu.left", "cpu.right")] == [4, 1, 1]
    run = site.check("--today", "2026-07-05")
    assert run.statuses() == {"cpu.rate": "attested", "cpu.left": "attested", "cpu.right": "attested"}
    assert "2026-07-03" in run.verdict("cpu.rate")["because"][0]


def test_a_conflict_inside_a_file_is_an_error_of_that_claim_only(site: Mini, merged: Git) -> None:
    """Both sides edited one file by hand, which nothing of ours does."""
    path = Store(Root(site.path)).names("cpu.rate")[0]
    file = Path(site.path / path)
    whole = file.read_text()
    merged("switch", "--quiet", "-c", "edited")
    file.write_text(whole.replace("GB/s", "MB/s"))
    merged.commit("Edit it", "2026-07-06")
    merged("switch", "--quiet", "main")
    file.write_text(whole.replace("GB/s", "kB/s"))
    merged.commit("Edit it otherwise", "2026-07-06")
    with pytest.raises(AssertionError):
        merged("merge", "--quiet", "edited")
    run = site.check("--today", "2026-07-06")
    verdict = run.verdict("cpu.rate")
    assert (verdict["status"], verdict["reason"]) == ("error", "evidence")
    assert f"{path}:1:1: E431" in verdict["because"][0]
    assert "keep both" in verdict["hint"]
    assert run.statuses()["cpu.left"] == "attested"
