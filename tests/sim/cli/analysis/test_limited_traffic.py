#!/usr/bin/python3
"""Worst cases within limits: values computed elsewhere, brute force on small networks, certificates by the page of Python, and what is refused."""
import fractions
import itertools
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import check_certificate  # noqa: E402
from program import JsonTest, sample  # noqa: E402

Fraction = fractions.Fraction
ROUTINGS = ("dor", "o1turn", "romm", "valiant")
# torus:5x5, by a linear program of its own.
TABLE = (
    ([], ("2", "2", "8/3", "6/5")),
    (["--rates", "hot.txt"], ("5", "7/2", "49/12", "12/5")),
    (["--senders", "even", "--receivers", "odd"], ("2", "3/2", "5/3", "23/25")),
    (["--rates", "uneven.txt"], ("3", "5/2", "17/6", "3/2")),
    (["--within", "2"], ("2", "2", "2", "6/5")),
)
# mesh:5x5: the worst permutation of a channel.
CHANNELS = {"0>1": ("1", "25/12", "8/5"), "6>7": ("2", "67/20", "12/5"), "11>12": ("2", "427/120", "12/5"), "0>5": ("4", "25/12", "8/5")}


class LimitedTraffic(JsonTest):
    def setUp(self):
        super().setUp()
        self.write("hot.txt", "".join(f"{t} {4 if t == 0 else 1} {4 if t == 0 else 1}\n" for t in range(25)))
        self.write("uneven.txt", "".join(f"{t} {'3/2' if t % 2 else '1/2'} 1\n" for t in range(25)))

    def solve(self, *arguments):
        result = self.json_of("worst-case", *arguments, "--out", "weights=w.txt")
        self.assertIsNone(check_certificate.fault(json.loads(json.dumps(result)), (self.folder / "w.txt").read_text()), arguments)
        return result

    def test_limits_on_a_torus(self):
        for limits, row in TABLE:
            for routing, gamma in zip(ROUTINGS, row):
                self.assertEqual(self.solve("--topology", "torus:5x5", "--routing", routing, *limits)["gamma_max"], gamma, (limits, routing))

    def test_the_worst_permutation_of_a_channel(self):
        for channel, row in CHANNELS.items():
            for routing, gamma in zip(("dor", "romm", "valiant"), row):
                result = self.solve("--topology", "mesh:5x5", "--routing", routing, "--channel", channel)
                self.assertEqual((result["gamma_max"], f"{result['channel']['from']}>{result['channel']['to']}"), (gamma, channel))

    def test_all_ones_are_the_permutation(self):
        self.write("ones.txt", "".join(f"{t} 1 1\n" for t in range(12)))
        for routing in ROUTINGS:
            network = ["--topology", "mesh:4x3", "--routing", routing]
            plain, ones = self.solve(*network), self.solve(*network, "--rates", "ones.txt")
            self.assertEqual(plain["gamma_max"], ones["gamma_max"])
            self.assertNotIn("matrix", plain)
            self.assertIsNone(ones["permutation"])

    def test_rates_in_any_unit(self):
        # The rates of the table, in millions and in thirds of millionths.
        for unit in (Fraction(10 ** 6), Fraction(1, 3 * 10 ** 6)):
            self.write("unit.txt", "".join(f"{t} {unit * (4 if t == 0 else 1)} {unit * (4 if t == 0 else 1)}\n" for t in range(25)))
            for routing, gamma in zip(ROUTINGS, TABLE[1][1]):
                found = self.solve("--topology", "torus:5x5", "--routing", routing, "--rates", "unit.txt")
                self.assertEqual(Fraction(found["gamma_max"]), unit * Fraction(gamma))

    def test_brute_force(self):
        # Sub-permutations of unit rates: the optimum of a transportation problem with rates 0 and 1 is one of them.
        network = ["--topology", "mesh:3x2", "--routing", "romm"]
        self.write("pairs.txt", "0 5\n5 0\n1 4\n")
        for limits, senders, receivers, forbidden in ((["--senders", "0,2,4", "--receivers", "1-5"], {0, 2, 4}, {1, 2, 3, 4, 5}, set()),
                                                      (["--forbid", "pairs.txt"], set(range(6)), set(range(6)), {(0, 5), (5, 0), (1, 4)})):
            result = self.solve(*network, *limits)
            for channel in sample(result["per_channel"], 3):
                ends = f"{channel['from']}>{channel['to']}"
                plain = self.solve(*network, "--channel", ends)
                scale = int(plain["certificate"]["scale"])
                weights = {tuple(map(int, line.split()[:2])): int(line.split()[2]) for line in (self.folder / "w.txt").read_text().splitlines()[1:]}
                best = max(sum(weights.get((s, t), 0) for s, t in enumerate(to) if s in senders and t in receivers and (s, t) not in forbidden)
                           for to in itertools.permutations(range(6)))
                self.assertEqual(Fraction(channel["gamma"]), Fraction(best, scale), (limits, ends))

    def test_changed_certificates_are_refused(self):
        result = self.solve("--topology", "torus:5x5", "--routing", "romm", "--rates", "hot.txt")
        weights = (self.folder / "w.txt").read_text()
        for change in (lambda r: r["certificate"].update(u=[0] * 25), lambda r: r["matrix"].pop(), lambda r: r["matrix"][0].update(amount="9"),
                       lambda r: r["certificate"]["send"].__setitem__(0, "1"), lambda r: r.update(gamma_max="5")):
            changed = json.loads(json.dumps(result))
            change(changed)
            self.assertIsNotNone(check_certificate.fault(changed, weights))

    def test_what_is_refused(self):
        base = ["worst-case", "--topology", "mesh:2x2"]
        for name, text, says in (("short.txt", "0 1 1\n", "no line of terminal 1"), ("twice.txt", "0 1 1\n0 1 1\n", "line 2"),
                                 ("word.txt", "0 x 1\n", "line 1: 'x' is no rate"), ("minus.txt", "0 -1 1\n", "line 1: '-1' is no rate"),
                                 ("four.txt", "4 1 1\n", "allowed 0..3"), ("two.txt", "0 1\n", "TERMINAL SEND RECEIVE"),
                                 ("fine.txt", "".join(f"{t} 1/99991 1\n" for t in range(4)), "rates are more than 16384 in all, in units of 1/99991")):
            self.write(name, text)
            self.refused(*base, "--rates", name, says=["worst-case: ", says])
        self.refused(*base, "--senders", "0", "--within", "0", "--forbid", self.write("self.txt", "0 0\n"), says=["leaves no pair"])
        self.refused(*base, "--senders", "x", says=["senders=x", "even, odd"])
        self.refused(*base, "--receivers", "0-9", says=["receivers=0-9", "0..3"])
        self.refused(*base, "--channel", "0>3", says=["channel=0>3", "none of the network"])
        self.refused(*base, "--channel", "0-1", says=["channel=0-1", "FROM>TO"])
        self.refused(*base, "--channel", "0>9", says=["channel=0>9"])
        self.refused(*base, "--senders", "even", "--random-permutations", "5", says=["random-permutations=5", "senders"])
        self.refused(*base, "--senders", "even", "--sample-paths", "5", says=["senders=even", "sample-paths"])
        self.refused(*base, "--within", "1", "--routing", "west-first", says=["adaptive"])


if __name__ == "__main__":
    unittest.main()
