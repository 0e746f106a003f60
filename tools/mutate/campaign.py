"""Runs mutants through a gate, each in a process of its own."""
import dataclasses
import json
import mmap
import os
import pathlib
import resource
import signal
import subprocess
import time

import engines

CPU_TIMES = 5  # A mutant may take so many times what the program takes without one,
CPU_MORE = 5  # and so many seconds more,
WALL_TIMES = 60  # and, since others use the machine, so many times that on the clock.
MEMORY_MAX = 6 << 30
POLL_SECONDS = 0.02

EXIT_HARNESS = 3
EXITS = {1: "", 2: " refused its input", 6: " incomplete"}

SURVIVED, BY_RULE, BY_FAULT = "survived", "killed by a rule", "killed by a fault"
EQUIVALENT, NOT_COMPILED = "equivalent", "did not compile"
OUTCOMES = (BY_RULE, BY_FAULT, SURVIVED, EQUIVALENT, NOT_COMPILED)


@dataclasses.dataclass
class Ending:
    outcome: str
    by: str = ""  # What killed it: the kind of check, a signal, an exit code.
    check: str = ""
    rule: str = ""
    cpu: float = 0.0
    passed: bool = True  # Whether the place that it changes was passed at all.

    def told(self):
        return {"outcome": self.outcome, "by": self.by, "check": self.check, "rule": self.rule,
                "passed": self.passed, "cpu": round(self.cpu, 2)}


class Gate:
    """The steps of an engine's gate over some programs, in a folder of its own."""

    def __init__(self, steps, programs, root, folder, cpu_limits=None):
        self.steps = steps
        self.programs = programs
        self.root = root
        self.folder = folder
        self.cpu_limits = cpu_limits  # Of each step, in seconds.
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, mutant=-1):
        """Runs the steps until one fails."""
        spent = 0.0
        for step, limit in zip(self.steps, self.cpu_limits):
            ending = self._run(step, limit, mutant)
            spent += ending.cpu
            ending.cpu = spent
            if ending.outcome != SURVIVED:
                return ending
        return Ending(SURVIVED, cpu=spent)

    def measure(self, passed):
        """Runs it without a mutant. What it takes is what mutants are measured by."""
        limits = []
        for step in self.steps:
            ending = self._run(step, resource.RLIM_INFINITY, -1, passed)
            if ending.outcome != SURVIVED:
                raise RuntimeError(f"the gate fails without a mutant: {ending}")
            limits.append(int(CPU_TIMES * ending.cpu) + CPU_MORE)
        self.cpu_limits = limits

    def _run(self, step, cpu_limit, mutant, passed=None):
        results, errors = self.folder / "results.jsonl", self.folder / "stderr"
        results.unlink(missing_ok=True)
        command = [str(self.programs[step.words[0]])]
        command += [str(results) if word == engines.RESULTS else word for word in step.words[1:]]
        environment = {**os.environ, "ORRERY_MUTANT": str(mutant)}
        if passed is not None:
            environment["ORRERY_MUTANT_PASSED"] = str(passed)

        with errors.open("w") as said:
            process = subprocess.Popen(command, cwd=self.root, env=environment,
                                       start_new_session=True, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=said)
        for what, most in ((resource.RLIMIT_CPU, cpu_limit), (resource.RLIMIT_AS, MEMORY_MAX),
                           (resource.RLIMIT_CORE, 0)):
            resource.prlimit(process.pid, what, (most, most))
        code, failure, cpu = _await(process, results, cpu_limit)
        ending = _ending(step, code, failure, errors.read_text(errors="replace"))
        ending.cpu = cpu
        return ending


def _await(process, results, cpu_limit):
    """Its exit code or signal, the first check that failed, and the seconds that it took."""
    watch = Watch(results)
    late = None if cpu_limit == resource.RLIM_INFINITY else \
        time.monotonic() + WALL_TIMES * cpu_limit
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        failure = watch.failure()
        if ended == 0 and failure is None and (late is None or time.monotonic() < late):
            time.sleep(POLL_SECONDS)
            continue
        if ended == 0:
            os.killpg(process.pid, signal.SIGKILL)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, failure, usage.ru_utime + usage.ru_stime


def _ending(step, code, failure, said):
    if failure is not None:
        kind = failure["check"].split("/")[0]
        by = kind if failure["outcome"] == "fail" else failure["outcome"]
        return Ending(BY_RULE, by, failure["check"], failure["rule"])
    if code == 0:
        return Ending(SURVIVED)
    if code == -signal.SIGABRT and "CHECK" in said:
        return Ending(BY_FAULT, "CHECK")
    if code == -signal.SIGABRT and step.aborts:
        return Ending(BY_RULE, step.name, said.strip().split("\n")[-1])
    if code < 0:
        killed = code in (-signal.SIGXCPU, -signal.SIGKILL)
        return Ending(BY_FAULT, "hang" if killed else signal.Signals(-code).name)
    if code == EXIT_HARNESS:
        return Ending(BY_FAULT, step.name + " itself failed", said.strip()[-200:])
    return Ending(BY_RULE, step.name + EXITS.get(code, f" with exit code {code}"))


class Watch:
    """The first check that fails in a results file that is being written."""

    def __init__(self, path):
        self.path = path
        self.at = 0
        self.rest = b""

    def failure(self):
        try:
            with open(self.path, "rb") as file:
                file.seek(self.at)
                new = file.read()
        except FileNotFoundError:
            return None
        self.at += len(new)
        *lines, self.rest = (self.rest + new).split(b"\n")
        for line in lines:
            if b'"outcome"' not in line:
                continue
            check = json.loads(line)
            bad = check.get("outcome") in ("fail", "error")
            if bad or check.get("outcome") == "not_exercised" and check.get("level") == "must":
                return check
        return None


class Passed:
    """A file with a byte for each mutant, which running programs set."""

    def __init__(self, path, count):
        self.path = pathlib.Path(path)
        self.path.write_bytes(bytes(max(count, 1)))

    def __contains__(self, number):
        with open(self.path, "rb") as file, \
                mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as bytes_:
            return bytes_[number] != 0
