#!/usr/bin/python3
"""The program behind experiments/import-chakra: read a trace, expand its collectives, write a schedule."""

import sys

from chakra import groups, output, ranks
from chakra.collectives import ALL_REDUCE, ALL_TO_ALL, Algorithms
from chakra.schedule import Writer
from runner.arguments import Parser
from runner.errors import UsageError
from runner.streams import ended_by, failed, open_streams, set_handlers

OPTIONS = ("--out", "--groups", "--all-reduce", "--all-to-all", "--comm-size", "--help")
USAGE = f"""\
usage: experiments/import-chakra PREFIX [options]   PREFIX.0.et, PREFIX.1.et, ... (MLCommons Chakra) to a schedule for
                                                    dateline simulate --workload schedule:FILE

  --out FILE         where the schedule goes (default: -, standard output)
  --groups FILE      members of the process groups: {{"NAME": [RANK, ...], ...}}
  --all-reduce NAME  {', '.join(ALL_REDUCE)}, torus:AxB... (default: ring)
  --all-to-all NAME  {', '.join(ALL_TO_ALL)} (default: direct)
  --comm-size WHAT   generator: comm_size is what the generators of `--workload` call bytes, of all-to-all for each pair and of all-gather and gather the
                     result (default); input: what a rank puts in, its parts for all others together, or its part of the result
  -h, --help         this text

Exit status: 0 all well; 2 a trace, a file of groups or a command line that cannot be read, with one line that says why; 130 Ctrl-C.
docs/guide/workloads/chakra.md says what becomes of each node.
"""


def arguments(words):
    parser = Parser("experiments/import-chakra", OPTIONS)
    parser.add_argument("prefix", nargs="*")
    parser.add_argument("--out", default="-")
    parser.add_argument("--groups")
    parser.add_argument("--all-reduce", default="ring")
    parser.add_argument("--all-to-all", default="direct")
    parser.add_argument("--comm-size", default="generator")
    chosen = parser.parse(words)
    if len(chosen.prefix) != 1:
        raise UsageError("expected one PREFIX, of files PREFIX.0.et, PREFIX.1.et, ... (experiments/import-chakra --help)")
    for name in (chosen.prefix[0], chosen.out, chosen.groups):
        if name == "":
            raise UsageError("the name of a file is empty")
    return chosen


def convert(words):
    if "-h" in words or "--help" in words:
        sys.stdout.write(USAGE)
        return
    chosen = arguments(words)
    algorithms = Algorithms(chosen.all_reduce, chosen.all_to_all, chosen.comm_size)
    trace = ranks.read(chosen.prefix[0])
    members = groups.read(chosen.groups, len(trace)) if chosen.groups else {}
    writer = Writer(trace, groups.Groups(trace, members), algorithms)
    if chosen.out == "-":
        sys.stdout.writelines(writer.lines())
        return
    output.write(chosen.out, writer.lines())
    print(f"{len(trace)} ranks, {writer.operations} operations, {writer.messages} messages")


def main(words):
    """The exit status. Whatever goes wrong is one line on stderr."""
    try:
        open_streams()
        set_handlers()
        convert(words)
        sys.stdout.flush()
        return 0
    except UsageError as error:
        return failed(error, 2)
    except KeyboardInterrupt:
        return failed("stopped", 130)
    except (OSError, MemoryError) as error:
        return ended_by(error)
