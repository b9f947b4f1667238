"""Codes of what only an editor is told."""

CODES = {"T135": "a figure that is not judged, since its claim's definition has an error"}
