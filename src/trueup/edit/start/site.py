"""What the configuration of a MkDocs site says of its documents."""

from __future__ import annotations

from dataclasses import dataclass
from posixpath import normpath

from trueup.diagnostics import Diagnostic, Lines, Location, TrueupError
from trueup.edit.start.plugin import NAME, entry, names, with_plugin
from trueup.files import TEXT_CAP, Overlay, Root
from trueup.ledger.compose import compose
from trueup.ledger.nodes import Mapping, Node, Scalar, Sequence

FILES = ("mkdocs.yml", "mkdocs.yaml")
_BROKEN = frozenset({"L200", "L202", "L204"})  # the other faults are of our subset of YAML, not of YAML
_SNIPPETS = ("pymdownx.snippets", "snippets")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """
    :param path: of the configuration
    :param docs: folder of the documents
    :param macros: whether mkdocs-macros runs on them
    :param snippets: folders from which they include text
    :param plugged: whether the plugin is there
    :param content: of the configuration as it is
    :param changed: the same with the plugin; None where it has to be added by hand
    """

    path: str
    docs: str
    macros: bool
    snippets: tuple[str, ...]
    plugged: bool
    content: bytes
    changed: bytes | None


def read_site(root: Root) -> Site | None:
    """The site whose configuration stands in a folder; None where there is none.

    :raises TrueupError: C821 it can't be read; C822 its documents stand elsewhere
    """
    path = next((name for name in FILES if (root.path / name).is_file()), None)
    if path is None:
        return None
    content = root.read_bytes(path, TEXT_CAP)
    text = Overlay(root.path, {path: content}).read_text(path)
    tree = compose(text)
    for fault in tree.faults:
        if fault.code in _BROKEN:
            place = Lines(path, text).locate(fault.offset)
            raise TrueupError(Diagnostic(code="C821", message=fault.message, location=place, hint=fault.hint))
    if not isinstance(tree.node, Mapping):
        place = Location(path=path, line=1, column=1)
        raise TrueupError(
            Diagnostic(
                code="C821",
                message="the configuration holds no keys",
                location=place,
                hint="MkDocs needs at least site_name",
            )
        )
    plugins = names(entry(tree.node, "plugins"))
    docs = _docs(path, text, entry(tree.node, "docs_dir"))
    changed = None if NAME in plugins else with_plugin(text)
    return Site(
        path=path,
        docs=docs,
        macros="macros" in plugins,
        snippets=_snippets(entry(tree.node, "markdown_extensions"), docs),
        plugged=NAME in plugins,
        content=content,
        changed=None if changed is None else content[: len(content) - len(text.encode())] + changed.encode(),
    )


def _docs(path: str, text: str, node: Node | None) -> str:
    """The folder of the documents, inside the project."""
    if not isinstance(node, Scalar) or not node.text:
        return "docs"
    folder = _inside(node.text)
    if folder is None:
        place = Lines(path, text).locate(node.start)
        message = f"the documents stand outside this folder: {node.text}"
        hint = "run trueup init in a folder that holds them, and set root for the plugin"
        raise TrueupError(Diagnostic(code="C822", message=message, location=place, hint=hint))
    return folder


def _snippets(extensions: Node | None, docs: str) -> tuple[str, ...]:
    """The folders that are included from; those outside the project are left out."""
    if not (listed := [name for name in names(extensions) if name in _SNIPPETS]):
        return ()
    options: Node | None = None
    for one in extensions.items if isinstance(extensions, Sequence) else (extensions,):
        options = options or entry(one, listed[0])
    base = entry(options, "base_path")
    given = base.items if isinstance(base, Sequence) else (base,) if base is not None else ()
    texts = [one.text for one in given if isinstance(one, Scalar)] or ["."]
    # What MkDocs' tag !relative may name.
    named = {"$config_dir": ".", "$docs_dir": docs}
    folders = [_inside(named.get(text, text)) for text in texts if text]
    return tuple(dict.fromkeys(folder for folder in folders if folder is not None))


def _inside(text: str) -> str | None:
    """A path as settings write it; None where it leads outside."""
    folder = normpath(text.replace("\\", "/"))
    return None if folder.startswith(("/", "../")) or folder == ".." else folder
