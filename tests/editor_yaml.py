"""A ledger as the YAML language server of an editor sees it: scalars have the types of YAML 1.2."""

from __future__ import annotations

import re
from typing import Any

from trueup.ledger.compose import compose
from trueup.ledger.nodes import Mapping, Node, Scalar

_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "true": True, "false": False}


def seen(text: str) -> Any:
    """The document's value, as JSON has it."""
    node = compose(text).node
    return None if node is None else _value(node)


def _value(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text if node.quoted else _plain(node.text)
    if isinstance(node, Mapping):
        return {key.text: _value(item) for key, item in node.entries}
    return [_value(item) for item in node.items]


def _plain(text: str) -> Any:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return float(text) if _NUMBER.fullmatch(text) else text


def written(value: Any) -> str:
    """A value in YAML's flow style, every text quoted; nothing is left empty."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
