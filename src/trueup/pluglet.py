"""The macro ``claim`` for mkdocs-macros, also as Zensical runs it.

In the generator's configuration::

    plugins:
      - macros: {modules: [trueup.pluglet]}

and in a page ``{{ claim("lm_head.bytes", "389,283,840 B") }}``.
"""

from __future__ import annotations

import logging
from typing import Any

from trueup.escape import markdown, terminal
from trueup.ids import ID

log = logging.getLogger("mkdocs.plugins.trueup")


def define_env(env: Any) -> None:
    """Register the macro; mkdocs-macros calls this."""
    env.macro(claim, "claim")


def claim(
    id: object = "",  # noqa: A002  so that claim(id=…) works
    figure: object = "",
    formula: object = None,
    *rest: object,
    **others: object,
) -> str:
    """The link form of a tag: ``[figure](claim:id "formula")``, the figure's text made inert.

    Never raises: mkdocs-macros would replace the whole page by a traceback, or end the server.
    """
    if rest or others:
        log.warning("trueup: claim() takes an id, a figure and a formula; the rest is passed over")
    text = markdown(_text(figure, "figure"))
    identifier = _text(id, "id")
    if not ID.fullmatch(identifier):
        log.warning("trueup: claim(): %s is no claim id", terminal(repr(identifier)))
        return text
    title = "" if formula is None else " ".join(_text(formula, "formula").split()).replace('"', "&quot;")
    return f'[{text}](claim:{identifier} "{title}")' if title else f"[{text}](claim:{identifier})"


def _text(value: object, what: str) -> str:
    if isinstance(value, str):
        return value
    log.warning("trueup: claim(): the %s has to be text in quotes, not %s", what, type(value).__name__)
    return str(value) if isinstance(value, int | float) else ""
