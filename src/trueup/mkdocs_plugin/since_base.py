"""What has changed since a base revision, or why that can't be said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trueup.diagnostics import Diagnostic, TrueupError

if TYPE_CHECKING:
    from trueup.reports.html.review_page import Compared


def compare(root: Path, revision: str) -> Compared:
    """Find what ``trueup diff REVISION`` finds; a failure becomes diagnostics, since a build must go on."""
    from trueup.engine.sides import load_sides  # noqa: PLC0415  only those who compare pay for it
    from trueup.engine.verify import Mode  # noqa: PLC0415
    from trueup.gate.review import review  # noqa: PLC0415

    try:
        return review(load_sides(root, revision, Mode(execute=False)))
    except TrueupError as error:
        return error.diagnostics
    except Exception as error:  # noqa: BLE001  a fault of ours must not end the user's build
        return (
            Diagnostic(
                code="C853",
                message=f"the base could not be compared: {type(error).__name__}: {error}",
                hint=f"see: trueup diff {revision}",
            ),
        )
