#!/usr/bin/env python3
"""docs_commands.py ORRERY ROOT: the program takes every command that the documents show.

Each `orrery ...` of README.md and docs/, in prose and in blocks, is run in a folder of its own,
for a second at the most, of which it may work for a twentieth, and the programs that it starts as
long again: what is refused as wrong or breaks is a finding. Names of files that belong to a reader stand for files of their kind that are made here. What holds a placeholder, such
as FILE or `...`, is no command; what prose names without an operand, such as `orrery watch --record`,
is held to the help.
"""
import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SHOWN = re.compile(r"(\$ |^ +|`|&& |; |^)((?:\./)?orrery [^`#]*)")
NAMED = re.compile(r"(\./)?orrery [a-z]+( --[a-z-]+)?$")
PLACEHOLDER = re.compile(r"\b(ARGS|AREA|ARGUMENT|COMMAND|CAPSULE|DIR|FILE|ID|LINE|NAME|OPTION|OTHER|PROGRAM"
                         r"|RULE|RUN|SCENARIO|SEED|SUBJECT|TRACE|TRANSCRIPT|WORD)\b|\.\.\.|[<>]")
# Of ./orrery alone: they build, and are what runs this.
FRONT_DOOR = re.compile(r"^\./orrery (test|package|build|check|clean|bench)\b")
SECONDS, WORKS = 1.0, 0.05
TICKS = os.sysconf("SC_CLK_TCK")

STREAM = "echo '{\"t_ms\":0,\"stream_asked\":{\"connection\":1,\"pid\":7,\"authorized\":true}}'"
SHARDS = ("for i in 1 2 3 4; do $ORRERY conform monitor --rule MON-40 --runs 1 --max-states 1 "
          "--shard $i/4 --results %s$i.jsonl; done")

MINE = ("printf '#!/bin/sh\\nexec python3 %s/examples/subjects/python/ack.py\\n' $ROOT > mine; "
        "chmod +x mine")
OF_MINE = (MINE + "; mkdir of_mine; for i in 1 2; do $ORRERY conform ack --subject exec:./mine "
           "--rule ACK-03 --runs 1 --max-states 1 --shard $i/2 --results of_mine/$i.jsonl; done")


def program_of(area):
    """The program in Python of this area in SUBJECTS.md, with what it imports."""
    return ("cp examples/subjects/python/*.py .; awk '/^```/ {if (on && text ~ /serve\\(Mine, \"%s\"/)"
            " printf \"%%s\", text; on = /^```python/; text = \"\"; next} on {text = text $0 RS}' "
            "docs/SUBJECTS.md > mine_%s.py" % (area, area))


# How a file of this name comes about, by words of the program or of a shell.
MADE = {
    "backend.jsonl": "$ORRERY replay ack/deadline_tie --record backend.jsonl",
    "ide.jsonl": STREAM + " > ide.jsonl",
    "streams.jsonl": STREAM + " > streams.jsonl",
    "shard-*.jsonl": SHARDS % "shard-",
    "shard-1.jsonl": SHARDS % "shard-",
    "1.jsonl": SHARDS % "",
    "results/*.jsonl": "mkdir results; " + SHARDS % "results/",
    "of_mine/*.jsonl": OF_MINE,
    "session*.jsonl": "cp recordings/samples/b1_text.jsonl session.jsonl",
    "idea.jsonl": "$ORRERY replay modality/blink_dialog --record idea.jsonl",
    "session.jsonl": "cp $(ls recordings/samples/c*.jsonl | head -1) session.jsonl",
    "session.c2s": "printf '{\"id\":1,\"method\":\"initialize\",\"params\":{}}\\n' > session.c2s",
    "session.s2c": "printf '{\"id\":1,\"result\":{}}\\n' > session.s2c",
    "home": "mkdir home",
    "tool.md": "echo A tool. > tool.md",
    "mine.py": "cp examples/subjects/python/ack.py mine.py; "
               "cp examples/subjects/python/*.py .",
    "mine_modality.py": program_of("modality"),
    "mine_monitor.py": program_of("monitor"),
    "mine": MINE,
    "first": "printf '#!/bin/sh\\nexec python3 %s/examples/subjects/python/ack.py\\n' $ROOT > first; "
             "chmod +x first",
    "first.jar": "printf '#!/bin/sh\\nexec python3 %s/examples/subjects/python/ack.py\\n' $ROOT > java; "
                 "chmod +x java",
    "mine.known.json": "$ORRERY conform ack --subject mutant:ok_at_dispatch --runs 1 "
                       "--max-states 50 --rule ACK-03 --write-known mine.known.json",
    "my-server": "printf '#!/bin/sh\\nexec $ORRERY serve --dialect draft\\n' > my-server; "
                 "chmod +x my-server",
    "my_race.json": "cp scenarios/modality/tick_races_return.json my_race.json",
    "my_race.capsule": "$ORRERY explore modality/tick_races_return "
                       "--subject mutant:result_sent_twice --capsule my_race.capsule",
    "failure.capsule": "$ORRERY explore modality/tick_races_return "
                       "--subject mutant:result_sent_twice --capsule failure.capsule",
    "found.json": "$ORRERY fuzz codec --runs 5000 --subject mutant:stops_at_nul --save found.json",
    "tests/races/late.json": "mkdir tests tests/races; "
                             "cp scenarios/modality/blink_dialog.json tests/races/late.json",
}


def shown(root):
    pages = [os.path.join(root, "README.md")]
    docs = os.path.join(root, "docs")
    pages += sorted(os.path.join(docs, name) for name in os.listdir(docs) if name.endswith(".md"))
    for page in pages:
        with open(page, encoding="utf-8") as file:
            lines = file.read().replace("\\\n", " ").split("\n")
        for number, line in enumerate(lines, 1):
            for before, command in SHOWN.findall(line):
                command = re.split(r"\s{3,}| \| |&& |, [a-z]", command.strip())[0]
                if PLACEHOLDER.search(command):
                    continue
                command = command.rstrip(" ;.,:)")
                if before == "`" and NAMED.match(command):
                    words = command.split()
                    command = " ".join(words[:2] + ["--help-all | grep -qe", words[-1]])
                yield "%s:%d" % (os.path.relpath(page, root), number), command


def table_or_limits(command):
    if "--limits mine.json" in command:
        return "cp examples/limits/slow.json mine.json"
    return "sed 's/\"name\": \"archive\"/\"name\": \"mine\"/' examples/tables/archive.json > mine.json"


def worked(pid):
    """For how many seconds, and for how many with the programs that it has started."""
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as file:
            ticks = list(map(int, file.read().rsplit(")", 1)[1].split()[11:15]))
        children = []
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, task), encoding="utf-8") as file:
                children += map(int, file.read().split())
    except OSError:  # It ended meanwhile.
        return 0, 0
    return sum(ticks[:2]) / TICKS, sum(ticks) / TICKS + sum(worked(child)[1] for child in children)


def ended_of_itself(process, works):
    """False: it goes on."""
    until, before = time.monotonic() + SECONDS, worked(process.pid)
    while process.poll() is None:
        alone, whole = worked(process.pid)
        if time.monotonic() > until or alone - before[0] >= works or whole - before[1] >= 2 * works:
            return False
        time.sleep(0.01)
    return True


def ended_when_told(process):
    """False: it has more to write of what it found than is waited for, and is killed."""
    process.send_signal(signal.SIGTERM)
    if ended_of_itself(process, 2 * WORKS):
        return True
    os.killpg(process.pid, signal.SIGKILL)
    return False


def run(orrery, root, command):
    folder = tempfile.mkdtemp(prefix="orrery_docs_")
    try:
        for name in os.listdir(root):
            if name not in ("build", "dist", "orrery", ".git"):
                os.symlink(os.path.join(root, name), os.path.join(folder, name))
        os.symlink(orrery, os.path.join(folder, "orrery"))
        os.symlink(orrery, os.path.join(folder, "codex"))
        with open(os.path.join(folder, "python3"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec %s -S -E \"$@\"\n" % sys.executable)
        os.chmod(file.name, 0o755)
        environment = dict(os.environ, ORRERY=orrery, ROOT=root, HOME=folder,
                           PATH=folder + ":" + os.environ["PATH"])
        words = set(re.split(r"[\s\"'=:]+", command.replace("exec:./", " ").replace(" ./", " ")))
        # What it goes on with was begun by itself, and what it writes is not there before.
        writes = re.findall(r"--(?:save|write-known|record|capsule) (\S+)", command)
        made = [how for name, how in MADE.items()
                if name in words and name not in writes and "--resume" not in words]
        if "mine.json" in words:
            made.append(table_or_limits(command))
        for how in made:
            subprocess.run(["sh", "-c", how], cwd=folder, env=environment, timeout=60,
                           stdin=subprocess.DEVNULL, capture_output=True, check=False)
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                ["sh", "-c", command if "|" in command else "exec " + command], cwd=folder,
                env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
                start_new_session=True)
            ended_here = not ended_of_itself(process, WORKS)
            killed = ended_here and not ended_when_told(process)
            code = process.wait()
            said.seek(0)
            err = said.read()
        # What could not be judged ends with 2 as well, and says nothing on stderr; 6 is a gate that
        # was not judged whole. The program that stands in for a reader's own speaks one area.
        good = code in (0, 1, 6) or code == 2 and (not err or b"does not speak" in err) \
            or ended_here and code in (128 + signal.SIGTERM, -signal.SIGTERM) \
            or killed and code == -signal.SIGKILL
        return None if good else (code, err.decode(errors="replace").strip()[-300:])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    orrery, root = (os.path.abspath(path) for path in sys.argv[1:3])
    places = {}
    for place, command in shown(root):
        if not FRONT_DOOR.search(command):
            places.setdefault(command, place)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda command: run(orrery, root, command), places))
    findings = [(command, found) for command, found in zip(places, results) if found]
    for command, (code, says) in findings:
        print("%s: %s: exit code %d: %s" % (places[command], command, code, says))
    print("%d commands, %d findings" % (len(places), len(findings)))
    return 1 if findings or not places else 0


if __name__ == "__main__":
    sys.exit(main())
