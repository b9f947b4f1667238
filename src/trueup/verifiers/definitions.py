"""What Python source defines, without running any of it."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from trueup.diagnostics import Location
from trueup.readers.artifact import refuse

Kind: TypeAlias = Literal["functions", "classes", "tests"]
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_Block: TypeAlias = ast.If | ast.Try | ast.With


def defined(source: bytes, path: str, kind: Kind) -> int:
    """How many definitions of a kind a module has.

    ``functions`` are all, methods and those inside others among them; ``classes`` likewise. ``tests`` are
    what pytest collects by name: functions ``test…`` of the module, of its classes ``Test…`` without
    ``__init__``, and of those whose base is a ``TestCase``. A parametrised test is one.

    :param path: relative to the project's root, for messages
    :raises TrueupError: M632 it is no Python that this Python reads
    """
    tree = _parsed(source, path)
    if kind == "tests":
        return _tests(tree.body)
    wanted = _Function if kind == "functions" else ast.ClassDef
    return sum(isinstance(node, wanted) for node in ast.walk(tree))


def _parsed(source: bytes, path: str) -> ast.Module:
    where = Location(path=path, line=1, column=1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source, path)
    except SyntaxError as error:
        where = Location(path=path, line=max(error.lineno or 1, 1), column=max(error.offset or 1, 1))
        raise refuse(where, "M632", f"this is no Python: {error.msg}", "narrow files, or mend it") from None
    except (ValueError, MemoryError, RecursionError) as error:
        why = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise refuse(where, "M632", f"this is no Python: {why}") from None


def _tests(body: Sequence[ast.stmt]) -> int:
    """Tests of a module or a class; a name that is defined again hides the one before."""
    functions: set[str] = set()
    classes: dict[str, ast.ClassDef] = {}
    for node in _statements(body):
        if isinstance(node, _Function) and node.name.startswith("test"):
            functions.add(node.name)
        elif isinstance(node, ast.ClassDef) and _is_collected(node):
            classes[node.name] = node
    return len(functions) + sum(_tests(node.body) for node in classes.values())


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Those of a body, and of the ``if``, ``try`` and ``with`` among them."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody", "handlers") if isinstance(node, _Block) else ():
            for inner in getattr(node, name, ()):
                yield from _statements(inner.body if isinstance(inner, ast.ExceptHandler) else [inner])


def _is_collected(node: ast.ClassDef) -> bool:
    bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
    if any(base.endswith("TestCase") for base in bases):
        return True
    made = any(isinstance(inner, _Function) and inner.name == "__init__" for inner in node.body)
    return node.name.startswith("Test") and not made
