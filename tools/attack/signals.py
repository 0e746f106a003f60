"""SIGINT and SIGTERM at random moments of every command: it ends within a second, what it wrote is
whole, and nobody is left behind. A campaign that is resumed comes to what a whole one comes to."""
import glob
import json
import os
import random
import select
import signal
import subprocess
import time
import xml.dom.minidom

import ran

# Without the time in which it was ready to run and others ran, which is the machine's; and by the
# clock, for what never ends. A sanitizer's program is slower: ORRERY_SLOWER says how much.
SECONDS_MAX, CLOCK_MAX = 1.0 * float(os.environ.get("ORRERY_SLOWER", "1")), 120.0

# A subject that does not answer.
SILENT = """import sys, json
for line in sys.stdin:
    if "hello" in json.loads(line):
        print(json.dumps({"n": 0, "areas": ["ack"], "grade": "digest", "name": "s"}), flush=True)
"""


def commands(folder, root):
    """Of each: its name and a line for a shell, in a folder of its own. FIFOs named *.fifo."""
    silent = os.path.join(folder, "silent.py")
    with open(silent, "w", encoding="utf-8") as file:
        file.write(SILENT)
    python = " ".join(ran.PYTHON)
    program = "--subject 'exec:%s %s'" % (python, silent)
    example = os.path.join(root, "examples/subjects/python/ack.py")
    answers = "--subject 'exec:%s %s'" % (python, example)
    return [
        ("conform", "$orrery conform --budget full"),
        ("conform -j 1", "$orrery conform modality -j 1 --details"),
        ("conform --results", "$orrery conform ack --results r.jsonl --junit j.xml"),
        ("conform of a program", "$orrery conform ack --results r.jsonl " + program),
        ("conform --report", "$orrery conform ack --subject mutant:open_by_any --report pages"),
        ("conform to FIFOs", "$orrery conform monitor --rule MON-40 --max-states 50 --junit a.fifo --tap b.fifo"),
        ("conform --results to a FIFO", "$orrery conform monitor --rule MON-40 --max-states 50 --results a.fifo"),
        ("selftest", "$orrery selftest modality"),
        ("explore", "$orrery explore table:full:entries"),
        ("explore --strategy dfs", "$orrery explore table:full:entries --strategy dfs"),
        ("explore --strategy random",
         "$orrery explore table:full:entries --strategy random --runs 9999999"),
        ("explore of a program", "$orrery explore ack/deadline_tie " + program),
        ("replay of a program", "$orrery replay ack/deadline_tie " + program),
        ("shrink of a program", "$orrery shrink ack/deadline_tie " + program),
        ("conform of one that answers", "$orrery conform ack --results r.jsonl " + answers),
        ("explore of one that answers",
         "$orrery explore ack:r1:copy_asking --capsule c.json " + answers),
        ("subject check of one that answers", "$orrery subject check -- %s %s" % (python, example)),
        ("fuzz lines of one that answers", "$orrery fuzz lines --time 9999s -- %s %s"
         % (python, os.path.join(root, "examples/decoders/lines.py"))),
        ("explore --html to a FIFO", "$orrery explore modality/tick_races_return --subject "
         "mutant:result_sent_twice --html a.fifo"),
        ("explore --shrink", "$orrery explore modality/tick_races_return --subject "
         "mutant:result_sent_twice --capsule c.json --shrink"),
        ("replay --record to a FIFO", "$orrery replay ack/deadline_tie --record a.fifo"),
        ("shrink", "$orrery shrink table:full:entries --subject mutant:result_sent_twice"),
        ("check of a FIFO", "$orrery check a.fifo"),
        ("check of stdin", "sleep 9999 | $orrery check -"),
        ("probe", "$orrery probe --timeout 60s -- sleep 9999"),
        ("proxy", "sleep 9999 | $orrery proxy -- sleep 9999"),
        ("proxy --record to a FIFO", "sleep 9999 | $orrery proxy --record a.fifo -- sleep 9999"),
        ("serve", "sleep 9999 | $orrery serve --record talk.jsonl"),
        ("serve to a FIFO", "sleep 9999 | $orrery serve --record a.fifo"),
        ("serve --area monitor", "sleep 9999 | $orrery serve --area monitor --home . --port 0"),
        ("drive", "$orrery drive --patience 99s -- sleep 9999"),
        ("watch", "$orrery watch --home . --ports none --record w.jsonl"),
        ("watch of ports", "$orrery watch --home . --ports 63342-63361"),
        ("subject check", "$orrery subject check -- %s %s" % (python, silent)),
        ("export", "$orrery export modality -o a.fifo"),
        ("fuzz codec", "$orrery fuzz codec --time 9999s --save f.json"),
        ("fuzz lines", "$orrery fuzz lines --time 9999s -- sleep 9999"),
        ("export to a reader that is stuck", "$orrery export ack | sleep 9999"),
        ("conform to a reader that is stuck", "$orrery conform monitor --details | sleep 9999"),
    ]


def children_of(pid):
    out = []
    for path in glob.glob("/proc/%d/task/*/children" % pid):
        try:
            with open(path, encoding="utf-8") as file:
                out += [int(word) for word in file.read().split()]
        except OSError:
            pass
    return out


def exe_of(pid):
    """The file of its program; nothing: it has ended."""
    try:
        return os.readlink("/proc/%d/exe" % pid)
    except OSError:
        return ""


def program_of(pid, orrery):
    """The process of the program, which a shell may have become, or one below; 0: there is none."""
    if exe_of(pid) == os.path.realpath(orrery):
        return pid
    return next(filter(None, (program_of(child, orrery) for child in children_of(pid))), 0)


def is_over(shell, orrery):
    """The program was not seen and has ended: what is left below the shell became something else."""
    programs = [exe_of(child) for child in family(shell)[1:]]
    return any(programs) and not {exe_of(shell), os.path.realpath(orrery)} & set(programs)


def family(pid):
    out = [pid]
    for child in children_of(pid):
        out += family(child)
    return out


def alive(pid):
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def waited(pids):
    """How long each thread of these was ready to run and did not, in seconds."""
    out = {}
    for pid in pids:
        for path in glob.glob("/proc/%d/task/*/schedstat" % pid):
            try:
                with open(path, encoding="utf-8") as file:
                    out[path] = int(file.read().split()[1]) / 1e9
            except (OSError, IndexError):
                pass
    return out


def ends_within(pid, seconds):
    """Whether it ends meanwhile. Nobody looks again and again: the system says so."""
    try:
        end = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([end], [], [], seconds)[0])
    finally:
        os.close(end)


def seconds_to_end(pid, below):
    """Until it is no more: by the clock, less what its busiest thread had to wait for others."""
    began, first = time.monotonic(), waited([pid] + below)
    last = dict(first)
    while not ends_within(pid, 0.02) and time.monotonic() - began < CLOCK_MAX:
        last.update(waited([pid] + below))
    return max(0.0, time.monotonic() - began - max(
        (last[path] - first.get(path, 0.0) for path in last), default=0.0))


def torn(folder):
    """What was written and is not whole."""
    for path in glob.glob(folder + "/*.xml"):
        try:
            xml.dom.minidom.parse(path)
        except Exception as fault:  # pylint: disable=broad-except
            return "%s: %s" % (path, fault)
    for path in glob.glob(folder + "/*.json"):
        try:
            with open(path, encoding="utf-8") as file:
                json.load(file)
        except ValueError as fault:
            return "%s: %s" % (path, fault)
    for path in glob.glob(folder + "/*.jsonl"):
        with open(path, "rb") as file:
            text = file.read()
        try:
            for line in text.split(b"\n"):
                if line:
                    json.loads(line)
        except ValueError as fault:
            return "%s: %s" % (path, fault)
    return ""


def once(rng, asked, name, line, folder):
    os.makedirs(folder)
    for fifo in ("a.fifo", "b.fifo"):
        os.mkfifo(os.path.join(folder, fifo))
    environment = {**os.environ, "orrery": asked.orrery}
    shell = subprocess.Popen(["sh", "-c", line], cwd=folder, env=environment,
                             start_new_session=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pid, until = 0, time.monotonic() + CLOCK_MAX
    while not pid and shell.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
        pid = program_of(shell.pid, asked.orrery)
        if not pid and is_over(shell.pid, asked.orrery):
            break
    time.sleep(rng.choice([rng.uniform(0, 0.1), rng.uniform(0, 0.5), rng.uniform(0, 1.5)]))
    pid = program_of(shell.pid, asked.orrery)
    found, seconds = "", 0.0
    if pid:
        below = family(pid)[1:]
        os.kill(pid, rng.choice([signal.SIGINT, signal.SIGTERM]))
        seconds = seconds_to_end(pid, below)
        if seconds > SECONDS_MAX:
            found = "%s: ended %.2f s after the signal" % (name, seconds)
        until = time.monotonic() + CLOCK_MAX
        while any(alive(child) for child in below) and time.monotonic() < until:
            time.sleep(0.01)
        left = [child for child in below if alive(child)]
        if left:
            found = found or "%s: left %s behind" % (name, left)
    try:
        os.killpg(shell.pid, signal.SIGKILL)
    except OSError:
        pass
    shell.wait()
    what = torn(folder)
    return bool(pid), seconds, found or (what and "%s: torn: %s" % (name, what))


def resumed(rng, asked, folder):
    """Campaigns that are interrupted twice and resumed, of our engine and of a program: each must
    come to what one comes to that nobody interrupts."""
    program = "exec:%s %s" % (" ".join(ran.PYTHON),
                              os.path.join(asked.root, "examples/subjects/python/ack.py"))
    campaigns = [
        ["conform", "joint"],
        ["conform", "ack", "--rule", "ACK-05", "--runs", "1", "--max-states", "20", "-j", "1",
         "--subject", program],
    ]
    found = []
    shard, shards = map(int, asked.shard.split("/"))
    for words in campaigns[shard - 1::shards]:
        whole = ran.run([asked.orrery] + words + ["--json"], cwd=folder)
        for number in range(max(1, asked.runs // 5)):
            results = os.path.join(folder, "resumed-%s-%d.jsonl" % (words[1], number))
            line = [asked.orrery] + words + ["--json", "--results", results]
            for _ in range(2):
                part = subprocess.Popen(line, stdout=subprocess.DEVNULL, start_new_session=True,
                                        stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
                time.sleep(rng.uniform(0, 2 * whole.seconds))
                part.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM]))
                part.wait()
            last = ran.run(line, cwd=folder)
            if last.code != whole.code or judged(last.out) != judged(whole.out):
                found.append("%s: interrupted twice and resumed, it ends with %d and not %d, or "
                             "says otherwise: %r" % (ran.shown(line), last.code, whole.code,
                                                     last.err[-200:]))
        print("%-36s %5d resumed" % (" ".join(words[:2]) + (" of a program" if program in words
                                                            else ""), max(1, asked.runs // 5)))
    return found


def judged(text):
    """Of a summary: what was judged, and not how long it took."""
    try:
        summary = json.loads(text)
    except ValueError:
        return text
    counts = summary.get("summary", {})
    return [summary.get("rows"), summary.get("checks"),
            {key: counts.get(key) for key in ("fingerprint", "passed", "failed", "units_done",
                                              "unfinished", "exit")}]


def run(asked, folder):
    # What a shell starts in the background ignores it, and so would all that is started here, until
    # it has a handler of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    rng = random.Random(asked.seed)
    each = asked.runs or 2
    found = []
    shard, shards = map(int, asked.shard.split("/"))
    rows = commands(folder, asked.root)[shard - 1::shards]
    print("%-36s %5s %9s %9s %6s" % ("command", "sent", "median s", "most s", "found"))
    for name, line in rows:
        times, here = [], 0
        for number in range(each):
            sent, seconds, what = once(rng, asked, name, line, os.path.join(
                folder, "%s-%d" % (name.replace(" ", "_").replace("/", "_"), number)))
            if sent:
                times.append(seconds)
            if what:
                here += 1
                found.append("%s: %s" % (line, what))
        times.sort()
        print("%-36s %5d %9.3f %9.3f %6d" % (name, len(times),
                                             times[len(times) // 2] if times else 0,
                                             times[-1] if times else 0, here), flush=True)
    return found + resumed(rng, asked, folder)
