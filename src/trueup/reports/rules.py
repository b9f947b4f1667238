"""What each kind of entry means: the rules of a SARIF log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from trueup.gate.change import KINDS, Weight
from trueup.reports.entry import Level

#: The modules that keep codes of diagnostics and findings. They are named, not sought: others need extras.
KEEPERS = (
    "audit.arithmetic",
    "audit.codes",
    "audit.coverage",
    "audit.restatements",
    "audit.retracted",
    "audit.tables",
    "audit.units",
    "edit.start.codes",
    "engine.codes",
    "engine.sides.codes",
    "evidence.codes",
    "expression.codes",
    "files.codes",
    "gate.decide",
    "ledger.codes",
    "quantity.codes",
    "readers.artifact",
    "readers.codes",
    "readers.git.codes",
    "readers.lock",
    "settings",
    "store.codes",
    "tags.codes",
    "verdict.codes",
    "verifier.codes",
)

#: Of a change, unless it was asked to fail.
LEVELS: dict[Weight, Level] = {"weakened": "warning", "changed": "note", "strengthened": "note"}

#: A verdict's status and reason -> what is the matter, and what to do.
VERDICTS: dict[str, tuple[str, str]] = {
    "refuted": (
        "The figure disagrees with its claim",
        "State what the claim gives, or mend the claim.",
    ),
    "refuted/value": (
        "The value is another",
        "State the value that was computed, or mend what it was computed from.",
    ),
    "refuted/unit": (
        "The digits are right under another unit",
        "Write the unit that the message names.",
    ),
    "refuted/identity": (
        "The number is right for another tensor, or for several",
        "Pin the tensor by its name or by the operator that reads it.",
    ),
    "refuted/subject": (
        "The sentence speaks of something else",
        "Name the claim's subject where the figure stands, or tag the claim that the sentence is about.",
    ),
    "refuted/cross-host": (
        "The formula mixes hosts",
        "Measure all operands on one host, or say under cross_host why they may be compared.",
    ),
    "refuted/word": (
        "The operands decide otherwise",
        "Write the word that the decision gives, or bring its operands up to date.",
    ),
    "refuted/bound": (
        "A requirement is false",
        "Mend the operand that breaks the bound.",
    ),
    "refuted/retracted": (
        "A retracted figure is still stated",
        "State the present figure and tag it, strike the old one through, or set the passage aside.",
    ),
    "refuted/arithmetic": (
        "The arithmetic of the sentence, or of the table's row, does not hold",
        "Mend the operand or the result: one of them does not follow from the others.",
    ),
    "outdated": (
        "What was recorded describes something that has changed",
        "Measure again.",
    ),
    "outdated/verifier": (
        "The verifier has changed since the evidence was recorded",
        "Measure again.",
    ),
    "outdated/parameters": (
        "The parameters have changed since the evidence was recorded",
        "Measure again.",
    ),
    "outdated/subject": (
        "What was measured has changed since",
        "Measure again.",
    ),
    "outdated/watch": (
        "Something that the claim watches has changed since",
        "Measure again; the message names what has moved.",
    ),
    "outdated/age": (
        "The figure is older than its claim allows",
        "Measure again, or allow a longer max_age.",
    ),
    "suspect": (
        "The figure agrees, but rests on a value in doubt",
        "Settle the claim upstream that the message names.",
    ),
    "missing": (
        "Nothing recomputes or attests the figure",
        "Give the claim a formula, a verifier, or a value with its source.",
    ),
    "missing/evidence": (
        "Nothing was measured yet",
        "Run trueup measure on the host that the claim speaks of.",
    ),
    "missing/library": (
        "A library that the verifier needs is not installed",
        "Install what the message names.",
    ),
    "missing/device": (
        "A device that the verifier needs is not here",
        "Measure on a host that has it.",
    ),
    "missing/scope": (
        "Nothing was measured on a host in the claim's scope",
        "Measure on such a host, or mend the scope.",
    ),
    "error": (
        "The claim could not be computed",
        "Mend what the message names.",
    ),
    "error/verifier": ("The verifier failed", "Mend the verifier."),
    "error/timeout": ("The verifier took too long", "Make it faster, or allow more by --timeout."),
    "error/memory": ("The verifier took too much memory", "Let the verifier read less at a time."),
    "error/input": ("An input of the verifier can't be read", "Mend or fetch the input that is named."),
    "error/arithmetic": ("The formula has no value", "Mend the formula, or the operand that is named."),
    "error/evidence": (
        "Evidence was edited, or can't be read",
        "Restore the file that is named, or measure again.",
    ),
    "inconclusive": (
        "The noise straddles what the figure claims",
        "Measure more runs, or claim less precisely.",
    ),
    "open": ("The question is open", "Answer it, or leave it open: it fails only under --strict."),
    "open/unmeasured": (
        "Nobody has measured this yet",
        "Measure it, or leave it open: it fails only under --strict.",
    ),
    "open/not-run": (
        "A verifier of the project was not run",
        "Run trueup check without --no-exec.",
    ),
}


#: What the commands for authors say of a figure -> what is the matter, what to do, and how grave it is.
TOOLS: dict[str, tuple[str, str, Level]] = {
    "mutate/accepts": (
        "The claim accepts another figure",
        "Narrow the tolerance, or name a word for each outcome: what nothing refutes proves nothing.",
        "error",
    ),
    "mutate/spreads": (
        "Other figures are refuted with it",
        "Give each figure a claim of its own.",
        "error",
    ),
    "mutate/cannot": (
        "No change of the figure could be refuted",
        "The message says why.",
        "note",
    ),
    "fix/rewritten": ("The figure is rewritten in its own format", "Read the change.", "note"),
    "fix/left": ("The figure is left as it is", "The message says why.", "warning"),
    "suggest/tag": ("The figure could have a tag", "Read the proposal; --write writes it.", "note"),
    "suggest/left": ("The figure is left without a tag", "The message says why.", "note"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """
    :param name: as an identifier
    :param title: one line
    :param help: what to do
    :param level: unless an entry says otherwise
    """

    id: str
    name: str
    title: str
    help: str
    level: Level = "error"


def rule_of(name: str) -> Rule:
    """The rule of an entry's ``rule``: a verdict's status and reason, a kind of change, a code …"""
    level: Level
    words = "".join(word.capitalize() for word in re.findall(r"\w+", name))
    status = name.partition("/")[0]
    if name in TOOLS:
        title, remedy, level = TOOLS[name]
        return Rule(id=name, name=words, title=title, help=f"{title}. {remedy}", level=level)
    known = VERDICTS.get(name) or VERDICTS.get(status)
    if known:
        title, remedy = known
        level = "warning" if status in ("inconclusive", "open") else "error"
        return Rule(id=name, name=words, title=title, help=f"{title}. {remedy}", level=level)
    if status == "diff":
        kind = KINDS[name.removeprefix("diff/")]
        title, level = _sentence(kind.title), LEVELS[kind.weight]
        return Rule(id=name, name=words, title=title, help=f"{title}. Look at it.", level=level)
    title = _sentence(_titles().get(name, name))
    return Rule(id=name, name=words, title=title, help=f"{title}. The message says what to do.")


def _sentence(title: str) -> str:
    """A title as a sentence begins; one that begins with a name keeps it."""
    return title[:1].upper() + title[1:] if title.partition(" ")[0].islower() else title


@cache
def _titles() -> dict[str, str]:
    """The title of each code, from the modules that keep them."""
    titles: dict[str, str] = {}
    for name in KEEPERS:
        titles.update(import_module(f"trueup.{name}").CODES)
    return titles
