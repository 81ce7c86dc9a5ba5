"""One run of the program: options as keywords, the result as a dictionary."""

import json
import subprocess

from dateline import places
from dateline.places import DatelineError


def text_of(name, value):
    """A value as it stands on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)) or hasattr(value, "__fspath__"):
        return str(value)
    if hasattr(value, "numerator"):  # a Fraction
        return f"{value.numerator}/{value.denominator}"
    many = "; sweep() takes several" if isinstance(value, (list, tuple, range)) else ""
    raise DatelineError(f"{name}: {value!r} is neither text, number nor flag{many}")


def command_line(command, options, program=None):
    """Its words; `buffer_depth` stands for --buffer-depth, None for an option that is not given."""
    words = [str(places.program(program)), command]
    for name, value in options.items():
        if value is not None:
            words.append(f"--{name.rstrip('_').replace('_', '-')}={text_of(name, value)}")
    return words + ["--json=-"]


def run(command, *, program=None, timeout=None, cwd=None, **options):
    """The result of `dateline COMMAND --json -` as a dictionary. DatelineError with the program's line where its exit status is not 0.
    `timeout` in seconds; file names among the options, and files that are written, are relative to `cwd`."""
    words = command_line(command, options, program)
    try:
        done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise DatelineError(f"{command}: stopped after {timeout} s", command=words) from None
    except OSError as error:
        raise DatelineError(f"{words[0]} does not run: {error.strerror}", command=words) from None
    result = parsed(done.stdout)
    if done.returncode != 0 or result is None:
        raise DatelineError(last_line(done), done.returncode, words, result)
    return result


def parsed(output):
    try:
        result = json.loads(output)
    except (ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) else None


def last_line(done):
    """What the program says of a failure."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    if lines:
        return lines[-1].removeprefix("dateline: ")
    return f"ended by signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}, without a result"
