"""The coverage of a project's documents."""

from __future__ import annotations

from collections.abc import Iterator

from trueup.audit.coverage import Coverage, coverage
from trueup.engine.computed import Computed
from trueup.engine.documents import read_page


def coverage_of(computed: Computed) -> Iterator[Coverage]:
    """The figures of each document, counted; one that holds no tag has not been read until now."""
    project = computed.project
    for page in computed.pages:
        whole = page if page.blocks else read_page(project.root, project.settings, page.path, blocks=True)
        yield coverage(whole)
