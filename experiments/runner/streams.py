#!/usr/bin/python3
"""How a program of experiments/ meets its surroundings: closed streams, signals, and errors that are one line on stderr."""

import os
import signal
import sys

from runner.errors import UsageError


def stopping(exception):
    """A handler that ends the run once: simulations are stopped, then it is what Ctrl-C or kill PID ask for; more signals change nothing."""
    def handler(number, frame):
        for other in STOPPING:
            signal.signal(other, signal.SIG_IGN)
        raise exception(128 + number)
    return handler


STOPPING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def set_handlers():
    """SIGTERM and SIGHUP stop the simulations too, as Ctrl-C does; what the parent process has ignored (nohup) stays ignored."""
    for number in STOPPING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stopping(KeyboardInterrupt if number == signal.SIGINT else SystemExit))


def open_streams():
    """What is closed is replaced by /dev/null, so that no file of ours gets its number; UsageError if nothing would show what is printed."""
    closed = [number for number in (0, 1, 2) if not is_open(number)]
    for _ in closed:
        os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")
    if 1 in closed:
        sys.stdout = open(os.devnull, "w")
        raise UsageError("standard output is closed")


def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def failed(message, status):
    line = "".join(letter if letter.isprintable() else "?" for letter in str(message))
    try:
        print(f"error: {line}", file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
    return status


def ended_by(error):
    """The exit status for what any program may meet: an OSError (streams that are closed or full, files) or a MemoryError."""
    if isinstance(error, MemoryError):
        return failed("not enough memory", 2)
    if error.filename is None:
        silence(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return 141
    return failed(f"{error.filename or 'standard output'}: {error.strerror}", 2)


def silence(stream):
    """What is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
