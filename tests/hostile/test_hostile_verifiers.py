"""Verifiers that die, cheat, or answer what nobody asked: a verdict says so, and the others are judged."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from hostile.beside import beside, checked, failed, judged, once, write
from mini import Mini, Run, claims
from trueup.evidence.values import Outcome
from trueup.runner.job import Limits
from trueup.runner.processes import alive
from trueup.store.results import Cache

HEAD = """\
import os, sys, time
from fractions import Fraction
from trueup.verifier import Request, Samples, verifier

"""
WRITES = """\
for number in range(3, 40):
        try: os.write(number, {})
        except OSError: pass
    os._exit(0)
"""
#: The body of a verifier, the reason of its verdict, and what is said of it.
FAULTS: dict[str, tuple[str, str, str]] = {
    "raises": ("raise ValueError('no such row')", "verifier", "no such row"),
    "names what is not there": ("return undefined_name", "verifier", "undefined_name"),
    "recurses": ("return f(request)", "verifier", "RecursionError"),
    "asserts": ("assert False, 'never'", "verifier", "never"),
    "interrupts": ("raise KeyboardInterrupt", "verifier", "KeyboardInterrupt"),
    "exits": ("sys.exit(0)", "verifier", "without a result"),
    "exits hard": ("os._exit(0)", "verifier", "without a result"),
    "crashes": ("import ctypes; ctypes.string_at(0)", "verifier", "SIGSEGV"),
    "aborts": ("os.abort()", "verifier", "SIGABRT"),
    "kills itself": ("os.kill(os.getpid(), 9)", "verifier", "SIGKILL"),
    "loops": ("while True: time.sleep(0.001)", "timeout", "still running"),
    "sleeps": ("time.sleep(600)", "timeout", "still running"),
    "ignores signals": (
        "import signal\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    time.sleep(600)", "timeout", "still running",
    ),
    "forks without end": (
        "for _ in range(60):\n        if not os.fork(): os.setsid(); time.sleep(60); os._exit(0)\n    time.sleep(60)",
        "verifier", "processes",
    ),
    "takes all memory": ("held = b'x' * (500 << 20); time.sleep(20)", "memory", "GiB"),
    "prints without end": ("while True: os.write(1, b'y' * 65536)", "verifier", "output"),
    "closes everything": ("os.closerange(0, 100); time.sleep(20)", "verifier", "without a result"),
    "prints a result": (
        "print('{\"id\": 1, \"seconds\": 0.0, \"value\": {\"kind\": \"quantity\", \"spread\": [\"5\", \"5\"], \"dimension\": {}}}'); os._exit(0)",
        "verifier", "without a result",
    ),
    "writes a result of another job to every pipe": (
        WRITES.format("b'{\"id\": 7, \"value\": {\"kind\": \"quantity\"}}\\n'"), "verifier", "without a result",
    ),
    "writes what is no result": (
        WRITES.format("b'[' * 100000 + b'\\n'"), "verifier", "without a result",
    ),
    "returns nothing": ("pass", "verifier", "None"),
    "returns NaN": ("return float('nan')", "verifier", "nan"),
    "returns infinity": ("return float('inf')", "verifier", "inf"),
    "returns a float": ("return 5.0", "verifier", "float"),
    "returns a truth": ("return True", "verifier", "True"),
    "returns a tuple": ("return (5, 'B')", "verifier", "tuple"),
    "returns a mapping": ("return {'value': 5}", "verifier", "dict"),
    "returns the request": ("return request", "verifier", "Request"),
    "returns samples, though pure": ("return Samples(values=[5.0], unit='B')", "verifier", "samples"),
    "returns endless digits": ("return 10 ** 100_000", "verifier", "digits"),
    "returns an endless name": ("return 'x' * 10_000_000", "verifier", "name"),
    "returns half a character": ("return '\\ud800'", "verifier", ""),
    "returns what pretends": (
        "class Five(int):\n        def __index__(self): raise RuntimeError('caught')\n    return Five", "verifier", "",
    ),
    "raises what can't be shown": (
        "class Mute(Exception):\n        def __str__(self): raise RuntimeError\n    raise Mute", "verifier", "Mute",
    ),
    "raises control characters": ("raise ValueError('a\\x1b[2Jb\\r\\n::error::c')", "verifier", "a"),
    "reads what it was not given": ("return int(open('/etc/nothing').read())", "verifier", "FileNotFoundError"),
}  # fmt: skip
#: Modules that can't be loaded, or turn into something else.
MODULES: dict[str, tuple[str, str]] = {
    "module that raises": ("raise RuntimeError('at the top')", "at the top"),
    "module that exits": ("import sys; sys.exit(0)", "without a result"),
    "module that takes its verifier away": ("del f", "is not the verifier"),
    "module that puts another in its place": ("f = lambda request: 5", "is not the verifier"),
    "module that replaces the machinery": ("import json; json.dumps = None", ""),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A check of them all, with limits that are soon reached."""
    files: dict[str, str | bytes] = {}
    for number, (body, *_) in enumerate(FAULTS.values()):
        files[f"verifiers/f{number}.py"] = (
            f'{HEAD}@verifier("site.f{number}")\ndef f(request: Request) -> object:\n    {body}\n'
        )
    for number, (end, _) in enumerate(MODULES.values()):
        files[f"verifiers/m{number}.py"] = (
            f'{HEAD}@verifier("site.m{number}")\ndef f(request: Request) -> int:\n    return 5\n\n\n{end}\n'
        )
    files["verifiers/good.py"] = (
        f'{HEAD}@verifier("site.good")\ndef f(request: Request) -> int:\n    return 7\n'
    )
    names = [f"f{number}" for number in range(len(FAULTS))] + [f"m{number}" for number in range(len(MODULES))]
    files["claims/bad.yaml"] = claims(
        *(f"{name}: {{says: F, basis: model, verify: site.{name}}}" for name in (*names, "good"))
    )
    files["docs/bad.md"] = "".join(f"[5](claim:{name})\n" for name in names) + "[7](claim:good)\n"
    limits = partial(Limits, seconds=6, memory=400 << 20, output=1 << 20, processes=20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trueup.runner.job.Limits", limits)
        found = once(tmp_path_factory.mktemp("verifiers"), files)
    assert found.verdict("good")["status"] == "verified"
    return found


@pytest.mark.parametrize("name", FAULTS)
def test_a_verifier_that(run: Run, name: str) -> None:
    _, reason, said = FAULTS[name]
    verdict = failed(run, f"f{list(FAULTS).index(name)}", reason)
    assert said in " ".join(verdict["because"])


@pytest.mark.parametrize("name", MODULES)
def test_a(run: Run, name: str) -> None:
    verdict = failed(run, f"m{list(MODULES).index(name)}", "verifier")
    assert MODULES[name][1] in " ".join(verdict["because"])


def test_nothing_of_them_is_left_running(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert run
    homes = []
    for one in alive():
        with suppress(OSError):
            homes.append((Path("/proc") / str(one.pid) / "cwd").readlink())
    assert not [home for home in homes if home.is_relative_to(tmp_path_factory.getbasetemp())]


def site(body: str, *, basis: str = "") -> str:
    return f'{HEAD}@verifier("site.it"{basis})\ndef it(request: Request) -> object:\n    {body}\n'


IT = claims("it: {says: It, basis: model, verify: site.it}")


def test_a_unit_that_is_not_the_figure_s(project: Mini) -> None:
    project.write("verifiers/site.py", site("from trueup.verifier import in_bytes; return in_bytes(5)"))
    run = beside(project, IT, "[5 ms](claim:it)\n")
    assert (run.code, run.verdict("it")["reason"]) == (1, "unit")


def test_two_answers_for_the_same_input(project: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when two runs at once ask a verifier that rolls dice: it is believed in neither."""
    turn = "p = '../turn'; n = os.path.exists(p); open(p, 'w').close(); return 5 + n"
    project.write("verifiers/site.py", site(turn))
    files = {"claims/bad.yaml": IT, "docs/bad.md": "[5](claim:it)\n"}
    assert judged(project, files).verdict("it")["status"] == "verified"
    assert checked(project).verdict("it")["status"] == "verified", "nothing changed, nothing ran"
    kept, asked = Cache.get, count()

    def forgetful(cache: Cache, key: str) -> Outcome | None:
        return kept(cache, key) if next(asked) else None

    monkeypatch.setattr(Cache, "get", forgetful)
    verdict = failed(checked(project), "it", "verifier")
    assert "gave two answers for the same inputs" in verdict["because"][0]


@pytest.mark.parametrize(
    "body", ["import no_such_library_at_all; return 5", "from no_such_library_at_all import x"]
)
def test_library_that_is_not_there(project: Mini, body: str) -> None:
    project.write("verifiers/site.py", site(body))
    run = beside(project, IT, "[5](claim:it)\n")
    verdict = run.verdict("it")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "missing", "library")
    assert "pip install no_such_library_at_all" in verdict["hint"]


@pytest.mark.parametrize(
    ("absent", "entry", "install"),
    [
        ("onnx", "verify: onnx.count, with: {model: it, of: nodes}", "pip install 'trueup[onnx]'"),
        (
            "re2",
            "verify: artifact.text, with: {artifact: it, pattern: '(5)'}",
            "pip install 'trueup[patterns]'",
        ),
        ("defusedxml", "verify: coverage.ratio, with: {artifact: it, of: lines}", "pip install defusedxml"),
    ],
)
def test_a_library_of_a_built_in_that_is_not_there(
    project: Mini, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, absent: str, entry: str, install: str
) -> None:
    """Never a pass, and never an error of the program."""
    from tiny_model import tiny  # noqa: PLC0415

    shadow = tmp_path / "shadow"
    shadow.mkdir()
    (shadow / f"{absent}.py").write_text(f"raise ModuleNotFoundError('none', name={absent!r})")
    monkeypatch.setenv("PYTHONPATH", str(shadow), prepend=":")
    project.write("it", tiny() if absent == "onnx" else "<coverage/>" if absent == "defusedxml" else "5")
    ledger = (
        f"models:\n  it: {{path: it}}\nartifacts:\n  it: {{path: it}}\n{claims(f'a: {{says: A, {entry}}}')}"
    )
    verdict = beside(project, ledger, "[5](claim:a)\n").verdict("a")
    assert (verdict["status"], verdict["reason"]) == ("missing", "library")
    assert install in verdict["hint"]


def test_a_device_that_is_not_there(project: Mini) -> None:
    body = (
        "from trueup.verifier import Unavailable; raise Unavailable('needs a GPU of 80 GB', needs='device')"
    )
    project.write("verifiers/site.py", site(body))
    verdict = beside(project, IT, "[5](claim:it)\n").verdict("it")
    assert (verdict["status"], verdict["reason"]) == ("missing", "device")
    assert "GPU of 80 GB" in verdict["because"][0]


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("def f(:\n", "V501"),
        ("\0", "F606"),
        (b"# \xff\n", "F605"),
        (f"{HEAD}x = 'site.it'\n@verifier(x)\ndef it(request): ...\n", "V502"),
        (f"{HEAD}@verifier('os:system')\ndef it(request): ...\n", "V503"),
        (f"{HEAD}@verifier('onnx.count')\ndef it(request): ...\n", "V505"),
        (f"{HEAD}@verifier('site.it', basis='guessed')\ndef it(request): ...\n", "V506"),
        (f"{HEAD}class A:\n    @verifier('site.it')\n    def it(request): ...\n", "V507"),
        (f"{site('return 5')}\n\n{site('return 6')}", "V504"),
    ],
)  # fmt: skip
def test_a_module_that_declares_no_verifier(project: Mini, module: str | bytes, code: str) -> None:
    """Said without running any of it, and beside the others."""
    project.write("verifiers/bad.py", module)
    project.write(
        "verifiers/good.py", f'{HEAD}@verifier("site.good")\ndef f(request: Request) -> int:\n    return 7\n'
    )
    ledger = claims("seven: {says: S, basis: model, verify: site.good}")
    run = beside(project, ledger, "[7](claim:seven)\n")
    assert (run.code, run.codes()) == (2, [code])
    assert run.diagnostic(code)["at"]["path"] == "verifiers/bad.py"
    assert run.verdict("seven")["status"] == "verified"


def test_a_link_to_a_module_outside_is_not_run(project: Mini) -> None:
    outside = project.path.parent / "outside.py"
    outside.write_text(site("open('ran', 'w'); return 5"))
    write(project, {"claims/bad.yaml": IT, "docs/bad.md": "[5](claim:it)\n"})
    (project.path / "verifiers").mkdir()
    (project.path / "verifiers/site.py").symlink_to(outside)
    run = checked(project)
    assert run.code == 2
    assert "F602" in run.codes()
    assert not list(project.path.parent.rglob("ran"))
