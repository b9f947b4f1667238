"""Codes of what judging warns of, and of what is wrong between a table and its claim."""

CODES = {
    "Q312": "a sentence states another value for what its claim rests on",
    "T140": "a table directive for a claim that is no table",
    "T141": "a figure tagged with the claim of a table",
    "T142": "a header that the table doesn't have",
    "T143": "no column to find the rows by",
    "T144": "a total in a row that the table doesn't have",
    "T145": "two units for a column",
    "T146": "columns of what a verifier gave that the table leaves out",
    "T147": "a column with a rule of which no cell could be compared",
}
