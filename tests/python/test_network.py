#!/usr/bin/python3
"""A network that is driven step by step in this process."""
import copy
import importlib.util
import os
import pathlib
import unittest
from fractions import Fraction

from support import PackageTest, dateline

LIBRARY = pathlib.Path(os.environ["DATELINE"]).with_name("libdateline.so.1")
TORUS = {"topology": "torus:8x8", "workload__flit_bytes": 16, "packet_length": 65, "library_file": LIBRARY}


@unittest.skipUnless(LIBRARY.is_file(), "built without libdateline.so (DATELINE_SHARED)")
class Networks(PackageTest):
    def test_a_message_arrives_when_the_formula_says(self):
        with dateline.Network(**TORUS) as network:
            self.assertEqual(network.terminals, 64)
            network.send(5, 0, 18, size=160, user=7, report_sent=True)
            self.assertEqual(network.queued(0), 0)  # not before cycle 5
            self.assertEqual(network.run(), 5 + 11)
            self.assertEqual([(event.kind, event.at) for event in network.events()], [("sent", 16)])
            self.assertEqual(network.run(), 5 + 4 + 11 + 1)
            [event] = network.events()
            self.assertEqual(event, dateline.Event("arrived", 7, 160, 21, 5, event.injected, 1, 0, 18, 4))
            self.assertTrue(network.idle)
            self.assertEqual(network.run(10**15), 10**15)
            self.assertIn("deadlock-free", network.proof)
            self.assertEqual(network.deadlock, "")

    def test_many_events_of_one_cycle_are_all_taken(self):
        with dateline.Network(**TORUS) as network:
            for user in range(1000):
                network.wake(3, user)
            network.run()
            self.assertEqual([event.user for event in network.events()], list(range(1000)))
            self.assertEqual(network.events(), [])

    @unittest.skipIf(importlib.util.find_spec("numpy") is None, "NumPy is not installed (Debian: python3-numpy)")
    def test_events_come_as_an_array(self):
        with dateline.Network(**TORUS) as network:
            for user in range(300):
                network.wake(2, user)
            network.run()
            events = network.take()
            self.assertEqual(events["user"].tolist(), list(range(300)))
            self.assertEqual(set(events["at"].tolist()), {2})
            self.assertEqual(dateline.network.KINDS[events["kind"][0]], "timer")
            self.assertEqual(len(network.take()), 0)

    def test_what_is_refused_changes_nothing(self):
        self.refused("network: vcs=0 not in 1..16", dateline.Network, **{**TORUS, "vcs": 0})
        self.refused("topology is missing", dateline.Network, library_file=LIBRARY)
        self.refused("has a quote", dateline.Network, **{**TORUS, "topology": 'torus:4x4" vcs="2'})
        with dateline.Network(**TORUS) as network:
            network.run(10)
            self.refused("send, at=9 has passed", network.send, 9, 0, 1, size=1)
            self.refused("send, from=64 not in 0..63", network.send, 10, 64, 1, size=1)
            self.refused("not in 0..2^32-1", network.send, 10, -1, 1, size=1)
            self.refused("not in 0..2^64-1", network.wake, 2**64)
            self.refused("queued, from=99", network.queued, 99)
            network.send(10, 0, 1, size=0)
            self.assertEqual(network.run(), 10 + 1 + 1 + 1)

    def test_numbers_are_whole_and_networks_are_not_copied(self):
        with dateline.Network(**TORUS) as network:
            self.refused("4294967299 not in 0..2^32-1", network.queued, 2**32 + 3)
            for value in (1.5, float("nan"), "3", None):
                self.refused("is no whole number", network.send, value, 0, 1, size=1)
            self.refused("is no whole number", network.run, float("nan"))
            self.refused("is no checkpoint", network.restore, bytearray(b"x"))
            with self.assertRaises(TypeError):
                copy.copy(network)

    def test_a_network_that_is_closed_says_so(self):
        network = dateline.Network(**TORUS)
        saved = network.save()
        network.close()
        network.close()
        for name in ("terminals", "now", "idle", "proof", "deadlock", "cycle_time"):
            self.refused("it is closed", getattr, network, name)
        for call, *words in ((network.send, 0, 0, 1, 1), (network.wake, 0), (network.run,), (network.queued, 0), (network.save,),
                             (network.restore, saved), (network.cycles, "1us"), (network.events,)):
            self.refused("it is closed", call, *words)

    def test_times_become_cycles(self):
        with dateline.Network(**{**TORUS, "workload__cycle_time": "0.5ns"}) as network:
            self.assertEqual(network.cycles("1.5us"), 3000)
            self.assertEqual(network.cycle_time, Fraction(1, 2))
            self.refused("time", network.cycles, "soon")
            self.refused("has a NUL in it", network.cycles, "1us\0s")
        self.refused("has a NUL in it", dateline.Network, **{**TORUS, "topology": "torus:8x8\0"})

    def test_what_is_saved_goes_on(self):
        with dateline.Network(**TORUS) as network, dateline.Network(**TORUS) as other:
            network.send(0, 0, 18, size=5000, user=7)
            network.run(40)
            saved = network.save()
            network.run()
            other.restore(saved)
            self.assertEqual(other.now, 40)
            self.assertEqual(other.run(), network.now)
            self.assertEqual(other.events(), network.events())
            self.refused("is damaged", other.restore, saved[:-1])
            self.refused("is no checkpoint", other.restore, b"")

    def test_two_networks_do_not_see_each_other(self):
        with dateline.Network(**TORUS) as first, dateline.Network(**{**TORUS, "topology": "mesh:4x4"}) as second:
            first.send(0, 0, 1, size=16)
            self.assertTrue(second.idle)
            self.assertEqual((first.terminals, second.terminals), (64, 16))
            first.run()
            self.assertEqual(second.now, 0)


class WithoutALibrary(PackageTest):
    def test_it_is_named(self):
        self.refused("no library: nothing.so", dateline.Network, library_file=self.folder / "nothing.so")


if __name__ == "__main__":
    unittest.main()
