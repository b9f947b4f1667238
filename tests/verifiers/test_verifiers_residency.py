"""The paging rule, on a small graph; its totals on the model of the docs are tested with the script."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from onnx import TensorProto, helper

from onnx_models import FLOAT, UINT8, decoder, model, save, weight
from trueup.readers.onnx import read_graph
from trueup.verifier import Input, Request, VerifierError, in_bytes

FILE = Path(__file__).parents[2] / "verifiers" / "residency.py"


@pytest.fixture(scope="module")
def residency() -> ModuleType:
    """Loaded by path, as the runner does."""
    spec = importlib.util.spec_from_file_location("residency_under_test", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def request_for(path: Path, stage: str = "exported") -> Request:
    source = Input(name="tiny", path=path, files=(path,), digest="sha256:0", stage=stage)
    return Request(claim="c", inputs={"model": source})


@pytest.fixture
def tiny(tmp_path: Path) -> Request:
    return request_for(save(decoder(), tmp_path))


def test_what_is_paged_and_what_resident(residency: ModuleType, tiny: Request) -> None:
    assert residency.paged(tiny, model="tiny") == 4
    assert residency.paged(tiny, model="tiny", read="bytes") == in_bytes(2048 + 256 + 3072 + 384)
    assert residency.resident(tiny, model="tiny") == 4
    assert residency.resident(tiny, model="tiny", read="bytes") == in_bytes(3072 + 384 + 128 + 128)
    assert residency.paged(tiny, model="tiny", named="*embed_tokens*") == 0
    assert residency.resident(tiny, model="tiny", named="*embed_tokens*") == 2


def test_totals_of_some(residency: ModuleType, tiny: Request) -> None:
    def total(**more: Any) -> Any:
        return residency.total(tiny, model="tiny", **more)

    assert total() == in_bytes(9472)
    assert total(read="count") == 8
    assert total(dtype="UINT8", read="count") == 3
    assert total(dtype="UINT8", of="paged", read="count") == 2
    assert total(named="*.weight_Q4") == in_bytes(5120)
    assert total(consumed_by="Add") == in_bytes(128)


def test_the_bytes_of_nothing_are_no_total(residency: ModuleType, tiny: Request) -> None:
    with pytest.raises(VerifierError, match="no initializer is described"):
        residency.total(tiny, model="tiny", named="typo*")


def test_sizes_that_are_not_known(residency: ModuleType, tmp_path: Path) -> None:
    made = model([helper.make_node("Neg", ["x"], ["y"])], [TensorProto(name="new", data_type=99, dims=[2])])
    with pytest.raises(VerifierError, match="1 of these initializers have no fixed size"):
        residency.total(request_for(save(made, tmp_path)), model="tiny")


@pytest.mark.parametrize("name", ["paged", "resident"])
def test_a_claim_about_another_stage(name: str, residency: ModuleType, tiny: Request, tmp_path: Path) -> None:
    verify = getattr(residency, name)
    assert verify(tiny, model="tiny", stage="exported") == 4
    with pytest.raises(VerifierError, match="speaks of the optimised graph, and tiny is exported"):
        verify(tiny, model="tiny", stage="optimised")
    undeclared = request_for(save(decoder(), tmp_path), stage="")
    with pytest.raises(VerifierError, match="tiny is of no declared stage"):
        verify(undeclared, model="tiny", stage="optimised")


def test_who_decides(residency: ModuleType, tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Gather", ["shared", "x"], ["a"]),
        helper.make_node("MatMul", ["a", "shared"], ["b"]),
        helper.make_node("QMoE", ["b", "experts"], ["c"], domain="com.microsoft"),
        helper.make_node("BlockQuantizedMoE", ["c", "", "experts", "slot"], ["d"], domain="acme"),
        helper.make_node("MatMul", ["left", "d"], ["y"]),
        helper.make_node("MatMul", ["given", "d"], ["z"]),
    ]
    names = ("shared", "experts", "slot", "left", "given", "unread")
    made = model(nodes, [weight(name, UINT8, (4,)) for name in names], ["y", "given"])
    graph = read_graph(save(made, tmp_path))
    paged = [tensor.name for tensor in graph.initializers if residency.is_paged(graph, tensor)]
    assert paged == ["experts", "slot", "left"]


def test_a_reader_in_a_branch_counts(residency: ModuleType, tmp_path: Path) -> None:
    inner = helper.make_graph(
        [helper.make_node("Gather", ["w", "x"], ["z"])],
        "g",
        [],
        [helper.make_tensor_value_info("z", FLOAT, None)],
    )
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["m"]),
        helper.make_node("If", ["x"], ["y"], then_branch=inner),
    ]
    graph = read_graph(save(model(nodes, [weight("w", FLOAT, (4,))]), tmp_path))
    assert not residency.is_paged(graph, graph.initializers[0])


def test_it_imports_nothing_but_the_public_interface(residency: ModuleType) -> None:
    text = FILE.read_text()
    imports = [
        line.split()[1] for line in text.splitlines() if line.startswith(("from trueup", "import trueup"))
    ]
    assert imports == ["trueup.readers.onnx", "trueup.verifier"]
    assert "residency_under_test" not in sys.modules
