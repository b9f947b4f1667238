"""Codes of what can be wrong with a site's files."""

from __future__ import annotations

CODES: dict[str, str] = {
    "C860": "a generated page would overwrite a file that trueup site has not written",
    "C861": "a generated file was edited by hand",
    "C862": "the manifest of the generated pages can't be read",
    "C863": "there is no built site",
}
