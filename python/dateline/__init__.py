"""dateline from Python: run the program, sweep over options, read what experiments wrote. The standard library alone.

    import dateline
    result = dateline.run("simulate", topology="torus:8x8", load=0.2, cycles=20000)
    result["latency"]["mean"]
    rows = dateline.sweep("simulate", topology="torus:8x8", load=[0.1, 0.2, 0.3], seed=[1, 2, 3]).rows()
    rows[0]["latency_mean"]
    rows.plot()                             # with matplotlib: means and intervals over the load
    dateline.results("quickstart").frame()  # with pandas

    with dateline.Network(topology="torus:8x8") as network:  # step by step, in this process
        network.send(0, 3, 60, size=4096)
        network.run()
        network.events()

docs/guide/python.md says more.
"""

from dateline.network import Event, Network
from dateline.places import DatelineError
from dateline.program import run
from dateline.rows import Row, Rows, results
from dateline.sweeps import Sweep, sweep

__version__ = "0.2.0"
__all__ = ["DatelineError", "Event", "Network", "Row", "Rows", "Sweep", "results", "run", "sweep"]
