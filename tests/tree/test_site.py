#!/usr/bin/python3
"""The site that docs/build makes: it builds without a warning, opens from a disk, fits a telephone, and its search finds every option."""
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / "build/site"
sys.path.insert(0, str(ROOT / "tests/experiments"))
from browser import CHROMIUM, Browser  # noqa: E402

TYPE = """(text => { const field = document.querySelector('.md-search__input'); field.focus(); field.value = text;
                      field.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true})); })"""
FOUND = "[...document.querySelectorAll('.md-search-result__link')].map(link => link.href)"


@unittest.skipUnless(os.environ.get("DATELINE"), "DATELINE names no program")
@unittest.skipUnless(importlib.util.find_spec("mkdocs") and shutil.which("doxygen"), "MkDocs or Doxygen is not installed")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.built = subprocess.run([ROOT / "docs/build", "--no-install"], capture_output=True, text=True, check=False)

    def test_it_builds_without_a_warning(self):
        self.assertEqual((self.built.returncode, self.built.stderr), (0, "build/site/index.html\n"))
        self.assertTrue((SITE / "api/index.html").is_file())

    @unittest.skipUnless(CHROMIUM, "no chromium")
    def test_from_a_disk_its_search_finds_every_option(self):
        listed = json.loads(subprocess.run([os.environ["DATELINE"], "list", "--json", "-"], check=True, capture_output=True, text=True).stdout)
        browser = Browser()
        self.addCleanup(browser.close)
        page = browser.page(SITE / "index.html")
        page.click(".md-search__input")
        for name in sorted({name for entry in listed["commands"].values() for name in entry["options"]}):
            page.value(f"{TYPE}({json.dumps(name.replace('=', ' '))})")
            page.wait(f"{FOUND}.some(link => link.endsWith('reference/options.html') || link.includes({json.dumps('#' + name.replace('=', '-'))}))")

    def check_pages(self, pages, dark):
        """Each fits, says nothing and fetches nothing. The first that a browser opens decides on the scheme."""
        browser = Browser()
        self.addCleanup(browser.close)
        for path in pages:
            page = browser.page(path, 360, 800, dark)
            with self.subTest(page=path.relative_to(SITE).as_posix()):
                self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 360)
                self.assertEqual(page.value("document.body.dataset.mdColorScheme"), "slate" if dark else "default")
                said = [event for event in browser.events if event["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")]
                asked = [event["params"]["request"]["url"] for event in browser.events if event["method"] == "Network.requestWillBeSent"]
                self.assertEqual((said, [url for url in asked if not url.startswith(("file:", "blob:", "data:", "about:"))]), ([], []))
                pictures = page.value("[...document.querySelectorAll('.md-content img')].map(one => [one.alt, one.complete && one.naturalWidth > 0])")
                self.assertTrue(all(alt and there for alt, there in pictures), pictures)
            browser.ask("Target.closeTarget", targetId=page.target)
            browser.events.clear()

    @unittest.skipUnless(CHROMIUM, "no chromium")
    def test_no_page_is_wider_than_a_telephone_and_none_fetches_or_fails(self):
        pages = [path for path in sorted(SITE.rglob("*.html")) if not path.relative_to(SITE).as_posix().startswith("api/") and path.name != "404.html"]
        self.assertGreater(len(pages), 60)
        self.check_pages(pages, dark=False)
        self.check_pages(pages[::8], dark=True)


if __name__ == "__main__":
    unittest.main()
