#!/usr/bin/python3
"""Tiles that execute several cycles between two synchronisations, over channels of several cycles (docs/reference/tiles.md): the bytes of one
tile, and how often tiles synchronise, which the summary says."""
import pathlib
import random
import re
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import ProgramTest, sample  # noqa: E402

CUTS = ((2, 1), (2, 2), (3, 2), (8, 3))  # tiles, threads
SAID = re.compile(r"^tiles .* between tiles, synchronised every (?:cycle|([0-9.]+) cycles), ", re.M)
RING = {"--topology": "torus:8", "--router.channel-latency": "4", "--load": "0.2", "--packet-length": "4", "--buffer-depth": "4"}
NETWORKS = (("torus:4x4", "dor"), ("torus:3x3x3", "dor"), ("mesh:4x3", "dor"), ("torus:5x4", "duato"), ("hypercube:4", "valiant"),
            ("dragonfly:2,4,2", "ugal"), ("fattree:3,3", "nca-random"), ("mesh:4x4", "west-first"))


def ring(own):
    """The ring's options with others of its own; None: without."""
    return [str(word) for option, value in {**RING, **own}.items() if value is not None for word in (option, value)]


def drawn(draw):
    """(options, most cycles between two synchronisations)"""
    topology, routing = draw.choice(NETWORKS)
    latency = draw.randint(2, 10)
    credit = draw.choice(("auto", str(draw.randint(2, 10))))
    options = ["--topology", topology, "--routing", routing, "--vcs", "6",
               "--router.channel-latency", str(latency), "--router.credit-latency", credit,
               "--load", str(draw.choice((0.05, 0.2, 0.6))), "--packet-length", draw.choice(("1", "5", "1..9", "1@0.8,20@0.2")),
               "--buffer-depth", str(draw.randint(1, 12)),
               "--router.vc-reuse", draw.choice(("atomic", "whole", "whole" if routing == "duato" else "tail")),
               "--router.ejection", draw.choice(("ideal", "channel")), "--injection", draw.choice(("poisson", "bernoulli", "on-off:4,0.8")),
               "--cycles", draw.choice(("300", "1000", "1777", "auto")), "--warmup", draw.choice(("0", "77", "auto", "detect")),
               "--seed", str(draw.randrange(1000)), "--out", "channels=channels.csv"]
    if options[options.index("--cycles") + 1] == "auto":
        options[options.index("--warmup") + 1] = "auto"
    else:
        options += draw.choice(([], ["--windows", "7"], ["--out", "histogram=histogram.csv"], ["--out", "pair-latency=pairs.csv"]))
    options += draw.choice(([], ["--router.crossbar", "per-port"], ["--router.pipeline", "2"], ["--router.routing-delay", "2"], ["--nic-ports", "2"]))
    return options, min(latency, latency if credit == "auto" else int(credit))


class Stretches(ProgramTest):
    def results(self, options, *cut):
        """(bytes of JSON and CSV files, cycles between two synchronisations)"""
        said = self.run_program(["simulate", *options, *cut, "--json", "result.json"])
        self.assertIn(said.returncode, (0, 1), said.stderr.decode())
        names = [path for path in self.folder.iterdir() if path.suffix in (".json", ".csv", ".trace", ".packets")]
        files = {path.name: path.read_bytes() for path in names if "provenance" not in path.name}
        for path in names:
            path.unlink()
        found = SAID.search(said.stdout.decode())
        return said.returncode, files, found and float(found[1] or 1)

    def test_drawn_runs_have_the_bytes_of_one_tile(self):
        draw = random.Random(29)
        for number in range(sample(60, 6)):
            options, most = drawn(draw)
            status, files, said = self.results(options)
            self.assertIsNone(said)
            self.assertGreater(len(files), 1)
            for tiles, threads in CUTS:
                with self.subTest(number=number, options=" ".join(options), tiles=tiles, threads=threads):
                    cut = self.results(options, "--tiles", tiles, "--threads", threads)
                    self.assertEqual(cut[:2], (status, files))
                    self.assertLessEqual(cut[2], most)
                    self.assertGreater(cut[2], 1)

    def test_most_of_a_window_goes_by_in_stretches_of_the_latency(self):
        # 1,000 cycles in stretches of 4 and 8; then a drain of some dozen cycles, one by one.
        for latency, lowest in ((4, 3.3), (8, 5.0)):
            said = self.results(ring({"--router.channel-latency": latency, "--warmup": "0", "--cycles": "1000"}), "--tiles", "2")[2]
            self.assertTrue(lowest < said <= latency, said)

    def test_what_looks_into_the_network_or_ends_by_deliveries_goes_cycle_by_cycle(self):
        self.write("some.streams", "a load=0.1\nb load=0.05 packet-length=2\n")
        cases = {
            "deliveries": {"--deliveries": "300", "--warmup": "30"},
            "a wanted interval": {"--until-ci": "50%"},
            "a failure": {"--fault-events": "fail@100:1-2", "--topology": "torus:4x4", "--routing": "updown"},
            "packets that err": {"--flit-error": "0.001", "--router.error-detection": "end-to-end", "--retransmit": "50"},
            "links that try again": {"--flit-error": "0.001"},
            "a trace of flits": {"--out": "trace=run.trace"},
            "a recorded trace": {"--out": "record=run.packets"},
            "streams": {"--traffic": "streams:some.streams", "--load": None, "--packet-length": None},
            "credits of one cycle": {"--router.credit-latency": "1"},
            "absorption": {"--routing": "sw-deterministic", "--topology": "torus:4x4", "--faults": "links:0-1"},
            "a workload": {"--workload": "all-reduce:ring,bytes=64", "--load": None, "--packet-length": None, "--cycles": None},
        }
        for name, own in cases.items():
            with self.subTest(name):
                options = ring({"--cycles": "300", **own} if "--deliveries" not in own else own)
                one = self.results(options)
                self.assertEqual(self.results(options, "--tiles", "2", "--threads", "2"), (*one[:2], 1))


if __name__ == "__main__":
    unittest.main()
