#!/usr/bin/python3
"""The program behind experiments/import-chakra: read a trace, expand its collectives, write a schedule."""

import sys

from chakra import groups, output, ranks
from chakra.collectives import ALL_REDUCE, ALL_TO_ALL, Algorithms, chosen
from chakra.nodes import MOST_RANKS
from chakra.ranks import DEPENDENCIES
from chakra.schedule import Writer
from chakra.times import Times
from chakra.turns import take_turns
from runner.arguments import Parser
from runner.errors import UsageError
from runner.streams import ended_by, failed, open_streams, set_handlers

CPUS = ("one", "tid")
OPTIONS = ("--out", "--replicate", "--deps", "--strict", "--groups", "--all-reduce", "--all-to-all", "--comm-size", "--peak-tflops", "--memory-gbs", "--cpus",
           "--help")
USAGE = f"""\
usage: experiments/import-chakra TRACE [options]    MLCommons Chakra to a schedule for dateline simulate --workload schedule:FILE
                                                    TRACE: PREFIX of files PREFIX.0.et, PREFIX.1.et, ... (.gz too), their folder, or one file

  --out FILE         where the schedule goes (default: -, standard output)
  --replicate N      the one file is what each of N ranks does; peers and groups are relative to the rank
  --deps WHICH       {', '.join(DEPENDENCIES)}: which dependencies count, data_deps, ctrl_deps or both (default: both)
  --strict           refuses dependencies on nodes that are not there, and of a node on itself; without it they are left out, with a note
  --groups FILE      members of the process groups: {{"NAME": [RANK, ...], ...}}
  --all-reduce NAME  {', '.join(ALL_REDUCE)}, torus:AxB... (default: ring)
  --all-to-all NAME  {', '.join(ALL_TO_ALL)} (default: direct)
  --comm-size WHAT   input: what a rank puts in, its parts for all others together, or its part of the result (default); generator: what the generators of
                     `--workload` call bytes, of all-to-all for each pair and of all-gather and gather the result
  --peak-tflops F    10^12 operations in a second: the time of computes that say num_ops and no duration
  --memory-gbs B     10^9 bytes in a second: the same for tensor_size; the longer time counts
  --cpus WHICH       one: a rank computes on one host and one GPU (default); tid: on one of them for each tid
  -h, --help         this text

Exit status: 0 all well; 2 a trace, a file of groups or a command line that cannot be read, with one line that says why; 130 Ctrl-C.
docs/guide/workloads/chakra.md says what becomes of each node.
"""


def arguments(words):
    parser = Parser("experiments/import-chakra", OPTIONS)
    parser.add_argument("trace", nargs="*")
    parser.add_argument("--out", default="-")
    parser.add_argument("--strict", action="store_true")
    for option in ("--replicate", "--groups", "--all-reduce", "--all-to-all", "--comm-size", "--peak-tflops", "--memory-gbs"):
        parser.add_argument(option)
    for option, default in (("--deps", "both"), ("--cpus", CPUS[0])):
        parser.add_argument(option, default=default)
    found = parser.parse(words)
    if len(found.trace) != 1:
        raise UsageError("expected one TRACE, a PREFIX of files PREFIX.0.et, PREFIX.1.et, ... (experiments/import-chakra --help)")
    for name in (found.trace[0], found.out, found.groups):
        if name == "":
            raise UsageError("the name of a file is empty")
    for option, value, names in (("--deps", found.deps, DEPENDENCIES), ("--cpus", found.cpus, CPUS)):
        chosen(option, value, dict.fromkeys(names, True))
    if found.replicate is not None:
        if not found.replicate.isascii() or not found.replicate.isdigit() or not 1 <= int(found.replicate[:9]) <= MOST_RANKS or len(found.replicate) > 9:
            raise UsageError(f"--replicate {found.replicate}: expected 1..{MOST_RANKS} ranks")
        found.replicate = int(found.replicate)
    return found


def convert(words):
    if "-h" in words or "--help" in words:
        sys.stdout.write(USAGE)
        return
    wanted = arguments(words)
    algorithms = Algorithms(wanted.all_reduce, wanted.all_to_all, wanted.comm_size)
    dropped = None if wanted.strict else ranks.Dropped()
    trace = ranks.read(wanted.trace[0], wanted.replicate, wanted.deps, dropped)
    times = Times(trace[:1] if wanted.replicate else trace, wanted.peak_tflops, wanted.memory_gbs)
    members = groups.read(wanted.groups, len(trace)) if wanted.groups else {}
    known = groups.Groups(trace, members, bool(wanted.replicate))
    take_turns(trace, known)
    writer = Writer(trace, known, algorithms, times, wanted.cpus == "tid")
    for part in (dropped, times.short and times):
        if part:
            sys.stderr.write(f"note: {part.note()}\n")
    if wanted.out == "-":
        sys.stdout.writelines(writer.lines())
        return
    output.write(wanted.out, writer.lines())
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
