"""A project under git with one claim of every sort, for tests of what a reviewer is told."""

from __future__ import annotations

from typing import Any

from mini import Mini, Run
from repositories import Git, repository

LEDGER = """\
artifacts:
  export:
    path: claims/inputs/export.txt
    sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
hosts:
  laptop: {cpu: i7, gpu: RTX}
claims:
  memory.bytes:
    says: Bytes of the memory bank
    value: 1,000 B
    source: a data sheet
    as_of: 2026-07-01
    max_age: 900 days
    subject: [memory, bank]
    not_subject: [disk]
    was: ['900 B', '800 B']
  link.rate:
    says: Pinned copy
    basis: measured
    scope: {cpu: i7}
    value: 10 GB/s
    source: a log
    as_of: 2026-07-01
    tolerance: 3 %
  double.bytes:
    says: Two banks
    expr: memory.bytes * 2 + memory.bytes * 3
  move:
    says: Moving is cheaper
    basis: measured
    decide: memory.bytes / link.rate < 1 ms
    words: {true: [moves, moved], false: stays}
  never.more:
    says: A bound
    require: memory.bytes < 2000 B
  answer:
    says: What the site's verifier counts
    verify: site.answer
    with: {of: all}
  kernel.rate:
    says: What the kernel reads
    basis: measured
    verify: site.rate
    scope: laptop
    watch: [path:kernel.c, path:build.mk]
    max_age: 90 days
    noise: 2 %
  open.point:
    says: An open question
    unmeasured: nobody has looked
  lines:
    says: Lines of the kernel
    verify: code.count
    with: {files: kernel.c, pattern: for}
"""

PAGE = """\
# Memory

The memory holds [1,000 B](claim:memory.bytes), the copy runs at [10 GB/s](claim:link.rate).

Two banks of memory hold [5,000 B](claim:double.bytes), a half [500 B](claim:half.bytes "memory.bytes / 2").

Then the layer [moves](claim:move), whose rate is [5 GB/s](claim:kernel.rate), and [1](claim:lines) loop.

The answer is [42](claim:answer), and the rest is [open](claim:open.point).
"""

VERIFIERS = """\
from trueup.verifier import Request, Samples, verifier

PLANTED = open(__file__ + ".ran", "w")


@verifier("site.answer")
def answer(request: Request, of: str) -> int:
    return 42


@verifier("site.rate", basis="measured")
def rate(request: Request) -> Samples:
    return Samples(values=[5.0], unit="GB/s")
"""

CLAIMS = "claims/all.yaml"
EVIDENCE = "claims/evidence/old.claim/0123.json"


def under_git(project: Mini, *options: str) -> Git:
    """The project, committed as it is first."""
    git = repository(project.path, *options)
    project.write(CLAIMS, LEDGER).write("docs/page.md", PAGE).write("verifiers/site.py", VERIFIERS)
    project.write("claims/inputs/export.txt", "hello").write("kernel.c", "for (;;) go();\n").write(
        "build.mk", "-O2\n"
    )
    project.write(EVIDENCE, "{}\n").write("trueup.toml", 'docs = ["docs"]\n')
    git.commit("Begin", "2026-07-01")
    return git


def diff(project: Mini, base: str = "HEAD", *arguments: str) -> Run:
    return project.run("diff", base, "--format", "json", "--today", "2026-07-02", *arguments)


def told(run: Run) -> list[tuple[str, str | None, str | None, str | None]]:
    """Kind, claim, before and after of each change."""
    return [(one["kind"], one["claim"], one["before"], one["after"]) for one in run.json["changes"]]


def only(run: Run, kind: str) -> dict[str, Any]:
    """The one change of a kind."""
    found: list[dict[str, Any]] = [one for one in run.json["changes"] if one["kind"] == kind]
    (one,) = found
    return one
