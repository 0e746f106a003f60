"""A program under test dies of a signal at a random moment: that is its fault, told as FLT-01 with
the signal, and nobody else's. Before it has greeted it cannot be started, which is exit code 4."""
import os
import random
import signal
import subprocess
import time

import ran
import signals

# Not SIGINT and SIGPIPE, which Python makes exceptions of.
DEADLY = [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, signal.SIGABRT, signal.SIGHUP]


def commands(asked):
    """Of each: its words, and what must stand in what it prints beside the signal."""
    example = os.path.join(asked.root, "examples/subjects/python/ack.py")
    decoder = os.path.join(asked.root, "examples/decoders/lines.py")
    program = ["--subject", "exec", "--"] + ran.PYTHON + [example]
    explored = ["ack:r1:copy_asking", "-j", "1"]
    return [
        (["explore"] + explored + ["--max-states", "5000"] + program, b"FLT-01"),
        (["explore"] + explored + ["--strategy", "random", "--runs", "200"] + program, b"FLT-01"),
        (["conform", "ack", "-j", "1", "--runs", "1", "--max-states", "5"] + program, b"FLT-01"),
        (["replay", "ack/deadline_tie"] + program, b"FLT-01"),
        (["subject", "check", "--"] + ran.PYTHON + [example], b"FLT-01"),
        (["fuzz", "lines", "--time", "1s", "--"] + ran.PYTHON + [decoder], b"crash"),
    ]


def programs_below(pid):
    """What it started that is another program."""
    out = []
    for child in signals.family(pid)[1:]:
        try:
            if os.readlink("/proc/%d/exe" % child) != os.readlink("/proc/%d/exe" % pid):
                out.append(child)
        except OSError:
            pass
    return out


def once(rng, asked, words, seconds, folder):
    """The signal that the program died of, or 0, and how the command ended."""
    paths = [os.path.join(folder, name) for name in ("out", "err")]
    with open(paths[0], "wb") as out, open(paths[1], "wb") as err:
        whole = subprocess.Popen([asked.orrery] + words, stdout=out, stderr=err,
                                 stdin=subprocess.DEVNULL, start_new_session=True)
        time.sleep(rng.uniform(0, seconds))
        deadly = rng.choice(DEADLY)
        sent = 0
        try:
            if children := programs_below(whole.pid):
                os.kill(rng.choice(children), deadly)
                sent = deadly
        except OSError:
            pass
        code = whole.wait()
    texts = [open(path, "rb").read() for path in paths]
    return sent, ran.Ran(code, texts[0], texts[1], 0)


def run(asked, folder):
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    rng = random.Random(asked.seed)
    found = []
    print("%-60s %5s %5s %5s %6s %6s" % ("command", "sent", "told", "start", "behind", "found"))
    shard, shards = map(int, asked.shard.split("/"))
    for words, wanted in commands(asked)[shard - 1::shards]:
        began = time.monotonic()
        sound = ran.run([asked.orrery] + words)
        seconds = time.monotonic() - began
        line = ran.shown(words).replace(asked.root + "/", "")
        count = {"sent": 0, "told": 0, "start": 0, "behind": 0, "found": 0}
        if sound.code not in (0, 6):
            count["found"] += 1
            found.append("%s: ends with %d where nobody is killed" % (line, sound.code))
        for _ in range(asked.runs or 2):
            sent, result = once(rng, asked, words, seconds, folder)
            if not sent:
                continue
            count["sent"] += 1
            said = b" ".join((result.out + result.err).split())  # Lines are broken anywhere.
            named = b"signal %d " % sent in said
            if result.code == 1 and named and wanted in said:
                count["told"] += 1
            elif result.code == 4 and named:
                count["start"] += 1
            elif result.code == sound.code and b" 1 failed" not in said:  # It was not asked again.
                count["behind"] += 1
            else:
                count["found"] += 1
                found.append("%s: after signal %d it ends with %d: %r %r" % (
                    line, sent, result.code, result.out[:300], result.err[-300:]))
        print("%-60s %5d %5d %5d %6d %6d" % (line[:60], *count.values()), flush=True)
    return found
