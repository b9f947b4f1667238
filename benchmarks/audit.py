"""How long ``trueup audit`` takes on many documents, as a ratio to rendering them with Python-Markdown.

The whole command, interleaved with the rendering, on documents that this script writes: prose with figures,
lists, tables with derived columns, code. Prints the ratio of the medians.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from subprocess import run
from time import perf_counter

import markdown

TEXT = """
the kernel reads weights from memory while a step streams every layer of the model and the link moves packed
tensors between host and device so that the projection is cheaper than before when a cache holds what the
next batch needs and the scheduler waits for none of them
"""
WORDS = TEXT.split()


def document(seed: int, lines: int) -> str:
    """A document of about so many lines, always the same for a seed."""
    random_ = random.Random(seed)  # noqa: S311  documents, no secrets
    written = [f"# Report {seed}", ""]
    while len(written) < lines:
        written += [
            *random_.choice((prose, prose, prose, prose, items, items, table, code, heading))(random_),
            "",
        ]
    return "\n".join(written[:lines]) + "\n"


def sentence(random_: random.Random, figures: float = 0.25) -> str:
    words = random_.choices(WORDS, k=random_.randint(8, 16))
    if random_.random() < figures:
        base, share = random_.uniform(1, 900), random_.uniform(-0.4, 0.4)
        words.append(
            random_.choice(
                (
                    f"and takes {base:.2f} ms",
                    f"at {base:.1f} GB/s",
                    f"went from {base:.2f} µs to {base * (1 + share):.2f} µs ({share:+.1%})",
                    f"`{random_.choice(WORDS)}_{random_.randint(1, 9)}` of [{base:.0f} MB](https://example.org/a)",
                    f"in **{random_.randint(2, 4000):,} steps**",
                )
            )
        )
    return " ".join(words).capitalize() + "."


def prose(random_: random.Random) -> list[str]:
    return [f"{sentence(random_)} {sentence(random_)}" for _ in range(random_.randint(2, 6))]


def items(random_: random.Random) -> list[str]:
    return [f"* {sentence(random_)}" for _ in range(random_.randint(3, 8))]


def heading(random_: random.Random) -> list[str]:
    return [f"## {' '.join(random_.choices(WORDS, k=4))}"]


def code(random_: random.Random) -> list[str]:
    return ["```python", *(f"value_{number} = {number}" for number in range(random_.randint(2, 10))), "```"]


def table(random_: random.Random) -> list[str]:
    rows = ["| scenario | base | head | change |", "|---|---:|---:|---:|"]
    for number in range(random_.randint(4, 12)):
        base = random_.uniform(2, 900)
        head = base * random_.uniform(0.7, 1.4)
        rows.append(f"| case.{number} | {base:.2f} µs | {head:.2f} µs | {head / base - 1:+.1%} |")
    return rows


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--documents", type=int, default=1000)
    options.add_argument("--lines", type=int, default=200)
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    audits, renders = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [document(seed, given.lines) for seed in range(given.documents)]
        for seed, text in enumerate(texts):
            (folder / f"{seed}.md").write_text(text, encoding="utf-8")
        for _ in range(given.rounds):
            began = perf_counter()
            run([sys.executable, "-m", "trueup", "audit", "."], cwd=folder, check=True, capture_output=True)
            audits.append(perf_counter() - began)
            began = perf_counter()
            for text in texts:
                markdown.markdown(text, extensions=["tables", "fenced_code"])
            renders.append(perf_counter() - began)
    size = sum(map(len, texts)) / len(texts)
    sys.stdout.write(
        f"{given.documents} documents of {given.lines} lines and {size:,.0f} characters\n"
        f"audit {median(audits):.2f} s, rendering {median(renders):.2f} s\n"
        f"audit / rendering: {median(audits) / median(renders):.2f}\n"
    )


if __name__ == "__main__":
    main()
