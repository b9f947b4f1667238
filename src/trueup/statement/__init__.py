"""Arithmetic that a sentence states: ``a × b = c``, ``N of M = p %``, ``A → B (+p %)``."""
