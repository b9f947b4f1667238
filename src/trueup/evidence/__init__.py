"""Recorded results: values as JSON, the record itself, and whether it is still fresh."""
