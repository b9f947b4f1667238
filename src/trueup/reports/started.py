"""What a new project starts with."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.edit.start.init import Started
from trueup.edit.start.plugin import LINES
from trueup.edit.start.templates import LEDGER, SETTINGS, WORKFLOW
from trueup.escape import terminal

_WHAT = {
    SETTINGS: "where the documents stand",
    LEDGER: "the ledger",
    WORKFLOW: "the check on each pull request",
}


def render(found: Started, *, shows: bool) -> str:
    """Each file, what could not be done, and what comes next.

    :param shows: nothing was written
    """
    ending = ["", "nothing was written"] if shows else _next(found)
    return "\n".join(terminal(line) for line in (*_files(found), *_left(found), *ending))


def _files(found: Started) -> Iterator[str]:
    for path, (before, _) in found.files.items():
        yield f"{'new' if before is None else 'changed':<8}  {path}: {_what(found, path)}"


def _what(found: Started, path: str) -> str:
    example = found.example
    if found.site and path == found.site.path:
        return "the plugin, which shows on each figure whether it holds"
    if example and path == example.at.path:
        return f"line {example.at.line}, a tag on {example.figure}"
    if example and path == LEDGER:
        return f"the claim {example.claim} = {example.formula}"
    return _WHAT[path]


def _left(found: Started) -> Iterator[str]:
    for path in found.kept:
        yield f"kept      {path}: it was there already"
    if found.top is not None:
        yield f"left      {WORKFLOW}: the repository's top is {found.top}, and workflows stand there"
        yield "          its step is: trueup check --no-exec --format github, in this folder"
    if found.site and not found.site.plugged and found.site.changed is None:
        yield f"left      {found.site.path}: add the plugin by hand, beside those that are there:"
        yield from (f"            {line}" for line in LINES.splitlines())


def _next(found: Started) -> Iterator[str]:
    yield ""
    if found.example:
        yield "next:  trueup check              # holds, with one claim; change a digit and run it again"
        yield f"       {f'trueup suggest {_named(found)}':<24} # proposes more tags"
    else:
        yield from _by_hand(found)
        yield "next:  trueup check"
        yield f"       {f'trueup audit {_named(found)}':<24} # says what is wrong, without any tag"
    if found.site:
        yield "       pip install trueup       # also where the site is built: its plugin is named there now"


def _by_hand(found: Started) -> Iterator[str]:
    pending, wrong = found.pending, found.wrong
    yield "No figure follows from others in its own sentence: there is no claim yet, and a check can't hold."
    if wrong:
        yield f"{wrong.figure}, at {wrong.at}, would, but {wrong.message}: mend that, or begin elsewhere."
    if pending:
        yield f"Begin with {pending.figure}, at {pending.at}:"
    else:
        yield "Begin with a figure of your own, such as this one:"
    yield f"  write   {pending.markup if pending else '[389 MB](claim:weights.size)'}"
    yield f"  and in  {LEDGER} what it rests on: an entry is prepared there, behind #"


def _named(found: Started) -> str:
    return " ".join(f"'{name}'" if " " in name else name for name in found.documents)
