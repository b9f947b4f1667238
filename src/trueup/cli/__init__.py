"""The command line: parses arguments and prints; decides nothing."""

from trueup.cli.main import main

__all__ = ["main"]
