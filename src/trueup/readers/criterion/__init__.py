"""What criterion.rs writes below ``target/criterion``."""

from trueup.readers.criterion.layout import Benchmark, find_benchmark
from trueup.readers.criterion.records import Estimate, read_estimate, read_sample

__all__ = ["Benchmark", "Estimate", "find_benchmark", "read_estimate", "read_sample"]
