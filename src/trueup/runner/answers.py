"""What a verifier returned, as JSON for the pipe; in the child only."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from trueup.evidence.values import value_to_json
from trueup.quantity.table import Table
from trueup.quantity.value import Name, Quantity
from trueup.verifier import Samples

SAMPLES = 1_000_000
WORDS = 10_000
LENGTH = 4_000


class AnswerError(Exception):
    """A verifier returned what no claim can be judged by."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def answer_to_json(answer: Any, *, pure: bool) -> dict[str, Any]:
    """``{"value": …}`` or ``{"samples": …}``.

    :param pure: the verifier is declared with basis ``model``
    :raises AnswerError: the type or the number is wrong
    """
    if isinstance(answer, Samples):
        if pure:
            raise AnswerError(
                "returned samples, but is declared with basis model",
                'declare it with basis="measured", so that its results are recorded as evidence',
            )
        return {"samples": _samples(answer)}
    try:
        return {"value": value_to_json(_value(answer))}
    except ValueError as error:
        raise AnswerError(f"returned {error}") from None


def _value(answer: Any) -> Quantity | Name | Table:
    match answer:
        case Quantity():
            return answer
        case str():
            return _name((answer,))
        case Name():
            return _name(answer.words)
        case Table():
            return _table(answer)
        case bool() | None:
            raise AnswerError(f"returned {answer}", "return an int, a Fraction, a Quantity or text")
        case Fraction():
            return Quantity.exact(answer)
    try:
        return Quantity.exact(operator.index(answer))  # NumPy's integers among them
    except TypeError:
        pass
    if isinstance(answer, numbers.Real):
        if not math.isfinite(answer):
            raise AnswerError(f"returned {answer}, which is no number")
        raise AnswerError(
            f"returned the float {answer}",
            "return a Fraction or a Quantity, which are exact; a measurement returns Samples",
        )
    raise AnswerError(f"returned a {type(answer).__name__}", "return an int, a Fraction, a Quantity or text")


def _name(words: Iterable[Any]) -> Name:
    found = tuple(words)
    if not found or len(found) > WORDS:
        raise AnswerError(f"returned a name of {len(found)} words")
    for word in found:
        if not isinstance(word, str) or not word.strip() or len(word) > LENGTH:
            raise AnswerError(f"returned a name that is no short text: {str(word)[:40]!r}")
        word.encode()  # a lone surrogate can't be written anywhere
    return Name(words=tuple(str(word) for word in found))


def _table(table: Table) -> Table:
    width = len(table.columns)
    if table.key not in table.columns or any(len(row) != width for row in table.rows):
        raise AnswerError("returned a table whose key is no column, or whose rows differ in length")
    if not all(isinstance(cell, str) for row in (table.columns, *table.rows) for cell in row):
        raise AnswerError("returned a table with a cell that is no text")
    return table


def _samples(samples: Samples) -> dict[str, Any]:
    if not isinstance(samples.unit, str):
        raise AnswerError(
            f"returned samples whose unit is a {type(samples.unit).__name__}", 'write unit="GB/s"'
        )
    against = None if samples.against is None else _floats(samples.against, "against")
    return {"values": _floats(samples.values, "values"), "unit": samples.unit, "against": against}


def _floats(values: Any, name: str) -> list[float]:
    try:
        found = [_number(value) for value in values]
    except (TypeError, ValueError, OverflowError) as error:
        raise AnswerError(f"returned samples whose {name} are no numbers: {error}") from None
    if not 0 < len(found) <= SAMPLES:
        raise AnswerError(f"returned {len(found)} samples", f"give 1 to {SAMPLES:,}")
    if not all(map(math.isfinite, found)):
        raise AnswerError(
            f"returned samples with {next(x for x in found if not math.isfinite(x))} among them"
        )
    return found


def _number(value: Any) -> float:
    """A float, or what a library has for one; text that looks like a number was not measured as one."""
    if isinstance(value, str | bytes | bool):
        raise TypeError(f"{value!r:.40} is a {type(value).__name__}")
    return float(value)
