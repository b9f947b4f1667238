"""Generated files put into their folder: only what changed, and never over what somebody else has written."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.files import TEXT_CAP, Root, remove_whole, write_whole
from trueup.site.manifest import NAME, Listed, Manifest, digest, read_manifest
from trueup.site.portable import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Names of files, sorted, by what became of them.

    :param left: no longer wanted, and left where they are because somebody has edited them
    """

    written: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def put_files(
    root: Root, wanted: Mapping[str, Written], manifest: Manifest, *, force: bool = False, named: str = ""
) -> Done:
    """Bring a folder up to date; a second time nothing is touched.

    :param root: the folder, which is there
    :param manifest: without files: what they show
    :param force: overwrite files of the same names, whoever has written them
    :param named: the folder, as faults name it
    :raises TrueupError: C860, C861 with nothing written; C862
    """
    listed = _listed(root, named, force=force)
    there = {
        name: root.read_bytes(name, TEXT_CAP)
        for name in sorted({*wanted, *listed})
        if os.path.lexists(root.path / name)
    }
    changed = [
        name for name, one in wanted.items() if name not in there or _differs(there[name], one.content)
    ]
    if not force and (faults := list(_foreign(changed, there, listed, named))):
        raise TrueupError(*faults)
    gone = [name for name in there if name not in wanted]
    removed = [name for name in gone if _ours(there[name], listed[name])]
    after = replace(
        manifest,
        files={
            name: Listed(digest=digest(one.content), claim=one.claim) for name, one in sorted(wanted.items())
        },
    )
    _carry_out(
        root,
        after,
        {name: (there.get(name), wanted[name].content) for name in sorted(changed)},
        {name: there[name] for name in removed},
    )
    return Done(
        written=tuple(sorted(changed)),
        kept=tuple(sorted({*wanted} - {*changed})),
        removed=tuple(removed),
        left=tuple(name for name in gone if name not in removed),
    )


def _carry_out(
    root: Root, after: Manifest, changes: Mapping[str, tuple[bytes | None, bytes]], gone: Mapping[str, bytes]
) -> None:
    old = root.read_bytes(NAME, TEXT_CAP) if os.path.lexists(root.path / NAME) else None
    if changes or gone:
        # Interrupted at any point, the next run must still know all that is ours.
        during = dict(after.files)
        for name, (before, _) in changes.items():
            during[name] = replace(during[name], before=digest(before) if before is not None else None)
        during.update({name: Listed(digest=digest(content)) for name, content in gone.items()})
        between = replace(after, files=during).render()
        write_whole(root, NAME, old, between)
        old = between
    for name, (before, content) in changes.items():
        write_whole(root, name, before, content)
    for name, before in gone.items():
        remove_whole(root, name, before)
    if old is None or _differs(old, after.render()):
        write_whole(root, NAME, old, after.render())


def _listed(root: Root, named: str, *, force: bool) -> Mapping[str, Listed]:
    if not os.path.lexists(root.path / NAME):
        return {}
    try:
        return read_manifest(root.read_text(NAME), posixpath.join(named, NAME)).files
    except TrueupError:
        if force:
            return {}
        raise


def _foreign(
    changed: list[str], there: Mapping[str, bytes], listed: Mapping[str, Listed], folder: str
) -> Iterator[Diagnostic]:
    for name in sorted(changed):
        if name not in there:
            continue
        where = Location(path=posixpath.join(folder, name), line=1, column=1)
        if name not in listed:
            hint = "move it away, choose another folder, or overwrite it with --force"
            message = "this file was not written by trueup site, and would be overwritten"
            yield Diagnostic(code="C860", message=message, location=where, hint=hint)
        elif not _ours(there[name], listed[name]):
            message = "this generated file was edited since it was written"
            hint = "edits are lost when it is written anew: do so with --force"
            yield Diagnostic(code="C861", message=message, location=where, hint=hint)


def _ours(content: bytes, listed: Listed) -> bool:
    return digest(content) in {listed.digest, listed.before}


def _differs(there: bytes, wanted: bytes) -> bool:
    return digest(there) != digest(wanted)
