"""A listing as JUnit XML: a suite per document, a case per figure or finding."""

from __future__ import annotations

from collections.abc import Sequence

from trueup.escape import xml
from trueup.reports.entry import Entry, Listing


def render(listing: Listing) -> str:
    """JUnit XML: ``failure`` for what is wrong, ``error`` for what could not be judged.

    What is open or waived is ``skipped``; what is wrong with the input makes a suite of its own.
    """
    suites: dict[str, list[Entry]] = {}
    for one in listing.entries:
        if one.case:
            suites.setdefault(one.suite, []).append(one)
    body = "".join(f"{_suite(name, entries)}\n" for name, entries in suites.items())
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="trueup">\n{body}</testsuites>'


def _suite(name: str, entries: Sequence[Entry]) -> str:
    cases = [one.case for one in entries]
    counts = " ".join(
        f'{word}="{number}"'
        for word, number in (
            ("tests", len(cases)),
            ("failures", cases.count("failed")),
            ("errors", cases.count("broken")),
            ("skipped", cases.count("skipped")),
        )
    )
    body = "\n".join(_case(one) for one in entries)
    return f'<testsuite name="{xml(name)}" {counts}>\n{body}\n</testsuite>'


def _case(one: Entry) -> str:
    at = one.at
    where = "" if not at else f" at {at.line}:{at.column}" if at.path == one.suite else f" at {at}"
    place = f' file="{xml(at.path)}" line="{at.line}"' if at else ""
    head = f'<testcase classname="{xml(one.suite)}" name="{xml(one.name + where)}"{place} time="0">'
    return f"{head}{_outcome(one)}</testcase>"


def _outcome(one: Entry) -> str:
    if one.case == "passed":
        return ""
    if one.case == "skipped":
        return f'<skipped message="{xml("; ".join((one.kind, *one.reasons)))}"/>'
    element = "error" if one.case == "broken" else "failure"
    place = (str(one.place),) if one.place else ()
    hint = (one.hint,) if one.hint else ()
    body = xml("\n".join((*place, one.headline, *one.sentences[1:], *hint)))
    return f'<{element} message="{xml(one.headline)}" type="{xml(one.kind)}">{body}</{element}>'
