"""Reports made by hand, with hostile text where it is wanted."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from hypothesis import strategies as st

from trueup import gate
from trueup.claim import Claim, Unmeasured, Waiver
from trueup.diagnostics import Diagnostic, Location
from trueup.engine.report import Report
from trueup.reports import render
from trueup.settings import Settings
from trueup.verdict.model import Verdict

AT = Location(path="docs/a.md", line=3, column=8)
LEDGER = Location(path="claims/a.yaml", line=2, column=3)
STALE = Verdict(
    claim="size",
    status="refuted",
    reason="value",
    figure="3 B",
    at=AT,
    end=Location(path="docs/a.md", line=3, column=11),
    expected="4 B",
    because=("computed: 4 B",),
    hint="write 4 B",
)
GOOD = Verdict(claim="good", status="verified", figure="1", at=AT)
OPEN = Verdict(claim="question", status="open", reason="unmeasured", figure="unmeasured", at=AT)
WAIVED = Verdict(
    claim="old", status="outdated", reason="age", at=AT, waived=Waiver(reason="soon", until=date(2026, 10, 1))
)
UNTAGGED = Verdict(claim="lost", status="missing", reason="evidence")
FAULT = Diagnostic(code="T130", message="nothing defines x", location=AT, hint="define it")
NOWHERE = Diagnostic(code="C810", message="no documents", hint="write one")

HOSTILE = [
    "x\r\n::error::pwned\n##[error]pwned\x1b[31m]]><script>&\"'\x00\ufffe, %0A",
    "::error::x",
    "::stop-commands::t",
    "]]>",
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "<script>alert(1)</script>",
    "</details><b>",
    "a | b",
    "\\| a",
    "`a | b`",
    "@org/team",
    "#7 GH-7",
    "\u202eevil\u2066",
    "nul\0",
    "\ud800 \udc80",
    "{0} {{ 7*7 }}",
    "[click](https://evil.example)",
    "[1](1)",
    "line\n\nline",
    "| --- |",
    "long " * 5000,
    "| " * 3000,
]
#: Text that a hostile document, ledger or verifier could hold.
anything = st.sampled_from(HOSTILE) | st.text() | st.text(alphabet=st.characters(), max_size=20)


def report(*verdicts: Verdict, diagnostics: tuple[Diagnostic, ...] = ()) -> Report:
    names = {one.claim for one in verdicts}
    return Report(
        root=Path(),
        settings=Settings(),
        today=date(2026, 9, 1),
        verdicts=verdicts,
        diagnostics=diagnostics,
        claims={name: Claim(id=name, kind=Unmeasured(why=""), location=LEDGER) for name in names},
    )


def mixed() -> Report:
    """A bit of everything."""
    return report(STALE, GOOD, OPEN, WAIVED, UNTAGGED, diagnostics=(FAULT, NOWHERE))


def rendered(form: str, found: Report, *, strict: bool = False) -> str:
    return render(form, found, gate.decide(found.verdicts, found.diagnostics, strict=strict))


def hostile(text: str) -> Report:
    """Every text that a stranger may have written is this one."""
    place = Location(path=text, line=1, column=1)
    return report(
        Verdict(
            claim="a",
            status="refuted",
            reason="value",
            figure=text,
            at=place,
            expected=text,
            because=(text,),
            hint=text,
        ),
        Verdict(
            claim="b",
            status="outdated",
            reason="age",
            figure=text,
            at=place,
            because=(text,),
            waived=Waiver(reason=text, until=date(2026, 10, 1)),
        ),
        Verdict(claim="c", status="open", reason="unmeasured", because=(text,)),
        diagnostics=(
            Diagnostic(code="T130", message=text, location=place, hint=text),
            Diagnostic(code="C810", message=text, hint=text),
        ),
    )
