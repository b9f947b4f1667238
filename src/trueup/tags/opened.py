"""The HTML elements that are open at a place."""

from __future__ import annotations

from collections import Counter


class Opened:
    """Names of open elements, the innermost last."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._count: Counter[str] = Counter()

    def __bool__(self) -> bool:
        return bool(self.names)

    def push(self, name: str) -> None:
        self.names.append(name)
        self._count[name] += 1

    def close(self, name: str) -> None:
        """Close the innermost element of that name and what is open in it; nothing where none is open."""
        while self._count[name]:
            last = self.names.pop()
            self._count[last] -= 1
            if last == name:
                break
