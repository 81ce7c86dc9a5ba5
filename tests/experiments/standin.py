#!/usr/bin/python3
"""A stand-in for the simulator: answers `list --json -` and `simulate`, from a formula instead of a network.

Its behaviour is set by the environment:
STANDIN_LOG=FILE      appends a line for every simulation that starts: its words
STANDIN_SLEEP=SECONDS how long a simulation takes
STANDIN_FAIL=REGEX    simulations whose words match fail: seven lines on stderr, exit status 1
STANDIN_KILL=REGEX    simulations whose words match end by SIGKILL
STANDIN_RESULT_VERSION=N, STANDIN_LIST_STATUS=N  what `list` says, and the status with which it ends
"""

import json
import math
import os
import random
import re
import signal
import socket
import sys
import time

DEFAULTS = {
    "topology": None, "routing": None, "traffic": "uniform", "load": None, "vcs": "4", "message-length": "32", "cycles": "30000",
    "warmup": None, "seed": "1", "faults": "none", "retransmit": False,
}
OUTPUTS = {"json": None, "csv": None, "progress": False, "jobs": "1"}

# An 8x8 torus under dor: (mean hops, saturation, ideal throughput, spread between sources).
PATTERNS = {"uniform": (256 / 63, 0.418, 63 / 64, 0.03), "tornado": (3, 0.262, 1 / 3, 0.01), "transpose": (32 / 7, 0.213, 2 / 7, 0.35)}


def catalogue():
    def option(default, output):
        return {"default": default, "values": "...", "help": "...", "output": output}
    options = {name: option(default, False) for name, default in DEFAULTS.items()}
    options.update({name: option(default, True) for name, default in OUTPUTS.items()})
    verify = {name: options[name] for name in ("topology", "routing", "vcs", "faults", "json")}
    return {"schema": "dateline.list/1", "version": "0.1.0", "result_version": int(os.environ.get("STANDIN_RESULT_VERSION", 1)),
            "routing": {"dor": {}, "romm": {}}, "traffic": {**{name: {} for name in PATTERNS}, "permutation:FILE": {}},
            "commands": {"simulate": {"summary": "...", "options": options}, "verify": {"summary": "...", "options": verify}}}


def parse(words):
    options = {**DEFAULTS, **OUTPUTS}
    words = list(words)
    while words:
        name = words.pop(0)[2:]
        if name not in options:
            sys.exit(2)
        options[name] = True if isinstance(options[name], bool) else words.pop(0)
    return options


def simulate(options):
    hops, saturation, ideal, spread = PATTERNS[options["traffic"]]
    load, length, cycles = float(options["load"]), int(options["message-length"]), int(options["cycles"])
    noise = random.Random("{traffic} {load} {seed} {vcs}".format(**options))
    zero_load = hops + length + 1
    saturated = load > saturation
    rho = min(load / saturation, 0.985)
    mean = zero_load + 0.55 * length * rho / (1 - rho) * (1 + 0.01 * noise.gauss(0, 1))
    deviation = 0.8 * (mean - hops)
    sources = []
    for node in range(64):
        silent = options["traffic"] == "transpose" and node % 8 == node // 8
        offered = 0 if silent else load * (1 + noise.gauss(0, math.sqrt(length / cycles / load)))
        accepted = min(offered, saturation * (1 - spread * noise.random())) if saturated else offered
        sources.append({"offered": offered, "accepted": accepted, "backlog": 0})
    latency = {"mean": mean, "stddev": deviation, "ci95": 2.1 * deviation / math.sqrt(20 + 2000 * (1 - rho)), "min": zero_load, "max": 9 * mean,
               "p50": 0.8 * mean, "p90": 1.8 * mean, "p95": 2.2 * mean, "p99": zero_load + 4 * (mean - zero_load) + 9, "p999": 5 * mean}
    return {
        "schema": "dateline.simulate/1", "version": "0.1.0", "result_version": 1, "options": options, "seed": int(options["seed"]),
        "offered": math.fsum(row["offered"] for row in sources) / 64, "accepted": math.fsum(row["accepted"] for row in sources) / 64,
        "saturated": saturated, "cycles": cycles,
        "messages": {"generated": 1000, "delivered": 990, "measured": 900, "lost": 0, "retransmitted": 0, "in_flight": 10},
        "latency": latency, "network_latency": latency, "hops": {"mean": hops, "max": 8}, "flit_hops": int(64 * load * hops * cycles),
        "simulated_cycles": cycles, "accepted_min": min(row["accepted"] for row in sources),
        "bounds": {"zero_load_latency": zero_load, "ideal_throughput": ideal, "ideal_throughput_exact": "63/64"},
        "per_source": sources, "deadlock": None, "completion_cycle": None}


def write(path, document, seconds=0.0):
    temporary = f"{path}.{socket.gethostname()}.{os.getpid()}.tmp"
    with open(temporary, "w") as file:
        file.write(json.dumps(document)[:20])
        file.flush()
        time.sleep(seconds)
        file.seek(0)
        json.dump(document, file)
    os.rename(temporary, path)


def main(words):
    if words == ["list", "--json", "-"]:
        print(json.dumps(catalogue()))
        return int(os.environ.get("STANDIN_LIST_STATUS", 0))
    text = " ".join(words)
    if os.environ.get("STANDIN_LOG"):
        with open(os.environ["STANDIN_LOG"], "a") as log:
            log.write(text + "\n")
    if re.search(os.environ.get("STANDIN_FAIL", "(?!)"), text):
        print("\n".join(f"line {number} of the reason" for number in range(1, 8)), file=sys.stderr)
        return 1
    if re.search(os.environ.get("STANDIN_KILL", "(?!)"), text):
        os.kill(os.getpid(), signal.SIGKILL)
    options = parse(words[1:])
    write(options["json"], simulate(options), float(os.environ.get("STANDIN_SLEEP", 0)))
    write(options["json"] + ".provenance.json", {"build": "stand-in", "host": "here", "wall_seconds": float(options["load"])})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
