"""Links to lines of the project's files, where a code host shows them."""

from __future__ import annotations

import re
from collections.abc import Callable

from trueup.diagnostics import Location
from trueup.escape import uri

SourceLink = Callable[[Location], str | None]

_WEB = re.compile(r"https?://[^\s<>\"'\\]+")
_EDIT = re.compile(r"/?(?:-/)?(?:edit|blob|tree|src)/([^/\s]+)/(.*)")


def source_links(template: str) -> SourceLink:
    """Links made from an address that holds ``{path}`` and, where it may, ``{line}``.

    Any other template, such as an empty one, links nothing.
    """
    if not _WEB.fullmatch(template) or "{path}" not in template:
        return no_source

    def link(at: Location) -> str | None:
        if at.path.startswith("/") or ".." in at.path.split("/"):
            return None
        return template.replace("{line}", str(at.line)).replace("{path}", uri(at.path))

    return link


def no_source(at: Location) -> str | None:
    """Where no address is known, nothing is linked."""
    return None


def template_of(repository: str | None, edit: str | None, docs: str) -> str:
    """The template for a project whose site names its repository; empty where that tells nothing.

    :param repository: address of the repository on GitHub, GitLab or Bitbucket
    :param edit: path below it under which documents are edited: ``edit/main/docs/``
    :param docs: folder of the documents, relative to the project's root
    """
    found = _EDIT.fullmatch(edit or "")
    if not repository or not _WEB.fullmatch(repository) or not found:
        return ""
    base, branch = repository.rstrip("/"), found[1]
    folder = found[2].strip("/")
    # The project may lie in a folder of its repository.
    inside = folder.removesuffix(docs).strip("/") if folder.endswith(docs) else ""
    path = f"{inside}/{{path}}" if inside else "{path}"
    host = base.split("/")[2].casefold()
    if "github" in host:
        return f"{base}/blob/{branch}/{path}?plain=1#L{{line}}"
    if "gitlab" in host:
        return f"{base}/-/blob/{branch}/{path}?plain=1#L{{line}}"
    if "bitbucket" in host:
        return f"{base}/src/{branch}/{path}#lines-{{line}}"
    return ""
