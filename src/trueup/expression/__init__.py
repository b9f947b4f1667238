"""Formulas between claims: a small grammar, exact and dimension-checked evaluation."""
