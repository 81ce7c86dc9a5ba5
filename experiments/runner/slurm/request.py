#!/usr/bin/python3
"""What a cluster is to be asked for: ~/.config/dateline/slurm.yaml (or --profile FILE), over which the `slurm` of an experiment wins, key by key."""

import os
import re
import shlex
from fractions import Fraction
from pathlib import Path

from runner.errors import nearest
from runner.exact import as_fraction
from runner.format import shapes
from runner.format.spec_part import PartReader
from runner.yaml_tree import Map, one_line, parse, read

CHUNK = 5  # minutes that a task should take
TASKS = 1000  # of an array: Slurm's own limit, unless a cluster sets another
# The options of sbatch that `extra` may hold: which nodes, when, and how the job is called or announced. None names a program, a library, a file or
# what the runner sets itself, so that an experiment file from elsewhere runs nothing by them.
FLAGS = ("--contiguous", "--exclusive", "--use-min-nodes", "--spread-job")
VALUED = ("--begin", "--cluster-constraint", "--comment", "--constraint", "--core-spec", "--cores-per-socket", "--deadline", "--delay-boot", "--dependency",
          "--exclude", "--gpus", "--gres", "--hint", "--licenses", "--mail-type", "--mail-user", "--mem-per-cpu", "--nice", "--nodelist", "--prefer",
          "--priority", "--qos", "--reservation", "--sockets-per-node", "--switches", "--threads-per-core", "--time-min", "--tmp", "--wckey")
VALUE = re.compile(r"[A-Za-z0-9_.,:;@+*&|!?()\[\] =-]{1,200}")
TIME = re.compile(r"(?:(\d{1,3})-)?(\d{1,4}):(\d{2})(?::(\d{2}))?|(\d{1,6}) ?(m|h|d)")
MINUTES = {"m": 1, "h": 60, "d": 1440}
MEMORY = re.compile(r"\d{1,9}[KMGT]?")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.,@+-]{0,199}")


def minutes_of(time):
    """Of a text that `time` allows, rounded up; at least 1. 1-12:00 and 36:00:00 are as Slurm reads them."""
    found = TIME.fullmatch(time)
    if found[6]:
        return max(1, int(found[5]) * MINUTES[found[6]])
    days, first, second, third = (int(found[group] or 0) for group in (1, 2, 3, 4))
    if found[1] or found[4]:  # days-hours:minutes, hours:minutes:seconds
        return max(1, 1440 * days + 60 * first + second + (third > 0))
    return max(1, first + (second > 0))  # minutes:seconds


def time(value):
    """A number would be ambiguous: YAML itself reads 1:30:00 as 5400."""
    return None if isinstance(value, str) and TIME.fullmatch(value) else 'a time: 30m, 2h, 1d, or "1-12:00:00" in quotes'


def memory(value):
    known = isinstance(value, (int, str)) and not isinstance(value, bool) and MEMORY.fullmatch(str(value))
    return None if known else "an amount of memory: 500M, 2G"


def name(value):
    known = isinstance(value, (int, str)) and not isinstance(value, bool) and NAME.fullmatch(str(value))
    return None if known else "a name"


def extra(value):
    """A text of options for sbatch that are on the list, each --NAME or --NAME=VALUE in full."""
    try:
        words = shlex.split(value) if isinstance(value, str) else None
    except ValueError:  # an open quote
        words = None
    if words is None:
        return "a text of options for sbatch: --qos=long --exclude=node7"
    return next(filter(None, map(unfit, words)), None)


def unfit(word):
    """What `extra` should have been, where it holds this word; nothing if the word is allowed."""
    name, equals, value = word.partition("=")
    if name in FLAGS and not equals:
        return None
    if name in VALUED:
        return None if VALUE.fullmatch(value) else f"a text of options for sbatch: {name}=VALUE, and no file, not {one_line(word)}"
    known = (*FLAGS, *VALUED)
    return f"a text of options for sbatch such as --qos=long, each in full and on the list of docs/guide/cluster.md, not {one_line(word)}{nearest(name, known)}"


def chunk(value):
    return shapes.number(value) or (None if as_fraction(value) >= Fraction(1, 100) else "a number of minutes, 0.01 or more")


SHAPE = shapes.fields((), time=time, mem=memory, partition=name, account=name, extra=extra, chunk=chunk, tasks=shapes.whole(1), cpus=shapes.whole(1))


def settings(file, own):
    """What is asked for: the profile, and over it `own`, the experiment's. `file`: None for the user's, which need not exist."""
    path = file or Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "dateline/slurm.yaml"
    if file is None and not path.exists():
        return dict(own)
    reader = PartReader(str(path))
    tree = parse(read(path, str(path)), str(path))
    if not isinstance(tree, Map):
        reader.fail(1, "a profile is a mapping of time, mem, partition, account, extra, chunk, tasks, cpus")
    reader.shape(SHAPE, "profile", tree, 1)
    return {**tree, **own}


def words(chosen):
    """The options of sbatch that settings stand for."""
    found = [f"--time={minutes_of(chosen['time'])}"] if "time" in chosen else []
    found += [f"--{key}={chosen[key]}" for key in ("mem", "partition", "account") if key in chosen]
    return found + shlex.split(chosen.get("extra", ""))


def division(chosen):
    """(minutes that a task should take, no more than half of the time that it has; how many tasks an array may have)."""
    wanted = float(as_fraction(chosen.get("chunk", CHUNK)))
    return min(wanted, minutes_of(chosen["time"]) / 2) if "time" in chosen else wanted, chosen.get("tasks", TASKS)
