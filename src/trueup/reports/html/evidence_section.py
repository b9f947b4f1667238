"""The evidence of a claim: a table by host with the samples of each result, and a plot of all of them."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.reports.html.evidence_plots import history, key, said, shapes_of, strip
from trueup.reports.html.pages import text
from trueup.reports.html.plain_table import plain_table
from trueup.reports.html.recorded_evidence import Entry, RecordedEvidence
from trueup.reports.html.scale import written


def evidence_table(evidence: RecordedEvidence) -> str:
    """Every result that is shown, by host, the newest of each first."""
    hosts = list(dict.fromkeys(one.host for one in evidence.entries))
    ordered = sorted(evidence.entries, key=lambda one: hosts.index(one.host))
    rows = (_row(one, evidence) for one in ordered)
    older = f"<p>And {evidence.older} older.</p>" if evidence.older else ""
    heads = ("Host", "Recorded", "Value", "Samples", "Now")
    return plain_table("Evidence by host", heads, rows, css="trueup-evidence") + older


def history_plot(evidence: RecordedEvidence) -> str:
    """The plot with its caption; empty where the values are no numbers."""
    drawn = history(evidence)
    if not drawn:
        return ""
    return (
        f'<figure class="trueup-plot">{drawn}<figcaption>{"".join(_caption(evidence))}</figcaption></figure>'
    )


def _row(one: Entry, evidence: RecordedEvidence) -> list[str]:
    machine = f'<span class="trueup-says">{text(one.machine)}</span>' if one.machine != one.host else ""
    day = f'<time datetime="{text(one.date)}">{text(one.date)}</time>'
    commit = f'<span class="trueup-says">at {_commit(one)}</span>' if one.commit else ""
    return [
        f"{text(one.host)} {machine}",
        f"{day} {commit}",
        text(one.value),
        _samples(one, evidence),
        _now(one),
    ]


def _commit(one: Entry) -> str:
    return f"<code>{text((one.commit or '')[:8])}</code>{', files changed' if one.dirty else ''}"


def _samples(one: Entry, evidence: RecordedEvidence) -> str:
    drawn = strip(one, evidence)
    words = said(one, evidence.unit) if one.samples else "; ".join(one.doubts)
    if not drawn and not words:
        return "–"
    return f'{drawn}<span class="trueup-says">{text(words)}</span>'


def _now(one: Entry) -> str:
    lines = [text(one.unfit)] if one.unfit else []
    if not one.in_scope:
        lines.insert(0, "of another host than the claim speaks of")
    elif one.counts:
        lines.insert(0, "<strong>this one counts</strong>")
    else:
        lines.insert(0, "superseded")
    lines += [text(sentence) for sentence in one.changed]
    return "<br>".join(lines)


def _caption(evidence: RecordedEvidence) -> Iterator[str]:
    unit = f" in {text(evidence.unit)}" if evidence.unit else ""
    yield f"Results{unit}, in the order in which they were recorded, each with its interval. "
    for host, shape in shapes_of(evidence).items():
        yield f'<span class="trueup-legend">{key(shape)} {text(host)}</span> '
    yield "Filled: the one that counts. "
    if evidence.claimed:
        said_of = "; ".join(f"{text(one.figure)}: {_between(one.low, one.high)}" for one in evidence.claimed)
        yield f'<span class="trueup-legend"><span class="trueup-swatch"></span> Claimed</span> {said_of}.'


def _between(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return written(low) if low == high else f"{written(low)} to {written(high)}"
    if low is not None:
        return f"at least {written(low)}"
    return f"at most {written(high)}" if high is not None else "anything"
