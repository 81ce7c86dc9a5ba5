"""Draws that are the same on every machine and under every Python: splitmix64 (Steele, Lea and Flood, OOPSLA 2014)."""
import hashlib

MASK = 2**64 - 1


class Dice:
    def __init__(self, *names):
        """A stream of its own for these names."""
        text = "/".join(str(name) for name in names)
        self.state = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def word(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, n):
        return (self.word() >> 32) * n >> 32

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def one_in(self, n):
        return self.below(n) == 0

    def pick(self, choices):
        return choices[self.below(len(choices))]

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items
