"""The MkDocs plugin: generated pages, assets, watching, strict builds; it judges as ``check`` does."""

from __future__ import annotations

from trueup.mkdocs_plugin.plugin import TrueupPlugin

__all__ = ["TrueupPlugin"]
