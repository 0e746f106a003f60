#!/usr/bin/env python3
"""The terminal UI of a client: tui.py HOME STEP... -- PROGRAM ARGS...

A STEP is type=WORDS_LIKE_THESE, key=enter|esc|y|d, or wait=SECONDS. Prints what was on the screen,
without what moves the cursor.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

# What a terminal answers when it is asked where its cursor is, what it is, and its colours.
ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c",
           b"\x1b]10;?": b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
           b"\x1b]11;?": b"\x1b]11;rgb:0000/0000/0000\x1b\\"}
KEYS = {"enter": b"\r", "esc": b"\x1b"}


class Terminal:
    def __init__(self, words, home):
        self.seen = b""
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.environ.update(HOME=home, CODEX_HOME=os.path.join(home, ".codex"),
                              TERM="xterm-256color")
            os.chdir(home)
            os.execvp(words[0], words)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def wait(self, seconds):
        until = time.time() + seconds
        while time.time() < until:
            if not select.select([self.file], [], [], 0.1)[0]:
                continue
            try:
                heard = os.read(self.file, 65536)
            except OSError:
                return
            self.seen += heard
            for asked, answer in ANSWERS.items():
                if asked in heard:
                    os.write(self.file, answer)

    def take(self, step):
        kind, _, what = step.partition("=")
        if kind != "wait":
            os.write(self.file, KEYS.get(what, what.replace("_", " ").encode()))
        self.wait(float(what) if kind == "wait" else 0.5)

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        self.wait(2)  # It may have processes of its own to end.
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def text(self):
        plain = re.sub(rb"\x1b\][^\x07\x1b]*(\x07|\x1b\\)", b"", self.seen)
        plain = re.sub(rb"\x1b\[[0-9;?]*[ -/]*[@-~]", b" ", plain)
        return re.sub(r"[ \r\n]+", " ", plain.decode("utf-8", "replace"))


def main():
    dashes = sys.argv.index("--")
    terminal = Terminal(sys.argv[dashes + 1:], sys.argv[1])
    for step in sys.argv[2:dashes]:
        terminal.take(step)
    terminal.end()
    print(terminal.text())


if __name__ == "__main__":
    main()
