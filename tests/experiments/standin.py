#!/usr/bin/python3
"""A stand-in for the simulator: answers `list --json -`, `simulate`, `saturate`, `loads`, `worst-case`, `bounds`, `optimal`, `mesh run`, `mesh row` and
`mesh column`, `topology` (of `lcc mapping` and `lcc contention` it has the options only), from formulas instead of a network.

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
import math
import os
import random
import sys
import time


class Late:
    """A module of the library that is loaded when it is used first: most starts are of `simulate`, which needs few."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        return getattr(__import__(self.name), name)


json, re, signal, fractions = map(Late, ("json", "re", "signal", "fractions"))

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
STORES = {"simulate": {"proof-store": None, "checkpoint": None, "checkpoint-at": None, "checkpoint-every": None, "resume": None, "branch": False}, "saturate": {"proof-store": None}}
KINDS = {"simulate": ("channels", "collectives", "energy", "histogram", "timeline"), "loads": ("channels", "channel-pairs"), "lcc mapping": ("mapping",), "worst-case": ("permutation",), "optimal": ("table",), "mesh run": ("frames",)}  # of --out
TOPOLOGIES = ("torus:K0xK1x...", "mesh:K0xK1x...", "hypercube:N", "hyperx:S0xS1x...", "fullmesh:N", "dragonfly:P,A,H", "fattree:K,N", "clos:L,S,T", "slimfly:Q", "graph:FILE")
ROUTINGS = ("dor", "romm", "o1turn", "odd-even", "valiant", "ival", "2turn", "rlb", "duato", "sw-deterministic", "sw-adaptive", "updown", "layered",
            "duato-updown", "table:FILE", "e-cube", "p-cube", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3",
            "min-adaptive", "dim-war", "omni-war:D", "min", "valiant-group", "ugal", "par", "nca", "nca-random", "d-mod-k")

# An 8x8 torus under dor: (mean hops, saturation, ideal throughput, spread between sources).
OTHERS = ("uniform-self", "bit-reverse", "lcc:X", "bit-complement", "reverse-flip", "worst-case", "worst-case:ROUTING", "permutation:FILE", "adv:I", "shift:K", "random:SEED", "longest")
PATTERNS = {"uniform": (256 / 63, 0.418, 63 / 64, 0.03), "tornado": (3, 0.262, 1 / 3, 0.01), "transpose": (32 / 7, 0.213, 2 / 7, 0.35)}
EXACT = {63 / 64: "63/64", 1 / 3: "1/3", 2 / 7: "2/7"}


def Fraction(*value):
    return fractions.Fraction(*value)


def text_of(document):
    """As json.dumps, without what that module loads."""
    return "".join(_json.make_encoder(None, None, _json.encode_basestring_ascii, None, ": ", ", ", False, False, True)(document, 0))


def matches(name, text):
    """Whether the regular expression in the environment, if there is one, is found in a text."""
    return name in os.environ and re.search(os.environ[name], text) is not None


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
    return {"schema": "dateline.list/2", "version": "0.1.0", "result_version": int(os.environ.get("STANDIN_RESULT_VERSION", 1)),
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


def simulate(options):
    hops, saturation, ideal, spread = PATTERNS.get(options["traffic"], PATTERNS["tornado"])
    if options["workload"]:
        return {"completion_cycle": 10 * int(options["packet-length"])}
    load, length, cycles = options["load"], int(options["packet-length"]), int(options["cycles"])
    load = float(load[:-3]) * length if load.endswith("pkt") else float(load)
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
    half = 2.1 * deviation / math.sqrt(20 + 2000 * (1 - rho))
    latency = {"mean": mean, "stddev": deviation, "ci95": half, "ci95_low": mean - 0.9 * half, "ci95_high": mean + 1.1 * half, "min": zero_load, "max": 9 * mean,
               "p50": 0.8 * mean, "p90": 1.8 * mean, "p95": 2.2 * mean, "p99": zero_load + 4 * (mean - zero_load) + 9, "p999": 5 * mean}
    return {
        "schema": "dateline.simulate/2", "version": "0.1.0", "result_version": int(os.environ.get("STANDIN_RESULT_VERSION", 1)), "options": recorded(options), "seed": int(options["seed"]),
        "offered": math.fsum(row["offered"] for row in sources) / 64, "accepted": math.fsum(row["accepted"] for row in sources) / 64,
        "saturated": saturated, "saturation_limit": 7.5, "cycles": cycles,
        "packets": {"generated": 1000, "delivered": 990, "measured": 900, "lost": 0, "retransmitted": 0, "in_flight": 10},
        "latency": latency, "network_latency": latency, "hops": {"mean": hops, "max": 8}, "flit_hops": int(64 * load * hops * cycles),
        "simulated_cycles": cycles, "accepted_min": min(row["accepted"] for row in sources),
        "bounds": {"zero_load_latency": zero_load, "ideal_throughput": ideal, "ideal_throughput_exact": EXACT[ideal],
                   "sustainable": ideal, "sustainable_exact": EXACT[ideal], "limited_by": "channel"},
        "per_terminal": sources, "deadlock": None, "completion_cycle": None}


def saturate(options):
    """Halves what is left between 0.7 of the bound and the bound, until it is small enough."""
    _, knee, ideal, _ = PATTERNS.get(options["traffic"], PATTERNS["tornado"])
    knee = json.loads(os.environ["STANDIN_KNEES"]).get(options["seed"], knee) if "STANDIN_KNEES" in os.environ else knee
    bound = min(ideal, 1)
    low, high, load, probes, at_bound = 0, bound, 0.7 * bound, [], True
    while high > (1 + float(options["search.resolution"])) * low:
        saturated = load > knee
        probes.append({"load": str(load), "verdict": "saturated" if saturated else "sustained", "overload": 0.05, "cycles": 1000, "flit_hops": 10,
                       "accepted_min": 0.99 * min(load, knee)})
        low, high, at_bound = (low, load, False) if saturated else (load, high, at_bound)
        load = (low + high) / 2
    exact = EXACT[ideal]
    undecided = undecides(options)
    return {"seed": int(options["seed"]), "sustained": low, "saturated_from": high, "at_bound": at_bound, "decided": not undecided,
            "knee_at_least": low / (1 + float(options["search.resolution"])), "undecided": [0.9 * low, low] if undecided else None, "served": 0.99 * low,
            "bounds": {"ideal_throughput": ideal, "ideal_throughput_exact": exact, "sustainable": ideal, "sustainable_exact": exact, "limited_by": "channel"},
            "reached": low / bound, "probes": probes}


def undecides(options):
    return matches("STANDIN_UNDECIDED", " ".join(f"--{name} {value}" for name, value in options.items()))


def recorded(options):
    """As the simulator writes them: all that decide the result and are given, each a text."""
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items() if value is not None and name in DECIDING}


DECIDING = {name for inputs in INPUTS.values() for name in inputs if name not in INERT}


def loads(options):
    """Dimension 0, + is loaded with 4; (0,0)->(1,0) with a little more for every file of higher number."""
    radix = radix_of(options)
    channels = []
    for node in range(radix * radix):
        x, y = node % radix, node // radix
        for dimension, sign, to in ((0, 1, (x + 1) % radix + radix * y), (0, -1, (x - 1) % radix + radix * y),
                                    (1, 1, x + radix * ((y + 1) % radix)), (1, -1, x + radix * ((y - 1) % radix))):
            channels.append({"from": node, "to": to, "dimension": dimension, "sign": sign, "load": "4" if (dimension, sign) == (0, 1) else "0"})
    step = sum(int(digits) for digits in re.findall(r"-(\d+)\.txt", options["traffic"]))
    channels[0]["load"] = str(Fraction(4) + Fraction(2 * step, 5))
    gamma = Fraction(channels[0]["load"])
    return {"gamma_max": str(gamma), "capacity_load": str(capacity(radix)), "throughput": str(1 / gamma),
            "fraction_of_capacity": str(capacity(radix) / gamma), "mean_hops": "4" if options["routing"] == "dor" else "8", "channels": channels}


def worst_case(options):
    """(k-1)/2 under dor, as it is; made up for the others."""
    radix = radix_of(options)
    gamma = {"dor": Fraction(radix - 1, 2), "romm": Fraction(radix * radix, 2 * radix + 1)}.get(options["routing"], Fraction(2 * radix, 9))
    count = int(options["random-permutations"])
    sample = {"count": count, "worst": str(gamma / 2), "worst_fraction": str(2 * capacity(radix) / gamma),
              "histogram": [{"gamma": str(gamma / 4), "count": count - 1}, {"gamma": str(gamma / 2), "count": 1}]}
    return {"gamma_max": str(gamma), "capacity_load": str(capacity(radix)), "throughput": str(1 / gamma),
            "fraction_of_capacity": str(capacity(radix) / gamma), "focus_channels": 2, "all_channels_searched": options["all-channels"],
            "permutation": [], "random_permutations": sample if count else None}


def bounds(options):
    """A model that is validated up to 0.1 for uniform traffic and not at all for others, where there is the slope."""
    zero_load = 4 + int(options["packet-length"]) + 1
    return {"zero_load_latency": zero_load, "ideal_throughput": 0.5, "ideal_throughput_exact": "1/2", "slope": {"cycles_per_load": 100.0},
            "valid_to": 0.1 if options["traffic"] == "uniform" else None,
            "curve": [{"load": load / 100, "latency": zero_load + load * load} for load in range(1, 31)]}


def optimal(options):
    """Half of capacity with 1.5 times the hops, and less with fewer."""
    load = capacity(radix_of(options))
    points = [{"gamma_max": str(2 * load + step), "fraction_of_capacity": str(load / (2 * load + step)), "mean_hops": 4 - step, "locality": 1.5 - step / 10,
               "stopped": False, "pivots": 9, "named": None} for step in range(5)]
    return {"points": points, "optimum": points[0], "best_minimal": points[-1]}


def mesh(options):
    """side^2 / 8 + side steps under a0; 700 side under new, with a budget of 720 side."""
    side, new = int(options["side"]), options["algorithm"].startswith("new")
    return {"steps": 700 * side if new else side * side // 8 + side, "budget": 720 * side if new else None, "lower_bound": side, "diameter": 2 * side - 2,
            "moving_packets": 1, "delivered": 1, "row_delay": 0, "max_stage34_steps": 2 * side if new else None}


def frames(options):
    """One packet goes along row 2 from column 0 to the last; under new it waits for 1000 steps before it does."""
    start = 1000 if options["algorithm"].startswith("new") else 0
    lines = ["step,row,column,input,output", "0,2,0,1,0"]
    for column in range(1, int(options["side"])):
        lines += [f"{start + column},2,{column - 1},0,0", f"{start + column},2,{column},1,0"]
    return "\n".join(lines) + "\n"


def channels(options):
    """Of a hundred flits a cycle and node as many as the exact load says, a head flit that waits in one cycle of four, a flit in one of eight."""
    lines = ["from,to,dimension,sign,packets,flits,utilisation,head_blocked,flit_blocked"]
    cycles, load = int(options["cycles"]), Fraction(options["load"])
    for channel in loads(options)["channels"]:
        flits = round(cycles * load * Fraction(channel["load"])) + int(options["seed"]) - 1
        lines.append(f"{channel['from']},{channel['to']},{channel['dimension']},{channel['sign']},0,{flits},0,{cycles // 4},{cycles // 8}")
    return "\n".join(lines) + "\n"


def energy(options):
    """Two pJ a flit and channel; a router takes what no channel does."""
    lines = ["part,from,to,dimension,sign,buffer_writes,buffer_reads,crossings,vc_allocations,flits,energy", "router,0,0,,,1,1,1,1,,77"]
    for row in channels(options).splitlines()[1:]:
        origin, to, dimension, sign, _, flits, *_ = row.split(",")
        lines.append(f"channel,{origin},{to},{dimension},{sign},,,,,{flits},{2 * int(flits)}")
    return "\n".join(lines) + "\n"


def channel_pairs(options):
    """Over every channel with a load 30 pairs, of which the file has 20 and the others together."""
    lines = ["channel,from,to,dimension,sign,source,destination,pairs,load,load_exact"]
    for number, channel in enumerate(loads(options)["channels"]):
        start = f"{number},{channel['from']},{channel['to']},{channel['dimension']},{channel['sign']}"
        load = Fraction(channel["load"])
        if load:
            lines += [f"{start},{channel['from']},{pair % 16},1,{float(load / 30)},{load / 30}" for pair in range(20)]
            lines.append(f"{start},,,10,{float(load / 3)},{load / 3}")
    return "\n".join(lines) + "\n"


def timeline(options):
    """Two ranks: one computes 0..9, sends 10..14; both are in a collective, from 5 and 10 to 20."""
    spans = [f'{{"ph":"X","name":"{name}","pid":1,"tid":{rank},"ts":{begin},"dur":{cycles}}}'
             for name, rank, begin, cycles in (("compute", 0, 0, 10), ("send", 0, 10, 5), ("compute", 1, 2, 3))]
    own = '"cat":"collective","id":"c{0}","name":"c all-reduce","pid":{1},"tid":{2}'
    spans += [f'{{"ph":"{phase}",{own.format(*which)},"ts":{at}}}' for *which, begin in (("", 2, 0, 5), (":0", 3, 0, 10), (":1", 3, 1, 5))
              for phase, at in (("b", begin), ("e", 20))]
    return '{"traceEvents":[' + ",".join(spans) + "]}"


CONTENTS = {"frames": frames, "timeline": timeline, "channels": channels, "energy": energy, "channel-pairs": channel_pairs}


def mesh_row(options):
    """Windows whose least distance is n/k; two packets that enter the right half of two places in steps 2 and 3."""
    length = int(options["length"] or 2)
    windows = [{"window": k, "first_to_third": length // k, "bound": -(-length // (2 * k)), "ratio": 1.0} for k in range(3, length + 1)]
    packets = [{"packet": "a1", "start": 1, "enter_step": 2, "rank": 2, "stop": 4, "stop_step": 3},
               {"packet": "b1", "start": 2, "enter_step": 3, "rank": 1, "stop": 3, "stop_step": 3}]
    return {"length": length, "order": list(range(1, length + 1)), "windows": windows,
            "schedule": {"packets": packets, "final_row": ["b1", "a1"], "last_step": 3} if options["sequence"] else None}


def mesh_column(options):
    length = int(options["length"])
    return {"blocked_packet_steps": 3, "blocked": [{"row": 4, "step": length, "steps": 1}, {"row": 4, "step": length + 8, "steps": 2}]}


def topology(options):
    """A terminal and four channels a node."""
    nodes = radix_of(options) ** 2
    return {"routers": nodes, "terminals": nodes, "channels": 4 * nodes}


def radix_of(options):
    return int(options["topology"].replace(":", "x").split("x")[1])


def capacity(radix):
    return Fraction(radix, 8) if radix % 2 == 0 else Fraction(radix * radix - 1, 8 * radix)


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


def main(words):
    if words == ["list", "--json", "-"]:
        print(text_of(catalogue()))
        return int(os.environ.get("STANDIN_LIST_STATUS", 0))
    text, parent = " ".join(words), os.getppid()
    if matches("STANDIN_REFUSE", text):
        print(f"dateline: simulate: {os.environ.get('STANDIN_REASON', 'traffic=tornado is refused')}", file=sys.stderr)
        return 2
    if "--progress" in words:
        print("dateline: note: about names\n\r\x1b[K  1%", end="", file=sys.stderr, flush=True)
        while os.getppid() == parent:
            time.sleep(0.01)
        return 1
    if os.environ.get("STANDIN_LOG"):
        with open(os.environ["STANDIN_LOG"], "a") as log:
            log.write(text + "\n")
    if matches("STANDIN_FAIL", text):
        print("\n".join(f"line {number} of the reason" for number in range(1, 8)), file=sys.stderr)
        return 1
    if matches("STANDIN_KILL", text):
        os.kill(os.getpid(), signal.SIGKILL)
    count = 1 if words[0] in INPUTS else 2
    command = " ".join(words[:count])
    options, files = parse(command, words[count:])
    kind, _, table = str(options.get("routing")).partition(":")
    if kind == "table" and not os.path.isfile(table):
        print(f"no file {table}", file=sys.stderr)
        return 2
    for kind, path in files.items():
        with open(path, "w") as file:
            file.write(CONTENTS[kind](options) if kind in CONTENTS else f"made by {text}\n")
    if options.get("checkpoint-at"):
        with open(options["checkpoint"], "w") as file:
            json.dump(recorded(options), file)
        return 75
    result = COMMANDS[command](options)
    if options.get("branch"):
        with open(options["resume"]) as file:
            before = json.load(file)
        result["branch"] = {"cycle": 100, "options": {name: value for name, value in before.items() if recorded(options).get(name) != value}}
    if "schema" not in result:
        result = {"schema": f"dateline.{command.replace(' ', '-')}/{3 if command == 'saturate' else 2}", "version": "0.1.0", "result_version": int(os.environ.get("STANDIN_RESULT_VERSION", 1)), "options": recorded(options), **result}
    if matches("STANDIN_OPTIONS", text):
        result["options"] = {**recorded(options), "load": "9"}
    if options["json"] == "-":
        print(text_of(result))
        return 0
    provenance = {"build": "stand-in", "host": "here", "wall_seconds": float((options.get("load") or "0.5").removesuffix("pkt"))}
    takes = (lambda: wait(parent, os.path.dirname(options["json"]) or ".")) if held(text) else (lambda: time.sleep(float(os.environ.get("STANDIN_SLEEP", 0))))
    write(options["json"], result, takes, lambda: write(options["json"] + ".provenance.json", provenance))
    return 1 if command == "saturate" and undecides(options) else 0


COMMANDS = {"topology": topology, "simulate": simulate, "saturate": saturate, "loads": loads, "worst-case": worst_case, "bounds": bounds, "optimal": optimal, "mesh run": mesh,
            "mesh row": mesh_row, "mesh column": mesh_column}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
