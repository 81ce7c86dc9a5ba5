#!/usr/bin/python3
"""What the golden hashes notice, and what they leave alone; that the dice are splitmix64; that sets and files are legal and the same each time."""
import copy
import json
import unittest

import files
import result
from dice import Dice
from networks import GRAPHS, Network
from option_sets import COUNT, LENGTHS, RARE, STEPS, option_sets

SUMMARY = {"mean": 9.5, "stddev": 2.25, "ci95": None, "ci95_low": None, "ci95_high": None, "min": 7, "max": 17, "p50": 9, "p90": 13, "p95": 14, "p99": 16, "p999": 17}
RESULT = {
    "schema": "dateline.simulate/2", "version": "0.1.0", "result_version": 1, "options": {"vcs": "4"}, "seed": 18446744073709551615, "offered": 0.2,
    "accepted": 0.25, "accepted_min": 0.0, "overloaded": None, "verdict": "sustained", "saturated": False, "overload_excluded": 0.05, "cycles": 300, "simulated_cycles": 343,
    "packets": {"generated": 5, "delivered": 4, "measured": 3, "lost": 0, "retransmitted": 0, "in_flight": 1},
    "latency": SUMMARY, "network_latency": SUMMARY, "hops": SUMMARY, "flit_hops": 20,
    "absorbed": {"total": 0, "reverse": 0, "orthogonal": 0, "last_resort": 0, "intermediate": 0},
    "bounds": {"zero_load_latency": 8.5, "zero_load_latency_exact": "17/2",
               "ideal_throughput": 1.5, "ideal_throughput_exact": "3/2", "model_latency": None},
    "proof": "deadlock-free", "completion_cycle": None,
    "deadlock": [{"source": 1, "destination": 2, "sequence": 0, "at": 3, "waits_for": "3->4", "vcs": [0, 1], "text": "packet 1"}],
    "per_terminal": [{"offered": 0.2, "accepted": 0.2, "backlog": 0}, {"offered": 0.3, "accepted": 0.3, "backlog": 1}],
}
TABLE = "from,to,dimension,sign,packets,flits,utilisation\n0,1,0,1,3,15,0.05\n0,3,0,-1,7,34,0.1\n"
LEFT_OUT = {("version",), ("options", "vcs"), ("bounds", "model_latency")}


def digest(value, table=TABLE, status=0):
    return result.digest(result.held(status, json.dumps(value), table))


def leaves(value, path=()):
    """Paths to every single value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path
        return
    for key, item in inner:
        yield from leaves(item, (*path, key))


def changed(path, change):
    value = copy.deepcopy(RESULT)
    place = value
    for key in path[:-1]:
        place = place[key]
    change(place, path[-1])
    return value


class WhatIsHeld(unittest.TestCase):
    def test_every_value_of_today_but_three_is_held(self):
        for path in leaves(RESULT):
            with self.subTest(path):
                other = changed(path, lambda place, key: place.__setitem__(key, "another"))
                self.assertEqual(digest(other) == digest(RESULT), path in LEFT_OUT)

    def test_a_key_that_goes_is_noticed(self):
        for path in leaves(RESULT):
            with self.subTest(path):
                self.assertEqual(digest(changed(path, lambda place, key: place.pop(key))) == digest(RESULT), path in LEFT_OUT)

    def test_new_keys_at_any_depth_and_new_columns_anywhere_leave_the_hash_alone(self):
        more = copy.deepcopy(RESULT)
        for place in (more, more["options"], more["packets"], more["hops"], more["bounds"], more["deadlock"][0], *more["per_terminal"]):
            place["new"] = 1
        self.assertEqual(digest(more), digest(RESULT))
        wider = "new," + "\n7,".join(TABLE.splitlines()) + "\n"
        self.assertEqual(digest(RESULT, wider.replace("flits", "flits,newer").replace(",15,", ",15,0,").replace(",34,", ",34,0,")), digest(RESULT))

    def test_every_cell_of_the_table_is_held_and_so_are_its_rows(self):
        for old, new in (("0,1,0,1", "1,1,0,1"), (",3,15", ",4,15"), (",34,", ",35,"), ("0.1\n", "0.10\n"), ("utilisation", "use"),
                         ("0,1,0,1,3,15,0.05\n", "")):
            self.assertIn(old, TABLE)
            self.assertNotEqual(digest(RESULT, TABLE.replace(old, new, 1)), digest(RESULT))
        self.assertNotEqual(digest(RESULT, None), digest(RESULT))

    def test_the_status_is_held_and_of_a_refusal_nothing_else(self):
        self.assertNotEqual(digest(RESULT, status=1), digest(RESULT))
        self.assertEqual(result.digest(result.held(2, None, None)), result.digest(result.held(2, "", TABLE)))

    def test_differences_name_the_key_and_both_values(self):
        other = changed(("per_terminal", 1, "backlog"), lambda place, key: place.__setitem__(key, 4))
        found = result.differences(result.held(0, json.dumps(RESULT), TABLE), result.held(0, json.dumps(other), TABLE))
        self.assertEqual(found, ['json.per_terminal[1].backlog: "1", "4"'])


class Sets(unittest.TestCase):
    def test_the_dice_are_splitmix64(self):
        dice = Dice("any")
        dice.state = 1234567  # the first words of the reference implementation from this state
        self.assertEqual([dice.word() for _ in range(3)], [6457827717110365317, 3203168211198807973, 9817491932198370423])

    def test_the_sets_are_the_same_each_time_and_differ_from_each_other(self):
        lines = [" ".join(s.arguments("own")) + s.config_file() for s in option_sets()]
        self.assertEqual(lines, [" ".join(s.arguments("own")) + s.config_file() for s in option_sets()])
        self.assertEqual(len(set(lines)), COUNT)
        self.assertLess(len(STEPS) * len(LENGTHS), COUNT - RARE - 100)  # room for longer runs

    def test_a_permutation_file_holds_every_node_once_and_a_path_of_a_table_follows_channels(self):
        for nodes in (2, 9, 64):
            self.assertEqual(sorted(int(line) for line in files.content(f"permutation-{nodes}-1").splitlines()[1:]), list(range(nodes)))
        for name in GRAPHS:
            network = Network(f"graph:{name}")
            for line in files.content(f"table-graph.{name}-2").splitlines():
                nodes = [int(word) for word in line.split(":")[1].split()]
                for a, b in zip(nodes, nodes[1:]):
                    self.assertIn(b, network.neighbours(a))


if __name__ == "__main__":
    unittest.main()
