"""The user's own folder, outside every project, and the key that lies in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress

try:  # the same function, without the milliseconds that OpenSSL takes
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

LARGEST = 128 << 20
_KEY = "key"
_READ = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"):
    _READ |= getattr(os, _name, 0)


def own_folder(environment: Mapping[str, str]) -> str | None:
    """``$TRUEUP_CACHE_DIR``, ``$XDG_CACHE_HOME/trueup`` or ``~/.cache/trueup``; absolute."""
    if given := environment.get("TRUEUP_CACHE_DIR"):
        return os.path.abspath(given)
    for name, inner in (("XDG_CACHE_HOME", "trueup"), ("HOME", ".cache/trueup")):
        given = environment.get(name, "")
        if os.path.isabs(given):
            return os.path.join(given, inner)
    return None


def secret(own: str, *, make: bool) -> bytes | None:
    """The key with which all that is kept is signed.

    Not one that somebody else may have written or read, as in a folder that all can write to: whoever knows
    it can sign what this user would believe.

    :param make: where there is none yet
    """
    file = os.path.join(own, _KEY)
    found = read(file, private=True)
    if not found and make:
        os.makedirs(own, mode=0o700, exist_ok=True)
        with suppress(FileExistsError):
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(os.urandom(32).hex().encode())
        found = read(file, private=True)
    return found if len(found) >= 32 else None


def inside(path: str, folder: str) -> bool:
    """Whether a path leads into a folder, whose own is resolved."""
    real = os.path.realpath(path)
    return real == folder or real.startswith(folder.rstrip(os.sep) + os.sep)


def read(file: str, *, private: bool = False) -> bytes:
    """All of a regular file; nothing where that can't be had.

    :param private: only of one that is this user's, and that nobody else may open
    """
    try:
        descriptor = os.open(file, _READ)
    except OSError:
        return b""
    with suppress(OSError), os.fdopen(descriptor, "rb") as stream:
        found = os.fstat(descriptor)
        if private and os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
            return b""
        if stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST:
            return stream.read(LARGEST)
    return b""


def write(file: str, *parts: bytes) -> None:
    """Put a file in place whole.

    :raises OSError: it can't be written
    """
    folder, name = os.path.split(file)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    temporary = os.path.join(folder, f".{name}.{os.urandom(8).hex()}.tmp")
    try:
        with open(temporary, "xb") as stream:
            stream.writelines(parts)
        os.replace(temporary, file)
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def digest(*parts: bytes, key: bytes = b"", size: int = 16) -> bytes:
    """A digest of bytes, or their signature.

    :param key: at most 64 bytes of it count
    """
    seen = blake2b(digest_size=size, key=key[:64])
    for part in parts:
        seen.update(part)
    return seen.digest()
