#!/usr/bin/python3
"""Every result keeps its schema in docs/schemas/, over a spread of option sets in which every key of every schema occurs, with every type it may
have, null and absent among them."""
import copy
import json
import struct
import unittest

import jsonschema
import schemas
import test_replay
from program import ROOT, WHOLE, ProgramTest, command_of
from schemas import SCHEMAS

TORUS, MESH = ["--topology", "torus:4x4"], ["--topology", "mesh:4x4"]
SHORT = ["--load", "0.3", "--packet-length", "4", "--cycles", "300"]
GRAPH = ["--topology", "graph:petersen.graph"]
PETERSEN = [*GRAPH, "--routing", "table:petersen.table"]
MUTE = ["--topology", "graph:pair.graph", "--routing", "table:none.table"]  # two terminals at one router: no channel is used
WIDE = ["--topology", "graph:wide.graph", "--routing", "table:wide.table"]
SKEWED = ["--topology", "graph:triangle.graph", "--routing", "table:skewed.table"]
RING = ["--topology", "graph:ring.graph", "--routing", "table:ring.table"]
IDENTITY = "permutation:identity.txt"
BROKEN = ["--topology", "graph:triangle.graph", "--routing", "table:direct.table", "--faults", "nodes:2+links:2.0"]
DRAWN = ["--topology", "torus:3", "--faults", "random:1"]
SIMULATE = [
    [*BROKEN, *SHORT], [*TORUS, *SHORT, "--routing", "sw-adaptive", "--fault-events", "fail@20:5,fail@40:0-1,repair@60:5"],
    [*TORUS, *SHORT, "--routing", "sw-adaptive", "--fault-process", "mtbf=2000,mttr=100,of=both", "--retransmit", "9", "--windows", "3", "--out", "fault-events=drawn.txt"],
    [*TORUS, *SHORT, "--routing", "sw-adaptive", "--fault-process", "mtbf=900,mttr=100,of=nodes,regions=bar2,shape=weibull:2,until=200", "--detect-delay", "20", "--retransmit", "9", "--loss-notice", "packets"],
    ["--topology", "torus:2", *SHORT, "--routing", "sw-deterministic", "--fault-process", "mtbf=100000,mttr=1,of=nodes"],
    [*TORUS, *SHORT, "--routing", "updown", "--windows", "3", "--fault-events", "fail@334:0-1", "--reconfigure", "drain"],
    [*TORUS, *SHORT, "--routing", "updown", "--fault-events", "fail@100:5,repair@200:5", "--reconfigure", "proved"],
    [*TORUS, "--load", "0.5", "--packet-length", "4", "--cycles", "4000", "--out", "channels=channels.csv"],
    [*TORUS, "--load", "1", "--cycles", "300"], [*TORUS, "--load", "1", "--cycles", "300", "--warmup", "0", "--vc-policy", "shared"],
    [*TORUS, *SHORT, "--energy", "example.energy", "--out", "energy=energy.csv"], [*TORUS, *SHORT, "--flit-error", "0.01:dim0,0.02:0-4", "--router.retry-window", "3"],
    [*TORUS, *SHORT, "--flit-error", "0.01", "--energy", "example.energy"], [*TORUS, *SHORT, "--flit-error", "0.01", "--router.error-detection", "end-to-end", "--retransmit", "30"], [*TORUS, *SHORT, "--flit-error", "0.05", "--router.error-detection", "end-to-end", "--retransmit", "30", "--loss-notice", "packets"],
    [*TORUS, "--load", "0.00001", "--cycles", "1", "--energy", "example.energy"],
    [*TORUS, "--load", "0.01", "--cycles", "300", "--windows", "9"],
    ["--topology", "fullmesh:4", "--routing", "omni-war:1", *SHORT, "--windows", "2"], ["--topology", "fullmesh:4", "--routing", "ugal", *SHORT],
    [*TORUS, *SHORT, "--until-ci", "0.5"], [*TORUS, "--load", "0.01", "--cycles", "5", "--until-ci", "1%"],
    [*TORUS, *SHORT, "--warmup", "detect"], [*MESH, *SHORT, "--routing", "odd-even"],
    [*MESH, *SHORT, "--vcs", "1", "--routing", "west-first", "--router.ejection", "channel", "--prove", "never"], [*TORUS, *SHORT, "--router", "booksim"],
    [*TORUS, *SHORT, "--router.channel-latency", "3"], [*TORUS, "--workload", IDENTITY], [*TORUS, *SHORT, "--traffic", IDENTITY],
    ["--topology", "hypercube:6", "--vcs", "1", "--workload", "permutation:bit-reverse", "--out", "channels=channels.csv"],
    ["--topology", "torus:8x8", "--load", "0.1", "--cycles", "500"],
    # Exact loads are left out of both; a result of 32,768 sources takes a second to check.
    ["--topology", "torus:32768", "--load", "0.00001", "--cycles", "10"] if WHOLE else ["--topology", "torus:8x8", "--routing", "duato", *SHORT],
    [*PETERSEN, *SHORT], [*PETERSEN, "--load", "0.3", "--deliveries", "40"], [*MUTE, *SHORT],
    [*TORUS, "--workload", "request-reply:window=2,reply=9", "--cycles", "300"], [*TORUS, "--workload", "request-reply:window=2", "--traffic", IDENTITY],
    [*TORUS, "--routing", "sw-adaptive", "--workload", "request-reply:batch=3"],
    [*TORUS, "--routing", "sw-adaptive", "--workload", "request-reply:batch=3", "--fault-events", "fail@4:5"],
    [*TORUS, "--routing", "sw-adaptive", "--workload", "netrace:one.tra", "--fault-events", "fail@9000:5"],
    [*TORUS, "--traffic", "streams:two.streams", "--cycles", "300"],
    [*TORUS, "--traffic", "streams:sets.streams", "--cycles", "300", "--router.output-arbitration", "priority"],
    [*TORUS, "--workload", "all-reduce:ring,bytes=64"], [*TORUS, "--workload", "schedule:ranks.txt"], [*TORUS, "--workload", "schedule:named.txt"], [*MESH, "--routing", "odd-even", "--workload", "all-to-all:direct,bytes=9"], [*TORUS, "--workload", "schedule:often.txt"],
    [*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5", "--workload", "schedule:ranks.txt"],
    [*TORUS, "--workload", "jobs:two.jobs", "--workload.background", "uniform@0.1", "--workload.noise", "exponential:5"],
    [*TORUS, *SHORT, "--traffic", "worst-case:romm"], [*TORUS, *SHORT, "--routing", "valiant", "--traffic", "uniform-self"],
]
BRIEF = ["--packet-length", "4", "--search.resolution", "0.5"]
SATURATE = [["--topology", "torus:8", "--traffic", "tornado", *BRIEF], [*BROKEN, *BRIEF],
            ["--topology", "torus:32x32", "--packet-length", "1", "--search.resolution", "1", "--prove", "never"], [*TORUS, *BRIEF],
            ["--topology", "fullmesh:4", "--routing", "ugal", *BRIEF], [*MESH, *BRIEF, "--routing", "odd-even"], [*MUTE, *BRIEF], [*TORUS, *BRIEF, "--buffer-depth", "1"],
            ["--topology", "mesh:14x14", "--routing", "duato", "--vcs", "2", "--packet-length", "1", "--search.resolution", "1", "--prove", "never"]]
TOPOLOGIES = [["torus:5x5"], ["dragonfly:2,4,2", "--router.channel-latency", "global=10"], ["clos:4,2,4"], GRAPH]
LOADS = [BROKEN, DRAWN, TORUS, [*TORUS, "--sample-paths", "9"], MESH, [*MESH, "--traffic", "transpose"], [*TORUS, "--traffic", IDENTITY], PETERSEN, MUTE, WIDE]
WORST = [BROKEN, DRAWN, TORUS, [*TORUS, "--rates", "rates16.txt", "--within", "2"], [*TORUS, "--channel", "5>6"], ["--topology", "torus:3x3", "--against-optimum"], [*TORUS, "--sample-paths", "9"], [*MESH, "--routing", "valiant"], [*PETERSEN, "--random-permutations", "3"], MUTE, WIDE, SKEWED,
         [*TORUS, "--routing", "ival", "--random-permutations", "9", "--seed", "18446744073709551606"]]
OPTIMAL = [["--topology", "torus:3x3", "--points", "3"], [*GRAPH], ["--topology", "torus:4", "--gamma-limit", "1"], MESH[:2],
           ["--topology", "torus:3x3", "--paths", "2turn"], ["--topology", "torus:3x3", "--paths", "2turn", "--average", "9"],
           ["--topology", "torus:3x3", "--competitive"], ["--topology", "mesh:7x7" if WHOLE else "mesh:6x6", "--effort", "100"], ["--topology", "torus:3x3", "--competitive", "--effort", "1"],
           ["--topology", "torus:4x4", "--paths", "2turn", "--average", "9", "--effort", "1"]]
AVERAGES = [[*TORUS, "--routing", "dor,romm", "--samples", "20"], [*TORUS, "--routing", "dor,valiant", "--measure", "birkhoff:3", "--samples", "20"],
            ["--topology", "torus:3x2", "--routing", "dor,o1turn", "--enumerate"], [*MUTE[:2], "--routing", "table:none.table,updown", "--samples", "9"],
            [*MUTE[:2], "--routing", "updown", "--enumerate"]]
BOUNDS = [BROKEN, DRAWN, ["--topology", "torus:8x8", "--vcs", "10", "--load", "0.1"], ["--topology", "torus:8x8", "--vcs", "10", "--load", "0.9"],
          [*TORUS, "--router.channel-latency", "3", "--load", "0.1"], [*MESH, "--routing", "odd-even"], [*TORUS, "--traffic", IDENTITY], PETERSEN,
          [*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5"], *([["--topology", "hypercube:10", "--routing", "duato-updown", "--faults", "nodes:5"]] if WHOLE else []),
          [*TORUS, "--vcs", "3"], ["--topology", "torus:4", "--traffic", "permutation:swap.txt"], ["--topology", "hypercube:8", "--routing", "p-cube"]]
VERIFY = [BROKEN, DRAWN, *([*TORUS, "--routing", "updown", "--fault-events", "fail@20:5,fail@40:0-1,repair@60:5", "--reconfigure", how, "--detect-delay", "30"]
                           for how in ("static", "proved")),
          ["--topology", "mesh:4x4", "--routing", "updown", "--fault-events", "fail@20:0-1", "--reconfigure", "proved"],
           [*TORUS, "--routing", "sw-adaptive", "--fault-events", "fail@20:5,fail@40:0-1,repair@60:5"], [*TORUS, "--routing", "sw-deterministic", "--faults", "nodes:5,15"], TORUS, [*TORUS, "--vc-policy", "shared"], [*MESH, "--routing", "odd-even"], PETERSEN, MUTE, WIDE]
THROUGHPUTS = [TORUS, [*TORUS, "--traffic", "tornado", "--effort", "1000"], [*TORUS, "--paths", "relation", "--routing", "duato", "--traffic", "tornado"],
               ["--topology", "torus:3x3", "--worst"], [*MESH, "--faults", "nodes:5"], [*MESH, "--faults", "links:0-1", "--worst"], ["--topology", "mesh:3x3", "--worst", "--effort", "1"],
               [*GRAPH, "--faults", "nodes:5"]]
FAULTS = [[*BROKEN[:2], *BROKEN[4:]], DRAWN, ["--topology", "mesh:4", "--faults", "nodes:1"]]
RELIABILITY = [["--topology", "torus:3", "--routing", "dor,sw-adaptive", "--counts", "0..2", "--lifetime", "2.5"],
               ["--topology", "torus:4", "--routing", "sw-deterministic", "--fault-kind", "links", "--counts", "2"],
               ["--topology", "torus:5x5", "--routing", "sw-deterministic,dor", "--counts", "5", "--lifetime", "3", "--sample-orders", "20"],
               ["--topology", "mesh:2x2", "--routing", "dor", "--fault-kind", "both", "--times", "0.1,1", "--lifetime", "2"],
               ["--topology", "torus:3x3", "--fault-kind", "regions", "--region", "bar2", "--repair", "1/10"],
               ["--topology", "torus:5x5" if WHOLE else "torus:6x4", "--counts", "0", "--times", "0.1", "--repair", "1/10", "--sample-orders", "5"],
               [*RING, "--counts", "0", "--repair", "1"]]  # deadlocks: it never stands
SCHEDULES = [["sweep,bytes=1,compute=2us,repeat=3", "--workload.ranks", "6"], ["all-reduce:torus,bytes=9", *TORUS]]
CONTENTIONS = [["--lcc", "transpose,scale*2", "--dims", "8", "--count"], ["--lcc", "transpose", "--dims", "64"], ["--lcc", "gather.lcc"],
               ["--lcc", "gather.lcc,gather.lcc"], ["--lcc", "transpose,reverse-flip", "--dims", "6", "--routing", "p-cube"]]
REMAPS = [["--lcc", "transpose,scale,nothing8.lcc*2", "--dims", "8"], ["--lcc", "gather.lcc"], ["--lcc", "nothing64.lcc"],
          ["--lcc", "transpose,bit-reverse", "--dims", "14", "--objective", "max-sum"], ["--lcc", "scale", "--dims", "8", "--objective", "sum-sum"]]
REVERSE = ["--side", "8", "--permutation", "reverse"]
MESHES = [REVERSE, [*REVERSE, "--algorithm", "new-merged", "--home", "register"], [*REVERSE, "--algorithm", "lumps"],
          [*REVERSE, "--algorithm", "farthest-first"], ["--side", "5", "--algorithm", "a0", "--permutation", "identity"]]
SORTS = [["--length", "9"], ["--length", "78", "--window", "all"], ["--sequence", "d1,a1,-,a2"], ["--sequence", "d1,a1,-,a2", "--window", "3"]]
COLUMNS = [["--length", "1024", "--queue", "1", "--attack", "32,8,256,1"], ["--length", "64", "--queue", "2", "--attack", "4,2,8,1"]]
OF_COMMANDS = (("simulate", SIMULATE), ("saturate", SATURATE), ("topology", TOPOLOGIES), ("loads", LOADS), ("worst-case", WORST), ("average", AVERAGES), ("optimal", OPTIMAL), ("bounds", BOUNDS), ("throughput", THROUGHPUTS),
               ("verify", VERIFY), ("faults", FAULTS), ("reliability", RELIABILITY), ("schedule", SCHEDULES), ("lcc contention", CONTENTIONS),
               ("lcc mapping", REMAPS), ("mesh run", MESHES), ("mesh row", SORTS), ("mesh column", COLUMNS), ("list", [[]]))
RUNS = [[*command.split(), *run] for command, runs in OF_COMMANDS for run in runs] + test_replay.RUNS
FAILING = [["mesh", "run", "--side", "4", "--algorithm", "lumps", "--permutation", "permutation:stuck.txt", "--queue", "1"],
           ["simulate", *TORUS, "--routing", "sw-adaptive", "--workload", "schedule:named.txt@0-1+broadcast,bytes=9@4-7", "--fault-events", "fail@2:0"],
           ["optimal", "--topology", "mesh:3x3", "--gamma-limit", "7/6", "--effort", "1"]]
WARM = ["simulate", *TORUS, *SHORT, "--routing", "sw-adaptive", "--warmup", "100"]
BRANCH = [*WARM, "--seed", "2", "--fault-events", "fail@150:5", "--resume", "warm", "--branch"]
RUNNER = "experiments/run made the result"
LARGE = {"bounds": {("/properties/split/properties/gamma_upper", "null")}}  # only networks of a thousand routers have it
SAMPLED = ["verify", "--topology", "mesh:256x256", "--routing", "o1turn", "--sample-pairs", "100000"]  # status 3: nothing is proved
CHANGING = ["--topology", "mesh:4x4", "--routing", "duato-updown", "--fault-events", "fail@20:0-1", "--reconfigure", "proved"]
CYCLES = [["verify", *RING], ["verify", *CHANGING, "--router.vc-reuse", "tail"], ["verify", *MESH, "--routing", "duato", "--router.vc-reuse", "place"], ["simulate", *RING, "--vcs", "1", "--load", "1", "--cycles", "2000", "--prove", "never"]]


def way(source, hops, mark=""):
    return " ".join([str(source), *(f"{(source + i) % 4}{mark}" for i in range(1, hops + 1))])


class SchemaTest(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in ("petersen.graph", "petersen.table"):
            self.write(name, (ROOT / "experiments" / "networks" / name).read_text())
        self.write("example.energy", (ROOT / "experiments" / "data" / "example.energy").read_text())
        self.write("two.streams", "one load=0.1 packet-length=4\ntwo load=0.001pkt traffic=transpose injection=on-off:4,0.5\n")
        self.write("sets.streams", "one load=0.1 vc-set=2 priority=3\ntwo load=0.1\n")
        self.write("often.txt", "ranks 2\nrepeat 30100\n1 compute 1\n" + "0 compute 0\n" * 1000)  # too many steps for its bounds: 1,001 x 30,100
        self.write("two.jobs", "one schedule:named.txt 0-1\ntwo all-reduce:ring,bytes=64 4-7\n")
        self.write("named.txt", "ranks 2\ngpu 1\ncollective a barrier 0\ncollective b broadcast 3\n0 compute 5 cpu 1\n0 compute 0 begins a\n0 compute 0 ends a\n"
                   "0 compute 0 begins b\n0 send 3 to 1 after 3 as s\n0 compute 0 after s ends b\n1 compute 0 as t begins b\n1 recv 3 from 0 after t as r\n"
                   "1 compute 0 after r ends b\n")
        self.write("ranks.txt", "ranks 2\n0 send 3 to 1\n1 recv 3 from 0\n")
        self.write("rates16.txt", "".join(f"{t} 1/2 {t % 2}\n" for t in range(16)))
        # One packet of 8 bytes, as the page on Netrace has it.
        self.write("one.tra", struct.pack("<If30sBBQQII8x", 0x484A5455, 1.0, b"", 16, 0, 9, 1, 0, 0) + struct.pack("<QII5B", 0, 1, 0, 1, 0, 1, 0, 0))
        self.write("identity.txt", "".join(f"{i}\n" for i in range(16)))
        self.write("swap.txt", "2\n1\n0\n3\n")
        stuck = list(range(16))
        for a, b in ((12, 3), (13, 10), (14, 7)):
            stuck[a], stuck[b] = b, a
        self.write("stuck.txt", "".join(f"{i}\n" for i in stuck))
        self.write("pair.graph", "0 1\nterminals 0 2\nterminals 1 0\n")
        self.write("none.table", "")
        self.write("wide.graph", "0 > 1 2\n1 > 2 1/2\n2 > 0\n")
        self.write("wide.table", "1: 0 1\n1: 0 1 2\n1: 1 2\n1: 1 2 0\n1: 2 0\n1: 2 0 1\n")
        # Two ways a pair, shares with denominators whose product is beyond 2^53.
        self.write("triangle.graph", "0 1\n1 2\n2 0\n")
        primes = (999983, 999979, 999961, 999959, 999953, 999931)
        pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
        for name, n in (("gather.lcc", 64), ("nothing64.lcc", 64), ("nothing8.lcc", 8)):
            self.write(name, ("0" * n + "\n") * n + "\n" + "0" * n + "\n")
        self.write("skewed.table", "".join(f"1: {a} {b}\n{p - 1}: {a} {3 - a - b} {b}\n" for p, (a, b) in zip(primes, pairs)))
        self.write("direct.table", "".join(f"1: {a} {b}\n" for a, b in pairs))
        self.write("ring.graph", "".join(f"{i} > {(i + 1) % 4}\n" for i in range(4)))
        self.write("ring.table", "".join(f"1: {way(source, hops, '@0')}\n" for source in range(4) for hops in (1, 2, 3)))

    def result(self, run, status=0):
        done = self.run_program([*run, "--json", "-"])
        result = json.loads(done.stdout)
        status = int(not result["decided"]) if run[0] == "saturate" else status
        self.assertEqual(done.returncode, status, f"{run}: {done.stderr.decode()}")
        self.assertEqual(schemas.broken(result), [], run)
        self.assertEqual(schemas.name_of(result), "-".join(command_of(run)))
        return result


class Results(SchemaTest):
    def test_they_keep_their_schemas_and_show_every_key_and_type(self):
        missing = {name: schemas.wanted(schema) for name, schema in SCHEMAS.items()}
        results = [self.result(run) for run in RUNS] + [self.result(run, status=1) for run in FAILING] + [self.result(SAMPLED, status=3)]
        listed = next(result for result in results if schemas.name_of(result) == "list")
        if "table.classes" in listed["commands"]["verify"]["options"]:
            results += [self.result(run, status=1) for run in CYCLES]
            unreached = {}
        else:  # no routing of the program's own has a cycle
            unreached = {name: f"/properties/{key}" for name, key in (("simulate", "deadlock"), ("verify", "cycle"))}
        self.assertEqual(self.run_program([*WARM, "--checkpoint", "warm", "--checkpoint-at", "warmup"]).returncode, 75)
        results.append(self.result(BRANCH))
        self.good("loads", *TORUS, "--json", "loads.json")
        results.append(json.loads((self.folder / "loads.json.provenance.json").read_text()))
        self.assertEqual(schemas.broken(results[-1]), [])
        for result in results:
            name = schemas.name_of(result)
            missing[name] -= schemas.shown(SCHEMAS[name], result)
        for name, places in missing.items():
            left = {(place, kind) for place, kind in places if not place.startswith(unreached.get(name, "no place"))}
            if not WHOLE:
                left -= LARGE.get(name, set())
            if name == "provenance":  # what the runner adds (tests/experiments/test_store.py)
                left = {(place, kind) for place, kind in left if SCHEMAS[name]["properties"][place.split("/")[-1]].get("only_when") != RUNNER}
            self.assertEqual(left, set(), f"{name}: no run has these")

    def test_what_does_not_belong_is_seen(self):
        result = self.result(["simulate", *TORUS, *SHORT])
        for change in (lambda r: r.update(more=1), lambda r: r.pop("flit_hops"), lambda r: r.update(flit_hops=-1), lambda r: r.update(flit_hops=1.5),
                       lambda r: r.update(accepted=None), lambda r: r["latency"].update(p42=1), lambda r: r["per_terminal"][3].pop("backlog"),
                       lambda r: r["bounds"].update(ideal_throughput_exact="1.5"), lambda r: r.update(deadlock=[]), lambda r: r.update(saturated=0),
                       lambda r: r["options"].update(vcs=4), lambda r: r.update(schema="dateline.simulate/1")):
            other = copy.deepcopy(result)
            change(other)
            self.assertEqual(len(schemas.broken(other)), 1)

    def test_there_is_a_schema_for_each_command_and_for_the_provenance(self):
        listed = json.loads(self.good("list", "--json", "-"))["commands"]
        self.assertEqual(set(SCHEMAS), {*(name.replace(" ", "-") for name in listed), "provenance"})


class Form(unittest.TestCase):
    """Of the schemas: of draft 2020-12; each key described, numbers with a unit, null with when, objects closed."""

    def nodes(self, node, where):
        yield node, where
        for kind in ("properties", "patternProperties", "$defs"):
            for key, child in node.get(kind, {}).items():
                yield from self.nodes(child, f"{where}.{key}")
        if "items" in node:
            yield from self.nodes(node["items"], where + "[]")

    def test_every_key_says_what_it_is(self):
        for name, schema in SCHEMAS.items():
            jsonschema.Draft202012Validator.check_schema(schema)
            self.assertEqual(schema["$schema"], jsonschema.Draft202012Validator.META_SCHEMA["$schema"])
            for node, where in self.nodes(schema, name):
                if "$ref" in node:
                    continue
                if "anyOf" in node:
                    self.assertEqual(([set(n) for n in node["anyOf"]], "null_when" in node), ([{"$ref"}, {"type"}], True), where)
                    continue
                types = node["type"] if isinstance(node["type"], list) else [node["type"]]
                self.assertTrue(node["description"], where)
                self.assertEqual("null" in types, "null_when" in node, where)
                if {"integer", "number"} & set(types) or "pattern" in node and "/" in node["pattern"]:
                    self.assertTrue(node["unit"], where)
                if "object" in types:
                    self.assertIs(node["additionalProperties"], False, where)
                    optional = {key for key, child in node.get("properties", {}).items() if "only_when" in child}
                    self.assertEqual(set(node.get("required", [])), set(node.get("properties", {})) - optional, where)

    def test_pages_lead_to_them(self):
        for page, link in (("docs/guide/results.md", "](../schemas/)"), ("README.md", "](docs/schemas/)")):
            self.assertTrue(link in (ROOT / page).read_text(encoding="utf-8"), page)


if __name__ == "__main__":
    unittest.main()
