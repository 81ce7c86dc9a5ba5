"""Chakra traces by chance: an execution is drawn event by event, each node waits for some that came before, and the
file has them in another order.

So the trace can finish, also where collectives of a group run one after the other, be it in the order of the files or
in another. Some traces have dependencies that lead nowhere, or in a circle."""

from dataclasses import replace

from chakra_rules import BATCH, CHECKPOINT, COLLECTIVE, COMPUTE, LOAD, METADATA, RECV, SEND, STORAGE, STORE, Node, Options

COMPUTES = (COMPUTE, COMPUTE, COMPUTE, LOAD, STORE, STORAGE, BATCH, CHECKPOINT)
ABSENT = 1000  # ids from here on have no node


class Draw:
    def __init__(self, chance, ranks, groups):
        self.chance, self.ranks, self.groups, self.turned = chance, ranks, groups, chance.random() < 0.3
        self.files = [[] for _ in range(ranks)]
        self.ids = [chance.sample(range(60), 50) for _ in range(ranks)]
        self.turns = {}  # (rank, id) of a collective -> its place in the files among those of its group

    def add(self, rank, type_, **attributes):
        node = Node(self.ids[rank].pop(), type_, attributes={name: value for name, value in attributes.items() if value is not None})
        for other in self.chance.sample(self.files[rank], min(len(self.files[rank]), self.chance.choice((0, 1, 1, 2)))):
            for ids in self.chance.choice(((node.control,), (node.data,), (node.data,), (node.control, node.data))):
                ids.append(other.id)
        self.files[rank].append(node)
        return node

    def maybe(self, *values, share=0.5):
        return self.chance.choice(values) if self.chance.random() < share else None

    def compute(self, rank, times):
        launch = self.chance.random() < 0.2
        type_ = COLLECTIVE if launch else self.chance.choice(COMPUTES)
        node = self.add(rank, type_, is_cpu_op=self.maybe(True, False, share=0.7), tid=self.chance.randrange(3))
        if launch and self.chance.random() < 0.5:
            node.attributes |= {"is_cpu_op": True, "comm_type": self.chance.randrange(10), "comm_size": 8}
        if self.chance.random() < times:
            node.duration = self.chance.choice((1, 7, 1000, 1 << 40))
        if self.chance.random() < 0.3:
            node.attributes["num_ops"] = self.chance.choice((1, 1000, 7 * 10 ** 9))
        if self.chance.random() < 0.3:
            node.attributes["tensor_size"] = self.chance.choice((1, 4096, 10 ** 10 + 1))

    def collective(self, kinds):
        name, tiles = self.chance.choice(list(self.groups.items()))
        kind, size = self.chance.choice(kinds), self.chance.choice((0, 1, 6, 100, 1001))
        turn = self.chance.random() if self.turned else len(self.turns)
        for tile in tiles:
            for rank in tile:
                node = self.add(rank, COLLECTIVE, comm_type=kind, comm_size=self.chance.choice((None, 5)) if kind == 9 else size,
                         pg_name=self.chance.choice((None, "") if "0" in self.groups else (None, "", "0")) if name == "" else name,
                         is_cpu_op=self.maybe(False))
                self.turns[rank, node.id] = turn

    def message(self):
        source, target = (self.chance.randrange(self.ranks) for _ in range(2))
        size, tag = self.chance.choice((0, 1, 300)), self.chance.choice((None, 1, 2, 7))
        self.add(source, SEND, comm_size=size, comm_dst=target, comm_src=self.maybe(source), comm_tag=tag)
        self.add(target, RECV, comm_size=size, comm_src=source, comm_dst=self.maybe(target), comm_tag=tag)

    def shuffled(self, rank):
        """A file in any order, but collectives of a group and messages that go the same way in one that all ranks have
        in common."""
        nodes = self.files[rank]
        order = self.chance.sample(nodes, len(nodes)) if self.chance.random() < 0.7 else list(nodes)
        for word in {kept_word(node) for node in nodes} - {None}:
            places = [i for i, node in enumerate(order) if kept_word(node) == word]
            same = sorted((node for node in nodes if kept_word(node) == word), key=lambda node: self.turns.get((rank, node.id), 0))
            for i, node in zip(places, same):
                order[i] = node
        return order


def kept_word(node):
    if node.communicates():
        return "" if node.attributes.get("pg_name", "") == "0" else node.attributes.get("pg_name", "")
    if node.type not in (SEND, RECV):
        return None
    return (node.type, *(node.attributes.get(name, 0) for name in (("comm_dst", "comm_tag") if node.type == SEND else ("comm_src", "comm_tag"))))


def misfit(chance, files):
    """A collective that is not what the other members have."""
    nodes, places = chance.choice([(nodes, [i for i, node in enumerate(nodes) if node.communicates()]) for nodes in files])
    if places:
        i = chance.choice(places)
        change = chance.choice(({"comm_size": 17}, {"comm_type": 5, "comm_size": 1}, {"pg_name": "nobody's"}, None))
        if change:
            nodes[i].attributes |= change
        else:
            del nodes[i]


def torus_of(chance, ranks):
    """All of them, in one to three dimensions."""
    radices = []
    while ranks > 1 and len(radices) < 2:
        radices.append(chance.choice([k for k in range(1, ranks + 1) if ranks % k == 0]))
        ranks //= radices[-1]
    return "torus:" + "x".join(map(str, radices + [ranks]))


def options(chance, files, ranks):
    found = Options(deps=chance.choice(("both", "both", "data", "ctrl")), strict=chance.random() < 0.1,
                    all_reduce=chance.choice(("ring", "recursive-doubling", "halving-doubling", torus_of(chance, ranks))),
                    all_to_all=chance.choice(("direct", "pairwise", "xor")),
                    comm_size=chance.choice(("input", "generator")), cpus=chance.choice(("one", "tid")))
    untimed = [node for nodes in files for node in nodes if node.computes() and not node.duration]
    ops, sizes = (any(name in node.attributes for node in untimed) for name in ("num_ops", "tensor_size"))
    sure = chance.random() < 0.8  # the rates that are needed
    return replace(found, peak=3 if (ops if sure else chance.random() < 0.5) else 0, memory=7 if (sizes if sure else chance.random() < 0.5) else 0)


def spoil(chance, files):
    """Dependencies on what is not there, on the node itself, or any one more, perhaps in a circle; whether there is no
    such one."""
    for nodes in files:
        for node in nodes:
            for ids in (node.control, node.data):
                if chance.random() < 0.1:
                    ids += [chance.choice((node.id, ABSENT + chance.randrange(3)))] * chance.choice((1, 1, 2))
    if chance.random() > 0.2 or not all(files):
        return True
    node, other = (chance.choice(chance.choice(files)) for _ in range(2))
    chance.choice((node.control, node.control, node.data)).append(other.id)
    return False


def times_of(chance):
    return chance.choice((1, 1, 0.7, 0.7, 0))


def name_groups(chance, draw, named):
    """Has metadata nodes say the members of groups, or --groups, or both: then that counts, whatever the nodes say. The
    groups of --groups."""
    how = chance.choice(("nodes", "nodes", "file", "file", "both"))
    for name, members in named.items() if how != "file" else ():
        members = members[::-1] if how == "both" else members
        for rank in chance.sample(range(draw.ranks), chance.randrange(1, draw.ranks + 1)):
            draw.add(rank, METADATA, pg_name=name, ranks=members)
    return {} if how == "nodes" else named


def some_names(chance):
    return chance.sample(("a", "12", "0"), chance.randrange(3))


def some_ranks(chance):
    """Files of several ranks, with groups of --groups or of metadata; whether they can finish for sure; options."""
    ranks = chance.randrange(1, 6)
    named = {name: chance.sample(range(ranks), chance.randrange(1, ranks + 1)) for name in some_names(chance)}
    draw = Draw(chance, ranks, {"": [range(ranks)]} | {name: [members] for name, members in named.items()})
    groups, times = name_groups(chance, draw, named), times_of(chance)
    for _ in range(chance.randrange(1, 14)):
        event = chance.choice((0, 0, 0, 1, 1, 2))
        if event == 0:
            draw.compute(chance.randrange(ranks), times)
        elif event == 1:
            draw.collective(range(10))
        else:
            draw.message()
    files = [draw.shuffled(rank) for rank in range(ranks)]
    if chance.random() < 0.1:
        misfit(chance, files)
    sure = spoil(chance, files)
    return files, sure, replace(options(chance, files, ranks), groups=groups)


def regular_members(chance, ranks):
    """Of one of the groups side by side; now and then of none."""
    n, stride = chance.choice([(n, s) for n in range(1, ranks + 1) for s in range(1, ranks + 1) if ranks % (n * s) == 0])
    if chance.random() < 0.1:
        return sorted(chance.sample(range(ranks), n))
    first = chance.randrange(0, ranks, n * stride) + chance.randrange(stride)
    return [first + i * stride for i in range(n)]


def one_for_all(chance):
    """One file for all ranks, likewise; the order of its collectives may be another than its dependencies allow."""
    ranks = chance.choice((1, 2, 3, 4, 6, 8, 12))
    named = {name: regular_members(chance, ranks) for name in some_names(chance)}
    draw = Draw(chance, 1, {"": [[0]]} | {name: [[0]] for name in named})
    groups, times = name_groups(chance, draw, named), times_of(chance)
    for tag in range(chance.randrange(1, 12)):
        event = chance.choice((0, 0, 1, 1, 2))
        if event == 0:
            draw.compute(0, times)
        elif event == 1:
            draw.collective(range(10))
        else:
            ahead = chance.randrange(1 - ranks, ranks)
            for type_, peer in ((SEND, "comm_dst"), (RECV, "comm_src")):
                source = max(0, -ahead) + chance.randrange(3)
                said = {"comm_src": source, "comm_dst": source + ahead}
                said = {name: value for name, value in said.items() if value or name == peer or chance.random() < 0.5}
                draw.add(0, type_, comm_size=tag, comm_tag=tag, **said)
    files = [draw.shuffled(0)]
    sure = spoil(chance, files)
    return files, sure, replace(options(chance, files, ranks), replicate=ranks, groups=groups)
