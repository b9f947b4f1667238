"""What machine this is, as far as it can be read; nothing here ever raises."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

_QUERY = {
    "name": "gpu",
    "driver_version": "driver",
    "pcie.link.gen.max": "link_gen",
    "pcie.link.width.max": "link_width",
    "pstate": "gpu_power",
}


def probe(root: Path = Path("/")) -> dict[str, str]:
    """The host by key: ``cpu``, ``cores``, ``memory``, ``cache``, ``gpu``, ``driver``, ``link``, ``os``,
    ``container``, ``power``; what can't be read is left out.

    :param root: where ``proc`` and ``sys`` are
    """
    found = {
        "cpu": _cpu(root),
        "cores": str(_cores(root)),
        "memory": _memory(root),
        "cache": _cache(root),
        "os": _system(root),
        "container": _container(root),
        "power": _read(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        **_gpu(),
    }
    return {key: text for key, text in found.items() if text}


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _field(text: str, name: str) -> str:
    match = re.search(rf"^{name}\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1].strip() if match else ""


def _cpu(root: Path) -> str:
    text = _read(root / "proc/cpuinfo")
    model = _field(text, "model name") or _field(text, "Model") or platform.processor()
    if model:
        return " ".join(model.split())
    part = _field(text, "CPU part")
    return f"{platform.machine()} {part}".strip()


def _cores(root: Path) -> int:
    """Cores this process may use: its affinity, and the quota of its control group."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _read(root / "sys/fs/cgroup/cpu.max").split()
    if len(quota) != 2:
        legacy = root / "sys/fs/cgroup/cpu"
        quota = [_read(legacy / "cpu.cfs_quota_us"), _read(legacy / "cpu.cfs_period_us")]
    limit, period = (_number(text) for text in quota)
    if limit and period and limit > 0:
        cores = min(cores, max(1, round(limit / period)))
    return cores


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else 0


def _memory(root: Path) -> str:
    total = _number(_field(_read(root / "proc/meminfo"), "MemTotal").removesuffix(" kB")) * 1024
    for path in ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"):
        limit = _number(_read(root / path))
        if 0 < limit < total:
            total = limit
    return f"{total / 2**30:.0f} GiB" if total else ""


def _cache(root: Path) -> str:
    """The last-level cache that one core sees."""
    largest: tuple[int, str] = (0, "")
    for folder in sorted((root / "sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, size = _number(_read(folder / "level")), _read(folder / "size")
        largest = max(largest, (level, size))
    return f"L{largest[0]} {largest[1]}" if largest[0] else ""


def _system(root: Path) -> str:
    match = re.search(r'^PRETTY_NAME="?([^"\n]+)', _read(root / "etc/os-release"), re.MULTILINE)
    return f"{match[1] if match else platform.system()}, {platform.release()}"


def _container(root: Path) -> str:
    """``container`` or ``virtual machine``, or empty on bare metal."""
    if (root / ".dockerenv").exists() or "docker" in _read(root / "proc/1/cgroup"):
        return "container"
    flags = _field(_read(root / "proc/cpuinfo"), "flags").split()
    return "virtual machine" if "hypervisor" in flags else ""


def _gpu() -> dict[str, str]:
    """The first NVIDIA GPU, as nvidia-smi names it."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return {}
    command = [tool, f"--query-gpu={','.join(_QUERY)}", "--format=csv,noheader"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return {}
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return {}
    texts = [text.strip() for text in lines[0].split(",")]
    found = {
        key: text for key, text in zip(_QUERY.values(), texts, strict=False) if text and "N/A" not in text
    }
    generation, width = found.pop("link_gen", ""), found.pop("link_width", "")
    if generation and width:
        found["link"] = f"PCIe {generation} x{width}"
    if len(lines) > 1:
        found["gpus"] = str(len(lines))
    return found
