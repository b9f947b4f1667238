"""Render every Markdown file of a folder with Python-Markdown: ``python -m benchmarks.rendering FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

import markdown

for path in sorted(Path(sys.argv[1]).glob("*.md")):
    markdown.markdown(path.read_text(encoding="utf-8"), extensions=["tables", "fenced_code"])
