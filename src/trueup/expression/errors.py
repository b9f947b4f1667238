"""What is wrong with a formula, and where in its text."""

from __future__ import annotations


class FormulaError(Exception):
    """A code of :data:`trueup.expression.codes.CODES`, a sentence, a remedy and a place.

    :param offset: of the character in the formula's text, from 0
    """

    def __init__(self, code: str, message: str, hint: str | None = None, offset: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.offset = offset


class ExpressionError(FormulaError):
    """The text is no formula."""


class EvaluationError(FormulaError):
    """The formula has no value: dimensions, a divisor that may be zero, a number too large."""
