#!/usr/bin/env python3
"""Searches two-phase commit with Orrery and with SPIN, one after the other, and compares.

Both meet the same states by the same transitions: that is checked for 3 to 8 resource
managers before anything is timed. Runs are interleaved, so that whatever else the machine
does falls on all alike; medians are shown. A time is that of the whole process.

    cmake --build build/release --target two_phase_commit
    tools/bench/two_phase_commit/two_phase_commit.py

Exit: 0 all counts agree; 1 they do not; 2 bad usage, or something is missing.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# Published: with nine managers there are so many.
STATES_OF_NINE = 10_340_352

# What makes SPIN quickest here: no partial order reduction (its count would be another), no
# liveness, no compression of states, its fast hash.
SPIN_FLAGS = ["-O3", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DNOBOUNDCHECK", "-DMEMLIM=16000"]
SPIN_EXACT = ["-DNOCOMP", "-DSFH"]
SPIN_COMPACT = ["-DHC4"]
# Slots of its hash table, as a power of two: about as many as there are states.
SPIN_SLOTS = {9: 24}
# It asks malloc for memory; on huge pages it is a fifth faster.
SPIN_ENVIRONMENT = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def fail(text):
    print(f"two_phase_commit.py: {text}", file=sys.stderr)
    sys.exit(2)


def measure(command, environment=None):
    """Runs a command; what it printed, its wall time and its peak memory."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if process.returncode != 0:
        fail(f"{' '.join(map(str, command))} ended with {process.returncode}:\n{text}")
    return text, {"seconds": seconds, "peak_bytes": usage.ru_maxrss * 1024}


class Orrery:
    def __init__(self, program, threads, *options):
        self.program, self.threads, self.options = program, threads, options

    def run(self, managers):
        text, measured = measure([self.program, str(managers), str(self.threads), *self.options])
        found = json.loads(text)
        return {**measured, "states": found["states"], "transitions": found["transitions"]}


class Spin:
    def __init__(self, folder, compiler, flags):
        self.folder, self.compiler, self.flags = folder, compiler, flags
        self.verifiers = {}

    def verifier(self, managers):
        if managers not in self.verifiers:
            folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
            model = HERE / "two_phase_commit.pml"
            for command in (["spin", f"-DN={managers}", "-a", model],
                            [self.compiler, *SPIN_FLAGS, *self.flags, "-o", "pan", "pan.c"]):
                made = subprocess.run(command, cwd=folder, capture_output=True, text=True)
                if made.returncode != 0:
                    fail(f"{' '.join(map(str, command))} failed:\n{made.stdout}{made.stderr}")
            self.verifiers[managers] = folder / "pan"
        return self.verifiers[managers]

    def run(self, managers):
        slots = SPIN_SLOTS.get(managers, 22)
        text, measured = measure([self.verifier(managers), "-m1000", f"-w{slots}"],
                                 SPIN_ENVIRONMENT)
        states = re.search(r"^\s*(\d+) states, stored", text, re.M)
        transitions = re.search(r"^\s*(\d+) transitions", text, re.M)
        if not states or not transitions or "errors: 0" not in text or "Warning" in text:
            fail(f"SPIN did not finish its search:\n{text}")
        # It counts the way into the initial state as a transition.
        return {**measured, "states": int(states[1]), "transitions": int(transitions[1]) - 1}


def verify(orrery, spin, progress):
    """Both must agree for small numbers of managers."""
    rows = []
    for managers in range(3, 9):
        ours, theirs = orrery.run(managers), spin.run(managers)
        same = all(ours[key] == theirs[key] for key in ("states", "transitions"))
        rows.append({"managers": managers, "states": ours["states"],
                     "transitions": ours["transitions"], "spin_states": theirs["states"],
                     "spin_transitions": theirs["transitions"], "agree": same})
        progress(f"{managers} managers: {ours['states']:,} states, {ours['transitions']:,} "
                 f"transitions, SPIN {'agrees' if same else 'DISAGREES'}")
    return rows


def summarise(name, runs, states, exact_rate):
    seconds = [run["seconds"] for run in runs]
    row = {"name": name, "states": runs[0]["states"], "lost": states - runs[0]["states"],
           "seconds": statistics.median(seconds), "all_seconds": seconds,
           "peak_bytes": statistics.median(run["peak_bytes"] for run in runs)}
    row["states_per_second"] = row["states"] / row["seconds"]
    row["times_spin_exact"] = row["states_per_second"] / exact_rate if exact_rate else 1.0
    return row


def markdown(rows):
    lines = ["| search | distinct states | lost | median s | from .. to | states/s | times SPIN's "
             "exact store | peak MB |", "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for row in rows:
        lines.append(
            f"| {row['name']} | {row['states']:,} | {row['lost']:,} | {row['seconds']:.2f} | "
            f"{min(row['all_seconds']):.2f} .. {max(row['all_seconds']):.2f} | "
            f"{row['states_per_second']:,.0f} | {row['times_spin_exact']:.2f} | "
            f"{row['peak_bytes'] / 1e6:,.0f} |")
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path,
                        default=ROOT / "build/release/tools/bench/two_phase_commit",
                        help="Orrery's side (default: %(default)s)")
    parser.add_argument("--managers", type=int, default=9, choices=range(3, 10), metavar="3..9")
    parser.add_argument("--runs", type=int, default=5, help="of each search (default: 5)")
    parser.add_argument("--json", type=pathlib.Path, help="write all figures to this file")
    parser.add_argument("--no-verify", action="store_true", help="skip 3 to 8 managers")
    return parser.parse_args()


def prerequisites(options):
    if options.runs < 1:
        fail("--runs must be at least 1")
    if not options.program.exists():
        fail(f"{options.program} is missing; build it:\n"
             "    cmake --preset release && "
             "cmake --build build/release --target two_phase_commit")
    if not shutil.which("spin"):
        fail("the program 'spin' is missing, and nothing was measured; install it:\n"
             "    apt-get install spin")
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        fail("a C compiler is missing: SPIN's verifier is a C program (apt-get install gcc)")
    return compiler


def main():
    options = arguments()
    compiler = prerequisites(options)

    def progress(text):
        print(text, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        searches = {
            "Orrery, digests, 1 thread": Orrery(options.program, 1),
            "Orrery, digests, 2 threads": Orrery(options.program, 2),
            "Orrery, `--exact`, 1 thread": Orrery(options.program, 1, "--exact"),
            "SPIN, exact store, 1 core": Spin(folder, compiler, SPIN_EXACT),
            "SPIN, hash-compact (HC4), 1 core": Spin(folder, compiler, SPIN_COMPACT),
        }
        exact_name = "SPIN, exact store, 1 core"
        load_before = os.getloadavg()
        verified = [] if options.no_verify else verify(
            searches["Orrery, digests, 1 thread"], searches[exact_name], progress)
        for search in searches.values():  # Compile before anything is timed.
            if isinstance(search, Spin):
                search.verifier(options.managers)
        runs = {name: [] for name in searches}
        for index in range(options.runs):
            for name, search in searches.items():
                runs[name].append(search.run(options.managers))
                progress(f"run {index + 1} of {options.runs}: {name}: "
                         f"{runs[name][-1]['seconds']:.2f} s")
    states = runs["Orrery, `--exact`, 1 thread"][0]["states"]
    exact = summarise(exact_name, runs[exact_name], states, None)
    rows = [summarise(name, found, states, exact["states_per_second"])
            for name, found in runs.items()]
    wrong = [row["name"] for row in rows if row["lost"] != 0 and "compact" not in row["name"]]
    if options.managers == 9 and states != STATES_OF_NINE:
        wrong.append(f"{states:,} states instead of {STATES_OF_NINE:,}")
    wrong += [f"{row['managers']} managers" for row in verified if not row["agree"]]
    version = subprocess.run(["spin", "-V"], capture_output=True, text=True).stdout.strip()
    two = rows[0]["seconds"] / rows[1]["seconds"]
    print(markdown(rows))
    print(f"\n{options.managers} managers, medians of {options.runs}, interleaved. "
          f"Two threads: {two:.2f} times one. {version}. Load of the machine (1 min): "
          f"{load_before[0]:.1f} before, {os.getloadavg()[0]:.1f} after, "
          f"{os.cpu_count()} processors.")
    if options.json:
        options.json.write_text(json.dumps(
            {"managers": options.managers, "runs": options.runs, "spin": version,
             "load_before": load_before, "load_after": os.getloadavg(), "verified": verified,
             "searches": rows, "two_threads": two}, indent=2) + "\n")
    if wrong:
        print("counts differ: " + "; ".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
