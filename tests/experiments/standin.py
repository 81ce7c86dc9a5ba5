#!/usr/bin/python3
"""A stand-in for the simulator: answers `list --json -`, `simulate`, `saturate`, `loads`, `worst-case`, `bounds`, `optimal`, `mesh run`, `mesh row` and
`mesh column`, `topology` (of `lcc mapping` and `lcc contention` it has the options only), from formulas instead of a network
(standin_results.py; options and names: standin_options.py).

Its behaviour is set by the environment:
STANDIN_REFUSE=REGEX  simulations whose words match are refused: a line on stderr that begins with a name and a colon, exit status 2; and `list` says that
                      there is progress, so that the runner tries simulations out: those end when they are killed and are in no log
STANDIN_LOG=FILE      appends a line for every simulation that starts: its words
STANDIN_SLEEP=SECONDS how long a simulation takes
STANDIN_HOLD=REGEX    simulations whose words match do not end before the process that started them, or before the file STANDIN_UNTIL is there
STANDIN_FIRST=FILE    likewise all simulations but the first, which makes this file
STANDIN_FAIL=REGEX    simulations whose words match fail: seven lines on stderr, exit status 1
STANDIN_OPTIONS=REGEX simulations whose words match say that they ran another load
STANDIN_KNEES=JSON    {seed: the highest load that saturate finds sustained}, in place of what the pattern has
STANDIN_UNDECIDED=REGEX  searches whose words match could not decide: they say so, and end with status 1
STANDIN_KILL=REGEX    simulations whose words match end by SIGKILL
A simulation with --checkpoint-at leaves the file of --checkpoint, with its own options in it, and ends with status 75; one with --branch needs such a file.
STANDIN_RESULT_VERSION=N, STANDIN_LIST_STATUS=N  what `list` says, and the status with which it ends
"""

import _json
import os
import sys
import time

from standin_options import INPUTS, catalogue, parse, recorded
from standin_results import CONTENTS, Late, matches, result, undecides

json, signal = Late("json"), Late("signal")


def text_of(document):
    """As json.dumps, without what that module loads."""
    return "".join(_json.make_encoder(None, None, _json.encode_basestring_ascii, None, ": ", ", ", False, False, True)(document, 0))


def held(text):
    """Whether this simulation is one of those that wait before they end."""
    if matches("STANDIN_HOLD", text):
        return True
    try:
        with open(os.environ.get("STANDIN_FIRST", os.devnull), "x" if "STANDIN_FIRST" in os.environ else "w"):
            return False
    except FileExistsError:
        return True


def wait(parent, folder):
    """Until the file is there; without a parent or a place for results this ends."""
    while not os.path.exists(os.environ.get("STANDIN_UNTIL", "")):
        if os.getppid() != parent or not os.path.isdir(folder):
            sys.exit(1)
        time.sleep(0.01)


def write(path, document, before_it_is_whole=lambda: None, before_it_is_there=lambda: None):
    temporary = f"{path}.{os.uname().nodename}.{os.getpid()}.tmp"
    with open(temporary, "w") as file:
        text = text_of(document)
        file.write(text[:20])
        file.flush()
        before_it_is_whole()
        file.seek(0)
        file.write(text)
    before_it_is_there()
    os.rename(temporary, path)


def main(words, err=None):
    """`err`: where lines for people go; standard error."""
    err = err or sys.stderr
    if words == ["list", "--json", "-"]:
        print(text_of(catalogue()))
        return int(os.environ.get("STANDIN_LIST_STATUS", 0))
    text, parent = " ".join(words), os.getppid()
    if matches("STANDIN_REFUSE", text):
        print(f"dateline: simulate: {os.environ.get('STANDIN_REASON', 'traffic=tornado is refused')}", file=err)
        return 2
    if "--progress" in words:
        print("dateline: note: about names\n\r\x1b[K  1%", end="", file=err, flush=True)
        while os.getppid() == parent:
            time.sleep(0.01)
        return 1
    if os.environ.get("STANDIN_LOG"):
        with open(os.environ["STANDIN_LOG"], "a") as log:
            log.write(text + "\n")
    if matches("STANDIN_FAIL", text):
        print("\n".join(f"line {number} of the reason" for number in range(1, 8)), file=err)
        return 1
    if matches("STANDIN_KILL", text):
        os.kill(os.getpid(), signal.SIGKILL)
    count = 1 if words[0] in INPUTS else 2
    command = " ".join(words[:count])
    options, files = parse(command, words[count:])
    kind, _, table = str(options.get("routing")).partition(":")
    if kind == "table" and not os.path.isfile(table):
        print(f"no file {table}", file=err)
        return 2
    for kind, path in files.items():
        with open(path, "w") as file:
            file.write(CONTENTS[kind](options) if kind in CONTENTS else f"made by {text}\n")
    if options.get("checkpoint-at"):
        with open(options["checkpoint"], "w") as file:
            json.dump(recorded(options), file)
        return 75
    document = result(command, options)
    if options.get("branch"):
        with open(options["resume"]) as file:
            before = json.load(file)
        document["branch"] = {"cycle": 100, "options": {name: value for name, value in before.items() if recorded(options).get(name) != value}}
    if matches("STANDIN_OPTIONS", text):
        document["options"] = {**recorded(options), "load": "9"}
    if options["json"] == "-":
        print(text_of(document))
        return 0
    provenance = {"build": "stand-in", "host": "here", "wall_seconds": float((options.get("load") or "0.5").removesuffix("pkt"))}
    takes = (lambda: wait(parent, os.path.dirname(options["json"]) or ".")) if held(text) else (lambda: time.sleep(float(os.environ.get("STANDIN_SLEEP", 0))))
    write(options["json"], document, takes, lambda: write(options["json"] + ".provenance.json", provenance))
    return 1 if command == "saturate" and undecides(options) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
