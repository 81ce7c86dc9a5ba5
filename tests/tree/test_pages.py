#!/usr/bin/python3
"""The pages of docs/ and their site (mkdocs.yml, docs/site/): every page in the navigation, every link and anchor, what is made of the program."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unicodedata
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS / "site"))
import page_markdown  # noqa: E402
import pages  # noqa: E402

PAGES = sorted(DOCS.rglob("*.md")) + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "experiments/README.md")]
MADE = ("options", "routings", "json-keys", "gallery")


def prose(text):
    return "".join("" if code and "\n" in part else part for code, part in page_markdown.pieces(text))


def anchors(text):
    """Of the headings of a page, as Python-Markdown names them."""
    for heading in re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE):
        plain = unicodedata.normalize("NFKD", re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading)).encode("ascii", "ignore").decode()
        yield re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def navigation(entries):
    for entry in entries:
        inner = list(entry.values())[0] if isinstance(entry, dict) else entry
        yield from navigation(inner) if isinstance(inner, list) else [inner]


class Pages(unittest.TestCase):
    def test_the_navigation_has_every_page_once(self):
        named = list(navigation(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]))
        self.assertEqual(sorted(named), sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")))

    def test_every_link_and_anchor_leads_somewhere(self):
        for page in PAGES:
            for target in page_markdown.links(page.read_text(encoding="utf-8")):
                if re.match(r"[a-z]+:", target) or target.startswith("../api/"):  # that of Doxygen is made with the site
                    continue
                name, _, anchor = target.partition("#")
                with self.subTest(page=page.relative_to(ROOT).as_posix(), link=target):
                    file = (page.parent / name).resolve() if name else page
                    self.assertTrue(file.exists())
                    self.assertTrue(not anchor or anchor in anchors(file.read_text(encoding="utf-8")))

    def test_pages_begin_with_their_title_and_what_is_made_is_known(self):
        for page in DOCS.rglob("*.md"):
            text = page.read_text(encoding="utf-8")
            with self.subTest(page=page.relative_to(ROOT).as_posix()):
                self.assertRegex(text, r"^(# \S|<!-- generate: \S+\.md -->\n$)")
                self.assertEqual(len(re.findall(r"^# ", prose(text), re.MULTILINE)), 0 if text.startswith("<!--") else 1)
                for name in re.findall(r"<!-- generate: (.*) -->", text):
                    self.assertTrue(name in MADE or (ROOT / name).is_file(), name)

    def test_no_line_of_prose_begins_with_a_plus(self):  # it would be an item of a list
        for page in PAGES:
            self.assertIsNone(re.search(r"^ *\+ ", prose(page.read_text(encoding="utf-8")), re.MULTILINE), page)


class Markdown(unittest.TestCase):
    def test_lists_and_tables_stand_behind_a_blank_line(self):
        self.assertEqual(page_markdown.rewritten("a:\n- b\n- c\n  d\n\ne\n| f |\n|---|"), "a:\n\n- b\n- c\n    d\n\ne\n\n| f |\n|---|")

    def test_lists_in_lists_and_their_code_are_four_columns_deep(self):
        self.assertEqual(page_markdown.rewritten("- a\n  - b\n    c\n\n  d\n\n  ```sh\n  x\n    - y\n  ```\n1. e\n   f\n\ng"),
                         "- a\n    - b\n        c\n\n    d\n\n    ```sh\n    x\n      - y\n    ```\n\n1. e\n    f\n\ng")

    def test_an_item_behind_a_later_paragraph_of_the_one_before_is_an_item(self):
        self.assertEqual(page_markdown.rewritten("- a\n  - b\n\n  c\n- d\n  ```\n  e\n  ```\n- f"),
                         "- a\n    - b\n\n    c\n\n- d\n    ```\n    e\n    ```\n- f")

    def test_code_is_no_list_and_has_no_links(self):
        text = "```\na:\n- b [c](d)\n| e\n```"
        self.assertEqual(page_markdown.rewritten(text), text)
        self.assertEqual(page_markdown.links(text + "\n`[f](g)` [h](i.md) ![j](k.svg) [`l`](m)"), ["i.md", "k.svg", "m"])
        self.assertEqual(page_markdown.relinked("`[f](g)` [`h`](i)", str.upper), "`[f](g)` [`h`](I)")


class Made(unittest.TestCase):
    def test_every_key_of_every_schema_stands_on_the_page(self):
        files = sorted((DOCS / "schemas").glob("*.json"))
        text = pages.json_keys(files)
        self.assertEqual(text.count("\n## ") + text.startswith("## "), len(files))
        for file in files:
            for key in json.loads(file.read_text())["properties"]:
                self.assertIn(f"| `{key}` |", text)
        self.assertIn("| `latency.mean` |", text)
        self.assertNotIn("docs/", text)

    def test_the_gallery_has_every_experiment_with_its_command(self):
        text = pages.gallery(ROOT, pathlib.Path("/nonexistent"))
        for file in (ROOT / "experiments").glob("*/*.yaml"):
            self.assertIn(f"\nexperiments/run {file.stem}\n", text)
        self.assertNotIn("![", text)

    @unittest.skipUnless(os.environ.get("DATELINE"), "DATELINE names no program")
    def test_every_option_and_routing_stands_on_its_page(self):
        listed = json.loads(subprocess.run([os.environ["DATELINE"], "list", "--json", "-"], check=True, capture_output=True, text=True).stdout)
        text = pages.options(listed)
        for command, entry in listed["commands"].items():
            for name, option in entry["options"].items():
                (section,) = re.findall(rf"^### {re.escape(pages.option_title(name))} {{#[\w.-]+}}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
                self.assertIn(f"`{command}`", section)
                self.assertIn(option["help"][1:], section)
        for name in listed["routing"]:
            self.assertIn(f"| `{name}`", pages.routings(listed))


if __name__ == "__main__":
    unittest.main()
