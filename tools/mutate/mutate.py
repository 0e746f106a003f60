#!/usr/bin/env python3
"""Changes an engine in small ways, one at a time, and looks whether its gate notices.

A change that the gate does not notice is a survivor: a check that is missing, worlds that are too
small, or a change that makes no difference. The last kind is listed in equivalent.json, each with
the argument.

    tools/mutate/mutate.py list ack
    tools/mutate/mutate.py run ack --sample 300 --seed 1 --resume build/mutate/ack.jsonl
    tools/mutate/mutate.py run modality --shard 0/4 --budget 30m --resume shard-0.jsonl
    tools/mutate/mutate.py run codec --only engine/codec/rpc.cc:41
    tools/mutate/mutate.py run ack --survivors build/mutate/ack.jsonl
    tools/mutate/mutate.py report build/mutate/ack.jsonl

Exit: 0 done, whatever survived; 2 bad usage; 3 the gate fails without a mutant, or nothing
compiles; 6 the budget was spent before the sample was.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import sys
import threading
import time

import build
import campaign
import engines
import listing
import report
import schemata

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class UsageError(Exception):
    pass


def duration(text):
    match = re.fullmatch(r"(\d+)(s|m|h)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text} is no time such as 90s, 30m or 2h")
    return int(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2]]


def shard(text):
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text} is no part I/N with I from 0 to N-1")
    return int(match[1]), int(match[2])


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, says in (("list", "Print the mutants, a line each."),
                       ("run", "Run a sample of them through the gate.")):
        command = commands.add_parser(name, help=says, description=says)
        command.add_argument("engine", choices=engines.ENGINES)
        command.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "mutate",
                             help="folder of the build (build/mutate)")
        command.add_argument("--only", metavar="FILE[:LINE]", default="",
                             help="no mutants but those of this file or line")
        if name == "run":
            add_run_options(command)
    command = commands.add_parser("report", help="Print a table and the survivors.")
    command.add_argument("files", nargs="+", type=pathlib.Path)
    command.add_argument("--json", action="store_true", help="as one JSON object")
    return parser.parse_args(arguments)


def add_run_options(command):
    command.add_argument("--sample", type=int, default=300, metavar="N",
                         help="so many mutants (300); 0: all")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="of the sample (1)")
    command.add_argument("--shard", type=shard, default=(0, 1), metavar="I/N",
                         help="only part I of N of the sample, from 0")
    command.add_argument("--survivors", type=pathlib.Path, metavar="FILE",
                         help="only those that survived in these results, of whatever version")
    command.add_argument("-j", "--jobs", type=int, default=1, metavar="N",
                         help="so many mutants at a time (1)")
    command.add_argument("--budget", type=duration, metavar="TIME",
                         help="begin no mutant after so long, such as 30m")
    command.add_argument("--resume", type=pathlib.Path, metavar="FILE",
                         help="the results; those in it are not run again")


class Journal:
    """Results as JSON Lines: what they are of, then a line per mutant, flushed."""

    def __init__(self, path, head):
        self.done = set()
        self.file = sys.stdout
        if path is None:
            return
        lines = report.read_lines(path) if path.exists() else []
        if lines and lines[0] != head:
            raise UsageError(f"{path} holds results of other mutants:\n{lines[0]}\n{head}")
        self.done = {line["mutant"] for line in lines[1:]}
        path.parent.mkdir(parents=True, exist_ok=True)
        # What was torn is written anew.
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.file = path.open("a")
        if not lines:
            self.write(head)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.file is not sys.stdout:
            self.file.close()

    def write(self, line):
        print(json.dumps(line), file=self.file, flush=True)


class Run:
    """An engine with all that its mutants need."""

    def __init__(self, engine, tree, folder):
        self.engine = engine
        self.tree = tree
        self.folder = folder
        self.workshop = build.Workshop(tree, folder)
        self.listing = listing.list_mutants(tree, engine)
        self.sources = [path for path in tree.sources
                        if path.is_relative_to(tree.root / engine.folder)]

    def prepare(self):
        """Builds, and runs the gate without a mutant. Raises RuntimeError if that fails."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.workshop.compile_plain(self.sources)
        mutants = self.listing.mutants
        numbered = {number: mutant for number, mutant in enumerate(mutants) if mutant.at_run_time}
        texts = {pathlib.Path(path): text for path, text in self.listing.texts.items()}
        self.programs, self.refused = self.workshop.build_all(self.sources, texts, numbered)
        self.passed = campaign.Passed(self.folder / "passed", len(mutants))
        gate = self._gate(self.programs, self.folder / "whole")
        gate.measure(self.passed.path)
        self.cpu_limits = gate.cpu_limits

    def _gate(self, programs, folder, cpu_limits=None):
        return campaign.Gate(self.engine.gate, programs, self.tree.root, folder, cpu_limits)

    def run(self, number):
        """May be called by several threads."""
        mutant = self.listing.mutants[number]
        folder = self.folder / f"lane_{threading.get_ident()}"
        if not mutant.at_run_time:
            return self._run_alone(mutant, folder)
        if number in self.refused:
            return campaign.Ending(campaign.NOT_COMPILED)
        if number not in self.passed:
            return campaign.Ending(campaign.SURVIVED, passed=False)
        return self._gate(self.programs, folder, self.cpu_limits).run(number)

    def _run_alone(self, mutant, folder):
        path = pathlib.Path(mutant.file)
        text = schemata.with_one(self.listing.text(mutant), mutant)
        programs = self.workshop.build_one(self.sources, path, text, folder)
        if programs is None:
            return campaign.Ending(campaign.NOT_COMPILED)
        return self._gate(programs, folder, self.cpu_limits).run()


def selected(found, only):
    path, _, line = only.partition(":")
    return [number for number, mutant in enumerate(found.mutants)
            if not only or found.relative(mutant) == path and
            (not line or found.line(mutant) == int(line))]


def print_list(found, numbers):
    for number in numbers:
        told = found.told(number)
        alone = "" if found.mutants[number].at_run_time else " (built alone)"
        print(f"{number} {told['file']}:{told['line']} {told['kind']} in {told['function']}: "
              f"{told['change']}{alone}")
    print(f"{len(numbers)} mutants; left as they are: {found.in_macros} places in macros, "
          f"{found.in_public_headers} mutants in public headers", file=sys.stderr)


def run_sample(arguments, run):
    found = run.listing
    numbers = selected(found, arguments.only)
    if arguments.survivors is not None:
        survivors = report.survivors(arguments.survivors)
        numbers = [number for number in numbers if report.place_of(found.told(number)) in survivors]
    order = listing.sample(found, len(found.mutants), arguments.seed)
    chosen = [number for number in order if number in set(numbers)]
    chosen = chosen[:arguments.sample or None][arguments.shard[0]::arguments.shard[1]]
    head = {"engine": run.engine.name, "mutants": len(found.mutants), "digest": found.digest(),
            "sample": arguments.sample, "seed": arguments.seed, "only": arguments.only,
            "survivors": str(arguments.survivors or ""), "shard": "/".join(map(str, arguments.shard)), "chosen": len(chosen),
            "in_macros": found.in_macros, "in_public_headers": found.in_public_headers}
    end = None if arguments.budget is None else time.monotonic() + arguments.budget

    def run_one(number):
        if end is not None and time.monotonic() > end:
            return None
        return number, run.run(number)

    with Journal(arguments.resume, head) as journal, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as threads:
        futures = [threads.submit(run_one, number) for number in chosen
                   if number not in journal.done]
        return write_as_done(futures, journal, found)


def write_as_done(futures, journal, found):
    code = 0
    for count, future in enumerate(concurrent.futures.as_completed(futures)):
        if future.result() is None:
            code = 6
            continue
        number, ending = future.result()
        journal.write({**found.told(number), **ending.told()})
        print(f"{count + 1}/{len(futures)} {ending.outcome} {ending.by}", file=sys.stderr)
    return code


def main(arguments):
    if arguments.command == "report":
        return report.print_report(arguments.files, HERE / "equivalent.json", arguments.json)
    engine = engines.ENGINES[arguments.engine]
    try:
        tree = build.cmake_tree(ROOT, arguments.build.resolve(), engine.programs)
        run = Run(engine, tree, arguments.build.resolve() / "mutants" / engine.name)
        if arguments.command == "list":
            print_list(run.listing, selected(run.listing, arguments.only))
            return 0
        run.prepare()
        return run_sample(arguments, run)
    except UsageError as failure:
        print(f"mutate.py: {failure}", file=sys.stderr)
        return 2
    except (build.BuildFailed, RuntimeError) as failure:
        print(f"mutate.py: {failure}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main(parse(sys.argv[1:])))
