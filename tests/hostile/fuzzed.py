"""What reads a stranger's input, as functions of bytes: they raise their room's own error, or nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st

from evidence_samples import EVIDENCE
from expression.formulas import PIECES
from hostile.inert import well_formed
from onnx_models import decoder, nested
from quantity.quantity_strategies import LIKE_FIGURES
from reports_of import LEDGER, report
from trueup.audit.baseline import read_baseline
from trueup.audit.run import audit
from trueup.claim import Claim, Unmeasured, Waiver
from trueup.diagnostics import Diagnostic, Location, TrueupError
from trueup.engine.verify import Mode, verify
from trueup.evidence.reading import read_evidence
from trueup.evidence.record import canonical
from trueup.expression.errors import EvaluationError, ExpressionError
from trueup.expression.evaluate import evaluate, operands
from trueup.expression.flips import flip_points
from trueup.expression.parse import parse
from trueup.expression.symbolic import identical, mathml
from trueup.expression.write import brief, fill, unparse
from trueup.files import Root
from trueup.gate import Exit
from trueup.gate.change import KINDS, Change
from trueup.gate.review import Review
from trueup.ledger import read_ledger
from trueup.quantity.agree import agree
from trueup.quantity.cell import read_cell
from trueup.quantity.codes import FigureError
from trueup.quantity.find import find_figures
from trueup.quantity.interval import Interval
from trueup.quantity.read import looks_numeric, read_figure
from trueup.quantity.step import smallest_step
from trueup.quantity.units import Dimension
from trueup.quantity.value import Name, Quantity
from trueup.quantity.write import write, write_like
from trueup.readers.artifact import read_artifact
from trueup.readers.coverage import read_coverage
from trueup.readers.csv import read_csv
from trueup.readers.json import read_json
from trueup.readers.lock import read_lock
from trueup.readers.onnx import read_graph
from trueup.reports.html.recorded import read_recorded
from trueup.settings import Settings, load_settings
from trueup.tags.scan import scan
from trueup.verdict.model import REASONS, STATUSES, Outcome, Verdict
from trueup.verifier.registry import find_verifiers
from trueup.verifiers import BUILT_IN

#: A reader: given bytes, and a folder of its own.
Target = Callable[[bytes, Path], None]
VALUES = (
    Quantity.exact(Fraction(152064 * 5120, 2), Dimension.of(B=1)),
    Quantity(
        spread=Interval(Fraction(4), Fraction(6)),
        reach=Interval(Fraction(3), Fraction(7)),
        dimension=Dimension.of(s=1),
        noise=Fraction(1, 100),
    ),
    Quantity(
        spread=Interval(Fraction(1, 3), None), reach=Interval(None, None), dimension=Dimension.of(B=1, s=-1)
    ),
    Quantity.exact(Fraction(10) ** 400),
)


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\0", "\ufffd")


def figure(data: bytes, _: Path) -> None:
    """The parser of figures, and what is done with what it gives."""
    text = text_of(data)
    find_figures(text)
    read_cell(text, None)
    looks_numeric(text)
    with suppress(FigureError):
        found = read_figure(text)
        for value in VALUES:
            agree(found, value)
            write_like(value, found)
    with suppress(FigureError):
        if stepped := smallest_step(text):
            read_figure(stepped)


def tags(data: bytes, _: Path) -> None:
    """The scanner of tags, with snippets that include each other."""
    text = data.decode("utf-8", "replace")
    parts = {"a": text[: len(text) // 2], "b": '--8<-- "a"\n'}
    for macros in (False, True):
        page = scan(
            "docs/a.md",
            text,
            macros=macros,
            snippets=lambda name: (name, parts[name]) if name in parts else None,
        )
        assert all(one.location for one in page.diagnostics)
    scan("docs/a.md", text, keeps="tags")
    scan("docs/a.md", text, keeps="numbers")


def ledger(data: bytes, folder: Path) -> None:
    """The reader of ledgers."""
    (folder / "claims").mkdir(exist_ok=True)
    (folder / "claims/a.yaml").write_bytes(data)
    found = read_ledger(Root(folder), Settings())
    assert all(one.location for one in found.diagnostics)


def settings(data: bytes, folder: Path) -> None:
    """The reader of settings."""
    (folder / "trueup.toml").write_bytes(data)
    load_settings(Root(folder))


def expression(data: bytes, _: Path) -> None:
    """The parser of formulas, and what is done with a formula."""
    text = text_of(data)
    try:
        node = parse(text)
    except ExpressionError as error:
        if not error.hint or not 0 <= error.offset <= len(text):
            raise AssertionError(f"{error} has no hint, or no place") from error
        return
    names = operands(node)
    values = {name: VALUES[number % 3] for number, name in enumerate(names)}
    assert unparse(parse(unparse(node))) == unparse(node)
    brief(node)
    fill(node, {name: write(value) for name, value in values.items()})
    with suppress(EvaluationError):
        evaluate(node, values.__getitem__)
    if len(text) < 60:
        for name in names[:2]:
            flip_points(node, name, values)
        with suppress(EvaluationError, TypeError, ValueError):
            mathml(node, {})
        with suppress(ExpressionError):  # of decisions there is no sum
            identical(node, parse(f"({text}) + 0"))


def onnx(data: bytes, folder: Path) -> None:
    """The reader of models."""
    (folder / "a.onnx").write_bytes(data)
    with suppress(TrueupError):
        read_graph(folder / "a.onnx")


def evidence(data: bytes, _: Path) -> None:
    """The reader of evidence, under the name that the content gives, and any other."""
    for name in (hashlib.sha256(data).hexdigest(), "0" * 64, "x"):
        with suppress(TrueupError):
            read_evidence(data, f"claims/evidence/a.b/{name}.json")


def artifacts(data: bytes, folder: Path) -> None:
    """The readers of what runs leave behind."""
    (folder / "a").write_bytes(data)
    root = Root(folder)
    with suppress(TrueupError):
        artifact = read_artifact(root, folder / "a")
        for read in (read_json, read_coverage, lambda one: read_csv(one, "name")):
            with suppress(TrueupError):
                read(artifact)
    with suppress(TrueupError):
        read_lock("uv.lock", text_of(data))
    with suppress(TrueupError):
        read_lock("requirements.txt", text_of(data))


def recorded(data: bytes, folder: Path) -> None:
    """The readers of what trueup itself wrote: verdicts for a site, a baseline; and of verifiers' source."""
    with suppress(TrueupError):
        read_recorded(text_of(data))
    (folder / "baseline.json").write_bytes(data)
    with suppress(TrueupError):
        read_baseline(folder / "baseline.json")
    find_verifiers({"verifiers/a.py": text_of(data)}, folder="verifiers", builtins=BUILT_IN)


def reports(data: bytes, folder: Path) -> None:
    """Every writer of reports, with the text wherever a stranger's text can stand."""
    text = data.decode("utf-8", "surrogateescape")
    pick = int.from_bytes(hashlib.sha256(data).digest()[:4], "big")
    status = STATUSES[pick % len(STATUSES)]
    reasons = REASONS.get(status) or (None,)
    place = Location(path=text or "docs/a.md", line=1 + pick % 7, column=1 + pick % 5)
    one = Verdict(
        claim="a.b", status=status, reason=tuple(reasons)[pick % len(tuple(reasons))], figure=text, at=place,
        end=replace(place, column=place.column + len(text)), expected=text, because=(text, text), hint=text,
    )  # fmt: skip
    waiver = Waiver(reason=text, until=date(2026, 10, 1))
    faults = (
        Diagnostic(code="T130", message=text, location=place, hint=text),
        Diagnostic(code="C810", message=text, severity="warning", hint=text),
    )
    found = report(one, replace(one, waived=waiver, at=None, claim="c"), diagnostics=faults)
    claims = {
        name: Claim(id=name, says=text, kind=Unmeasured(why=text), location=LEDGER, waive=waiver)
        for name in ("a.b", "c")
    }
    value = (*VALUES, Name(words=(text or "x",)), None)[pick % (len(VALUES) + 2)]
    outcome = Outcome(standing=status, reason=one.reason, because=(text,), hint=text, value=value)
    found = replace(found, claims=claims, outcomes=dict.fromkeys(claims, outcome))
    review = Review(
        exit=Exit.STALE, revision=text, hash="0" * 40, day="2026-01-01", counts={}, diagnostics=faults, base_faults=faults,
        changes=(change := Change(kind=list(KINDS)[pick % len(KINDS)], message=text, claim="a.b", at=place, before=text, after=text),),
        failing=frozenset({change}),
    )  # fmt: skip
    well_formed(found, review, pages=pick % 3 == 0)


def audited(data: bytes, folder: Path) -> None:
    """The audit of any Markdown."""
    (folder / "a.md").write_bytes(data)
    audit(("a.md",), folder, strict_coverage=True)


def project(data: bytes, folder: Path) -> None:
    """A whole project: a document, a ledger and settings, cut out of the bytes."""
    document, _, rest = data.partition(b"\n@@@\n")
    book, _, toml = rest.partition(b"\n@@@\n")
    for path, content in (("docs/a.md", document), ("claims/a.yaml", book), ("trueup.toml", toml)):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    found = verify(folder, Mode(execute=False, today=date(2026, 9, 1)))
    for one in found.diagnostics:
        assert one.hint, one
    with suppress(TrueupError):
        audit(("docs",), folder)


# What is tried.


def spliced(seeds: list[bytes], tokens: list[bytes]) -> st.SearchStrategy[bytes]:
    """A seed with pieces put in, taken out, doubled or changed."""

    @st.composite
    def draw(draw: st.DrawFn) -> bytes:
        content = bytearray(draw(st.sampled_from(seeds)))
        for _ in range(draw(st.integers(0, 4))):
            at = draw(st.integers(0, len(content)))
            match draw(st.sampled_from(["put", "put", "take", "double", "change", "noise"])):
                case "put":
                    content[at:at] = draw(st.sampled_from(tokens))
                case "take":
                    del content[at : at + draw(st.integers(1, 40))]
                case "double":
                    length = draw(st.integers(1, 60))
                    content[at:at] = content[at : at + length] * draw(st.integers(1, 3))
                case "change" if at < len(content):
                    content[at] = draw(st.integers(0, 255))
                case _:
                    content[at:at] = draw(st.binary(max_size=8))
        return bytes(content)

    return draw()


def pieces(*tokens: str, most: int = 24) -> st.SearchStrategy[bytes]:
    return (
        st.lists(st.sampled_from([*tokens]), max_size=most)
        .map("".join)
        .map(lambda text: text.encode("utf-8", "replace"))
    )


def split(*texts: str) -> list[bytes]:
    return [text.encode() for text in texts]


FIGURES = (
    "389,283,840 B", "~78 ms/token", "45–90 µs", "≥ 7.8", "±10 %", "867/867 keys", "15 of 15", "2^-24", "zero", "152064 × 5120 × 0.5",
    "1/N", "at most", "~", "≈", "0.44 to 0.65 GB/step", "1e399", "−", "×", "x", "nan", "\u00a0", "\u2009", "1,5", "M", "GiB/s", "%",
)  # fmt: skip
TAGS = (
    "[5 B](claim:a.b)", '[~5 ms](claim:c "a.b / 2")', '{{ claim("a.b", "5 B") }}', "<!-- claims:table t -->", "<!-- claims:off -->",
    "<!-- claims:on -->", "<!--", "-->", "[", "](", "](claim:", ")", "`", "```\n", "~~~\n", "| a | b |\n|--|--|\n| 1 | 2 |\n", "> ", "- ",
    "    ", "\n", "\n\n", "---\n", "!!! note\n    ", "{% raw %}", "{% endraw %}", "{{", "}}", '--8<-- "a"\n', "<div markdown>\n", "</div>",
    "*", "_", "~~", "# ", "[r]: claim:a\n", "[^1]: ", "\\", "&amp;", "\u2028", "\r", "\x0c", "5 × 3 = 16", "from 5 ms to 6 ms (+20 %)",
    "\x02", "<claim:a>", "![x](claim:a)", "=== \"a\"\n    ", ":   ", "*[A]: b\n",
)  # fmt: skip
YAML = (
    "claims:\n", "  a.b: {says: A, expr: 1 + 1}\n", "  c: {says: C, verify: onnx.count, with: {model: m}}\n", "{", "}", "[", "]", ": ", ",", "\n  ",
    "models:\n  m: {path: m.onnx}\n", "expr", "verify", "decide: a > 1", "words: {true: yes, false: no}", "value: 5 B, source: s", "&a", "*a",
    "!!str", "<<: ", "|\n", ">-\n", "'", '"', "\\x41", "#", "---\n", "...\n", "%YAML 1.2\n", "\t", "? ", "- ", "\ufeff", "null", "~", "no", "waive: {reason: r}",
    "was: [1,000 B]", "scope: {cpu: x}", "hosts:\n  h: {cores: 2}\n", "frozen: docs/*\n", "columns: {c: a + b}", "tolerance: 3 %", "subject: [a]", "\x00", "\x85",
)  # fmt: skip
SIZES = split("[5 B](claim:a.b)\n@@@\nclaims:\n  a.b: {says: A, expr: 2 B + 3 B}\n@@@\nmacros = true\n")
MODELS = [decoder().SerializeToString(), nested().SerializeToString()]
WIRE = [bytes([number << 3 | kind]) for number in (1, 2, 5, 7, 9, 14, 20) for kind in range(6)]
JSON = split(
    '{"a": [1, 2.5e3, null]}', '"', "{", "}", "[", "]", ",", ":", "1e999", "-", "\\u0000", "\\ud800", "NaN", "true", "null", "9" * 50, '"kind"', '"value"',
    '"1/0"', '"2026-01-01T00:00:00+00:00"', '"schema"', '"trueup/evidence/1"', "{}", "[]", '""', '"spread": ["1", null]', "0", "-1",
)  # fmt: skip
RUNS = [
    b'<?xml version="1.0"?><coverage line-rate="0.5" lines-valid="2" lines-covered="1"><packages><package><classes><class filename="a"><lines>'
    b'<line number="1" hits="1"/><line number="2" hits="0" branch="true" condition-coverage="50% (1/2)"/></lines></class></classes></package></packages></coverage>',
    b"TN:\nSF:a.c\nDA:1,5\nDA:2,0\nBRDA:1,0,0,1\nLF:2\nLH:1\nend_of_record\n",
    b'{"totals": {"covered_lines": 1, "num_statements": 2, "percent_covered": 50.0}}',
    b'name,value\nx,5 ms\n"y",6\n',
    b'[[package]]\nname = "numpy"\nversion = "1.0"\n',
]
VERDICTS = {
    "verdicts": [{"claim": "a", "status": "refuted", "figure": "5", "at": {"path": "docs/a.md", "line": 1, "column": 1}, "because": [""]}],
    "diagnostics": [], "summary": {"pass": False}, "claims": {"a": {"status": "refuted", "basis": "model", "how": "expr"}}, "watched": [],
}  # fmt: skip
SITE = b"from trueup.verifier import verifier\n\n@verifier('a.b', basis='measured')\ndef f(request, *, k: int = 1): ...\n"
REVEALING = (
    "::error::", "##[", "%0A", "\r\n", "\x1b[31m", "\x9b", "\u202e", "<script>", "]]>", "&", '"', "'", "|", "`", "{{", "@x", "#1", "](", "\ud800".encode("utf-8", "replace").decode(),
    "\u2028", "\ufffe", "\0", "long " * 50, "🔴", "µ", "[1](2)", "-->", "</details>",
)  # fmt: skip

anything = st.binary(max_size=64) | st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace"))


def whole(first: st.SearchStrategy[bytes], second: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    return st.builds(lambda a, b: a + b"\n@@@\n" + b, first, second)


TARGETS: dict[str, tuple[Target, st.SearchStrategy[bytes]]] = {
    "figure": (figure, pieces(*FIGURES, *LIKE_FIGURES, most=10) | spliced(split(*FIGURES), split(*FIGURES)) | anything),
    "tags": (tags, pieces(*TAGS) | spliced(split("".join(TAGS)), split(*TAGS)) | anything),
    "ledger": (ledger, pieces(*YAML) | spliced(split("".join(YAML[:3]), YAML[0] + YAML[2] + YAML[11]), split(*YAML)) | anything),
    "settings": (settings, spliced(split('docs = ["a"]\n[gate]\nwarn = ["open"]\n', "[tool.trueup]\n"), split("=", "[", "]", "'", '"""', "\n", "docs", "1979-05-27", "{", "x.y")) | anything),
    "expression": (expression, pieces(*PIECES, most=12) | anything),
    "onnx": (onnx, spliced(MODELS, WIRE) | spliced([b""], WIRE) | anything),
    "evidence": (evidence, spliced([EVIDENCE.content, canonical({"schema": "trueup/evidence/1"})], JSON) | anything),
    "artifacts": (artifacts, spliced([*RUNS, *JSON], [*JSON, *split("<", ">", "</a>", "&x;", "SF:", "DA:1,", "\n", ",", '""')]) | anything),
    "recorded": (recorded, spliced([json.dumps(VERDICTS).encode(), SITE, b'{"version": 1, "findings": []}'], [*JSON, *split("@", "def f():", "\n", "(", "'''")]) | anything),
    "reports": (reports, pieces(*REVEALING, most=8) | anything),
    "audit": (audited, pieces(*TAGS, *FIGURES) | anything),
    "project": (project, whole(pieces(*TAGS, *FIGURES, most=16), whole(pieces(*YAML), pieces("docs = ['docs']\n", "macros = true\n", "x", "[gate]\n", most=3))) | spliced(SIZES, split(*TAGS, *YAML, *FIGURES))),
}  # fmt: skip
