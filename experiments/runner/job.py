#!/usr/bin/python3
"""One experiment, planned: what of it is stored and what is to run; runs it, and writes its tables and figures."""

import contextlib
import fcntl
import hashlib
import io
import os
import sys
from dataclasses import replace

from runner import page, settled
from runner.errors import UsageError
from runner.format import spec, validate
from runner.planning import plan, selection
from runner.point import varying
from runner.results import claims, collect, document, printed, report, summary
from runner.results.values import Data
from runner.running import execute, pools, slots, store, terminal, trial
from runner.running.costs import Costs
from runner.running.simulator import Simulator
from runner.running.work import Work
from runner.slurm import cluster, request


class Job:
    def __init__(self, chosen, experiment, top):
        self.chosen = chosen
        self.experiment = experiment
        self.top = top
        self.simulator = Simulator(chosen.simulator, top)
        self.settings = request.settings(chosen.profile, experiment.slurm) if chosen.slurm else {}
        if experiment.programs and chosen.slurm:
            raise UsageError(f"{experiment.file}: has programs of its own, which run on this machine; leave --slurm out")
        if experiment.programs and chosen.own and not chosen.programs:
            raise UsageError(f"{experiment.file}: runs programs of its own, {', '.join(experiment.programs)}: read them, then say --programs")
        self.simulator, catalogue = self.simulator.beside(experiment.programs)
        if "proof-store" in catalogue.commands.get("simulate", {}):
            self.simulator = replace(self.simulator, proofs=chosen.results / "proofs")
        parts = list(experiment.parts.values())
        self.plans = plan.plans(experiment, parts, catalogue, top)
        validate.validate(experiment, self.plans)
        if chosen.quick:
            if not any("quick" in part.lines for part in parts):
                raise UsageError(f"{experiment.file}: has no 'quick' options")
            self.plans = plan.plans(experiment, [spec.quick_form(part) for part in parts], catalogue, top)
            validate.samples_alone(experiment, self.plans)
        self.wanted = selection.only(self.plans, chosen.only)
        self.store = store.Store(chosen.results, catalogue.result_version)
        self.short = chosen.quick and any(part.quick for part in parts)  # an empty `quick` is the full form
        self.left = self.cancelled = ""  # what is left to a cluster; the number of its job that Ctrl-C cancelled
        self.directory = chosen.results / (experiment.name + ("-quick" if chosen.quick else ""))

    def cases(self, searches):
        """The points, or the searches, that are wanted; each once."""
        found = {case.key: case for each in self.plans.values() if bool(each.searches) == searches
                 for case in each.cases if (each.part.name, case.key) in self.wanted}
        return list(found.values())

    def command(self, point):
        file = self.store.file(point.key)
        return terminal.pasted(self.simulator.command_line(point, file) + self.simulator.branch_words(point, file), self.top)

    def warm_ups(self, work):
        """Those that points of the plan, or that curves have grown by, branch from."""
        own = [point.warm_up for each in self.plans.values() for point in each.points if point.warm_up]
        return {point.key: point for point in [*own, *work.warm_ups.values()]}.values()

    def counts(self, work):
        """'5 points, 2 stored' and '3 searches, 1 ended', where there are any."""
        points, searches = self.cases(False), self.cases(True)
        texts = []
        if points:
            texts.append(f"{len(points)} points, {sum(point.key not in work.points for point in points)} stored")
        if searches:
            texts.append(f"{len(searches)} searches, {self.ended(searches)} ended")
        if work.growing:
            texts.append(self.grown(work))
        return texts

    def ended(self, searches):
        """How many have all their runs."""
        return sum(all(map(self.store.holds, search.points)) for search in searches)

    def grown(self, work):
        """'7 points added to 2 curves, 1 of which still grows'."""
        growing = sum(not one.growth.ended for one in work.growing)
        added = sum(len(one.growth.added) for one in work.growing)
        return f"{added} points added to {len(work.growing)} curve{'s' * (len(work.growing) > 1)}" + (f", {growing} still growing" if growing else "")

    def progress(self, are="are"):
        """How much is done, in words."""
        work = Work(self.plans, self.wanted, self.store)
        points, searches = self.cases(False), self.cases(True)
        texts = [f"{sum(point.key not in work.points for point in points)} of {len(points)} points {are} stored".replace("  ", " ")] if points else []
        if searches:
            texts.append(f"{self.ended(searches)} of {len(searches)} searches ended")
        if work.growing:
            texts.append(self.grown(work))
        return ", ".join(texts)

    def start_line(self, work):
        count, _ = work.expected()
        about = "" if all(one.growth.ended for one in work.growing) else "about "
        text = f"{self.directory.name}: {', '.join(self.counts(work))}, {about}{count} to run"
        if not count or self.chosen.slurm:
            return text + " on the cluster" * bool(count)
        jobs = min(self.at_once(work), count)
        return f"{text} on {jobs} process{'es' if jobs > 1 else ''}, {self.estimate(work, jobs)}"

    def at_once(self, work):
        """How many points run at a time on this machine: as many as there are slots for the threads of each."""
        return slots.Slots(self.chosen.jobs, self.simulator).at_once(work.to_run())

    def estimate(self, work, jobs):
        """From the wall times of this experiment's stored points, of each command on its own, scaled by what they should cost."""
        costs = self.costs()
        rates = {command: costs.rate(command) for command in {point.command for point in work.to_run()}}
        if None in rates.values():
            return "time unknown"
        return "about " + terminal.duration(sum(rate * work.expected(command)[1] for command, rate in rates.items()) / jobs)

    def costs(self):
        found = Costs()
        for each in self.plans.values():
            for point in each.points:
                found.add(point, self.store.wall_seconds(point))
        return found

    def status(self):
        work = Work(self.plans, self.wanted, self.store)
        print(f"{self.directory.name}: {self.progress(are='')}")
        if not all(one.growth.ended for one in work.growing):
            print(f"about {work.expected()[0]} runs are left")
        print("".join(f"{line}\n" for line in cluster.status(self.directory)), end="")
        self.print_tables(Data(self.plans, self.store, set(), fft_times=self.experiment.fft_times))
        return 0

    def print_tables(self, data):
        for name in data.rows:
            if len(data.rows) > 1:
                print(f"\n{name}: {self.plans[name].part.command}")
            header, rows = summary.part_table(data, name)
            print("\n".join(filter(None, (terminal.table(header, rows), summary.dashes(data, name, header, rows)))))
            for text in summary.wide(data, name):
                print(f"wider than asked for: {text}")

    def dry_run(self):
        work = Work(self.plans, self.wanted, self.store)
        print(self.start_line(work))
        for point in sorted(work.to_run(), key=lambda point: (not point.warms, -point.weight())):
            print(self.command(point))
        left = work.expected()[0] - len(work.to_run())
        if left > 0:
            print(f"and about {left} points more, each after the results of those before it")
        return 0

    def show(self, key):
        """Prints the command of a point; `key`: as in results.csv, or how it begins."""
        print(self.command(selection.by_key(self.known_points(), key)))
        return 0

    def known_points(self):
        """Those of the plan, and those that curves have grown by."""
        work = Work(self.plans, self.wanted, self.store)
        found = [point for each in self.plans.values() for point in each.points]
        found += [point for one in work.growing for point in one.growth.added]
        return {point.key: point for point in [*found, *work.to_run()]}

    def run(self):
        with self.locked():
            self.store.prepare()
            noted = self.settled()
            said = noted.recall()
            if said is not None:
                print(said, end="")
                return 0
            work = Work(self.plans, self.wanted, self.store)
            print(self.start_line(work), flush=True)
            self.try_out(work)
            try:
                failures = self.execute(work)
            finally:
                self.store.sweep()
            if self.left:
                print(self.left)
                return 0
            if not failures and not self.chosen.only:
                cluster.forget(self.directory)
                for point in self.warm_ups(work):
                    self.store.warm_up(point).unlink(missing_ok=True)
            sound = self.finish(failures, noted)
        return 0 if sound and not failures else 1

    def try_out(self, work):
        """UsageError, and nothing runs, if the simulator refuses points whatever their load and seed are; a line for each reason."""
        found = trial.refusals(self.simulator, work.to_run(), self.chosen.jobs) if not self.chosen.slurm else []
        errors = []
        for refusal in found:
            own = [each for each in self.plans.values() if any(point.key in {case.key for case in each.cases} for point in refusal.points)] or list(self.plans.values())
            cases = [case for each in own for case in each.cases]
            errors.append(self.experiment.error(refusal.where([each.part for each in own]), refusal.text(cases)))
        for error in errors[:-1]:
            print(f"error: {error}", file=sys.stderr)
        if errors:
            raise errors[-1]

    def settled(self):
        """What the last run left to know, if all was well and nothing has changed."""
        keys = [[name, *(case.key for case in each.cases)] for name, each in self.plans.items()]
        text = hashlib.sha256(self.chosen.file.read_bytes()).hexdigest()
        return settled.Settled(self.directory / ".settled", self.store.directory, [self.store.result_version, text, self.chosen.only, self.short, str(self.top), keys])

    def finish(self, failures, noted):
        """Writes and prints what has been found; whether every check holds. If nothing is missing, the next run need not do it again."""
        text = io.StringIO()
        try:
            with contextlib.redirect_stdout(text):
                sound, data, written = self.collect(failures)
        finally:
            print(text.getvalue(), end="", flush=True)
        if sound and not failures and all(row.result is not None for rows in data.rows.values() for row in rows):
            start = self.start_line(Work(self.plans, self.wanted, self.store))
            with contextlib.suppress(OSError):  # no room: the next run does it again
                noted.note(f"{start}\n{text.getvalue()}", set(self.store.read), written)
        return sound

    @contextlib.contextmanager
    def locked(self):
        """One run of an experiment at a time; the lock ends with the process, however it ends."""
        self.directory.mkdir(parents=True, exist_ok=True)
        with open(self.directory / ".lock", "a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"{self.directory.name}: waiting for another run of this experiment", file=sys.stderr, flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
            for left in self.directory.glob("*.tmp"):  # by a run that was killed
                left.unlink()
            yield

    def execute(self, work):
        """Runs what there is to run; the outcomes that failed."""
        count, weight = work.expected()
        if not count:
            return []
        progress = terminal.Progress(sys.stderr, count, weight, (self.chosen.jobs or 0) if self.chosen.slurm else self.at_once(work))
        failures, announced = [], set()
        pool = pools.pool_of(self, work, progress)
        with contextlib.closing(pool.run(work, self.chosen.jobs, progress.tick)) as outcomes:
            try:
                for outcome in outcomes:
                    if outcome.problem:
                        failures.append(outcome)
                        if outcome.kind not in announced:  # the others at the end
                            progress.interrupt(self.failure(outcome))
                        announced.add(outcome.kind)
                    progress.add(outcome, *work.expected())
            except KeyboardInterrupt:
                self.cancelled = pool.cancel()
                raise
            finally:
                progress.close()
        self.left = pool.left
        for point in work.blocked() if not self.left else ():
            failures.append(execute.Outcome(point, f"needs {', '.join(other.key for other in point.needs())}, which failed or is not wanted"))
        return failures

    def failure(self, outcome):
        cases = [case for each in self.plans.values() for case in each.cases if each.part.command == outcome.point.command]
        names = varying([*cases, outcome.point])
        return terminal.failure_block(outcome, names, self.command(outcome.point))

    def collect(self, failures):
        """Writes tables and figures; (whether every check holds, data, files)."""
        data = Data(self.plans, self.store, {outcome.point.key for outcome in failures}, fft_times=self.experiment.fft_times)
        comparisons = printed.compare(self.experiment, data)
        checks = printed.check_all(self.experiment, data)
        judged = claims.judge(self.experiment, data)
        written = []
        for name, text in collect.tables(data).items():
            written.append(self.directory / name)
            store.write(written[-1], text)
        drawn, files, undrawn = self.draw(data)
        blocks = document.blocks(self.experiment, data, comparisons, checks, drawn, self.short, judged, pools.lost(failures))
        for name, text in (("summary.md", document.markdown(blocks)), ("report.html", report.page(blocks, self.directory))):
            written.append(self.directory / name)
            store.write(written[-1], text)
        if page.missing(blocks):
            print(page.missing(blocks))
        if judged:
            print("\n" + terminal.table(*claims.table(judged)))
        self.report(data, comparisons, checks, failures, written + files)
        for text in undrawn:
            print(f"error: {text}", file=sys.stderr)
        sound = not undrawn and not any(comparison.failed for comparison in comparisons) and not any(check.violated for check in checks)
        return sound, data, written + files

    def draw(self, data):
        """(blocks of document.py, files, what could not be drawn)"""
        if not self.experiment.figures:
            return [], [], []
        try:
            from runner import figures  # takes a while to load
        except ModuleNotFoundError as error:
            return [], [], [f"no figures: no module {error.name} for {sys.executable}"]
        return figures.draw_all(self.experiment, data, self.directory)

    def report(self, data, comparisons, checks, failures, written):
        self.print_tables(data)
        for header, rows in [summary.printed_rows(comparisons)] * bool(comparisons) + [summary.check_rows(checks)] * bool(checks):
            print("\n" + terminal.table(header, rows))
        for check in checks:
            for text in check.violated:
                print(f"VIOLATED {check.what}: {text}", file=sys.stderr)
        failed_txt = self.directory / "failed.txt"
        if failures:
            groups = terminal.by_kind(failures)
            store.write(failed_txt, "\n\n".join(self.failure(outcome) for own in groups for outcome in own) + "\n")
            written = written + [failed_txt]
            print(f"\n{len(failures)} points failed" + (f", for {len(groups)} reasons" if len(groups) > 1 else "") + ":", file=sys.stderr)
            for own in groups[:terminal.SHOWN_AT_END]:
                print(self.failure(own[0]), *[f"  and {len(own) - 1} more for the same reason: {shown(failed_txt)}"] * (len(own) > 1), sep="\n", file=sys.stderr)
            if len(groups) > terminal.SHOWN_AT_END:
                print(f"and {len(groups) - terminal.SHOWN_AT_END} more reasons: {shown(failed_txt)}", file=sys.stderr)
        else:
            failed_txt.unlink(missing_ok=True)
        print("\n" + "\n".join(map(shown, written)))


def shown(file):
    """A path as a person would type it from here."""
    return min(os.path.relpath(file), str(file), key=len)
