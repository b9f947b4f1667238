"""What machine this is, as far as it can be read; nothing here ever raises."""

from __future__ import annotations

from pathlib import Path

from trueup.measure import device, memory, processor, system

ROOT = Path("/")


def probe(root: Path = ROOT, smi: str = device.SMI) -> dict[str, str]:
    """The host by key; what can't be read is left out.

    ``cpu`` model · ``cores`` this process may use · ``memory`` it may use · ``cache`` sizes and numbers of
    L2 and L3 · ``power`` frequency governor, and whether it is on battery · ``os`` · ``container`` what lies
    between this process and the machine · ``gpu`` the first NVIDIA one, ``gpus`` how many, ``driver``,
    ``gpu_power`` its performance state, ``link`` the best that it and its slot can do, ``link_now`` where it
    runs below that (it rests while nothing is copied).

    :param root: where ``proc``, ``sys`` and ``etc`` are
    :param smi: name or path of ``nvidia-smi``
    """
    found = {
        "cpu": processor.model(root),
        "cores": str(processor.cores(root) or ""),
        "memory": memory.size(root),
        "cache": processor.caches(root),
        "power": processor.power(root),
        "os": system.name(root),
        "container": system.surroundings(root),
        **device.gpu(smi),
    }
    return {key: text for key, text in found.items() if text}
