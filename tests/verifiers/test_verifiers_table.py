"""The table of built-ins names what its modules declare."""

from __future__ import annotations

import ast
from pathlib import Path

import trueup.verifiers
from trueup.verifiers import BUILT_IN

FOLDER = Path(trueup.verifiers.__file__).parent


def declared(file: Path) -> list[str]:
    return [
        decorator.args[0].value
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call)
        and isinstance(decorator.args[0], ast.Constant)
        and isinstance(decorator.args[0].value, str)
    ]


def test_every_module_declares_what_the_table_says() -> None:
    found = {name: f"trueup.verifiers.{file.stem}" for file in FOLDER.glob("*.py") for name in declared(file)}
    assert found == BUILT_IN
