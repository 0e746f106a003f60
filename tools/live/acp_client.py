#!/usr/bin/env python3
"""acp_client.py CODEX_ACP CODEX FOLDER: codex-acp, driven over ACP, against the mock server.

Starts `node CODEX_ACP` for each try, with CODEX (a link to orrery) as its app-server, holds a
conversation, and says what a user of it would have seen. Recordings of the server's side go to
FOLDER. Every wait ends. Exit code: 0 if every try came to what its row wants, else 1.
"""
import argparse
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time

wait_seconds = 30


class Silence(Exception):
    """What was waited for did not come."""


class Agent:
    """One codex-acp, and what it said."""

    def __init__(self, program, codex, home, serve, proxy):
        environment = dict(os.environ, CODEX_PATH=codex, CODEX_HOME=home, HOME=home,
                           ORRERY_SERVE=serve, ORRERY_PROXY=proxy, NO_BROWSER="1")
        self.process = subprocess.Popen(["node", program], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=environment, start_new_session=True)
        self.heard = queue.Queue()
        self.answers, self.updates, self.asked, self.withdrawn = {}, [], [], 0
        self.decide = "allow_once"
        self.played_scenario = False
        self.next_id = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            try:
                self.heard.put(json.loads(line))
            except ValueError:
                self.heard.put({"method": "no JSON"})
        self.heard.put(None)

    def send(self, message):
        try:
            self.process.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())
            self.process.stdin.flush()
        except OSError:
            pass

    def ask(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def take(self, message):
        method = message.get("method")
        if method == "session/update":
            self.updates.append(message["params"]["update"])
        elif method == "session/request_permission":
            self.asked.append(message["params"])
            if self.decide is not None:
                options = message["params"]["options"]
                chosen = next((each["optionId"] for each in options
                               if each["kind"] == self.decide), None)
                outcome = ({"outcome": "selected", "optionId": chosen} if chosen
                           else {"outcome": "cancelled"})
                self.send({"id": message["id"], "result": {"outcome": outcome}})
        elif method == "$/cancel_request":
            self.withdrawn += 1
        elif method is not None and "id" in message:
            self.send({"id": message["id"], "error": {"code": -32601, "message": "none"}})
        elif method is None:
            self.answers[message["id"]] = message

    def until(self, holds, what, seconds=wait_seconds):
        deadline = time.monotonic() + seconds
        while not holds():
            try:
                message = self.heard.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise Silence(f"no {what} within {seconds} s") from None
            if message is None:
                raise Silence(f"codex-acp ended before {what}")
            self.take(message)

    def answer(self, number, what, seconds=wait_seconds):
        self.until(lambda: number in self.answers, f"answer to {what}", seconds)
        return self.answers[number]

    def open(self, folder):
        self.answer(self.ask("initialize", {
            "protocolVersion": 1,
            "clientCapabilities": {"fs": {"readTextFile": False, "writeTextFile": False}}}),
            "initialize")
        answer = self.answer(self.ask("session/new", {"cwd": folder, "mcpServers": []}),
                             "session/new")
        if "error" in answer:
            raise Silence(f"session/new is refused: {answer['error']}")
        return answer["result"]["sessionId"]

    def prompt(self, session, text):
        self.played_scenario = self.played_scenario or text.startswith("appserver/")
        return self.ask("session/prompt",
                        {"sessionId": session, "prompt": [{"type": "text", "text": text}]})

    def text(self):
        return "".join(each["content"]["text"] for each in self.updates
                       if each["sessionUpdate"] == "agent_message_chunk"
                       and each["content"]["type"] == "text")

    def tools(self):
        """The last status of each tool call."""
        out = {}
        for each in self.updates:
            if each["sessionUpdate"] in ("tool_call", "tool_call_update"):
                out[each["toolCallId"]] = each.get("status", out.get(each["toolCallId"]))
        return list(out.values())

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def outcome(answer):
    if "error" in answer:
        return "error " + str(answer["error"].get("message"))
    return answer["result"].get("stopReason")


class Try:
    """What one conversation came to: each act returns what a user would have seen."""

    def __init__(self, agent, folder):
        self.agent = agent
        self.session = agent.open(folder)

    def say(self, text, decide="allow_once", seconds=wait_seconds):
        self.agent.decide = decide
        answer = self.agent.answer(self.agent.prompt(self.session, text), "the prompt", seconds)
        return f"{outcome(answer)}, {self.agent.text()!r}, tools {self.agent.tools()}, " \
               f"asked {len(self.agent.asked)}, withdrawn {self.agent.withdrawn}"

    def say_and_stop(self, text, when, seconds=wait_seconds):
        self.agent.decide = None
        number = self.agent.prompt(self.session, text)
        self.agent.until(lambda: when(self.agent), "what is stopped at")
        self.agent.send({"method": "session/cancel", "params": {"sessionId": self.session}})
        return outcome(self.agent.answer(number, "the prompt that was cancelled", seconds))


def talks(agent):
    return any(each["sessionUpdate"] == "agent_message_chunk" for each in agent.updates)


def asks(agent):
    return bool(agent.asked)


def at_once(_):
    return True


short = 12  # Seconds, for what may never come.

# What is tried, with which arguments of the server, what it must come to, in part, and with which
# arguments of a proxy between the two, if there is one. Races that codex-acp has are among them: a
# wait that ends by its limit is told as "silence".
tries = [
    ("an answer", "", lambda t: t.say("Hello there"), "end_turn, 'You said: Hello there'"),
    ("a command, accepted", "", lambda t: t.say("run make all"),
     "end_turn, 'I ran `make all`.', tools ['completed'], asked 1"),
    ("a command, declined", "", lambda t: t.say("run make all", "reject_once"),
     "'I did not run `make all`, since you declined.', tools ['failed'], asked 1"),
    ("a turn, cancelled", "--latency 300", lambda t: t.say_and_stop("Slowly", talks),
     "cancelled"),
    ("an approval, cancelled", "", lambda t: t.say_and_stop("run make all", asks), "cancelled"),
    ("two turns", "", lambda t: [t.say("One"), t.say("Two")][1], "You said: Two"),
    ("interrupt_ignored", "--latency 200",
     lambda t: t.say_and_stop("appserver/interrupt_ignored", talks, short),
     "silence: no answer to the prompt that was cancelled"),
    ("interrupt_after_complete", "--latency 200",
     lambda t: t.say_and_stop("appserver/interrupt_after_complete", talks, short), "end_turn"),
    ("interrupt_before_started", "--latency 3000",
     lambda t: t.say_and_stop("Slowly", at_once, 4 * wait_seconds), "end_turn"),
    ("stop_while_starting", "--latency 300 --fault delay_response:turn_start",
     lambda t: t.say_and_stop("Slowly", at_once, short), "cancelled"),
    ("silent_server", "", lambda t: t.say("appserver/silent_server", seconds=short),
     "silence: no answer to the prompt"),
    ("stale_approval", "--latency 200",
     lambda t: t.say("appserver/stale_approval", None, short),
     "end_turn, '', tools ['failed'], asked 1, withdrawn 0"),
    ("approval_malformed", "", lambda t: t.say("appserver/approval_malformed", seconds=short),
     "cancelled, '', tools ['failed'], asked 0"),
    ("declined_twice", "", lambda t: t.say("appserver/declined_twice", "reject_once", short),
     "end_turn, '', tools ['failed'], asked 1"),
    ("started_before_response", "",
     lambda t: t.say("appserver/started_before_response", seconds=short), "end_turn, 'Ship'"),
    ("lost response of turn/start", "--fault drop_response:turn_start",
     lambda t: t.say("Hello", seconds=short), "silence: no answer to the prompt"),
    ("not initialized, in the middle", "--fault forget_handshake:turn_start",
     lambda t: t.say("Hello", seconds=short), "error Internal error"),
    ("crash_mid_line", "", lambda t: t.say("appserver/crash_mid_line", seconds=short),
     "error The Codex app-server exited with code 101"),
    ("crash_mid_line, and on", "",
     lambda t: [t.say("appserver/crash_mid_line", seconds=short), t.say("Two", seconds=short)][1],
     "You said: Two"),
    ("crash_loop", "--fault crash_at_start", lambda t: t.say("Hello", seconds=short),
     "session/new is refused"),
    ("delta_flood", "--speed fast", lambda t: t.say("appserver/delta_flood", seconds=short)[:60],
     "end_turn, 'Ships sail at noon. Ships"),
    ("merged_lines", "", lambda t: t.say("appserver/merged_lines", seconds=short),
     "silence: no answer to the prompt"),
    ("truncated_then_valid", "",
     lambda t: t.say("appserver/truncated_then_valid", seconds=short), "end_turn, 's sail'"),
    ("overloaded", "--fault overload:turn_start", lambda t: t.say("Hello", seconds=short),
     "error Internal error"),
    ("denied_runs_anyway", "",
     lambda t: t.say("appserver/denied_runs_anyway", "reject_once", short),
     "tools ['completed'], asked 1"),
    ("open_items_at_end", "", lambda t: t.say("appserver/open_items_at_end", seconds=short),
     "end_turn, 'Ship', tools ['in_progress']"),
    ("different_text", "--fault different_text@3", lambda t: t.say("Hello", seconds=short),
     "end_turn, 'You said: Hello'"),
    ("end_turn_twice", "--fault end_turn_twice",
     lambda t: [t.say("One", seconds=short), t.say("Two", seconds=short)][1],
     "end_turn, 'You said: OneYou said: Two'"),
    ("an answer, through a proxy", "", lambda t: t.say("Hello there"),
     "end_turn, 'You said: Hello there'", "--check"),
    ("a command, through a proxy", "", lambda t: t.say("run make all"),
     "end_turn, 'I ran `make all`.', tools ['completed'], asked 1", "--check"),
    ("a response that the proxy drops", "", lambda t: t.say("Hello", seconds=short),
     "silence: no answer to the prompt", "--fault drop_response:turn_start"),
    ("an end of a turn that the proxy drops", "", lambda t: t.say("Hello", seconds=short),
     "silence: no answer to the prompt", "--fault drop_notice:turn_completed"),
]

# A server without faults is not blamed; the client never says initialized.
blameless = {"RPC-01"}


# What codex-acp may break there: it interrupts first and answers the approval then, and the end of
# the turn may come in between.
may_break = {"an approval, cancelled": {"APR-04"}}


def broken_in(orrery, recording):
    """The rules that `orrery check` finds broken in it."""
    said = subprocess.run([orrery, "check", "--json", recording], stdout=subprocess.PIPE,
                          check=False).stdout
    return {rule for line in said.splitlines()
            for rule in json.loads(line).get("summary", {}).get("broken", {})}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("codex_acp")
    parser.add_argument("codex")
    parser.add_argument("orrery")
    parser.add_argument("folder")
    parser.add_argument("--only", default="", help="tries whose name has this in it")
    given = parser.parse_args()
    failed = 0
    for number, (name, arguments, act, wanted, *between) in enumerate(tries):
        if given.only not in name:
            continue
        record = os.path.join(given.folder, f"acp-{number}.jsonl")
        home = os.path.join(given.folder, "home")
        os.makedirs(home, exist_ok=True)
        proxy = f"{between[0]} --record {record}.proxy -- {given.codex}" if between else ""
        agent = Agent(given.codex_acp, given.codex, home, f"{arguments} --record {record}", proxy)
        try:
            came = act(Try(agent, home))
        except Silence as silence:
            came = f"silence: {silence}"
        finally:
            agent.close()
        good = wanted in came
        recordings = [record] + ([record + ".proxy"] if between and "--fault" not in proxy else [])
        if "--fault" not in arguments and not agent.played_scenario:
            for recording in recordings:
                blamed = broken_in(given.orrery, recording) - blameless - may_break.get(name, set())
                came += f"; {os.path.basename(recording)} breaks {sorted(blamed)}" if blamed else ""
                good = good and not blamed
        failed += not good
        print(f"{'passed' if good else 'FAILED'}  {name}: {came}", flush=True)
        if not good:
            print(f"        wanted {wanted}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
