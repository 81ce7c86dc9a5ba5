#!/usr/bin/python3
"""What options, outputs, commands and results of the program were called before 0.2.0, for messages about files that still have these names: (old name, new
name, what else has changed). Of several the one that there is counts; of a dotted name the first word may stand here."""

RENAMED = (
    # results
    ("messages", "packets", ""), ("per_source", "per_terminal", ""),
    # options
    ("classes", "table.classes", ""), ("routing-delay", "router.routing-delay", ""), ("router-pipeline", "router.pipeline", ""),
    ("channel-latency", "router.channel-latency", ""), ("credit-latency", "router.credit-latency", ""), ("injection-vcs", "router.injection-vcs", ""),
    ("source", "router.source", ""), ("ejection", "router.ejection", ""), ("selection", "router.vc-selection", ""), ("crossbar", "router.crossbar", ""),
    ("allocation", "router.switch-allocator", ""), ("vc-reuse", "router.vc-reuse", ""), ("header-arbitration", "router.vc-arbitration", ""),
    ("channel-arbitration", "router.output-arbitration", ""), ("reinjection-delay", "absorption.delay", ""), ("absorb-limit", "absorption.limit", ""),
    ("blocked-escape", "absorption.blocked-escape", ""), ("rate", "load", "0.01pkt for 0.01"), ("message-length", "packet-length", ""),
    ("messages", "deliveries", ""), ("warmup-messages", "warmup", ""), ("streams", "traffic", "streams:FILE for FILE"), ("flit-bytes", "workload.flit-bytes", ""),
    ("cycle-time", "workload.cycle-time", ""), ("send-overhead", "workload.send-overhead", ""), ("receive-overhead", "workload.receive-overhead", ""),
    ("ranks", "workload.ranks", ""), ("verify", "prove", ""), ("open", "external", ""), ("stall-limit", "external", "all,stall=N for N"),
    ("resolution", "search.resolution", ""), ("sample", "sample-paths", ""), ("sample", "sample-pairs", ""), ("sample", "sample-orders", ""),
    # outputs
    ("channel-loads", "channels", ""), ("csv", "channels", ""), ("mapping-file", "mapping", ""),
    # commands
    ("mesh", "mesh run", ""), ("inverse-sort", "mesh row", ""), ("mesh-column", "mesh column", ""), ("contention", "lcc contention", ""), ("remap", "lcc mapping", ""),
)


# Kinds of figures (format/figure_kinds.py).
FIGURES = (("multiples", "curves", ""), ("scaling", "curves", "with panels and fit: power"), ("elements", "curves", "list: NAME for value: NAME"),
           ("grouped", "bars", ""), ("channel-heat", "network", ""))


MEANT = (("avg", "mean"), ("average", "mean"), ("throughput", "accepted"))  # words of other programs, and ours


def meant(name, names):
    """A name with the word that it has here."""
    return next((changed for word, own in MEANT for changed in [".".join(own if part == word else part for part in name.split("."))]
                 if changed != name and changed in names), name)


def now(name, names):
    """'packet-length', 'load: 0.01pkt for 0.01': what a name is called now, if that is among the names there are; else ""."""
    first, dot, rest = str(name).partition(".")
    for old, new, more in RENAMED + FIGURES:
        if old == first and (new in names if not dot else any(other == new or other.startswith(f"{new}.") for other in names)):
            return f"{new}{dot}{rest}{more and f': {more}'}"
    return ""
