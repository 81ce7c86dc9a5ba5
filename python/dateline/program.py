"""One run of the program: options as keywords, the result as a dictionary."""

import json
import numbers
import subprocess

from dateline import places
from dateline.places import DatelineError

UNDECIDED = 1  # exit status of a search that says in its result that it is undecided


def is_flag(value):
    """True or False, numpy's own ones too."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def text_of(name, value):
    """A value as it stands on the command line."""
    if is_flag(value):
        return str(bool(value)).lower()
    if isinstance(value, numbers.Integral):  # numpy's too
        return str(int(value))
    if isinstance(value, numbers.Rational):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, (str, numbers.Real)) or hasattr(value, "__fspath__"):
        return str(value)
    many = "; sweep() takes several" if isinstance(value, (list, tuple, range)) else ""
    raise DatelineError(f"{name}: {value!r} is neither text, number nor flag{many}")


def option_of(keyword):
    """`buffer_depth` stands for buffer-depth, `router__vc_reuse` for router.vc-reuse."""
    return keyword.rstrip("_").replace("__", ".").replace("_", "-")


def command_line(command, options, program=None):
    """Its words; None stands for an option that is not given, `out={"channels": FILE}` for --out channels=FILE, several of them too."""
    words = [str(places.program(program)), *command.split()]
    for name, value in options.items():
        if name == "out" and isinstance(value, dict):
            words += [f"--out={kind}={text_of(kind, file)}" for kind, file in value.items()]
        elif value is not None:
            words.append(f"--{option_of(name)}={text_of(name, value)}")
    return words + ["--json=-"]


def run(command, *, program=None, timeout=None, cwd=None, **options):
    """The result of `dateline COMMAND --json -` ("simulate", "mesh run") as a dictionary, also of a `saturate` that ends undecided (`decided` is False in it).
    DatelineError with the program's line where its exit status is not 0 otherwise.
    `timeout` in seconds; file names among the options, and files that are written, are relative to `cwd`."""
    words = command_line(command, options, program)
    try:
        done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, check=False)
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
