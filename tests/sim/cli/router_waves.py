"""What the signals of routers (--out vcd=FILE,routers=...) must be, from the crossings of channels (--out trace=FILE) and the rules of docs/reference/router-cycle.md alone.
Crossings do not show in which cycle a head flit is given its VC: that is taken from the waveform, once for every packet, and everything else must fit it."""
import collections

NEVER = 1 << 60
IDLE, WAITING, FORWARDING, EJECTING = range(4)
Visit = collections.namedtuple("Visit", "packet begins arrives leaves until")  # begins: at the front; arrives, leaves: cycles, by flit; until: its tail left


class Rules:
    """A run of packets of one length whose crossings are `rows`; `destination`: the node of each packet, as text, by (source, sequence)."""

    def __init__(self, rows, destination, length, depth=2, latency=1, credit=None, pipeline=0, delay=0, at_tail=False, ideal=True):
        self.destination, self.length, self.depth, self.latency, self.pipeline, self.delay = destination, length, depth, latency, pipeline, delay
        self.credit = latency if credit is None else credit
        self.at_tail, self.ideal = at_tail, ideal
        self.crossed = collections.defaultdict(list)  # (packet, place): the cycles of its flits; a place is (from, to, vc)
        self.onward, queue = {}, collections.defaultdict(list)  # (packet, node): the place it goes on to; place: packets in their order
        for r in rows:
            packet, place = (int(r["source"]), int(r["sequence"])), (r["from"], r["to"], int(r["vc"]))
            if (packet, place) not in self.crossed:
                queue[place].append(packet)
                self.onward[packet, r["from"]] = place
            self.crossed[packet, place].append(int(r["cycle"]))
        self.buffered = {place: list(self.visits(place, packets)) for place, packets in queue.items() if not place[1].startswith("t")}
        self.departures = {(visit.packet, place): visit.leaves for place, visits in self.buffered.items() for visit in visits}

    def visits(self, place, packets):
        """The visits in the buffer behind a place, in their order."""
        turn = 0
        for packet in packets:
            here = self.destination[packet] == place[1]
            late = (1 if place[0].startswith("t") else self.latency) + (0 if here else self.pipeline)
            arrives = [cycle + late for cycle in self.crossed[packet, place]]
            begins = max(turn, arrives[0])
            leaves = self.crossed.get((packet, self.onward.get((packet, place[1]))), [])
            if here and self.ideal:
                leaves, last = [], begins - 1
                for at in arrives:
                    last = max(at, last + 1)
                    leaves.append(last)
            until = leaves[-1] if len(leaves) == self.length else NEVER
            yield Visit(packet, begins, arrives, leaves, until)
            turn = until + 1

    def input(self, place, seen):
        """The signals of an input VC, cycle by cycle, and its packets that are given VCs: (cycle, visit, the first cycle in which it might be)."""
        cycles = len(seen)
        wanted = [{"fill": 0, "state": IDLE, "granted": 0, "blocked": 0} for _ in seen]
        grants = []
        for visit in self.buffered.get(place, []):
            for first, more in [*((at, 1) for at in visit.arrives), *((at + 1, -1) for at in visit.leaves)]:
                for t in range(first, cycles):
                    wanted[t]["fill"] += more
            end = min(visit.until + 1, cycles)
            here = self.destination[visit.packet] == place[1]
            granted = next((t for t in range(visit.begins, end) if seen[t]["granted"]), cycles)
            ready = visit.begins + (0 if here else self.delay)
            for t in range(visit.begins, end):
                wanted[t].update(source=visit.packet[0], sequence=visit.packet[1])
                if here and self.ideal:
                    wanted[t]["state"] = EJECTING
                else:
                    wanted[t].update(state=WAITING if t < granted else FORWARDING, granted=int(t == granted), blocked=int(ready <= t < granted))
            if granted < cycles and not (here and self.ideal):
                grants.append((granted, visit, ready))
        return wanted, grants

    def output(self, grants, cycles):
        """The signals of an output VC; `grants`: (cycle, visit, place, port and VC it comes from), ascending."""
        wanted = [{"free": 1, "held": 0, "granted": 0, "crossing": 0, "credits": self.depth} for _ in range(cycles)]
        for granted, visit, place, (in_port, in_vc) in grants:
            ejection = place[1].startswith("t")
            home = [at + self.credit for at in self.departures.get((visit.packet, place), [])]
            released = visit.until + 1 if ejection or self.at_tail else home[-1] if len(home) == self.length else NEVER
            for t in range(granted, min(visit.until + 1, cycles)):
                wanted[t].update(held=1, in_port=in_port, in_vc=in_vc, source=visit.packet[0], sequence=visit.packet[1])
            for t in range(granted, min(released, cycles)):
                wanted[t]["free"] = 0
            wanted[granted]["granted"] = 1
            for t in visit.leaves:
                wanted[t]["crossing"] = 1
            for first, more in [*((at + 1, -1) for at in visit.leaves), *((at, 1) for at in home)]:
                for t in range(first, cycles):
                    wanted[t]["credits"] += more
        return wanted


def check(test, rules, values, node, root):
    """All signals of a router in every cycle; returns how many packets were given VCs."""
    scope = f"{root}node_{node}."
    lanes = collections.defaultdict(dict)  # port: VC: the values of its signals, cycle by cycle
    for name in values[0]:
        if name.startswith(scope):
            port, vc, signal = name[len(scope):].split(".")
            lane = int(vc[2:])
            if lane not in lanes[port]:
                lanes[port][lane] = [{} for _ in values]
            for seen, state in zip(lanes[port][lane], values):
                seen[signal] = state[name]
    given = collections.defaultdict(list)
    number = {port.split("_")[1]: port for port in lanes if port.startswith("out_")}
    for port in (p for p in lanes if p.startswith("in_")):
        for vc, seen in lanes[port].items():
            place = (port.split("_")[3], str(node), vc)
            wanted, grants = rules.input(place, seen)
            test.check_signals(wanted, seen, f"{node} {port} {vc}")
            for granted, visit, ready in grants:
                last = min(visit.until + 1, len(values))
                out = {(seen[t]["out_port"], seen[t]["out_vc"]) for t in range(granted, last)}
                test.assertEqual(len(out), 1, (place, visit))
                out_port, out_vc = out.pop()
                onward = (str(node), number[str(out_port)].split("_")[3], out_vc)
                if visit.leaves:
                    test.assertEqual(onward, rules.onward[visit.packet, str(node)], (place, visit))
                    test.assertLessEqual(granted, visit.leaves[0], (place, visit))
                test.assertGreaterEqual(granted, ready, (place, visit))
                given[number[str(out_port)], out_vc].append((granted, visit, onward, (int(port.split("_")[1]), vc)))
    for port in number.values():
        for vc, seen in lanes[port].items():
            wanted = rules.output(sorted(given[port, vc]), len(values))
            if "_to_t" in port:  # the memory of a node always has room
                for state in wanted:
                    del state["credits"]
                test.assertNotIn("credits", seen[0])
            test.check_signals(wanted, seen, f"{node} {port} {vc}")
    return sum(map(len, given.values()))
