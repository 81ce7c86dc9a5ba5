#!/usr/bin/python3
"""Lines into a file that is complete once it has its name."""

import os
import socket
import stat


def write(name, lines):
    """Into a temporary file beside it, then renamed; to a pipe or a device directly. Where that fails nothing is left, and the error names the file."""
    direct = os.path.exists(name) and not stat.S_ISREG(os.stat(name).st_mode)
    target = os.path.realpath(name)  # a link stays one
    temporary = name if direct else f"{target}.{socket.gethostname()}.{os.getpid()}.tmp"
    try:
        with open(temporary, "w", encoding="ascii") as file:
            file.writelines(lines)
        if not direct:
            os.replace(temporary, target)
    except BaseException as error:
        if not direct and os.path.lexists(temporary):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, name) from None
        raise
