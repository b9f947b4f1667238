"""Codes of what the engine finds between documents and the ledger."""

CODES = {
    "C810": "no documents to read",
    "C811": "neither a document nor a claim",
    "C812": "the gate warns of what no verdict is",
    "C840": "a scheduler that can't be reached",
    "C841": "a library that a cluster needs is not installed",
    "T130": "a tag names a claim that nothing defines",
    "T131": "two formulas define one claim",
    "T132": "a formula in place for a claim of the ledger",
    "T133": "a figure that proves itself",
    "T134": "a decision defined in place",
    "L210": "a claim that no document states",
    "L230": "a formula names a claim that nothing defines",
    "L231": "claims that rest on each other in a circle",
    "L232": "a basis stated more strongly than what the claim rests on",
    "L233": "a measured claim without a scope",
    "L234": "a parameter names an input that the ledger doesn't have",
    "L235": "a watch that nothing fits",
    "L236": "a pattern of frozen documents that no document fits",
    "L237": "a word of a formula between columns that is a column, and a claim",
}
