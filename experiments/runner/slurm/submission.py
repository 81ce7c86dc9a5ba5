#!/usr/bin/python3
"""Points as an array that sbatch takes: the chunks as files, the script of a task, and the options."""

import contextlib
import shlex
import signal
import sys
import tempfile
from pathlib import Path

from runner.running import provenance
from runner.slurm import commands, frozen, request
from runner.streams import STOPPING

UNSEEN, NO_PYTHON = 66, 67  # exit statuses of SCRIPT
TASK = Path(__file__).resolve().parent / "task.py"
SCRIPT = """\
#!/bin/sh
cd {folder} && [ -r "chunk-$SLURM_ARRAY_TASK_ID.json" ] && [ -r {task} ] || exit {unseen}
python={python}
[ -x "$python" ] || python=$(command -v python3) || exit {no_python}
exec "$python" -I -S {task} "chunk-$SLURM_ARRAY_TASK_ID.json" "outcomes-$SLURM_ARRAY_TASK_ID"
"""


def prepare(directory, lists, simulator, store, cpus):
    """The folder of a new array, with a chunk for each list of points. `cpus`: of a task."""
    directory.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="array-", dir=directory))
    for number, points in enumerate(lists):
        frozen.freeze(folder / f"chunk-{number}.json", points, simulator, store, provenance.tree(), cpus)
    quoted = {"folder": shlex.quote(str(folder)), "task": shlex.quote(str(TASK)), "python": shlex.quote(sys.executable)}
    (folder / "job.sh").write_text(SCRIPT.format(**quoted, unseen=UNSEEN, no_python=NO_PYTHON))
    return folder


def submit(folder, count, name, jobs, settings, cpus):
    """Submits the array of a folder; the number of the job."""
    log = str(folder).replace("%", "%%") + "/task-%a.log"
    words = ["--requeue", "--open-mode=append", f"--array=0-{count - 1}{f'%{jobs}' if jobs else ''}", f"--job-name=dateline:{name}", f"--output={log}", "--ntasks=1",
             f"--cpus-per-task={cpus}", *request.words(settings)]
    return commands.submit(words, folder / "job.sh")


@contextlib.contextmanager
def undisturbed():
    """Signals that would end this process come afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
