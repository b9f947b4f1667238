"""A plugin added to ``mkdocs.yml``, with all its other bytes left as they are."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from trueup.ledger.compose import compose
from trueup.ledger.nodes import Mapping, Node, Scalar, Sequence

NAME = "trueup"
#: To be added by hand where it can't be done for certain.
LINES = f"plugins:\n  - search\n  - {NAME}\n"

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BRACKETS = {"[": "]", "{": "}"}
#: How far behind the last plugin a closing bracket is looked for.
_NEAR = 80


def entry(mapping: Node | None, name: str) -> Node | None:
    """The value of a key."""
    entries = mapping.entries if isinstance(mapping, Mapping) else ()
    return next((value for key, value in entries if key.text == name), None)


def names(node: Node | None) -> tuple[str, ...]:
    """The names in a list of plugins or extensions, each with options or none; it may be a mapping."""
    if isinstance(node, Mapping):
        return tuple(key.text for key, _ in node.entries)
    found: list[str] = []
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            found.append(item.text)
        elif isinstance(item, Mapping):
            found += [key.text for key, _ in item.entries[:1]]
    return tuple(found)


def with_plugin(text: str) -> str | None:
    """The configuration with the plugin at the end of its list.

    None where that can't be shown to change nothing else.
    """
    root = compose(text).node
    if not isinstance(root, Mapping) or [key.text for key, _ in root.entries].count("plugins") > 1:
        return None
    before = names(entry(root, "plugins")) or ("search",)
    for candidate in _candidates(text, root):
        listed = names(entry(compose(candidate).node, "plugins"))
        if listed == (*before, NAME) and _only_adds(text, candidate):
            return candidate
    return None


def _candidates(text: str, root: Mapping) -> Iterator[str]:
    """Ways to write it, some of which may be wrong."""
    plugins = entry(root, "plugins")
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    if plugins is None:
        if entry(root, "INHERIT") is None:
            closed = "" if text.endswith("\n") else end_of_line
            yield f"{text}{closed}{end_of_line}{LINES.replace(chr(10), end_of_line)}"
    elif not isinstance(plugins, Scalar) and (items := _items(plugins)):
        end = _end(items[-1])
        whole = f"{NAME}: {{}}" if isinstance(plugins, Mapping) else NAME
        if text[plugins.start] in _BRACKETS:
            closing = _BRACKETS[text[plugins.start]]
            places = [at for at in range(end, min(end + _NEAR, len(text))) if text[at] == closing]
            yield from (f"{text[:at]}, {whole}{text[at:]}" for at in (end, *places))
            return
        indent = text[text.rfind("\n", 0, plugins.start) + 1 : plugins.start]
        line = f"{indent}{whole if isinstance(plugins, Mapping) else f'- {whole}'}"
        after = text.find("\n", end) + 1
        if not after:
            yield f"{text}{end_of_line}{line}"
            return
        # A block of text ends where the next line begins.
        yield from (f"{text[:at]}{line}{end_of_line}{text[at:]}" for at in (after, end))


def _items(node: Mapping | Sequence) -> tuple[Node, ...]:
    return tuple(value for _, value in node.entries) if isinstance(node, Mapping) else node.items


def _end(node: Node) -> int:
    """The offset behind the last thing written in a value; closing brackets may follow."""
    while not isinstance(node, Scalar) and (inside := _items(node)):
        node = inside[-1]
    return node.end if isinstance(node, Scalar) else node.start


def _only_adds(before: str, after: str) -> bool:
    """Whether what a parser sees has grown by one piece, and is the same around it."""
    try:
        old, new = _events(before), _events(after)
    except yaml.YAMLError:
        return False
    same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
    return old[same:] == new[same + len(new) - len(old) :]


def _events(text: str) -> list[tuple[str | None, ...]]:
    """What a parser sees, without the places."""
    return [
        (type(event).__name__, *(getattr(event, key, None) for key in ("anchor", "tag", "value")))
        for event in yaml.parse(text, Loader=_LOADER)
    ]
