"""Figures as people write them, and the exact values they claim."""
