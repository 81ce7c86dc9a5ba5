#!/usr/bin/python3
"""One word a thing: names that the textbook's have replaced stand nowhere in the code, and texts speak of the machine or the reader.

Prints one line per violation and fails; a self-test first shows that each rule notices a made-up violation.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRODUCT = ("models", "routing", "traffic", "sim")
PAGES = ("docs", "README.md", "CONTRIBUTING.md")
# Old name -> what it is called now. Of code alone: several are plain words elsewhere.
STRUCK = {
    "MachineParts": "Tile", "HeaderRouting": "RouteComputation", "HeaderGrants": "VcAllocator", "HeaderTrials": "VcRequests",
    "VcGrants": "VcAssignment", "HeaderRivals": "CompetingHeads", "HeaderStage": "WaitingHeads", "WaitingHeader": "WaitingHead",
    "HeaderOption": "VcOption", "HeaderArbitration": "VcArbitration", "ChannelArbitration": "OutputArbitration",
    "PortArbitration": "InputArbitration", "Allocation": "SwitchAllocation", "CrossbarPlaces": "CrossbarPorts", "SwitchStage": "SwitchState",
    "Movement": "SwitchTraversal", "InjectionMovement": "InjectionTraversal", "Movers": "FlitOwner", "Outgoing": "CreditReturn",
    "Timeline": "EventWheel", "HandOver": "DeliveryQueue", "Message": "Packet", "MessageOrder": "PacketRequest", "OrderQueue": "SourceQueue",
    "MessagePool": "PacketPool", "Sources": "SourceQueues", "SetQueues": "VcSetQueues", "SenderHalf": "OutputVcState",
    "ReceiverHalf": "InputVcState", "VcRecord": "VcState", "VcWorms": "VcPackets", "WormQueues": "SharedBuffers", "QueuedWorm": "QueuedPacket",
    "AnnouncedWorms": "AnnouncedPackets", "Front": "VcGlobalState", "Watching": "ObserverKind", "PhasedEngine": "PipelineEngine",
    "Machine": "CompiledNetwork", "MachineConfig": "RouterConfig", "OpenNodes": "ExternalRouters", "OpenSeam": "RouterInterface",
    "OpenCalls": "ExternalCalls", "OpenFlit": "ExternalFlit", "OpenLink": "ExternalLink", "OpenEngine": "ExternalEngine",
    "OpenReports": "ExternalReports", "OpenRouter": "ExternalRouter", "OpenRouterError": "ExternalRouterError", "Purge": "Reconfiguration",
    "Wait": "WaitFor", "ObserverShim": "ObserverAdapter",
}
# Of sim/core alone.
STRUCK_IN_CORE = {
    "want": "add_request", "want_no_more": "drop_request", "tell_blocked": "notify_blocked", "tell_granted": "notify_granted",
    "tell_neighbours": "notify_neighbours", "take_place": "take_credit", "look_closer": "accept_head_or_queue", "owe": "credit_due",
    "pay": "credit_returned", "owed": "credits_due", "set_apart": "partition_by_answer", "weigh": "classify_weighted",
    "place_new": "allocate_uncontended", "settle": "allocate_contended", "place_of": "request_order", "serve": "retry_waiting",
    "decide": "arbitrate_outputs", "choose": "allocate_switch", "join_picks": "merge_external_flits", "try_alone": "try_uncontended",
    "try_memory": "try_absorb", "lanes_of_classes": "vcs_of_classes", "free_lanes": "free_vcs", "select_lane": "select_vc",
    "eject_tails": "finish_ejected", "minds_tails": "needs_tail_events", "picks": "granted_vcs", "dirty": "must_retry", "clean": "retried",
    "worm": "packet", "worms": "packets", "message": "packet", "messages": "packets", "lane": "vc_index", "lanes": "vcs", "header": "head",
}
# Options that have another name now, as the program understands them until 0.3.0. `--permutation` and `--out` still are options.
OLD_OPTIONS = sorted(set(re.findall(r'\{"([a-z-]+)", "', (ROOT / "sim/options/option_aliases.cpp").read_text())) - {"permutation", "out"})
OLD_OPTION = re.compile(rf"(?<![\w-])--({'|'.join(OLD_OPTIONS)})(?![\w.-])")
# Where they stand for themselves, or are another program's: the history, the table of old names and its tests, BookSim's and other tools' options.
KEEPS_OLD_OPTIONS = ("CHANGELOG.md", "sim/options/option_aliases.", "tests/sim/cli/test_renamed_options.py", "tests/tree/test_words.py",
                     "tests/bench/flit_hops.py")
PERSONS = re.compile(r"\b(whoever|nobody|somebody|anybody|told|tells|looked at)\b", re.IGNORECASE)
CORE_TEXT = re.compile(r"\b(worms?|lanes?|home)\b", re.IGNORECASE)  # a comment of sim/core
WORM = re.compile(r"(?<!rigid )(?<!two-)\bworms?\b", re.IGNORECASE)  # the rigid worm is a model of its own
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[A-Za-z_]\w*|[^\w"\'/]+|.', re.DOTALL)
# Where an old name is another thing: the second implementations have names of their own, absorption has a software header,
# and gem5 has messages.
ELSEWHERE = {"Allocation": ("tests/reference/", "tests/support/as_reference.cpp"), "header": ("sim/core/state/absorption.",),
             "Message": ("sim/embed/examples/gem5_", "tests/sim/embed/examples/test_gem5.cpp", "tests/sim/embed/examples/gem5/")}


def tokens(text):
    """(line, token) of C++: comments, strings and names each whole."""
    line = 1
    for found in TOKEN.finditer(text):
        yield line, found.group()
        line += found.group().count("\n")


def check_code(name, text):
    struck = dict(STRUCK, **(STRUCK_IN_CORE if name.startswith("sim/core/") else {}))
    for line, token in tokens(text):
        if token.startswith(("//", "/*")):
            found = PERSONS.search(token) or (CORE_TEXT.search(token) if name.startswith("sim/core/") else None)
            if found and not name.startswith("tests/"):
                yield f"{name}:{line}: '{found.group()}' in a comment: the subject is the machine or the reader"
        elif token in struck and not name.startswith(ELSEWHERE.get(token, ("\0",))):
            yield f"{name}:{line}: {token} is called {struck[token]}"
        elif token[:1] == '"' and PERSONS.search(token) and not name.startswith("tests/"):
            yield f"{name}:{line}: '{PERSONS.search(token).group()}' in a text: the subject is the machine or the reader"


def check_page(name, text):
    for number, line in enumerate(text.split("\n"), 1):
        if name.startswith("docs/") and name.endswith(".md") and (found := WORM.search(line)):
            yield f"{name}:{number}: '{found.group()}' is called packet"
        if found := PERSONS.search(line):
            yield f"{name}:{number}: '{found.group()}': the subject is the machine or the reader"
        for word in re.findall(r"`(\w+)(?:::\w+)?`", line):
            if word in STRUCK:
                yield f"{name}:{number}: {word} is called {STRUCK[word]}"


def old_options(name, text):
    if not OLD_OPTION.search(text):
        return
    if name.endswith((".cpp", ".hpp")):  # in comments and strings: elsewhere it counts down
        parts = [(line, token) for line, token in tokens(text) if token.startswith(("//", "/*", '"', "R"))]
    else:
        parts = enumerate(text.split("\n"), 1)
    for number, part in parts:
        for found in OLD_OPTION.findall(part):
            yield f"{name}:{number}: --{found} has another name now (sim/options/option_aliases.cpp)"


def files():
    for folder in (*PRODUCT, "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp"):
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def pages():
    for place in (*PAGES, "experiments"):
        top = ROOT / place
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".md", ".yaml", ".json", ".py", ".js") and not name.startswith("experiments/results/"):
                yield name, path.read_text(encoding="utf-8")


def everything():
    """Files of text, but for what tests read of other programs and for the fuzzer's corpus."""
    for top in (*PRODUCT, "tests", "docs", "experiments", "python", "README.md", "CONTRIBUTING.md"):
        for path in sorted((ROOT / top).rglob("*")) if (ROOT / top).is_dir() else [ROOT / top]:
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".cpp", ".hpp", ".py", ".md", ".yaml", ".json", ".ipynb", "") and path.is_file() and "/corpus/" not in name:
                yield name, path.read_text(encoding="utf-8", errors="replace")


def self_test():
    guilty = {"sim/core/a.cpp": ["Machine machine;", "int worm = 0;", "// Nobody sends.", "// A worm.", "settle();"],
              "sim/cli/b.cpp": ["MachineConfig c;", "// what people are told", 'f("it tells nothing");'], "tests/c.cpp": ["Front f;"]}
    innocent = {"sim/core/d.cpp": ["// Machine readable.", "const char* text = \"Wait\";"], "models/e.cpp": ["int want = 0;"],
                "tests/reference/f.cpp": ["Allocation a; // nobody"], "sim/core/state/absorption.hpp": ["SoftwareHeader header;"]}
    for table, least in ((guilty, 1), (innocent, 0)):
        for name, lines in table.items():
            for line in lines:
                if len(list(check_code(name, line))) != least:
                    sys.exit(f"self-test: {name}: {line}")
    pages = {"Whoever reads `Machine::run`.": 2, "A Machine.": 0, "A worm, a rigid worm.": 1}
    if len(list(old_options("x", "--message-length 8 --open=all --router.source x --sample-paths 2"))) != 2:
        sys.exit("self-test: old options")
    if any(len(list(check_page("docs/x.md", line))) != count for line, count in pages.items()):
        sys.exit("self-test: pages")


def main():
    self_test()
    found = [line for name, text in files() for line in check_code(name, text)]
    found += [line for name, text in pages() for line in check_page(name, text)]
    found += [line for name, text in everything() if not name.startswith(KEEPS_OLD_OPTIONS) for line in old_options(name, text)]
    print("\n".join(found) or "words: one a thing")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
