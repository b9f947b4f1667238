"""Exports of benchmarks: the median, and where it lies."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from artifacts import DATA, Place, diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.quantity.interval import Interval
from trueup.quantity.units import Dimension
from trueup.quantity.value import Quantity
from trueup.readers.timings import Shape
from trueup.verifier import VerifierError
from trueup.verifiers import artifact

HYPERFINE, PYTEST = (
    json.loads((DATA / "timings" / f"{name}.json").read_text()) for name in ("hyperfine", "pytest-benchmark")
)


def median_of(folder: Path, found: Any, shape: Shape, benchmark: str | None = None) -> Quantity:
    place = Place(folder)
    place.write("run.json", json.dumps(found))
    return asked(place, "run.json", shape, benchmark)


def asked(place: Place, name: str, shape: Shape, benchmark: str | None = None) -> Quantity:
    value = artifact.json_value(place.request(name), artifact="run", shape=shape, benchmark=benchmark)
    assert isinstance(value, Quantity)
    return value


def exact(value: float) -> Fraction:
    return Fraction(repr(value))


def edited(found: Any, edit: Callable[[Any], object]) -> Any:
    copy = json.loads(json.dumps(found))
    edit(copy)
    return copy


@pytest.mark.parametrize("command", ["true", "ls /usr/bin"])
def test_hyperfine(command: str, tmp_path: Path) -> None:
    (entry,) = (one for one in HYPERFINE["results"] if one["command"] == command)
    found = median_of(tmp_path, HYPERFINE, "hyperfine", command)
    ordered = sorted(entry["times"])
    # of twelve, the second from either end: 99.4 %
    assert found.spread == Interval(exact(ordered[1]), exact(ordered[-2]))
    assert (found.dimension, found.noise) == (Dimension.of(s=1), Fraction(0))


@pytest.mark.parametrize("name", ["test_sum", "test_sum.py::test_sum", "test_sorted[10]"])
def test_pytest_benchmark(name: str, tmp_path: Path) -> None:
    (entry,) = (one for one in PYTEST["benchmarks"] if name in (one["name"], one["fullname"]))
    ordered = sorted(entry["stats"]["data"])
    found = median_of(tmp_path, PYTEST, "pytest-benchmark", name)
    assert found.spread == Interval(exact(ordered[2]), exact(ordered[-3]))


def test_without_samples_it_is_the_median_alone(tmp_path: Path) -> None:
    bare = edited(PYTEST, lambda found: found["benchmarks"][0]["stats"].pop("data"))
    value = exact(PYTEST["benchmarks"][0]["stats"]["median"])
    found = median_of(tmp_path, bare, "pytest-benchmark", "test_sum")
    assert found == Quantity.exact(value, Dimension.of(s=1))


def of_one_command(found: Any) -> None:
    found["results"] = [one for one in found["results"] if one["command"] == "true"]


def test_the_only_one_needs_no_name(tmp_path: Path) -> None:
    found = edited(HYPERFINE, of_one_command)
    assert median_of(tmp_path, found, "hyperfine") == median_of(tmp_path, HYPERFINE, "hyperfine", "true")


def runs(folder: Path, hosts: list[str]) -> Place:
    place = Place(folder)
    for number, host in enumerate(hosts):

        def of_host(found: Any, number: int = number, host: str = host) -> None:
            found["machine_info"]["cpu"]["brand_raw"] = host
            stats = found["benchmarks"][0]["stats"]
            stats["median"] = stats["median"] * (1 + number / 100)
            stats["data"] = [one * (1 + number / 100) for one in stats["data"]]

        place.write(f"runs/{number}.json", json.dumps(edited(PYTEST, of_host)))
    return place


def test_of_several_runs_a_sample_is_a_run(tmp_path: Path) -> None:
    place = runs(tmp_path, ["EPYC"] * 8)
    median = PYTEST["benchmarks"][0]["stats"]["median"]
    found = asked(place, "runs", "pytest-benchmark", "test_sum")
    assert found.spread == Interval(exact(median), exact(median * (1 + 7 / 100)))


def test_runs_of_several_hosts(tmp_path: Path) -> None:
    place = runs(tmp_path, ["EPYC", "EPYC", "Xeon"])
    with pytest.raises(TrueupError) as caught:
        asked(place, "runs", "pytest-benchmark", "test_sum")
    message = "this run is of Xeon, x86_64, Linux, runs/0.json of EPYC, x86_64, Linux"
    assert refusal(caught) == ("M636", "runs/2.json:1:1", message)


def set_to(*steps: str | int, value: object) -> Callable[[Any], None]:
    def edit(found: Any) -> None:
        for step in steps[:-1]:
            found = found[step]
        found[steps[-1]] = value

    return edit


@pytest.mark.parametrize(
    ("edit", "benchmark", "message"),
    [
        (set_to("results", value=[]), None, "M631 the list 'results' is empty"),
        (set_to("results", value=1), None, "M632 this is no export of hyperfine: it has no list 'results'"),
        (set_to("results", 0, "times", value=[]), "true", "M631 the list at /results/0/times is empty"),
        (set_to("results", 0, "times", 3, value=float("nan")), "true", "M632 NaN is no number in JSON"),
        (
            set_to("results", 0, "times", 3, value=-1),
            "true",
            "M635 the value at /results/0/times/3 is no time",
        ),
        (
            set_to("results", 0, "median", value=10**350),
            "true",
            "M635 the value at /results/0/median is no time",
        ),
        (set_to("results", 0, "median", value=None), "true", "M635 the value at /results/0/median is null"),
        (
            set_to("results", 0, "median", value=1),
            "true",
            "M636 the median is 1 s, that of the samples 0.00087",
        ),
        (
            set_to("results", 0, "exit_codes", 3, value=1),
            "true",
            "M635 run 4 of 12 failed with exit code 1: its time is not that of the command",
        ),
        (
            set_to("results", 0, "exit_codes", 0, value=None),
            "true",
            "M635 run 1 of 12 was ended by a signal",
        ),
        (
            set_to("results", 0, "exit_codes", value={}),
            "true",
            "M635 the value at /results/0/exit_codes is no list of exit codes",
        ),
        (set_to("x", value=1), None, "M634 2 benchmarks are here: ls /usr/bin, true"),
        (set_to("x", value=1), "tru", "M634 no benchmark is called 'tru'"),
    ],
)
def test_damaged_exports(
    edit: Callable[[Any], None], benchmark: str | None, message: str, tmp_path: Path
) -> None:
    with pytest.raises(TrueupError) as caught:
        median_of(tmp_path, edited(HYPERFINE, edit), "hyperfine", benchmark)
    found = diagnostic(caught)
    assert f"{found.code} {found.message}".startswith(message)
    assert str(found.location).startswith("run.json:1:")


def test_a_pointer_and_a_shape(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.write("run.json", "{}")
    request = place.request("run.json")
    for parameters in ({}, {"pointer": "/a", "shape": "hyperfine"}):
        with pytest.raises(VerifierError, match="pointer and shape exclude each other"):
            artifact.json_value(request, artifact="run", **parameters)  # type: ignore[arg-type]
