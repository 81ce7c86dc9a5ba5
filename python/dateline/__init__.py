"""dateline from Python: run the program, sweep over options, read the results of experiments. The standard library alone.

    import dateline
    result = dateline.run("simulate", topology="torus:8x8", load=0.2, cycles=20000)
    result["latency"]["mean"]
    for row in dateline.sweep("simulate", topology="torus:8x8", load=[0.1, 0.2, 0.3], seed=[1, 2, 3]):
        print(row["load"], row["latency.mean"])
    dateline.results("quickstart").frame()  # with pandas

docs/python.md says more.
"""

from dateline.program import DatelineError, run
from dateline.rows import Rows, results
from dateline.sweeps import Sweep, sweep

__version__ = "0.2.0"
__all__ = ["DatelineError", "Rows", "Sweep", "results", "run", "sweep"]
