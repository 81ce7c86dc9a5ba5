#!/usr/bin/python3
"""What an experiment file names and cannot find is refused before anything runs, with its line and the nearest name; nothing else is."""

import unittest
from pathlib import Path

from support import STANDIN, TOP
from runner import yaml_tree
from runner.errors import UsageError
from runner.format import named_values, spec, validate
from runner.planning import plan
from runner.running.simulator import Simulator

PARTS = """\
parts:
  exact:
    command: loads
    options: {topology: torus:8x8, routing: dor}
    grid: {traffic: [uniform, tornado]}
    columns: [gamma_max, capacity_load / gamma_max]
  simulated:
    command: simulate
    options: {topology: torus:8x8, routing: dor}
    grid: {traffic: [uniform, tornado], load: [0.1, 0.2]}
  searched:
    command: simulate
    options: {topology: torus:8x8, routing: dor}
    grid: {traffic: [uniform, tornado]}
    search: {resolution: 0.1}
  best:
    command: optimal
    options: {topology: torus:5x5}
"""
PATHS = {"simulate": ("latency.mean", "latency.ci95", "per_terminal.backlog.mean", "per_terminal[3].backlog", "per_terminal.count", "bounds.ideal_throughput_exact",
                      "faults.nodes.count", "accepted", "options.load"),
         "loads": ("gamma_max", "channels[from=0,to=1].load", "channels.load", "channels.count"), "optimal": ("points[-1].gamma_max", "best_minimal.locality")}
NOWHERE = {"simulate": ("latency.men", "latency.mean.mean", "per_terminal.backlg.mean", "accepted.mean", "per_terminal[3].x", "faults.nodes.sum", "load", ""),
           "loads": ("gamma", "channels[0].flits", "gamma_max[0]"), "optimal": ("points.x", "best_minimal[0]")}


class Values(unittest.TestCase):
    catalogue = None

    def setUp(self):
        if Values.catalogue is None:
            Values.catalogue = Simulator(STANDIN, TOP).catalogue()

    def message(self, text):
        """What is said of an experiment; "" if it is taken."""
        try:
            experiment = spec.Reader("f").experiment(yaml_tree.parse(text, "f"), "f")
            validate.validate(experiment, plan.plans(experiment, experiment.parts.values(), self.catalogue, Path("/")))
        except UsageError as error:
            return str(error)
        return ""

    def test_paths_lead_where_the_schemas_say(self):
        for command, paths in PATHS.items():
            for path in paths:
                self.assertTrue(named_values.forms_at(named_values.schema_of(command), path), (command, path))
        for command, paths in NOWHERE.items():
            for path in filter(None, paths):
                self.assertEqual(named_values.forms_at(named_values.schema_of(command), path), [], (command, path))

    def test_what_can_be_found_is_taken(self):
        for entry in ("figures: [{kind: curves, part: simulated, x: load, y: latency.mean, by: traffic}]",
                      "figures: [{kind: curves, part: simulated, x: offered, y: accepted / load, by: traffic}]",
                      "figures: [{kind: curves, part: searched, x: ideal, y: (knee.mean - sustained) / max, by: traffic}]".replace(" / max", " / 2"),
                      "figures: [{kind: curves, part: best, list: points, x: mean_hops, y: gamma_max, by: topology}]",
                      "figures: [{kind: curves, part: simulated, x: traffic, y: accepted, by: load}]",
                      "figures: [{kind: heat, part: simulated, x: traffic, y: load, value: accepted}]",
                      "figures: [{kind: bars, part: simulated, x: verdict, y: accepted, by: [traffic, load]}]".replace("[traffic, load]", "load"),
                      "tables: [{part: simulated, rows: traffic, columns: load, value: exact.gamma_max * load}]",
                      "tables: [{part: exact, list: channels, columns: [from, to, load]}]",
                      "printed: [{part: exact, at: {traffic: uniform}, value: nodes / gamma_max, printed: 1}]",
                      "checks: [{part: simulated, value: \"'tornado'\", equals: traffic}]"):
            self.assertEqual(self.message(f"{PARTS}{entry}\n"), "", entry)

    def test_what_cannot_be_found_is_refused_with_the_nearest_name(self):
        for entry, words in (
                ("figures: [{kind: curves, part: simulated, x: load, y: latency.men, by: traffic}]", "simulate has no value 'latency.men' (nearest: latency.mean)"),
                ("figures: [{kind: curves, part: simulated, x: load, y: acepted / load, by: traffic}]", "simulate has no value 'acepted' (nearest: accepted)"),
                ("figures: [{kind: curves, part: simulated, x: lod, y: accepted, by: traffic}]", "simulate has no value 'lod' (nearest: load)"),
                ("figures: [{kind: curves, part: simulated, x: load, y: latency, by: traffic}]", "'latency' is several values of simulate (nearest: latency.mean)"),
                ("figures: [{kind: heat, part: simulated, x: traffic, y: load, value: routing}]", "'value' is a number, and 'routing' is dor"),
                ("figures: [{kind: heat, part: simulated, x: trafic, y: load, value: accepted}]", "no value 'trafic' (nearest: traffic)"),
                ("figures: [{kind: bars, part: simulated, x: traffic, y: accept, by: load}]", "no value 'accept' (nearest: accepted)"),
                ("figures: [{kind: curves, part: simulated, at: {load: 0.1}, x: nodes, y: routing, by: traffic}]", "'y' is a number, and 'routing' is dor"),
                ("figures: [{kind: curves, part: simulated, x: load, y: accepted, by: trafic}]", "simulate has no option 'trafic' (nearest: traffic)"),
                ("figures: [{kind: curves, part: searched, x: ideal, y: sustaind, by: traffic}]", "saturate has no value 'sustaind' (nearest: sustained)"),
                ("figures: [{kind: curves, part: searched, x: ideal, y: latency.mean, by: traffic}]", "saturate has no value 'latency.mean'"),
                ("figures: [{kind: curves, part: best, list: points, x: mean_hop, y: gamma_max}]", "the elements of 'points' have no 'mean_hop' (nearest: mean_hops)"),
                ("figures: [{kind: curves, part: best, list: point, x: mean_hops, y: gamma_max}]", "optimal has no value 'point' (nearest: points)"),
                ("figures: [{kind: reached, part: searched, ideal: ideal, measured: sustained, by: routing, markers: trafic}]", "no option 'trafic'"),
                ("figures: [{kind: curves, x: load, y: latency.mean, panels: [{part: simulated, y: accept}], curves: [{label: a, at: {traffic: uniform}}]}]",
                 "no value 'accept' (nearest: accepted)"),
                ("tables: [{part: simulated, rows: traffic, columns: load, value: exact.gama_max}]", "loads has no value 'gama_max' (nearest: gamma_max)"),
                ("tables: [{part: simulated, rows: trafic, columns: load, value: accepted}]", "simulate has no value 'trafic' (nearest: traffic)"),
                ("tables: [{part: exact, list: channels, columns: [from, lod]}]", "the elements of 'channels' have no 'lod' (nearest: load)"),
                ("printed: [{part: exact, at: {traffic: uniform}, value: gamma_mx, printed: 1}]", "loads has no value 'gamma_mx' (nearest: gamma_max)"),
                ("checks: [{part: exact, value: througput, at-most: 1}]", "loads has no value 'througput' (nearest: throughput)"),
                ("claims: [{claim: a, tests: [{part: exact, value: througput, more-than: 1}]}]", "loads has no value 'througput' (nearest: throughput)")):
            said = self.message(f"{PARTS}{entry}\n")
            self.assertIn(words, said)
            self.assertTrue(said.startswith("f:19: "), said)
        said = self.message(PARTS.replace("columns: [gamma_max, capacity_load / gamma_max]", "columns: [gamma_max, capacity / gamma_max]"))
        self.assertEqual(said, "f:6: loads has no value 'capacity' (nearest: capacity_load)")

    def test_a_command_without_a_schema_is_taken_at_its_word(self):
        own = named_values.SCHEMAS
        named_values.SCHEMAS = Path("/nowhere")
        named_values.schema_of.cache_clear()
        try:
            self.assertEqual(self.message(f"{PARTS}figures: [{{kind: curves, part: simulated, x: load, y: anything, by: traffic}}]\n"), "")
        finally:
            named_values.SCHEMAS = own
            named_values.schema_of.cache_clear()


if __name__ == "__main__":
    unittest.main()
