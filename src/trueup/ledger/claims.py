"""One entry under ``claims`` → a :class:`Claim`."""

from __future__ import annotations

from collections.abc import Mapping

from trueup.claim import BASES, Claim, Compare, Reported, Scope, Verify, Waiver, reserved
from trueup.ids import ID
from trueup.ledger.columns import TABLE
from trueup.ledger.inputs import Defaults, read_scope
from trueup.ledger.kinds import KINDS, read_kind
from trueup.ledger.nodes import Scalar
from trueup.ledger.section import Section
from trueup.ledger.values import day, days, margin, retracted, watch
from trueup.quantity.figure import Figure
from trueup.quantity.units import NONE

KEYS = (
    "says", "basis", *KINDS, "with", "words", "source", "as_of", "scope", "subject", "not_subject", "was",
    "waive", "cross_host", "tolerance", "compare", "noise", "watch", "max_age", *TABLE,
)  # fmt: skip
COMPARES: tuple[Compare, ...] = ("exact", "as-written", "within", "at-least", "at-most", "interval")
WAIVER_KEYS = ("reason", "until")

# An id is also the name of a folder.
ID_CAP = 200


def read_claim(
    section: Section, name: Scalar, hosts: Mapping[str, Scope], defaults: Defaults
) -> Claim | None:
    """The claim of an entry; None where anything in it is wrong."""
    source = section.source
    before = source.errors
    _check_id(section, name)
    kind = read_kind(section, defaults, complete=section.only(KEYS))
    says = section.text("says")
    if "says" not in section:
        hint = "say in a sentence what is true: 'says: …'"
        source.warn("L223", f"claim '{name.text}' has no sentence", source.locate(name.start), hint)
    # What a derived claim leaves out it inherits from what it rests on, not from the file.
    own = defaults if isinstance(kind, Reported | Verify) else Defaults()
    basis = section.choice("basis", BASES, own.basis)
    scope = read_scope(section, hosts) if "scope" in section else own.scope
    waive = _waiver(section)
    why = section.text("cross_host")
    tolerance, compare = _tolerance(section)
    noise = _noise(section)
    was, watched = retracted(section, "was"), watch(section, "watch")
    subject, not_subject = _words(section, "subject"), _words(section, "not_subject")
    max_age = section.read("max_age", days)
    if kind is None or source.errors != before:
        return None
    return Claim(
        id=name.text,
        kind=kind,
        location=source.inside(name),
        says=says.text if says else None,
        basis=basis,
        scope=scope,
        subject=subject,
        not_subject=not_subject,
        was=was,
        waive=waive,
        cross_host=why.text if why else None,
        tolerance=tolerance,
        compare=compare,
        noise=noise,
        watch=watched,
        max_age=max_age,
    )


def _check_id(section: Section, name: Scalar) -> None:
    if not ID.fullmatch(name.text) or len(name.text) > ID_CAP:
        message = f"'{name.text[:ID_CAP]}' can't be the id of a claim"
        hint = "lower-case words of letters, digits and '_', joined by dots, such as 'lm_head.bytes'"
        section.fault("L211", message, name, hint)
        return
    if what := reserved(name.text):
        message = f"'{name.text}' can't be the id of a claim: it is {what}"
        section.fault("L211", message, name, f"say more, such as '{name.text}.total'")


def _words(section: Section, key: str) -> tuple[str, ...]:
    return tuple(scalar.text for scalar in section.texts(key))


def _waiver(section: Section) -> Waiver | None:
    entry = section.section("waive")
    if entry is None:
        return None
    entry.only(WAIVER_KEYS)
    for key, wanted in (("reason", "why it may stand"), ("until", "until when, as 2026-12-31")):
        node = entry.entries[key][1] if key in entry else None
        if node is None or (isinstance(node, Scalar) and not node.text.strip()):
            message = f"'{entry.keys}' has no '{key}'"
            section.source.error("G720", message, section.place("waive"), f"a waiver says {wanted}")
            return None
    reason, until = entry.text("reason"), entry.read("until", day)
    return Waiver(reason=reason.text, until=until) if reason and until else None


def _tolerance(section: Section) -> tuple[Figure | None, Compare | None]:
    tolerance = section.read("tolerance", margin)
    compare = section.choice("compare", COMPARES)
    if compare == "within" and "tolerance" not in section:
        section.missing("tolerance", "'compare: within' needs one, such as 'tolerance: 3 %'")
    return tolerance, compare


def _noise(section: Section) -> Figure | None:
    noise = section.read("noise", margin)
    if noise is not None and noise.dimension != NONE:
        where = section.source.locate(section.entries["noise"][1].start)
        section.source.error("L224", f"'{section.name('noise')}' has a unit", where, "a ratio, such as '2 %'")
    return noise
