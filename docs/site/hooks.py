"""What the build of the site (mkdocs.yml) does beside MkDocs: pages that are made (pages.py), pages of files outside docs/ that pages link, the pages of
Doxygen, and a search that works from a disk."""
import functools
import json
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).resolve().parent))
import page_markdown  # noqa: E402
import pages  # noqa: E402

TOP = Path(__file__).resolve().parents[2]
DOCS = TOP / "docs"
MADE = TOP / "build/docs"  # files that are made for the site
GENERATE = re.compile(r"^<!-- generate: (\S+) -->$", re.MULTILINE)
DIRECTORIES = {"docs/schemas": "reference/json-keys.md"}  # what a link to a folder leads to
LANGUAGES = {".yaml": "yaml", ".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".sv": "systemverilog", ".json": "json", ".cmake": "cmake"}


def results():
    return Path(os.environ.get("DATELINE_RESULTS", TOP / "results"))


@functools.lru_cache
def listed():
    program = os.environ.get("DATELINE", str(TOP / "build/release/dateline"))
    return json.loads(subprocess.run([program, "list", "--json", "-"], check=True, capture_output=True, text=True).stdout)


def shown_files():
    """{file of the repository: page of the site that is made of it}, from the markers of the pages."""
    found = {}
    for page in DOCS.rglob("*.md"):
        for name in GENERATE.findall(page.read_text(encoding="utf-8")):
            if name.endswith(".md"):
                found[name] = page.relative_to(DOCS).as_posix()
    return found


def generated(name):
    """(text, the folder of the repository that its links start from) of a marker."""
    if name == "options":
        return pages.options(listed()), "docs/reference"
    if name == "routings":
        return pages.routings(listed()), "docs/guide"
    if name == "json-keys":
        return pages.json_keys(sorted((DOCS / "schemas").glob("*.json"))), "docs/reference"
    if name == "gallery":
        return pages.gallery(TOP, results()), "docs"
    text = (TOP / name).read_text(encoding="utf-8")
    if name.endswith(".md"):
        return text, posixpath.dirname(name)
    return f"```{LANGUAGES.get(posixpath.splitext(name)[1], '')}\n{text}```", "docs"


def expanded(text, path):
    """The page with its markers replaced, all links from where the page stands in docs/."""
    folder = posixpath.dirname(f"docs/{path}")

    def moved(start):
        return lambda target: target if outside(target) else posixpath.relpath(posixpath.join(start or ".", target), folder)

    def made(found):
        inner, start = generated(found[1])
        return page_markdown.relinked(inner, moved(start))

    return GENERATE.sub(made, text)


def outside(target):
    return re.match(r"[a-z]+:|#", target) is not None


def destination(target, path, shown):
    """A link of the page docs/`path`, as one of the site."""
    if outside(target):
        return target
    name, _, anchor = target.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(f"docs/{path}"), name))
    if file in shown:
        to = shown[file]
    elif file in DIRECTORIES:
        to = DIRECTORIES[file]
    elif file.startswith("docs/"):
        to = file[len("docs/"):]
    else:
        to = f"source/{file}.md"
    return posixpath.relpath(to, posixpath.dirname(path) or ".") + (f"#{anchor}" if anchor else "")


def linked_files(page):
    """Files of the repository outside docs/ that a page links, and that are no page themselves."""
    shown, path = shown_files(), page.relative_to(DOCS).as_posix()
    for target in page_markdown.links(expanded(page.read_text(encoding="utf-8"), path)):
        to = posixpath.normpath(posixpath.join(posixpath.dirname(path), destination(target, path, shown).partition("#")[0]))
        if to.startswith("source/"):
            yield to[len("source/"):-len(".md")]


def source_page(name):
    """The page of a file: its text."""
    place = MADE / f"source/{name}.md"
    place.parent.mkdir(parents=True, exist_ok=True)
    language = LANGUAGES.get(posixpath.splitext(name)[1], "")
    place.write_text(f"# {name}\n\n````{language}\n{(TOP / name).read_text(encoding='utf-8')}\n````\n", encoding="utf-8")
    return f"source/{name}.md"


def on_files(files, config):
    for file in list(files):
        if file.src_path == "build" or file.src_path.startswith("site/"):
            files.remove(file)

    def add(path, folder):
        files.append(File(path, str(folder), config["site_dir"], config["use_directory_urls"]))

    for name in sorted({name for page in DOCS.rglob("*.md") for name in linked_files(page)}):
        add(source_page(name), MADE)
    for file in sorted((MADE / "api").rglob("*")):
        if file.is_file():
            add(file.relative_to(MADE).as_posix(), MADE)
    for name, _, _ in pages.experiments(TOP):
        file = pages.picture(results(), name)
        if file:
            place = MADE / f"gallery/{name}.svg"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.read_bytes())
            add(f"gallery/{name}.svg", MADE)
    return files


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_path
    if path.startswith("source/"):
        return markdown
    shown = shown_files()
    text = page_markdown.relinked(expanded(markdown, path), lambda target: destination(target, path, shown))
    return page_markdown.rewritten(text)


def on_post_build(config):
    """From a disk (file:) a browser fetches neither the index of the search nor its worker: search/offline.js brings both."""
    site = Path(config["site_dir"])
    (worker,) = (site / "assets/javascripts/workers").glob("search.*.min.js")
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    text = worker.read_text(encoding="utf-8")
    (site / "search/offline.js").write_text(
        f"var __search = {{index: Promise.resolve({index}), worker: URL.createObjectURL(new Blob([{json.dumps(text)}], {{type: 'text/javascript'}}))}};\n",
        encoding="utf-8")
