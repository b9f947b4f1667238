"""What a host says of itself, on hosts of several kinds and on broken ones."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_trees import BOARD, CONTAINER, CPU, LAPTOP, VIRTUAL, cache, cpuinfo, plant
from trueup.measure import device
from trueup.measure.host import probe

NONE = "/no/such/nvidia-smi"


@pytest.fixture(autouse=True)
def _many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(20)), raising=False)


@pytest.fixture
def smi(tmp_path: Path) -> Callable[[str], str]:
    """Makes a program that stands for ``nvidia-smi``, from the body of a shell script."""

    def make(body: str) -> str:
        path = tmp_path / "nvidia-smi"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)

    return make


def test_a_laptop_on_battery(tmp_path: Path) -> None:
    assert probe(plant(tmp_path, LAPTOP), NONE) == {
        "cpu": "13th Gen Intel(R) Core(TM) i7-13800H",
        "cores": "20",
        "memory": "31 GiB",
        "cache": "L2 2 × 1280 KiB, L3 24 MiB",
        "power": "powersave, on battery",
        "os": "Ubuntu 24.04.1 LTS, 6.8.0-45-generic",
    }


def test_a_laptop_on_the_mains(tmp_path: Path) -> None:
    root = plant(tmp_path, {**LAPTOP, "sys/class/power_supply/AC/online": "1\n"})
    assert probe(root, NONE)["power"] == "powersave"


def test_a_virtual_machine_whose_service_is_limited(tmp_path: Path) -> None:
    assert probe(plant(tmp_path, VIRTUAL), NONE) == {
        "cpu": "AMD EPYC 9454 48-Core Processor",
        "cores": "4",
        "memory": "8 GiB",
        "os": "Debian GNU/Linux 12 (bookworm), 6.1.0-18-amd64",
        "container": "virtual machine",
    }


def test_a_container_with_the_older_control_groups(tmp_path: Path) -> None:
    assert probe(plant(tmp_path, CONTAINER), NONE) == {
        "cpu": "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz",
        "cores": "1",
        "memory": "2 GiB",
        "os": "Alpine Linux v3.20, 5.15.0-91-generic",
        "container": "container",
    }


def test_a_board(tmp_path: Path) -> None:
    found = probe(plant(tmp_path, BOARD), NONE)
    assert found["cpu"] == "Raspberry Pi 5 Model B Rev 1.0, ARM 0x41/0xd0b"
    assert found["memory"] == "7.9 GiB"
    assert "container" not in found


def test_a_host_without_proc_or_sys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "processor", lambda: "arm")
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(platform, "release", lambda: "23.5.0")
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert probe(tmp_path, NONE) == {"cpu": "arm", "cores": "8", "os": "Darwin, 23.5.0"}


def test_this_host() -> None:
    found = probe()
    assert int(found["cores"]) >= 1
    assert found["os"]
    assert all(found.values())


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"sys/fs/cgroup/cpu.max": "250000 100000"}, "2"),
        ({"sys/fs/cgroup/cpu.max": "50000 100000"}, "1"),
        ({"sys/fs/cgroup/cpu.max": "max 100000"}, "20"),
        ({"sys/fs/cgroup/cpu.max": "9900000 100000"}, "20"),
        ({"sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000"}, "20"),
        ({"sys/fs/cgroup/cpu.max": "100000 0"}, "20"),
        ({"sys/fs/cgroup/cpu.max": "lots"}, "20"),
        ({"sys/fs/cgroup/cpu.max": ""}, "20"),
        ({"proc/self/cgroup": "0::/../../other", "sys/fs/cgroup/other/cpu.max": "100000 100000"}, "20"),
        (
            {"proc/self/cgroup": "5:cpu:/a/b\n0::/c", "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us": "300000",
             "sys/fs/cgroup/cpu/a/cpu.cfs_period_us": "100000"},
            "3",
        ),
        ({"proc/self/cgroup": "nonsense\n\n::::\n7:cpu"}, "20"),
    ],
)  # fmt: skip
def test_cores_are_those_of_the_quota(tmp_path: Path, files: dict[str, str], cores: str) -> None:
    assert probe(plant(tmp_path, files), NONE)["cores"] == cores


@pytest.mark.parametrize(
    ("files", "memory"),
    [
        ({}, "16 GiB"),
        ({"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712"}, "16 GiB"),
        ({"sys/fs/cgroup/memory.max": "1073741824"}, "1 GiB"),
        ({"sys/fs/cgroup/memory.max": "536870912"}, "512 MiB"),
        ({"sys/fs/cgroup/memory.max": "0"}, "16 GiB"),
        ({"proc/meminfo": "MemTotal: many kB\n"}, None),
        ({"proc/meminfo": "", "sys/fs/cgroup/memory.max": "1073741824"}, None),
    ],
)
def test_memory_is_that_of_the_group(tmp_path: Path, files: dict[str, str], memory: str | None) -> None:
    root = plant(tmp_path, {"proc/meminfo": "MemTotal:       16777216 kB\n", **files})
    assert probe(root, NONE).get("memory") == memory


def test_a_cache_without_its_sharers_counts_by_processor(tmp_path: Path) -> None:
    files = {**cache(0, 0, 2, "512K", ""), **cache(1, 0, 2, "512K", ""), **cache(1, 1, 3, "?", "0-1")}
    assert probe(plant(tmp_path, files), NONE)["cache"] == "L2 2 × 512 KiB"


def test_governors_that_differ_are_all_told(tmp_path: Path) -> None:
    files = {
        f"{CPU}/cpu{n}/cpufreq/scaling_governor": text for n, text in enumerate(("schedutil", "performance"))
    }
    assert probe(plant(tmp_path, files), NONE)["power"] == "performance, schedutil"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({".dockerenv": ""}, "container"),
        ({"run/.containerenv": ""}, "container"),
        ({"proc/1/environ": "PATH=/bin\0container=lxc\0"}, "container"),
        ({"proc/1/environ": "PATH=/bin\0subcontainer=lxc\0"}, None),
        ({"proc/self/cgroup": "0::/kubepods.slice/pod1"}, "container"),
        (
            {".dockerenv": "", "proc/cpuinfo": cpuinfo("EPYC", "sse2 hypervisor")},
            "container, virtual machine",
        ),
        ({"sys/class/dmi/id/product_name": "KVM Virtual Machine"}, "virtual machine"),
        ({"sys/hypervisor/type": "xen"}, "virtual machine"),
        # bare metal of a cloud: its firmware names the cloud, its processor no hypervisor
        ({"proc/cpuinfo": cpuinfo("Xeon", "sse2"), "sys/class/dmi/id/sys_vendor": "OpenStack"}, None),
    ],
)
def test_what_lies_between(tmp_path: Path, files: dict[str, str], expected: str | None) -> None:
    assert probe(plant(tmp_path, files), NONE).get("container") == expected


def test_an_empty_field_does_not_take_the_next_line(tmp_path: Path) -> None:
    root = plant(tmp_path, {"proc/cpuinfo": "model name\t:\nflags\t\t:\nhypervisor\t: x\n"})
    found = probe(root, NONE)
    assert "cpu" not in found
    assert "container" not in found


def test_folders_and_bytes_where_text_should_be(tmp_path: Path) -> None:
    for path in ("proc/cpuinfo", "proc/meminfo", "sys/fs/cgroup/cpu.max", "etc/os-release"):
        (tmp_path / path).mkdir(parents=True)
    (tmp_path / "proc/self").mkdir()
    (tmp_path / "proc/self/cgroup").write_bytes(b"\xff\xfe:\x00:/\x00/a\n")
    assert probe(tmp_path, NONE)["cores"] == "20"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted({*LAPTOP, *VIRTUAL, *CONTAINER})), st.binary(max_size=80))
def test_nothing_in_a_file_raises(tmp_path: Path, name: str, content: bytes) -> None:
    root = plant(tmp_path, LAPTOP)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_bytes(content)
    assert all(isinstance(text, str) and text for text in probe(root, NONE).values())


def test_a_gpu_and_its_link(tmp_path: Path, smi: Callable[[str], str]) -> None:
    tool = smi("echo 'NVIDIA H200, 580.159.04, P0, 5, 5, 16, 16'")
    assert probe(tmp_path / "empty", tool) | {"cores": "", "os": "", "cpu": ""} == {
        "cpu": "", "cores": "", "os": "",
        "gpu": "NVIDIA H200", "driver": "580.159.04", "gpu_power": "P0", "link": "PCIe 5 x16",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("echo 'NVIDIA GeForce RTX 4060 Laptop GPU, 550.90, P8, 4, 1, 8, 8'",
         {"gpu": "NVIDIA GeForce RTX 4060 Laptop GPU", "driver": "550.90", "gpu_power": "P8",
          "link": "PCIe 4 x8", "link_now": "PCIe 1 x8"}),
        ("echo 'NVIDIA H200, 580.1, P0, 5, 5, 16, 16'; echo 'NVIDIA H200, 580.1, P0, 5, 5, 16, 16'",
         {"gpu": "NVIDIA H200", "gpus": "2", "driver": "580.1", "gpu_power": "P0", "link": "PCIe 5 x16"}),
        ("echo 'GRID A100, 535.1, [N/A], [N/A], [N/A], [Not Supported], N/A'",
         {"gpu": "GRID A100", "driver": "535.1"}),
        ("echo 'Tesla T4, 535.1, P0, [N/A], 3, [N/A], 16'",
         {"gpu": "Tesla T4", "driver": "535.1", "gpu_power": "P0", "link": "PCIe 3 x16"}),
        # an old one that does not know all fields
        ("case $1 in *pstate*) echo 'Field x is not a valid field'; exit 2;; esac; echo 'Tesla K80, 390.1'",
         {"gpu": "Tesla K80", "driver": "390.1"}),
        ("echo 'No devices were found'", {}),
        ("echo 'NVIDIA-SMI has failed'; exit 9", {}),
        ("printf '\\377\\376\\n,,,,,,\\n'", {}),
        ("kill -9 $$", {}),
        ("exit 0", {}),
    ],
)  # fmt: skip
def test_what_nvidia_smi_says(smi: Callable[[str], str], body: str, expected: dict[str, str]) -> None:
    found = device.gpu(smi(body))
    assert {key: text for key, text in found.items() if text} == expected


def test_an_nvidia_smi_that_hangs_is_given_up(
    smi: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "PATIENCE", 0.05)
    assert device.gpu(smi("exec sleep 600")) == {}


def test_an_nvidia_smi_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "nvidia-smi"
    path.write_bytes(b"\x7fELF nothing")
    path.chmod(0o755)
    assert device.gpu(str(path)) == {}
    assert device.gpu(NONE) == {}
