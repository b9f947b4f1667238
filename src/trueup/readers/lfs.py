"""What Git LFS leaves in place of a file that was not fetched."""

from __future__ import annotations

from typing import Final

#: How such a file begins.
POINTER: Final = b"version https://git-lfs.github.com/spec/"
