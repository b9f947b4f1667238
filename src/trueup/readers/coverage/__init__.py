"""Coverage reports in four formats, each told by how it begins."""

from trueup.readers.coverage.read import read_coverage
from trueup.readers.coverage.tally import Counted, Coverage

__all__ = ["Counted", "Coverage", "read_coverage"]
