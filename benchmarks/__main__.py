"""``python -m benchmarks``: measure everything and write the reports.

The JSON is the artifact on which the claims of the documentation rest: after a run, ``trueup fix`` brings the
documents up to date.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.bench import ROOT, Bench
from benchmarks.report import document, markdown
from benchmarks.rows import ROWS, measure

JSON = ROOT / "claims" / "inputs" / "performance.json"
REPORT = ROOT / "benchmarks" / "report.md"


def main() -> None:
    rows = "\n".join(f"  {name:10}{(row.__doc__ or '').partition(chr(10))[0]}" for name, row in ROWS.items())
    options = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__.partition("\n")[0].replace("``", ""),
        epilog=f"rows:\n{rows}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(ROWS)}; all without")
    options.add_argument("--rounds", type=int, default=11, help="how often each is measured (%(default)s)")
    options.add_argument(
        "--write", action="store_true", help="write the reports; of rows not named, as they were"
    )
    given = options.parse_args()
    if unknown := set(given.rows) - set(ROWS):
        options.error(f"no such row: {', '.join(sorted(unknown))}")
    os.chdir(ROOT)
    measured = []
    with tempfile.TemporaryDirectory(prefix="trueup-benchmarks-") as name:
        for row in measure(Bench(folder=Path(name), rounds=given.rounds), tuple(given.rows)):
            measured.append(row)
            figures = ", ".join(f"{key} {value:.3g}" for key, value in row.figures.items())
            sys.stderr.write(f"{row.work}: {figures}\n")
    found = document(measured, given.rounds)
    if given.write:
        if given.rows:
            found["rows"] = {**json.loads(JSON.read_text(encoding="utf-8"))["rows"], **found["rows"]}
        JSON.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        REPORT.write_text(markdown(found), encoding="utf-8")
    sys.stdout.write(markdown(found))


if __name__ == "__main__":
    main()
