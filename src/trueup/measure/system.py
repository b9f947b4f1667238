"""The operating system, and what lies between this process and the machine."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from trueup.measure.reading import field, read

_CONTAINERS = re.compile(r"docker|kubepods|containerd|crio|libpod|podman|lxc|machine\.slice|garden")
#: What firmware says of itself in a virtual machine; only asked where the processor doesn't tell.
_VIRTUAL = re.compile(
    r"KVM|QEMU|VMware|VMW|VirtualBox|innotek|Xen|Bochs|Parallels|BHYVE|Hyper-V|Virtual Machine|Firecracker"
    r"|Google Compute Engine|OpenStack|Apple Virtualization",
    re.IGNORECASE,
)
_DMI = ("product_name", "sys_vendor", "board_vendor", "bios_vendor")


def name(root: Path) -> str:
    """Distribution and kernel: ``Debian GNU/Linux 12 (bookworm), 6.1.0-18-amd64``."""
    release = read(root / "etc/os-release") or read(root / "usr/lib/os-release")
    found = re.search(r"""^PRETTY_NAME=["']?([^"'\n]+)""", release, re.MULTILINE)
    kernel = read(root / "proc/sys/kernel/osrelease") or platform.release()
    return ", ".join(filter(None, (found[1].strip() if found else platform.system(), kernel)))


def surroundings(root: Path) -> str:
    """``container``, ``virtual machine``, ``container, virtual machine``; empty where there is no sign."""
    return ", ".join(
        word
        for word, there in (("container", _contained(root)), ("virtual machine", _virtual(root)))
        if there
    )


def _contained(root: Path) -> bool:
    if any(_there(root / path) for path in (".dockerenv", "run/.containerenv", "run/systemd/container")):
        return True
    if re.search(r"(?:^| )container=", read(root / "proc/1/environ")):
        return True
    return any(_CONTAINERS.search(read(root / f"proc/{process}/cgroup")) for process in ("1", "self"))


def _virtual(root: Path) -> bool:
    text = read(root / "proc/cpuinfo")
    flags = field(text, "flags").split()
    if flags:
        return "hypervisor" in flags  # firmware of a cloud's bare metal names the cloud as well
    if field(text, "Hypervisor") or read(root / "sys/hypervisor/type"):
        return True
    return any(_VIRTUAL.search(read(root / "sys/class/dmi/id" / part)) for part in _DMI)


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
