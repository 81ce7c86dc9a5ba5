"""How BookSim 2 and Noxim do a workload, what they print of it, and the options with which dateline does the same.

A program has `words`, its command; `read`, the figures of what it printed; `variants`, dateline's options by name,
those of "default" being network, traffic and window alone; `latency`, what a mean latency of the others is there.
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "experiments"))
from booksim import options, runfile  # noqa: E402

PLAIN = ("topology", "routing", "vcs", "buffer-depth", "traffic", "fixed-points", "packet-length", "load", "cycles", "warmup", "seed")


class NotEqual(Exception):
    """Why a run has not done the workload."""


@dataclass(frozen=True)
class Figures:
    accepted: float  # flits a terminal and cycle
    latency: float   # cycles, the mean
    hops: float      # of a packet, the mean
    flit_hops: float
    cycles: float    # in which they were


def number(text, name):
    """The number behind the last `name` of the text."""
    found = re.findall(re.escape(name) + r"\s*([0-9][-+0-9.e]*)", text)
    try:
        return float(found[-1])
    except (IndexError, ValueError):
        raise NotEqual(f"no '{name}' and a number in what it printed") from None


class BookSim:
    """The variant "equal" is what the importer makes of the configuration, with the constant by which latencies differ."""
    title = "BookSim 2"
    names = ("default", "equal")
    statuses = (0, 255)  # it ends with 255 when all went well, and without overall statistics when not

    def __init__(self, binary, workload, folder):
        file = folder / "runfile"
        file.write_text("".join(f"{name} = {value};\n" for name, value in workload.settings.items()), encoding="utf-8")
        self.words = [binary, str(file)]
        self.terminals = workload.settings["k"] ** workload.settings["n"]
        imported = options.Reader(runfile.read(file), workload.name).run()
        if imported.missed:
            raise NotEqual(f"{imported.missed[0][0].name} {imported.missed[0][1]}")
        self.constant = options.OFFSET
        default = {name: value for name, value in imported.options.items() if name in PLAIN}
        self.variants = dict(zip(self.names, (default, imported.options)))

    def read(self, text):
        """Hops are counted in routers there, one more than channels. In the last cycles, when the network empties, sources
        rest: this count of flit-hops is a little too high, which makes BookSim faster by as much."""
        cycles = number(text, "Time taken is")
        overall = text[text.rfind("Overall Traffic Statistics"):]
        accepted, hops = number(overall, "Accepted flit rate average ="), number(overall, "Hops average =") - 1
        return Figures(accepted, number(overall, "Packet latency average ="), hops, accepted * self.terminals * cycles * hops, cycles)

    def latency(self, mean):
        return mean + self.constant


class Noxim:
    """A link there carries a flit every other cycle, since each is acknowledged before the next, and a hop of a head flit
    takes two cycles. In "equal" a hop has a cycle of pipeline, and credits return so late that a channel, of one VC of
    depth D, carries D flits in 2 D cycles; of packets of D flits or more that is half the rate as well. "modules" is
    that with every router a SystemC module."""
    title = "Noxim"
    names = ("default", "equal", "modules")
    statuses = (0,)

    def __init__(self, binary, workload, _folder):
        settings = workload.settings
        self.depth, self.length, side = settings["vc_buf_size"], settings["packet_size"], settings["k"]
        self.cycles, self.terminals = settings["sample_period"], side * side
        power, network = self.files(binary)
        words = (f"-topology MESH -dimx {side} -dimy {side} -routing XY -sel RANDOM -vc 1 -buffer {self.depth} -size {self.length} {self.length} "
                 f"-traffic random -pir {settings['injection_rate'] / self.length} poisson "
                 f"-warmup 0 -sim {self.cycles} -seed {settings['seed']} -detailed")
        self.words = [binary, "-power", str(power), "-config", str(network), *words.split()]
        default = {"topology": f"mesh:{side}x{side}", "routing": "dor", "vcs": 1, "buffer-depth": self.depth, "packet-length": self.length,
                 "load": settings["injection_rate"], "cycles": self.cycles, "warmup": 0, "seed": settings["seed"]}
        equal = {**default, "injection": "bernoulli", "router.pipeline": 1, "router.credit-latency": 2 * self.depth - 2, "router.ejection": "channel",
                 "router.source": "one-at-a-time", "router.vc-reuse": "tail", "router.crossbar": "per-port"}
        self.variants = dict(zip(self.names, (default, equal, {**equal, "external": "all"})))

    @staticmethod
    def files(binary):
        """What it reads beside its options, where its checkout has them."""
        bin_folder = Path(binary).resolve().parent
        return bin_folder / "power.yaml", bin_folder.parent / "config_examples/default_configMeshNoHUB.yaml"

    def read(self, text):
        """Its matrix of routed flits leaves a flit's first hop out, which every flit has."""
        flits = number(text, "Total received flits:")
        matrix = re.search(r"routed_flits = \[([\d\s]*)\]", text)
        if not matrix or not flits:
            raise NotEqual("no flits, or no 'routed_flits', in what it printed")
        flit_hops = flits + sum(map(int, matrix[1].split()))
        delay = number(text, "Global average delay (cycles):")
        return Figures(flits / self.terminals / self.cycles, delay, flit_hops / flits, flit_hops, self.cycles)

    def latency(self, mean):
        """Latencies there are those of head flits; here the tail is M - 1 flits behind, and D cycles more for each time
        that the packet waits for credits."""
        return mean - (self.length - 1) - (-(-self.length // self.depth) - 1) * self.depth
