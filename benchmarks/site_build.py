"""How much the plugin adds to the build of a site.

The documents are those of the audit's benchmark, with tags; the two builds differ in the plugin alone.
"""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

from benchmarks.audit import document
from benchmarks.bench import PYTHON, Bench, Row
from benchmarks.processes import Arm, environment, interleave, ratio, said

PAGES, TAGS, CLAIMS, LINES = 200, 2000, 201, 200
CONFIG = {
    "site_name": "Site",
    "theme": {"name": "material", "font": False},
    "markdown_extensions": [
        "admonition",
        "attr_list",
        "tables",
        "pymdownx.superfences",
        {"toc": {"permalink": True}},
    ],
}


def ledger(claims: int) -> tuple[str, list[str]]:
    """A ledger, and of each claim a tag that holds: sizes, rates, and times that follow from both."""
    lines, tags = ["claims:"], []
    for part in range(0, claims, 3):
        size, rate = (part + 1) * 4096, part % 90 + 10
        lines += [
            f"  size.c{part}: {{says: Bytes of part {part}, basis: model, expr: {part + 1} * 4096 B}}",
            f"  rate.c{part}: {{basis: measured, scope: {{gpu: G}}, value: {rate} GB/s, source: a record}}",
            f"  time.c{part}: {{says: Time of part {part}, expr: size.c{part} / rate.c{part}}}",
        ]
        tags += [
            f"[{size:,} B](claim:size.c{part})",
            f"[{rate} GB/s](claim:rate.c{part})",
            f"[~{size / rate / 1000:.4f} µs](claim:time.c{part})",
        ]
    return "\n".join(lines) + "\n", tags


def tagged(text: str, tags: list[str], seed: int) -> str:
    """A document with the tags in paragraphs of their own, spread over it."""
    blocks = text.split("\n\n")
    choose = random.Random(seed)  # noqa: S311  documents, no secrets
    for tag in tags:
        blocks.insert(choose.randrange(1, len(blocks)), f"The figure that counts here is {tag} as it stands.")
    return "\n\n".join(blocks)


def write_site(folder: Path, *, plugin: bool) -> Path:
    """A project with or without the plugin; the documents are the same."""
    (folder / "docs").mkdir(parents=True)
    (folder / "claims").mkdir()
    text, figures = ledger(CLAIMS)
    (folder / "claims/all.yaml").write_text(text, encoding="utf-8")
    each = TAGS // PAGES
    for page in range(PAGES):
        mine = [figures[(page * each + at) % len(figures)] for at in range(each)]
        name = "index.md" if page == 0 else f"page{page}.md"
        (folder / "docs" / name).write_text(tagged(document(page, LINES), mine, page), encoding="utf-8")
    plugins = ["search", "trueup"] if plugin else ["search"]
    (folder / "mkdocs.yml").write_text(json.dumps({**CONFIG, "plugins": plugins}), encoding="utf-8")
    return folder


#: MkDocs, which says in the end how much time it took without its children: what elapses where processors
#: are free.
PROGRAM = """
import atexit, json, resource
from mkdocs.__main__ import cli
def say():
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"own": 1000 * (used.ru_utime + used.ru_stime)}))
atexit.register(say)
cli(["build", "-q"])
"""


def site(bench: Bench) -> Row:
    """The build of a site with the plugin, first and again, and without it."""
    with_, without = (write_site(bench.folder / name, plugin=name == "with") for name in ("with", "without"))

    def arm(name: str, folder: Path, *forgotten: Path) -> Arm:
        def before(run: int) -> None:
            # Moved away, not deleted: ext4 looks at each inode that was given back within the last minutes
            # before it takes a new one, and builds in turns would pay for each other's pages.
            if (folder / "site").exists():
                (folder / "site").rename(folder / f"site-{name}-{run}")
            for path in forgotten:
                shutil.rmtree(path, ignore_errors=True)

        kept = {**environment(bench.folder / name), "NO_MKDOCS_2_WARNING": "1"}
        command = [PYTHON, "-W", "ignore", "-c", PROGRAM]
        return Arm(name=name, command=command, folder=folder, environment=kept, before=before)

    arms = [
        arm("without", without),
        arm("first", with_, bench.folder / "first"),
        arm("again", with_),
    ]
    taken = interleave(arms, bench.few(5))
    own = {name: said(runs, "own") for name, runs in taken.items()}
    return Row(
        name="site",
        work=f"mkdocs build, {PAGES} pages, {TAGS:,} tags, {CLAIMS} claims",
        taken=taken,
        figures={
            "first_over_without": ratio(taken, "first", "without"),
            "again_over_without": ratio(taken, "again", "without"),
            "first_own_over_without": own["first"] / own["without"],
            "again_own_over_without": own["again"] / own["without"],
        },
    )
