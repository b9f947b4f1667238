"""Models of several files: what an index names, what a split consists of, and which format a file has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from checkpoints import gguf, safetensors, sharded
from onnx_models import decoder, save
from trueup.diagnostics import Diagnostic, TrueupError
from trueup.files import Root
from trueup.readers.formats import read_tensors
from trueup.readers.lfs import POINTER
from trueup.readers.shards import files_of, parts_of
from trueup.readers.tensors import Checkpoint

FIRST, SECOND = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
SHARDS: dict[str, dict[str, tuple[str, tuple[int, ...]]]] = {
    FIRST: {"embed": ("BF16", (8, 4)), "norm": ("F32", (4,))},
    SECOND: {"lm_head": ("BF16", (8, 4))},
}


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """In a project's folder of models."""
    (tmp_path / "models").mkdir()
    return sharded(tmp_path / "models", SHARDS)


def read(path: Path, root: Path) -> Checkpoint:
    found = read_tensors(Root(root), path)
    assert isinstance(found, Checkpoint)
    return found


def refused(path: Path, root: Path) -> Diagnostic:
    with pytest.raises(TrueupError) as caught:
        read(path, root)
    (found,) = caught.value.diagnostics
    return found


def rewrite(index: Path, **parts: Any) -> None:
    index.write_text(json.dumps({**json.loads(index.read_text(encoding="utf-8")), **parts}), encoding="utf-8")


def test_the_shards_are_one_model(index: Path, tmp_path: Path) -> None:
    found = read(index, tmp_path)
    assert {t.name: t.bytes for t in found.tensors} == {"embed": 64, "norm": 16, "lm_head": 64}
    assert found.metadata == {"total_size": 1}
    assert list(files_of(Root(tmp_path), index)) == [index.name, FIRST, SECOND]
    assert parts_of(Root(tmp_path), f"models/{index.name}") == tuple(
        f"models/{name}" for name in (index.name, FIRST, SECOND)
    )


def test_what_the_metadata_may_hold(index: Path, tmp_path: Path) -> None:
    rewrite(index, metadata={"a": "x", "b": 2, "c": None, "d": [1, {"e": 2}], "f": 1.5}, more=[{}])
    assert read(index, tmp_path).metadata == {"a": "x", "b": 2}
    rewrite(index, metadata=None)
    assert read(index, tmp_path).metadata == {}


def test_a_shard_that_is_not_there(index: Path, tmp_path: Path) -> None:
    (index.parent / SECOND).unlink()
    found = refused(index, tmp_path)
    assert found.code == "M620"
    assert found.message == f"{index.name}: '{SECOND}', a file of the model, is not there"


def test_a_shard_that_lacks_a_tensor(index: Path, tmp_path: Path) -> None:
    (index.parent / FIRST).write_bytes(safetensors({"embed": ("BF16", (8, 4))}))
    found = refused(index, tmp_path)
    assert found.code == "M662"
    assert found.message == f"{index.name}: '{FIRST}' lacks 'norm', which the index says it holds"


def test_a_tensor_that_the_index_does_not_name(index: Path, tmp_path: Path) -> None:
    (index.parent / SECOND).write_bytes(safetensors({"lm_head": ("BF16", (8, 4)), "more": ("U8", (1,))}))
    assert refused(index, tmp_path).message.endswith(
        f"'{SECOND}' holds 'more', which is nowhere by the index"
    )


def test_two_shards_that_hold_a_tensor(index: Path, tmp_path: Path) -> None:
    (index.parent / SECOND).write_bytes(safetensors({"lm_head": ("BF16", (8, 4)), "norm": ("F32", (4,))}))
    found = refused(index, tmp_path)
    assert found.code == "M662"
    assert found.message.endswith(f"'{SECOND}' holds 'norm', and so does another of its files")


def test_a_tensor_in_another_shard(index: Path, tmp_path: Path) -> None:
    rewrite(index, weight_map={"embed": FIRST, "norm": SECOND, "lm_head": SECOND})
    assert refused(index, tmp_path).message.endswith(
        f"'{FIRST}' holds 'norm', which is in '{SECOND}' by the index"
    )


@pytest.mark.parametrize(
    "name",
    [
        "../x.safetensors",
        "/etc/passwd",
        "..",
        ".",
        "",
        "a//b",
        "a/../b",
        "a\\b",
        "C:x",
        "a\nb",
        "a\x1b[31m",
        "./a",
    ],
)
def test_an_index_that_leaves_its_folder(name: str, index: Path, tmp_path: Path) -> None:
    rewrite(index, weight_map={"embed": FIRST, "norm": name})
    found = refused(index, tmp_path)
    assert found.code == "M629"
    assert found.message == f"{index.name}: it names the file {name!r}, outside its folder"


def test_a_shard_that_is_a_link_out_of_the_project(index: Path, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.write_bytes(safetensors({"lm_head": ("BF16", (8, 4))}))
    (index.parent / SECOND).unlink()
    (index.parent / SECOND).symlink_to(outside)
    assert refused(index, tmp_path).code == "F602"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "M623", "the file is empty"),
        ("{", "M622", "is no index of shards: it ends where a text was expected"),
        ("[]", "M622", "where '{' was expected"),
        ("{}", "M623", "its weight_map names no tensor"),
        ('{"weight_map": {}}', "M623", "its weight_map names no tensor"),
        ('{"weight_map": []}', "M622", "where '{' was expected"),
        ('{"weight_map": {"a": 1}}', "M622", "where a text was expected"),
        ('{"weight_map": {"a": "x", "a": "y"}}', "M625", "'a' stands twice in it"),
        ('{"weight_map": {"a": "x"}, "weight_map": {}}', "M625", "'weight_map' stands twice in it"),
        ('{"x": ' + "[" * 50_000, "M622", "nested too deeply"),
        ('{"weight_map": {"\\udc00": "x"}}', "M628", "not in UTF-8"),
        (POINTER.decode() + "v1\n", "M621", "is a Git LFS pointer"),
    ],
)
def test_indexes_that_are_refused(text: str, code: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors.index.json"
    path.write_text(text, encoding="utf-8")
    found = refused(path, tmp_path)
    assert found.code == code
    assert found.message.startswith(path.name)
    assert said in found.message


def test_too_many_shards(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueup.readers.safetensors.index.SHARDS", 1)
    assert refused(index, tmp_path).message == f"{index.name}: it names 2 files"


def test_the_headers_of_all_shards_have_one_budget(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trueup.readers.head.LIMIT", 400)
    assert refused(index, tmp_path).code == "M627"


def test_a_split_is_found_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "x-00002-of-00003.gguf"
    path.write_bytes(gguf({"a": ("F32", (8,))}))
    found = refused(path, tmp_path)
    assert (
        found.message == "x-00002-of-00003.gguf: 'x-00001-of-00003.gguf', a file of the model, is not there"
    )
    assert parts_of(Root(tmp_path), path.name) == tuple(f"x-0000{part}-of-00003.gguf" for part in (1, 2, 3))


@pytest.mark.parametrize(
    "name", ["x-00000-of-00000.gguf", "x-00004-of-00003.gguf", "x-1-of-3.gguf", "-00001-of-00002.gguf"]
)
def test_names_that_only_look_like_parts(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(gguf({"a": ("F32", (8,))}))
    assert [tensor.name for tensor in read(tmp_path / name, tmp_path).tensors] == ["a"]


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("m.safetensors", safetensors({"w": ("U8", (1,))}), "safetensors"),
        ("blob", safetensors({"w": ("U8", (1,))}), "safetensors"),
        ("M.GGUF", gguf({"w": ("F32", (1,))}), "GGUF"),
        ("model.bin", gguf({"w": ("F32", (1,))}), "GGUF"),
    ],
)
def test_the_format_by_name_or_by_its_first_bytes(name: str, data: bytes, found: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert read(path, tmp_path).format == found


def test_anything_else_is_a_graph(tmp_path: Path) -> None:
    path = save(decoder(), tmp_path, "model")
    assert "lm_head.scales" in [tensor.name for tensor in read_tensors(Root(tmp_path), path).tensors]
    (tmp_path / "text").write_text("x", encoding="utf-8")
    assert refused(tmp_path / "text", tmp_path).message.startswith("text: is no ONNX model")


def test_a_name_decides_where_the_bytes_say_something_else(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(safetensors({"w": ("U8", (1,))}))
    assert refused(path, tmp_path).message.startswith("m.gguf: is no GGUF file")
