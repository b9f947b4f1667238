"""Read the verifiers out of a module's source, and digest what each of them is made of."""

from __future__ import annotations

import ast
import hashlib
import json
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, get_args

from trueup.claim import Basis
from trueup.diagnostics import Diagnostic, Location
from trueup.ids import ID
from trueup.verifier.declared import Param

API = "trueup.verifier"
LARGEST = 2_000_000
_MEND = "python -m py_compile says more; until then its verifiers count as unknown"
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A parsed module: ``lines`` of its text with LF line ends, and its tree."""

    path: str
    lines: tuple[str, ...]
    tree: ast.Module


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A decorated function and its id."""

    id: str
    basis: Basis
    node: ast.FunctionDef
    location: Location


def parse(path: str, text: str) -> Source | Diagnostic:
    """The module, or what is wrong with it. Nothing of it is run."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    start = Location(path=path, line=1, column=1)
    if len(plain) > LARGEST:
        message, hint = f"longer than {LARGEST:,} characters", "split it"
        return Diagnostic(code="V501", message=message, location=start, hint=hint)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(plain, path)
    except SyntaxError as error:
        place = Location(path=path, line=max(error.lineno or 1, 1), column=max(error.offset or 1, 1))
        return Diagnostic(code="V501", message=f"not Python: {error.msg}", location=place, hint=_MEND)
    except (ValueError, MemoryError, RecursionError) as error:
        message = "nested too deeply" if not isinstance(error, ValueError) else f"not Python: {error}"
        return Diagnostic(code="V501", message=message, location=start, hint=_MEND)
    return Source(path=path, lines=tuple(plain.split("\n")), tree=tree)


def verifiers(source: Source) -> Iterator[Found | Diagnostic]:
    """The verifiers of a module in order, and what is wrong with others."""
    names = _decorators(source.tree)
    if not names:
        return
    top = set(source.tree.body)
    for node in ast.walk(source.tree):
        if isinstance(node, _Function):
            for decorator in node.decorator_list:
                call = decorator if isinstance(decorator, ast.Call) else None
                if _dotted(call.func if call else decorator) in names:
                    yield _declared(source, node, call, plain=node in top)


def parameters(node: ast.FunctionDef) -> tuple[tuple[Param, ...], bool]:
    """The parameters behind the request, and whether any further ones are taken."""
    given = node.args
    ordered = [*given.posonlyargs, *given.args]
    defaulted = len(ordered) - len(given.defaults)
    found = [_param(one, required=number < defaulted) for number, one in enumerate(ordered)][1:]
    found += [
        _param(one, required=default is None)
        for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    return tuple(found), given.kwarg is not None


def version(source: Source) -> str:
    """``version:`` and the ``VERSION`` of a built-in's module; where it declares none, its digest."""
    for node in source.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="VERSION")], value=ast.Constant(value=str(text))):
                return f"version:{text}"
            case ast.AnnAssign(target=ast.Name(id="VERSION"), value=ast.Constant(value=str(text))):
                return f"version:{text}"
    return _digest("\n".join(source.lines))


def digest(found: Found, source: Source, sources: Mapping[str, Source], folder: str) -> str:
    """Digest of all the site's source that a verifier is made of.

    That is its module's text without the other verifiers, unless what is left names them, and the
    modules of ``folder`` that this imports, whole, and those that they import.
    """
    others = [one.node for one in verifiers(source) if isinstance(one, Found) and one.node is not found.node]
    kept: list[ast.AST] = [node for node in source.tree.body if node not in others]
    named = _names(kept)
    while used := [node for node in others if node.name in named]:
        others = [node for node in others if node not in used]
        kept += used
        named |= _names(used)
    texts = {source.path: _without(source, others)}
    waiting = list(_imported(kept, source.path, folder))
    while waiting:
        path = waiting.pop()
        if path in sources and path not in texts:
            texts[path] = "\n".join(sources[path].lines)
            waiting += _imported(sources[path].tree.body, path, folder)
    relative = {path.removeprefix(f"{folder}/"): text for path, text in texts.items()}
    written = json.dumps(relative, sort_keys=True, separators=(",", ":"))
    return _digest(written)


def _decorators(tree: ast.Module) -> set[str]:
    """What ``verifier`` is called in this module."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="trueup.verifier" | "trueup.verifier.api", names=aliases, level=0):
                names |= {one.asname or one.name for one in aliases if one.name == "verifier"}
            case ast.ImportFrom(module="trueup", names=aliases, level=0):
                names |= {f"{one.asname or one.name}.verifier" for one in aliases if one.name == "verifier"}
            case ast.Import(names=aliases):
                names |= {f"{one.asname or one.name}.verifier" for one in aliases if one.name == API}
    return names


def _declared(source: Source, node: _Function, call: ast.Call | None, *, plain: bool) -> Found | Diagnostic:
    place = _location(source, call.args[0] if call and call.args else node)
    if not plain or not isinstance(node, ast.FunctionDef):
        message = f"{node.name} is not a plain function at the top of its module, so it is not found"
        hint = "write it with def, outside of classes and functions"
        return Diagnostic(code="V507", message=message, location=place, hint=hint)
    if call is None or len(call.args) != 1 or not isinstance(call.args[0], ast.Constant):
        message = f"the id of {node.name} is not a literal"
        hint = 'write @verifier("group.name"): ids are found without running the module'
        return Diagnostic(code="V502", message=message, location=place, hint=hint)
    name, basis = call.args[0].value, _basis(call)
    if not isinstance(name, str) or not ID.fullmatch(name):
        return Diagnostic(
            code="V503",
            message=f"{name!r} is no id",
            location=place,
            hint="lower-case words of letters, digits and _, joined by dots",
        )
    if basis is None:
        kinds = ", ".join(f'"{kind}"' for kind in get_args(Basis))
        message = f"the basis of {name} is not one of {kinds}, as a literal"
        hint = f'write @verifier("{name}", basis="measured")'
        return Diagnostic(code="V506", message=message, location=place, hint=hint)
    return Found(id=name, basis=basis, node=node, location=place)


def _basis(call: ast.Call) -> Basis | None:
    given = [one.value for one in call.keywords if one.arg == "basis"]
    if len(call.keywords) != len(given):
        return None
    if not given:
        return "model"
    value = given[0].value if isinstance(given[0], ast.Constant) else None
    return next((kind for kind in get_args(Basis) if kind == value), None)


def _param(node: ast.arg, *, required: bool) -> Param:
    annotation = ast.unparse(node.annotation) if node.annotation else ""
    return Param(name=node.arg, annotation=annotation, required=required)


def _location(source: Source, node: ast.expr | _Function) -> Location:
    """``ast`` counts columns in bytes of UTF-8, from 0."""
    line = source.lines[node.lineno - 1].encode()
    column = len(line[: node.col_offset].decode("utf-8", "replace")) + 1
    return Location(path=source.path, line=node.lineno, column=column)


def _without(source: Source, nodes: list[ast.FunctionDef]) -> str:
    """The text without these functions and the blank lines before them."""
    drop: set[int] = set()
    for node in nodes:
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        while first > 1 and not source.lines[first - 2].strip():
            first -= 1
        drop |= set(range(first, (node.end_lineno or node.lineno) + 1))
    return "\n".join(line for number, line in enumerate(source.lines, 1) if number not in drop).rstrip()


def _names(nodes: list[ast.FunctionDef] | list[ast.AST]) -> set[str]:
    inside = [inner for node in nodes for inner in ast.walk(node)]
    return {one.id for one in inside if isinstance(one, ast.Name)}


def _imported(nodes: list[ast.AST] | list[ast.stmt], path: str, folder: str) -> Iterator[str]:
    """Paths that the imports among the nodes may name in the folder; there need be no such file."""
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        match node:
            case ast.Import(names=aliases):
                for one in aliases:
                    yield from _files(folder, one.name.split("."))
            case ast.ImportFrom(module=module, names=aliases, level=level):
                base = path.split("/")[: -level or None] if level else folder.split("/")
                parts = module.split(".") if module else []
                for one in aliases:
                    yield from _files("/".join(base), [*parts, one.name])


def _files(base: str, parts: list[str]) -> Iterator[str]:
    for count in range(len(parts) + 1):
        place = "/".join([base, *parts[:count]])
        if count:
            yield f"{place}.py"
        yield f"{place}/__init__.py"


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{_dotted(value)}.{attr}"
    return ""


def _digest(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}"
