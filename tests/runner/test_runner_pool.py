"""Jobs that share children, in batches and side by side."""

from __future__ import annotations

import os
import time
from fractions import Fraction
from pathlib import Path

import pytest

from runner_site import Site, number
from trueup.quantity.table import Table
from trueup.quantity.units import Dimension
from trueup.quantity.value import Name, Quantity
from trueup.runner.job import Job, Limits
from trueup.runner.pool import run
from trueup.verifier import Input, Samples
from trueup.verifier.registry import check_parameters, find_verifiers
from trueup.verifiers import BUILT_IN

COUNT = """
    import os
    calls = []

    @verifier("site.count")
    def count(request, *, n: int = 0):
        calls.append(n)
        if n == 13:
            os._exit(0)
        return len(calls)

    @verifier("site.pid")
    def pid(request):
        return os.getpid()
"""


def test_claims_of_one_verifier_share_a_child(site: Site) -> None:
    site.verifiers(COUNT)
    jobs = [site.job("count", claim=f"c{n}", n=str(n)) for n in range(5)]
    assert [number(result) for result in site.results(jobs, parallel=1)] == [1, 2, 3, 4, 5]


def test_one_that_dies_takes_no_other_with_it(site: Site) -> None:
    site.verifiers(COUNT)
    jobs = [site.job("count", claim=f"c{n}", n=n) for n in ("1", "13", "2")]
    first, dead, last = site.results(jobs, parallel=1)
    assert (number(first), number(last)) == (1, 1)
    assert dead.failure is not None
    assert dead.failure.message == "site.count ended without a result (exit 0)"


def test_fresh_jobs_have_a_process_each(site: Site) -> None:
    site.verifiers(COUNT)
    jobs = [site.job("pid", claim=f"c{n}", fresh=True) for n in range(3)]
    assert len({number(result) for result in site.results(jobs)}) == 3


def test_output_belongs_to_the_job_that_wrote_it(site: Site) -> None:
    site.verifiers(
        "@verifier('site.say')\ndef say(request, *, word: str):\n    print(word)\n    return word\n"
    )
    jobs = [site.job("say", claim=f"c{n}", word=f"word{n}") for n in range(3)]
    assert [result.output_tail for result in site.results(jobs, parallel=1)] == [
        "word0\n",
        "word1\n",
        "word2\n",
    ]


def test_results_come_as_they_arrive(site: Site) -> None:
    site.verifiers(
        "import time\n\n@verifier('slow.it')\ndef it(request):\n    time.sleep(2)\n    return 1\n",
        module="slow",
    )
    site.verifiers("@verifier('quick.it')\ndef it(request): return 2\n", module="quick")
    jobs = [site.job("it", module="slow"), site.job("it", module="quick")]
    assert [number(result) for result in run(jobs, parallel=2)] == [2, 1]


def test_leaving_the_iterator_kills_the_children(site: Site) -> None:
    site.verifiers("import time\n\n@verifier('slow.it')\ndef it(request): time.sleep(60)\n", module="slow")
    site.verifiers("@verifier('quick.it')\ndef it(request): return 2\n", module="quick")
    results = run([site.job("it", module="slow"), site.job("it", module="quick")], parallel=2)
    assert number(next(results)) == 2
    assert site.living()
    results.close()  # type: ignore[attr-defined]
    assert not site.living()


def test_progress_is_told(site: Site) -> None:
    site.verifiers(COUNT)
    told: list[tuple[str, str]] = []

    def tell(job: Job, what: str) -> None:
        told.append((job.claim, what))

    jobs = [site.job("count", claim=name) for name in ("one", "two")]
    list(run(jobs, progress=tell, parallel=1))
    assert sorted(told) == [("one", "done"), ("one", "started"), ("two", "done"), ("two", "started")]


def test_no_jobs_need_no_child() -> None:
    assert list(run([])) == []


def test_a_job_larger_than_a_pipe_arrives(site: Site) -> None:
    site.verifiers("@verifier('site.size')\ndef size(request, *, words: list[str]): return len(words)\n")
    result = site.results([site.job("size", words=tuple(["word" * 10] * 20_000))])[0]
    assert number(result) == 20_000


def test_a_root_that_is_gone_is_an_error(tmp_path: Path) -> None:
    site = Site(root=tmp_path / "gone")
    failure = site.results([site.job("it")])[0].failure
    assert failure is not None
    assert (failure.status, failure.reason) == ("error", "verifier")
    assert failure.message == "site.it could not be started: No such file or directory"


def test_what_the_registry_finds_is_what_is_run(site: Site) -> None:
    """A site's verifier and a built-in, from their source to their values."""
    site.verifiers(COUNT)
    sources = {"verifiers/site.py": (site.root / "verifiers/site.py").read_text(encoding="utf-8")}
    registry = find_verifiers(sources, folder="verifiers", builtins=BUILT_IN)
    file = site.write("a.txt", "one two one")
    files = {"files": Input(name="*.txt", path=site.root, files=(file,), digest="sha256:0")}
    asked: list[tuple[str, dict[str, str], dict[str, Input]]] = [
        ("site.count", {"n": "3"}, {}),
        ("code.count", {"files": "*.txt", "pattern": "one"}, files),
    ]
    jobs = []
    for name, parameters, inputs in asked:
        found = registry.find(name)
        assert found is not None
        assert check_parameters(found, parameters) == []
        jobs.append(
            Job(
                claim="a.b",
                verifier=found.id,
                module=found.module if found.builtin else str(site.root / found.module),
                function=found.function,
                folder=None if found.builtin else site.root / "verifiers",
                root=site.root,
                parameters=parameters,
                inputs=inputs,
                basis=found.basis,
            )
        )
    assert [number(result) for result in site.results(jobs)] == [1, 2]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", Quantity.exact(7)),
        ("Fraction(1, 3)", Quantity.exact(Fraction(1, 3))),
        ("'MatMulNBits'", Name(words=("MatMulNBits",))),
        ("Name(words=('Gather', 'MatMul'))", Name(words=("Gather", "MatMul"))),
        ("Quantity.exact(389283840, Dimension.of(B=1))", Quantity.exact(389283840, Dimension.of(B=1))),
        (
            "Table(key='a', columns=('a', 'b'), rows=(('x', '1'),))",
            Table(key="a", columns=("a", "b"), rows=(("x", "1"),)),
        ),
    ],
)
def test_values_arrive_exactly(site: Site, text: str, value: object) -> None:
    imports = "from fractions import Fraction\nfrom trueup.quantity.value import Name, Quantity\n"
    imports += "from trueup.quantity.table import Table\nfrom trueup.quantity.units import Dimension\n"
    assert site.call(f"{imports}return {text}").value == value


def test_numpy_s_numbers_are_numbers(site: Site) -> None:
    pytest.importorskip("numpy")
    assert site.call("import numpy; return numpy.int64(7)").value == Quantity.exact(7)
    samples = site.call(
        "import numpy; return Samples(values=numpy.ones(2), unit='s')", basis="measured"
    ).samples
    assert samples == Samples(values=(1.0, 1.0), unit="s")


def test_samples_arrive_with_their_other_arm(site: Site) -> None:
    result = site.call("return Samples(values=[0.1, 5], unit='GB/s', against=[0.2, 0])", basis="measured")
    assert result.samples == Samples(values=(0.1, 5.0), unit="GB/s", against=(0.2, 0.0))


def test_a_request_says_what_is_asked(site: Site) -> None:
    body = "return f'{request.claim} {request.arm} {request.root == __import__(\"pathlib\").Path.cwd()}'"
    assert site.call(body).value == Name(words=("a.claim A/B True",))


def test_a_module_edited_within_a_second_runs_as_it_is_now(site: Site) -> None:
    seen = []
    for digit in "12":
        site.verifiers(f"@verifier('site.it')\ndef it(request): return {digit}\n")
        os.utime(site.root / "verifiers" / "site.py", (1e9, 1e9))
        seen.append(number(site.results([site.job("it")])[0]))
    assert seen == [1, 2]
    assert not list(site.root.rglob("__pycache__"))


@pytest.mark.parametrize("line", ["import helper", "from . import helper", "from helper import TWO"])
def test_a_module_may_import_its_siblings(site: Site, line: str) -> None:
    site.write("verifiers/helper.py", "from deep.inner import TWO\n")
    site.write("verifiers/deep/inner.py", "TWO = 2\n")
    two = "TWO" if "TWO" in line else "helper.TWO"
    site.verifiers(f"{line}\n\n@verifier('site.it')\ndef it(request): return {two}\n")
    assert number(site.results([site.job("it")])[0]) == 2


def test_the_folder_of_verifiers_is_on_no_path(site: Site) -> None:
    result = site.call(
        "return str([entry for entry in sys.path if 'verifiers' in entry or entry in ('', os.getcwd())])"
    )
    assert result.value == Name(words=("[]",))


def test_a_sibling_never_hides_a_library(site: Site) -> None:
    site.write("verifiers/json.py", "raise SystemExit\n")
    assert site.call("import json; return json.dumps('x')").value == Name(words=('"x"',))


def test_time_is_that_of_the_call(site: Site) -> None:
    begin = time.monotonic()
    result = site.call("time.sleep(0.2); return 1", limits=Limits(seconds=20))
    assert 0.2 <= result.seconds <= time.monotonic() - begin
