#!/usr/bin/python3
"""The command line of a program of this folder: whatever it does not know is one line that says why."""

import argparse
from pathlib import Path

from runner.errors import UsageError, nearest


def path(text):
    """A path; an empty one names nothing."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no path")
    return Path(text)


class Parser(argparse.ArgumentParser):
    """No abbreviations; `options` are the names that a wrong one is compared with."""

    def __init__(self, prog, options):
        super().__init__(prog=prog, add_help=False, allow_abbrev=False)
        self.options = options

    def error(self, message):
        raise UsageError(message)

    def parse(self, words):
        chosen, unknown = self.parse_known_args(words)
        for word in unknown:
            raise UsageError(f"unknown option {word}{nearest(word.split('=')[0], self.options)}")
        return chosen
