#!/usr/bin/python3
"""The rules of the tree (design, section 2 and house style): who may include whom, size and opening of files, words that are not used.

Prints one line per violation and fails; a self-test first shows that each rule notices a made-up violation.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("models", "routing", "traffic", "sim")
TESTS = "tests"
LONGEST = 400  # lines
WIDEST = 120  # columns of a line of prose: of a page or a comment, outside code and tables

# Folder -> the folders of the tree that its files may include. The longest matching folder counts.
MAY_INCLUDE = {
    "models/base": ["models/base"],
    "models/network": ["models/base", "models/network"],
    "models/analysis/loads": ["models/base", "models/network", "models/analysis/loads"],
    "models/analysis/worst_case": ["models/base", "models/network", "models/analysis/loads", "models/analysis/worst_case"],
    "models/analysis/optimal": ["models/base", "models/network", "models/analysis/optimal"],
    "models/analysis/adaptive": ["models/base", "models/network", "models/analysis/loads", "models/analysis/optimal", "models/analysis/adaptive"],
    "models/analysis/latency": ["models/base", "models/network", "models/analysis/loads", "models/analysis/adaptive", "models/analysis/throughput",
                                "models/analysis/latency"],
    "models/analysis/reliability": ["models/base", "models/network", "models/proof", "models/analysis/reliability"],
    "models/mesh/machine": ["models/base", "models/network", "models/mesh/machine"],
    "models/mesh/permutations": ["models/base", "models/network", "models/mesh/machine", "models/mesh/permutations"],
    "models/mesh/inverse_sort": ["models/base", "models/network", "models/mesh/inverse_sort"],
    "models/mesh/algorithms": ["models/base", "models/network", "models/mesh/machine", "models/mesh/inverse_sort", "models/mesh/algorithms"],
    "models/mesh/column": ["models/base", "models/network", "models/mesh/inverse_sort", "models/mesh/column"],
    "models/lcc": ["models/base", "models/network", "models/lcc"],
    "models/proof": ["models/base", "models/network", "models/proof"],
    "models": ["models"],  # folders to come: models only
    "routing": ["models", "routing"],
    "traffic": ["models", "traffic"],
    "sim/core": ["models", "routing", "traffic", "sim/core"],
    "sim/measure": ["models", "routing", "traffic", "sim/core", "sim/measure"],
    "sim/options": ["models", "routing", "traffic", "sim/core", "sim/measure", "sim/options"],
    "sim/embed": ["models", "routing", "traffic", "sim/core", "sim/measure", "sim/options", "sim/embed"],
    "sim/systemc": ["models", "routing", "traffic", "sim/core", "sim/measure", "sim/systemc"],
    "sim/systemc/examples": ["models", "routing", "traffic", "sim"],  # programs
    "sim/cli": ["models", "routing", "traffic", "sim"],
    "sim": ["models", "routing", "traffic", "sim"],
}
# Of a folder with floors: its folders from the ground up ("." for its own files). A file includes what is in its own folder or on a lower floor.
FLOORS = {
    "models/base": [["."], ["numbers"], ["text"]],
    "models/network": [["topology"], ["faults"], ["relation"], ["symmetry"], ["."]],
    "routing": [["adaptive", "networks/any_topology", "networks/dragonfly", "networks/hyperx", "networks/slim_fly", "networks/trees", "oblivious"], ["software_based"],
                ["registry"], ["."]],
    "sim/core": [["state/layout"], ["state/packet"], ["state"], ["link_traversal", "route_computation", "switch_allocation"], ["injection", "inspect", "vc_allocation"],
                 ["external", "reconfiguration"], ["switch_traversal"], ["cycle"], ["tiles"], ["."]],
    "sim/measure": [["energy", "schedule", "statistics", "verdict"], ["window"], ["protocol"], ["sources"], ["run"], ["."]],
    "sim/cli": [["command_line"], ["output"], ["network"], ["analysis", "faults", "help", "hypercube", "mesh", "run"], ["workload"], ["simulate"], ["."]],
}
MOST_FILES = 30  # of a folder of the tree
MOST_TESTS = 60  # files of a folder of tests/, data aside
SYSTEMC_ALLOWED = ("sim/systemc/", "sim/main.cpp", "tests/sim/systemc/")
# May have void* and new: as the interfaces of other simulators have them, and the operator itself.
FOREIGN = ("sim/embed/examples/", "sim/large_pages.cpp")
# Folders of tests/ that mirror none of the tree's; every other holds the tests of the folder whose path it has.
TEST_FOLDERS = ("bench", "data", "fuzz", "golden", "install", "mutants", "reference", "reference/workloads", "support", "tree")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
BANNED = {"mutable": re.compile(r"\bmutable\b"), "const_cast": re.compile(r"\bconst_cast\b"), "reinterpret_cast": re.compile(r"\breinterpret_cast\b"),
          "raw new": re.compile(r"\bnew\b"), "void*": re.compile(r"\bvoid\s*\*")}
# A type of namespace dateline, by its definition at the start of a line.
TYPE = re.compile(r"^(?:class|struct|enum class) (\w+)(?: final)?(?: *:[^;{]*)? *\{", re.MULTILINE)
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")


def within(path, folder):
    return path == folder or path.startswith(folder + "/")


def without_comments(text, keep_strings=False):
    """The text with comments blanked, and strings too unless they are asked for; lines stay where they are."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)

    def blank(match):
        found = match.group(0)
        if keep_strings and not found.startswith("/"):
            return found
        return re.sub(r"[^\n]", " ", found)

    # A digit separator (1'000) is no quote.
    return pattern.sub(blank, re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", text))


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def includes_of(text):
    code = without_comments(text, keep_strings=True)
    return [(line_of(code, m.start()), m.group(1) or m.group(2), bool(m.group(2))) for m in INCLUDE.finditer(code)]


def floor_of(path, base):
    """(floor, folder) of a file of a folder with floors; None of a folder that has no floor."""
    folder = path[len(base) + 1:].rpartition("/")[0] or "."
    return next(((number, folder) for number, floor in enumerate(FLOORS[base]) if folder in floor), None)


def floor_violations(path, text):
    base = next((base for base in FLOORS if within(path, base)), None)
    if base is None:
        return
    own = floor_of(path, base)
    if own is None:
        yield f"{path}:1: {base} has no such floor; FLOORS names them"
        return
    for line, target, _angle in includes_of(text):
        other = floor_of(target, base) if within(target, base) else None
        if other and other[1] != own[1] and other[0] >= own[0]:
            yield f"{path}:{line}: includes {target}, which is not below {base}/{own[1]}"


def crowded(counts):
    """`counts`: folder -> files in it."""
    for folder, count in sorted(counts.items()):
        most = MOST_TESTS if within(folder, TESTS) else MOST_FILES
        if count > most:
            yield f"{folder}: {count} files; at most {most}"


def include_violations(path, text):
    folder = max((f for f in MAY_INCLUDE if within(path, f)), key=len, default=None)
    for line, target, _angle in includes_of(text):
        systemc = target in ("systemc", "systemc.h") or target.startswith(("systemc/", "sysc/", "tlm"))
        if systemc and not path.startswith(SYSTEMC_ALLOWED):
            yield f"{path}:{line}: includes <{target}>; only sim/systemc, sim/main.cpp and tests/sim/systemc may"
        if folder is None:
            continue
        if target.startswith((".", "/")):
            yield f"{path}:{line}: includes {target}; paths start at the root of the tree"
        ours = any(within(target, f) for f in (*FOLDERS, TESTS, "experiments", "docs"))
        if ours and not any(within(target, f) for f in MAY_INCLUDE[folder]):
            yield f"{path}:{line}: includes {target}; {folder} may include only {', '.join(MAY_INCLUDE[folder])}"


def style_violations(path, text):
    lines = text.count("\n")
    if lines >= LONGEST:
        yield f"{path}: {lines} lines; split by {LONGEST}"
    if path.endswith(".hpp"):
        if not text.lstrip().startswith(("//", "/*")):
            yield f"{path}:1: a header opens with a comment that says what it is"
        if len(re.findall(r"^#pragma once$", text, re.MULTILINE)) != 1:
            yield f"{path}: has no '#pragma once'"
    for match in UNFINISHED.finditer(text):
        yield f"{path}:{line_of(text, match.start())}: {match.group(0)}"
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.match(r"\s*//\s*(.*)", line)
        if comment and len(line) > WIDEST and "  " not in comment[1]:
            yield f"{path}:{number}: {len(line)} columns of comment; at most {WIDEST}"
    if path.split("/")[0] in FOLDERS:
        code = INCLUDE.sub("", without_comments(text))
        for name, pattern in BANNED.items():
            if name in ("void*", "raw new") and path.startswith(FOREIGN):
                continue
            for match in pattern.finditer(code):
                yield f"{path}:{line_of(code, match.start())}: {name}"


def misplaced_tests(tests, folders):
    """`tests`: paths of test files from the root; `folders`: those of the tree that hold files, and the four themselves."""
    for path in sorted(tests):
        folder = path.split("/", 1)[1].rpartition("/")[0]
        if folder not in folders and folder not in TEST_FOLDERS:
            yield f"{path}: the tree has no folder {folder or '.'}/ that it could test"


def prose_violations(path, text):
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        code ^= fence
        if len(line) > WIDEST and not (fence or code or line.startswith("|")):
            yield f"{path}:{number}: {len(line)} columns of prose; at most {WIDEST}"


def violations(files):
    """`files`: path from the root -> text."""
    found = []
    for path, text in sorted(files.items()):
        found += include_violations(path, text)
        found += floor_violations(path, text)
        found += style_violations(path, text)
    return found


def defined_twice(files):
    """Types of one name in two headers of the product: two programs that include one each link, and one of them is wrong."""
    first = {}
    for path, text in sorted(files.items()):
        if path.endswith(".hpp") and path.split("/")[0] in FOLDERS:
            for match in TYPE.finditer(without_comments(text)):
                other = first.setdefault(match[1], path)
                if other != path:
                    yield f"{path}:{line_of(text, match.start())}: {match[1]} is a type of {other} too"


def pages():
    return {path.relative_to(ROOT).as_posix(): path.read_text() for pattern in ("*.md", "docs/**/*.md", "experiments/*.md") for path in ROOT.glob(pattern)}


def folders_and_tests():
    folders = {path.parent.relative_to(ROOT).as_posix() for folder in (*FOLDERS, "experiments", "python") for path in (ROOT / folder).rglob("*") if path.is_file()}
    folders |= set(FOLDERS)
    tests = [path.relative_to(ROOT).as_posix() for path in (ROOT / TESTS).rglob("test_*") if path.suffix in (".cpp", ".py")]
    return folders, tests


def file_counts():
    """Of the folders of the tree, of the experiments' runner, and of tests/ but for data."""
    found = {}
    for folder in (*FOLDERS, "experiments/runner", TESTS):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and path.suffix in (".hpp", ".cpp", ".py", ".v", ".js") and not name.startswith(("tests/data/", "tests/fuzz/corpus/")):
                found[name.rpartition("/")[0]] = found.get(name.rpartition("/")[0], 0) + 1
    return found


def tree():
    files = {}
    for folder in (*FOLDERS, TESTS):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".h", ".cc", ".ipp"):
                files[path.relative_to(ROOT).as_posix()] = path.read_text()
    return files


def self_test():
    """Each made-up file must be found guilty exactly as often as it is."""
    header = "// What it is.\n#pragma once\n"
    guilty = {
        "models/network/a.hpp": header + '#include "routing/registry/registry.hpp"\n',
        "models/network/b.cpp": '#include "models/analysis/latency/bounds.hpp"\n',
        "models/network/c.cpp": '#include "models/proof/digraph.hpp"\n',
        "models/analysis/loads/d.cpp": '#include "models/proof/digraph.hpp"\n',
        "models/analysis/worst_case/d.cpp": '#include "models/analysis/latency/bounds.hpp"\n',
        "models/analysis/optimal/d.cpp": '#include "models/analysis/loads/capacity.hpp"\n',
        "models/mesh/machine/d.cpp": '#include "models/mesh/algorithms/zones.hpp"\n',
        "models/mesh/column/d.cpp": '#include "models/mesh/machine/machine.hpp"\n',
        "models/proof/d.cpp": '#include "models/analysis/latency/bounds.hpp"\n',
        "models/lcc/e.cpp": '  #  include "traffic/patterns/uniform.hpp"\n',
        "routing/f.cpp": '#include "traffic/patterns/uniform.hpp"\n',
        "routing/g.cpp": '#include "sim/core/compiled_network.hpp"\n',
        "traffic/h.cpp": '#include "routing/registry/registry.hpp"\n',
        "sim/core/i.cpp": '#include "sim/systemc/modules.hpp"\n',
        "sim/core/j.cpp": '#include "sim/measure/run.hpp"\n',
        "sim/core/k.cpp": '#include "sim/cli/options/options.hpp"\n',
        "sim/core/l.cpp": "#include <systemc>\n",
        "sim/core/m.cpp": "#include <sysc/kernel/sc_time.h>\n",
        "sim/measure/n.cpp": '#include "sim/cli/options/options.hpp"\n',
        "sim/cli/o.cpp": "#include <systemc.h>\n",
        "sim/cli/p.cpp": '#include "tests/support/harness.hpp"\n',
        "tests/models/q.cpp": "#include <systemc>\n",
        "models/network/r.cpp": '#include "../analysis/bounds.hpp"\n',
        "models/network/s.hpp": "// What it is.\nstruct S {};\n",
        "models/network/t.hpp": "#pragma once\nstruct T {};\n",
        "models/network/u.cpp": "int x;\n" * LONGEST,
        "models/network/v.cpp": "struct V { mutable int x; };\n",
        "routing/w.cpp": "int* x = new int;\n",
        "traffic/x.cpp": "auto y = const_cast<int*>(&x);\n",
        "sim/core/y.cpp": "auto y = reinterpret_cast<int*>(x);\n",
        "sim/core/z.cpp": "void* p;\n",
        "tests/sim/a.cpp": "// " + "TO" + "DO: later\n",
        "sim/core/b.cpp": "constexpr int a = 1'000; mutable int b = 1'0;\n",
        "sim/core/c.cpp": "  // " + "a word " * 20 + "\n",
        "sim/core/state/packet/d.cpp": '#include "sim/core/state/tile.hpp"\n',
        "sim/core/route_computation/e.cpp": '#include "sim/core/switch_allocation/input_arbitration.hpp"\n',
        "routing/adaptive/f.cpp": '#include "routing/registry/registry.hpp"\n',
        "sim/core/somewhere/g.cpp": "int x;\n",
        "models/base/h.hpp": header + '#include "models/network/traffic_pattern.hpp"\n',
    }
    innocent = {
        "models/network/a.cpp": '// #include "routing/registry/registry.hpp"\n/* mutable\n new */ const char* s = "a new const_cast";\n',
        "models/analysis/loads/b.cpp": '#include "models/base/ids.hpp"\n#include <new>\nint renewed = 0, news = 1;\n',
        "models/proof/c.hpp": header + '#include "models/base/ids.hpp"\n',
        "sim/core/c2.cpp": "// a table   " + "a word " * 20 + "\n",
        "sim/core/d.cpp": '#include "models/base/ids.hpp"\n#include "sim/core/compiled_network.hpp"\n',
        "sim/systemc/e.cpp": '#include <systemc>\n#include "sim/core/compiled_network.hpp"\n',
        "sim/main.cpp": '#include <systemc>\n#include "sim/cli/options/command.hpp"\n',
        "tests/sim/systemc/f.cpp": "#include <systemc>\n",
        "sim/cli/g.cpp": '#include "sim/systemc/run_network.hpp"\n',
        "sim/embed/examples/h.hpp": header + "void* p = new int;\n",
        "sim/core/h.cpp": "constexpr int a = 1'000;  // a new thing\nchar q = '\"'; // mutable\n",
        "models/network/i.cpp": "int x;\n" * (LONGEST - 1),
        "sim/core/cycle/j.cpp": '#include "sim/core/state/tile.hpp"\n#include "sim/core/cycle/cycle_engine.hpp"\n',
    }
    if list(crowded({"sim/a": 31, "sim/b": 30, "tests/c": 60, "tests/d": 61})) != ["sim/a: 31 files; at most 30", "tests/d: 61 files; at most 60"]:
        return ["self-test: crowded folders are not told from the others"]
    long = "a word " * 20
    page = f"{long}\n\n| {long} |\n\n```sh\n{long}\n```\n\n{long}\n"
    if [found.split(":")[1] for found in prose_violations("README.md", page)] != ["1", "9"]:
        return ["self-test: the prose of a page is not told from its tables and code"]
    placed = misplaced_tests(["tests/routing/test_a.cpp", "tests/tree/test_b.py", "tests/test_c.cpp", "tests/sim/test_d.cpp"], {"routing", "sim/core"})
    if [found.split(":")[0] for found in placed] != ["tests/sim/test_d.cpp", "tests/test_c.cpp"]:
        return ["self-test: misplaced tests are not told from the others"]
    types = {"sim/a.hpp": "class A {\n};\nstruct B;\n", "sim/b.hpp": "struct B : C {\n};\n  struct A {};\n", "sim/c.hpp": "struct B {\n};\n// \nclass A final {\n};\n"}
    if [found.split(" ")[1] for found in defined_twice(types)] != ["B", "A"]:
        return ["self-test: types that two headers define are not told from the others"]
    wrong = [f"self-test: {path}: {len(violations({path: text}))} violations found, 1 made" for path, text in guilty.items() if len(violations({path: text})) != 1]
    return wrong + [f"self-test: a rule accuses a file that keeps it: {v}" for v in violations(innocent)]


def main():
    problems = self_test()
    files = tree()
    if len(files) < 50:
        problems.append(f"only {len(files)} source files found under {ROOT.name}: the check looks in the wrong place")
    problems += violations(files)
    problems += defined_twice(files)
    for path, text in pages().items():
        problems += prose_violations(path, text)
    folders, tests = folders_and_tests()
    problems += misplaced_tests(tests, folders)
    problems += crowded(file_counts())
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{len(files)} files keep the rules of the tree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
