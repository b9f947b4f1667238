"""What the ``tensors.*`` verifiers give, of all three formats alike, and what they refuse."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from onnx import helper

from checkpoints import gguf, pair, safetensors, sharded, text, u32, u64
from onnx_models import FLOAT, FLOAT16, decoder, model, save, weight
from trueup.diagnostics import TrueupError
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.verifier import Input, Refuted, Request, VerifierError, in_bytes
from trueup.verifiers import onnx, tensors

#: One decoder's tensors, by their names in safetensors: two of one size, and three in each layer.
SHAPES: dict[str, tuple[int, ...]] = {
    "model.embed_tokens.weight": (96, 64),
    "model.layers.0.q_proj.weight": (64, 64),
    "model.layers.0.mlp.up_proj.weight": (128, 64),
    "model.layers.0.norm.weight": (64,),
    "model.layers.1.q_proj.weight": (64, 64),
    "model.layers.1.mlp.up_proj.weight": (128, 64),
    "model.layers.1.norm.weight": (64,),
    "lm_head.weight": (96, 64),
}
FORMATS = ("onnx", "safetensors", "sharded", "gguf")
HALF = {"onnx": "FLOAT16", "safetensors": "F16", "sharded": "F16", "gguf": "F16"}


def written(form: str, folder: Path) -> Path:
    """The decoder in a format, all of it in half precision."""
    halves = {name: ("F16", shape) for name, shape in SHAPES.items()}
    match form:
        case "onnx":
            nodes = [
                helper.make_node("MatMul", ["x", name], ["y" if i == 0 else f"y{i}"])
                for i, name in enumerate(SHAPES)
            ]
            return save(
                model(nodes, [weight(name, FLOAT16, shape) for name, shape in SHAPES.items()]), folder
            )
        case "safetensors":
            (folder / "model.safetensors").write_bytes(safetensors(halves, format="pt"))
            return folder / "model.safetensors"
        case "sharded":
            parts = list(halves.items())
            return sharded(folder, {"a.safetensors": dict(parts[:3]), "b.safetensors": dict(parts[3:])})
    (folder / "model.gguf").write_bytes(gguf(halves))
    return folder / "model.gguf"


def request_for(path: Path) -> Request:
    source = Input(name="tiny", path=path, files=(path,), digest="sha256:0")
    return Request(claim="c", inputs={"model": source}, root=path.parent)


@pytest.fixture(params=FORMATS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def tiny(form: str, tmp_path: Path) -> Request:
    return request_for(written(form, tmp_path))


@pytest.fixture
def bare(tmp_path: Path) -> Request:
    """A checkpoint: it has no graph."""
    return request_for(written("safetensors", tmp_path))


@pytest.fixture
def quantised(tmp_path: Path) -> Request:
    path = tmp_path / "q.gguf"
    path.write_bytes(
        gguf(
            {
                "token_embd.weight": ("Q8_0", (96, 64)),
                "blk.0.attn_q.weight": ("Q4_0", (64, 64)),
                "blk.1.attn_q.weight": ("Q4_0", (64, 64)),
                "blk.1.ffn_up.weight": ("Q6_K", (2, 256)),
                "output_norm.weight": ("F32", (64,)),
            },
            pair("general.architecture", 8, text("qwen2")),
            pair("qwen2.block_count", 4, u32(2)),
            pair("eps", 6, struct.pack("<f", 0.25)),
            pair("bad", 12, struct.pack("<d", float("nan"))),
            pair("tied", 7, b"\1"),
            pair("tokens", 9, u32(8) + u64(2) + text("a") + text("b")),
            pair("size", 8, text("7,340,032 B")),
        )
    )
    return request_for(path)


def tensor(request: Request, name: str, **more: Any) -> Quantity | Name | int:
    return tensors.tensor_figure(request, model="tiny", tensor=name, **more)


def identity(request: Request, where: Mapping[str, Any], **more: Any) -> str:
    return str(tensors.identity(request, model="tiny", where=where, **more))


def count(request: Request, **more: Any) -> int:
    return tensors.count(request, model="tiny", **more)


def total(request: Request, **more: Any) -> int | Quantity:
    return tensors.total(request, model="tiny", **more)


def totals(request: Request, **more: Any) -> Table:
    return tensors.totals(request, model="tiny", **more)


def metadata(request: Request, key: str, **more: Any) -> Quantity | Name | int:
    return tensors.metadata(request, model="tiny", key=key, **more)


class TestEveryFormat:
    """The same questions have the same answers."""

    def test_a_tensor(self, tiny: Request, form: str) -> None:
        assert tensor(tiny, "lm_head.weight") == in_bytes(96 * 64 * 2)
        assert tensor(tiny, "lm_head.weight", read="elements") == 96 * 64
        assert str(tensor(tiny, "lm_head.weight", read="shape")) == "96×64"
        assert str(tensor(tiny, "lm_head.weight", read="dtype")) == HALF[form]

    def test_a_name_that_it_has_not(self, tiny: Request) -> None:
        with pytest.raises(VerifierError, match=r"no tensor 'lm_head\.wieght'") as caught:
            tensor(tiny, "lm_head.wieght")
        assert "lm_head.weight" in caught.value.hint

    def test_the_one_that_fits(self, tiny: Request, form: str) -> None:
        assert identity(tiny, {"bytes": "12,288 B", "named": "lm_head.*"}) == "lm_head.weight"
        assert identity(tiny, {"shape": "128×64", "named": "*.1.*"}) == "model.layers.1.mlp.up_proj.weight"
        assert (
            identity(tiny, {"dtype": HALF[form].lower(), "named": "*.0.norm*"})
            == "model.layers.0.norm.weight"
        )

    def test_a_size_that_two_have(self, tiny: Request, form: str) -> None:
        with pytest.raises(Refuted) as caught:
            identity(tiny, {"bytes": "12,288 B"})
        assert caught.value.reason == "identity"
        assert caught.value.message.startswith(
            "2 tensors of tiny fit bytes 12,288 B: model.embed_tokens.weight ("
        )
        pins = "named or consumed_by" if form == "onnx" else "named, dtype or shape"
        assert caught.value.hint == f"pin it by {pins}"

    def test_a_dimension(self, tiny: Request) -> None:
        def dim(name: str, axis: int) -> int:
            return tensors.dimension(tiny, model="tiny", tensor=name, axis=axis)

        assert [dim("lm_head.weight", axis) for axis in (0, 1, -1)] == [96, 64, 64]
        with pytest.raises(VerifierError, match="has no axis 2: its shape is 96×64"):
            dim("lm_head.weight", 2)

    def test_counts(self, tiny: Request, form: str) -> None:
        assert count(tiny) == count(tiny, of="initializers") == 8
        assert count(tiny, named="model.layers.*.norm.weight") == 2
        assert count(tiny, layer=1) == 3
        assert count(tiny, dtype=HALF[form]) == 8
        assert count(tiny, layer=2) == count(tiny, named="*.bias") == 0

    def test_a_misspelt_type_is_no_count_of_zero(self, tiny: Request) -> None:
        with pytest.raises(VerifierError, match="the model's format has no type 'FLAOT'"):
            count(tiny, dtype="FLAOT")

    def test_totals_by_pattern_and_by_layer(self, tiny: Request) -> None:
        every = 2 * (2 * 96 * 64 + 2 * (64 * 64 + 128 * 64 + 64))
        assert total(tiny) == in_bytes(every)
        assert total(tiny, read="elements") == every // 2
        assert total(tiny, named="model.layers.*.mlp.*") == in_bytes(2 * 2 * 128 * 64)
        assert total(tiny, named="model.layers.*.mlp.*", layer=0) == in_bytes(2 * 128 * 64)
        assert total(tiny, layer=1, read="elements") == 64 * 64 + 128 * 64 + 64

    def test_nothing_adds_up_to_no_zero(self, tiny: Request) -> None:
        with pytest.raises(VerifierError, match=r"no tensor fits named model\.layers\.\*\.mlp, l") as caught:
            total(tiny, named="model.layers.*.mlp", layer=1)
        assert caught.value.hint.startswith("there is nothing to add up; it has model.embed_tokens.weight, ")
        with pytest.raises(VerifierError, match="no tensor fits named x"):
            totals(tiny, by="dtype", named="x")

    def test_a_table_by_layer(self, tiny: Request) -> None:
        found = totals(tiny, by="layer")
        assert (found.key, found.columns) == ("layer", ("layer", "tensors", "elements", "bytes"))
        assert found.rows == (
            ("0", "3", "12352", "24704 B"),
            ("1", "3", "12352", "24704 B"),
            ("outside", "2", "12288", "24576 B"),
        )
        assert totals(tiny, by="layer", named="model.layers.1.*").rows == (("1", "3", "12352", "24704 B"),)

    def test_a_table_by_type(self, tiny: Request, form: str) -> None:
        assert totals(tiny, by="dtype").rows == ((HALF[form], "8", "36992", "73984 B"),)

    def test_what_has_a_size(self, tiny: Request, form: str) -> None:
        rows = tensors.sized(tiny, model="tiny", sizes=(12288, 1)).rows
        what = "consumed by MatMul" if form == "onnx" else f"{HALF[form]}, 96×64"
        assert rows == (
            ("12288", f"model.embed_tokens.weight ({what})"),
            ("12288", f"lm_head.weight ({what})"),
        )

    def test_blocks_of_what_has_none(self, tiny: Request, form: str) -> None:
        with pytest.raises(VerifierError, match=f"'lm_head.weight' is of {HALF[form]}, which has no blocks"):
            tensor(tiny, "lm_head.weight", read="block")


class TestGraph:
    """ONNX: what reads a tensor is known there alone."""

    def test_as_the_verifiers_of_graphs_have_it(self, tmp_path: Path) -> None:
        request = request_for(save(decoder(), tmp_path))
        with pytest.raises(Refuted) as ours:
            tensor(request, "model.embed_tokens.qweight", consumed_by="MatMulNBits")
        with pytest.raises(Refuted) as theirs:
            onnx.tensor_figure(
                request, model="tiny", tensor="model.embed_tokens.qweight", consumed_by="MatMulNBits"
            )
        assert (ours.value.message, ours.value.hint) == (theirs.value.message, theirs.value.hint)
        assert identity(request, {"bytes": "3,072 B", "consumed_by": "MatMulNBits"}) == "lm_head.weight_Q4"
        assert identity(request, {"named": "*.qweight"}, read="op") == "GatherBlockQuantized"
        assert count(request, consumed_by="MatMulNBits") == 4
        assert total(request, consumed_by="GatherBlockQuantized") == in_bytes(3072 + 384)
        with pytest.raises(VerifierError, match="neither the model nor ONNX has an operator 'MatMulNBit'"):
            count(request, consumed_by="MatMulNBit")

    def test_a_value_of_the_graph_has_dimensions(self, tmp_path: Path) -> None:
        request = request_for(save(decoder(), tmp_path))
        assert tensors.dimension(request, model="tiny", tensor="x", axis=0) == 1

    def test_constants_are_no_initializers(self, tmp_path: Path) -> None:
        constant = helper.make_node("Constant", [], ["c"], value=weight("", FLOAT, (300,)))
        made = model([constant, helper.make_node("MatMul", ["x", "c"], ["y"])], [weight("w", FLOAT, (2,))])
        request = request_for(save(made, tmp_path))
        assert (count(request), count(request, of="initializers")) == (2, 1)
        assert total(request, of="initializers") == in_bytes(8)

    def test_a_graph_without_tensors(self, tmp_path: Path) -> None:
        request = request_for(save(model([helper.make_node("Neg", ["x"], ["y"])]), tmp_path))
        for ask in (count, total):
            with pytest.raises(VerifierError, match="the model has no tensors"):
                ask(request)


class TestCheckpoint:
    @pytest.mark.parametrize("ask", [
        lambda r: tensor(r, "lm_head.weight", consumed_by="MatMul"),
        lambda r: identity(r, {"consumed_by": "MatMul"}),
        lambda r: identity(r, {"named": "lm_head.weight"}, read="op"),
        lambda r: count(r, consumed_by="MatMul"),
        lambda r: total(r, consumed_by="MatMul"),
    ])  # fmt: skip
    def test_nothing_says_what_reads_a_tensor(self, ask: Any, bare: Request) -> None:
        with pytest.raises(VerifierError, match="a checkpoint has no graph") as caught:
            ask(bare)
        assert caught.value.hint == "name the tensor, or describe it by its name, type and shape"

    def test_a_file_that_is_no_model(self, tmp_path: Path) -> None:
        (tmp_path / "m.safetensors").write_bytes(b"text, and no more")
        with pytest.raises(TrueupError, match=r"M622 m\.safetensors: is no safetensors file"):
            total(request_for(tmp_path / "m.safetensors"), read="elements")

    def test_layers_that_are_numbered_twice(self, tmp_path: Path) -> None:
        path = tmp_path / "t5.safetensors"
        names = [f"{side}.block.{layer}.layer.0.w" for side in ("encoder", "decoder") for layer in (0, 1)]
        path.write_bytes(safetensors(dict.fromkeys(names, ("U8", (3,)))))
        request = request_for(path)
        for ask in (lambda: total(request, layer=1), lambda: totals(request, by="layer")):
            with pytest.raises(
                VerifierError, match=r"numbered under 'decoder\.block', 'encoder\.block'"
            ) as caught:
                ask()
            assert caught.value.hint == "say which of them by named, such as 'decoder.*'"
        assert total(request, layer=1, named="decoder.*") == in_bytes(3)
        assert [row[0] for row in totals(request, by="layer", named="encoder.*").rows] == ["0", "1"]

    def test_experts_are_of_their_layer(self, tmp_path: Path) -> None:
        path = tmp_path / "moe.safetensors"
        names = [f"model.layers.{layer}.mlp.experts.{expert}.w1" for layer in (2, 10) for expert in (0, 7)]
        path.write_bytes(safetensors(dict.fromkeys((*names, "1.w"), ("U8", (3,)))))
        assert totals(request_for(path), by="layer", named="model.*").rows == (
            ("2", "2", "6", "6 B"),
            ("10", "2", "6", "6 B"),
        )


class TestQuantised:
    def test_blocks(self, quantised: Request) -> None:
        name = "blk.0.attn_q.weight"
        assert tensor(quantised, name, read="block") == 32
        assert tensor(quantised, name, read="blocks") == 128
        assert tensor(quantised, name) == in_bytes(128 * 18)
        assert str(tensor(quantised, name, read="dtype")) == "Q4_0"
        assert tensor(quantised, "blk.1.ffn_up.weight", read="block") == 256

    def test_by_type(self, quantised: Request) -> None:
        assert total(quantised, dtype="q4_0") == in_bytes(2 * 128 * 18)
        assert total(quantised, dtype="Q4_0", layer=1, read="elements") == 4096
        assert totals(quantised, by="dtype").rows == (
            ("Q8_0", "1", "6144", "6528 B"),
            ("Q4_0", "2", "8192", "4608 B"),
            ("Q6_K", "1", "512", "420 B"),
            ("F32", "1", "64", "256 B"),
        )
        assert count(quantised, dtype="IQ2_XXS") == 0
        with pytest.raises(VerifierError, match="no type 'Q4_K_M'") as caught:
            count(quantised, dtype="Q4_K_M")
        assert caught.value.hint == "did you mean Q4_K?"


class TestMetadata:
    def test_numbers_and_texts(self, quantised: Request) -> None:
        assert metadata(quantised, "qwen2.block_count") == Quantity.exact(2)
        assert str(metadata(quantised, "general.architecture")) == "qwen2"
        assert str(metadata(quantised, "tied")) == "true"
        assert metadata(quantised, "tokens", read="length") == 2
        assert metadata(quantised, "size") == in_bytes(7 << 20)
        assert metadata(quantised, "eps", unit="B") != metadata(quantised, "eps")

    @pytest.mark.parametrize(
        ("key", "more", "said"),
        [
            ("qwen2.block_cuont", {}, "the model's metadata have no key 'qwen2.block_cuont'"),
            ("tokens", {}, "'tokens' is a list of 2 STRING"),
            ("tied", {"read": "length"}, "'tied' is no list"),
            ("bad", {}, "'bad' is nan, which is no number"),
            ("eps", {"unit": "quux"}, "unit: "),
        ],
    )
    def test_what_is_no_value(self, key: str, more: dict[str, str], said: str, quantised: Request) -> None:
        with pytest.raises(VerifierError) as caught:
            metadata(quantised, key, **more)
        assert caught.value.message.startswith(said)
        if key == "qwen2.block_cuont":
            assert caught.value.hint == "did you mean 'qwen2.block_count'?"

    def test_what_an_index_states(self, tmp_path: Path) -> None:
        request = request_for(written("sharded", tmp_path))
        assert metadata(request, "total_size", unit="B") == in_bytes(1)
        with pytest.raises(VerifierError) as caught:
            metadata(request, "zzz")
        assert caught.value.hint == "it has total_size"

    def test_of_safetensors_and_of_a_graph(self, tmp_path: Path) -> None:
        assert str(metadata(request_for(written("safetensors", tmp_path)), "format")) == "pt"
        made = decoder()
        helper.set_model_props(made, {"stage": "exported"})
        assert str(metadata(request_for(save(made, tmp_path)), "stage")) == "exported"
