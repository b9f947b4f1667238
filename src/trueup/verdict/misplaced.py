"""Claims of tables and claims of figures, and tags that take one for the other."""

from __future__ import annotations

from trueup.claim import Claim, Columns, Verify
from trueup.diagnostics import Diagnostic
from trueup.tags.model import Tag
from trueup.verdict.model import Outcome


def columns_of(claim: Claim) -> Columns | None:
    """What a claim says of the columns of its table."""
    if isinstance(claim.kind, Verify):
        return claim.kind.columns
    return claim.kind if isinstance(claim.kind, Columns) else None


def misplaced_tag(tag: Tag, claim: Claim, outcome: Outcome | None = None) -> Diagnostic | None:
    """What is wrong where a directive names a figure's claim, or a figure a table's.

    :param outcome: what a verifier gave, where that is known
    """
    table = isinstance(claim.kind, Columns) or bool(outcome and outcome.table)
    open_yet = isinstance(claim.kind, Verify) and (outcome is None or outcome.value is None)
    if tag.form == "table" and not table and not open_yet:
        return Diagnostic(
            code="T140",
            message=f"{claim.id} is no table",
            location=tag.location,
            hint=f"tag a figure with it: [figure](claim:{claim.id})",
        )
    if tag.form != "table" and table:
        return Diagnostic(
            code="T141",
            message=f"{claim.id} is a table, which no single figure can state",
            location=tag.location,
            hint=f"put <!-- claims:table {claim.id} --> above the table; a figure has a claim of its own",
        )
    return None
