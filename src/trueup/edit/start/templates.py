"""The text of the files that a project starts with."""

from __future__ import annotations

import json

from trueup.edit.start.layout import Layout
from trueup.edit.start.pending import Pending
from trueup.escape import terminal

SETTINGS, LEDGER, WORKFLOW = "trueup.toml", "claims/figures.yaml", ".github/workflows/trueup.yml"

LEDGER_HEAD = """\
# What must be true, each thing under an id. A figure in a document names one: [389 MB](claim:weights.size)
# Besides formulas (expr) there are values of a source (value, source), of a model or an artifact (verify),
# measured ones, and decisions. `trueup suggest PATH` proposes more, `trueup check` judges all.
claims:
"""
_NO_CLAIM = """\
#  weights.size:
#    says: Packed weights of the projection
#    basis: model
#    expr: 152064 * 5120 * 0.5 B
"""
_TO_COME = """\
#  {claim}:
#    says: {says}
#    value: {figure}
#    source: where it is from
#    # or, in place of value and source, what it follows from, such as
#    # expr: 64 * 1024 B
"""

# Actions are named by commit: a tag can be moved.
_WORKFLOW = """\
# Holds the figures of the documents against what they rest on. A pull request runs no code of this project
# and gets no secrets; what is on the branch BRANCH runs its own verifiers.
name: trueup
on:
  pull_request:
  push:
    branches: [BRANCH]
permissions:
  contents: read
jobs:
  figures:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: "3.12"
      - run: pip install trueup
      - name: Check without running code of the project
        if: github.event_name == 'pull_request'
        run: trueup check --no-exec --format github
      - name: Check
        if: github.event_name == 'push'
        run: trueup check --format github
"""


def settings(layout: Layout) -> str:
    """``trueup.toml``."""
    lines = [
        "# Where things stand; paths are relative to this file.",
        f"docs = {_list(layout.settings.docs)}",
    ]
    if layout.settings.macros:
        lines.append(f"macros = {_list(layout.settings.macros)}  # mkdocs-macros runs on these")
    if layout.settings.snippets:
        lines.append(f"snippets = {_list(layout.settings.snippets)}  # text is included from these")
    return "\n".join((*lines, ""))


def ledger(claim: str, says: str, formula: str) -> str:
    """The ledger with one claim."""
    return f"{LEDGER_HEAD}  {claim}:\n    says: {_text(says)}\n    basis: model\n    expr: {formula}\n"


def empty_ledger(pending: Pending | None) -> str:
    """The ledger with an entry that is set aside."""
    if pending is None:
        return LEDGER_HEAD + _NO_CLAIM
    return LEDGER_HEAD + _TO_COME.format(
        claim=pending.claim, says=_text(pending.says), figure=_text(pending.figure)
    )


def workflow(branch: str) -> str:
    """The workflow of GitHub Actions.

    :param branch: the one that is trusted
    """
    return _WORKFLOW.replace("BRANCH", branch)


def _list(texts: tuple[str, ...]) -> str:
    return json.dumps(texts, ensure_ascii=False)


def _text(text: str) -> str:
    """As YAML and TOML read it back."""
    return json.dumps(terminal(text), ensure_ascii=False)
