"""That the sets name every option of `simulate`, every value that an option lists, and the ends of the ranges.

The lists are those of the program when hashes.txt was made. Options and values that came later are not asked for: they have tests of their own.
"""
import collections
import re

OPTIONS = """topology routing tie-rule vcs vc-policy buffer-depth routing-delay channel-latency injection-vcs ejection selection crossbar vc-reuse
header-arbitration channel-arbitration traffic injection load rate message-length cycles warmup messages warmup-messages workload verify seed
channel-loads json progress config""".split()
VALUES = {
    "topology": "torus:K0xK1x... mesh:K0xK1x... hypercube:N graph:FILE",
    "routing": "dor e-cube o1turn romm rlb valiant ival val table:FILE",
    "tie-rule": "split plus parity union",
    "vc-policy": "split shared relaxed",
    "injection-vcs": "auto",
    "ejection": "ideal channel",
    "selection": "random lowest round-robin",
    "crossbar": "per-vc per-port",
    "vc-reuse": "atomic at-tail",
    "header-arbitration": "fcfs round-robin",
    "channel-arbitration": "round-robin oldest",
    "traffic": "uniform uniform-self tornado transpose bit-complement bitcomp bit-reverse reverse-flip random:SEED reverse halfshift bitrev bitrevT"
               " affine:A,B lump:L,R,Q blumps:B,DR,DC permutation:FILE matrix:FILE worst-case worst-case:ROUTING",
    "injection": "poisson bernoulli",
    "warmup": "auto",
    "warmup-messages": "auto",
    "workload": "permutation:FILE permutation:NAME",
    "verify": "auto always never",
    "progress": "auto always never",
    "json": "FILE -",
}
ENDS = {"vcs": (1, 16), "buffer-depth": (1, 64), "routing-delay": (0, 64), "channel-latency": (1, 64), "injection-vcs": (1, 16),
        "message-length": (1, 65535)}
PATHS = ("vc-reuse", "ejection", "crossbar", "selection", "header-arbitration", "channel-arbitration")
FILES = r"(permutation|matrix|table|graph)-[\w.-]+|result\.json"
PLACEHOLDERS = {"K0xK1x...": r"\d+(x\d+)*", "N": r"\d+", "FILE": f"({FILES})", "NAME": rf"(?!{FILES}).+", "SEED": r"\d+", "ROUTING": r"[a-z][\w-]*",
                "A,B": r"\d+,\d+", "L,R,Q": r"\d+,\d+,\d+", "B,DR,DC": r"\d+,\d+,\d+"}


def pattern(value):
    """What stands in a set for a value of the list: numbers for capitals, a file of the sets for FILE."""
    if value == "FILE":
        return FILES
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


def step_problems(sets):
    """Each combination of the machine's paths meets each class of lengths: as many sets as combinations times classes."""
    met = {(s.options["channel-latency"] == "1", s.options["buffer-depth"] == "1", *(s.options[name] for name in PATHS), s.length_class)
           for s in sets if s.style == "steps"}
    expected = 2 * 2 * 3 * 2**5 * 7
    if len(met) != expected:
        yield f"{len(met)} of {expected} combinations of channel-latency, buffer-depth, {', '.join(PATHS)} and length are met"


def problems(sets, listed):
    """`listed`: the names of the options of simulate, as `dateline list` has them."""
    named = collections.defaultdict(set)
    for option_set in sets:
        for name, value in option_set.named().items():
            named[name].add(value)
    gone = [f"option {name} is not listed by the program any more" for name in OPTIONS if name not in listed]
    return [*gone, *set_problems(named), *step_problems(sets)]
