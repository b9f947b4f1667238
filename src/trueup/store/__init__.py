"""The evidence directory, and the caches outside git."""
