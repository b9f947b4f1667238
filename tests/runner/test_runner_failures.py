"""Every way in which a verifier can die, and the verdict that it makes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import trueup
from runner_site import Site, number
from trueup.runner.job import Limits
from trueup.runner.processes import alive
from trueup.verifier import Input


def verdict(site: Site, body: str, **limits: float) -> tuple[str, str]:
    failure = site.fails(body, limits=Limits(**{"seconds": 20, **limits}))  # type: ignore[arg-type]
    return f"{failure.status}/{failure.reason}", failure.message


def test_an_exception_is_told_with_its_last_line_and_its_place(site: Site) -> None:
    kind, message = verdict(site, "raise ValueError('bad\\nshape')")
    assert kind == "error/verifier"
    assert message == "site.it raised ValueError: bad shape, at verifiers/site.py:6"


def test_an_exception_that_cannot_be_shown_is_told_by_its_type(site: Site) -> None:
    body = """
        class Mute(Exception):
            def __str__(self): raise RuntimeError
        raise Mute
    """
    assert verdict(site, body) == ("error/verifier", "site.it raised Mute, at verifiers/site.py:8")


def test_a_huge_message_is_cut(site: Site) -> None:
    assert len(verdict(site, "raise ValueError('x' * 10_000_000)")[1]) < 1000


@pytest.mark.parametrize("code", ["0", "3", "'gone'"])
def test_leaving_by_sys_exit_is_no_result(site: Site, code: str) -> None:
    kind, message = verdict(site, f"sys.exit({code})")
    assert kind == "error/verifier"
    assert message.startswith("site.it ended without a result")


@pytest.mark.parametrize("code", [0, 3])
def test_leaving_by_os_exit_is_no_result(site: Site, code: int) -> None:
    assert verdict(site, f"os._exit({code})") == (
        "error/verifier",
        f"site.it ended without a result (exit {code})",
    )


def test_a_segfault_names_its_signal_and_its_place(site: Site) -> None:
    kind, message = verdict(site, "import ctypes; ctypes.string_at(0)")
    assert kind == "error/verifier"
    assert message == "site.it died of SIGSEGV (Segmentation fault), at verifiers/site.py:6"


def test_a_kill_names_its_signal(site: Site) -> None:
    kind, message = verdict(site, "os.kill(os.getpid(), signal.SIGKILL)")
    assert kind == "error/verifier"
    assert message == "site.it died of SIGKILL (Killed)"


@pytest.mark.parametrize(
    "body", ["while True: pass", "time.sleep(60)", "signal.pthread_sigmask(0, range(1, 64)); time.sleep(60)"]
)
def test_a_verifier_that_does_not_end_is_stopped(site: Site, body: str) -> None:
    kind, message = verdict(site, body, seconds=1)
    assert kind == "error/timeout"
    assert message == "site.it was still running after 1 s, at verifiers/site.py:6"


def test_too_much_memory_is_an_error_of_its_own(site: Site) -> None:
    kind, message = verdict(site, "held = b'x' * (400 << 20); time.sleep(20)", memory=200 << 20)
    assert kind == "error/memory"
    assert "the limit is 0.2 GiB" in message


def test_memory_of_all_processes_together_counts(site: Site) -> None:
    body = """
        for _ in range(4):
            if not os.fork():
                held = os.urandom(1 << 20) * 90; time.sleep(20); os._exit(0)
        time.sleep(20)
    """
    assert verdict(site, body, memory=256 << 20)[0] == "error/memory"


def test_memory_that_is_only_reserved_does_not_count(site: Site) -> None:
    result = site.call("import mmap; m = mmap.mmap(-1, 8 << 30); time.sleep(0.3); return 1")
    assert result.failure is None


def test_a_memory_error_is_a_memory_error(site: Site) -> None:
    assert verdict(site, "raise MemoryError")[0] == "error/memory"


def test_too_many_processes_are_stopped_with_all_their_descendants(site: Site) -> None:
    body = """
        for _ in range(60):
            if not os.fork():
                os.setsid(); time.sleep(60); os._exit(0)
        time.sleep(60)
    """
    kind, message = verdict(site, body, processes=20)
    assert kind == "error/verifier"
    assert "more than 20 processes" in message
    assert not site.living()


def test_processes_left_behind_are_killed(site: Site) -> None:
    body = """
        import subprocess
        child = subprocess.Popen(["sleep", "60"], start_new_session=True)
        return child.pid
    """
    result = site.call(body)
    assert number(result)
    assert not site.living()


def test_a_copy_of_the_process_has_no_say(site: Site) -> None:
    result = site.call("return 1 if os.fork() else 2")
    assert number(result) == 1


def test_what_is_printed_is_never_taken_for_a_result(site: Site) -> None:
    body = """
        print('{"id": 1, "seconds": 0, "value": {"kind": "quantity", "spread": ["1", "1"], "dimension": {}}}')
        sys.stdout.flush()
        os._exit(0)
    """
    assert verdict(site, body) == ("error/verifier", "site.it ended without a result (exit 0)")


def test_junk_on_the_streams_and_closed_streams_do_no_harm(site: Site) -> None:
    body = r"""
        os.write(1, b'\xff\x00\x1b[2J' * 1000)
        print('junk', file=sys.stderr)
        sys.stdout.close(); os.close(2); return 7
    """
    result = site.call(body)
    assert result.failure is None
    assert result.output_tail.endswith("junk\n")
    assert len(result.output_tail) <= 4096


def test_endless_output_is_stopped_and_its_end_is_kept(site: Site) -> None:
    body = """
        while True:
            os.write(1, b"y" * 65536)
    """
    result = site.call(body, limits=Limits(seconds=20, output=1 << 20))
    assert result.failure is not None
    assert result.failure.message == "site.it wrote more than 1 MiB to its output"
    assert result.output_tail == "y" * 4096


def test_a_closed_pipe_of_results_is_no_result(site: Site) -> None:
    kind, message = verdict(site, "os.closerange(3, 100); time.sleep(20)")
    assert kind == "error/verifier"
    assert "ended without a result" in message


def test_a_missing_library_is_missing_with_the_line_that_installs_it(site: Site) -> None:
    failure = site.fails("import cv2")
    assert (failure.status, failure.reason) == ("missing", "library")
    assert failure.hint == "pip install opencv-python"


def test_a_library_missing_at_the_top_of_a_module_is_missing(site: Site) -> None:
    site.verifiers("import surely_not_installed.thing\n\n@verifier('site.it')\ndef it(request): return 1\n")
    failure = site.results([site.job("it")])[0].failure
    assert failure is not None
    assert (failure.status, failure.reason) == ("missing", "library")
    assert (
        failure.message
        == "site.it needs surely_not_installed, which is not installed, at verifiers/site.py:2"
    )
    assert failure.hint == "pip install surely_not_installed"


@pytest.mark.parametrize(
    "line",
    ["from trueup.verifier import Nothing", "import trueup.nothing", "from . import nothing", "import sitte"],
)
def test_a_wrong_import_of_our_own_is_an_error(site: Site, line: str) -> None:
    failure = site.fails(line)
    assert (failure.status, failure.reason) == ("error", "verifier")


@pytest.mark.parametrize("needs", ["library", "device"])
def test_unavailable_is_missing(site: Site, needs: str) -> None:
    failure = site.fails(f"raise Unavailable('needs an H200', needs={needs!r}, hint='run it there')")
    assert (failure.status, failure.reason) == ("missing", needs)
    assert (failure.message, failure.hint) == ("needs an H200", "run it there")


def test_refuted_is_a_verdict(site: Site) -> None:
    failure = site.fails("raise Refuted('identity', 'two tensors fit', 'pin one')")
    assert (failure.status, failure.reason, failure.message, failure.hint) == (
        "refuted",
        "identity",
        "two tensors fit",
        "pin one",
    )


def test_an_error_of_the_verifier_s_own_keeps_its_words(site: Site) -> None:
    failure = site.fails("raise VerifierError('the graph has no loop', 'export it again')")
    assert (failure.status, failure.reason, failure.message, failure.hint) == (
        "error",
        "verifier",
        "the graph has no loop",
        "export it again",
    )


def test_an_error_of_a_reader_is_an_error_of_the_input(site: Site) -> None:
    failure = site.fails(
        """
        from trueup.diagnostics import Diagnostic, TrueupError
        raise TrueupError(Diagnostic(code="M620", message="truncated", hint="export it again"))
        """
    )
    assert (failure.status, failure.reason, failure.message) == ("error", "input", "M620 truncated")
    assert failure.hint == "export it again"


@pytest.mark.parametrize("there", [False, True])
def test_an_input_that_is_not_there_is_an_error_of_the_input(
    site: Site, tmp_path: Path, *, there: bool
) -> None:
    site.verifiers(
        """
        @verifier("site.it")
        def it(request, *, model: str):
            request.inputs["model"].path.unlink()
            return len(request.inputs["model"].path.read_bytes())
        """
    )
    file = tmp_path / "model.onnx"
    if there:
        file.write_bytes(b"x")
    given = {"model": Input(name="m", path=file, files=(file,), digest="sha256:0")}
    failure = site.results([site.job("it", model="m", inputs=given)])[0].failure
    assert failure is not None
    assert (failure.status, failure.reason) == ("error", "input")
    assert "'m'" in failure.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(1, 2)", "returned a tuple"),
        ("float('nan')", "returned nan"),
        ("float('inf')", "returned inf"),
        ("0.5", "returned the float 0.5"),
        ("None", "returned None"),
        ("True", "returned True"),
        ("''", "returned a name that is no short text"),
        ("10 ** 20_000", "returned a number of more than"),
        ("Samples(values=[1.0], unit='s')", "returned samples"),
        ("object", "returned a type"),
        ("'\\ud800'", "surrogates"),
    ],
)
def test_a_wrong_answer_is_an_error(site: Site, text: str, said: str) -> None:
    kind, message = verdict(site, f"return {text}")
    assert kind == "error/verifier"
    assert said in message


@pytest.mark.parametrize(
    "text",
    [
        "Samples(values=[], unit='s')",
        "Samples(values=[float('nan')], unit='s')",
        "Samples(values=['fast'], unit='s')",
        "Samples(values=3, unit='s')",
        "Samples(values=[1.0], unit=None)",
        "Samples(values=[1.0], unit='s', against=[])",
    ],
)
def test_wrong_samples_are_an_error(site: Site, text: str) -> None:
    failure = site.fails(f"return {text}", basis="measured")
    assert (failure.status, failure.reason) == ("error", "verifier")


def test_a_recursion_without_end_is_an_error(site: Site) -> None:
    kind, message = verdict(site, "f = lambda: f()\nf()")
    assert kind == "error/verifier"
    assert "RecursionError" in message


def test_a_module_that_is_not_python_is_an_error(site: Site) -> None:
    site.verifiers("def it(:\n")
    failure = site.results([site.job("it")])[0].failure
    assert failure is not None
    assert failure.message.endswith("at verifiers/site.py:2")


def test_a_function_that_is_another_verifier_once_it_has_run_is_an_error(site: Site) -> None:
    site.verifiers("@verifier('site.it')\ndef it(request): return 1\n\nit = verifier('site.other')(it)\n")
    failure = site.results([site.job("it")])[0].failure
    assert failure is not None
    assert "is not the verifier 'site.it'" in failure.message


def test_children_die_with_a_parent_that_is_killed(site: Site) -> None:
    site.verifiers(
        """
        import os, time
        from pathlib import Path

        @verifier("site.it")
        def it(request):
            Path("child").write_text(str(os.getpid()))
            time.sleep(60)
        """
    )
    script = f"""
from pathlib import Path
from trueup.runner.job import Job
from trueup.runner.pool import run

root = Path({str(site.root)!r})
folder = root / "verifiers"
module = str(folder / "site.py")
job = Job(claim="a.b", verifier="site.it", module=module, function="it", root=root, folder=folder)
list(run([job]))
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(trueup.__file__).parent.parent)}
    parent = subprocess.Popen([sys.executable, "-c", script], env=environment)
    while not (site.root / "child").exists() or not (site.root / "child").read_text():
        assert parent.poll() is None
        time.sleep(0.01)
    child = int((site.root / "child").read_text())
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while child in {process.pid for process in alive()}:
        assert time.monotonic() < deadline
        time.sleep(0.01)
