#!/usr/bin/python3
"""dateline mesh run: results against the published values, the frames of a run, and every mistake in one line."""
import collections
import csv
import io
import json
import unittest

from program import ROOT, WHOLE, ProgramTest, sample

KEYS = set("""schema version result_version options side algorithm queue steps steps_per_side budget T2 T34 lower_bound farthest diameter moving_packets delivered
deadlock moves max_input_queue max_output_queue queues row_delay max_row_wait turn_wait max_turn_wait column_wait max_column_wait max_stage34_steps
rounds_over_T34 bytes_per_processor""".split())
SIDES = {"left", "right", "top", "bottom"}
PUBLISHED = json.loads((ROOT / "tests/data/mesh-routing.json").read_text())
ALGORITHMS = {"a0": (True, True, True), "farthest-first": (True, True, True), "lumps": (True, True, False), "new": (True, False, False),
              "new-merged": (True, False, False)}


def mesh(side, algorithm, permutation, *rest):
    return ["mesh", "run", "--side", side, "--algorithm", algorithm, "--permutation", permutation, *rest]


A0 = mesh(8, "a0", "reverse")


class MeshTest(ProgramTest):
    def json_of(self, *arguments, status=0):
        done = self.run_program([*arguments, "--json", "-"])
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def permutation_file(self, destinations):
        return "permutation:" + self.write("p.txt", "".join(f"{to}\n" for to in destinations))

    def swapped(self, side, *pairs):
        destinations = list(range(side * side))
        for a, b in pairs:
            destinations[a], destinations[b] = b, a
        return self.permutation_file(destinations)


class Results(MeshTest):
    def test_new_routes_a_random_permutation_within_its_budget(self):
        command = mesh(128, "new", "random:1", "--queue", 3)
        text = self.good(*command, "--json", "result.json")
        self.assertIn("budget                106240", text)
        result = json.loads((self.folder / "result.json").read_text())
        self.assertEqual((result["budget"], result["T2"], result["T34"]), (106240, 84, 251))
        self.assertEqual(result["delivered"], result["moving_packets"])
        self.assertLessEqual(result["steps"], result["budget"])
        self.assertLessEqual(result["max_stage34_steps"], result["T34"])
        self.assertEqual((result["row_delay"], result["turn_wait"], result["rounds_over_T34"], result["deadlock"]), (0, 0, 0, False))
        self.assertLessEqual(max(result["max_input_queue"], result["max_output_queue"]), 3)

    def test_the_keys_are_those_of_the_design(self):
        for algorithm in ALGORITHMS:
            result = self.json_of(*mesh(8, algorithm, "transpose"))
            self.assertEqual(set(result), KEYS)
            self.assertEqual(result["schema"], "dateline.mesh-run/2")
            self.assertEqual((result["side"], result["algorithm"], result["diameter"]), (8, algorithm, 14))
            self.assertEqual(set(result["queues"]), {"input", "output"})
            for kind, largest in (("input", "max_input_queue"), ("output", "max_output_queue")):
                self.assertEqual(set(result["queues"][kind]), SIDES)
                self.assertEqual(max(result["queues"][kind].values()), result[largest])
            for key in ("budget", "T2", "T34", "max_stage34_steps", "rounds_over_T34"):
                self.assertEqual(result[key] is None, not algorithm.startswith("new"), key)
            self.assertEqual(result["steps_per_side"], result["steps"] / 8)
            self.assertEqual((result["moving_packets"], result["delivered"]), (56, 56))
            self.assertGreaterEqual(result["steps"], result["lower_bound"])
            self.assertGreaterEqual(result["lower_bound"], result["farthest"])
            self.assertTrue(64 <= result["bytes_per_processor"] <= 140)
            options = result["options"]
            self.assertEqual((options["side"], options["algorithm"], options["permutation"], options["queue"], options["home"]),
                             ("8", algorithm, "transpose", "auto", "queue"))

    def test_aliases_are_the_algorithms(self):
        self.assertEqual(self.json_of(*mesh(8, "ff", "transpose"))["algorithm"], "farthest-first")
        self.assertEqual(self.json_of(*mesh(8, "ikm", "transpose"))["algorithm"], "lumps")

    def test_the_default_queue_is_what_the_algorithm_needs(self):
        for algorithm, queue, register in (("a0", 2, 2), ("lumps", 2, 2), ("new", 3, 2), ("new-merged", 3, 2), ("farthest-first", None, None)):
            self.assertEqual(self.json_of(*mesh(8, algorithm, "reverse"))["queue"], queue)
            self.assertEqual(self.json_of(*mesh(8, algorithm, "reverse", "--home", "register"))["queue"], register)
        self.assertIsNone(self.json_of(*A0, "--queue", "unbounded")["queue"])
        self.assertIsNone(self.json_of(*mesh(5, "ff", "reverse", "--queue", "unbounded"))["queue"])
        self.assertEqual(self.json_of(*A0, "--queue", 65534)["queue"], 65534)

    def test_published_values_of_the_baselines(self):
        for entry in PUBLISHED["A0"][::4] + PUBLISHED["farthest_first_unbounded"]:
            result = self.json_of(*mesh(entry["sqrtN"], entry["alg"], entry["perm"], "--queue", entry["k"] or "unbounded"))
            for key in ("steps", "moving_packets", "deadlock", "max_input_queue", "max_output_queue"):
                self.assertEqual(result[key], entry[key], (entry, key))

    def test_published_values_of_the_new_algorithm(self):
        names = {"T2": "T2", "T34": "T34", "total_budget": "budget", "row_delay": "row_delay", "rounds_over_T34": "rounds_over_T34", "last_delivery_step": "steps",
                 "max_stage34_steps": "max_stage34_steps", "max_input_queue": "max_input_queue", "max_output_queue": "max_output_queue",
                 "column_wait_packet_steps": "column_wait", "max_turn_wait": "max_turn_wait"}
        for entry in PUBLISHED["new"][:6]:
            algorithm = "new" if entry["mode"] == "seq" else "new-merged"
            result = self.json_of(*mesh(entry["sqrtN"], algorithm, entry["perm"], "--queue", entry["k"], "--home", entry["home"]))
            for key, value in {**entry["exact"], **entry["exact_only_with_this_spec_schedule"]}.items():
                if key != "all_delivered":
                    self.assertEqual(result[names[key]], value, (entry, key))
            self.assertEqual(result["moving_packets"], result["delivered"])

    def test_taking_the_inverse_sort_and_the_spacing_away_delays_rows_as_derived(self):
        base = mesh(512, "new", "zonelump:11", "--queue", 2, "--home", "register")
        for rest, delay in ((("--order", "none", "--spacing", 0), 73594), (("--order", "none"), 17), ((), 0)):
            self.assertEqual(self.json_of(*base, *rest)["row_delay"], delay)
        # 638 = 5 n - 2 without spacing; the phase runs over.
        late = self.json_of(*base, "--order", "none", "--spacing", 0)
        self.assertEqual((late["T2"], late["T34"], late["rounds_over_T34"]), (128, 638, 1))
        self.assertGreater(late["max_stage34_steps"], 638)
        self.assertTrue(0 < late["max_row_wait"] < late["row_delay"])

    def test_waits_are_those_worked_out_by_hand(self):
        # Side 5, to column 2: from the left of (3, 2), from its right, and from below, all there after step 1; they go up in steps 2, 3 and 4.
        result = self.json_of(*mesh(5, "a0", self.swapped(5, (16, 2), (18, 7), (22, 12)), "--queue", 1))
        self.assertEqual([result[key] for key in ("turn_wait", "max_turn_wait", "column_wait", "max_column_wait", "row_delay", "max_row_wait")],
                         [1, 1, 2, 2, 0, 0])
        self.assertEqual((result["moving_packets"], result["steps"], result["moves"]), (6, 4, 18))

    def test_a_random_order_is_a_function_of_its_seed(self):
        base = mesh(16, "new-merged", "random:1", "--order")
        first, again, other = (self.json_of(*base, f"random:{seed}") for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual({**first, "options": 0}, {**other, "options": 0})

    def test_odd_and_prime_sides_do_for_a0_and_farthest_first(self):
        for side in (2, 3, 5, 7):
            for algorithm in ("a0", "farthest-first"):
                result = self.json_of(*mesh(side, algorithm, "reverse"))
                self.assertEqual((result["steps"], result["delivered"]), (2 * side - 2, side * side - side % 2))

    def test_nothing_to_move_takes_no_steps(self):
        for algorithm in ALGORITHMS:
            result = self.json_of(*mesh(8, algorithm, "identity"))
            self.assertEqual((result["steps"], result["moving_packets"], result["delivered"], result["moves"], result["deadlock"]), (0, 0, 0, 0, False))

    def test_a_deadlock_is_status_1_with_its_result(self):
        # Row 3: 12 and 14 are a long lump of column 3, and 13 waits for the second pass where 12 has to pass.
        command = mesh(4, "lumps", self.swapped(4, (12, 3), (13, 10), (14, 7)), "--queue", 1)
        result = self.json_of(*command, status=1)
        self.assertTrue(result["deadlock"])
        self.assertLess(result["delivered"], result["moving_packets"])
        done = self.run_program(command)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (1, 1))
        self.assertIn(b"deadlock", done.stderr)
        self.assertFalse(self.json_of(*command[:-1], 2)["deadlock"])

    def test_the_same_options_give_the_same_bytes(self):
        for command in (A0, mesh(16, "new", "random:3"), mesh(8, "lumps", "lump:2,2,2")):
            for name in ("one", "two"):
                self.good(*command, "--json", f"{name}.json", "--out", f"frames={name}.csv")
            self.assertEqual((self.folder / "one.json").read_bytes(), (self.folder / "two.json").read_bytes())
            self.assertEqual((self.folder / "one.csv").read_bytes(), (self.folder / "two.csv").read_bytes())
            self.assertEqual(json.loads((self.folder / "one.json").read_text()), self.json_of(*command))
            self.assertTrue((self.folder / "one.json.provenance.json").exists())

    def test_a_configuration_file_holds_the_same_keys(self):
        self.write("mesh.conf", "side=8\nalgorithm=a0\npermutation=reverse\nqueue=1\n")
        self.assertEqual(self.json_of("mesh", "run", "--config", "mesh.conf"), self.json_of(*A0, "--queue", 1))


class Frames(MeshTest):
    def frames(self, text):
        """{step: {(row, column): (input, output)}} of the listed changes; every line a change, in order."""
        lines = list(csv.reader(io.StringIO(text)))
        self.assertEqual(lines[0], ["step", "row", "column", "input", "output"])
        frames = collections.OrderedDict()
        held = collections.defaultdict(lambda: (0, 0))
        before = (-1, 0, 0)
        for line in lines[1:]:
            step, row, column, *now = map(int, line)
            self.assertLess(before, (step, row, column))
            before = step, row, column
            self.assertNotEqual(held[row, column], tuple(now))
            held[row, column] = tuple(now)
            frames.setdefault(step, {})[row, column] = tuple(now)
        return frames

    def states(self, frames, steps):
        """The packets in the queues of every processor that holds one, at the end of steps 0..steps."""
        held, states = {}, []
        for step in range(steps + 1):
            held = {at: now for at, now in {**held, **frames.get(step, {})}.items() if now != (0, 0)}
            states.append(held)
        return states

    def test_two_packets_are_seen_where_they_are(self):
        self.good(*mesh(4, "a0", self.swapped(4, (0, 15))), "--out", "frames=f.csv")
        paths = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3)), ((3, 3), (3, 2), (3, 1), (3, 0), (2, 0), (1, 0), (0, 0))
        expected = ["step,row,column,input,output", "0,0,0,1,0", "0,3,3,1,0"]
        for step in range(1, 7):
            changes = {path[step - 1]: 0 for path in paths}
            changes.update({path[step]: 1 for path in paths})
            expected += [f"{step},{row},{column},{count},0" for (row, column), count in sorted(changes.items())]
        self.assertEqual((self.folder / "f.csv").read_text(), "\n".join(expected) + "\n")

    def test_every_packet_is_in_a_queue_from_the_start_to_the_step_after_its_arrival(self):
        frames = self.frames(self.good(*A0, "--out", "frames=-"))
        states = self.states(frames, 14)
        self.assertEqual(states[0], {(i, j): (1, 0) for i in range(8) for j in range(8)})
        distances = [abs(2 * i - 7) + abs(2 * j - 7) for i in range(8) for j in range(8)]  # no packet of reverse waits
        for step, state in enumerate(states):
            self.assertEqual(sum(a + b for a, b in state.values()), sum(d >= step for d in distances))

    def test_packets_never_come_back_or_overfill_a_queue(self):
        for command, queue in ((mesh(16, "a0", "lump:4,3,2", "--queue", 1), 1), (mesh(16, "new", "random:1"), 3), (mesh(16, "new-merged", "transpose"), 3),
                               (mesh(8, "lumps", "random:2"), 2), (mesh(16, "farthest-first", "lump:4,3,2"), 99)):
            result = self.json_of(*command, "--out", "frames=f.csv")
            frames = self.frames((self.folder / "f.csv").read_text())
            self.assertEqual(max(frames), result["steps"])
            totals = [sum(a + b for a, b in state.values()) for state in self.states(frames, result["steps"])]
            self.assertEqual(totals[0], result["moving_packets"])
            self.assertEqual(totals, sorted(totals, reverse=True))
            self.assertGreater(totals[-1], 0)
            for state in frames.values():
                for inputs, outputs in state.values():
                    self.assertLessEqual(max(inputs, outputs), 4 * queue)

    def test_home_in_a_register_is_outside_the_queues(self):
        command = mesh(8, "new", "reverse", "--home", "register")
        states = self.states(self.frames(self.good(*command, "--out", "frames=-")), 4864)
        # Phases from (1,1) to (4,4): only 4 packets at a time; (1,1) has sources 0, 1, 8, 9, of the first phases.
        self.assertLessEqual(max(sum(a + b for a, b in state.values()) for state in states), 4)

    # Side 4, n = 1: phase 0 takes 4 + 1 + 3 steps; phase 1, from (1,1) to (1,2), 5 + 1 + 3, its packet arrives in the last; 1 -> 0 waits for phase 16.
    def test_a_packet_that_has_arrived_is_gone_in_the_next_step_whatever_comes_then(self):
        frames = self.frames(self.good(*mesh(4, "new", self.swapped(4, (0, 1))), "--out", "frames=-"))
        states = self.states(frames, 30)
        self.assertEqual(states[8], {(0, 0): (1, 0), (0, 1): (1, 0)})
        self.assertEqual(states[16], {(1, 1): (1, 0), (0, 1): (1, 0)})
        self.assertEqual(states[17], {(0, 1): (2, 0)})
        self.assertEqual(states[18], {(0, 1): (1, 0)})
        self.assertEqual(states[30], states[18])
        self.assertNotIn(8, frames)

    def test_thinned_frames_are_some_of_all(self):
        for command in (mesh(16, "a0", "lump:4,3,2", "--queue", 1), mesh(8, "new", "random:1")):
            steps = self.json_of(*command)["steps"]
            full = self.frames(self.good(*command, "--out", "frames=-"))
            every = self.states(full, steps)
            for n in (1, 2, 7, 1000000):
                thin = self.frames(self.good(*command, "--out", f"frames=-,every={n}"))
                self.assertEqual(min(thin), 0)
                states = self.states(thin, steps)
                for step in thin:
                    self.assertEqual(states[step], every[step])
                windows = [step // n for step in thin]  # one frame in each n steps
                self.assertEqual(len(windows), len(set(windows)))
                for step in set(full) & set(range(0, steps + 1, n)):  # a multiple in which something happens has the frame, after skipped steps too
                    self.assertEqual(states[step], every[step])
                if command[5] == "a0":
                    self.assertTrue(all(step % n == 0 for step in thin))
                    self.assertLessEqual({s for s in range(0, steps + 1, n) if s and every[s] != every[s - n]}, set(thin))

    def test_frames_on_stdout_are_all_there_is(self):
        self.assertTrue(self.good(*A0, "--out", "frames=-").startswith("step,row,column,input,output\n0,0,0,1,0\n"))
        self.assertTrue(self.good(*A0, "--out", "frames=-", "--json", "x.json").startswith("step,"))
        self.assertEqual(json.loads((self.folder / "x.json").read_text())["steps"], 14)
        self.assertEqual(self.good(*A0, "--json", "-", "--out", "frames=f.csv")[0], "{")


class Refusals(MeshTest):
    def test_sides(self):
        for algorithm in ("new", "new-merged", "lumps", "ikm"):
            for side in sample((2, 3, 5, 6, 127), 2):
                self.refused(*mesh(side, algorithm, "reverse"), says=[f"side={side}", "multiple of 4"])
        for side in (0, 1, -4, 4097, 2**32 + 4, "x", "4x4", "8.0"):
            self.refused("mesh", "run", f"--side={side}", "--algorithm", "a0", "--permutation", "reverse", says=[f"side={side}", "2..4096"])
        self.refused("mesh", "run", "--algorithm", "a0", "--permutation", "reverse", says="side is missing")

    def test_queues(self):
        for queue in sample((0, -1, "x", 65535, 65536, 2**32 + 1, "1.0", " 2", "+2", "infinite"), 5):
            self.refused(*A0, "--queue", queue, says=[f"queue={queue}", "1..65534"])
        for algorithm in ("new", "new-merged"):
            for queue, home in ((1, "queue"), (2, "queue"), (1, "register")):
                self.refused(*mesh(8, algorithm, "reverse"), "--queue", queue, "--home", home,
                             says=[f"queue={queue}", "3 with home=queue", "2 with home=register"])
            for queue, home in ((3, "queue"), (2, "register"), (4, "queue"), ("unbounded", "register")):
                self.good(*mesh(8, algorithm, "reverse"), "--queue", queue, "--home", home)
        for queue in (1, 2, 100, 65534):
            self.refused(*mesh(8, "ff", "reverse"), "--queue", queue, says=[f"queue={queue}", "farthest-first", "unbounded"])

    def test_permutations(self):
        self.refused("mesh", "run", "--side", 8, "--algorithm", "a0", says=["permutation is missing", "transpose"])
        for name, part in (("transpos", "transpose"), ("reverze", "reverse"), ("bitrvT", "bitrevT"), ("lumpony:1,1,1", "lumponly"), ("Reverse", "reverse"),
                           ("random", "random:SEED"), ("affine:2,1", "common divisor"), ("affine:1", "affine:A,B"), ("lump:4,2,1", "at most 4"),
                           ("lump:1,1", "lump:L,R,Q"), ("transpose:1", "no numbers"), ("random:x", "random:x"), ("blumps:4,0,0", "B=4"), ("zonelump:0", "Q=0")):
            self.refused(*mesh(8, "a0", name), says=[f"permutation={name}", part])
        self.refused(*mesh(12, "a0", "bitrev"), says=["bitrev", "power of two", "12"])
        self.refused(*mesh(5, "a0", "halfshift"), says=["halfshift", "even"])

    def test_permutation_files(self):
        def refused(content, *says):
            self.refused(*mesh(2, "a0", "permutation:" + self.write("p.txt", content)), says=says)
        self.good(*mesh(2, "a0", "permutation:" + self.write("p.txt", "# a comment\n1\n0\n3\n2\n")))
        refused("1\n0\n3\n", "p.txt")
        refused("1\n0\n3\n2\n4\n", "p.txt")
        refused("".join(f"{i}\n" for i in range(9)), "p.txt")
        refused("", "p.txt")
        refused("1\n1\n3\n2\n", "line 2", "destination 1")
        refused("1\n0\n3\n4\n", "4")
        refused("1\n0\n3\n-1\n", "-1")
        refused("1\n0\n3\nx\n", "x")
        refused("1 0 3 2\n", "p.txt")
        self.refused(*mesh(2, "a0", "permutation:missing.txt"), says="missing.txt")
        self.refused(*mesh(2, "a0", "permutation:"))

    def test_order_and_spacing_are_for_the_new_algorithm(self):
        for algorithm in ("a0", "farthest-first", "lumps") if WHOLE else ("lumps",):
            for option in (("--order", "none"), ("--order", "random:1"), ("--spacing", 0), ("--spacing", 4)):
                self.refused(*mesh(8, algorithm, "reverse"), *option, says=[algorithm, "order and spacing", "new-merged"])
        for value in ("sorted", "random", "inverse"):
            self.refused(*mesh(8, "new", "reverse"), f"--order={value}", says=[f"order={value}", "inverse-sort", "random:SEED", "none"])
        for value in ("random:", "random:x", "random:-1", f"random:{2**64}"):
            self.refused(*mesh(8, "new", "reverse"), "--order", value, says="order")
        for value in (-1, 65, "x", "3.0", 2**32):
            self.refused(*mesh(8, "new", "reverse"), "--spacing", value, says=[f"spacing={value}", "0..64"])

    def test_names(self):
        for name, near in (("a1", "a0"), ("neww", "new"), ("new-merge", "new-merged"), ("fathest-first", "farthest-first"), ("lump", "lumps"), ("A0", "a0")):
            self.refused(*mesh(8, name, "reverse"), says=[f"algorithm={name}", near])
        self.refused(*A0, "--home", "regster", says=["home=regster", "queue, register"])
        self.refused(*A0, "--vcs", 2, says="--vcs")
        self.refused("simulate", "--topology", "torus:4x4", "--side", 4, says="--side")

    def test_frames(self):
        self.refused(*A0, "--out", "frames=x", "--json", "x", says="x")
        self.refused(*A0, "--out", "frames=x", "--json", "./x", says="x")
        self.refused(*A0, "--out", "frames=x", "--out", "trace=x", says="out=trace=x")
        self.refused(*A0, "--out", "frames=-", "--json", "-", says="-")
        for every in (0, -1, "x", 10**6 + 1):
            self.refused(*A0, "--out", f"frames=x,every={every}", says=["mesh run: out, every=", f"every={every}"])
        self.refused(*A0, "--out", "frames=x,every=", says=["out=frames=x,every=", "no value of every"])
        self.refused(*A0, "--out", "frames=x,every=2,every=3", says=["out=frames=x,every=2,every=3", "every twice"])
        self.good(*A0, "--out", "trace=x,every=2")  # no argument of a trace
        self.assertEqual(self.listing(), ["x,every=2"])
        (self.folder / "x,every=2").unlink()
        self.refused(*A0, "--out", "frames=missing/x", says="missing/x")
        self.refused(*A0, "--out", "frames=missing/x", "--json", "y.json", says="missing/x")
        self.refused(*A0, "--out", "frames=x", "--json", "missing/y", says="missing/y")

    def test_a_failure_leaves_an_old_result_as_it_was(self):
        self.good(*A0, "--json", "x.json", "--out", "frames=x.csv")
        before = {name: (self.folder / name).read_bytes() for name in self.listing()}
        for wrong in (mesh(6, "new", "reverse"), mesh(8, "a0", "bitrv"), mesh(8, "new", "reverse", "--queue", 1)):
            self.refused(*wrong, "--json", "x.json", "--out", "frames=x.csv")
        self.assertEqual({name: (self.folder / name).read_bytes() for name in self.listing()}, before)

    def test_a_mesh_that_does_not_fit_is_refused_before_it_is_made(self):
        limit = 600 * 2**20
        self.refused(*mesh(4096, "a0", "reverse", "--json", "x.json", "--out", "frames=x.csv"), says="memory", memory=limit)


class Listed(MeshTest):
    def test_the_list_shows_the_properties_of_the_algorithms(self):
        text = self.good("list")
        found = json.loads(self.good("list", "--json", "-"))["mesh_algorithms"]
        self.assertEqual(set(found), set(ALGORITHMS))
        for name, flags in ALGORITHMS.items():
            entry = found[name]
            self.assertEqual((entry["oblivious"], entry["source_oblivious"], entry["pure"]), flags)
            line = next(line.split() for line in text.splitlines() if line.split()[:1] == [name])
            self.assertEqual(line[1:4], ["yes" if flag else "no" for flag in flags])

    def test_the_list_shows_the_permutations_and_the_options(self):
        result = json.loads(self.good("list", "--json", "-"))
        self.assertEqual(result["mesh_permutations"], "identity transpose reverse bitrev bitrevT halfshift affine:A,B random:SEED lump:L,R,Q lumponly:L,R,Q "
                         "blumps:B,DR,DC zonelump:Q".split())
        options = result["commands"]["mesh run"]["options"]
        self.assertLessEqual({"side", "algorithm", "permutation", "queue", "home", "order", "spacing", "out=frames", "out=trace"}, set(options))
        self.assertEqual([options[name]["default"] for name in ("algorithm", "queue", "home", "order", "spacing")],
                         ["new", "auto", "queue", "inverse-sort", "3"])
        self.assertEqual(self.frames_of(*A0, "--out", "frames=f.csv"), self.frames_of(*A0, "--out", "frames=f.csv,every=1"))

    def frames_of(self, *command):
        self.good(*command)
        return (self.folder / "f.csv").read_bytes()


if __name__ == "__main__":
    unittest.main()
