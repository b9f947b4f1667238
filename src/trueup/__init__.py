"""trueup keeps the numbers in technical design documents true."""

__version__ = "0.1.0"
