#!/usr/bin/python3
"""The ways in which an experiment cannot begin or go on, and the nearest valid name for messages about the first."""

import difflib

from runner import renamed


class UsageError(Exception):
    """A command line or an experiment file that asks for what does not exist: exit status 2."""


class SimulatorMissing(Exception):
    """No simulator, or one that does not answer: exit status 3."""


class ClusterError(Exception):
    """No Slurm, one that refuses, or nodes that cannot run what they are given: exit status 3."""


def nearest(name, names, first=()):
    """' (nearest: x)', or all names if none is near and they are few; ' (it is now y)' of one that has changed. `first`: those names that are meant most likely."""
    names = list(names)
    now = renamed.now(name, names)
    if now:
        return f" (it is now {now})"
    close = [other for own in (list(first), names) for other in difflib.get_close_matches(renamed.meant(str(name), own), own, n=1, cutoff=0.5)]
    if close:
        return f" (nearest: {close[0]})"
    return f" (allowed: {', '.join(names)})" if 0 < len(names) <= 40 else ""
