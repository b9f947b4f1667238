"""Arithmetic that a table states: columns that follow from others of their row, and rows of totals."""
