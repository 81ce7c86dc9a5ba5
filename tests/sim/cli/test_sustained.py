"""The highest loads that every source of a hypercube sustains (docs/guide/hypercube-routings.md), against values found elsewhere by a rule of their own: a source falls behind whose queue
grows in the window by more than max(10 packets, 5% of what it generated)."""

import json
import unittest

from program import ROOT, ProgramTest, sample

EXPECTED = json.loads((ROOT / "tests" / "data" / "hypercube-mapping.json").read_text())["sustained"]
LENGTH = 20


class Sustained(ProgramTest):
    def test_loads_are_sustained_where_they_should_be_and_not_beyond(self):
        wanted = [(traffic, routing, loads) for traffic, routings in EXPECTED["values"].items() for routing, loads in routings.items()]
        self.assertEqual(len(wanted), 21)
        for traffic, routing, (sustained, beyond) in sample(wanted, 1):
            with self.subTest(traffic=traffic, routing=routing):
                self.assertTrue(self.sustains(traffic, routing, sustained * (1 - EXPECTED["tolerance"])))
                self.assertFalse(self.sustains(traffic, routing, beyond * (1 + EXPECTED["tolerance"])))

    def sustains(self, traffic, routing, load):
        """By the rule above; the window's beginning is the end of another whose sources draw the same."""
        begin = self.sources(traffic, routing, load, 0, EXPECTED["warmup"])
        end = self.sources(traffic, routing, load, EXPECTED["warmup"], EXPECTED["cycles"])
        growths = [(after["backlog"] - before["backlog"], after["offered"] * EXPECTED["cycles"] / LENGTH) for before, after in zip(begin, end)]
        return all(growth <= max(10, 0.05 * generated) for growth, generated in growths)

    def sources(self, traffic, routing, load, warmup, cycles):
        run = ["simulate", "--topology", "hypercube:8", "--traffic", traffic, "--routing", routing, "--vcs", "1", "--buffer-depth", "2",
               "--router.ejection", "channel", "--router.vc-selection", "lowest", "--packet-length", str(LENGTH), "--load", f"{load:.6f}"]
        return json.loads(self.good(*run, "--warmup", str(warmup), "--cycles", str(cycles), "--json", "-"))["per_terminal"]


if __name__ == "__main__":
    unittest.main()
