#!/usr/bin/env python3
"""Says what a build costs: processor seconds by target, layer and room, and the dearest sources.

    tools/bench/build_cost.py                               # of build/release
    tools/bench/build_cost.py build/asan --top 40
    tools/bench/build_cost.py build/release --edges 106     # a cold program, not what followed it
    tools/bench/build_cost.py build/release --before OLD/.ninja_log
    tools/bench/build_cost.py --measure /tmp/cold --targets orrery --json >before.json

A finished build is read from ninja's log, which has when each edge began and ended by the clock.
Where more of them ran at once than there are processors, each is taken to have had its share: of a
machine that did nothing else that is within a tenth of what they took. With --measure the sources
are built cold in that folder, without ccache, and each edge's processor time (user and system) is
kept there in `.build_cost`, which is read in place of the log from then on.

A batch of several sources counts for their rooms in equal parts.

Exit: 0 done; 2 bad usage, or nothing to read; 3 the build failed.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ".build_cost"
OBJECT = re.compile(r"(?:(.*)/)?CMakeFiles/([^/]+)\.dir/(.+)\.(?:o|gch)")
INCLUDED = re.compile(r'^#include "(.+)"$', re.MULTILINE)

Edge = collections.namedtuple("Edge", "target layer name rooms seconds")


class UsageError(Exception):
    pass


def read_log(text, edges, processors):
    """Seconds by output, the last time that each was made; of the first so many edges alone."""
    found, seen = [], set()
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        start, end, _, output, command = line.split("\t")
        if (start, end, command) in seen:
            continue  # It has several outputs, a line each.
        seen.add((start, end, command))
        found.append((int(start), int(end), output))
    found = found[:edges]
    out = {}
    while found:  # A line is written when its edge ends, so a build ends where that goes back.
        size = next((i for i in range(1, len(found)) if found[i][1] < found[i - 1][1]), len(found))
        out.update(zip((output for _, _, output in found[:size]), shares(found[:size], processors)))
        del found[:size]
    return out


def shares(edges, processors):
    """Processor seconds of each, if those that run at an instant share the processors."""
    instants = sorted({instant for start, end, _ in edges for instant in (start, end)})
    begun = {instant: 0.0 for instant in instants}  # Of one that runs all the time, so much.
    for before, now in zip(instants, instants[1:]):
        running = sum(start <= before and now <= end for start, end, _ in edges)
        begun[now] = begun[before] + (now - before) * min(1, processors / max(running, 1))
    return [(begun[end] - begun[start]) / 1e3 for start, end, _ in edges]


def read_record(text):
    return {output: float(seconds) for seconds, output in
            (line.split("\t") for line in text.splitlines())}


def batch_sources(path):
    """Those of a batch, as the source tree names them; none if it cannot be read."""
    if not path.is_file():
        return []
    named = [pathlib.PurePath(name) for name in INCLUDED.findall(path.read_text())]
    # Where the tree stood when it was configured: the build folder may have been copied since.
    return [str(pathlib.PurePath(*name.parts[root_depth(name):])) for name in named]


def root_depth(path):
    for depth in range(len(path.parts)):
        if (ROOT / pathlib.PurePath(*path.parts[depth:])).is_file() and depth > 0:
            return depth
    return 1


def edge_of(build, output, seconds):
    match = OBJECT.fullmatch(output)
    if not match:
        return Edge("(links, archives, others)", "(others)", output, ["(others)"], seconds)
    layer, target, name = match[1] or ".", match[2], match[3]
    if name.endswith("cmake_pch.hxx"):
        return Edge(target, layer, f"{layer}: precompiled headers", [f"{layer} (headers)"], seconds)
    sources = [f"{layer}/{name}"]
    if name.startswith("Unity/"):
        sources = batch_sources(build / layer / "CMakeFiles" / f"{target}.dir" / name) or sources
    rooms = [os.path.dirname(source) for source in sources]
    if len(sources) > 1:
        name = f"{', '.join(sorted(set(rooms)))}: {len(sources)} sources ({name[6:-4]})"
    else:
        name = sources[0]
    return Edge(target, layer, name, rooms, seconds)


def read(path, processors, edges=None):
    """The edges of a build folder or a log, and which kind of seconds they have."""
    build = path if path.is_dir() else path.parent
    record = path / RECORD if path.is_dir() else path
    measured = record.name == RECORD and record.is_file()
    log = record if measured else path / ".ninja_log" if path.is_dir() else path
    try:
        text = log.read_text()
    except OSError as error:
        raise UsageError(f"{log} cannot be read: {error.strerror}") from error
    try:
        outputs = read_record(text) if measured else read_log(text, edges, processors)
    except ValueError as error:
        raise UsageError(f"{log} is no log of ninja's: {error}") from error
    found = [edge_of(build, output, seconds) for output, seconds in outputs.items()]
    return found, "measured" if measured else "estimated"


def sums(edges, keys):
    out = collections.Counter()
    for edge in edges:
        names = keys(edge)
        for name in names:
            out[name] += edge.seconds / len(names)
    return out


def tables(edges):
    return {"targets": sums(edges, lambda edge: [edge.target]),
            "layers": sums(edges, lambda edge: [edge.layer]),
            "rooms": sums(edges, lambda edge: edge.rooms),
            "sources": sums(edges, lambda edge: [f"{edge.target}: {edge.name}"])}


def total(edges):
    return sum(edge.seconds for edge in edges)


def row(name, seconds, whole, before):
    line = f"{seconds:9.1f} {100 * seconds / whole if whole else 0:5.1f} %"
    if before is not None:
        line += f" {before:9.1f} " + (f"{seconds / before:6.2f}" if before else "      ")
    return f"{line}  {name}"


def print_tables(edges, before, top, kind):
    whole, now = total(edges), tables(edges)
    then = tables(before) if before is not None else {}
    head = f"{'seconds':>9} {'share':>7}" + (f" {'before':>9} {'ratio':>6}" if then else "")
    print(f"{len(edges)} edges, processor seconds, {kind}")
    print(head)
    print(row("all", whole, whole, total(before) if then else None))
    for title, table in now.items():
        print(f"\n{title}")
        old = then.get(title, {})
        # What is gone is a gain that one wants to see; of sources only those that are there count.
        names = set(table) | (set(old) if title != "sources" else set())
        ranked = sorted(names, key=lambda name: (-table[name], -old.get(name, 0), name))
        for name in ranked[:top if title in ("sources", "rooms") else None]:
            print(row(name, table[name], whole, old.get(name, 0.0) if then else None))


def as_json(edges, before, top, kind):
    def one(found):
        out = {"seconds": round(total(found), 3), "edges": len(found)}
        for title, table in tables(found).items():
            ranked = table.most_common(top if title == "sources" else None)
            out[title] = {name: round(seconds, 3) for name, seconds in ranked}
        return out
    out = {"seconds_are": kind, **one(edges)}
    if before is not None:
        out["before"] = one(before)
    return out


def record(arguments):
    """Runs a compiler or linker, and adds what it took to the record."""
    file, command = arguments[0], arguments[1:]
    child = os.spawnvp(os.P_NOWAIT, command[0], command)
    _, status, used = os.wait4(child, 0)
    output = command[command.index("-o") + 1] if "-o" in command else " ".join(command[:3])
    with open(file, "a", encoding="utf-8") as out:  # One short write: lines of two jobs stay whole.
        out.write(f"{used.ru_utime + used.ru_stime:.3f}\t{output}\n")
    return os.waitstatus_to_exitcode(status)


def measure(build, preset, targets, jobs):
    if build.exists() and any(build.iterdir()):
        raise UsageError(f"{build} is not empty, and a cold build is what is measured")
    launcher = ";".join([sys.executable, str(pathlib.Path(__file__).resolve()), "--record",
                         str(build.resolve() / RECORD)])
    run = [["cmake", "--preset", preset, "-B", str(build),
            f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}", f"-DCMAKE_CXX_LINKER_LAUNCHER={launcher}"],
           ["cmake", "--build", str(build), *(["-j", str(jobs)] if jobs else []),
            *(["--target", *targets] if targets else [])]]
    for command in run:
        if subprocess.run(command, cwd=ROOT, stdout=sys.stderr).returncode != 0:
            return False
    return True


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build" / "release",
                        help="folder of a build, or ninja's log (build/release)")
    parser.add_argument("--before", type=pathlib.Path, metavar="BUILD",
                        help="another to compare with: its seconds, and the ratio to them")
    parser.add_argument("--edges", type=int, metavar="N", help="of a log the first N edges alone")
    parser.add_argument("--before-edges", type=int, metavar="N", help="the same for --before")
    parser.add_argument("--processors", type=int, default=os.cpu_count(), metavar="N",
                        help="those that the build had (those of this machine)")
    parser.add_argument("--top", type=int, default=20, metavar="N",
                        help="so many sources and rooms (20)")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--measure", action="store_true",
                        help="build cold in the folder first, which must be new or empty")
    parser.add_argument("--preset", default="release", help="of --measure (release)")
    parser.add_argument("--targets", nargs="+", default=[], help="of --measure (all)")
    parser.add_argument("--jobs", type=int, help="of --measure")
    return parser.parse_args(arguments)


def main(arguments):
    if arguments[:1] == ["--record"]:
        return record(arguments[1:])
    options = parse(arguments)
    try:
        if options.measure and not measure(options.build, options.preset, options.targets,
                                           options.jobs):
            return 3
        edges, kind = read(options.build, options.processors, options.edges)
        before = (read(options.before, options.processors, options.before_edges)[0]
                  if options.before else None)
    except UsageError as error:
        print(f"build_cost.py: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(as_json(edges, before, options.top, kind), indent=1))
    else:
        print_tables(edges, before, options.top, kind)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
