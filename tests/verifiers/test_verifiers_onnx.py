"""What the ``onnx.*`` verifiers give, and what they say when a claim is about another tensor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto, helper

from onnx_models import FLOAT, decoder, external, model, nested, save, value, weight
from trueup.diagnostics import TrueupError
from trueup.quantity.interval import Interval
from trueup.quantity.value import Name, Quantity
from trueup.readers.onnx import read_graph
from trueup.verifier import Input, Refuted, Request, VerifierError, in_bytes
from trueup.verifiers import onnx
from trueup.verifiers.named import LISTED, described
from trueup.verifiers.weights import tensors_of_size


def request_for(path: Path, stage: str = "") -> Request:
    source = Input(name="tiny", path=path, files=(path,), digest="sha256:0", stage=stage)
    return Request(claim="c", inputs={"model": source})


@pytest.fixture
def tiny(tmp_path: Path) -> Request:
    return request_for(save(decoder(), tmp_path))


@pytest.fixture
def deep(tmp_path: Path) -> Request:
    return request_for(save(nested(), tmp_path))


def tensor(request: Request, name: str, **more: Any) -> Quantity | Name | int:
    return onnx.tensor_figure(request, model="tiny", tensor=name, **more)


def identity(request: Request, where: Mapping[str, Any], **more: Any) -> str:
    return str(onnx.identity(request, model="tiny", where=where, **more))


class TestTensor:
    def test_reads_one_tensor(self, tiny: Request) -> None:
        assert tensor(tiny, "lm_head.weight_Q4") == in_bytes(3072)
        assert tensor(tiny, "lm_head.weight_Q4", read="elements") == 3072
        assert tensor(tiny, "lm_head.scales", read="elements") == 192
        assert tensor(tiny, "lm_head.scales", read="bytes") == in_bytes(384)
        assert str(tensor(tiny, "lm_head.scales", read="dtype")) == "FLOAT16"
        assert str(tensor(tiny, "lm_head.weight_Q4", read="shape")) == "96×2×16"

    def test_the_operator_that_reads_it(self, tiny: Request) -> None:
        assert tensor(tiny, "lm_head.weight_Q4", consumed_by="MatMulNBits") == in_bytes(3072)

    def test_another_operator_reads_it(self, tiny: Request) -> None:
        with pytest.raises(Refuted) as caught:
            tensor(tiny, "model.embed_tokens.qweight", consumed_by="MatMulNBits")
        assert caught.value.reason == "identity"
        assert caught.value.message == (
            "model.embed_tokens.qweight (consumed by GatherBlockQuantized) is not consumed by MatMulNBits"
        )
        assert caught.value.hint == "of the same size and consumed by MatMulNBits: lm_head.weight_Q4"

    def test_no_tensor_of_that_size_has_the_consumer(self, tiny: Request) -> None:
        with pytest.raises(Refuted) as caught:
            tensor(tiny, "model.norm.weight", consumed_by="Conv")
        assert caught.value.hint == ""

    def test_an_unknown_name(self, tiny: Request) -> None:
        with pytest.raises(VerifierError, match=r"no tensor 'lm_head\.weight_q4'") as caught:
            tensor(tiny, "lm_head.weight_q4")
        assert "lm_head.weight_Q4" in caught.value.hint

    def test_a_name_that_is_like_none(self, tiny: Request) -> None:
        with pytest.raises(VerifierError) as caught:
            tensor(tiny, "?")
        assert caught.value.hint == ""

    def test_a_name_in_two_graphs(self, deep: Request) -> None:
        with pytest.raises(VerifierError, match="2 tensors are called 'w'") as caught:
            tensor(deep, "w")
        assert caught.value.hint == "write one of w, If[3].then_branch/w"
        assert tensor(deep, "If[3].then_branch/w") == in_bytes(20)

    def test_a_constant(self, deep: Request) -> None:
        assert tensor(deep, "c", read="bytes") == in_bytes(1200)

    def test_strings_have_no_size(self, deep: Request) -> None:
        assert tensor(deep, "words", read="elements") == 2
        with pytest.raises(VerifierError, match="holds STRING"):
            tensor(deep, "words")

    def test_a_scalar(self, tmp_path: Path) -> None:
        made = model([helper.make_node("Identity", ["s"], ["y"])], [weight("s", FLOAT, ())])
        assert str(tensor(request_for(save(made, tmp_path)), "s", read="shape")) == "scalar"

    def test_a_file_that_is_no_model(self, tmp_path: Path) -> None:
        with pytest.raises(TrueupError, match="M622"):
            tensor(request_for(save(b"text", tmp_path)), "w")


class TestIdentity:
    @pytest.mark.parametrize(
        ("where", "name"),
        [
            ({"bytes": "3,072 B", "consumed_by": "MatMulNBits"}, "lm_head.weight_Q4"),
            ({"bytes": "3 KiB", "consumed_by": "GatherBlockQuantized"}, "model.embed_tokens.qweight"),
            ({"bytes": "3,072 B", "named": "lm_head.*"}, "lm_head.weight_Q4"),
            ({"shape": ["96", "2", "16"]}, "lm_head.weight_Q4"),
            ({"shape": "96 × 2 x 16"}, "lm_head.weight_Q4"),
            ({"shape": "[64,2,16]"}, "model.layers.0.q_proj.weight_Q4"),
            ({"dtype": "float16", "consumed_by": "Add"}, "model.layers.0.q_proj.bias"),
            ({"bytes": "128 B", "consumed_by": "Add"}, "model.layers.0.q_proj.bias"),
        ],
    )
    def test_the_one_that_fits(self, where: Mapping[str, Any], name: str, tiny: Request) -> None:
        assert identity(tiny, where) == name

    def test_the_operator_that_reads_it(self, tiny: Request) -> None:
        assert identity(tiny, {"named": "*.qweight"}, read="op") == "GatherBlockQuantized"

    def test_a_size_that_two_tensors_have(self, tiny: Request) -> None:
        with pytest.raises(Refuted) as caught:
            identity(tiny, {"bytes": "3,072 B"})
        assert caught.value.reason == "identity"
        assert caught.value.message == (
            "2 tensors of tiny fit bytes 3,072 B: "
            "model.embed_tokens.qweight (consumed by GatherBlockQuantized), "
            "lm_head.weight_Q4 (consumed by MatMulNBits)"
        )
        assert caught.value.hint == "pin it by named or consumed_by"

    def test_none_fits(self, tiny: Request) -> None:
        with pytest.raises(Refuted, match="no tensor of tiny fits bytes 3,073 B, shape 1×2"):
            identity(tiny, {"bytes": "3,073 B", "shape": ["1", "2"]})

    def test_many_fit(self, tiny: Request) -> None:
        with pytest.raises(Refuted, match=r"8 tensors of tiny .*, 3 more"):
            identity(tiny, {"named": "*"})

    @pytest.mark.parametrize(
        ("where", "message", "hint"),
        [
            ({}, "where is empty", "give at least one of bytes, dtype, shape, consumed_by, named"),
            ({"byte": "1 B"}, "where has no key 'byte'", "did you mean bytes?"),
            ({"?": "1 B"}, "where has no key '?'", "it has bytes, dtype, shape, consumed_by, named"),
            ({"bytes": "3,072"}, "bytes: '3,072' is no number of bytes", "write its unit: B, kB, MiB …"),
            ({"bytes": "3 ms"}, "bytes: '3 ms' is no number of bytes", "write its unit: B, kB, MiB …"),
            ({"dtype": ["FLOAT"]}, "dtype: expected one value", ""),
        ],
    )
    def test_bad_descriptions(self, where: Mapping[str, Any], message: str, hint: str, tiny: Request) -> None:
        with pytest.raises(VerifierError) as caught:
            identity(tiny, where)
        assert (caught.value.message, caught.value.hint) == (message, hint)

    def test_a_figure_that_can_not_be_read(self, tiny: Request) -> None:
        with pytest.raises(VerifierError, match="bytes: "):
            identity(tiny, {"bytes": "1,5 B"})

    def test_the_operator_of_a_tensor_that_nothing_reads(self, deep: Request) -> None:
        with pytest.raises(VerifierError, match=r"no node reads 'If\[3\]\.then_branch/only_here'"):
            identity(deep, {"named": "only_here"}, read="op")


class TestDim:
    def dim(self, request: Request, name: str, axis: int) -> int:
        return onnx.dimension(request, model="tiny", tensor=name, axis=axis)

    def test_of_a_tensor(self, tiny: Request) -> None:
        assert [self.dim(tiny, "lm_head.weight_Q4", axis) for axis in (0, 1, 2, -1, -3)] == [
            96,
            2,
            16,
            16,
            96,
        ]

    @pytest.mark.parametrize("axis", [3, -4])
    def test_an_axis_it_has_not(self, axis: int, tiny: Request) -> None:
        with pytest.raises(VerifierError, match=rf"has no axis {axis}: its shape is 96×2×16"):
            self.dim(tiny, "lm_head.weight_Q4", axis)

    def test_of_an_input(self, tmp_path: Path) -> None:
        made = model([helper.make_node("Identity", ["x"], ["y"])])
        made.graph.input[0].CopyFrom(value("x", FLOAT, ["batch", 8, None]))
        made.graph.value_info.append(value("free", FLOAT, None))
        request = request_for(save(made, tmp_path))
        assert self.dim(request, "x", 1) == 8
        with pytest.raises(VerifierError, match=r"axis 0 of 'x' has no fixed size: its shape is batch×8×\?"):
            self.dim(request, "x", 0)
        with pytest.raises(VerifierError, match="states no shape for 'free'"):
            self.dim(request, "free", 0)

    def test_an_unknown_name(self, tiny: Request) -> None:
        with pytest.raises(VerifierError, match="no tensor 'nothing'"):
            self.dim(tiny, "nothing", 0)

    def test_an_initializer_that_is_an_input_too(self, tmp_path: Path) -> None:
        made = model([helper.make_node("Neg", ["w"], ["y"])], [weight("w", FLOAT, (4,))])
        made.graph.input.append(value("w", FLOAT, ["n"]))
        assert self.dim(request_for(save(made, tmp_path)), "w", 0) == 4


class TestCount:
    def count(self, request: Request, **more: Any) -> int:
        return onnx.count(request, model="tiny", **more)

    def test_nodes(self, tiny: Request) -> None:
        assert self.count(tiny) == 5
        assert self.count(tiny, op="MatMulNBits") == 2
        assert self.count(tiny, op="MatMulNBits", domain="com.microsoft") == 2
        assert self.count(tiny, op="MatMulNBits", domain="ai.onnx") == 0
        assert self.count(tiny, domain="") == 2
        assert self.count(tiny, named="/q*") == 2
        assert self.count(tiny, op="Conv") == 0

    def test_initializers(self, tiny: Request) -> None:
        assert self.count(tiny, of="initializers") == 8
        assert self.count(tiny, of="initializers", consumed_by="MatMulNBits") == 4
        assert self.count(tiny, of="initializers", named="*.weight_Q4") == 2
        assert self.count(tiny, of="initializers", named="*.weight_q4") == 0

    @pytest.mark.parametrize(
        ("wrong", "hint"),
        [
            ({"op": "MatMulNbits"}, "did you mean 'MatMulNBits'?"),
            ({"op": "Convv"}, "did you mean 'Conv'?"),
            ({"op": "Xyzzy"}, "an operator of another domain needs its domain"),
            ({"op": "MatMulNBit", "domain": "com.microsoft"}, "did you mean 'MatMulNBits'?"),
            ({"of": "initializers", "consumed_by": "MatMulNBit"}, "did you mean 'MatMulNBits'?"),
        ],
    )
    def test_a_misspelt_operator_is_no_count_of_zero(
        self, wrong: dict[str, str], hint: str, tiny: Request
    ) -> None:
        with pytest.raises(VerifierError, match="neither the model nor ONNX has an operator") as caught:
            self.count(tiny, **wrong)
        assert caught.value.hint == hint

    def test_operators_that_a_model_need_not_have(self, tiny: Request) -> None:
        assert self.count(tiny, op="Upsample") == 0  # of older versions
        assert self.count(tiny, op="QMoE", domain="com.microsoft") == 0
        assert self.count(tiny, of="initializers", consumed_by="QMoE") == 0

    def test_nodes_of_subgraphs_and_functions_count(self, deep: Request) -> None:
        assert self.count(deep, op="Sub") == 1
        assert self.count(deep, op="MatMul") == 1
        assert self.count(deep, op="Constant") == 4

    @pytest.mark.parametrize(
        "wrong",
        [{"consumed_by": "Add"}, {"of": "initializers", "op": "Add"}, {"of": "initializers", "domain": ""}],
    )
    def test_parameters_that_say_nothing(self, wrong: dict[str, str], tiny: Request) -> None:
        with pytest.raises(VerifierError, match="says nothing about"):
            self.count(tiny, **wrong)


class TestConsumers:
    def test_each_operator_once(self, deep: Request) -> None:
        assert onnx.consumers(deep, model="m", tensor="If[3].then_branch/w") == Name(words=("Mul",))
        assert onnx.consumers(deep, model="m", tensor="handed_on") == Name(words=("If",))

    def test_none(self, deep: Request) -> None:
        with pytest.raises(VerifierError, match="no node reads 'returned'"):
            onnx.consumers(deep, model="m", tensor="returned")


class TestSuggest:
    BOTH = (
        "model.embed_tokens.qweight (consumed by GatherBlockQuantized)",
        "lm_head.weight_Q4 (consumed by MatMulNBits)",
    )

    def test_all_of_a_size(self, tiny: Request) -> None:
        found = onnx.sized(tiny, model="tiny", sizes=(3072, 1))
        assert found.columns == ("size", "tensor")
        assert found.rows == tuple(("3072", name) for name in self.BOTH)
        graph = onnx.open_graph(tiny)
        near = tensors_of_size(graph, Interval.point(3000).widen(0, 100))
        assert [described(graph, one) for one in near] == list(self.BOTH)

    def test_a_long_list_is_cut(self, tmp_path: Path) -> None:
        made = model(
            [helper.make_node("Neg", ["x"], ["y"])], [weight(f"w{i}", FLOAT, (1,)) for i in range(9)]
        )
        rows = onnx.sized(request_for(save(made, tmp_path)), model="m", sizes=(4,)).rows
        assert (len(rows), rows[-1]) == (LISTED + 1, ("4", "4 more"))

    def test_weights_in_constants(self, tmp_path: Path) -> None:
        constant = helper.make_node("Constant", [], ["c"], value=weight("", FLOAT, (300,)))
        made = model([constant, helper.make_node("MatMul", ["x", "c"], ["y"])])
        request = request_for(save(made, tmp_path))
        assert onnx.sized(request, model="m", sizes=(1200,)).rows == (("1200", "c (consumed by MatMul)"),)

    def test_types_without_a_size_fit_none(self, tmp_path: Path) -> None:
        made = model(
            [helper.make_node("Neg", ["x"], ["y"])], [TensorProto(name="new", data_type=99, dims=[2])]
        )
        assert tensors_of_size(read_graph(save(made, tmp_path)), 0) == ()


def test_external_data_need_not_be_there(tmp_path: Path) -> None:
    made = model(
        [helper.make_node("MatMul", ["x", "w"], ["y"])], [external("w", FLOAT, (9, 9), location="no.bin")]
    )
    assert tensor(request_for(save(made, tmp_path)), "w", consumed_by="MatMul") == in_bytes(324)
