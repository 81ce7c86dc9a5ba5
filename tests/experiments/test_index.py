#!/usr/bin/python3
"""`all` runs every experiment, whatever happens to one of them, and leaves a page that leads to theirs."""

import unittest

from support import SMALL, ExperimentCase


class Index(ExperimentCase):
    def test_each_has_a_row_with_its_state_and_the_way_to_its_page(self):
        self.define(SMALL.replace("a small one", "'<b> & others'") + "quick: {cycles: 100}\n", "first")
        self.define(SMALL.replace("routing: dor", "routing: xyz"), "wrong")
        done = self.run_it("all")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"error: experiments/wrong\.yaml:5: 'routing' has no value xyz")
        self.assertEqual([line for line in done.stdout.splitlines() if line.startswith("== ")], ["== first", "== small"])
        page = (self.results / "index.html").read_text()
        self.assertIn('<tr><td><a href="first/report.html">first</a></td><td>&lt;b&gt; &amp; others</td><td>all well</td></tr>', page)
        self.assertIn('<tr><td>wrong</td><td>a small one</td><td class="bad">not run</td></tr>', page)
        (self.place / "wrong.yaml").unlink()
        done = self.run_it("all", "--quick", STANDIN_FAIL="--cycles 100")
        self.assertEqual(done.returncode, 1)
        page = (self.results / "index.html").read_text()
        self.assertIn('<a href="first-quick/report.html">first-quick</a></td><td>&lt;b&gt; &amp; others</td><td class="bad">points failed, or a check', page)
        self.assertIn('<a href="small/report.html">small</a></td><td>a small one</td><td>all well</td>', page)

    def test_a_dry_run_leaves_nothing(self):
        done = self.run_it("all", "--dry-run")
        self.assertEqual((done.returncode, done.stdout.count(" simulate ")), (0, 5))
        self.assertFalse(self.results.exists())


if __name__ == "__main__":
    unittest.main()
