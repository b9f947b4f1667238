"""Diagnostic codes of verifiers and of their registry."""

CODES: dict[str, str] = {
    "L220": "unknown verifier",
    "V501": "a verifier module can't be read",
    "V502": "the id of a verifier is no string literal",
    "V503": "bad verifier id",
    "V504": "a verifier id defined twice",
    "V505": "the id of a built-in verifier",
    "V506": "unknown basis of a verifier",
    "V507": "a verifier that isn't a plain function at the top of its module",
    "V510": "unknown parameter of a verifier",
    "V511": "a parameter of a verifier is missing",
}
