#!/usr/bin/python3
"""The list of small wrong changes (mutants.txt): read, held against the tree, applied to a copy of a file."""
import dataclasses
import pathlib
import re
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).with_name("mutants.txt")
HEAD = re.compile(r"(?P<number>\d+) (?P<file>\S+): (?P<breaks>.+)")


@dataclasses.dataclass(frozen=True)
class Mutant:
    number: int
    file: str  # from the root of the tree
    breaks: str  # what goes wrong, for people
    old: str
    new: str

    @property
    def mark(self):
        """Changes with the mutant: a result that was found for another one does not count."""
        return f"{zlib.crc32(repr((self.file, self.old, self.new)).encode()):08x}"

    def applied(self, text):
        if text.count(self.old) != 1:
            raise ValueError(f"{self.number}: its text stands {text.count(self.old)} times in {self.file}, not once")
        return text.replace(self.old, self.new)


def read(text):
    """The mutants of a list, in its order; ValueError for one that is malformed."""
    found = []
    for block in re.split(r"\n\s*\n", re.sub(r"(?m)^#.*\n?", "", text).strip()):
        head, *lines = block.split("\n")
        match = HEAD.fullmatch(head)
        parts = {sign: "\n".join(line[2:] for line in lines if line[:1] == sign) for sign in "-+"}
        if match is None or not parts["-"] or any(line[:2] not in ("- ", "+ ", "+") for line in lines):
            raise ValueError(f"not a mutant: {head}")
        found.append(Mutant(int(match["number"]), match["file"], match["breaks"], parts["-"], parts["+"]))
    return found


def problems(found, text_of):
    """What is wrong with a list; `text_of`: path -> text of the file."""
    for place, mutant in enumerate(found, 1):
        if mutant.number != place:
            yield f"{mutant.number} is number {place}"
        if mutant.old == mutant.new:
            yield f"{mutant.number} changes nothing"
        try:
            mutant.applied(text_of(mutant.file))
        except (OSError, ValueError) as error:
            yield str(error)
