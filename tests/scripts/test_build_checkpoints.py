"""The files of the page on checkpoints are what the script writes, and what their configurations say."""

from __future__ import annotations

import sys
from math import prod
from pathlib import Path

import build_checkpoints
import pytest

from trueup.files import Root
from trueup.readers.formats import read_tensors

INPUTS = Path(__file__).parents[2] / "claims" / "inputs"
WRITTEN = (
    "qwen14b.config.json",
    "small.q4_0.gguf",
    "small/config.json",
    "small/model-00001-of-00002.safetensors",
    "small/model-00002-of-00002.safetensors",
    "small/model.safetensors.index.json",
)


def test_the_committed_files_are_what_the_script_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["build_checkpoints.py", "--into", str(tmp_path)])
    build_checkpoints.main()
    found = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert found == sorted(WRITTEN)
    for name in WRITTEN:
        assert (tmp_path / name).read_bytes() == (INPUTS / name).read_bytes(), name


@pytest.mark.parametrize("name", ["small/model.safetensors.index.json", "small.q4_0.gguf"])
def test_the_tensors_are_those_of_the_configuration(name: str) -> None:
    shapes = build_checkpoints.tensors(build_checkpoints.SMALL)
    root = Root(INPUTS)
    found = read_tensors(root, root.resolve(name)).tensors
    assert sorted(tensor.shape for tensor in found) == sorted(shapes.values())
    assert sum(tensor.elements for tensor in found) == sum(map(prod, shapes.values()))
