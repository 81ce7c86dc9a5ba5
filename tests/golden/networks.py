"""The networks of the golden sets, and which routings and patterns fit each: what `dateline` would refuse is not drawn."""
import itertools
import math

# Graphs: nodes, links (two channels each), one-way channels. Tables on them are made in files.py.
GRAPHS = {
    "petersen": (10, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (5, 7), (7, 9), (9, 6), (6, 8), (8, 5)], []),
    "complete": (6, list(itertools.combinations(range(6), 2)), []),
    "chords": (9, [(i, (i + 1) % 9) for i in range(9)] + [(0, 4), (2, 7), (6, 7)], [(5, 1), (8, 3)]),
    "one-way": (8, [(0, 4), (2, 6)], [(i, (i + 1) % 8) for i in range(8)]),
    "star": (12, [(0, i) for i in range(1, 12)] + [(1, 2), (3, 4)], []),
}


class Network:
    """kind: torus, mesh, hypercube or graph; radices of a cube; name of a graph."""

    def __init__(self, text):
        self.text = text
        self.kind, rest = text.split(":")
        if self.kind == "graph":
            self.name, self.radices = rest, []
            self.nodes = GRAPHS[rest][0]
        elif self.kind == "hypercube":
            self.radices = [2] * int(rest)
        else:
            self.radices = [int(k) for k in rest.split("x")]
        if self.radices:
            self.nodes = math.prod(self.radices)

    @property
    def dimensions(self):
        return len(self.radices)

    def neighbours(self, node):
        """Nodes that a channel leads to, in rising order, each once."""
        if self.kind == "graph":
            _, links, one_way = GRAPHS[self.name]
            return sorted({b for a, b in links if a == node} | {a for a, b in links if b == node} | {b for a, b in one_way if a == node})
        found, step = set(), 1
        for k in self.radices:
            x = node // step % k
            for y in (x - 1, x + 1):
                if self.kind == "torus":
                    found.add(node + (y % k - x) * step)
                elif 0 <= y < k:
                    found.add(node + (y - x) * step)
            step *= k
        return sorted(found - {node})

    def square(self):
        """The side of a square torus or mesh, else 0."""
        fits = self.kind in ("torus", "mesh") and self.dimensions == 2 and self.radices[0] == self.radices[1]
        return self.radices[0] if fits else 0

    def graph_file(self):
        _, links, one_way = GRAPHS[self.name]
        return "".join([f"{a} {b}\n" for a, b in links] + [f"{a} > {b}\n" for a, b in one_way])


def routings(network):
    """Name -> fewest virtual channels (enough, where fewer might do)."""
    n, table = max(network.dimensions, 1), {"table": 8}
    ladder = 2 if network.kind == "torus" else 1
    if network.kind == "graph":
        return table
    table.update({"dor": ladder, "o1turn": ladder * n, "valiant": 2 * ladder, "val": 2 * ladder})
    table["romm"] = n if network.kind == "hypercube" else ladder * (2 * n - 1)
    if network.kind == "hypercube":
        table.update({"e-cube": 1, "ival": 2})
    if network.kind == "torus":
        table.update({"rlb": ladder * (2 * n - 1), "ival": 4})
    return {name: vcs for name, vcs in table.items() if vcs <= 16}


def permutations(network):
    """Names of the rules that are defined on the network, without random."""
    names, radices, n = [], network.radices, network.dimensions
    if network.nodes & (network.nodes - 1) == 0:
        names += ["bit-reverse", "reverse-flip"]
    if network.kind == "graph":
        return names
    names += ["bit-complement", "bitcomp"]
    if network.kind != "hypercube" and radices[0] >= 3:
        names.append("tornado")
    if (n % 2 == 0) if network.kind == "hypercube" else (n >= 2 and radices == radices[::-1]):
        names.append("transpose")
    return names + square_permutations(network.square())


def square_permutations(side):
    if not side:
        return []
    names = ["reverse"] + [f"affine:{a},{b}" for a, b in ((5, 3), (7, 11)) if math.gcd(a, side * side) == 1]
    if side % 2 == 0:
        names.append("halfshift")
    if side & (side - 1) == 0:
        names += ["bitrev", "bitrevT"]
    if side % 4 == 0:
        names += ["lump:1,1,1", "blumps:1,1,2", f"blumps:{side // 4},2,3"]
    if side == 8:
        names += ["lump:1,2,1", "lump:2,1,5"]
    return names
