"""How much of its draws a test in Python does, as sample.hpp says it of those in C++: all of them where DATELINE_WHOLE is set (tests/run --long),
else a fixed part, so that the default tests end in minutes. The part never depends on the machine."""
import os

WHOLE = "DATELINE_WHOLE" in os.environ


def sample(every, part=None):
    """The whole of `every`, or a `part` of it (default: a tenth, at least one): of a number that many, of a list so many of its entries, spread
    evenly over it with the first among them."""
    every = every if isinstance(every, int) else list(every)
    count = every if isinstance(every, int) else len(every)
    wanted = count if WHOLE else min(count, max(1, count // 10) if part is None else part)
    return wanted if isinstance(every, int) else [every[i * count // wanted] for i in range(wanted)]
