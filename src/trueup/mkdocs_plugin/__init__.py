"""The MkDocs plugin: generated pages, assets, watching, strict builds. What it shows is judged as ``check`` does."""

from __future__ import annotations

from trueup.mkdocs_plugin.plugin import TrueupPlugin

__all__ = ["TrueupPlugin"]
