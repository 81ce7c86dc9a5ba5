"""Collectives from the text of their specification: who sends which bytes to whom, and what a rank has done before.

Sources: the specification of collectives (training workloads, generators), docs/guide/workloads/generators.md where it
chooses. Nothing here is of the program's code. Only sends are written down, round by round; recvs are what the other
side has of them. Members are 0..P-1, a block is an index into the sizes of its plan. A message `adds` if its receiver
adds it to what it has, else it takes its place. Where the text is silent: parts of rings and of torus:all are cut as
chunks are; what goes backwards has the numbers of blocks of its mirror image."""

from collections import defaultdict
from dataclasses import dataclass, field


@dataclass(eq=False)
class Message:
    source: int
    target: int
    blocks: tuple
    adds: bool = False
    bytes: int = 0


@dataclass
class Track:
    """What runs by itself: of each member its stages, lists of ("send" or "recv", message). One begins when all of the
    one before have ended, the first when all of the tracks `behind` have."""
    stages: list
    behind: tuple = ()


@dataclass
class Plan:
    members: int
    sizes: list = field(default_factory=list)  # of blocks
    tracks: list = field(default_factory=list)

    def messages(self):
        return [message for track in self.tracks for stages in track.stages for stage in stages for kind, message in stage if kind == "send"]


def chunk(size, count, i):
    return size // count + (i < size % count)


def cut(size, count):
    return [chunk(size, count, i) for i in range(count)]


def measured(plan):
    for message in plan.messages():
        message.bytes = sum(plan.sizes[block] for block in message.blocks)
    return plan


def in_rounds(members, sizes, rounds):
    """`rounds`: lists of (source, target, blocks, adds). A member's next round begins when its sends and recvs of this
    one have ended."""
    stages = [[] for _ in range(members)]
    for each in rounds:
        own = defaultdict(list)
        for source, target, blocks, adds in each:
            message = Message(source, target, tuple(blocks), adds)
            own[source].append(("send", message))
            own[target].append(("recv", message))
        for member, stage in own.items():
            stages[member].append(stage)
    return measured(Plan(members, sizes, [Track(stages)]))


def together(plans):
    """Parts that run at the same time."""
    whole = Plan(plans[0].members)
    for plan in plans:
        for message in plan.messages():
            message.blocks = tuple(block + len(whole.sizes) for block in message.blocks)
        whole.tracks += [Track(track.stages, tuple(i + len(whole.tracks) for i in track.behind)) for track in plan.tracks]
        whole.sizes += plan.sizes
    return whole


def chunked(make, count, active):
    """`count` collectives of a part each; one begins at a member when the one `active` before has ended there."""
    def whole(members, size):
        plan = together([make(members, part) for part in cut(size, count)])
        each = len(plan.tracks) // count
        for i, track in enumerate(plan.tracks):
            if i // each >= active:
                track.behind = tuple(range((i // each - active) * each, (i // each - active + 1) * each))
        return plan
    return whole


# Rings.

def ring_rounds(places, blocks, first, adds):
    """One ring of `places` (members in their order): in round t place x sends to x+1 its blocks x-t; `blocks`: place ->
    number -> blocks."""
    count = len(places)
    return [[(places[x], places[(x + 1) % count], blocks[x][(x - t) % count], adds) for x in range(count)] for t in range(first, first + count - 1)]


def rings_by_dimension(radices, place_of, member_of, size):
    """Reduce-scatter in dimension 0, 1, ..., all-gather back. Chunks have dimension 0 as their highest digit; a ring
    moves those that agree in its dimension and the ones before, the digit there being where the reduce-scatter before
    has left them: one on."""
    members = 1
    for k in radices:
        members *= k
    digits = [[]]
    for k in radices:
        digits = [word + [i] for word in digits for i in range(k)]
    rounds = []
    for adds in (True, False):
        for d in range(len(radices)) if adds else reversed(range(len(radices))):
            k = radices[d]
            for t in range(k - 1) if adds else range(k - 1, 2 * k - 2):
                step = []
                for member in range(members):
                    at = place_of(member)
                    wanted = [(at[e] + 1) % radices[e] for e in range(d)] + [(at[d] - t) % k]
                    blocks = [i for i, word in enumerate(digits) if word[:d + 1] == wanted]
                    step.append((member, member_of(at[:d] + [(at[d] + 1) % k] + at[d + 1:]), blocks, adds))
                rounds.append(step)
    return in_rounds(members, cut(size, members), rounds)


def coordinates(radices, member):
    found = []
    for k in radices:
        found.append(member % k)
        member //= k
    return found


def number(radices, at):
    found = 0
    for k, c in zip(reversed(radices), reversed(at)):
        found = found * k + c
    return found


def ring_all_reduce(members, size, backwards=False):
    places = list(reversed(range(members))) if backwards else list(range(members))
    blocks = [[(c,) for c in range(members)]] * members
    return in_rounds(members, cut(size, members), ring_rounds(places, blocks, 0, True) + ring_rounds(places, blocks, members - 1, False))


def several_rings(rings):
    return lambda members, size: together([ring_all_reduce(members, part, i % 2 == 1) for i, part in enumerate(cut(size, rings))])


def torus(radices, first=0, backwards=False):
    """From dimension `first` on, the others after it in turn."""
    n = len(radices)
    order = [(first + i) % n for i in range(n)]
    turned = [radices[d] for d in order]

    def place_of(member):
        at = coordinates(radices, member)
        return [radices[d] - 1 - at[d] if backwards else at[d] for d in order]

    def member_of(places):
        at = [0] * n
        for d, c in zip(order, places):
            at[d] = radices[d] - 1 - c if backwards else c
        return number(radices, at)

    return lambda members, size: rings_by_dimension(turned, place_of, member_of, size)


def torus_all(radices):
    n = len(radices)
    return lambda members, size: together([torus(radices, i // 2, i % 2 == 1)(members, part) for i, part in enumerate(cut(size, 2 * n))])


def hierarchical(group):
    """Reduce-scatter in groups, runs of members; all-reduce across; all-gather in groups: as dimensions of `group` and
    of all groups."""
    return lambda members, size: torus([group, members // group])(members, size)


def reduce_scatter(members, size):
    return in_rounds(members, cut(size, members), ring_rounds(range(members), [[(c,) for c in range(members)]] * members, 0, True))


def all_gather(members, size):
    return in_rounds(members, cut(size, members), ring_rounds(range(members), [[(c,) for c in range(members)]] * members, 0, False))


# Halves.

def folded(members):
    """The largest power of two, the members that take part in their order, and pairs of which the first hands its own
    to the second."""
    p = 1 << members.bit_length() - 1
    r = members - p
    return p, [2 * i + 1 for i in range(r)] + list(range(2 * r, members)), [(2 * i, 2 * i + 1) for i in range(r)]


def with_fold(members, sizes, rounds):
    everything = range(len(sizes))
    _, _, pairs = folded(members)
    head = [[(a, b, everything, True) for a, b in pairs]] if pairs else []
    tail = [[(b, a, everything, False) for a, b in pairs]] if pairs else []
    return in_rounds(members, sizes, head + rounds + tail)


def recursive_doubling(members, size):
    p, part, _ = folded(members)
    distances = [1 << k for k in range(p.bit_length() - 1)]
    return with_fold(members, [size], [[(part[v], part[v ^ d], (0,), True) for v in range(p)] for d in distances])


def halving_doubling(members, size):
    p, part, _ = folded(members)
    m = p.bit_length() - 1
    rounds = []
    for k in range(m):  # v keeps the chunks that agree with it in the bits so far, and sends those that agree with its peer
        d = p >> k + 1
        rounds.append([(part[v], part[v ^ d], [c for c in range(p) if c // d == (v ^ d) // d], True) for v in range(p)])
    for k in reversed(range(m)):
        d = p >> k + 1
        rounds.append([(part[v], part[v ^ d], [c for c in range(p) if c // d == v // d], False) for v in range(p)])
    return with_fold(members, cut(size, p), rounds)


def swing_peers(radices):
    """peers[s][rank]: whom a rank meets in step s."""
    n, k = len(radices), radices[0]
    assert all(side == k for side in radices) and k & (k - 1) == 0
    peers = []
    for s in range(n * (k.bit_length() - 1)):
        rho = (1 - (-2) ** (s // n + 1)) // 3
        row = []
        for rank in range(k ** n):
            at = coordinates(radices, rank)
            c = at[s % n]
            at[s % n] = (c + rho if c % 2 == 0 else c - rho) % k
            row.append(number(radices, at))
        peers.append(row)
    return peers


def swing(radices):
    def make(members, size):
        peers = swing_peers(radices)
        reached = [[x] for x in range(members)]  # by the steps after this one, itself with them
        scatter, gather = [], []
        for row in reversed(peers):
            scatter.append([(x, row[x], reached[row[x]], True) for x in range(members)])
            gather.append([(x, row[x], reached[x], False) for x in range(members)])
            reached = [reached[x] + reached[row[x]] for x in range(members)]
        return in_rounds(members, cut(size, members), scatter[::-1] + gather)
    return make


def swing_latency(radices):
    return lambda members, size: in_rounds(members, [size], [[(x, row[x], (0,), True) for x in range(members)] for row in swing_peers(radices)])


# Trees.

def in_tree(members, sizes, parent, block, up, down):
    """Up: what the children send is added, then all goes to the parent; down: what the parent sends goes to all
    children at once."""
    rises = {x: Message(x, y, (block,), True) for x, y in parent.items()}
    falls = {x: Message(y, x, (block,)) for x, y in parent.items()}
    children = defaultdict(list)
    for x, y in parent.items():
        children[y].append(x)
    stages = []
    for x in range(members):
        own = []
        if up:
            own += [[("recv", rises[y]) for y in children[x]], [("send", rises[x])] if x in rises else []]
        if down:
            own += [[("recv", falls[x])] if x in falls else [], [("send", falls[y]) for y in children[x]]]
        stages.append([stage for stage in own if stage])
    return measured(Plan(members, sizes, [Track(stages)]))


def binomial(members):
    """x < 2^k to x + 2^k: the parent is without the highest bit."""
    return {x: x - (1 << x.bit_length() - 1) for x in range(1, members)}


def broadcast(members, size):
    return in_tree(members, [size], binomial(members), 0, False, True)


def reduce(members, size):
    return in_tree(members, [size], binomial(members), 0, True, False)


def first_tree(members):
    found = {}
    for x in range(1, members):
        b = x & -x
        found[x] = (x ^ b) | 2 * b if (x ^ b) | 2 * b < members else x ^ b
    return found


def double_tree(members, size):
    place = (lambda x: members - 1 - x) if members % 2 == 0 else (lambda x: (x + 1) % members)
    trees = first_tree(members), {place(x): place(y) for x, y in first_tree(members).items()}
    return together([in_tree(members, [part], tree, 0, True, True) for tree, part in zip(trees, cut(size, 2))])


# From each to each.

def direct(members, size):
    others = [(x, y) for x in range(members) for y in range(members) if x != y]
    return in_rounds(members, cut(size, members), [[(x, y, (y,), True) for x, y in others], [(x, y, (x,), False) for x, y in others]])


def all_to_all(how, part):
    """`part(size, members, target)`: bytes for a target. Blocks are pairs, x P + y."""
    def make(members, size):
        ways = {"direct": [[(x, (x + s) % members) for s in range(1, members) for x in range(members)]],
                "pairwise": [[(x, (x + s) % members) for x in range(members)] for s in range(1, members)],
                "xor": [[(x, x ^ s) for x in range(members) if x ^ s < members] for s in range(1, 1 << (members - 1).bit_length())]}[how]
        sizes = [part(size, members, y) for _ in range(members) for y in range(members)]
        return in_rounds(members, sizes, [[(x, y, (x * members + y,), False) for x, y in each] for each in ways])
    return make


def gather(members, size):
    return in_rounds(members, cut(size, members), [[(x, 0, (x,), False) for x in range(1, members)]])


def scatter(members, size):
    return in_rounds(members, cut(size, members), [[(0, x, (x,), False) for x in range(1, members)]])


def barrier(members, _size):
    return in_rounds(members, [0], [[(x, (x + (1 << k)) % members, (0,), False) for x in range(members)] for k in range((members - 1).bit_length())])
