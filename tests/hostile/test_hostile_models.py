"""Models and artifacts that are damaged, endless, elsewhere, or no such thing."""

from __future__ import annotations

import gzip
import io
import os
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto, helper

from hostile.beside import beside, checked, failed, once, refused, write
from mini import Mini, Run, claims, where
from onnx_models import FLOAT, UINT8, external, model, weight
from onnx_models import nested as branching
from tiny_model import digest, tiny
from trueup.readers.onnx import spans

PLACE = "claims/inputs/tiny.onnx"
ENTRY = f"models:\n  tiny: {{path: {PLACE}}}\n"
SIZE = claims(
    "size: {says: A size, basis: model, verify: onnx.tensor, with: {model: tiny, tensor: lm_head.weight_Q4}}",
    "count: {says: Weights, basis: model, verify: onnx.count, with: {model: tiny, of: initializers}}",
)
PAGE = "It is [3,072 B](claim:size), in [0](claim:count) weights.\n"


def bytes_of(proto: Any) -> bytes:
    found: bytes = proto.SerializeToString()
    return found


def nested(depth: int) -> bytes:
    """A graph in a node's attribute, in a graph, and so on."""

    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2]) + spans._encode(len(content)) + content

    graph = field(5, field(9, bytes(100)))
    for _ in range(depth):
        graph = field(1, field(5, field(6, graph)))
    return field(7, graph)


def identity(*weights: Any) -> bytes:
    return bytes_of(model([helper.make_node("Identity", ["x"], ["y"])], weights))


DAMAGED: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "truncated": lambda: tiny()[: len(tiny()) // 2],
    "cut at a field": lambda: tiny()[:2],
    "cut in its last byte": lambda: tiny()[:-1],
    "one field alone": lambda: b"\x08\x07",
    "text": lambda: b"# not a model\n\nat all\n",
    "noise": lambda: bytes(range(256)) * 40,
    "zeros": lambda: bytes(100_000),
    "ones": lambda: b"\xff" * 5000,
    "zip": lambda: b"PK\x03\x04" + bytes(100),
    "pickle": lambda: b"cos\nsystem\n(S'touch ran'\ntR.",
    "LFS pointer": lambda: b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
    "deep": lambda: nested(40),
    "deeper than protobuf allows": lambda: nested(5000),
    "no graph": lambda: bytes_of(helper.make_model(helper.make_graph([], "g", [], []))),
    "a negative dimension": lambda: identity(external("w", FLOAT, (2, -3), location="w.bin")),
    "more elements than there are": lambda: identity(external("w", FLOAT, (2**31, 2**31, 2**10), location="w")),
    "a thousand dimensions": lambda: identity(external("w", FLOAT, (2**40,) * 1000, location="w")),
    "a tensor twice": lambda: identity(weight("w", UINT8, (1,)), weight("w", UINT8, (2,))),
    "other data than its shape": lambda: identity(weight("w", UINT8, (2, 2), b"123")),
    "a name that is no text": lambda: identity(weight("weight", UINT8, (1,))).replace(b"weight", b"\xff" * 6),
}  # fmt: skip


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A check of them all: a tensor's size and a count for each."""
    files: dict[str, str | bytes] = {
        f"claims/inputs/{number}.onnx": data() for number, data in enumerate(DAMAGED.values())
    }
    models = "".join(
        f"  m{number}: {{path: claims/inputs/{number}.onnx}}\n" for number in range(len(DAMAGED))
    )
    entries = [
        f"{what}{number}: {{says: A, basis: model, verify: onnx.{verifier}, with: {{model: m{number}, {given}}}}}"
        for number in range(len(DAMAGED))
        for what, verifier, given in (("size", "tensor", "tensor: w"), ("count", "count", "of: initializers"))
    ]
    files["claims/bad.yaml"] = f"models:\n{models}{claims(*entries)}"
    files["docs/bad.md"] = "".join(
        f"It is [3,072 B](claim:size{number}), in [0](claim:count{number}) weights.\n\n"
        for number in range(len(DAMAGED))
    )
    return once(tmp_path_factory.mktemp("damaged"), files)


@pytest.mark.parametrize("name", DAMAGED)
def test_a_model_that_is_damaged(damaged: Run, name: str) -> None:
    """Nothing is counted in it: no parameters are no claim that holds."""
    number = list(DAMAGED).index(name)
    for claim in (f"size{number}", f"count{number}"):
        assert f"{number}.onnx" in failed(damaged, claim, "input")["because"][0]


def test_a_pointer_says_how_to_fetch_the_file(damaged: Run) -> None:
    verdict = failed(damaged, f"size{list(DAMAGED).index('LFS pointer')}", "input")
    assert "LFS pointer" in verdict["because"][0]
    assert "git lfs pull" in verdict["hint"]


HOLLOW: dict[str, Callable[[], bytes]] = {
    "nodes alone": identity,
    "a weight without elements": lambda: identity(external("w", FLOAT, (0, 5), location="w.bin")),
    "a constant without elements": lambda: bytes_of(
        model([helper.make_node("Constant", [], ["w"], value=weight("w", UINT8, (0,)))])
    ),
}


@pytest.mark.parametrize("data", HOLLOW.values(), ids=HOLLOW)
def test_a_model_of_no_parameters(project: Mini, data: Callable[[], bytes]) -> None:
    """What is left of a model may be well formed, and a claim of nothing does not hold by it."""
    project.write(PLACE, data())
    figures = {
        "all.elements": "verify: tensors.total, with: {model: tiny, read: elements}",
        "all.bytes": "verify: tensors.total, with: {model: tiny}",
        "all.weights": "verify: tensors.count, with: {model: tiny, of: initializers}",
        "graph.weights": "verify: onnx.count, with: {model: tiny, of: initializers}",
    }
    entries = [f"{name}: {{says: M, basis: model, {how}}}" for name, how in figures.items()]
    page = "".join(f"[{'0 B' if name == 'all.bytes' else 0}](claim:{name})\n" for name in figures)
    run = beside(project, ENTRY + claims(*entries), page)
    assert (run.code, run.codes()) == (1, [])
    for name in figures:
        assert run.verdict(name)["status"] in ("error", "refuted"), name


OUTSIDE = ["../../../etc/passwd", "/etc/passwd", "a/../../b", "..\\b", "C:\\b", "", "//host/share"]


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Run:
    files: dict[str, str | bytes] = {
        f"claims/inputs/{number}.onnx": identity(external("w", UINT8, (4,), location=location))
        for number, location in enumerate(OUTSIDE)
    }
    models = "".join(
        f"  m{number}: {{path: claims/inputs/{number}.onnx}}\n" for number in range(len(OUTSIDE))
    )
    entries = [
        f"c{number}: {{says: A, basis: model, verify: onnx.count, with: {{model: m{number}, of: initializers}}}}"
        for number in range(len(OUTSIDE))
    ]
    files["claims/bad.yaml"] = f"models:\n{models}{claims(*entries)}"
    return once(tmp_path_factory.mktemp("outside"), files)


@pytest.mark.parametrize("location", OUTSIDE)
def test_weights_that_are_said_to_be_outside(outside: Run, location: str) -> None:
    assert "M629" in failed(outside, f"c{OUTSIDE.index(location)}", "input")["because"][0]


@pytest.mark.parametrize("kind", ["link", "hard link", "pipe", "folder", "nothing"])
def test_weights_that_are_no_file_are_never_opened(project: Mini, kind: str) -> None:
    """A graph is read without its weights, wherever they lead."""
    project.write(PLACE, identity(external("w", UINT8, (4,), location="w.bin")))
    beside_it = project.path / "claims/inputs/w.bin"
    secret = project.path.parent / "secret"
    secret.write_bytes(b"root")
    make: dict[str, Callable[[], object]] = {
        "link": lambda: beside_it.symlink_to("/etc/passwd"),
        "hard link": lambda: os.link(secret, beside_it),
        "pipe": lambda: os.mkfifo(beside_it),
        "folder": beside_it.mkdir,
        "nothing": lambda: None,
    }
    make[kind]()
    entry = claims(
        "count: {says: W, basis: model, verify: onnx.count, with: {model: tiny, of: initializers}}"
    )
    run = beside(project, ENTRY + entry, "It has [1](claim:count).\n")
    assert (run.code, run.verdict("count")["status"]) == (0, "verified")
    assert "root" not in run.out


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../outside.onnx", "F602"),
        ("/etc/passwd", "F602"),
        ("claims/inputs/link.onnx", "F602"),
        ("claims/inputs/pipe.onnx", "F603"),
        ("claims/../../outside.onnx", "F602"),
        ("claims/inputs/\\0.onnx", "F608"),
    ],
)
def test_a_model_that_is_elsewhere(project: Mini, path: str, code: str) -> None:
    (project.path.parent / "outside.onnx").write_bytes(tiny())
    project.write("claims/inputs/there.onnx", tiny())
    (project.path / "claims/inputs/link.onnx").symlink_to("../../../outside.onnx")
    os.mkfifo(project.path / "claims/inputs/pipe.onnx")
    run = beside(project, ENTRY.replace(PLACE, f'"{path}"') + SIZE, PAGE)
    assert (run.code, set(run.codes())) == (2, {code})
    assert where(run.diagnostics(code)[0])[0] == "claims/bad.yaml"
    assert run.verdicts("size") == []


def test_a_model_is_contained_wherever_the_command_is_run(
    project: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path is relative to the project, not to the current folder, from which it would lead elsewhere."""
    write(project, {"claims/bad.yaml": ENTRY.replace(PLACE, "tiny.onnx") + SIZE, "docs/bad.md": PAGE})
    elsewhere = project.path.parent
    (elsewhere / "tiny.onnx").write_bytes(tiny())
    monkeypatch.chdir(elsewhere)
    failed(checked(project), "size", "input")


def test_a_model_that_is_not_the_pinned_one(project: Mini) -> None:
    project.write(PLACE, tiny())
    pinned = ENTRY.replace("onnx}", f"onnx, sha256: {digest(b'another')}}}")
    verdict = failed(beside(project, pinned + SIZE, PAGE), "size", "input")
    assert digest(tiny())[:12] in verdict["because"][0]


def test_missing_model(project: Mini) -> None:
    verdict = failed(beside(project, ENTRY + SIZE, PAGE), "size", "input")
    assert PLACE in verdict["because"][0]


def test_unknown_model_names_the_nearest(project: Mini) -> None:
    run = beside(project, ENTRY + SIZE.replace("model: tiny", "model: tiney", 1), PAGE)
    assert run.code == 2
    fault = run.diagnostic("L234")
    assert where(fault)[:2] == ("claims/bad.yaml", 4)
    assert "tiny" in fault["hint"]


def test_counts_of_what_a_model_holds_in_odd_places(project: Mini) -> None:
    """Shared tensors once; constants, subgraphs, functions and packed types all; what has no size says so."""
    odd = branching()
    odd.graph.initializer.append(external("w4", TensorProto.UINT4, (3,), location="w"))
    odd.graph.initializer.append(external("f4", TensorProto.FLOAT4E2M1, (5, 5), location="w"))
    text = TensorProto(name="strings", data_type=TensorProto.STRING, dims=[2], string_data=[b"a", b"b"])
    odd.graph.initializer.append(text)
    project.write(PLACE, bytes_of(odd))
    figures = {
        "packed": ("onnx.tensor", "tensor: w4, read: bytes", "2 B", "verified"),
        "packed.more": ("onnx.tensor", "tensor: f4, read: bytes", "13 B", "verified"),
        "packed.elements": ("onnx.tensor", "tensor: f4, read: elements", "25", "verified"),
        "of.words": ("onnx.tensor", "tensor: strings, read: bytes", "2 B", "error"),
        "of.branch": ("onnx.count", "of: nodes, op: If", "1", "verified"),
        "of.function": ("onnx.count", "of: nodes, op: MatMul", "1", "verified"),
    }
    entries = [
        f"{name}: {{says: M, basis: model, verify: {verifier}, with: {{model: tiny, {given}}}}}"
        for name, (verifier, given, *_) in figures.items()
    ]
    page = "".join(f"[{figure}](claim:{name})\n" for name, (_, _, figure, _) in figures.items())
    run = beside(project, ENTRY + claims(*entries), page)
    assert {name: run.verdict(name)["status"] for name in figures} == {
        name: status for name, (*_, status) in figures.items()
    }


def test_exact_counts_beyond_any_machine_s_memory(project: Mini) -> None:
    large = identity(external("w", FLOAT, (2**20, 2**20, 2**10), location="w.bin"))
    project.write(PLACE, large)
    entry = (
        "m.size: {says: M, basis: model, verify: onnx.tensor, with: {model: tiny, tensor: w, read: bytes}}"
    )
    run = beside(project, ENTRY + claims(entry), f"It is [{2**52:,} B](claim:m.size).\n")
    assert run.verdict("m.size")["status"] == "verified"


def zipped(size: int = 1 << 20) -> bytes:
    """A thousand to one."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../escaped", bytes(size))
    return whole.getvalue()


def tarred() -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as archive:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        out = tarfile.TarInfo("../escaped")
        out.size = 4
        archive.addfile(out, io.BytesIO(b"root"))
    return whole.getvalue()


def many_members() -> bytes:
    """A directory that claims far more members than its bytes could hold."""
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 65535, 65535, 2**31 - 1, 2**31 - 1, 0)
    return b"PK\x01\x02" * 10_000 + end


ARTIFACTS: dict[str, Callable[[], bytes]] = {
    "zip": zipped,
    "gzip": lambda: gzip.compress(bytes(1 << 20)),
    "tar with a link": tarred,
    "zip of a million members": many_members,
    "LFS pointer": lambda: b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
    "nothing": lambda: b"\n",
    "NUL": lambda: b"\0" * 1000,
    "deep": lambda: b"[" * 200_000,
    "deep objects": lambda: b'{"a":' * 100_000,
    "long number": lambda: b"9" * 1_000_000,
    "huge exponent": lambda: b"1e999999999",
    "not a number": lambda: b"NaN",
    "infinite": lambda: b'{"a": Infinity}',
    "key twice": lambda: b'{"a": 1, "a": 2}',
    "lone surrogate": lambda: b'{"a": "\\ud800"}',
    "entities": lambda: b'<!DOCTYPE x [<!ENTITY a "' + b"b" * 1000 + b'"><!ENTITY c "' + b"&a;" * 1000 + b'">]><x>&c;</x>',
    "external entity": lambda: b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><coverage line-rate="1">&a;</coverage>',
    "deep elements": lambda: b"<a>" * 100_000,
    "one long line": lambda: b"a," * 500_000,
    "many columns": lambda: b"".join(b"c%d," % number for number in range(200_000)),
    "separators alone": lambda: b",,,\n,,\n",
    "quotes that never close": lambda: b'name,value\n"' + b"x\n" * 100_000,
}  # fmt: skip
READERS = {
    "artifact.json": "pointer: /a",
    "artifact.csv": "key: name, row: x, column: value",
    "artifact.text": "pattern: '(\\d+) passed'",
    "coverage.ratio": "of: lines",
    "criterion.change": "statistic: mean",
}


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path]:
    """A check of them all by every reader, and where it ran."""
    files: dict[str, str | bytes] = {
        f"claims/inputs/{number}": data() for number, data in enumerate(ARTIFACTS.values())
    }
    inputs = "".join(f"  a{number}: {{path: claims/inputs/{number}}}\n" for number in range(len(ARTIFACTS)))
    names = [(reader, number) for reader in READERS for number in range(len(ARTIFACTS))]
    entries = [
        f"{reader}{number}: {{says: A, basis: measured, scope: {{cores: 2}}, verify: {reader},"
        f" with: {{artifact: a{number}, {READERS[reader]}}}}}"
        for reader, number in names
    ]
    files["claims/bad.yaml"] = f"artifacts:\n{inputs}{claims(*entries)}"
    files["docs/bad.md"] = "\n".join(f"[5](claim:{reader}{number})" for reader, number in names)
    folder = tmp_path_factory.mktemp("artifacts")
    return once(folder, files), folder


@pytest.mark.parametrize("name", ARTIFACTS)
def test_an_artifact_that_is_none(artifacts: tuple[Run, Path], name: str) -> None:
    """Every reader refuses it; archives are not opened, so nothing of them lands anywhere."""
    run, folder = artifacts
    for reader in READERS:
        verdict = run.verdict(f"{reader}{list(ARTIFACTS).index(name)}")
        assert (verdict["status"], verdict["reason"]) in (("error", "input"), ("refuted", "value")), verdict
        assert verdict["hint"], verdict
    assert run.codes() == []
    assert "root:" not in run.out
    assert not [*folder.rglob("escaped")]


def test_an_artifact_s_pointer_says_how_to_fetch_the_file(artifacts: tuple[Run, Path]) -> None:
    verdict = artifacts[0].verdict(f"artifact.json{list(ARTIFACTS).index('LFS pointer')}")
    assert "git lfs pull" in verdict["hint"]


def test_a_pattern_that_looks_back_is_run_in_linear_time(project: Mini) -> None:
    project.write("claims/inputs/it", "a" * 100_000 + "!")
    entry = "a: {says: A, verify: artifact.text, with: {artifact: it, pattern: '(a+)+$'}}"
    run = beside(project, "artifacts:\n  it: {path: claims/inputs/it}\n" + claims(entry), "[5](claim:a)\n")
    assert run.verdict("a")["status"] in ("error", "refuted")


def test_an_artifact_larger_than_is_read(project: Mini) -> None:
    """A file with a hole."""
    project.write("claims/inputs/it", "{}")
    os.truncate(project.path / "claims/inputs/it", (64 << 20) + 1)
    write(project, {})
    entry = "a: {says: A, verify: artifact.json, with: {artifact: it, pointer: /a}}"
    project.write("claims/bad.yaml", "artifacts:\n  it: {path: claims/inputs/it}\n" + claims(entry))
    run = project.write("docs/bad.md", "[5](claim:a)\n").check()
    assert "larger than" in failed(run, "a", "input")["because"][0]


@pytest.mark.parametrize("pattern", ["../*.py", "/etc/*", "docs/../../*"])
def test_a_pattern_that_leads_outside_is_wrong_where_it_stands(project: Mini, pattern: str) -> None:
    entry = f"d: {{says: x, basis: model, verify: code.count, with: {{files: '{pattern}', pattern: def}}}}"
    fault = refused(beside(project, claims(entry), "[3](claim:d)\n"), "F602")
    assert where(fault)[:2] == ("claims/bad.yaml", 2)
    assert pattern in fault["message"]


def test_files_that_are_links_are_not_counted_in_silence(project: Mini) -> None:
    secret = project.path.parent / "secret.py"
    secret.write_text("def a(): ...\n")
    project.write("code/one.py", "def b(): ...\n")
    (project.path / "code/two.py").symlink_to(secret)
    entry = "d: {says: x, basis: model, verify: code.count, with: {files: 'code/*.py', pattern: 'def '}}"
    run = beside(project, claims(entry), "[2](claim:d)\n")
    assert run.code in (1, 2)
    assert run.verdicts("d") == [] or run.verdict("d")["status"] == "error"
    assert "code/two.py" in run.out


def test_a_model_that_changes_while_it_is_checked(project: Mini) -> None:
    """What is judged is the file that was digested."""
    project.write(PLACE, tiny())
    write(project, {"claims/bad.yaml": ENTRY + SIZE, "docs/bad.md": PAGE})
    first = project.check().verdict("count")
    assert first["status"] == "refuted"
    Path(project.path / PLACE).write_bytes(tiny() + b"\x08\x07")
    assert project.check().verdict("count")["status"] in ("refuted", "error")
