"""The JSON schema of SARIF 2.1.0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parent / "reports" / "sarif" / "sarif-2.1.0-rtm.5.json").read_text("utf-8")
)
