#!/usr/bin/env python3
"""Ordinary conversations with a real app-server, recorded: tools/live/conversations.py FOLDER -- PROGRAM ARGS...

A process for each. The client keeps the rules; what the server says is for `orrery check`.
"""
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time


OLD_ENDS = ("codex/event/task_complete", "codex/event/turn_aborted")
OLD_WORDS = {"accept": "approved", "decline": "denied", "cancel": "abort"}


class Client:
    def __init__(self, words, record):
        self.record = open(record, "w")
        self.begin = time.time()
        self.lock = threading.Lock()
        self.heard = queue.Queue()
        self.answers, self.notices = {}, []
        self.next_id = 1
        self.decision = "accept"
        self.asked = False
        self.ends = ("turn/completed",)
        self.words = words
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, start_new_session=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def restart(self):
        os.killpg(self.process.pid, signal.SIGKILL)  # Which has one of its own, too.
        self.reader.join()
        self.heard = queue.Queue()
        self.start()

    def keep(self, direction, raw):
        line = {"t_ms": round((time.time() - self.begin) * 1000, 3), "dir": direction, "raw": raw}
        with self.lock:
            self.record.write(json.dumps(line) + "\n")

    def read(self):
        for line in self.process.stdout:
            raw = line.decode("utf-8", "replace").rstrip("\n")
            self.keep("s2c", raw)
            try:
                self.heard.put(json.loads(raw))
            except ValueError:
                pass  # For `orrery check` to say.
        self.heard.put(None)

    def say(self, message):
        raw = json.dumps(message)
        self.keep("c2s", raw)
        self.process.stdin.write((raw + "\n").encode())
        self.process.stdin.flush()

    def wait(self, done, seconds=20):
        until = time.time() + seconds
        while not done() and time.time() < until:
            try:
                message = self.heard.get(timeout=0.1)
            except queue.Empty:
                continue
            if message is None:
                break
            self.take(message)
        return done()

    def take(self, message):
        if "method" not in message:
            self.answers[message["id"]] = message
        elif "id" not in message:
            self.notices.append(message)
        else:
            self.asked = True
            self.answer(message)

    def answer(self, message):
        if not self.decision:
            return
        if message["method"].endswith("requestApproval"):
            self.say({"id": message["id"], "result": {"decision": self.decision}})
        elif message["method"] in ("execCommandApproval", "applyPatchApproval"):
            self.say({"id": message["id"], "result": {"decision": OLD_WORDS[self.decision]}})
        else:
            self.say({"id": message["id"], "error": {"code": -32601, "message": "none"}})

    def call(self, method, **params):
        number, self.next_id = self.next_id, self.next_id + 1
        self.say({"id": number, "method": method, "params": params})
        self.wait(lambda: number in self.answers)
        return self.answers.get(number, {}).get("result")

    def notice(self, *methods, since=0):
        return next((each for each in self.notices[since:] if each["method"] in methods), None)

    def ended(self, since):
        return self.notice(*self.ends, since=since)

    def greet(self):
        told = self.call("initialize", clientInfo={"name": "live", "title": "live", "version": "1"},
                         capabilities={"experimentalApi": True}) or {}
        # Where turn/completed is said, it alone is the end (SES-04).
        if re.search(r"/0\.[1-5]?\d\.", told.get("userAgent", "")):
            self.ends = OLD_ENDS
        self.say({"method": "initialized"})

    def open(self, **settings):
        self.greet()
        started = self.call("thread/start", cwd=os.getcwd(), **settings)
        if not started:  # An older server has other words for the policy.
            settings.update(approvalPolicy="unlessTrusted", sandbox="workspaceWrite")
            started = self.call("thread/start", cwd=os.getcwd(), **settings)
        self.wait(lambda: self.notice("thread/started"), 5)
        self.thread = started["thread"]["id"]

    def turn(self, word, meanwhile=None):
        since = len(self.notices)
        self.call("turn/start", threadId=self.thread,
                  input=[{"type": "text", "text": f"[[{word}]]"}])
        if meanwhile:
            self.wait(lambda: self.notice("item/agentMessage/delta", since=since), 10)
            started = self.notice("turn/started", since=since)
            meanwhile(started["params"]["turn"]["id"] if started else "")
        self.wait(lambda: self.ended(since))

    def begun_by(self, method, **params):
        since = len(self.notices)
        self.call(method, threadId=self.thread, **params)
        self.wait(lambda: self.ended(since), 8)

    def close(self):
        self.wait(lambda: False, 0.5)
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.record.close()


ASKS = {"approvalPolicy": "untrusted", "sandbox": "workspace-write"}


def decided(decision):
    def run(client):
        client.open(**ASKS)
        client.decision = decision
        client.turn("write")
        client.turn("text")
    return run


def patch(client):
    client.open(**ASKS)
    client.turn("patch")


def interrupt(client):
    client.open()
    client.turn("slow", lambda turn: client.call("turn/interrupt", threadId=client.thread,
                                                 turnId=turn))
    client.turn("text")


def background(client):
    client.open(approvalPolicy="untrusted", sandbox="danger-full-access")
    client.turn("background")
    client.turn("slow")
    client.wait(lambda: False, 1)


def shell_command(client):
    client.open()
    client.turn("slow", lambda _: client.call("thread/shellCommand", threadId=client.thread,
                                              command="echo hi; sleep 4; echo there"))
    client.wait(lambda: False, 3)


def review(client):
    client.open()
    client.turn("text")
    client.begun_by("review/start", delivery="inline",
                    target={"type": "custom", "instructions": "look [[text]]"})
    client.turn("text")


def resume(client):
    client.open()
    client.turn("text")
    client.call("thread/resume", threadId=client.thread)
    client.turn("slow", lambda _: client.call("thread/resume", threadId=client.thread))


def fork(client):
    client.open()
    client.turn("text")
    forked = client.call("thread/fork", threadId=client.thread)
    if forked:
        client.thread = forked["thread"]["id"]
    client.turn("text")


def steer(client):
    more = [{"type": "text", "text": "steered [[text]]"}]
    client.open()
    client.turn("slow", lambda turn: client.call("turn/steer", threadId=client.thread,
                                                 expectedTurnId=turn, input=more))
    client.turn("slow", lambda _: client.call("turn/start", threadId=client.thread, input=more))
    client.wait(lambda: False, 1)


def compact(client):
    client.open()
    client.turn("text")
    client.begun_by("thread/compact/start")
    client.turn("text")


def pending(client):
    """An interrupt while an approval waits, which nobody answers."""
    client.open(**ASKS)
    client.decision = None
    since = len(client.notices)
    client.call("turn/start", threadId=client.thread, input=[{"type": "text", "text": "[[write]]"}])
    client.wait(lambda: client.asked, 10)
    started = client.notice("turn/started", since=since)
    client.call("turn/interrupt", threadId=client.thread,
                turnId=started["params"]["turn"]["id"] if started else "")
    client.wait(lambda: client.ended(since), 8)
    client.decision = "accept"
    client.turn("text")


def threads(client):
    """Turns in two threads at once."""
    client.open()
    first = client.thread
    client.thread = client.call("thread/start", cwd=os.getcwd())["thread"]["id"]
    second = [{"type": "text", "text": "[[slow]]"}]
    client.call("turn/start", threadId=first, input=second)
    client.turn("slow")
    client.wait(lambda: False, 3)


def failing(client):
    """A model that fails, and one that breaks off, and turns behind that."""
    client.open()
    for word in ("fail", "text", "broken", "text"):
        client.turn(word)


def archived(client):
    """A thread that is put away, brought back and named, and two of its turns taken back."""
    client.open()
    client.turn("text")
    client.turn("text")
    client.call("thread/name/set", threadId=client.thread, name="A name")
    client.call("thread/archive", threadId=client.thread)
    client.call("thread/unarchive", threadId=client.thread)
    client.call("thread/resume", threadId=client.thread)
    client.turn("text")
    client.call("thread/rollback", threadId=client.thread, numTurns=2)
    client.turn("text")


def lost(client):
    """A process that is gone within a turn, and the next one, which resumes the thread."""
    client.open()
    client.turn("text")
    client.call("turn/start", threadId=client.thread, input=[{"type": "text", "text": "[[slow]]"}])
    client.wait(lambda: False, 1)
    client.restart()
    client.greet()
    client.call("thread/resume", threadId=client.thread)
    client.turn("text")


def older(client):
    """The older surface, where there is one: a command that is denied, and one that is not."""
    client.greet()
    opened = client.call("newConversation", cwd=os.getcwd(), approvalPolicy="untrusted",
                         sandbox="workspace-write")
    if not opened:
        return
    client.ends = OLD_ENDS
    thread = opened["conversationId"]
    client.call("addConversationListener", conversationId=thread)
    for client.decision, word in (("decline", "write"), ("accept", "write"), ("accept", "text")):
        since = len(client.notices)
        client.call("sendUserMessage", conversationId=thread,
                    items=[{"type": "text", "data": {"text": f"[[{word}]]"}}])
        client.wait(lambda: client.ended(since), 10)


def text(client):
    client.open()
    client.turn("text")


CONVERSATIONS = {"text": text, "accept": decided("accept"), "decline": decided("decline"),
                 "cancel": decided("cancel"), "patch": patch, "interrupt": interrupt,
                 "background": background, "shell_command": shell_command, "review": review,
                 "resume": resume, "fork": fork, "steer": steer, "compact": compact,
                 "pending": pending, "threads": threads, "failing": failing, "archived": archived,
                 "lost": lost, "older": older}


def main():
    folder, words = sys.argv[1], sys.argv[sys.argv.index("--") + 1:]
    for name, run in CONVERSATIONS.items():
        client = Client(words, os.path.join(folder, name + ".jsonl"))
        try:
            run(client)
        except (TypeError, BrokenPipeError):
            print(f"live: {name} cannot be had of this server", file=sys.stderr)
        finally:
            client.close()


if __name__ == "__main__":
    main()
