"""One run of the program: options as keywords, the result as a dictionary."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Dict, List, Mapping, NoReturn, Optional, Sequence

from dateline import places
from dateline.names import option_of
from dateline.places import DatelineError, PathName
from dateline.values import text_of

UNDECIDED = 1  # exit status of a search that says in its result that it is undecided


def command_line(command: str, options: Mapping[str, Any], program: Optional[PathName] = None) -> List[str]:
    """Its words; None stands for an option that is not given, `out={"channels": FILE}` for --out channels=FILE."""
    words = [str(places.program(program)), *command.split()]
    for name, value in options.items():
        if name == "out" and isinstance(value, dict):
            words += [f"--out={kind}={text_of(kind, file)}" for kind, file in value.items()]
        elif value is not None:
            words.append(f"--{option_of(name)}={text_of(name, value)}")
    return words + ["--json=-"]


def run(command: str, *, program: Optional[PathName] = None, timeout: Optional[float] = None,
        cwd: Optional[PathName] = None, **options: Any) -> Dict[str, Any]:
    """Runs `dateline COMMAND --json -` and gives its result as a dictionary.

    command   "simulate", "loads", "mesh run", ...
    program   the simulator; else that of the variable DATELINE, of the checkout, of the wheel, or of the PATH
    timeout   in seconds
    cwd       the folder that file names among the options are relative to
    options   buffer_depth=4 is --buffer-depth 4, router__vc_reuse= is --router.vc-reuse; a text, a number, a Fraction,
              True or False; None for an option that is not given; out={"channels": FILE} is --out channels=FILE

    A `saturate` that ends undecided gives its result too (`decided` is False in it). Where the exit status is not 0
    otherwise, DatelineError has the program's line."""
    words = command_line(command, options, program)
    try:
        done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout,
                              check=False)
    except subprocess.TimeoutExpired:
        raise DatelineError(f"{command}: stopped after {timeout} s", command=words) from None
    except OSError as error:
        where = f" in {cwd}" if error.filename == cwd and cwd is not None else ""
        raise DatelineError(f"{words[0]} does not run{where}: {error.strerror}", command=words) from None
    except ValueError as error:  # a null byte
        raise DatelineError(f"{command}: {error}", command=words) from None
    result = parsed(done.stdout)
    undecided = done.returncode == UNDECIDED and result is not None and result.get("decided") is False
    if (done.returncode != 0 and not undecided) or result is None:
        raise DatelineError(last_line(done), done.returncode, words, result)
    return result


def parsed(output: bytes) -> Optional[Dict[str, Any]]:
    """The JSON object that the program printed; None where it is none."""
    try:
        result = json.loads(output)
    except (ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) else None


def last_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """What the program says of a failure."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    if lines:
        return lines[-1].removeprefix("dateline: ")
    status = done.returncode
    return f"ended by signal {-status}" if status < 0 else f"exit status {status}, without a result"


def command(words: Optional[Sequence[str]] = None) -> NoReturn:
    """The command `dateline` of a wheel that carries the program: this process becomes it."""
    given = sys.argv[1:] if words is None else words
    os.execv(places.CARRIED, [str(places.CARRIED), *given])
