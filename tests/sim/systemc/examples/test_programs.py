#!/usr/bin/python3
"""Programs with routers of their own (docs/extend/router-systemc.md): they have all that dateline has, and what a router that keeps the rules computes is
dateline's, byte for byte. DATELINE names dateline, DATELINE_EXAMPLES the folder of the other programs."""
import csv
import io
import json
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.append(str(ROOT / "tests" / "sim" / "cli"))
import vcd  # noqa: E402
from program import PROGRAM, ProgramTest  # noqa: E402

EXAMPLES = pathlib.Path(os.environ.get("DATELINE_EXAMPLES") or pathlib.Path(PROGRAM).parent)
MESH = ["simulate", "--topology", "mesh:4x4", "--vcs", "1"]
BUFFERLESS = [*MESH, "--buffer-depth", "2", "--packet-length", "1", "--router.vc-reuse", "tail"]


TREE = """\
network (sc_module)
  scheduler (sc_module)
    tick (sc_method_process)
  router_0 (sc_module, a router of the core)
    out[0] -> network.router_1.in, port 1
    in[0] <- network.router_1.out, port 1
  router_1 (sc_module, an external router)
    out[0] -> network.router_0.in, port 0
    out[1] -> network.interface_1.from_router
    in[0] <- network.router_0.out, port 0
    in[1] <- network.interface_1.to_router
    tick (sc_method_process)
  interface_1 (sc_module)
    to_router[0] -> network.router_1.in
    from_router[0] <- network.router_1.out
    packets (sc_export)
    sink -> nothing
"""


class Example(ProgramTest):
    program = None

    def run_example(self, *arguments, status=0):
        done = self.run_program(arguments, program=EXAMPLES / self.program)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done

    def refusal(self, *arguments):
        """The one line that it says."""
        done = self.run_example(*arguments, status=2)
        [line] = done.stderr.decode().splitlines()
        self.assertEqual(done.stdout, b"")
        return line


    def same_bytes(self, *options):
        """As dateline computes with its own routers."""
        files = ["--out", "channels=c.csv", "--out", "histogram=h.csv", "--json", "r.json"]
        window = [] if "--workload" in options else ["--cycles", "600"]
        found = []
        for program in (PROGRAM, EXAMPLES / self.program):
            done = self.run_program([*options, *window, *files], program=program)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            rows = list(csv.DictReader(io.StringIO((self.folder / "c.csv").read_text())))
            for row in rows:
                del row["head_blocked"]  # which a router that reports nothing leaves out
            found.append([rows, *((self.folder / name).read_bytes() for name in ("h.csv", "r.json"))])
        self.assertEqual(found[0], found[1], options)


class OwnRouter(Example):
    program = "own_router"

    def test_a_router_that_keeps_the_rules_gives_the_core_s_bytes(self):
        for options in (["--load", "0.3", "--packet-length", "5"], ["--load", "0.9", "--packet-length", "1"], ["--workload", "permutation:transpose"],
                        ["--load", "0.2", "--external", "5", "--injection", "bernoulli"], ["--load", "0.4", "--external", "half:3"]):
            self.same_bytes(*MESH, *options)

    def test_all_its_routers_are_external_unless_some_are_named(self):
        run = [*MESH, "--load", "0.2", "--cycles", "200"]
        self.assertIn(b"16 of 16 forwarded", self.run_example(*run).stdout)
        self.assertIn(b"2 of 16 forwarded", self.run_example(*run, "--external", "3,12").stdout)
        self.assertIn(b"16 of 16 forwarded", self.run_example(*run, "--external", "stall=5000").stdout)

    def test_what_it_is_not_made_for_is_refused_in_one_line(self):
        self.assertRegex(self.refusal(*MESH[:3], "--load", "0.2", "--vcs", "2"), r"^dateline: network\.router_\d+: vcs is not this router's; allowed: 1$")
        self.assertIn("is no mesh", self.refusal("simulate", "--topology", "torus:4x4", "--vcs", "2", "--load", "0.2"))
        self.assertIn("allowed: simulate", self.refusal("saturate", "--topology", "mesh:4x4"))
        self.assertIn("command", self.refusal("simulat"))

    def test_signals_at_its_links_are_in_the_waveform(self):
        """One packet of three flits from 0 to 2, over router 1. It crosses the injection channel from cycle 0 on, the channel to router 1 from cycle 1
        on, and is there, and goes on, from cycle 2 on."""
        self.write("one.csv", "cycle,source,destination,flits\n0,0,2,3\n")
        run = ["simulate", "--topology", "mesh:3", "--vcs", "1", "--workload", "trace:one.csv", "--out", "vcd=o.vcd,routers=1"]
        self.run_example(*run)
        values = vcd.by_cycle((self.folder / "o.vcd").read_text(), 8)
        for signal, cycles in {"in_1.valid": [2, 3, 4], "in_1.credits": [2, 3, 4], "out_0.valid": [2, 3, 4], "in_0.valid": [], "in_t1.valid": []}.items():
            name = "SystemC.network.node_1." + signal
            self.assertEqual([t for t, now in enumerate(values) if now[name]], cycles, signal)
        self.assertEqual([values[t]["SystemC.network.node_1.out_0.flit"] for t in (2, 3, 4)], [0, 1, 2])
        self.assertEqual([values[t]["SystemC.network.node_1.out_0.tail"] for t in (2, 3, 4)], [0, 0, 1])
        self.assertIn("SystemC.network.node_1.clock", values[0])

    def test_the_tree_has_every_module_and_binding(self):
        """Of two nodes: port 0 of node 0 leads to node 1, and arrives at its port 1."""
        tree = self.run_example("simulate", "--topology", "mesh:2", "--vcs", "1", "--load", "0.1", "--cycles", "50", "--external", "1",
                                "--out", "tree=-").stdout.decode()
        self.assertEqual(tree, TREE)


@unittest.skipUnless((EXAMPLES / "own_rtl").exists(), "built where Verilator is")
class OwnRtl(Example):
    """Verilog in five lines (docs/extend/router-verilog.md)."""
    program = "own_rtl"
    MACHINE = [*MESH, "--buffer-depth", "2", "--router.vc-selection", "lowest"]

    def test_the_verilog_router_gives_the_core_s_bytes(self):
        for options in (["--load", "0.3", "--packet-length", "5"], ["--load", "0.9", "--packet-length", "1", "--external", "5"],
                        ["--workload", "permutation:transpose"], ["--load", "0.2", "--external", "half:3", "--injection", "bernoulli"]):
            self.same_bytes(*self.MACHINE, *options)

    def test_what_it_is_not_built_for_is_refused_in_one_line(self):
        self.assertIn("buffer-depth", self.refusal(*MESH, "--buffer-depth", "3", "--load", "0.2"))


class Deflection(Example):
    program = "deflection"

    def test_two_flits_want_one_channel_and_the_younger_makes_a_detour(self):
        """Both are at node 4 of a 3x3 mesh in the same cycle, on their way to 7: the older takes two hops and h + M + 1 = 4 cycles; the other goes by a
        neighbour and back, two hops more."""
        self.write("both.csv", "cycle,source,destination,flits\n0,1,7,1\n0,3,7,1\n")
        text = self.run_example("simulate", "--topology", "mesh:3x3", "--vcs", "1", "--buffer-depth", "2", "--router.vc-reuse", "tail",
                                "--workload", "trace:both.csv", "--out", "pair-latency=p.csv").stdout.decode()
        rows = {(row["source"], row["destination"]): float(row["mean"]) for row in csv.DictReader(io.StringIO((self.folder / "p.csv").read_text()))}
        self.assertEqual(rows, {("1", "7"): 4, ("3", "7"): 6})
        self.assertIn("forwarded 6 flits, 1 deflection\n", text)

    def test_every_packet_is_delivered_and_only_detours_cost(self):
        results = {}
        for load in ("0.01", "0.4"):
            self.run_example(*BUFFERLESS, "--load", load, "--cycles", "2000", "--json", "r.json")
            results[load] = json.loads((self.folder / "r.json").read_text())
            messages = results[load]["packets"]
            self.assertEqual(messages["generated"], messages["delivered"] + messages["in_flight"])
            self.assertEqual(results[load]["latency"]["min"], 3)  # one hop: h + M + 1
        self.assertLess(results["0.01"]["hops"]["mean"], results["0.4"]["hops"]["mean"])
        self.assertGreater(results["0.4"]["accepted"], 0.38)

    def test_what_it_is_not_made_for_is_refused_in_one_line(self):
        self.assertIn("vc-reuse", self.refusal(*MESH, "--buffer-depth", "2", "--packet-length", "1", "--load", "0.2"))
        self.assertIn("packet-length", self.refusal(*MESH, "--buffer-depth", "2", "--packet-length", "4", "--router.vc-reuse", "tail", "--load", "0.2"))


if __name__ == "__main__":
    unittest.main()
