#!/usr/bin/python3
"""`all` runs every experiment, whatever happens to one of them, and leaves a page that leads to theirs."""

import html
import pathlib
import re
import unittest
import urllib.parse

from support import SMALL, ExperimentCase
from runner import index


class Index(ExperimentCase):
    def test_each_has_a_row_with_its_state_and_the_way_to_its_page(self):
        self.define(SMALL.replace("a small one", "'<b> & others'") + "quick: {cycles: 100}\n", "first")
        self.define(SMALL.replace("routing: dor", "routing: xyz"), "wrong")
        done = self.run_it("all")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"error: experiments/wrong\.yaml:5: 'routing' has no value xyz")
        self.assertEqual([line for line in done.stdout.splitlines() if line.startswith("== ")], ["== first", "== small"])
        page = (self.results / "index.html").read_text()
        self.assertIn('<tr><td><a href="./first/report.html">first</a></td><td>&lt;b&gt; &amp; others</td><td>all well</td></tr>', page)
        self.assertIn('<tr><td>wrong</td><td>a small one</td><td class="bad">not run</td></tr>', page)
        (self.place / "wrong.yaml").unlink()
        done = self.run_it("all", "--quick", STANDIN_FAIL="--cycles 100")
        self.assertEqual(done.returncode, 1)
        page = (self.results / "index.html").read_text()
        self.assertIn('<a href="./first-quick/report.html">first-quick</a></td><td>&lt;b&gt; &amp; others</td><td class="bad">points failed, or a check', page)
        self.assertIn('<a href="./small/report.html">small</a></td><td>a small one</td><td>all well</td>', page)

    def test_whatever_an_experiment_is_called_its_row_leads_to_its_page(self):
        for name in ("javascript:alert(1)", "a?b#c", 'q"uote', "50%", "&amp;", "ünder"):
            self.define(SMALL, name)
            (self.results / name).mkdir(parents=True)
            (self.results / name / "report.html").touch()
        page = index.write(self.results, [(file.stem, "", 0) for file in self.place.glob("*.yaml") if file.stem != "small"]).read_text()
        found = re.findall('<td><a href="([^"]*)">([^<]*)</a></td>', page)
        self.assertEqual(len(found), 6)
        for href, text in found:
            target = urllib.parse.urljoin((self.results / "index.html").as_uri(), html.unescape(href))
            path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(target).path))
            self.assertEqual((target.partition(":")[0], path), ("file", self.results / html.unescape(text) / "report.html"))
            self.assertTrue(path.is_file())

    def test_a_dry_run_leaves_nothing(self):
        done = self.run_it("all", "--dry-run")
        self.assertEqual((done.returncode, done.stdout.count(" simulate ")), (0, 5))
        self.assertFalse(self.results.exists())


if __name__ == "__main__":
    unittest.main()
