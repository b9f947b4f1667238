"""How the dashboard of a large project behaves in a browser: its first paint, then filtering and sorting.

Writes a project with figures in documents of their own, builds its site with MkDocs, opens the dashboard from
the disk in chromium, and asks the browser's own clocks: when something was first painted, and how long each
change of the filter keeps the page from its next frame. Prints medians and the longest, and beside them the
time of the processor, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from subprocess import run
from time import perf_counter
from typing import Any

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
WORDS = ("weights", "scales", "rows", "layers", "handles", "copies", "pages", "kernels")
CONFIG = {
    "site_name": "Large",
    "theme": {"name": "material", "font": False},
    "use_directory_urls": False,
    "plugins": ["search", "trueup"],
}
# Each is typed letter by letter; what it takes from an event to the frame behind it is what one feels.
TYPED = ("weights 17", "claim.9", "nothing at all")
FELT = """
(act) => new Promise((done) => {
  const began = performance.now();
  const box = document.querySelector(".trueup-filter");
  const field = box.querySelector(`[name="${act.name}"]`);
  if (act.sort) document.querySelector(`[data-trueup-sort="${act.sort}"]`).click();
  else { field.value = act.value; field.dispatchEvent(new Event("input", { bubbles: true })); }
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
})
"""
#: Milliseconds after which a page has loaded and run its scripts.
SETTLED = 500
PAINTED = """
() => Object.fromEntries([
  ...performance.getEntriesByType("paint").map((one) => [one.name, one.startTime]),
  ["loaded", performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd],
])
"""


def write(folder: Path, claims: int, documents: int) -> None:
    """A project in which every tenth figure is wrong, some are open and some are waived."""
    entries, pages = [], [[f"# Page {number}", ""] for number in range(documents)]
    for number in range(claims):
        word, value = WORDS[number % len(WORDS)], 1000 + 7 * number
        entry: dict[str, Any] = {"says": f"How many {word} there are in part {number}"}
        if number % 50 == 7:
            entry |= {"unmeasured": "nobody has looked"}
        else:
            entry |= {"value": f"{value:,} B", "source": "a log", "as_of": "2026-07-01"}
        if number % 50 == 20:
            entry |= {"waive": {"reason": "until the next export", "until": "2999-12-31"}}
        if number % 3 == 0:
            entry |= {"basis": "measured", "scope": {"host": f"host{number % 6}"}}
        entries.append(f"  claim.{number}: {json.dumps(entry)}")
        shown = value + (number % 10 == 0)
        text = "unmeasured" if "unmeasured" in entry else f"{shown:,} B"
        pages[number % documents] += [
            f"Part {number} holds [{text}](claim:claim.{number}) of {word}, and {number} more.",
            "",
        ]
    (folder / "claims").mkdir()
    (folder / "claims" / "all.yaml").write_text("claims:\n" + "\n".join(entries) + "\n", encoding="utf-8")
    (folder / "docs").mkdir()
    for number, lines in enumerate(pages):
        (folder / "docs" / f"page{number}.md").write_text("\n".join(lines), encoding="utf-8")
    (folder / "docs" / "index.md").write_text("# Large\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(json.dumps(CONFIG), encoding="utf-8")


def build(folder: Path) -> float:
    """Seconds that a build takes."""
    began = perf_counter()
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=folder, check=True, env=environment)
    return perf_counter() - began


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """Milliseconds from a change to the frame behind it, and of the processor's time for it."""

    act: str
    wall: float
    busy: float


class Clock:
    """The time that the page's main thread has been busy."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy(self) -> float:
        """In milliseconds, from the start of the page on."""
        found = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in found if one["name"] == "TaskDuration") * 1000


def felt(page: Page, clock: Clock) -> Iterator[Felt]:
    """What each of many changes costs."""
    acts: list[dict[str, str]] = []
    for text in TYPED:
        acts += [{"name": "q", "value": text[:length]} for length in range(1, len(text) + 1)]
        acts.append({"name": "q", "value": ""})
    acts += [{"name": name, "value": value} for name, value in (("status", "stale"), ("basis", "measured"))]
    acts += [{"name": name, "value": ""} for name in ("status", "basis")]
    acts += [{"name": "q", "sort": key} for key in ("value", "value", "document", "claim", "status")]
    for act in acts:
        began = clock.busy()
        wall = page.evaluate(FELT, act)
        yield Felt(act=json.dumps(act), wall=wall, busy=clock.busy() - began)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--claims", type=int, default=2000)
    options.add_argument("--documents", type=int, default=200)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--keep", type=Path, help="build in this new folder, and leave it there")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = given.keep or Path(name)
        folder.mkdir(exist_ok=True)
        write(folder, given.claims, given.documents)
        seconds = build(folder)
        target = folder / "site" / "claims" / "index.html"
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        paints: list[dict[str, float]] = []
        changes: list[Felt] = []
        loads: list[float] = []
        for _ in range(given.rounds):
            context = browser.new_context(viewport={"width": 1200, "height": 900})
            page = context.new_page()
            clock = Clock(page)
            page.goto(target.as_uri())
            page.wait_for_timeout(SETTLED)
            paints.append(page.evaluate(PAINTED))
            loads.append(clock.busy())
            changes += felt(page, clock)
            context.close()
        browser.close()
        first = [one["first-contentful-paint"] for one in paints]
        slowest = max(changes, key=lambda one: one.busy)
        sys.stdout.write(
            f"{given.claims:,} claims, {given.documents} documents, built in {seconds:.1f} s; "
            f"dashboard of {target.stat().st_size / 1e6:.2f} MB\n"
            f"first paint after {median(first):.0f} ms, at most {max(first):.0f} ms; "
            f"the whole load takes {median(loads):.0f} ms of the processor\n"
            f"a change of the filter: {median(one.wall for one in changes):.0f} ms, of them "
            f"{median(one.busy for one in changes):.0f} ms of the processor; "
            f"at most {slowest.busy:.0f} ms of it ({slowest.act})\n"
        )


if __name__ == "__main__":
    main()
