"""The Python-Markdown extension: tagged figures become badges, from recorded verdicts; nothing is run.

By name, in any generator that uses Python-Markdown::

    markdown_extensions:
      - trueup: {verdicts: verdicts.json}     # written by: trueup check --format json > verdicts.json
"""

from __future__ import annotations

from typing import Any

from trueup.markdown_ext.extension import ClaimExtension, Place

__all__ = ["ClaimExtension", "Place", "makeExtension"]


def makeExtension(**options: Any) -> ClaimExtension:  # noqa: N802  Python-Markdown looks for this name
    """What Python-Markdown calls to load the extension by its module's name."""
    return ClaimExtension(**options)
