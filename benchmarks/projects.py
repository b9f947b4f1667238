"""Projects of a size, written to a folder."""

from __future__ import annotations

from pathlib import Path

PROSE = (
    "The projection streams its packed weights once a step, and the table of embeddings is read a row at a "
    "time, so the two say nothing of each other, as `design.md` and [others](https://example.org/a) explain."
)
#: Paragraphs without a figure on each page.
PLAIN = 5


def value(number: int) -> int:
    """What a claim is worth: each tenth is stated, the others are multiples of it."""
    return (1000 + number - number % 10) * (number % 10 + 1)


def write_claims(folder: Path, claims: int, pages: int) -> Path:
    """A ledger of arithmetic claims, and pages on which each is stated once, in prose."""
    entries = []
    for number in range(claims):
        base = number - number % 10
        how = (
            f'value: {value(number)} B, source: "a record", as_of: 2026-08-15'
            if number == base
            else f"expr: part.n{base} * {number % 10 + 1}"
        )
        entries.append(f'  part.n{number}: {{says: "How large part {number} is", basis: model, {how}}}\n')
    (folder / "claims").mkdir(parents=True)
    (folder / "claims" / "all.yaml").write_text("claims:\n" + "".join(entries), encoding="utf-8")
    (folder / "docs").mkdir()
    for page in range(pages):
        (folder / "docs" / f"page{page:05}.md").write_text(text_of(page, claims, pages), encoding="utf-8")
    return folder


def text_of(page: int, claims: int, pages: int, note: str = "") -> str:
    """One page.

    :param note: at its end
    """
    blocks = [f"# Page {page}"]
    for number in range(page, claims, pages):
        figure = f"[{value(number):,} B](claim:part.n{number})"
        blocks.append(f"Part {number} of the whole takes {figure} of memory while a step runs over layers.")
    blocks += [PROSE] * PLAIN
    return "\n\n".join([*blocks, note]) + "\n"


def write_examples(folder: Path, examples: int, pages: int) -> Path:
    """The same arithmetic as examples for ``doctest``."""
    folder.mkdir(parents=True)
    for page in range(pages):
        blocks = [f"# Page {page}"]
        for number in range(page, examples, pages):
            base, times = 1000 + number - number % 10, number % 10 + 1
            blocks.append(f"Part {number} of the whole:\n\n    >>> {base} * {times}\n    {value(number)}")
        (folder / f"page{page:05}.md").write_text("\n\n".join([*blocks, PROSE]) + "\n", encoding="utf-8")
    return folder


VERIFIER = """
from trueup.verifier import Request, Samples, verifier


@verifier("bench.rate", basis="measured")
def rate(request: Request) -> Samples:
    raise RuntimeError("a check measures nothing")
"""


def write_evidence(folder: Path, claims: int, each: int) -> Path:
    """Measured claims, each stated once, with so many recorded results each."""
    from trueup.engine.project import load  # noqa: PLC0415  the other projects need none of this
    from trueup.files import Root  # noqa: PLC0415

    (folder / "verifiers").mkdir(parents=True)
    (folder / "verifiers" / "rates.py").write_text(VERIFIER, encoding="utf-8")
    (folder / "claims").mkdir()
    entry = "{says: A rate, basis: measured, scope: {cpu: some processor}, verify: bench.rate}"
    ledger = "".join(f"  rate.n{number}: {entry}\n" for number in range(claims))
    (folder / "claims" / "all.yaml").write_text("claims:\n" + ledger, encoding="utf-8")
    (folder / "docs").mkdir()
    for number in range(0, claims, 10):
        stated = "\n\n".join(
            f"It reads [{each} GB/s](claim:rate.n{one}) here." for one in range(number, number + 10)
        )
        (folder / "docs" / f"page{number:05}.md").write_text(f"# Rates\n\n{stated}\n", encoding="utf-8")
    declared = load(Root(folder)).registry.find("bench.rate")
    assert declared  # noqa: S101
    for number in range(claims):
        record(folder, f"rate.n{number}", declared.digest, each)
    return folder


def record(folder: Path, claim: str, digest: str, each: int) -> None:
    """Evidence of one claim, a result a day; the newest is worth as many GB/s as there are results."""
    from datetime import UTC, datetime, timedelta  # noqa: PLC0415
    from fractions import Fraction  # noqa: PLC0415

    from trueup.evidence.record import Evidence  # noqa: PLC0415
    from trueup.quantity.interval import Interval  # noqa: PLC0415
    from trueup.quantity.units import Dimension  # noqa: PLC0415
    from trueup.quantity.value import Quantity  # noqa: PLC0415

    place = folder / "claims" / "evidence" / claim
    place.mkdir(parents=True)
    for day in range(each):
        spread = Interval.point(Fraction(day + 1) * 10**9)
        one = Evidence(
            claim=claim,
            verifier="bench.rate",
            digest_of_verifier=digest,
            value=Quantity(spread=spread, reach=spread, dimension=Dimension.of(B=1, s=-1)),
            unit="GB/s",
            host={"cpu": "some processor", "cores": "2"},
            started=datetime(2026, 1, 1, 10, tzinfo=UTC) + timedelta(days=day),
            finished=datetime(2026, 1, 1, 11, tzinfo=UTC) + timedelta(days=day),
        )
        (place / f"{one.digest}.json").write_bytes(one.content)
