#!/usr/bin/python3
"""Which files a value of an option names, and the digest of what is in them: a point's key holds it (plan.py).

A value is a FILE, KIND:FILE (also one KIND in another, as in worst-case:table:FILE), either with ` normalise`, a weight `*W` or places `@0-3` behind it, or several
joined by + or commas. The streams and jobs of a file (traffic streams:FILE, workload jobs:FILE) may name files too. Whatever reads like a name and is that of a file counts: a file too many makes a key
that no other has, one too few a result that is not its own.
"""

import hashlib
import re

BEHIND = re.compile(r" normalise$|\*[0-9]+$|@[0-9.][0-9.-]*$")
WITHIN = (("traffic", "streams:"), ("workload.background", "streams:"), ("workload", "jobs:"))  # options, and how their values begin, whose files name others
LARGEST = 1 << 20  # bytes of such a file; none is that long


def digest(folder, name, value):
    """SHA-256 of the files that the value of the option `name` names, relative to `folder`; None without one."""
    files = named(folder, value)
    if any(name == option and value.startswith(begin) for option, begin in WITHIN):
        files += [inner for file in files for inner in named_in(folder, file)]
    found = [hashlib.sha256(file.read_bytes()).hexdigest() for file in dict.fromkeys(files)]
    return "+".join(found) or None


def named(folder, text):
    """The files, each once, in the order of the text."""
    if is_number(text):
        return []
    words = [BEHIND.sub("", word) for word in (text, *text.split("+"), *re.split("[+,]", text))]
    ends = [word.split(":", kinds)[-1] for word in words for kinds in range(word.count(":"), -1, -1)]
    return [folder / end for end in dict.fromkeys(ends) if end and is_file(folder / end)]


def named_in(folder, file):
    """By the patterns of the streams in a file: NAME key=value ...; by the schedules of its jobs: NAME SCHEDULE PLACES."""
    if file.stat().st_size > LARGEST:
        return []
    values = re.findall(r"(?:^|[=\s])([^=\s]+)", file.read_text(encoding="utf-8", errors="replace"))
    return [inner for value in dict.fromkeys(values) for inner in named(folder, value)]


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def is_file(path):
    """No file has a name that is too long, and none can be read behind a folder that is closed."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
