#!/usr/bin/python3
"""The program behind experiments/import-booksim: read a configuration of BookSim, write one of `dateline simulate`."""

import sys
from pathlib import Path

from booksim import options, runfile
from runner.errors import UsageError
from runner.running.store import write
from runner.streams import ended_by, failed, open_streams, set_handlers

USAGE = """\
usage: experiments/import-booksim FILE [--out FILE]   a configuration of BookSim 2 to one of dateline:
                                                      dateline simulate --config OUT

  --out FILE   where the options go (default: -, standard output), after a comment: the constant by which latencies differ
  -h, --help   this text

Each setting that dateline has nothing for is a line on standard error: FILE:LINE: name = value: why.
Exit status: 0 all settings are there; 1 some are not, and the result differs by them; 2 no such network, routing,
pattern or number, or a file that is no configuration: nothing is written. docs/guide/booksim.md says what becomes of each setting.
"""


def arguments(words):
    """(file, out)"""
    files, out, rest = [], "-", list(words)
    while rest:
        word = rest.pop(0)
        if word == "--out" and rest:
            out = rest.pop(0)
        elif word.startswith("--out="):
            out = word.removeprefix("--out=")
        elif word.startswith("-"):
            raise UsageError(f"unknown option {word} (experiments/import-booksim --help)")
        else:
            files.append(word)
    if len(files) != 1:
        raise UsageError("expected one FILE (experiments/import-booksim --help)")
    return files[0], out


def act(words):
    file, out = arguments(words)
    result = options.Reader(runfile.read(file), file).run()
    text = f"# {Path(file).name}, by experiments/import-booksim\n# latency in BookSim = latency here + {options.OFFSET} cycle\n"
    text += "".join(f"{name}={value}\n" for name, value in result.options.items())
    if out == "-":
        sys.stdout.write(text)
    else:
        write(Path(out), text)
    for setting, reason in result.missed:
        where = f"{file}:{setting.line}" if setting.line else f"{file}: by default"
        print(f"{where}: {setting.name} = {setting.value}: {reason}", file=sys.stderr)
    return 1 if result.missed else 0


def main(words):
    try:
        open_streams()
        set_handlers()
        if "-h" in words or "--help" in words:
            sys.stdout.write(USAGE)
            status = 0
        else:
            status = act(words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        return failed(error, 2)
    except KeyboardInterrupt:
        return 130
    except (OSError, MemoryError) as error:
        return ended_by(error)
