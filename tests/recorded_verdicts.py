"""Recorded verdicts for tests, in the shape of ``trueup check --format json``."""

from __future__ import annotations

from typing import Any


def verdict(claim: str, figure: str, line: int, status: str = "verified", **more: Any) -> dict[str, Any]:
    """A verdict on ``docs/index.md``, or on the document ``path``."""
    at = {"path": more.pop("path", "docs/index.md"), "line": line, "column": more.pop("column", 1)}
    return {"claim": claim, "figure": figure, "status": status, "at": at, "because": [], **more}


def claim(status: str = "verified", **more: Any) -> dict[str, Any]:
    """A claim, known from the model; ``parameters`` stand under ``with``."""
    base = {"status": status, "basis": "model", "how": "verify", "rests_on": [], "because": []}
    return {**base, "with": more.pop("parameters", {}), **more}


def document(verdicts: list[dict[str, Any]], claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The whole document; it passes where nothing is stale and no diagnostic is an error."""
    stale = {"refuted", "outdated", "suspect", "missing", "error"}
    diagnostics = more.pop("diagnostics", [])
    passed = not any(one["status"] in stale and "waived" not in one for one in verdicts)
    counts: dict[str, Any] = {}
    for one in verdicts:
        counts[one["status"]] = counts.get(one["status"], 0) + 1
    summary = {**counts, "pass": passed and not diagnostics and bool(verdicts)}
    return {
        "verdicts": verdicts,
        "diagnostics": diagnostics,
        "summary": summary,
        "claims": claims,
        "watched": [],
        **more,
    }


#: The claims of the small site that the tests build.
CLAIMS: dict[str, Any] = {
    "lm_head.bytes": claim(
        says="Packed int4 weights of the vocabulary projection",
        value="389,283,840 B",
        verifier="onnx.tensor",
        parameters={"model": "qwen14b", "tensor": "lm_head.weight_Q4"},
        at={"path": "claims/model.yaml", "line": 4, "column": 3},
        because=["389,283,840 B read from the graph of qwen14b"],
        subject=["lm_head"],
    ),
    "link.pinned": claim(
        "attested",
        says="Pinned host-to-device copy",
        basis="measured",
        how="reported",
        value="11.74 GB/s",
        source="https://example.org/record",
        as_of="2026-08-19",
        scope={"host": "laptop", "gpu": "RTX 4060"},
        hosts=["laptop"],
    ),
    "stream.time": claim(
        "attested",
        says="Time to stream the projection",
        basis="measured",
        how="expr",
        value="33.16 ms",
        formula="lm_head.bytes / link.pinned",
        filled="389,283,840 B / 11.74 GB/s",
        rests_on=["lm_head.bytes", "link.pinned"],
        mathml="<math><mfrac><mi>lm_head.bytes</mi><mi>link.pinned</mi></mfrac></math>",
    ),
    "move": claim(
        "attested",
        says="Moving the projection is cheaper",
        basis="measured",
        how="decide",
        value="inverts",
        formula="cpu.rate < link.pinned",
        filled="0.78 GB/s < 11.74 GB/s",
        rests_on=["link.pinned"],
        flips=["holds from cpu.rate = 11.74 GB/s on; now 0.78 GB/s"],
    ),
    "gpu.time": claim(
        "open", says="The projection on the GPU", how="unmeasured", basis=None, why="no device"
    ),
}

PAGE = """# Where the weights live

The projection `lm_head` holds [389,283,840 B](claim:lm_head.bytes) and streams in
[~33 ms](claim:stream.time) over a link of [11.74 GB/s](claim:link.pinned).

| what | how much |
|---|---:|
| packed | **[389 MB](claim:lm_head.bytes)** |
| decision | [inverts](claim:move) |
| on the GPU | [unmeasured](claim:gpu.time) |

More words, so that the page is longer than the table. In code nothing happens: `[1 B](claim:lm_head.bytes)`.
"""

VERDICTS = [
    verdict("lm_head.bytes", "389,283,840 B", 3, column=33),
    verdict("stream.time", "~33 ms", 4, "attested"),
    verdict("link.pinned", "11.74 GB/s", 4, "attested", column=47),
    verdict("lm_head.bytes", "389 MB", 8),
    verdict("move", "inverts", 9, "attested"),
    verdict("gpu.time", "unmeasured", 10, "open", reason="unmeasured"),
]

#: What a digit changed by hand becomes.
REFUTED = verdict(
    "lm_head.bytes",
    "389,283,480 B",
    3,
    "refuted",
    column=33,
    reason="value",
    expected="389,283,840 B",
    because=["the graph says 389,283,840 B"],
    hint="lm_head.weight_Q4 has that size",
)

HOSTILE = (
    '<script>alert(1)</script><img src=x onerror=alert(2)> " onmouseover="alert(3)" \' javascript:alert(4) '
    "{{ 7*7 }} {% raw %} {#c {: onclick=alert(5) } ]]> `code` | pipe **bold** [a](javascript:alert(6)) "
    "</div></table></td></code>\n\n# no heading\n\n\x1b[31m \x02wzxhzdk:0\x03 &lt;b&gt; \u202e end"
)
