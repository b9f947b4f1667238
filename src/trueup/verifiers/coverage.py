"""Coverage of tests: how much of the code they run."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from trueup.diagnostics import Location
from trueup.quantity.interval import Interval
from trueup.quantity.value import Quantity
from trueup.readers.artifact import refuse
from trueup.readers.coverage import read_coverage
from trueup.verifier import Request, verifier
from trueup.verifiers.artifact import opened

VERSION = "1"


@verifier("coverage.ratio")
def ratio(request: Request, *, artifact: str, of: Literal["lines", "branches"] = "lines") -> Quantity:
    """Covered lines over all lines, or branches likewise; exact, with both counts.

    :param artifact: Cobertura XML, LCOV, the JSON of coverage.py, or totals in JSON (``lines``, ``hits``, …)
    """
    report = opened(request)
    found = read_coverage(report)
    counted = found.lines if of == "lines" else found.branches
    if counted is None:
        hint = "run the tests with branch coverage" if of == "branches" else "run again what writes it"
        place = Location(path=report.path, line=1, column=1)
        raise refuse(place, "M635", f"this report ({found.form}) counts no {of}", hint)
    point = Interval.point(Fraction(counted.covered, counted.valid))
    return Quantity(spread=point, reach=point, count=(counted.covered, counted.valid))
