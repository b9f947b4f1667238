"""A measured claim with evidence of two hosts, and a decision that rests on it, as check's JSON."""

from __future__ import annotations

from typing import Any

from recorded_verdicts import claim, verdict


def entry(date: str, host: str, low: float, high: float, **more: Any) -> dict[str, Any]:
    """One recorded result of seven runs."""
    step = (high - low) / 6
    return {
        "file": "0" * 64,
        "date": date,
        "time": f"{date}T00:00:00+00:00",
        "host": host,
        "machine": f"cpu {host.upper()}",
        "in_scope": True,
        "counts": False,
        "value": f"{low}–{high} GB/s",
        "low": low,
        "high": high,
        "samples": [round(low + step * at, 4) for at in range(7)],
        "repeat": [],
        "doubts": ["7 runs"],
        "unfit": None,
        "changed": [],
        "commit": None,
        "dirty": False,
        **more,
    }


EVIDENCE: dict[str, Any] = {
    "unit": "GB/s",
    "claimed": [{"figure": "~0.8 GB/s", "low": 0.75, "high": 0.85}],
    "older": 2,
    "entries": [
        entry(
            "2026-11-02",
            "box",
            0.76,
            0.82,
            counts=True,
            doubts=[
                "7 runs, 1 outlying iteration kept (Tukey), drift +3 % from the first to the second half"
            ],
            repeat=[0.78, 0.79],
            commit="0aca82563b41",
            dirty=True,
        ),
        entry("2026-10-01", "laptop", 4.4, 4.6, in_scope=False),
        entry("2026-08-20", "box", 0.5, 0.6, changed=["the verifier cpu.gemv has changed: a → b"]),
    ],
}

FLIP = {
    "spread": ["11740000000", "11740000000"],
    "reach": ["11740000000", "11740000000"],
    "dimension": {"B": 1, "s": -1},
}

MEASURED: dict[str, Any] = {
    "cpu.rate": claim(
        "attested",
        says="Rate of the kernel on the host",
        basis="measured",
        value="0.7600–0.8200 GB/s",
        verifier="cpu.gemv",
        parameters={"model": "qwen14b", "threads": "16"},
        inputs={"model": "claims/inputs/qwen14b.onnx"},
        at={"path": "claims/rates.yaml", "line": 7, "column": 3},
        hosts=["box"],
        dates=["2026-11-02"],
        watch=["path:verifiers/cpu.py", "package:onnxruntime@1"],
        max_age=180,
        until="2027-05-01",
        evidence=EVIDENCE,
    ),
    "link.rate": claim(
        "attested",
        says="Rate of the link",
        basis="measured",
        how="reported",
        value="11.74 GB/s",
        source="a record",
        as_of="2026-08-19",
        dates=["2026-08-19"],
        hosts=["box"],
    ),
    "turns": claim(
        "attested",
        says="Moving is cheaper",
        basis="measured",
        how="decide",
        value="inverts",
        formula="cpu.rate < link.rate",
        filled="(0.7600–0.8200 GB/s) < 11.74 GB/s",
        rests_on=["cpu.rate", "link.rate"],
        flips=["inverts while cpu.rate is below 11.74 GB/s; now 0.79 GB/s, a factor of 14.9 away"],
        turns=[{"operand": "cpu.rate", "at": FLIP, "below": "inverts", "above": "holds", "distance": "15"}],
        hosts=["box"],
        dates=["2026-08-19", "2026-11-02"],
    ),
    "cost": claim(
        "attested",
        says="What it costs",
        basis="measured",
        how="expr",
        value="1 s",
        formula="turned / cpu.rate",
        filled="1 GB / 0.79 GB/s",
        rests_on=["turned", "cpu.rate"],
    ),
    "turned": claim(
        says="What is turned",
        how="expr",
        value="1 GB",
        formula="2 * cpu.rate",
        rests_on=["cpu.rate"],
    ),
}

MEASURED_PAGE = """# Rates

The kernel reads [~0.8 GB/s](claim:cpu.rate) of its weights, so the rule [inverts](claim:turns) here.
"""

MEASURED_VERDICTS = [
    verdict(
        "cpu.rate",
        "~0.8 GB/s",
        3,
        "attested",
        column=19,
        within={"before": "The kernel reads ", "after": " of its weights, so the rule inverts here."},
        difference="−10.00 MB/s (−1.3 %)",
    ),
    verdict("turns", "inverts", 3, "attested", column=70),
]
