#!/usr/bin/python3
"""What a part expands to (plan.py): points, searches, and curves that grow."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Search:
    """What a part looks for: the highest sustained value of one option, all others being fixed."""

    settings: dict  # spec_part.SEARCH_KEYS
    options: dict  # of its points, without the option searched and the seed
    given: dict
    make: object  # text of the value -> its points, one a seed
    key: str  # names the search among others
    command: str = "simulate"

    def points(self, text):
        """Of one probe."""
        return self.make(text)


@dataclass
class PartPlan:
    part: object
    points: list = field(default_factory=list)
    searches: list = field(default_factory=list)
    curves: list = field(default_factory=list)  # grow.Curve, with `refine` or `replicate`: points that results will add

    @property
    def cases(self):
        """What has a row in tables: points or searches."""
        return self.searches or self.points
