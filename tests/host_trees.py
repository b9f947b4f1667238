"""Small copies of what `/proc`, `/sys` and `/etc` hold on several kinds of host."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

CPU = "sys/devices/system/cpu"


def plant(root: Path, files: Mapping[str, str]) -> Path:
    """Write the files under ``root``, and give it back."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def cache(cpu: int, index: int, level: int, size: str, shared: str) -> dict[str, str]:
    folder = f"{CPU}/cpu{cpu}/cache/index{index}"
    return {
        f"{folder}/level": f"{level}\n",
        f"{folder}/size": f"{size}\n",
        f"{folder}/shared_cpu_list": f"{shared}\n",
    }


def cpuinfo(model: str, flags: str, count: int = 1) -> str:
    head = "vendor_id\t: GenuineIntel\ncache size\t: 24576 KB"
    return "\n".join(
        f"processor\t: {number}\n{head}\nmodel name\t: {model}\nflags\t\t: {flags}\n"
        for number in range(count)
    )


#: A laptop: two fast processors with a cache each, four small ones that share one.
LAPTOP = {
    "proc/cpuinfo": cpuinfo("13th Gen Intel(R) Core(TM)   i7-13800H", "fpu vme sse2 avx2", 6),
    "proc/meminfo": "MemTotal:       32559516 kB\nMemFree:         1000000 kB\n",
    "proc/self/cgroup": "0::/user.slice/user-1000.slice/session-2.scope\n",
    "proc/1/cgroup": "0::/init.scope\n",
    "proc/sys/kernel/osrelease": "6.8.0-45-generic\n",
    "sys/fs/cgroup/user.slice/cpu.max": "max 100000\n",
    "sys/fs/cgroup/user.slice/memory.max": "max\n",
    "etc/os-release": 'NAME="Ubuntu"\nPRETTY_NAME="Ubuntu 24.04.1 LTS"\n',
    "sys/class/dmi/id/product_name": "Latitude 5440\n",
    "sys/class/dmi/id/sys_vendor": "Dell Inc.\n",
    f"{CPU}/cpu0/cpufreq/scaling_governor": "powersave\n",
    f"{CPU}/cpu1/cpufreq/scaling_governor": "powersave\n",
    "sys/class/power_supply/AC/type": "Mains\n",
    "sys/class/power_supply/AC/online": "0\n",
    "sys/class/power_supply/BAT0/type": "Battery\n",
    **cache(0, 0, 1, "48K", "0"),
    **cache(0, 2, 2, "1280K", "0"),
    **cache(1, 2, 2, "1280K", "1"),
    **cache(0, 3, 3, "24576K", "0-5"),
    **cache(1, 3, 3, "24576K", "0-5"),
    **{
        name: text
        for cpu in range(2, 6)
        for name, text in {**cache(cpu, 2, 2, "1M", "2-5"), **cache(cpu, 3, 3, "24576K", "0-5")}.items()
    },
}

#: A virtual machine whose service may use a part of it: version 2, limits on two levels.
VIRTUAL = {
    "proc/cpuinfo": cpuinfo("AMD EPYC 9454 48-Core Processor", "fpu sse2 hypervisor avx512f", 16),
    "proc/meminfo": "MemTotal:       65807460 kB\n",
    "proc/self/cgroup": "0::/system.slice/bench.service\n",
    "proc/1/cgroup": "0::/init.scope\n",
    "sys/fs/cgroup/system.slice/cpu.max": "400000 100000\n",
    "sys/fs/cgroup/system.slice/bench.service/cpu.max": "650000 100000\n",
    "sys/fs/cgroup/system.slice/memory.max": "max\n",
    "sys/fs/cgroup/system.slice/bench.service/memory.max": "8589934592\n",
    "etc/os-release": "PRETTY_NAME='Debian GNU/Linux 12 (bookworm)'\n",
    "proc/sys/kernel/osrelease": "6.1.0-18-amd64\n",
    "sys/class/dmi/id/sys_vendor": "QEMU\n",
}

#: A container of version 1, which sees its own limits at the root of each controller.
CONTAINER = {
    "proc/cpuinfo": cpuinfo("Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz", "fpu sse2", 64),
    "proc/meminfo": "MemTotal:      263782020 kB\n",
    "proc/self/cgroup": (
        "12:memory:/docker/0123abcd\n4:cpu,cpuacct:/docker/0123abcd\n1:name=systemd:/docker/0123abcd\n"
    ),
    "proc/1/cgroup": "12:memory:/docker/0123abcd\n4:cpu,cpuacct:/docker/0123abcd\n",
    "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "150000\n",
    "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": "2147483648\n",
    "usr/lib/os-release": "PRETTY_NAME=Alpine Linux v3.20\n",
    "proc/sys/kernel/osrelease": "5.15.0-91-generic\n",
}

#: A board, whose kernel names parts by number.
BOARD = {
    "proc/cpuinfo": (
        "processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n\n"
        "Model\t\t: Raspberry Pi 5 Model B Rev 1.0\n"
    ),
    "proc/meminfo": "MemTotal:        8245184 kB\n",
    "etc/os-release": "NAME=nothing\n",
    "proc/sys/kernel/osrelease": "6.6.31-v8\n",
}
