"""What the texts of a claim say: figures, formulas, days, digests. Each is parsed once, here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from trueup.claim import Formula, Retracted
from trueup.diagnostics import Location, counted
from trueup.expression.errors import ExpressionError
from trueup.expression.nodes import decides
from trueup.expression.parse import parse
from trueup.ledger.nodes import Scalar
from trueup.ledger.section import Section
from trueup.quantity.codes import FigureError
from trueup.quantity.figure import Figure
from trueup.quantity.read import looks_numeric, read_figure, read_word
from trueup.quantity.refusals import TAG_ALONE

DAY = re.compile(r"\d{4}-\d\d-\d\d")
REVISION = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./@{}^~+-]{0,199}")
AGE = re.compile(r"(\d{1,6})\s*(days?|weeks?)")
DIGEST = re.compile(r"[0-9a-f]{64}")
_SPLIT = re.compile(r"\d{3}(?!\d)")


def figure(section: Section, name: str, scalar: Scalar) -> Figure | None:
    """A number with its unit."""
    try:
        return read_figure(scalar.text)
    except FigureError as error:
        where = section.source.inside(scalar, error.offset)
        hint = "write a number and its unit, no more" if error.hint == TAG_ALONE else error.hint
        section.source.error(error.code, f"'{name}': {error.message}", where, hint)
        return None


def value(section: Section, name: str, scalar: Scalar) -> Figure | None:
    """A figure, or a word where it isn't a number."""
    if looks_numeric(scalar.text):
        return figure(section, name, scalar)
    return read_word(scalar.text)


def margin(section: Section, name: str, scalar: Scalar) -> Figure | None:
    """A figure by which something may be off: a plain number, not negative."""
    read = figure(section, name, scalar)
    if read is None:
        return None
    low = read.stated.low
    if read.form != "number" or low is None or low < 0:
        hint = "a plain number with its unit, such as '3 %' or '2 ms'"
        section.fault("L224", f"'{name}' can't be '{scalar.text}'", scalar, hint)
        return None
    return read


def formula(
    section: Section, name: str, scalar: Scalar, *, compares: bool, headers: bool = False
) -> Formula | None:
    """A formula that is a comparison, or one that is a value.

    :param headers: whether it names columns of a table
    """
    try:
        node = parse(scalar.text, headers=headers)
    except ExpressionError as error:
        where = section.source.inside(scalar, error.offset)
        section.source.error(error.code, f"'{name}': {error.message}", where, error.hint)
        return None
    if decides(node) is (not compares):
        message = f"'{name}' is {'a value' if compares else 'a comparison'}"
        hint = "compare it with something: < <= > >= == !=" if compares else "use 'decide' or 'require'"
        section.fault("X325", message, scalar, hint)
        return None
    return Formula(node=node, text=scalar.text, location=section.source.inside(scalar))


def retracted(section: Section, key: str) -> tuple[Retracted, ...]:
    """A list of figures, or one."""
    scalars = section.texts(key)
    found: list[Retracted] = []
    for index, scalar in enumerate(scalars):
        if _torn(scalars[index : index + 2]):
            message = f"'{section.name(key)}': the commas in a figure make several elements of it"
            section.fault("L219", message, scalar, "quote it")
            break
        read = value(section, section.name(key), scalar)
        if read is not None:
            found.append(Retracted(figure=read, location=section.source.inside(scalar)))
    return tuple(found)


def _torn(pair: Sequence[Scalar]) -> bool:
    """Whether an element of digits only is followed by one that begins with three digits."""
    if len(pair) < 2 or pair[0].quoted or pair[1].quoted:
        return False
    return pair[0].text.isdecimal() and _SPLIT.match(pair[1].text) is not None


def day(section: Section, name: str, scalar: Scalar) -> date | None:
    """A date as ``2026-08-15``."""
    try:
        if DAY.fullmatch(scalar.text):
            return date.fromisoformat(scalar.text)
    except ValueError:  # the thirteenth month
        pass
    section.fault("L216", f"'{name}' is no date: '{scalar.text}'", scalar, "write it as 2026-08-15")
    return None


def day_or_revision(section: Section, name: str, scalar: Scalar) -> date | str | None:
    """A date, or else a git revision."""
    if DAY.fullmatch(scalar.text):
        return day(section, name, scalar)
    if REVISION.fullmatch(scalar.text):
        return scalar.text
    message = f"'{name}' is neither a date nor a git revision: '{scalar.text}'"
    section.fault("L216", message, scalar, "write a date as 2026-08-15, or a commit's hash")
    return None


def days(section: Section, name: str, scalar: Scalar) -> int | None:
    """A number of days: ``180 days``, ``26 weeks``."""
    match = AGE.fullmatch(scalar.text.strip())
    if match is None:
        section.fault("L217", f"'{name}' is no number of days: '{scalar.text}'", scalar, "such as '180 days'")
        return None
    return int(match[1]) * (7 if match[2].startswith("week") else 1)


def digest(section: Section, name: str, scalar: Scalar) -> str | None:
    """A SHA-256 digest in hexadecimal."""
    text = scalar.text.strip().lower().removeprefix("sha256:")
    if not DIGEST.fullmatch(text):
        hint = f"64 hexadecimal digits; it has {counted(len(text), 'character')}"
        section.fault("L221", f"'{name}' is no SHA-256 digest", scalar, hint)
        return None
    return text


def watch(section: Section, key: str) -> tuple[str, ...]:
    """Entries that begin with ``path:`` or ``package:``."""
    found = []
    for scalar in section.texts(key):
        kind, _, rest = scalar.text.partition(":")
        if kind in {"path", "package"} and rest.strip():
            found.append(f"{kind}:{rest.strip()}")
            continue
        message = f"'{section.name(key)}' names neither a path nor a package: '{scalar.text}'"
        section.fault("L222", message, scalar, f"such as 'path:{scalar.text}' or 'package:onnxruntime@1'")
    return tuple(found)


def places(section: Section) -> dict[str, Location]:
    """Where the value behind each key begins."""
    return {
        key: section.source.inside(node) if isinstance(node, Scalar) else section.source.locate(node.start)
        for key, (_, node) in section.entries.items()
    }
