"""That the sets name every option of `simulate`, every value that an option lists, and the ends of the ranges.

The lists are those of the program when hashes.txt was made. Options and values that came later are not asked for: they have tests of their own.
"""
import collections
import re

OPTIONS = """topology routing tie-rule vcs vc-policy buffer-depth router.routing-delay router.channel-latency router.injection-vcs router.ejection
router.vc-selection router.crossbar router.vc-reuse router.vc-arbitration router.output-arbitration traffic injection load packet-length cycles warmup
deliveries workload prove seed out=channels json progress config""".split()
VALUES = {
    "topology": "torus:K0xK1x... mesh:K0xK1x... hypercube:N graph:FILE",
    "routing": "dor e-cube o1turn romm rlb valiant ival val table:FILE",
    "tie-rule": "split plus parity union",
    "vc-policy": "split shared relaxed",
    "router.injection-vcs": "auto",
    "router.ejection": "ideal channel",
    "router.vc-selection": "random lowest round-robin",
    "router.crossbar": "per-vc per-port",
    "router.vc-reuse": "atomic tail",
    "router.vc-arbitration": "fcfs round-robin",
    "router.output-arbitration": "round-robin oldest",
    "traffic": "uniform uniform-self tornado transpose bit-complement bitcomp bit-reverse reverse-flip random:SEED reverse halfshift bitrev bitrevT"
               " affine:A,B lump:L,R,Q blumps:B,DR,DC permutation:FILE matrix:FILE worst-case worst-case:ROUTING",
    "injection": "poisson bernoulli",
    "load": "LOAD LOADpkt",
    "warmup": "auto",
    "workload": "permutation:FILE permutation:NAME",
    "prove": "auto always never",
    "progress": "auto always never",
    "json": "FILE -",
    "out=channels": "channels.csv",
}
ENDS = {"vcs": (1, 16), "buffer-depth": (1, 64), "router.routing-delay": (0, 64), "router.channel-latency": (1, 64), "router.injection-vcs": (1, 16),
        "packet-length": (1, 65535)}
PATHS = ("router.vc-reuse", "router.ejection", "router.crossbar", "router.vc-selection", "router.vc-arbitration", "router.output-arbitration")
FILES = r"(permutation|matrix|table|graph)-[\w.-]+|result\.json"
ALONE = {"FILE": FILES, "LOAD": r"[\d./e-]+", "LOADpkt": r"[\d./]+pkt"}  # no part of a value
PLACEHOLDERS = {"K0xK1x...": r"\d+(x\d+)*", "N": r"\d+", "FILE": f"({FILES})", "NAME": rf"(?!{FILES}).+", "SEED": r"\d+", "ROUTING": r"[a-z][\w-]*",
                "A,B": r"\d+,\d+", "L,R,Q": r"\d+,\d+,\d+", "B,DR,DC": r"\d+,\d+,\d+"}


def pattern(value):
    """What stands in a set for a value of the list: numbers for capitals, a file of the sets for FILE."""
    if value in ALONE:
        return ALONE[value]
    name, colon, rest = value.partition(":")
    return re.escape(name) + (":" + PLACEHOLDERS[rest] if colon else "")


def set_problems(named):
    """What no set names; `named`: option -> its values in the sets."""
    for name in OPTIONS:
        given = named.get(name, set())
        if not given:
            yield f"option {name} is in no set"
        for value in VALUES.get(name, "").split():
            if not any(re.fullmatch(pattern(value), word) for word in given):
                yield f"option {name}: {value} is in no set"
        low, high = ENDS.get(name, (None, None))
        for end in () if low is None else (low, high):
            if str(end) not in given:
                yield f"option {name}: {end} is in no set"


def protocol_problems(sets):
    """Runs that end at a number of deliveries and runs of so many cycles have warm-ups each: a tenth, none, and one that is given."""
    for protocol in ("deliveries", "cycles"):
        warmups = {s.options["warmup"] for s in sets if protocol in s.options and "warmup" in s.options}
        for missing in {"auto", "0"} - warmups:
            yield f"warmup {missing} is in no set with {protocol}"
        if not any(warmup not in ("auto", "0") for warmup in warmups):
            yield f"no set with {protocol} gives its warm-up"


def step_problems(sets):
    """Each combination of the machine's paths meets each class of lengths: as many sets as combinations times classes."""
    met = {(s.options["router.channel-latency"] == "1", s.options["buffer-depth"] == "1", *(s.options[name] for name in PATHS), s.length_class)
           for s in sets if s.style == "steps"}
    expected = 2 * 2 * 3 * 2**5 * 7
    if len(met) != expected:
        yield f"{len(met)} of {expected} combinations of router.channel-latency, buffer-depth, {', '.join(PATHS)} and length are met"


def problems(sets, listed):
    """`listed`: the names of the options of simulate, as `dateline list` has them."""
    named = collections.defaultdict(set)
    for option_set in sets:
        for name, value in option_set.named().items():
            named[name].add(value)
    gone = [f"option {name} is not listed by the program any more" for name in OPTIONS if name not in listed]
    return [*gone, *set_problems(named), *protocol_problems(sets), *step_problems(sets)]
