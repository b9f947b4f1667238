"""Nothing of a project is run by what says so: code stands in every place that a project has for it."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hostile.beside import contents
from mini import Mini, claims
from repositories import Git, repository
from tiny_model import tiny

SOURCE = Path(__file__).parents[2] / "src"
#: Libraries that a command uses, or might: each has a module of its name in the project.
LIBRARIES = (
    "yaml", "onnx", "click", "rich", "re2", "defusedxml", "jsonpointer", "sympy", "numpy", "google", "markdown",
    "mkdocs", "mkdocs_macros", "pytest", "matplotlib", "scipy", "packaging", "_yaml", "mpmath", "ml_dtypes",
    "typing_extensions", "colorama", "trueup_verifiers",
)  # fmt: skip
#: Modules of Python's own library that are imported once the command has begun.
STANDARD = (
    "__future__", "json", "tomllib", "hmac", "secrets", "difflib", "fractions", "decimal", "tempfile", "subprocess", "ast", "html",
    "urllib", "csv", "hashlib", "datetime", "statistics", "selectors", "glob", "textwrap", "string", "random",
)  # fmt: skip
STARTUP = (
    "sitecustomize",
    "usercustomize",
    "conftest",
    "setup",
    "noxfile",
    "hooks",
    "main",
    "macros",
    "manage",
    "fabfile",
)
GIT_KEYS = (
    "core.fsmonitor", "core.pager", "core.sshCommand", "core.gitProxy", "core.askPass", "core.editor",
    "core.alternateRefsCommand", "filter.run.clean", "filter.run.smudge", "filter.run.process", "diff.run.textconv",
    "diff.run.command", "diff.external", "merge.run.driver", "gpg.program", "remote.origin.uploadpack",
    "credential.helper", "uploadpack.packObjectsHook", "sequence.editor", "interactive.diffFilter", "trailer.x.command",
)  # fmt: skip
HOOKS = ("post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc", "post-checkout")
LEDGER = claims(
    "size: {says: S, basis: model, verify: onnx.tensor, with: {model: tiny, tensor: lm_head.weight_Q4}}",
    "own: {says: O, basis: model, verify: site.own}",
    "rate: {says: R, basis: measured, verify: site.rate, watch: ['package:numpy@1', 'path:Makefile']}",
    "told: {says: T, basis: measured, value: 5 B, source: s, as_of: HEAD, watch: ['path:Makefile']}",
    "total: {says: S, expr: 2 * 3}",
    "held: {says: H, verify: artifact.json, with: {artifact: pickled, pointer: /a}}",
    "move: {says: M, basis: model, decide: total > 5, words: {true: yes, false: no}}",
)
PAGE = """\
It has [3,072 B](claim:size), [5](claim:own), [5 B](claim:rate), [5 B](claim:told), [7](claim:total), [yes](claim:move).

{{ claim("total", "6") }} {{ cycler.__init__.__globals__.os.popen("touch MARK/jinja") }} {% import "x" as y %}

--8<-- "docs/included.py"

```python exec="on"
open("MARK/fence", "w")
```
"""


@dataclass(frozen=True, slots=True)
class Planted:
    """A project full of code, and the folder in which whatever runs leaves its name."""

    project: Path
    mark: Path
    git: Git

    def python(self, name: str) -> str:
        return f"import os as _os; _os.close(_os.open({str(self.mark / name.replace('/', '_'))!r}, _os.O_CREAT | _os.O_WRONLY))\n"

    def shell(self, name: str) -> str:
        return f"#!/bin/sh\ntouch '{self.mark}/{name.replace('/', '_')}'\nexit 1\n"

    def write(self, path: str, text: str | bytes, *, executable: bool = False) -> None:
        target = self.project / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
        if executable:
            target.chmod(target.stat().st_mode | stat.S_IXUSR)

    def ran(self) -> list[str]:
        return sorted(file.name for file in self.mark.iterdir())


class Touch:
    """Whoever unpickles it runs a command."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch '{self.mark}/pickle'",)


def plant(folder: Path) -> Planted:
    """Write the project; what git runs meanwhile doesn't count."""
    mark = folder / "mark"
    mark.mkdir()
    found = Planted(folder / "project", mark, repository(folder / "project"))
    files = dict(_files(found))
    for path, text in files.items():
        found.write(path, text, executable=not path.endswith((".py", ".md", ".yaml", ".toml", ".onnx")))
    found.git.commit("Begin", "2026-07-01")
    found.write("Makefile", "all:\n\ttouch changed\n")
    for key in GIT_KEYS:
        found.write(f".git/run/{key}", found.shell(key), executable=True)
    for hook in HOOKS:
        found.write(f".git/hooks/{hook}", found.shell(hook), executable=True)
    settings = {key: str(found.project / ".git/run" / key) for key in GIT_KEYS}
    settings |= {
        f"alias.{name}": f"!touch '{mark}/alias'" for name in ("cat-file", "rev-list", "rev-parse", "config")
    }
    settings |= {
        "log.showSignature": "true", "protocol.ext.allow": "always", "extensions.partialClone": "origin",
        "remote.origin.promisor": "true", "remote.origin.url": f"ext::touch {mark}/remote", "core.worktree": "/",
    }  # fmt: skip
    with (found.project / ".git/config").open("a") as file:
        for key, text in settings.items():
            section, name = key.split(".", 1)
            inner, _, name = name.rpartition(".")
            head = f'{section} "{inner}"' if inner else section
            file.write(f"[{head}]\n\t{name} = {json.dumps(text)}\n")
    for name in found.ran():
        (mark / name).unlink()
    return found


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    return plant(tmp_path_factory.mktemp("planted"))


def _files(planted: Planted) -> Iterator[tuple[str, str | bytes]]:
    """Code in each place, by path."""
    for name in (*LIBRARIES, *STANDARD, *STARTUP):
        yield f"{name}.py", planted.python(name)
    for folder in ("docs/", "claims/", "verifiers/", "claims/inputs/"):
        for name in ("yaml", "onnx", "re2", "json", "sitecustomize", "conftest"):
            yield f"{folder}{name}.py", planted.python(f"{folder}{name}")
    for name in LIBRARIES[:6]:
        yield f"lib/{name}/__init__.py", planted.python(f"lib/{name}")
        yield f"src/{name}.py", planted.python(f"src/{name}")
    yield "planted.pth", planted.python("pth")
    yield "numpy-9.9.dist-info/METADATA", "Name: numpy\nVersion: 9.9\n"
    yield "evil-1.0.dist-info/entry_points.txt", "[pytest11]\nevil = conftest\n[trueup]\nevil = conftest\n"
    declared = "from trueup.verifier import Request, Samples, verifier\n"
    yield "verifiers/__init__.py", planted.python("verifiers/__init__")
    yield (
        "verifiers/site.py",
        (
            f"{declared}{planted.python('verifiers/site')}\n@verifier('site.own')\ndef own(request: Request) -> int:\n    return 5\n\n"
            "@verifier('site.rate', basis='measured')\ndef rate(request: Request) -> Samples:\n    return Samples(values=[5.0], unit='B')\n"
        ),
    )
    yield "verifiers/deep/more.py", planted.python("verifiers/deep")
    yield "trueup_plugin.py", planted.python("plugin")
    yield (
        "mkdocs.yml",
        (
            "site_name: !!python/object/apply:os.system ['touch MARK/mkdocs']\nhooks: [hooks.py]\n"
            "plugins: [macros: {module_name: main}]\nmarkdown_extensions: [pymdownx.superfences: {custom_fences: [{name: x, format: !!python/name:conftest.f}]}]\n"
        ).replace("MARK", str(planted.mark)),
    )
    yield (
        "pyproject.toml",
        (
            "[build-system]\nrequires = []\nbuild-backend = 'conftest'\nbackend-path = ['.']\n"
            "[project.scripts]\ntrueup = 'conftest:main'\n[tool.trueup]\nsnippets = ['.']\nmacros = ['**']\ncache = '.cache'\n"
        ),
    )
    yield "setup.cfg", "[metadata]\nversion = attr: conftest.version\n"
    yield "tox.ini", "[pytest]\naddopts = -p conftest\n"
    yield (
        ".pre-commit-config.yaml",
        "repos: [{repo: local, hooks: [{id: x, entry: sh -c 'exit 1', language: system}]}]\n",
    )
    for tool in ("git", "nvidia-smi", "python3", "python", "lscpu", "env", "sh"):
        yield tool, planted.shell(f"tool-{tool}")
    pickled = pickle.dumps(Touch(planted.mark))
    for name in ("x.pkl", "x.npy", "x.pt", "x.joblib", "pickled"):
        yield f"claims/inputs/{name}", pickled
    yield ".cache/results-1.json", pickled
    yield ".cache/digests-1.json", pickled
    yield "claims/inputs/tiny.onnx", tiny()
    yield (
        "claims/a.yaml",
        (
            "models:\n  tiny: {path: claims/inputs/tiny.onnx}\nartifacts:\n  pickled: {path: claims/inputs/pickled}\n"
            + LEDGER
        ),
    )
    yield "docs/a.md", PAGE.replace("MARK", str(planted.mark))
    yield "docs/included.py", planted.python("included")
    yield ".gitattributes", "* filter=run diff=run merge=run\n"
    yield "Makefile", f"all:\n\ttouch '{planted.mark}/make'\n"


COMMANDS = {
    "lint": ("lint",),
    "audit": ("audit", ".", "--strict-coverage"),
    "check": ("check", "--no-exec"),
    "diff": ("diff", "HEAD"),
    "fix": ("fix", "--no-exec", "--diff"),
    "suggest": ("suggest", "docs"),
    "explain": ("explain", "total", "--no-exec"),
    "mutate": ("mutate", "--no-exec"),
    "measure --list": ("measure", "--list"),
    "badge": ("badge", "--no-exec"),
    "site": ("site", "--out", "docs/claims", "--no-exec"),
}
#: Search paths of a careless person, with the current folder in them, or one in it.
PACKAGES = {
    "check": {"PYTHONPATH": f"{SOURCE}{os.pathsep}"},
    "lint": {"PYTHONPATH": f".{os.pathsep}{SOURCE}"},
    "audit": {"PYTHONPATH": f"./src/../src{os.pathsep}{SOURCE}"},
    "diff": {},
}
PROGRAMS = {"PATH": f".{os.pathsep}{os.pathsep}{os.environ['PATH']}"}


def run(
    planted: Planted, arguments: tuple[str, ...], start: tuple[str, ...], **more: str
) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCE),
        "PYTHONSTARTUP": str(planted.project / "conftest.py"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }
    return subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=planted.project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """What an installer writes for the entry point."""
    place = tmp_path / "bin/trueup"
    place.parent.mkdir()
    place.write_text("import sys\nfrom trueup.__main__ import main\nsys.exit(main())\n")
    return place


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_runs_nothing_of_the_project(planted: Planted, script: Path, name: str) -> None:
    before = contents(planted.project)
    starts: list[tuple[tuple[str, ...], dict[str, str]]] = [(("-m", "trueup"), PROGRAMS)]
    if name in PACKAGES:
        starts.append(((str(script),), PACKAGES[name]))
    for start, more in starts:
        done = run(planted, COMMANDS[name], start, **more)
        # What Python itself imports before the command begins is beyond its reach.
        early = {"sitecustomize", "usercustomize"} if "PYTHONPATH" in more else set()
        assert done.returncode in (0, 1, 2), done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        assert not set(planted.ran()) - early, (start, more)
        for ran in planted.ran():
            (planted.mark / ran).unlink()
    after = contents(planted.project).items()
    changed = {
        path for path, text in after if before.get(path) != text and path.split("/")[:2] != ["docs", "claims"]
    }
    assert changed <= {".cache/results-1.json"}, "which is where results are to be kept"


@pytest.mark.parametrize("site", ["mkdocs.yml", None])
def test_a_start_runs_nothing_of_the_project(tmp_path: Path, site: str | None) -> None:
    """Among its code, where there is neither a ledger nor settings yet."""
    planted = plant(tmp_path)
    shutil.rmtree(planted.project / "claims")
    for name in {"trueup.toml", "pyproject.toml", "mkdocs.yml"} - {site}:
        (planted.project / name).unlink(missing_ok=True)
    (planted.project / "docs/a.md").write_text("# A\n\nIt keeps 130003 of 160728 rows, 80.88 %.\n")
    done = run(planted, ("init",), ("-m", "trueup"), **PROGRAMS)
    assert done.returncode == (2 if site else 0), done.stderr  # the tags of that site are no YAML
    assert ("C821" in done.stderr, "new       claims/figures.yaml" in done.stdout) == (bool(site), not site)
    assert not planted.ran()


def test_what_is_not_run_is_said_to_be_open(planted: Planted, script: Path) -> None:
    """And the verdicts are those of the real libraries."""
    done = run(planted, ("check", "--no-exec", "--format", "json"), (str(script),))
    found = {one["claim"]: (one["status"], one["reason"]) for one in json.loads(done.stdout)["verdicts"]}
    assert found == {
        "size": ("verified", None),
        "own": ("open", "not-run"),
        "rate": ("missing", "evidence"),
        "told": ("outdated", "watch"),
        "total": ("verified", None),
        "held": ("error", "input"),
        "move": ("verified", None),
    }


def test_the_code_that_was_planted_does_run_where_it_may(tmp_path: Path) -> None:
    """Else the test above would show nothing."""
    planted = plant(tmp_path)
    run(planted, ("check",), ("-P", "-m", "trueup"))
    assert "verifiers_site" in planted.ran()
    for name in ("yaml", "json", "sitecustomize", "conftest"):
        subprocess.run(
            [sys.executable, "-c", f"import {name}"], cwd=planted.project, check=False, capture_output=True
        )
        assert name in planted.ran()
    subprocess.run(["git", "status"], cwd=planted.project, check=False, capture_output=True)
    assert "core.fsmonitor" in planted.ran()
    with pytest.raises(Exception):  # noqa: B017, PT011  it returns a number, and runs a command
        assert pickle.loads((planted.project / "claims/inputs/x.pkl").read_bytes()) is None  # noqa: S301
    assert "pickle" in planted.ran()


def test_verifiers_are_not_run_without_leave(project: Mini) -> None:
    project.write(
        "verifiers/site.py",
        "from trueup.verifier import Request, verifier\n\n@verifier('site.it')\ndef f(request: Request) -> int:\n    open('ran', 'w')\n    return 5\n",
    )
    project.write("claims/bad.yaml", claims("bad: {says: B, basis: model, verify: site.it}"))
    project.write("docs/bad.md", '[5](claim:bad) and [8](claim:good "4 + 4")\n')
    seen = project.check("--no-exec")
    assert not list(project.path.rglob("ran"))
    assert (seen.code, seen.statuses()) == (0, {"bad": "open", "good": "verified"})
    assert seen.verdict("bad")["reason"] == "not-run"
    assert project.check("--no-exec", "--strict").code == 1
