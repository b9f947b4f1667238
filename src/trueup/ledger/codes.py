"""Every code that only the ledger gives, one a kind of fault."""

from __future__ import annotations

CODES: dict[str, str] = {
    "L200": "A ledger file is not YAML",
    "L201": "YAML feature outside the subset: anchor, alias, tag, merge key, directive, second document",
    "L202": "A character that YAML doesn't allow",
    "L203": "A key stands twice",
    "L204": "Nested too deeply, or too large",
    "L205": "A ledger file is empty",
    "L206": "No ledger",
    "L207": "An entry has the wrong kind",
    "L208": "Unknown key",
    "L209": "An entry is missing or empty",
    "L211": "An id that can't be used",
    "L212": "A name is defined in two files",
    "L213": "A claim is computed in no way, or in several",
    "L214": "An entry that belongs to another kind of claim",
    "L215": "Not one of the words that are allowed here",
    "L216": "Neither a date nor a revision",
    "L217": "Not a number of days",
    "L218": "Unknown host",
    "L219": "A figure that its commas took apart",
    "L221": "Not a SHA-256 digest",
    "L222": "A watch that names neither a path nor a package",
    "L223": "A claim without a sentence",
    "L224": "A tolerance or noise that can't be used",
    "L225": "An entry without effect",
    "L226": "One word for two outcomes",
    "L227": "A column that follows from itself",
}
