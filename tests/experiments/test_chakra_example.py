#!/usr/bin/python3
"""The trace that comes with the program and stands in docs/guide/workloads/chakra.md: two stages of a pipeline, each on two ranks that share their gradients."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from chakra_files import COMPUTE, METADATA, RECV, SEND, VERSION, collective, delimited, node
from support import HANGS, TOP

DATA = TOP / "experiments/data/chakra"
PAGE = (TOP / "docs/guide/workloads/chakra.md").read_text()
ALL_REDUCE = 0


def nodes(rank):
    """Ranks 0 and 1 send activations to 2 and 3 and get gradients back; then each stage sums its own up."""
    if rank < 2:
        return [node(0, COMPUTE, name="forward", duration=5),
                node(1, SEND, [0], name="activations", comm_size=4096, comm_dst=rank + 2, comm_tag=0),
                node(2, RECV, name="gradients", comm_size=4096, comm_src=rank + 2, comm_tag=1),
                node(3, COMPUTE, [0, 2], name="backward", duration=10),
                collective(4, ALL_REDUCE, 16384, [3], pg_name="first stage", name="sum")]
    return [node(0, RECV, name="activations", comm_size=4096, comm_src=rank - 2, comm_tag=0),
            node(1, COMPUTE, [0], name="forward and backward", duration=15),
            node(2, SEND, [1], name="gradients", comm_size=4096, comm_dst=rank - 2, comm_tag=1),
            collective(3, ALL_REDUCE, 16384, [1], pg_name="second stage", name="sum"),
            node(4, METADATA, [2, 3], name="end")]


class Example(unittest.TestCase):
    def test_the_files_are_the_trace(self):
        self.assertEqual(sorted(file.name for file in DATA.iterdir()), ["groups.json", "islands.graph", *(f"pipeline.{rank}.et" for rank in range(4)), "pipeline.schedule"])
        for rank in range(4):
            self.assertEqual((DATA / f"pipeline.{rank}.et").read_bytes(), b"".join(map(delimited, (VERSION, *nodes(rank)))))

    def test_the_page_shows_its_command_and_what_becomes_of_rank_0(self):
        command = re.search(r"^experiments/import-chakra experiments/.*$", PAGE, re.MULTILINE)[0]
        with tempfile.TemporaryDirectory() as place:
            (Path(place) / "experiments").symlink_to(TOP / "experiments")
            done = subprocess.run(command, shell=True, cwd=place, text=True, capture_output=True, timeout=HANGS)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            (written,) = [file for file in Path(place).iterdir() if file.name != "experiments"]
            self.assertEqual(written.read_text(), (DATA / "pipeline.schedule").read_text())
            own = [line for line in written.read_text().splitlines() if re.match("ranks|#|gpu|collective|0 ", line)]
        self.assertIn("```\n" + "\n".join(own) + "\n```", PAGE)


if __name__ == "__main__":
    unittest.main()
