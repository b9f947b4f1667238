"""The same inputs give the same bytes, wherever, whenever and by whomever they are read."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from hostile.test_hostile_no_exec import SOURCE
from mini import claims
from repositories import repository
from tiny_model import tiny
from trueup.engine.project import load
from trueup.evidence.record import Evidence
from trueup.files import Root
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.store.directory import Store

VERIFIER = """\
from trueup.verifier import Request, Samples, verifier

@verifier("site.sets")
def sets(request: Request) -> str:
    return " ".join({"one", "two", "three", "four", "five"} & {"five", "three"})

@verifier("site.dies")
def dies(request: Request) -> int:
    return {"a": 1}[max({"b", "c", "d"})]

@verifier("site.rate", basis="measured")
def rate(request: Request) -> Samples: ...
"""
FILES: dict[str, str | bytes] = {
    "trueup.toml": 'docs = ["docs", "README.md"]\nmacros = ["docs/**"]\nsnippets = ["docs/parts"]\n[ignore]\n"docs/old/*" = ["A203"]\n',
    "verifiers/site.py": VERIFIER,
    "verifiers/other.py": "from trueup.verifier import verifier\n\n@verifier('site.twice')\ndef a(r): ...\n",
    "verifiers/third.py": "from trueup.verifier import verifier\n\n@verifier('site.twice')\ndef a(r): ...\n",
    "claims/inputs/tiny.onnx": tiny(),
    "claims/inputs/runs/a.json": '{"b": 5, "a": [1, 2]}',
    "claims/inputs/tab.csv": "name,value,unit\nx,5,ms\ny,6,ms\n",
    "kernel/ä.c": "slow();\n",
    "kernel/b.c": "fast();\n",
    "claims/one.yaml": "models:\n  tiny: {path: claims/inputs/tiny.onnx}\nartifacts:\n  runs: {path: claims/inputs/runs}\n  tab: {path: claims/inputs/tab.csv}\n"
    + claims(
        "size: {says: A size, basis: model, verify: onnx.tensor, with: {model: tiny, tensor: lm_head.weight_Q4}, subject: [lm_head, MatMulNBits]}",
        "sized: {says: By size, basis: model, verify: onnx.identity, with: {model: tiny, where: {bytes: '3,072 B'}, read: tensor}}",
        "held: {says: Held, verify: artifact.json, with: {artifact: runs, pointer: /b}}",
        "table: {says: Table, verify: artifact.csv, with: {artifact: tab, key: name}}",
        "counted: {says: Files, basis: model, verify: code.count, with: {files: 'kernel/*.c', pattern: '\\(\\)'}}",
        "sets: {says: Sets, basis: model, verify: site.sets}",
        "dies: {says: Dies, basis: model, verify: site.dies}",
        "rate: {says: Rate, basis: measured, verify: site.rate, watch: ['path:kernel/*.c'], max_age: 90 days}",
    ),
    "claims/two.yaml": claims(
        "sum.a: {says: Sum, expr: size + held * 1 B}",
        "move: {says: Move, basis: model, decide: size / 5 s > 600 B / 1 s, words: {true: moves, false: stays}}",
        "told: {says: Told, basis: measured, value: 5 ms, source: a log, as_of: 2026-01-01, max_age: 30 days, was: ['6 ms', '7 ms']}",
        "asked: {says: Asked, unmeasured: nobody did}",
        "waived: {says: Waived, expr: 1 + 1, waive: {reason: later, until: 2099-01-01}}",
        "rows: {says: Rows, columns: {c: a + b}, totals: {a: 'last row'}}",
        "gone: {says: Gone, expr: sizee + 1}",
        "odd: {says: Odd, expr: 1 + 1, tolerence: 3 %}",
    ),
    "claims/zwei ü.yaml": claims("other: {says: Other, expr: 2 ** 10}", "sum.a: {says: Twice, expr: 1 + 1}"),
    "README.md": "# Read me\n\nIt has [3,072 B](claim:size) of [1,024](claim:other).\n",
    "docs/ä ö.md": "# Ä\n\nlm_head has [3,073 B](claim:size) and [~3 kB](claim:size), [6 ms](claim:told) was 7 ms.\n\n"
    "| a | b | c |\n|---|---|---|\n| 1 | 2 | 4 |\n| 3 | 4 | 7 |\n| 4 | 6 | 10 |\n",
    "docs/b.md": "It [moves](claim:move), [five three](claim:sets), [5](claim:dies), [5 B/s](claim:rate), [unmeasured](claim:asked), "
    "[3](claim:waived), [5](claim:held), [2](claim:counted).\n\n<!-- claims:table rows -->\n| a | b | c |\n|--|--|--|\n| 1 | 2 | 3 |\n| 2 | 2 | 5 |\n\n"
    "<!-- claims:table table -->\n| name | value |\n|--|--|\n| x | 5 ms |\n| y | 7 ms |\n\n5 × 3 = 16 of 10 of 20 = 60 %.\n\n--8<-- \"part.md\"\n",
    "docs/parts/part.md": "In a part: [1,025](claim:other), nothing [1](claim:nothing).\n",
    "docs/Z.md": "Nine [x](claim:no.such) and {{ claim(var, \"1\") }} of [4 kB](claim:sum.a).\n",
    "docs/old/c.md": "| a | share |\n|--|--|\n| 1 | 10 % |\n| 2 | 30 % |\n| 3 | 60 % |\n",
}  # fmt: skip
COMMANDS = {
    "check": ("check", "--format", "json", "--today", "2026-07-10"),
    "audit": ("audit", ".", "--format", "json", "--strict-coverage"),
    "diff": ("diff", "HEAD", "--format", "json", "--today", "2026-07-10"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One of the ways to come by the same project.

    :param inside: whether the command is run in it
    :param shuffled: whether its files were written in another order, at another time
    """

    name: str
    inside: bool
    shuffled: int | None = None
    environment: dict[str, str] = field(default_factory=dict)


PLACES = (
    Place(name="one", inside=True, environment={"LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0"}),
    Place(
        name="an other ü place/deep/down",
        inside=False,
        shuffled=1,
        environment={"LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1", "COLUMNS": "40"},
    ),
    Place(
        name="third",
        inside=True,
        shuffled=2,
        environment={
            "LC_ALL": "POSIX", "TZ": "America/St_Johns", "PYTHONHASHSEED": "4242", "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0", "LANGUAGE": "de", "PYTHONOPTIMIZE": "2", "NO_COLOR": "", "TERM": "xterm-256color",
        },
    ),
)  # fmt: skip


def build(folder: Path, shuffled: int | None) -> None:
    """Write the project, commit it, and change it a little."""
    paths = list(FILES)
    if shuffled is not None:
        random.Random(shuffled).shuffle(paths)  # noqa: S311
    for number, path in enumerate(paths):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        text = FILES[path]
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.utime(target, (1_600_000_000 + number * 1000, 1_600_000_000 + number * 1000))
    declared = load(folder).registry.find("site.rate")
    assert declared
    root = Root(folder)
    spread = Interval(Fraction(4), Fraction(6))
    for day in (3, 2) if shuffled else (2, 3):
        Store(root).write(
            Evidence(
                claim="rate",
                verifier=declared.id,
                digest_of_verifier=declared.digest,
                value=Quantity(spread=spread, reach=spread, dimension=Dimension.of(B=1, s=-1)),
                watch={"path:kernel/*.c": {path: root.digest(path) for path in root.glob("kernel/*.c")}},
                host={"cpu": "Z80", "cores": "2"},
                started=datetime(2026, 7, day, 10, tzinfo=UTC),
                finished=datetime(2026, 7, day, 23, 30, tzinfo=UTC),
            )
        )
    repository(folder).commit("Begin", "2026-07-01")
    page = folder / "docs/b.md"
    page.write_text(
        page.read_text(encoding="utf-8").replace("[2](claim:counted)", "[3](claim:counted)"), encoding="utf-8"
    )
    ledger = folder / "claims/two.yaml"
    ledger.write_text(
        ledger.read_text(encoding="utf-8").replace("says: Waived, expr: 1 + 1", "says: Waived, expr: 1 + 2"),
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    found = {}
    for place in PLACES:
        found[place.name] = tmp_path_factory.mktemp("same") / place.name
        build(found[place.name], place.shuffled)
    return found


def printed(place: Place, folder: Path, arguments: tuple[str, ...], cache: Path) -> bytes:
    command, *options = arguments
    where = [] if place.inside else ["--project", os.path.relpath(folder, folder.parents[1])]
    done = subprocess.run(
        [sys.executable, "-m", "trueup", command, *where, *options],
        cwd=folder if place.inside else folder.parents[1],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "TRUEUP_CACHE_DIR": str(cache), **place.environment},
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1, 2), done.stderr.decode()
    assert not done.stderr, done.stderr.decode()
    return done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_inputs_give_the_same_bytes(built: dict[str, Path], tmp_path: Path, name: str) -> None:
    first, *others = (
        printed(place, built[place.name], COMMANDS[name], tmp_path / str(number))
        for number, place in enumerate(PLACES)
    )
    found = json.loads(first)
    assert len(str(found)) > 500, "something is said"
    for other in others:
        assert other.decode() == first.decode()
    if name == "check":
        again = printed(PLACES[0], built[PLACES[0].name], COMMANDS[name], tmp_path / "0")
        assert again == first, "with results that are kept from the first run"
    assert str(built[PLACES[0].name].parent) not in first.decode()
