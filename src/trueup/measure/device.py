"""The NVIDIA GPU, its driver and its link, as ``nvidia-smi`` tells them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

SMI = "nvidia-smi"
#: Seconds; a driver that is only loaded on demand takes some.
PATIENCE = 20.0
_BASIC = ("name", "driver_version")
_FIELDS = (
    *_BASIC, "pstate", "pcie.link.gen.max", "pcie.link.gen.current", "pcie.link.width.max",
    "pcie.link.width.current",
)  # fmt: skip


def gpu(smi: str = SMI) -> dict[str, str]:
    """``gpu``, ``gpus``, ``driver``, ``gpu_power``, ``link`` and ``link_now``; empty where there is none.

    :param smi: name or path of ``nvidia-smi``
    """
    tool = shutil.which(smi)
    if tool is None or not Path(tool).is_absolute():  # a relative entry of PATH would find it in a project
        return {}
    rows = _ask(tool, _FIELDS) or _ask(tool, _BASIC)  # an old driver refuses all for one that it lacks
    if not rows:
        return {}
    first = rows[0]
    link, now = (_link(first, when) for when in ("max", "current"))
    return {
        "gpu": first.get("name", ""),
        "gpus": str(len(rows)) if len(rows) > 1 else "",
        "driver": first.get("driver_version", ""),
        "gpu_power": first.get("pstate", ""),
        "link": link or now,
        "link_now": now if link and now != link else "",
    }


def _link(row: dict[str, str], when: str) -> str:
    generation, width = row.get(f"pcie.link.gen.{when}"), row.get(f"pcie.link.width.{when}")
    return f"PCIe {generation} x{width}" if generation and width else ""


def _ask(tool: str, fields: Sequence[str]) -> list[dict[str, str]]:
    """One row a GPU, without what it can't tell (``[N/A]``, ``[Not Supported]``, ``ERR!``)."""
    rows: list[dict[str, str]] = []
    for line in _output([tool, f"--query-gpu={','.join(fields)}", "--format=csv,noheader"]).splitlines():
        texts = [text.strip() for text in line.split(",")]
        if len(texts) == len(fields) and texts[0]:
            told = zip(fields, texts, strict=True)
            rows.append({name: text for name, text in told if text[:1] not in ("", "[") and _known(text)})
    return rows


def _known(text: str) -> bool:
    return text.casefold() not in ("n/a", "err!", "unknown")


def _output(command: Sequence[str]) -> str:
    """What a command prints, if it ends well and in time; one that can't be killed is not waited for."""
    try:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                 stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace")  # fmt: skip
    except (OSError, ValueError):
        return ""
    try:
        printed, _ = child.communicate(timeout=PATIENCE)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        child.kill()
        with suppress(OSError, subprocess.TimeoutExpired):
            child.wait(timeout=1)  # a driver that hangs holds it, whatever is sent to it
        if child.stdout:
            child.stdout.close()
        return ""
    return "" if child.returncode else printed
