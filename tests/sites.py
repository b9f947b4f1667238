"""Sites built by the real MkDocs, with verdicts put in place of the engine's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recorded_verdicts import CLAIMS, PAGE, VERDICTS, document

SOURCE = Path(__file__).parents[1] / "src"
CONFIG: dict[str, Any] = {
    "site_name": "Placement",
    "theme": {"name": "material", "font": False},
    "use_directory_urls": False,
    "plugins": ["search", "trueup"],
    "hooks": ["judge.py"],
    "markdown_extensions": [
        "admonition",
        "attr_list",
        "def_list",
        "footnotes",
        "md_in_html",
        "tables",
        "pymdownx.details",
        "pymdownx.superfences",
        {"pymdownx.tilde": {"subscript": False}},
        {"pymdownx.tabbed": {"alternate_style": True}},
    ],
}
JUDGE = """import json
from pathlib import Path

from trueup.mkdocs_plugin import TrueupPlugin

TrueupPlugin.judge = staticmethod(lambda root, docs: json.loads(Path(root, "verdicts.json").read_text()))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A finished build."""

    code: int
    log: str


@dataclass(frozen=True, slots=True)
class Site:
    """A small MkDocs project in a folder."""

    root: Path

    def page(self, text: str, name: str = "index.md") -> Site:
        target = self.root / "docs" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        return self

    def verdicts(self, found: Mapping[str, Any]) -> Site:
        (self.root / "verdicts.json").write_text(json.dumps(found), encoding="utf-8")
        return self

    def config(self, **changes: Any) -> Site:
        # JSON is YAML.
        (self.root / "mkdocs.yml").write_text(json.dumps({**CONFIG, **changes}), encoding="utf-8")
        return self

    def build(self, *options: str) -> Built:
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", *options],
            cwd=self.root,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(SOURCE)},
            capture_output=True,
            text=True,
            check=False,
        )
        log = done.stdout + done.stderr
        assert "Traceback" not in log, log
        return Built(code=done.returncode, log=log)

    def html(self, name: str = "index.html") -> str:
        return (self.root / "site" / name).read_text(encoding="utf-8")


def make_site(root: Path) -> Site:
    """The small site, all of whose figures hold."""
    (root / "judge.py").write_text(JUDGE, encoding="utf-8")
    return Site(root).page(PAGE).verdicts(document(VERDICTS, CLAIMS)).config()
