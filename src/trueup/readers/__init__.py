"""Readers of inputs that need a format of their own."""
