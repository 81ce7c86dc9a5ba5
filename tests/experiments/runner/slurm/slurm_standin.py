#!/usr/bin/python3 -IS
"""A stand-in for Slurm: called as sbatch, squeue, scancel, scontrol or sinfo, it runs the tasks of an array as processes of this machine.

FAKE_SLURM=DIR       its state: calls (a line of words for each call), JOB/ with a file TASK for each task: PENDING, RUNNING, or how it ended ("0:0")
FAKE_LOSE=REGEX      tasks "JOB.TASK" that never run: as if cancelled before they begin
FAKE_CUT=REGEX       tasks that are killed when they have written one outcome, as if out of time; their other simulations do not end before
FAKE_HOLD=REGEX      tasks that stay pending
FAKE_BLIND=how       the nodes do not see the folder of the array: "script" (the script says so), "output" (Slurm cannot open the task's output)
FAKE_BEFORE=COMMAND  what a node does before each task
FAKE_DEAF=N          the first N calls of squeue fail, as if the controller were away
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time

PLACE = pathlib.Path(os.environ["FAKE_SLURM"])
AT_A_TIME = 2


def matches(name, text):
    return re.fullmatch(os.environ.get(name, "(?!)"), text)


def set_state(job, task, text):
    temporary = PLACE / f"{job}-{task}.tmp"
    temporary.write_text(text)
    temporary.rename(PLACE / job / task)


def read(file):
    return file.read_text() if file.exists() else ""


def states(job):
    return {file.name: file.read_text() for file in (PLACE / job).iterdir()}


def sbatch(words):
    option = {word.partition("=")[0]: word.partition("=")[2] for word in words if word.startswith("--")}
    if option.get("--partition", "debug") not in ("debug", "long"):
        sys.exit(f"sbatch: error: invalid partition specified: {option['--partition']}\n"
                 "sbatch: error: Batch job submission failed: Invalid partition name specified")
    job = str(sum(one.is_dir() for one in PLACE.iterdir()) + 1)
    (PLACE / job).mkdir()
    first, last = option["--array"].partition("%")[0].split("-")
    for task in range(int(first), int(last) + 1):
        set_state(job, str(task), "PENDING")
    if os.fork() == 0:
        os.setsid()
        for number in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        (PLACE / f"{job}.pid").write_text(str(os.getpid()))
        run_all(job, words[-1], option["--output"])
        os._exit(0)
    print(job)


def run_all(job, script, output):
    running = {}
    todo = [task for task in sorted(states(job), key=int) if not matches("FAKE_HOLD", f"{job}.{task}")]
    while todo or running:
        while todo and len(running) < AT_A_TIME:
            task = todo.pop(0)
            if matches("FAKE_LOSE", f"{job}.{task}"):
                set_state(job, task, "0:15")
            elif os.environ.get("FAKE_BLIND") == "output":
                set_state(job, task, "0:53")
            else:
                running[task] = start(job, task, script, output)
        for task, process in list(running.items()):
            folder = pathlib.Path(script).parent
            if matches("FAKE_CUT", f"{job}.{task}") and '"key"' in read(folder / f"outcomes-{task}"):
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                with open(log_of(output, task), "a") as log:
                    log.write(f"slurmstepd: error: *** JOB {job} ON n1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT ***\n")
            status = process.poll()
            if status is not None:
                set_state(job, task, f"{max(0, status)}:{max(0, -status)}")
                del running[task]
        time.sleep(0.02)


def log_of(output, task):
    return output.replace("%a", task).replace("%%", "%")


def start(job, task, script, output):
    set_state(job, task, "RUNNING")
    if os.environ.get("FAKE_BEFORE"):
        subprocess.run(os.environ["FAKE_BEFORE"], shell=True, check=True)
    if os.environ.get("FAKE_BLIND") == "script":
        copy = PLACE / "job.sh"
        copy.write_text(pathlib.Path(script).read_text().replace(str(pathlib.Path(script).parent), "/nonexistent"))
        script = str(copy)
    with open(log_of(output, task), "ab") as log:
        first = {"STANDIN_FIRST": str(PLACE / f"{job}-{task}.first")} if matches("FAKE_CUT", f"{job}.{task}") else {}
        process = subprocess.Popen(["/bin/sh", script], stdout=log, stderr=log, cwd="/", start_new_session=True,
                                   env={**os.environ, **first, "SLURM_ARRAY_TASK_ID": task})
    (PLACE / f"{job}-{task}.pid").write_text(str(process.pid))
    return process


def squeue(words):
    deaf = PLACE / "deaf"
    count = len(deaf.read_text()) if deaf.exists() else 0
    if count < int(os.environ.get("FAKE_DEAF", 0)):
        deaf.write_text("x" * (count + 1))
        sys.exit("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
    job = words[words.index("-j") + 1]
    for task, state in states(job).items():
        if state in ("PENDING", "RUNNING"):
            print(f"{task}|{state}|{'ReqNodeNotAvail' if state == 'PENDING' and matches('FAKE_HOLD', f'{job}.{task}') else 'None'}")


def scancel(words):
    [job] = words
    for pid in [PLACE / f"{job}.pid", *PLACE.glob(f"{job}-*.pid")]:
        try:
            os.killpg(int(pid.read_text()), signal.SIGTERM)
        except (ProcessLookupError, FileNotFoundError):
            continue
    for task, state in states(job).items():
        if state in ("PENDING", "RUNNING"):
            set_state(job, task, "0:15")


def scontrol(words):
    job = words[-1]
    for task, state in states(job).items():
        print(f"JobId=9{task} ArrayJobId={job} ArrayTaskId={task} JobState=X ExitCode={state if ':' in state else '0:0'} NodeList=n1 BatchHost=n1")


def sinfo(words):
    print("debug\nlong")


if __name__ == "__main__":
    name = pathlib.Path(sys.argv[0]).name
    with open(PLACE / "calls", "a") as calls:
        calls.write(" ".join([name, *sys.argv[1:]]) + "\n")
    {"sbatch": sbatch, "squeue": squeue, "scancel": scancel, "scontrol": scontrol, "sinfo": sinfo}[name](sys.argv[1:])
