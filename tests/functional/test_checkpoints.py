"""Claims about checkpoints, as a user meets them: a right number on the wrong tensor does not pass."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from checkpoints import gguf, safetensors, sharded
from mini import Mini, Run, where
from repositories import repository
from reviewing import only
from trueup.readers.lfs import POINTER

TENSORS: dict[str, tuple[str, Sequence[int]]] = {
    "model.embed_tokens.weight": ("BF16", (96, 64)),
    "model.layers.0.mlp.up_proj.weight": ("BF16", (128, 64)),
    "model.layers.1.mlp.up_proj.weight": ("BF16", (128, 64)),
    "lm_head.weight": ("BF16", (96, 64)),
}
FIRST, SECOND = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
INDEX = "claims/inputs/model.safetensors.index.json"

LEDGER = """\
models:
  tiny: {path: MODEL}
claims:
  streamed.bytes:
    says: Weights that are read for every token
    basis: model
    verify: tensors.tensor
    with: {model: tiny, tensor: lm_head.weight, read: bytes}
    subject: [lm_head, projection]
    not_subject: [embed_tokens, gather]
  streamed.tensor:
    says: Which tensor that is
    basis: model
    verify: tensors.identity
    with: {model: tiny, where: {bytes: "12,288 B", named: "lm_head.*"}}
  gated.bytes:
    says: Bytes of all gated layers
    basis: model
    verify: tensors.total
    with: {model: tiny, named: "model.layers.*.mlp.*"}
  tiny.layers:
    says: Tensors, weights and bytes by layer
    basis: model
    verify: tensors.totals
    with: {model: tiny, by: layer}
"""

PAGE = """\
# Traffic

For every token the projection `lm_head` moves [12,288 B](claim:streamed.bytes), all of
[`lm_head.weight`](claim:streamed.tensor). The gated layers hold [32,768 B](claim:gated.bytes).

<!-- claims:table tiny.layers -->

| Layer | Tensors | Bytes (kB) |
|---|---:|---:|
| 0 | 1 | 16.384 |
| 1 | 1 | 16.384 |
| outside | 2 | 24.576 |
"""


def parts() -> tuple[Mapping[str, tuple[str, Sequence[int]]], Mapping[str, tuple[str, Sequence[int]]]]:
    """Tensors of the first shard, and of the second."""
    entries = list(TENSORS.items())
    return dict(entries[:2]), dict(entries[2:])


def written(project: Mini, form: str = "sharded") -> Mini:
    """The page, its ledger, and the model in a format."""
    (project.path / "claims" / "inputs").mkdir(parents=True)
    path = {"sharded": INDEX, "safetensors": "claims/inputs/m.safetensors", "gguf": "claims/inputs/m.gguf"}[
        form
    ]
    if form == "sharded":
        first, second = parts()
        sharded(project.path / "claims" / "inputs", {FIRST: first, SECOND: second})
    else:
        project.write(path, safetensors(TENSORS) if form == "safetensors" else gguf(TENSORS))
    project.write("claims/a.yaml", LEDGER.replace("MODEL", path))
    return project.write("docs/page.md", PAGE)


def stands(run: Run, claim: str) -> tuple[str, str | None]:
    found = run.verdict(claim)
    return found["status"], found["reason"]


@pytest.mark.parametrize("form", ["sharded", "safetensors", "gguf"])
def test_the_page_holds_whatever_the_format(form: str, project: Mini) -> None:
    for options in ((), ("--no-exec",)):
        run = written(project, form).check(*options) if not options else project.check(*options)
        assert (run.code, set(run.statuses().values())) == (0, {"verified"})


def test_the_right_number_beside_the_wrong_tensor(project: Mini) -> None:
    """Two tensors have this size, and the sentence speaks of the other one."""
    written(project).replace(
        "docs/page.md", "the projection `lm_head` moves", "the gather of `embed_tokens` moves"
    )
    project.replace("docs/page.md", ", all of\n[`lm_head.weight`](claim:streamed.tensor)", "")
    run = project.check()
    assert run.code == 1
    assert stands(run, "streamed.bytes") == ("refuted", "subject")
    assert where(run.verdict("streamed.bytes")) == ("docs/page.md", 3, 53)


def test_a_size_that_names_two_tensors(project: Mini) -> None:
    written(project).replace("claims/a.yaml", ', named: "lm_head.*"', "")
    run = project.check()
    found = run.verdict("streamed.tensor")
    assert (run.code, found["status"], found["reason"]) == (1, "refuted", "identity")
    assert "model.embed_tokens.weight (BF16, 96×64), lm_head.weight (BF16, 96×64)" in " ".join(
        found["because"]
    )
    assert found["hint"] == "pin it by named, dtype or shape"


def test_a_wrong_number_names_the_tensors_that_have_it(project: Mini) -> None:
    written(project).replace("docs/page.md", "[12,288 B]", "[16,384 B]")
    found = project.check().verdict("streamed.bytes")
    assert (found["status"], found["expected"]) == ("refuted", "12,288 B")
    because = " ".join(found["because"])
    assert "model.layers.0.mlp.up_proj.weight (BF16, 128×64)" in because
    assert "model.embed_tokens.weight (BF16, 96×64), lm_head.weight (BF16, 96×64) have 12,288 B" in because


def test_a_wrong_cell(project: Mini) -> None:
    written(project).replace("docs/page.md", "| 1 | 1 | 16.384 |", "| 1 | 1 | 16.385 |")
    found = project.check().verdict("tiny.layers")
    assert (found["status"], found["expected"]) == ("refuted", "16.384")
    assert where(found) == ("docs/page.md", 11, 11)


def test_a_shard_that_changes_under_the_same_index(project: Mini) -> None:
    """What was computed of it is not used again."""
    written(project)
    assert project.check().code == 0
    _, second = parts()
    smaller = {**second, "lm_head.weight": ("U8", (96, 64))}
    project.write(f"claims/inputs/{SECOND}", safetensors(smaller))
    run = project.check()
    assert run.code == 1
    assert run.verdict("streamed.bytes")["expected"] == "6,144 B"


def pin(folder: Path) -> str:
    """As the documentation says to compute it."""
    command = "sha256sum model.safetensors.index.json model-*.safetensors | sha256sum"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()[0]


def test_a_pin_is_over_index_and_shards(project: Mini) -> None:
    inputs = written(project).path / "claims" / "inputs"
    project.replace("claims/a.yaml", f"{{path: {INDEX}}}", f"{{path: {INDEX}, sha256: {pin(inputs)}}}")
    assert project.check().code == 0
    data = bytearray((inputs / SECOND).read_bytes())
    data[-1] ^= 1  # a weight, which no header shows
    (inputs / SECOND).write_bytes(data)
    run = project.check()
    assert run.code == 1
    assert stands(run, "streamed.bytes") == ("error", "input")
    assert "is not the file that the ledger pins" in " ".join(run.verdict("streamed.bytes")["because"])


GOOD = "claims:\n  good.count: {says: A count, basis: model, expr: 48 + 1}\n"


def break_missing(inputs: Path) -> None:
    (inputs / SECOND).unlink()


def break_cut(inputs: Path) -> None:
    os.truncate(inputs / SECOND, 100)


def break_empty(inputs: Path) -> None:
    os.truncate(inputs / FIRST, 0)


def break_pointer(inputs: Path) -> None:
    (inputs / FIRST).write_bytes(POINTER + b"v1\noid sha256:0\nsize 9\n")


def break_lacks(inputs: Path) -> None:
    (inputs / FIRST).write_bytes(safetensors({"model.embed_tokens.weight": ("BF16", (96, 64))}))


def break_outside(inputs: Path) -> None:
    rewritten(inputs, {"lm_head.weight": "../../../etc/passwd"})


def break_json(inputs: Path) -> None:
    (inputs / "model.safetensors.index.json").write_text("{" * 9_000, encoding="utf-8")


def break_names_none(inputs: Path) -> None:
    (inputs / "model.safetensors.index.json").write_text('{"weight_map": {}}', encoding="utf-8")


def rewritten(inputs: Path, where_: Mapping[str, Any]) -> None:
    path = inputs / "model.safetensors.index.json"
    path.write_text(json.dumps({"weight_map": where_}), encoding="utf-8")


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (break_missing, f"M620 model.safetensors.index.json: '{SECOND}', a file of the model, is not there"),
        (break_cut, f"M622 {SECOND}: "),
        (break_empty, f"M623 {FIRST}: the file is empty"),
        (break_pointer, f"M621 {FIRST}: is a Git LFS pointer, not the model"),
        (break_lacks, f"M662 model.safetensors.index.json: '{FIRST}' lacks"),
        (break_outside, "M629 model.safetensors.index.json: it names the file '../../../etc/passwd'"),
        (break_json, "M622 model.safetensors.index.json: is no index of shards"),
        (break_names_none, "M623 model.safetensors.index.json: its weight_map names no tensor"),
    ],
)
def test_a_model_that_can_not_be_read_is_never_verified(break_it: Any, said: str, project: Mini) -> None:
    written(project).write("claims/good.yaml", GOOD)
    project.write("docs/good.md", "There are [49](claim:good.count) of them.\n")
    break_it(project.path / "claims" / "inputs")
    run = project.check()
    statuses = run.statuses()
    assert run.code == 1
    assert statuses.pop("good.count") == "verified"
    assert set(statuses.values()) == {"error"}
    found = run.verdict("gated.bytes")
    assert found["reason"] == "input"
    assert said in " ".join(found["because"])


def test_a_shard_that_is_a_link_out_of_the_project(project: Mini, tmp_path: Path) -> None:
    inputs = written(project).path / "claims" / "inputs"
    (inputs / SECOND).rename(tmp_path / "elsewhere")
    (inputs / SECOND).symlink_to(tmp_path / "elsewhere")
    run = project.check()
    assert run.code == 2
    assert "F602" in run.codes()


def test_a_graph_asked_of_a_checkpoint(project: Mini) -> None:
    written(project, "gguf").replace("claims/a.yaml", "verify: tensors.tensor", "verify: onnx.tensor")
    found = project.check().verdict("streamed.bytes")
    assert (found["status"], found["reason"]) == ("error", "verifier")
    assert "m.gguf is a checkpoint, which has no graph" in " ".join(found["because"])
    assert found["hint"] == "tensors.tensor and its like read it"


def test_suggest_finds_sizes_of_a_checkpoint(project: Mini) -> None:
    written(project, "safetensors")
    project.write(
        "docs/plain.md", "The gate `layers.1.up_proj` takes 16,384 B, the table `embed_tokens` 12,288 B.\n"
    )
    project.write("claims/a.yaml", "models:\n  tiny: {path: claims/inputs/m.safetensors}\n")
    project.write("docs/page.md", "Nothing here.\n")
    run = project.run("suggest", "docs/plain.md")
    assert "verify: tensors.tensor" in run.out
    assert "with: {model: tiny, tensor: model.embed_tokens.weight, read: bytes}" in run.out


def test_a_review_names_the_shard_that_was_edited(project: Mini) -> None:
    git = repository(written(project).path)
    git.commit("Start", "2026-07-01")
    _, second = parts()
    project.write(f"claims/inputs/{SECOND}", safetensors({**second, "lm_head.weight": ("U8", (96, 64))}))
    run = project.run("diff", "HEAD", "--format", "json")
    assert SECOND in json.dumps(only(run, "input"))
    change = only(run, "value")  # the base was judged with the shards of its own
    assert (change["claim"], change["before"], change["after"]) == ("streamed.bytes", "12,288 B", "6,144 B")
