"""What the stand-in for the simulator (standin.py) knows of commands, options and names: its answer to `list --json -`, and the words of a command."""

import os
import sys

NETWORK = {"topology": None, "routing": None, "tie-rule": "split", "vcs": "4", "vc-policy": "split"}
INPUTS = {
    "simulate": {**NETWORK, "buffer-depth": "2", "router": "dally1992", "router.vc-reuse": "atomic", "traffic": "uniform", "load": None, "packet-length": "32", "cycles": "30000",
                 "workload": None, "mapping": None, "workload.flit-bytes": "1", "workload.cycle-time": "1ns", "workload.send-overhead": "0", "workload.receive-overhead": "0",
                 "injection": "poisson", "warmup": None, "seed": "1", "faults": "none", "retransmit": False, "deliveries": None, "router.routing-delay": "0", "absorption.delay": "0",
                 "router.injection-vcs": "auto", "router.ejection": "ideal", "router.vc-selection": "random", "router.channel-latency": "1", "nic-ports": "1", "energy": None,
                 "threads": "1", "tiles": "auto"},
    "saturate": {**NETWORK, "buffer-depth": "2", "router.vc-reuse": "atomic", "traffic": "uniform", "packet-length": "32", "search.resolution": "0.05", "mapping": None,
                 "injection": "poisson", "seed": "1", "faults": "none", "router.routing-delay": "0", "absorption.delay": "0", "router.injection-vcs": "auto",
                 "router.ejection": "ideal", "router.vc-selection": "random", "router.channel-latency": "1"},
    "topology": {"topology": None},
    "verify": {**NETWORK, "faults": "none"},
    "loads": {"topology": None, "routing": None, "tie-rule": "split", "traffic": "uniform", "sample-paths": None},
    "worst-case": {**NETWORK, "all-channels": False, "random-permutations": "0", "against-optimum": False, "seed": "1"},
    "average": {"topology": None, "routing": "dor", "samples": "10000", "measure": "permutations", "enumerate": False, "seed": "1"},
    "bounds": {**NETWORK, "buffer-depth": "2", "traffic": "uniform", "packet-length": "32"},
    "optimal": {"topology": None, "points": "1", "effort": "1000000", "paths": "any", "average": None, "competitive": False, "seed": "1"},
    "throughput": {"topology": None, "traffic": "uniform", "worst": False, "starts": "3", "seed": "1"},
    "mesh run": {"side": None, "algorithm": "new", "permutation": None, "queue": "auto", "home": "queue", "order": "inverse-sort", "spacing": "3"},
    "mesh row": {"length": None, "window": None, "sequence": None},
    "lcc mapping": {"lcc": None, "dims": None, "objective": "max-max"},
    "lcc contention": {"lcc": None, "dims": None, "count": False},
    "mesh column": {"length": None, "queue": None, "attack": None},
}
# Defaults beside another option: {command: {option: (other option, how its value begins, default)}}.
BESIDE = {"simulate": {"router.ejection": ("router", "onchip", "channel"), "packet-length": ("workload", "all-reduce", "65535")}}
VALUES = {("simulate", "traffic"): "uniform | streams:FILE"}
INERT = ("threads", "tiles")  # of simulate: in no result
OUTPUTS = {"json": None, "progress": False, "jobs": "1"}
STORES = {"simulate": {"proof-store": None, "checkpoint": None, "checkpoint-at": None, "checkpoint-every": None, "resume": None, "branch": False},
          "saturate": {"proof-store": None}}
KINDS = {"simulate": ("channels", "collectives", "energy", "histogram", "timeline", "vcd"), "loads": ("channels", "channel-pairs"), "lcc mapping": ("mapping",), "worst-case": ("permutation",), "optimal": ("table",), "mesh run": ("frames",)}  # of --out
TOPOLOGIES = ("torus:K0xK1x...", "mesh:K0xK1x...", "hypercube:N", "hyperx:S0xS1x...", "fullmesh:N", "dragonfly:P,A,H", "fattree:K,N", "clos:L,S,T", "slimfly:Q", "graph:FILE")
ROUTINGS = ("dor", "romm", "o1turn", "odd-even", "valiant", "ival", "2turn", "rlb", "duato", "sw-deterministic", "sw-adaptive", "updown", "layered",
            "duato-updown", "table:FILE", "e-cube", "p-cube", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3",
            "min-adaptive", "dim-war", "omni-war:D", "min", "valiant-group", "ugal", "par", "nca", "nca-random", "d-mod-k")

OTHERS = ("uniform-self", "bit-reverse", "lcc:X", "bit-complement", "reverse-flip", "worst-case", "worst-case:ROUTING", "permutation:FILE", "adv:I", "shift:K", "random:SEED", "longest")
# An 8x8 torus under dor: (mean hops, saturation, ideal throughput, spread between sources).
PATTERNS = {"uniform": (256 / 63, 0.418, 63 / 64, 0.03), "tornado": (3, 0.262, 1 / 3, 0.01), "transpose": (32 / 7, 0.213, 2 / 7, 0.35)}


def result_version():
    return int(os.environ.get("STANDIN_RESULT_VERSION", 1))


def catalogue():
    def option(name, default, output, beside=(), values="..."):
        return {"default": default, "values": values, "help": "...", "output": output, "inert": name in INERT,
                **({"defaults_beside": [{"option": beside[0], "begins": [beside[1]], "default": beside[2]}]} if beside else {})}

    def options(command):
        outputs = {**OUTPUTS, **STORES.get(command, {}), **{f"out={kind}": None for kind in KINDS.get(command, ())}}
        return {**{name: option(name, default, False, BESIDE.get(command, {}).get(name, ()), VALUES.get((command, name), "...")) for name, default in INPUTS[command].items()},
                **{name: option(name, default, True) for name, default in outputs.items()}}
    if "STANDIN_REFUSE" in os.environ:
        OUTPUTS["progress"] = "auto"
    return {"schema": "dateline.list/2", "version": "0.1.0", "result_version": result_version(),
            "topology": {name: {"aliases": []} for name in TOPOLOGIES},
            "routing": {name: {"aliases": ["val"] if name == "valiant" else []} for name in ROUTINGS}, "traffic": {name: {} for name in (*PATTERNS, *OTHERS)},
            "commands": {command: {"summary": "...", "options": options(command)} for command in INPUTS}}


def parse(command, words):
    """(options, {kind of --out: file})"""
    options, files = {**INPUTS[command], **OUTPUTS, **STORES.get(command, {})}, {}
    words, given = list(words), set()
    while words:
        name = words.pop(0)[2:]
        if name == "out":
            kind, _, file = words.pop(0).partition("=")
            if kind not in KINDS.get(command, ()):
                sys.exit(2)
            files[kind] = file
            continue
        if name not in options:
            sys.exit(2)
        given.add(name)
        options[name] = True if isinstance(options[name], bool) else words.pop(0)
    for name, (other, begins, default) in BESIDE.get(command, {}).items():
        if name not in given and str(options[other]).startswith(begins):
            options[name] = default
    return options, files


def recorded(options):
    """As the simulator writes them: all that decide the result and are given, each a text."""
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items() if value is not None and name in DECIDING}


DECIDING = {name for inputs in INPUTS.values() for name in inputs if name not in INERT}
