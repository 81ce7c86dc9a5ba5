"""What must become of a Chakra trace, from the text of the specification of training workloads and, where that leaves a
choice, of docs/guide/workloads/chakra.md. Nothing here is of the importer's code.

A trace is a list of files, each a list of nodes. What is expected are operations by key: (rank, id, "") is where a node
ends, (rank, id, "begin") where a rank is ready for a collective, (rank, id, "send" or "recv", peer, k) the k-th message
of one with a rank."""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

import collective_steps as steps
from plan_check import operations_of, partners_in
from schedule_lines import before, in_order

METADATA, LOAD, STORE, COMPUTE, SEND, RECV, COLLECTIVE, STORAGE, BATCH, CHECKPOINT = range(1, 11)
NAMES = ("all-reduce", "reduce", "all-gather", "gather", "scatter", "broadcast", "all-to-all", "reduce-scatter", "reduce-scatter-block", "barrier")
HOST, GPU = 0, 1


@dataclass
class Node:
    id: int
    type: int
    control: list = field(default_factory=list)
    data: list = field(default_factory=list)
    duration: int = 0  # 0: not said
    attributes: dict = field(default_factory=dict)

    def launches(self):
        return self.type == COLLECTIVE and (self.attributes.get("is_cpu_op", False) or "comm_type" not in self.attributes)

    def computes(self):
        return self.type in (LOAD, STORE, COMPUTE, STORAGE, BATCH, CHECKPOINT) or self.launches()

    def side(self):
        return HOST if self.launches() or self.attributes.get("is_cpu_op", False) else GPU

    def communicates(self):
        return self.type == COLLECTIVE and not self.launches()


@dataclass
class Options:
    replicate: int = 0
    deps: str = "both"
    strict: bool = False
    groups: dict = field(default_factory=dict)
    all_reduce: str = "ring"
    all_to_all: str = "direct"
    comm_size: str = "input"
    peak: int = 0  # 10^12 operations a second
    memory: int = 0  # 10^9 bytes a second
    cpus: str = "one"


@dataclass
class Operation:
    waits: list  # keys
    kind: str = "compute"
    time: Fraction = Fraction(0)  # microseconds
    cpu: int = -1  # of what takes time
    bytes: int = 0
    peer: int = -1
    reduces: bool = False
    partner: tuple = ()  # of a recv: its send
    collective: int = -1  # of where one begins and ends


@dataclass
class Expected:
    refusals: dict = field(default_factory=dict)  # why -> what the line has to say
    absent: int = 0
    absent_ids: set = field(default_factory=set)  # (file, id)
    own: int = 0  # dependencies of a node on itself
    timeless: int = 0
    operations: dict = field(default_factory=dict)
    collectives: list = field(default_factory=list)  # (type, bytes, members, ids by member)
    chains: dict = field(default_factory=dict)  # (rank, group) -> ids of its collectives, in the order of the file


def wanted_ids(node, deps):
    return set(node.control if deps == "ctrl" else node.data if deps == "data" else node.control + node.data)


def kept(nodes, deps):
    """id -> ids that it waits for, without those that are not there and itself."""
    ids = {node.id for node in nodes}
    return {node.id: sorted(wanted_ids(node, deps) & ids - {node.id}) for node in nodes}


def see_dependencies(files, options, found):
    """What is left out is counted in both fields, also with --deps: in the trace of the specification 383 nodes wait
    for themselves, all by ctrl_deps, and are counted where data_deps alone have no circle."""
    for number, nodes in enumerate(files):
        ids = {node.id for node in nodes}
        for node in nodes:
            gone = [other for other in node.control + node.data if other not in ids]
            found.absent += len(gone)
            found.absent_ids |= {(number, other) for other in gone}
            found.own += (node.control + node.data).count(node.id)
        if in_order(kept(nodes, options.deps)) is None:
            helps = options.deps != "data" and in_order(kept(nodes, "data")) is not None
            found.refusals[f"cycle {number}"] = rf"t\.{number}\.et: nodes wait for each other: " + (".*; --deps data" if helps else r"[^;]*\Z")
    if options.strict and (found.absent or found.own):
        found.refusals["strict"] = r"names (itself|\d+, which is no node)"


def time_of(node, options):
    if node.duration:
        return Fraction(node.duration)
    ops, size = node.attributes.get("num_ops", 0), node.attributes.get("tensor_size", 0)
    return max(Fraction(ops, options.peak * 10 ** 6 or 1), Fraction(size, options.memory * 10 ** 3 or 1))


def see_times(files, options, found):
    computes = [node for nodes in files for node in nodes if node.computes()]
    untimed = [node for node in computes if not node.duration]
    lacking = {name: sum(node.attributes.get(name, 0) > 0 for node in untimed) for name in ("num_ops", "tensor_size")}
    for name, rate, word in (("num_ops", options.peak, "peak-tflops"), ("tensor_size", options.memory, "memory-gbs")):
        if lacking[name] and not rate:
            found.refusals[word] = rf"^computes without duration_micros: (.*, )?{lacking[name]} with {name}\b.*--{word}"
        if rate and not lacking[name]:
            found.refusals["unused " + word] = f"{word}.*no use"
    found.timeless = sum(not any(node.attributes.get(name, 0) for name in lacking) for node in untimed)
    if found.timeless and len(untimed) == len(computes):
        found.refusals["untimed"] = rf"^{found.timeless} of the computes have no duration_micros, and neither"


def groups_of(files, options, ranks, found):
    """Name -> lists of members, side by side."""
    named = {}
    for nodes in files:
        for node in nodes:
            if node.type == METADATA and "pg_name" in node.attributes and "ranks" in node.attributes:
                name, members = node.attributes["pg_name"], list(node.attributes["ranks"])
                if named.setdefault(name, members) != members:
                    found.refusals["contradiction"] = "has other members than another node says"
    everybody = list(range(ranks))
    whole = {name: [members or everybody] for name, members in (named | options.groups).items()} | {"": [everybody]}
    if options.replicate:
        for name, ((*members,),) in whole.items():
            whole[name] = side_by_side(members, ranks)
    return whole


def side_by_side(members, ranks):
    """As many groups b, b+s, ... as there are; none where these are no regular part. All ranks are one group, in any order."""
    if len(members) == ranks:
        return [members]
    n, stride = len(members), members[1] - members[0] if len(members) > 1 else 1
    if stride <= 0 or ranks % (n * stride):
        return []
    tiles = [[block + offset + i * stride for i in range(n)] for block in range(0, ranks, n * stride) for offset in range(stride)]
    return tiles if members in tiles else []


def plan_of(kind, size, members, options):
    """A plan, and the bytes of the buffer for the report."""
    p, own = len(members), options.comm_size == "input"
    name = NAMES[kind]
    if name == "all-reduce":
        if options.all_reduce.startswith("torus:"):
            return steps.torus([int(k) for k in options.all_reduce[6:].split("x")])(p, size), size
        return {"ring": steps.ring_all_reduce, "recursive-doubling": steps.recursive_doubling,
                "halving-doubling": steps.halving_doubling}[options.all_reduce](p, size), size
    if name in ("all-gather", "gather"):
        whole = p * size if own else size
        return (steps.all_gather if name == "all-gather" else steps.gather)(p, whole), whole
    if name == "all-to-all":
        part = steps.chunk if own else (lambda size, members, target: size)
        return steps.all_to_all(options.all_to_all, part)(p, size), size if own else p * size
    if name == "barrier":
        return steps.barrier(p, 0), 0
    return {"reduce": steps.reduce, "scatter": steps.scatter, "broadcast": steps.broadcast}.get(name, steps.reduce_scatter)(p, size), size


def gathered(ranks_nodes, groups, options, found):
    """The k-th collective of a group, in the order of each rank's file, is one on all its members."""
    in_turn = defaultdict(lambda: defaultdict(list))  # (group's name, members) -> rank -> nodes
    for rank, nodes in enumerate(ranks_nodes):
        for node in filter(Node.communicates, nodes):
            name = node.attributes.get("pg_name", "")
            name = "" if name == "0" and "0" not in groups else name
            tiles = groups.get(name)
            if tiles is None:
                found.refusals["unknown group"] = "no members of group"
                continue
            own = [tile for tile in tiles if rank in tile]
            if not own:
                why = "no regular part" if options.replicate else "is no member of"
                found.refusals[why] = why
                continue
            in_turn[name, tuple(own[0])][rank].append(node)
    for (name, members), by_rank in in_turn.items():
        rows = [by_rank.get(rank, []) for rank in members]
        if len({len(row) for row in rows}) > 1:
            found.refusals["number"] = r"\d+ collectives on rank"
            continue
        radices = options.all_reduce[6:].split("x") if options.all_reduce.startswith("torus:") else []
        for instance in zip(*rows):
            kinds = {(node.attributes["comm_type"], 0 if node.attributes["comm_type"] == 9 else node.attributes["comm_size"]) for node in instance}
            if len(kinds) > 1:
                found.refusals["disagree"] = r"node \d+ of rank \d+ is .*, node \d+ of rank \d+"
                continue
            (kind, size), = kinds
            if kind == 0 and radices and len(members) != product(radices):
                found.refusals["torus"] = "members, but"
                continue
            found.collectives.append((kind, size, members, [node.id for node in instance]))
        for rank, row in zip(members, rows):
            found.chains[rank, name] = [node.id for node in row]


def product(words):
    found = 1
    for word in words:
        found *= int(word)
    return found


def cpus_of(nodes, options):
    """id -> cpu: one host and one GPU, or of each tid, as they appear."""
    found, seen = {}, ([], [])
    for node in filter(Node.computes, nodes):
        side, tid = node.side(), node.attributes.get("tid") if options.cpus == "tid" else None
        if tid not in seen[side]:
            seen[side].append(tid)
        found[node.id] = 2 * seen[side].index(tid) + side
    return found


def peer_of(node, rank, ranks, options):
    to = node.attributes.get("comm_dst", 0), node.attributes.get("comm_src", 0)
    if not options.replicate:
        return to[node.type == RECV]
    ahead = to[0] - to[1]
    return (rank + (ahead if node.type == SEND else -ahead)) % ranks


def make_nodes(ranks_nodes, options, found):
    messages = {SEND: defaultdict(list), RECV: defaultdict(list)}
    for rank, nodes in enumerate(ranks_nodes):
        waits, cpus = kept(nodes, options.deps), cpus_of(nodes, options)
        for node in nodes:
            key = (rank, node.id, "")
            made = found.operations[key] = Operation([(rank, other, "") for other in waits[node.id]])
            if node.computes():
                made.time, made.cpu = time_of(node, options), cpus[node.id]
            elif node.type in (SEND, RECV):
                made.kind, made.bytes = "send" if node.type == SEND else "recv", node.attributes["comm_size"]
                made.peer = peer_of(node, rank, len(ranks_nodes), options)
                way = (rank, made.peer) if node.type == SEND else (made.peer, rank)
                messages[node.type][*way, node.attributes.get("comm_tag", 0)].append(key)
    for way, recvs in messages[RECV].items():
        for send, recv in zip(messages[SEND][way], recvs):
            found.operations[recv].partner = send


def make_collectives(options, found):
    for i, (kind, size, members, ids) in enumerate(found.collectives):
        plan, buffer = plan_of(kind, size, members, options)
        found.collectives[i] = (NAMES[kind], buffer, members, ids)
        partners = partners_in(plan)

        def named(key):
            member, way, peer, k = key
            return members[member], ids[member], way, members[peer], k

        for member, own in enumerate(operations_of(plan)):
            rank = members[member]
            begin, end = (rank, ids[member], "begin"), (rank, ids[member], "")
            node = found.operations[end]
            found.operations[begin] = Operation(node.waits, collective=i)
            found.operations[end] = Operation([begin] + [named(key) for key, _, _ in own], collective=i)
            for key, message, waits in own:
                made = found.operations[named(key)] = Operation([named(other) for other in waits] or [begin], key[1], bytes=message.bytes)
                made.peer, made.reduces = members[key[2]], key[1] == "recv" and message.adds
                if key in partners:
                    made.partner = named(partners[key])


def expect(files, options):
    found = Expected()
    ranks = options.replicate or len(files)
    see_dependencies(files, options, found)
    see_times(files, options, found)
    ranks_nodes = files * ranks if options.replicate else files
    gathered(ranks_nodes, groups_of(files, options, ranks, found), options, found)
    if not found.refusals:
        make_nodes(ranks_nodes, options, found)
        make_collectives(options, found)
    return found


def rank_graph(found, rank, chains):
    """What waits for what on a rank; `chains`: ids of collectives that run one after the other."""
    graph = {key: list(operation.waits) for key, operation in found.operations.items() if key[0] == rank}
    for chain in chains:
        for one, other in zip(chain, chain[1:]):
            graph[rank, other, "begin"].append((rank, one, ""))
    return graph


def order_found(rank, chain, came, numbers):
    """The order in which the schedule has them one after the other, None if it has not; `came`: key -> bits of what is
    before it, by `numbers`."""
    count = {id_: sum(came[rank, id_, "begin"] >> numbers[rank, other, ""] & 1 for other in chain) for id_ in chain}
    return sorted(chain, key=count.get) if sorted(count.values()) == list(range(len(chain))) else None


def files_order(found):
    """Whether collectives of a group can run one after the other as in the files, where each is one event of all its
    members."""
    def event(key):
        return found.operations[key[:2] + ("",)].collective if key[:2] + ("",) in collectives else key

    collectives = {(rank, id_, "") for _, _, members, ids in found.collectives for rank, id_ in zip(members, ids)}
    graph = defaultdict(set)
    for key, operation in found.operations.items():
        graph[event(key)] |= {event(other) for other in operation.waits + [operation.partner] * bool(operation.partner)} - {event(key)}
    for (rank, _), chain in found.chains.items():
        for one, other in zip(chain, chain[1:]):
            graph[event((rank, other, ""))].add(event((rank, one, "")))
    return in_order(graph) is not None


def order_difference(found, rank, have, as_in_file):
    """`have`: key -> keys that it waits for in the schedule, in the order of rank_graph. What is not as it must be,
    else None. Collectives of a group run one after the other; `as_in_file`: in that order."""
    came = before(have)
    if came is None:
        return f"operations of rank {rank} wait for each other"
    chains = [chain for (r, _), chain in found.chains.items() if r == rank]
    if not as_in_file:
        numbers = {key: i for i, key in enumerate(have)}
        chains = [order_found(rank, chain, came, numbers) for chain in chains]
        if None in chains:
            return f"collectives of a group on rank {rank} do not run one after the other"
    wanted = before(rank_graph(found, rank, chains))
    if wanted is None:
        return f"collectives of rank {rank} cannot run as in the file"
    keys = list(have)
    for key, bits in wanted.items():
        if bits != came[key]:
            have_it, want_it = ([other for i, other in enumerate(keys) if some >> i & 1] for some in (came[key], bits))
            return f"{key} waits for {have_it}, not {want_it}"
    return None
