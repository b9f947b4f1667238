"""Where something is to be printed or written that can't be, or that would stand outside the project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.beside import contents
from hostile.test_hostile_no_exec import SOURCE
from mini import Mini, claims

LEDGER = claims("six: {says: Six of them, basis: model, expr: 2 * 3}")
COMMANDS = (
    ("check",), ("check", "--format", "json"), ("lint",), ("audit", "docs"), ("fix",), ("mutate",), ("suggest", "docs"),
    ("explain", "six"), ("badge",), ("measure", "--list"), ("--help",),
)  # fmt: skip


@pytest.fixture
def stale(project: Mini) -> Mini:
    return project.write("claims/a.yaml", LEDGER).write("docs/a.md", "It has [7](claim:six).\n")


def started(
    project: Mini, arguments: tuple[str, ...], redirected: str = "", out: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-m", "trueup", *arguments],
        cwd=project.path,
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "TRUEUP_CACHE_DIR": str(project.path.parent / "kept"),
        },
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_report_that_finds_no_room_is_said(stale: Mini, arguments: tuple[str, ...]) -> None:
    """It is neither a fault of trueup nor a figure that is stale; and not when it is known from before, either."""
    started(stale, arguments)
    for _ in range(2):
        done = started(stale, arguments, ">/dev/full")
        assert done.returncode == 2
        assert done.stderr.splitlines()[0] == (
            "error F609 standard output can't be written: no space left on device"
        )
        assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("redirected", [">&-", "2>&-", ">&- 2>&-"])
def test_where_nobody_listens_the_answer_is_the_exit_code(stale: Mini, redirected: str) -> None:
    for arguments in (("check",), ("check",), ("check", "--format", "json"), ("audit", "docs"), ("mutate",)):
        done = started(stale, arguments, redirected)
        assert done.returncode == started(stale, arguments).returncode
        assert not done.stderr


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_reader_who_has_gone_changes_no_exit_code(stale: Mini, arguments: tuple[str, ...]) -> None:
    """In ``trueup check | head`` the shell may ask for the worst of both."""
    expected = started(stale, arguments).returncode
    for _ in range(2):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = started(stale, arguments, out=writer)
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (expected, "")


@pytest.mark.parametrize(("link", "out"), [("docs/claims", "docs/claims"), ("docs/in", "docs/in/claims")])
def test_pages_are_not_written_through_a_link_that_leads_outside(
    stale: Mini, tmp_path: Path, link: str, out: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (stale.path / link).symlink_to(outside)
    done = stale.run("site", "--out", out, "--docs", "docs", "--no-exec")
    assert done.code == 2
    assert done.err.startswith(f"{out}:1:1: error F602 the path is a link that leads outside")
    assert not [*outside.iterdir()]


def test_pages_whose_folder_can_t_be_made_are_said(stale: Mini) -> None:
    # To root every folder is writable: a file stands where the folder should.
    stale.write("docs/kept", "mine\n")
    before = contents(stale.path)
    done = stale.run("site", "--out", "docs/kept/claims", "--no-exec")
    assert done.code == 2
    assert done.err.startswith("docs/kept/claims:1:1: error F609 the folder can't be made: ")
    assert contents(stale.path) == before
