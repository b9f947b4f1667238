"""Codes of what can be wrong with a formula."""

from __future__ import annotations

CODES: dict[str, str] = {
    "X320": "not part of the formula language",
    "X321": "number that can't be read",
    "X322": "no such unit in a formula",
    "X323": "no such function, or the wrong number of arguments",
    "X324": "comparisons in a chain",
    "X325": "a comparison where a number is asked for, or the reverse",
    "X326": "formula too long, too deep or with too many parts",
    "X327": "number or power too large",
    "X328": "dimensions that don't fit",
    "X329": "arithmetic without a result",
}
