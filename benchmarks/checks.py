"""Checks, tests and audits of documents."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from time import sleep

from benchmarks.bench import PYTHON, ROOT, TRUEUP, Bench, Row
from benchmarks.processes import Arm, environment, interleave, peak, processor, ratio
from benchmarks.projects import text_of, write_claims, write_evidence, write_examples

RENDERING = [PYTHON, "-m", "benchmarks.rendering"]
FIRST = "100,000 files, for the first time"
#: Seconds after which the times of files are believed.
SETTLED = 2.5


def check(bench: Bench) -> Row:
    """The check of a project of which nothing, or one page, has changed."""
    kept, edited = (write_claims(bench.folder / name, 1000, 1000) for name in ("kept", "edited"))

    def edit(number: int) -> None:
        page = (number + 1) % 1000
        text = text_of(page, 1000, 1000, f"It was looked at in round {number}.")
        (edited / "docs" / f"page{page:05}.md").write_text(text, encoding="utf-8")

    _settle(bench, kept, edited)
    arms = [
        bench.bare(),
        bench.arm("nothing changed", [*TRUEUP, "check"], kept),
        bench.arm("one page edited", [*TRUEUP, "check"], edited, before=edit),
        bench.arm("without what was kept", [*TRUEUP, "check", "--no-cache"], kept),
    ]
    if git := shutil.which("git"):
        for command in (["init", "-q"], ["add", "."]):
            subprocess.run([git, *command], cwd=kept, check=True)
        arms.append(bench.arm("git status", [git, "status", "--porcelain"], kept))
    taken = interleave(arms, bench.rounds)
    return Row(
        name="check",
        work="trueup check, 1,000 claims in 1,000 pages",
        taken=taken,
        figures={
            "unchanged_over_bare": ratio(taken, "nothing changed", "python -c pass"),
            "unchanged_ms": processor(taken["nothing changed"]) * 1000,
            "edited_over_bare": ratio(taken, "one page edited", "python -c pass"),
            "edited_over_unchanged": ratio(taken, "one page edited", "nothing changed"),
            "edited_ms": processor(taken["one page edited"]) * 1000,
            "whole_over_unchanged": ratio(taken, "without what was kept", "nothing changed"),
        },
    )


def _settle(bench: Bench, *folders: Path) -> None:
    """Answer once, after the times of the files can be believed."""
    sleep(SETTLED)
    for folder in folders:
        for _ in range(2):
            subprocess.run(
                [*TRUEUP, "check"], cwd=folder, env=environment(bench.folder / "cache"), check=True,
                stdout=subprocess.DEVNULL,
            )  # fmt: skip


def cold(bench: Bench) -> Row:
    """The first check of a project of arithmetic."""
    small = write_claims(bench.folder / "small", 1000, 100)
    large = write_claims(bench.folder / "large", 10_000, 1000)
    examples = write_examples(bench.folder / "examples", 1000, 100)
    cache = bench.folder / "cold"
    fresh = environment(cache)

    def forget(_: int) -> None:
        shutil.rmtree(cache, ignore_errors=True)

    pages = sorted(str(path) for path in examples.iterdir())
    arms = [
        bench.bare(),
        Arm(name="1,000 claims", command=[*TRUEUP, "check"], folder=small, environment=fresh, before=forget),
        bench.arm("doctest of 1,000 examples", [PYTHON, "-m", "doctest", *pages], examples),
        bench.arm("Python-Markdown of 100 pages", [*RENDERING, str(small / "docs")], ROOT),
    ]
    taken = interleave(arms, bench.rounds)
    again = replace(arms[1], name="1,000 claims again")
    taken |= interleave([again, replace(again, name="10,000 claims", folder=large)], bench.few(5))
    return Row(
        name="cold",
        work="the first trueup check, arithmetic claims, 10 to a page",
        taken=taken,
        figures={
            "s": processor(taken["1,000 claims"]),
            "over_bare": ratio(taken, "1,000 claims", "python -c pass"),
            "over_doctest": ratio(taken, "1,000 claims", "doctest of 1,000 examples"),
            "over_markdown": ratio(taken, "1,000 claims", "Python-Markdown of 100 pages"),
            "ten_times": ratio(taken, "10,000 claims", "1,000 claims again"),
            "peak_mb": peak(taken["10,000 claims"]),
        },
    )


def evidence(bench: Bench) -> Row:
    """A check of measured claims, with a hundred thousand files of evidence and with a thousand."""
    few = write_evidence(bench.folder / "few", 1000, 1)
    many = write_evidence(bench.folder / "many", 1000, 100)
    cache = bench.folder / "whole"
    whole = environment(cache)
    _settle(bench, few, many)

    def forget(_: int) -> None:
        """Answers, not what is known of evidence."""
        shutil.rmtree(cache / "answers", ignore_errors=True)

    every = Arm(name=FIRST, command=[*TRUEUP, "check"], folder=many, environment=whole)
    first = interleave([every], 1, warm=False)
    arms = [
        bench.arm("1,000 files, nothing changed", [*TRUEUP, "check"], few),
        bench.arm("100,000 files, nothing changed", [*TRUEUP, "check"], many),
        Arm(name="1,000 files", command=[*TRUEUP, "check"], folder=few, environment=whole, before=forget),
        Arm(name="100,000 files", command=[*TRUEUP, "check"], folder=many, environment=whole, before=forget),
    ]
    taken = first | interleave(arms, bench.few(5))
    return Row(
        name="evidence",
        work="trueup check of 1,000 measured claims",
        taken=taken,
        figures={
            "growth_s": processor(taken["100,000 files"]) - processor(taken["1,000 files"]),
            "growth_unchanged_s": processor(taken["100,000 files, nothing changed"])
            - processor(taken["1,000 files, nothing changed"]),
            "first_s": processor(taken[FIRST]),
        },
    )


def tests(bench: Bench) -> Row:
    """Claims as tests."""
    folder = write_claims(bench.folder / "tests", 1000, 100)
    examples = write_examples(bench.folder / "doctests", 1000, 100)
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (examples / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    base = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0"]
    taken = interleave(
        [
            bench.bare(),
            bench.arm("1,000 claims", [*base, "--trueup", "docs"], folder),
            bench.arm("1,000 doctests", [*base, "--doctest-glob=*.md"], examples),
        ],
        bench.few(5),
    )
    return Row(
        name="pytest",
        work="pytest --trueup -n 0, 1,000 claims",
        taken=taken,
        figures={
            "s": processor(taken["1,000 claims"]),
            "over_doctest": ratio(taken, "1,000 claims", "1,000 doctests"),
        },
    )


_DOCUMENTS = """
import sys, pathlib
from benchmarks.audit import document
for seed in range(200):
    pathlib.Path(sys.argv[1], f"{seed}.md").write_text(document(seed, 200), encoding="utf-8")
"""


def audit(bench: Bench) -> Row:
    """An audit of documents without any set-up, beside their rendering."""
    folder = bench.folder / "audit"
    folder.mkdir()
    kept = environment(bench.folder / "cache")
    subprocess.run([PYTHON, "-c", _DOCUMENTS, str(folder)], cwd=ROOT, env=kept, check=True)
    taken = interleave(
        [
            bench.arm("trueup audit", [*TRUEUP, "audit", "."], folder),
            bench.arm("Python-Markdown", [*RENDERING, str(folder)], ROOT),
        ],
        bench.few(5),
    )
    return Row(
        name="audit",
        work="trueup audit of 200 documents",
        taken=taken,
        figures={"over_markdown": ratio(taken, "trueup audit", "Python-Markdown")},
    )
