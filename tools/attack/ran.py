"""Runs the program, and says what is wrong with how it ended and with what it printed."""
import os
import resource
import shlex
import signal
import subprocess
import sys

# Of processor time, which a busy machine does not change. What waits for ever is ended much later.
SECONDS_MAX = 20
HANGS_AFTER = 600
# Itself, whatever finds it for a shell, and without its packages: it is started often.
PYTHON = [os.path.realpath(sys.executable), "-S", "-E"]


class Ran:
    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds


def run(words, stdin=b"", seconds=HANGS_AFTER, env=None, cwd=None, preexec=None):
    environment = {**os.environ, **(env or {})}
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "NO_COLOR"):
        if env is None or name not in env:
            environment.pop(name, None)
    began = spent()
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment, cwd=cwd,
                               start_new_session=True, preexec_fn=preexec)
    try:
        out, err = process.communicate(stdin, timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return Ran(process.returncode, out, err, float(seconds))
    return Ran(process.returncode, out, err, spent() - began)


def spent():
    """The processor time of all that was waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shown(words):
    return " ".join(shlex.quote(word) for word in words)


def raw_bytes(text):
    """What may do something to whoever reads it: the first such character, or nothing."""
    try:
        whole = text.decode("utf-8")
    except UnicodeDecodeError as fault:
        return "byte %d is no UTF-8: %r" % (fault.start, text[max(0, fault.start - 20):][:50])
    for at, char in enumerate(whole):
        number = ord(char)
        turns = number in (0x61c, 0x200e, 0x200f, 0x2028, 0x2029) or 0x202a <= number <= 0x202e \
            or 0x2066 <= number <= 0x2069
        if number == 0x7f or turns or (number < 0x20 and char != "\n") or 0x80 <= number < 0xa0:
            return "%r in %r" % (char, whole[max(0, at - 30):at + 20])
    return ""


def fault_of(ran, wire=False):
    """What no command may do, whatever it is given. A wire, which no person reads, says any text."""
    if ran.seconds > SECONDS_MAX:
        return "took %.0f s" % ran.seconds
    if ran.code < 0 or ran.code > 128:
        return "ended by signal or abort, %d: %r" % (ran.code, ran.err[-300:])
    if ran.code == 3:
        return "exit 3: %r" % ran.err[-300:]
    if ran.code == 2 and not ran.err and not ran.out:
        return "exit 2 without a word"
    if raw := raw_bytes(ran.err):
        return "raw on stderr: " + raw
    if raw := "" if wire else raw_bytes(ran.out):
        return "raw on stdout: " + raw
    return ""
