"""Graphs of models."""

from __future__ import annotations

import subprocess
from pathlib import Path
from statistics import median

from benchmarks.bench import PYTHON, ROOT, Bench, Row
from benchmarks.processes import Arm, Taken, environment, interleave, peak, ratio, said

READING = [PYTHON, "-m", "benchmarks.reading"]


def inline(bench: Bench) -> Row:
    """The graph of a model with its weights inside."""
    model = _model(bench, "inline")
    taken = interleave(
        [
            _reader(bench, "bytes that have to be read", "needed", model),
            _reader(bench, "protobuf without weights", "skeleton", model),
            _reader(bench, "trueup's graph", "trueup", model),
        ],
        bench.rounds,
    )
    pairs = interleave(
        [_reader(bench, "trueup's graph again", "trueup", model), _reader(bench, "onnx.load", "onnx", model)],
        bench.few(9),
    )
    taken |= pairs
    model.unlink()
    return Row(
        name="inline",
        work="graph of an ONNX file of 1.5 GB with its weights, in cache",
        taken=taken,
        figures={
            "onnx_over_trueup": _own(pairs, "onnx.load", "trueup's graph again"),
            "processes_over_needed": ratio(taken, "trueup's graph", "bytes that have to be read"),
            "protobuf_over_needed": _own(taken, "protobuf without weights", "bytes that have to be read"),
            "graph_over_needed": _own(taken, "trueup's graph", "bytes that have to be read"),
            "read_ms": said(taken["trueup's graph"], "read"),
            "peak_mb": peak(taken["trueup's graph"]),
            "peak_mb_of_onnx": peak(taken["onnx.load"]),
        },
    )


def _own(taken: Taken, one: str, other: str) -> float:
    """How many times as long one takes as another by their own clocks, once all is imported."""
    return median(a.said["read"] / b.said["read"] for a, b in zip(taken[one], taken[other], strict=True))


def external(bench: Bench) -> Row:
    """The graph of a model whose weights lie elsewhere, imports included."""
    model = _model(bench, "external")
    taken = interleave(
        [
            bench.bare(),
            _reader(bench, "trueup's graph", "trueup", model),
            _reader(bench, "onnx.load", "onnx", model),
        ],
        bench.rounds,
    )
    return Row(
        name="external",
        work="graph of 48 layers with external weights, the whole process",
        taken=taken,
        figures={
            "trueup_over_onnx": ratio(taken, "trueup's graph", "onnx.load"),
            "over_bare": ratio(taken, "trueup's graph", "python -c pass"),
        },
    )


def _model(bench: Bench, kind: str) -> Path:
    path = bench.folder / f"{kind}.onnx"
    kept = environment(bench.folder / "cache")
    subprocess.run([PYTHON, "-m", "benchmarks.models", kind, str(path)], cwd=ROOT, env=kept, check=True)
    if kind == "inline":
        subprocess.run([*READING, "places", str(path)], cwd=ROOT, env=kept, check=True)
    return path


def _reader(bench: Bench, name: str, how: str, model: Path) -> Arm:
    return bench.arm(name, [*READING, how, str(model)], ROOT)
