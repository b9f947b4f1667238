"""Whatever is edited in whatever order, a check says what a whole run says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mini import Mini
from recalled import counted

LEDGER = """\
claims:
  size: {says: The weights, basis: model, value: 4096 B, source: a record, subject: [weights], was: ["5 kB"]}
  half: {says: Half of the weights, basis: model, expr: size / 2}
  ratio: {says: Nothing that is tagged, basis: model, expr: size / half}
  change: {says: A table, columns: {Change: "Head / Base - 1"}}
"""
PAGES = (
    "The weights take [4,096 B](claim:size).\n",
    "The weights take [4,097 B](claim:size).\n",
    "Rows take [4.1 kB](claim:size), or 5 kB of weights.\n",
    "[4,096 B](claim:size) and [2,048 B](claim:half): 2 × 3 = 7 weights.\n",
    'The weights take [4,096 B](claim:size), [1 kB](claim:quarter "size / 4").\n',
    'The weights take [4,096 B](claim:size), [2 kB](claim:quarter "size / 2").\n',
    "[1,5 B](claim:size) of [weights](claim:sizes), [unclosed](claim:half\n",
    "# No tags\n\nBut 5 kB of weights.\n",
    "# Nothing\n",
    '--8<-- "part.md"\n',
    "<!-- claims:table change -->\n\n| Base | Head | Change |\n|---|---|---|\n| 1 | 2 | +100 % |\n",
    "<!-- claims:table change -->\n\n| Base | Head | Change |\n|---|---|---|\n| 1 | 2 | +50 % |\n",
    "<!-- claims:table change -->\n\n| Base | Head |\n|---|---|\n| 1 | 2 |\n",
    "",
)
LEDGERS = (
    LEDGER,
    LEDGER.replace("4096", "4097"),
    LEDGER.replace("size / half", "half / size"),
    "claims: {\n",
)
SETTINGS = ('snippets = ["parts"]\n', "", '[gate]\nwarn = ["refuted"]\n', 'docs = ["docs/a.md"]\n')
FILES = {
    "docs/a.md": PAGES, "docs/b.md": PAGES, "docs/c.md": PAGES, "parts/part.md": PAGES,
    "claims/all.yaml": LEDGERS, "trueup.toml": SETTINGS,
}  # fmt: skip

EDITS = st.sampled_from(list(FILES)).flatmap(
    lambda name: st.tuples(st.just(name), st.none() | st.sampled_from(FILES[name]))
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edits=st.lists(st.lists(EDITS, min_size=1, max_size=2), min_size=1, max_size=8),
    options=st.sampled_from([(), ("--verbose",), ("--strict",)]),
)
def test_any_sequence_of_edits(
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    edits: list[list[tuple[str, str | None]]],
    options: tuple[str, ...],
) -> None:
    project = Mini(tmp_path_factory.mktemp("project"), capsys)
    project.write("claims/all.yaml", LEDGER).write("docs/a.md", PAGES[0]).write("docs/b.md", PAGES[3])
    with pytest.MonkeyPatch.context() as patch:
        runs = counted(project, patch)
        runs.both(*options)
        for together in edits:
            for name, text in together:
                if text is None:
                    Path(project.path / name).unlink(missing_ok=True)
                else:
                    project.write(name, text)
            runs.both(*options)
