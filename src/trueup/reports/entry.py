"""One thing that a run has to say, whatever found it: what every format but text and JSON is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trueup.claim import Waiver
from trueup.diagnostics import Diagnostic, Location

#: ``error`` keeps the gate shut, ``warning`` doesn't, ``note`` is for information, ``none`` is all well.
Level = Literal["error", "warning", "note", "none"]
#: What it is to a test report; ``broken`` could not be judged, None is no test.
Case = Literal["passed", "failed", "broken", "skipped"]

#: The suite of what is wrong with the input itself.
INPUT = "(input)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A verdict, a diagnostic, a finding or a change, for people to act on.

    :param rule: a stable id: ``refuted/value``, ``T130``
    :param name: what it is about: a claim, or a code
    :param kind: what is the matter, in a word or two: ``refuted (value)``
    :param title: both, as a sentence begins
    :param because: sentences, the nearest cause first
    :param at: of the figure's first character, or None
    :param end: behind the figure's last character; None for as many columns as the figure has characters
    :param defined: where the claim is defined
    :param suite: the document, or what stands for one
    :param within: the text around it, by which it is known again where lines have moved
    :param properties: for machines
    """

    level: Level
    case: Case | None
    rule: str
    name: str
    kind: str
    title: str
    because: tuple[str, ...] = ()
    hint: str | None = None
    at: Location | None = None
    end: Location | None = None
    defined: Location | None = None
    figure: str | None = None
    expected: str | None = None
    waived: Waiver | None = None
    suite: str = INPUT
    within: str = ""
    properties: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What stands there and what should, then why."""
        parts = [repr(clipped(self.figure, 200))] if self.figure else []
        if self.expected is not None:
            parts.append(f"expected {clipped(self.expected, 200)!r}")
        return (", ".join(parts), *self.reasons) if parts else self.reasons

    @property
    def headline(self) -> str:
        """What is the matter, and with what."""
        return ": ".join((self.title, *self.sentences[:1]))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, and until when nobody minds."""
        if not self.waived:
            return self.because
        return (*self.because, f"waived until {self.waived.until}: {self.waived.reason}")

    @property
    def place(self) -> Location | None:
        """Where to look: at the figure, or where a claim without one is defined."""
        return self.at or self.defined


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """All that one run has to say, in order.

    :param command: ``check``, ``audit`` …
    :param summary: one line
    :param exit: the exit code
    """

    command: str
    entries: tuple[Entry, ...]
    summary: str
    exit: int


def of_diagnostic(one: Diagnostic, *, stops: bool) -> Entry:
    """The entry of a diagnostic.

    :param stops: whether the gate stays shut because of it
    """
    return Entry(
        level="error" if stops else "warning",
        case="broken" if stops else None,
        rule=one.code,
        name=one.code,
        kind=one.code,
        title=one.code,
        because=(one.message,),
        hint=one.hint,
        at=one.location,
    )


def clipped(text: str, most: int) -> str:
    """A text of that many characters at most, an ellipsis in place of what is cut off."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
