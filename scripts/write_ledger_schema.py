"""Write the JSON Schema of the ledger, for the package and for the documentation."""

from __future__ import annotations

import json
from pathlib import Path

from trueup.ledger.schema import ledger_schema
from trueup.verifiers import BUILT_IN

ROOT = Path(__file__).parent.parent
FILES = (ROOT / "src/trueup/assets/ledger.schema.json", ROOT / "docs/reference/ledger.schema.json")


def text() -> str:
    """The file as it should be."""
    return json.dumps(ledger_schema(BUILT_IN), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for file in FILES:
        file.write_text(text(), encoding="utf-8")
