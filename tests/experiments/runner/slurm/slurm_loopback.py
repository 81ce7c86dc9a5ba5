#!/usr/bin/python3
"""A real Slurm on loopback: munged, slurmctld and slurmd of our own in a private directory, on free ports, started as root. They are our children, and
end with us, however we end. Nothing of an installed Slurm's own configuration is read."""

import os
import pathlib
import shutil
import socket
import subprocess
import time

from support import HANGS

PROGRAMS = ("setpriv", "munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo")
CPUS = 8  # tasks at a time, whatever the machine has
CONFIGURATION = """\
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=4000 State=UNKNOWN
PartitionName=loop Nodes={host} Default=YES MaxTime=60 State=UP
"""


def lacking():
    """Why there can be no such Slurm here; "" if there can."""
    programs = [name for name in PROGRAMS if not found(name)]
    if programs:
        return f"no {', '.join(programs)} (group slurm of experiments/packages.txt)"
    return "" if os.geteuid() == 0 else "its daemons are started as root"


def found(name):
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    def __init__(self, place):
        self.place = pathlib.Path(place)
        self.host = socket.gethostname().partition(".")[0]
        self.environment = {**os.environ, "SLURM_CONF": str(self.place / "slurm.conf")}
        self.daemons = {}  # name -> process

    def start(self):
        for name in ("state", "spool"):
            (self.place / name).mkdir()
        key = self.place / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        control, node = free_ports(2)
        (self.place / "slurm.conf").write_text(CONFIGURATION.format(host=self.host, control=control, node=node, place=self.place, cpus=CPUS))
        own = {name: f"{self.place}/munge.{name}" for name in ("socket", "pid", "log", "seed")}
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={own['socket']}", f"--pid-file={own['pid']}",
                    f"--log-file={own['log']}", f"--seed-file={own['seed']}")
        self.wait_for(lambda: os.path.exists(own["socket"]), "munged has not begun")
        self.daemon("slurmctld", "-D", "-c")
        self.start_node()
        self.wait_for(lambda: "idle" in self.call("sinfo", "-h", "-o", "%T", fails=True), "no node is idle")

    def daemon(self, name, *words, before=()):
        with open(self.place / f"{name}.said", "ab") as log:
            self.daemons[name] = subprocess.Popen([found("setpriv"), "--pdeathsig", "KILL", *before, found(name), *words], env=self.environment,
                                                  stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def start_node(self, *before):
        """slurmd; `before`: words of a program that starts it."""
        self.daemon("slurmd", "-D", before=before)

    def kill_node(self):
        """As a crash would: slurmd is gone, the tasks that run go on."""
        self.daemons["slurmd"].kill()
        self.daemons["slurmd"].wait()

    def call(self, name, *words, fails=False):
        """The program's output; `fails`: it may."""
        done = subprocess.run([found(name), *words], env=self.environment, capture_output=True, text=True, timeout=HANGS)
        if done.returncode and not fails:
            raise RuntimeError(f"{name}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def wait_for(self, condition, what, seconds=HANGS):
        end = time.monotonic() + seconds
        while not condition():
            gone = [name for name, process in self.daemons.items() if process.poll() is not None]
            if gone or time.monotonic() > end:
                raise RuntimeError(f"{what} {gone}: {[(self.place / f'{name}.said').read_text()[-300:] for name in gone]}")
            time.sleep(0.05)

    def stop(self):
        """Ends what runs, then the daemons."""
        if "slurmctld" in self.daemons:
            self.call("scancel", "--user=root", fails=True)
        for name in ("slurmd", "slurmctld", "munged"):
            process = self.daemons.pop(name, None)
            if process is None:
                continue
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
