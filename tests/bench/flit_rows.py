"""The rows of `tests/bench/run flit-hops`: what is simulated, how long, and what it may cost.

Limits: issue 9, section 2. "At most 0.8 of today's cost" is 0.8 of what commit 2ff1f9a was
measured at here. A packet's 684 are 500/730 of that commit's 999 (flit_hops.py says of what).
"""
from dataclasses import dataclass

BASE = "--topology torus:8x8 --vcs 4 --buffer-depth 4 --load 0.2 --packet-length 32 --prove never --warmup 0"
ON_CHIP = "--topology mesh:8x8 --router.crossbar per-port --router.ejection channel --router.vc-reuse tail"
ALL_OPTIONS = ("--buffer-depth 8 --router.crossbar per-port --router.ejection channel --router.vc-reuse tail --router.vc-selection round-robin "
               "--router.vc-arbitration round-robin --injection bernoulli --router.channel-latency 3")
ADAPTIVE = "--buffer-depth 2 --tie-rule parity"  # at most 195 instructions, and 1.25 of dor's
TURNS = "--topology hypercube:8 --vcs 1 --buffer-depth 2 --packet-length 20 --load 0.1"  # at most 1.1 of e-cube's instructions
DEEP = ADAPTIVE + " --topology torus:8x8x8"
SMALL_MESH = "--topology mesh:4x4 --vcs 1 --buffer-depth 2 --packet-length 8 --router.vc-selection lowest"  # as rtl_mesh has it
NEIGHBOURS = "--topology hypercube:8 --traffic permutation:neighbours.txt"  # files() has it
DOUBLING = "--topology hypercube:8 --workload all-reduce:recursive-doubling,bytes="
MESH_GRAPH = "--routing table:mesh.table --load 0.1"  # of files(): half of what its halved channels take
OF_TRAFFIC = ("--load", "--packet-length", "--warmup")  # no options of a workload
OF_STREAMS = ("--load", "--packet-length")              # what a streams file says


@dataclass(frozen=True)
class Row:
    name: str
    options: str = ""               # in place of BASE's
    cycles: tuple = (2000, 6000)    # of the short and of the long run; of a workload its repetitions, of kind "window" the windows
    limit: float = None             # of the figure that binds: the cost, of `misses` and `packet` the one of that name
    kind: str = "hop"               # per flit-hop; "cycle": per simulated cycle; "instructions"; "misses"; "packet", "each", "window": see flit_hops.py
    relative: tuple = None          # (row, at most so many times its figure), a row that stands before this one
    program: str = "dateline"       # "rtl_mesh": the example of docs/extend/router-verilog.md, options are its arguments; left out where it was not built


def by_hops(mean_hops):
    """The cost of a flit-hop where packets of 32 flits cross so many channels: the fewer, the more their ends cost; 1.2 times what fits prototypes."""
    return 1.2 * (107 + 197 / mean_hops)


ROWS = [
    Row("8x8", limit=174),
    Row("5 flits", "--packet-length 5", limit=310),
    Row("1 flit", "--packet-length 1", (1000, 3000), 680),
    Row("on-chip 5 flits", ON_CHIP + " --packet-length 5", limit=370),
    Row("on-chip 1 flit", ON_CHIP + " --packet-length 1", (1000, 3000), 750),
    Row("latency 3 all options", ALL_OPTIONS, limit=310),
    Row("latency 4", "--router.channel-latency 4 --buffer-depth 8", limit=240),
    Row("tail", "--router.vc-reuse tail", limit=200),
    # Channels of different latencies, of half the bandwidth, and several of a terminal.
    Row("latencies 1 and 10", "--router.channel-latency dim0=1,dim1=10 --buffer-depth 20", limit=270),
    Row("mesh graph", MESH_GRAPH + " --topology graph:mesh.graph"),
    # A flit takes two cycles over a column of either: what rates cost apart from delays.
    Row("mesh graph columns of 2", MESH_GRAPH + " --topology graph:long.graph"),
    Row("mesh graph columns of 1/2", MESH_GRAPH + " --topology graph:half.graph", relative=("mesh graph columns of 2", 1.2)),
    Row("16x16", "--topology torus:16x16", (500, 1500)),
    Row("16x16 4 ports", "--topology torus:16x16 --nic-ports 4", (500, 1500), relative=("16x16", 1.1)),
    Row("per-port", "--router.crossbar per-port", limit=245),
    Row("per-port, oldest", "--router.crossbar per-port --router.output-arbitration oldest", limit=280),
    Row("wavefront", "--router.crossbar per-port --router.switch-allocator wavefront", limit=450),
    Row("pipeline 3", "--router.pipeline 3", limit=280),
    Row("priorities", "--router.output-arbitration priority --traffic streams:three.streams"),
    Row("16 VCs", "--vcs 16"),
    Row("64 ports", "--topology fullmesh:65 --routing dor --load 0.4"),
    Row("depth 1", "--buffer-depth 1", limit=200),
    Row("ejection channel", "--router.ejection channel", limit=195),
    Row("8x8x8", "--topology torus:8x8x8 --vcs 6", (400, 800), 217),
    Row("32x32", "--topology torus:32x32 --load 0.1", (400, 800), 155),
    Row("mesh 16x16", "--topology mesh:16x16", (500, 1500), 175),
    Row("hypercube 8", "--topology hypercube:8 --vcs 1 --packet-length 20 --load 0.1", (500, 2000), 211),
    Row("valiant", "--routing valiant", limit=254),
    Row("romm", "--routing romm --vcs 6", limit=290),
    Row("o1turn", "--routing o1turn", limit=226),
    Row("dor 8x8 depth 2", ADAPTIVE),
    Row("duato 8x8", ADAPTIVE + " --routing duato", limit=195, kind="instructions"),
    Row("duato 8x8 1 flit", ADAPTIVE + " --routing duato --packet-length 1", (1000, 3000), 950),
    Row("sw-adaptive 8x8 1 flit", ADAPTIVE + " --routing sw-adaptive --packet-length 1", (1000, 3000), 1100),
    Row("duato 8x8 whole", ADAPTIVE + " --routing duato --router.vc-reuse whole", limit=240, kind="instructions"),
    Row("duato 8x8 place", ADAPTIVE + " --routing duato --router.vc-reuse place --escape sticky", limit=240, kind="instructions"),
    Row("sw-deterministic 8x8", ADAPTIVE + " --routing sw-deterministic", limit=195, kind="instructions"),
    Row("dor 8x8x8 depth 2", DEEP, (400, 800)),
    Row("sw-adaptive 8x8x8 5 faults", DEEP + " --routing sw-adaptive --faults random:5@1", (400, 800), 195, "instructions"),
    Row("sw-adaptive 8x8x8 5 faults, 1 flit", DEEP + " --routing sw-adaptive --faults random:5@1 --packet-length 1", (200, 400)),
    Row("e-cube hypercube 8", TURNS, (500, 2000)),
    Row("p-cube hypercube 8", TURNS + " --routing p-cube", (500, 2000), 170.7, kind="instructions"),
    Row("li-min hypercube 8", TURNS + " --routing li-min", (500, 2000), 170.7, kind="instructions"),
    Row("p-cube hypercube 8 1 flit", TURNS + " --routing p-cube --packet-length 1", (500, 1500), 1000),
    Row("load .05", "--load 0.05", (4000, 16000)),
    Row("load .4", "--load 0.4", (1000, 3000)),
    Row("load .9", "--load 0.9", (1000, 3000)),
    Row("8 flits", "--packet-length 8"),
    Row("load .005", "--load 0.005", (20000, 120000), kind="cycle"),
    Row("idle", "--load 0.00000005", (1000000, 9000000), kind="cycle"),
    # Routers as modules of their own: one of 64 at most 1.5 times none, all at most 1,500 instructions; 1,800 where few flits share a cycle's cost.
    Row("external one", "--external 27", limit=235, kind="instructions"),
    Row("external half", "--external half:1", (500, 1500), kind="instructions"),
    Row("external all", "--external all", (500, 1500), 1500, "instructions"),
    Row("external all, mesh", "--topology mesh:8x8 --vcs 1 --packet-length 8 --load 0.1 --external all", (500, 1500), 1800, "instructions"),
    # Routers in Verilog beside the reference router, on the same network.
    Row("mesh 4x4 none external", SMALL_MESH, (10000, 30000), kind="instructions"),
    Row("mesh 4x4 external all", SMALL_MESH + " --external all", (1000, 3000), kind="instructions"),
    Row("mesh 4x4 Verilated", "all 8 0.2", (500, 1500), kind="instructions", program="rtl_mesh"),
    Row("misses 32x32", "--topology torus:32x32 --load 0.1", (400, 800), 2.3, "misses"),
    Row("packet", "--packet-length 1", (2000, 4000), 684, "packet"),
    # 16,384 injection and 98,304 network VCs are examined a few times a window, each at a few instructions.
    Row("window 16x16x16", "--topology torus:16x16x16 --cycles 120", (10, 40), kind="window"),
    Row("window 32x32x32", "--topology torus:32x32x32 --cycles 60", (4, 8), kind="window"),
    # A schedule beside open-loop traffic of as many packets a cycle, all of them one hop: at most 1.05 times the cost of a packet, wanted 1.0 of a flit-hop.
    Row("neighbours 1 flit", NEIGHBOURS + " --packet-length 1 --load 0.333", (400, 1200), kind="each"),
    Row("doubling 1 flit", DOUBLING + "0", (20, 60), kind="each", relative=("neighbours 1 flit", 1.05)),
    Row("neighbours 32 flits", NEIGHBOURS + " --load 0.94", (600, 1800), kind="instructions"),
    Row("doubling 32 flits", DOUBLING + "31", (3, 10), kind="instructions"),
    # Networks beyond cubes, several terminals a router.
    Row("dragonfly min", "--topology dragonfly:4,8,4 --routing min", (300, 900), by_hops(2.70)),
    Row("dragonfly valiant-group", "--topology dragonfly:4,8,4 --routing valiant-group", (300, 900), by_hops(4.54)),
    Row("dragonfly ugal", "--topology dragonfly:4,8,4 --routing ugal", (300, 900), by_hops(2.95)),
    Row("dragonfly par", "--topology dragonfly:4,8,4 --routing par", (300, 900), by_hops(2.85)),
    Row("dragonfly latencies 1 and 10", "--topology dragonfly:4,8,4 --routing min --router.channel-latency global=10 --buffer-depth 20", (300, 900), 270),
    Row("fat tree nca", "--topology fattree:4,5 --routing nca", (300, 900), by_hops(7.34)),
    Row("fat tree d-mod-k", "--topology fattree:4,5 --routing d-mod-k", (300, 900), by_hops(7.34)),
    Row("HyperX dor", "--topology hyperx:8x8:t8 --routing dor", (500, 1500), by_hops(1.75)),
    Row("HyperX ugal", "--topology hyperx:8x8:t8 --routing ugal", (500, 1500), by_hops(2.12)),
    Row("Slim Fly min", "--topology slimfly:5 --routing min", (1000, 3000), by_hops(1.83)),
    Row("Slim Fly ugal", "--topology slimfly:5 --routing ugal", (1000, 3000), by_hops(2.07)),
]
TIMED = ["8x8", "on-chip 5 flits", "on-chip 1 flit", "1 flit", "latency 3 all options"]


def files():
    """What the rows' options name: on hypercube:8 one hop each; an 8x8 mesh as a graph with dimension order, its columns of latency 2 or of bandwidth 1/2
    in two of three."""
    def edges(columns):
        rows = [f"{v} {v + 1}" for v in range(64) if v % 8 < 7]
        return "\n".join(rows + [f"{v} {v + 8} {columns}" for v in range(56)]) + "\n"

    def path(a, b):
        x, y, found = a % 8, a // 8, [a]
        while (x, y) != (b % 8, b // 8):
            x, y = (x + (1 if b % 8 > x else -1), y) if x != b % 8 else (x, y + (1 if b // 8 > y else -1))
            found.append(x + 8 * y)
        return found

    table = "".join(f"1: {' '.join(map(str, path(a, b)))}\n" for a in range(64) for b in range(64) if a != b)
    streams = "high load=0.02 packet-length=2 priority=2\nmiddle load=0.08 priority=1\nlow load=0.1\n"
    return {"three.streams": streams, "neighbours.txt": "".join(f"{node ^ 1}\n" for node in range(256)), "mesh.graph": edges("1"),
            "long.graph": edges("1 2"), "half.graph": edges("1/2"), "mesh.table": table}


def merged(*options):
    """BASE with the given options in place of its own; later ones win."""
    words = " ".join([BASE, *options]).split()
    values = dict(zip(words[::2], words[1::2]))
    if "--workload" in values:
        values = {name: value for name, value in values.items() if name not in OF_TRAFFIC}
    if values.get("--traffic", "").startswith("streams:"):
        values = {name: value for name, value in values.items() if name not in OF_STREAMS}
    return [word for pair in values.items() for word in pair]


def chosen(text):
    """The row of this name, else all rows whose name contains the text."""
    return [row for row in ROWS if row.name == text] or [row for row in ROWS if text in row.name]
