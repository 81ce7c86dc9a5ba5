#!/usr/bin/python3
"""What the packets of a run did, from its list of packets (--out record=FILE) and its trace of flits (--out trace=FILE): an oracle for the numbers
of a result."""
import collections
import csv
import dataclasses
import io


@dataclasses.dataclass
class Packet:
    source: int
    destination: int
    length: int
    generated: int       # cycle
    injected: int = None   # its head flit crosses the injection channel, for the first time
    delivered: int = None  # its tail is handed to the destination
    hops: int = 0        # network channels that its head flit crosses
    absorptions: int = 0

    @property
    def latency(self):
        return self.delivered + 1 - self.generated

    @property
    def network_latency(self):
        return self.delivered + 1 - self.injected


class Journeys:
    """Of a run with ejection channels; flits of a packet of any length."""

    def __init__(self, record, trace):
        self.packets = {}
        sequences = collections.Counter()
        for row in csv.DictReader(io.StringIO(record)):
            source = int(row["source"])
            self.packets[source, sequences[source]] = Packet(source, int(row["destination"]), int(row["flits"]), int(row["cycle"]))
            sequences[source] += 1
        self.ejected = []  # (cycle, source) of every flit that arrives
        self.crossed = []  # (cycle, channel) of every flit over a network channel
        for row in csv.DictReader(io.StringIO(trace)):
            cycle, packet = int(row["cycle"]), self.packets[int(row["source"]), int(row["sequence"])]
            head, tail = row["flit"] in ("head", "only"), row["flit"] in ("tail", "only")
            if row["from"].startswith("t"):
                if head and packet.injected is None:
                    packet.injected = cycle
            elif not row["to"].startswith("t"):
                self.crossed.append((cycle, (row["from"], row["to"])))
                packet.hops += head
            elif row["to"] == f"t{packet.destination}":
                self.ejected.append((cycle, packet.source))
                if tail:
                    packet.delivered = cycle
            else:
                packet.absorptions += tail

    def generated_in(self, cycles, source=None):
        return [m for m in self.packets.values() if m.generated in cycles and source in (None, m.source)]

    def ejected_in(self, cycles, source=None):
        """Flits."""
        return sum(cycle in cycles and source in (None, of) for cycle, of in self.ejected)
