"""Ids, parameters and digests, all from source that is never run."""

from __future__ import annotations

import sys

import pytest

from trueup.verifier.codes import CODES
from trueup.verifier.registry import Registry, check_parameters, find_verifiers
from trueup.verifiers import BUILT_IN

HEAD = "from trueup.verifier import Request, verifier\n\n\n"


def registry(text: str, **modules: str) -> Registry:
    sources = {"verifiers/site.py": text, **{f"verifiers/{name}.py": more for name, more in modules.items()}}
    return find_verifiers(sources, folder="verifiers", builtins=BUILT_IN)


def digest(text: str, name: str = "site.one", **modules: str) -> str:
    found = registry(text, **modules).find(name)
    assert found is not None
    return found.digest


ONE = "@verifier('site.one')\ndef one(request):\n    return 1\n"
TWO = "@verifier('site.two')\ndef two(request):\n    return 2\n"


def test_a_verifier_is_found_with_all_that_it_declares() -> None:
    text = HEAD + (
        '@verifier("cpu.gemv", basis="measured")\n'
        "def gemv(request: Request, *, k: int, block: int = 32, model: str) -> int:\n    raise SystemExit\n"
    )
    found = registry(text).find("cpu.gemv")
    assert found is not None
    assert (found.basis, found.module, found.function) == ("measured", "verifiers/site.py", "gemv")
    assert [(one.name, one.annotation, one.required) for one in found.parameters] == [
        ("k", "int", True),
        ("block", "int", False),
        ("model", "str", True),
    ]
    assert str(found.location) == "verifiers/site.py:4:11"
    assert not found.builtin


@pytest.mark.parametrize(
    ("line", "decorator"),
    [
        ("from trueup.verifier import verifier as v", "v"),
        ("import trueup.verifier", "trueup.verifier.verifier"),
        ("import trueup.verifier as tv", "tv.verifier"),
        ("from trueup import verifier", "verifier.verifier"),
    ],
)
def test_the_decorator_may_have_another_name(line: str, decorator: str) -> None:
    assert registry(f"{line}\n@{decorator}('site.one')\ndef one(request): ...\n").find("site.one")


def test_another_library_s_decorator_is_none_of_ours() -> None:
    found = registry("from elsewhere import verifier\n@verifier('os:system')\ndef one(request): ...\n")
    assert not found.site
    assert not found.diagnostics


def test_nothing_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    before = set(sys.modules)
    assert registry(HEAD + "print('run')\nimport antigravity\n" + ONE).find("site.one")
    assert capsys.readouterr().out == ""
    assert "antigravity" not in set(sys.modules) - before


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("def one(:\n", "V501", "4:9"),
        ("x = '\0'\n", "V501", "1:1"),
        ("NAME = 'a'\n@verifier(NAME)\ndef one(request): ...\n", "V502", "5:11"),
        ("@verifier(f'a.{1}')\ndef one(request): ...\n", "V502", "4:11"),
        ("@verifier\ndef one(request): ...\n", "V502", "5:1"),
        ("@verifier('os:system')\ndef one(request): ...\n", "V503", "4:11"),
        ("@verifier('Upper')\ndef one(request): ...\n", "V503", "4:11"),
        ("é = 1; '''é'''\n@verifier(7)\ndef one(request): ...\n", "V503", "5:11"),
        ("@verifier('onnx.tensor')\ndef one(request): ...\n", "V505", "4:11"),
        ("@verifier('a.b', basis='guess')\ndef one(request): ...\n", "V506", "4:11"),
        ("@verifier('a.b', base='model')\ndef one(request): ...\n", "V506", "4:11"),
        ("class A:\n    @verifier('a.b')\n    def one(self, request): ...\n", "V507", "5:15"),
        ("@verifier('a.b')\nasync def one(request): ...\n", "V507", "4:11"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(text: str, code: str, place: str) -> None:
    found = registry(HEAD + text, other=HEAD + TWO)
    assert [(one.code, str(one.location)) for one in found.diagnostics] == [
        (code, f"verifiers/site.py:{place}")
    ]
    assert found.find("site.two"), "the other modules are read all the same"
    assert code in CODES


def test_an_id_defined_twice_is_told_with_both_places() -> None:
    found = registry(HEAD + ONE, other=HEAD + ONE)
    (fault,) = found.diagnostics
    assert fault.code == "V504"
    assert "verifiers/other.py:4:11" in fault.message
    assert str(fault.location) == "verifiers/site.py:4:11"
    assert found.find("site.one") is None
    assert found.broken == {"site.one"}


@pytest.mark.parametrize("text", ["(" * 5000, "x = " + "-" * 100_000 + "1", "a = " + "[" * 500 + "]" * 500])
def test_source_that_is_nested_too_deeply_is_a_diagnostic(text: str) -> None:
    assert [one.code for one in registry(text).diagnostics] == ["V501"]


def test_a_warning_of_the_compiler_is_nobody_s_business() -> None:
    assert registry(HEAD + "x = '\\d'\n" + ONE).find("site.one")


def test_a_built_in_declares_its_parameters_and_is_not_imported() -> None:
    found = registry("").find("onnx.tensor")
    assert found is not None
    assert found.builtin
    assert [one.name for one in found.parameters if one.required] == ["model", "tensor"]
    assert found.digest


def test_an_unknown_id_is_told_with_those_near() -> None:
    fault = registry(HEAD + ONE).unknown("onnx.tesnor")
    assert fault.code == "L220"
    assert fault.hint is not None
    assert fault.hint.startswith("near: onnx.tensor")


@pytest.mark.parametrize("name", ["os:system", "os.path:join", "../x", "", "x" * 10_000 + "!"])
def test_an_import_path_is_no_id(name: str) -> None:
    found = registry("")
    assert found.find(name) is None
    fault = found.unknown(name)
    assert "never by an import path" in str(fault)
    assert len(fault.message) < 200


def test_parameters_are_checked_by_name() -> None:
    text = HEAD + "@verifier('site.one')\ndef one(request, *, model: str, axis: int = 0): ...\n"
    found = registry(text).find("site.one")
    assert found is not None
    assert check_parameters(found, {"model": "m"}) == []
    unknown, missing = check_parameters(found, {"modle": "m"})
    assert (unknown[0], unknown[1].code, unknown[1].hint) == ("modle", "V510", "did you mean 'model'?")
    assert (missing[0], missing[1].code) == (None, "V511")


def test_a_verifier_that_takes_any_parameter_is_asked_for_none() -> None:
    found = registry(HEAD + "@verifier('site.one')\ndef one(request, **rest: str): ...\n").find("site.one")
    assert found is not None
    assert check_parameters(found, {"anything": "x"}) == []


def test_the_digest_is_of_the_text_with_lf_line_ends() -> None:
    text = HEAD + ONE
    assert digest(text) == digest(text.replace("\n", "\r\n")) == digest("\ufeff" + text)
    assert digest(text) != digest(text.replace("return 1", "return 2"))


@pytest.mark.parametrize("text", [HEAD + ONE + "\n\n" + TWO, HEAD + TWO + "\n\n" + ONE])
def test_another_verifier_of_the_module_is_no_part_of_it(text: str) -> None:
    assert digest(text) == digest(HEAD + ONE)
    assert digest(text) == digest(text.replace("return 2", "return 3"))


def test_another_verifier_that_it_calls_is_part_of_it() -> None:
    text = HEAD + ONE.replace("return 1", "return two(request)") + "\n\n" + TWO
    assert digest(text) != digest(text.replace("return 2", "return 3"))


def test_what_the_module_shares_is_part_of_it() -> None:
    assert digest(HEAD + "K = 1\n" + ONE) != digest(HEAD + "K = 2\n" + ONE)


@pytest.mark.parametrize(
    "line",
    [
        "import helper",
        "from helper import K",
        "from . import helper",
        "from .helper import K",
        "import pack.inner",
    ],
)
def test_a_module_that_it_imports_is_part_of_it(line: str) -> None:
    def made_of(number: int, other: int = 0) -> str:
        modules = dict.fromkeys(("helper", "pack/inner"), f"import deep\nK = {number}\n")
        return digest(f"{line}\n{HEAD}{ONE}", **modules, deep=f"D = {number}\n", apart=f"A = {other}\n")

    assert made_of(1) == made_of(1, other=1)
    assert made_of(1) != made_of(2)


def test_modules_that_import_each_other_have_a_digest() -> None:
    assert digest("import helper\n" + HEAD + ONE, helper="import site\nimport helper\n")
