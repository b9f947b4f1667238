"""Criterion's folders, as criterion wrote them, and damaged."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from artifacts import DATA, Place, diagnostic, refusal
from trueup.diagnostics import TrueupError
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.stats.bootstrap import Statistic
from trueup.verifiers import criterion

DESCENDING = '{"mean": {"point_estimate": 1, "confidence_interval": {"lower_bound": 2, "upper_bound": 1}}}'
GATHER = "gather/f32/threads=1:internal/16"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """``run/`` was compared with a baseline ``main``, ``sum/`` with one that it was then written over."""
    shutil.copytree(DATA / "criterion" / "named", tmp_path / "run")
    shutil.copytree(DATA / "criterion" / "overwritten" / "sum", tmp_path / "sum")
    return Place(tmp_path)


def change(
    place: Place,
    artifact: str,
    benchmark: str | None = None,
    statistic: Statistic = "mean",
    baseline: str | None = None,
) -> Quantity:
    return criterion.change(
        place.request(artifact), artifact="x", statistic=statistic, benchmark=benchmark, baseline=baseline
    )


def recorded(folder: Path, statistic: Statistic = "mean") -> Interval:
    found = json.loads((folder / "change" / "estimates.json").read_text(), parse_float=str)
    ends = found[statistic]["confidence_interval"]
    return Interval(Fraction(ends["lower_bound"]), Fraction(ends["upper_bound"]))


def rewrite(file: Path, edit: Any) -> None:
    found = json.loads(file.read_text())
    edit(found)
    file.write_text(json.dumps(found, indent=1))


@pytest.mark.parametrize("statistic", ["mean", "median"])
@pytest.mark.parametrize(
    ("artifact", "benchmark", "folder"),
    [
        ("run", "sum", "run/sum"),
        ("run", GATHER, "run/gather_f32/threads=1_internal/16"),
        ("run", "gather/f32/32x64", "run/gather_f32/32x64"),
        ("run/sum", None, "run/sum"),
        ("run/sum", "sum", "run/sum"),
        ("run/gather_f32/threads=1_internal", None, "run/gather_f32/threads=1_internal/16"),
        ("run/sum/change/estimates.json", None, "run/sum"),
        ("sum", None, "sum"),
    ],
)
def test_the_interval_is_the_one_that_criterion_states(
    artifact: str, benchmark: str | None, folder: str, statistic: Statistic, place: Place
) -> None:
    found = change(place, artifact, benchmark, statistic)
    assert found.spread == found.reach == recorded(place.path / folder, statistic)


@pytest.mark.parametrize("statistic", ["mean", "median"])
@pytest.mark.parametrize("benchmark", ["sum", GATHER, "gather/f32/32x64"])
def test_without_a_change_it_is_computed_from_the_samples(
    benchmark: str, statistic: Statistic, place: Place
) -> None:
    stated = change(place, "run", benchmark, statistic).spread
    for folder in list(place.path.rglob("change")):
        shutil.rmtree(folder)
    found = change(place, "run", benchmark, statistic).spread
    assert found == change(place, "run", benchmark, statistic).spread
    assert found.low is not None
    assert found.high is not None
    assert stated.low is not None
    assert stated.high is not None
    # 99 % where criterion takes 95 %: a third wider, and around the same change
    assert found.low < (stated.low + stated.high) / 2 < found.high
    assert 1 < (found.high - found.low) / (stated.high - stated.low) < Fraction(7, 4)


def test_a_change_alone(place: Place) -> None:
    for run in ("new", "main"):
        shutil.rmtree(place.path / "run" / "sum" / run)
    assert change(place, "run/sum").spread == recorded(place.path / "run" / "sum")


def test_a_name_is_known_by_its_folder_where_nothing_tells_it(place: Place) -> None:
    for file in list(place.path.rglob("benchmark.json")):
        file.unlink()
    assert change(place, "run", GATHER) == change(place, "run/gather_f32/threads=1_internal/16")


def test_several_benchmarks(place: Place) -> None:
    with pytest.raises(TrueupError) as caught:
        change(place, "run")
    message = f"3 benchmarks are here: gather/f32/32x64, {GATHER}, sum"
    assert refusal(caught) == ("M634", "run:1:1", message)
    assert diagnostic(caught).hint == "name one as benchmark:"


def test_a_name_that_none_has(place: Place) -> None:
    with pytest.raises(TrueupError) as caught:
        change(place, "run", "gather/f32/32x46")
    assert refusal(caught) == ("M634", "run:1:1", "no benchmark is called 'gather/f32/32x46'")
    assert diagnostic(caught).hint == "did you mean 'gather/f32/32x64'?"


def test_a_folder_without_anything_of_criterion(place: Place) -> None:
    place.write("other/estimates.json", "{}")
    with pytest.raises(TrueupError) as caught:
        change(place, "other")
    assert refusal(caught) == ("M632", "other:1:1", "the folder holds nothing that criterion writes")
    place.write("other/data/main/sum/measurement_1.cbor", b"\x00")
    with pytest.raises(TrueupError, match="cargo-criterion's own files are not read"):
        change(place, "other")


def test_a_change_of_other_runs(place: Place) -> None:
    file = place.path / "run" / "sum" / "change" / "estimates.json"
    rewrite(file, lambda found: found["mean"].update(point_estimate=0.03))
    with pytest.raises(TrueupError) as caught:
        change(place, "run/sum")
    code, at, message = refusal(caught)
    assert (code, at) == ("M636", "run/sum/change/estimates.json:8:21")
    assert message == ("it says that the mean changed by +3.000%, the samples of main/ and new/ give +1.726%")
    assert change(place, "run/sum", statistic="median")
    rewrite(file, lambda found: found["mean"].update(point_estimate=0.372))
    with pytest.raises(TrueupError, match="M636 the mean does not lie in its own interval"):
        change(place, "run/sum")


def test_estimates_of_other_samples(place: Place) -> None:
    file = place.path / "run" / "sum" / "new" / "sample.json"
    rewrite(file, lambda found: found["times"].pop() and found["iters"].pop())
    with pytest.raises(TrueupError) as caught:
        change(place, "run/sum")
    code, at, message = refusal(caught)
    assert (code, at.partition(":")[0]) == ("M636", "run/sum/new/estimates.json")
    assert message.startswith("it says a mean of 13816.6 ns, its samples give ")


def test_an_overwritten_baseline_without_a_change(place: Place) -> None:
    shutil.rmtree(place.path / "sum" / "change")
    with pytest.raises(TrueupError) as caught:
        change(place, "sum")
    message = "sum has neither change/estimates.json nor the samples of two runs"
    assert refusal(caught) == ("M634", "sum:1:1", message)
    assert "--save-baseline main" in (diagnostic(caught).hint or "")


def test_several_baselines(place: Place) -> None:
    folder = place.path / "run" / "sum"
    shutil.copytree(place.path / "sum" / "new", folder / "other")
    assert change(place, "run/sum").spread == recorded(folder)
    shutil.rmtree(folder / "change")
    with pytest.raises(TrueupError, match=r"sum could be compared with main, other \(name one as"):
        change(place, "run/sum")
    assert change(place, "run/sum", baseline="main") != change(place, "run/sum", baseline="other")
    with pytest.raises(TrueupError, match=r"sum has no samples of a baseline 'mian' \(it has main"):
        change(place, "run/sum", baseline="mian")


def without_samples(found: dict[str, Any]) -> None:
    found["times"].clear()
    found["iters"].clear()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (without_samples, "M631 the list at /iters is empty"),
        (lambda found: found.pop("times"), "M634 there is no 'times' in the top value"),
        (lambda found: found["times"].pop(), "M636 there are 19 times and 20 counts of iterations"),
        (lambda found: found["iters"].__setitem__(3, 0), "M635 the value at /iters/3 is no time or count"),
        (lambda found: found["times"].__setitem__(0, -1.5), "M635 the value at /times/0 is no time or count"),
        (lambda found: found["times"].__setitem__(0, 10**350), "M635 the value at /times/0 is no time"),
        (lambda found: found["times"].__setitem__(0, "1"), "M635 the value at /times/0 is a text, no number"),
        (lambda found: found["times"].__setitem__(1, float("nan")), "M632 NaN is no number in JSON"),
        (lambda found: found["times"].__setitem__(1, float("inf")), "M632 Infinity is no number in JSON"),
    ],
)
def test_damaged_samples(edit: Any, message: str, place: Place) -> None:
    rewrite(place.path / "run" / "sum" / "main" / "sample.json", edit)
    with pytest.raises(TrueupError) as caught:
        change(place, "run/sum")
    assert f"{diagnostic(caught).code} {diagnostic(caught).message}".startswith(message)
    assert str(diagnostic(caught).location).startswith("run/sum/main/sample.json:")


def test_too_few_samples(place: Place) -> None:
    folder = place.path / "run" / "sum"
    shutil.rmtree(folder / "change")
    for run in ("main", "new"):
        (folder / run / "estimates.json").unlink()
        (folder / run / "sample.json").write_text(f'{{"iters": [1, 1], "times": [2, {len(run)}]}}')
    with pytest.raises(TrueupError, match=r"M635 2 samples give no interval \(criterion takes"):
        change(place, "run/sum")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("version https://git-lfs.github.com/spec/v1\n", "M630"),
        ("", "M631"),
        ('{"mean": {}}', "M634"),
        (
            '{"mean": {"point_estimate": 1, "confidence_interval": {"lower_bound": 2, "upper_bound": 1}}}',
            "M636",
        ),
        ('{"mean": {"point_estimate": 1, "point_estimate": 2}}', "M633"),
        (
            '{"mean": {"point_estimate": -1, "confidence_interval": {"lower_bound": -1, "upper_bound": 0}}}',
            "M635",
        ),
    ],
)
def test_damaged_estimates(text: str, code: str, place: Place) -> None:
    place.write("run/sum/change/estimates.json", text)
    with pytest.raises(TrueupError) as caught:
        change(place, "run/sum")
    assert diagnostic(caught).code == code
    assert str(diagnostic(caught).location).startswith("run/sum/change/estimates.json:1:")
