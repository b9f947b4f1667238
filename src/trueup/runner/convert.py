"""Parameters of a ledger, all text, as the types that a verifier's signature asks for."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

_SPACES = dict.fromkeys(map(ord, "   "), " ")
_MINUS = {ord("−"): "-"}
_INTEGER = re.compile(r"[+-]?(?:[0-9]{1,3}(?:[,_ ][0-9]{3}){1,100}|[0-9]{1,400})")
_DECIMAL = re.compile(r"([+-]?[0-9]{1,400}(?:\.[0-9]{1,400})?)(?:[eE]([+-]?[0-9]{1,3}))?")
_SEPARATORS = str.maketrans("", "", ",_ ")


class ParameterError(Exception):
    """A parameter's text is not of the type that the verifier asks for."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class SignatureError(Exception):
    """A verifier's own annotation can't be used."""


def arguments(function: Callable[..., Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments for ``function``, converted by its annotations.

    :param parameters: the text tree: ``str``, list and object, as JSON brought it
    :raises ParameterError: one is unknown, missing, or not of its type
    :raises SignatureError: an annotation can't be resolved, or names a type that text can't become
    """
    signature = inspect.signature(function)
    wanted = dict(list(signature.parameters.items())[1:])  # the first one is the request
    rest = next((one for one in wanted.values() if one.kind is one.VAR_KEYWORD), None)
    converted = {}
    for name, found in parameters.items():
        if name not in wanted and rest is None:
            raise ParameterError(name, f"has no parameter {name!r}")
        kind = _resolve(function, wanted[name] if name in wanted else typing.cast("inspect.Parameter", rest))
        try:
            converted[name] = convert(found, kind)
        except ValueError as error:
            raise ParameterError(name, str(error)) from None
    for name, one in wanted.items():
        if (
            one.default is one.empty
            and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
            and name not in converted
        ):
            raise ParameterError(name, "is missing")
    return converted


def convert(found: Any, kind: Any) -> Any:
    """``found`` as ``kind``.

    :raises ValueError: it is not of that kind; the message says what was expected
    :raises SignatureError: text can't become that kind
    """
    if kind in (inspect.Parameter.empty, Any, object):
        return found
    if kind in _SCALARS:
        if not isinstance(found, str):
            raise ValueError(
                f"expected one value, found a {'list' if isinstance(found, list) else 'mapping'}"
            )
        return _SCALARS[kind](found)
    origin, inner = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _union(found, inner)
    if origin is typing.Literal:
        if found in inner:
            return found
        raise ValueError(f"expected one of {', '.join(map(str, inner))}, found {_short(found)}")
    if origin in (dict, Mapping):
        if not isinstance(found, Mapping):
            raise ValueError(f"expected a mapping, found {_short(found)}")
        return {name: convert(item, inner[1] if inner else Any) for name, item in found.items()}
    if origin in (list, tuple, set, frozenset, Sequence, AbstractSet):
        return _several(found, origin, inner)
    raise SignatureError(f"the type {getattr(kind, '__name__', kind)} is none that a parameter can have")


def _union(found: Any, kinds: tuple[Any, ...]) -> Any:
    if type(None) in kinds and found in ("null", "~", ""):
        return None
    wrong = ""
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return convert(found, kind)
        except ValueError as error:
            wrong = wrong or str(error)
    raise ValueError(wrong)


def _several(found: Any, origin: Any, inner: tuple[Any, ...]) -> Any:
    if not isinstance(found, list):
        raise ValueError(f"expected a list, found {_short(found)}")  # noqa: TRY004  it is the text that is wrong
    if origin is tuple and inner and inner[-1] is not ...:
        if len(found) != len(inner):
            raise ValueError(f"expected {len(inner)} value{'s' * (len(inner) != 1)}, found {len(found)}")
        return tuple(convert(item, kind) for item, kind in zip(found, inner, strict=True))
    items = [convert(item, inner[0] if inner else Any) for item in found]
    return items if origin in (list, Sequence) else tuple(items) if origin is tuple else frozenset(items)


def _resolve(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    kind = parameter.annotation
    if not isinstance(kind, str):
        return kind
    try:
        # The site's own text, in the site's own module, in a process that runs that module already.
        return eval(kind, getattr(function, "__globals__", {}))  # noqa: S307
    except Exception as error:  # noqa: BLE001  whatever the site's names do
        raise SignatureError(
            f"the annotation {kind!r} of parameter {parameter.name!r} can't be resolved: {error}"
        ) from None


def _integer(text: str) -> int:
    plain = text.translate(_SPACES).translate(_MINUS)
    if not _INTEGER.fullmatch(plain):
        raise ValueError(f"expected an integer, found {_short(text)}")
    return int(plain.translate(_SEPARATORS))


def _fraction(text: str) -> Fraction:
    plain = text.translate(_MINUS)
    top, slash, bottom = plain.partition("/")
    if slash:
        if not _integer(bottom):
            raise ValueError(f"{_short(text)} divides by zero")
        return Fraction(_integer(top), _integer(bottom))
    number = _DECIMAL.fullmatch(plain)
    if number:
        return Fraction(number[1]) * Fraction(10) ** int(number[2] or 0)
    if _INTEGER.fullmatch(plain.translate(_SPACES)):
        return Fraction(_integer(plain))
    raise ValueError(f"expected a number, found {_short(text)}")


def _float(text: str) -> float:
    try:
        return float(_fraction(text))
    except OverflowError:
        raise ValueError(f"{_short(text)} is too large") from None


def _truth(text: str) -> bool:
    if text.casefold() not in ("true", "false"):
        raise ValueError(f"expected true or false, found {_short(text)}")
    return text.casefold() == "true"


_SCALARS: dict[Any, Callable[[str], Any]] = {
    int: _integer,
    Fraction: _fraction,
    float: _float,
    bool: _truth,
    str: str,
}


def _short(found: Any) -> str:
    text = repr(found)
    return text if len(text) <= 60 else f"{text[:57]}…"
