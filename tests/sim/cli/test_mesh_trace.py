#!/usr/bin/python3
"""The trace of dateline mesh run, which shows from outside that the machine keeps its rules and that packets keep to their paths."""
import csv
import io
import json
import unittest

from program import ProgramTest

SIDE = 16


def mesh(algorithm, permutation, *rest):
    return ["mesh", "run", "--side", SIDE, "--algorithm", algorithm, "--permutation", permutation, *rest]


def transposed(node):
    return node % SIDE * SIDE + node // SIDE


def leg(path, row, column):
    """Goes on from the end of a path, straight to (row, column)."""
    i, j = divmod(path[-1], SIDE)
    while (i, j) != (row, column):
        i += (row > i) - (row < i)
        j += (column > j) - (column < j)
        path.append(i * SIDE + j)


def row_then_column(source, to):
    path = [source]
    leg(path, source // SIDE, to % SIDE)
    leg(path, to // SIDE, to % SIDE)
    return path


def by_zones(source, to):
    """Miyano and Iwama, section 4.3: shifted to the subplane two away from the destination's both ways, along that row to the column, along the column."""
    n = SIDE // 4
    (i, j), (x, y) = divmod(source, SIDE), divmod(to, SIDE)
    row = (x // n + 2) % 4 * n + i % n
    column = (y // n + 2) % 4 * n + j % n
    path = [source]
    leg(path, row, j)
    leg(path, row, column)
    leg(path, row, y)
    leg(path, x, y)
    return path


class Trace(ProgramTest):
    def crossings(self, *command):
        text = self.good(*command, "--out", "trace=-")
        self.assertTrue(text.startswith("step,packet,from,to\n"))
        return [tuple(int(row[key]) for key in ("step", "packet", "from", "to")) for row in csv.DictReader(io.StringIO(text))]

    def test_it_is_in_order_and_no_channel_is_used_twice_in_a_step(self):
        for command in (mesh("a0", "lump:4,3,2", "--queue", 1), mesh("farthest-first", "random:2"), mesh("new-merged", "random:2")):
            crossings = self.crossings(*command)
            self.assertEqual(crossings, sorted(crossings))
            self.assertEqual(len(crossings), len({(step, packet) for step, packet, _, _ in crossings}))
            self.assertEqual(len(crossings), len({(step, a, b) for step, _, a, b in crossings}))
            for _, _, a, b in crossings:
                self.assertEqual(abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE), 1)

    def test_every_packet_takes_the_path_of_its_algorithm(self):
        for algorithm, path_of in (("a0", row_then_column), ("farthest-first", row_then_column), ("lumps", row_then_column), ("new", by_zones),
                                   ("new-merged", by_zones)):
            paths = {}
            for _, packet, a, b in self.crossings(*mesh(algorithm, "transpose")):
                path = paths.setdefault(packet, [packet])
                self.assertEqual(path[-1], a)
                path.append(b)
            self.assertEqual(len(paths), SIDE * SIDE - SIDE)
            for source, path in paths.items():
                self.assertEqual(path, path_of(source, transposed(source)), f"{algorithm}, packet {source}")

    def test_it_agrees_with_the_result(self):
        crossings = self.crossings(*mesh("a0", "random:3"), "--json", "x.json")
        result = json.loads((self.folder / "x.json").read_text())
        self.assertEqual(result["moves"], len(crossings))
        self.assertEqual(result["steps"], crossings[-1][0])
        self.assertEqual(result["moving_packets"], len({packet for _, packet, _, _ in crossings}))


if __name__ == "__main__":
    unittest.main()
