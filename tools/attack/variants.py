"""Broken variants of the example in Python, by kind of fault: each must be found, and its line
must show it again."""
import json
import os
import shlex

import ran

HEAD = """import os, random, sys, time
sys.path.insert(0, %r)
import orrery
from ack import *
SEEN = [0]
class Variant(Ack):
"""
# Kind, name, rules of which one must be broken, and what the variant has in place of the example's.
VARIANTS = [
    ("time", "budget_ends_early", "ACK-05 ACK-06", """
    def start(self):
        Ack.start(self)
        self.rows = [row._replace(budget=row.budget - 1) if row.budget else row for row in self.rows]
"""),
    ("time", "budget_ends_late", "ACK-05 ACK-06", """
    def start(self):
        Ack.start(self)
        self.rows = [row._replace(budget=row.budget + 1) if row.budget else row for row in self.rows]
"""),
    ("time", "looks_too_seldom", "ACK-04", """
    def start(self):
        Ack.start(self)
        self.rows = [row._replace(poll=2 * row.poll) for row in self.rows]"""),
    ("time", "no_last_look", "ACK-05", """
    async def until_seen(self, call, row, path, doing):
        signal = self.signal(row)
        await self.captured(call, row, path, signal)
        self.say("dispatch", call=call, request=0)
        deadline = self.now + row.budget
        while not holds(signal, await self.read("look", "looked", call, signal, path)):
            self.say("set_timer", call=call, after_ms=min(row.poll, deadline - self.now))
            await orrery.Happens(("timer_fired", call))
            if self.now >= deadline:
                return self.missing(call, row, signal, deadline, doing)
        return True"""),
    ("time", "elapsed_is_one_more", "ACK-06 ACK-07 ACK-12", """
    def missing(self, call, row, signal, deadline, doing):
        Ack.missing(self, call, row, signal, deadline - 1, doing)"""),
    ("order", "dispatch_before_capture", "ACK-01", """
    async def captured(self, call, row, path, signal):
        self.say("dispatch", call=call, request=0)
        return await Ack.captured(self, call, row, path, signal)
    def say(self, name, **members):
        if name != "dispatch" or not any("capture" in said for said in self.said):
            Ack.say(self, name, **members)"""),
    ("order", "answer_before_dispatch", "ACK-02 ACK-17", """
    def called(self, call, request):
        self.respond(call, "ok")
        Ack.called(self, call, request)"""),
    ("order", "answers_twice", "ACK-06 ACK-02", """
    def respond(self, call, status, **more):
        Ack.respond(self, call, status, **more)
        if status == "ok":
            Ack.respond(self, call, status, **more)"""),
    ("identity", "any_reply_ends_it", "ACK-17 ACK-03", """
    def on(self, name, event):
        if name == "replied":
            event = {**event, "request": self.requests}
        Ack.on(self, name, event)"""),
    ("identity", "another_dialog_will_do", "ACK-06 ACK-14", """
    def signal(self, row):
        other = "about" if row.subject == "mkdir-confirmation" else row.subject
        return {"kind": row.signal, "subject": other, "bound": 0}"""),
    ("identity", "unknown_panes_count", "ACK-16", """
    def on(self, name, event):
        if name == "pushed":
            event = {**event, "pane": "left"}
        Ack.on(self, name, event)"""),
    ("identity", "names_another_signal", "ACK-12 ACK-06 ACK-07", """
    def missing(self, call, row, signal, deadline, doing):
        Ack.missing(self, call, row, {**signal, "bound": 7}, deadline, doing)"""),
    ("leak of calls", "client_gone_listener_stays", "ACK-17", """
    def on(self, name, event):
        if name != "cancelled":
            Ack.on(self, name, event)"""),
    ("leak of calls", "bound_of_the_first_call", "ACK-01 ACK-03 ACK-10", """
    async def captured(self, call, row, path, signal):
        await Ack.captured(self, call, row, path, signal)
        if row.signal == "GenerationAdvanced":
            self.first = getattr(self, "first", signal["bound"])
            signal["bound"] = self.first
    def kept(self):
        return Ack.kept(self) + [getattr(self, "first", None)]"""),
    ("leak of calls", "one_call_at_a_time", "ACK-18 ACK-20 ACK-17", """
    def called(self, call, request):
        if self.tasks:
            return self.respond(call, "busy")
        Ack.called(self, call, request)"""),
    ("leak of calls", "reply_ends_the_oldest", "ACK-17 ACK-03 ACK-06", """
    def on(self, name, event):
        if name == "replied" and self.tasks:
            request = self.tasks[0][0].cr_frame.f_locals.get("request", 0)
            event = {**event, "request": request}
        Ack.on(self, name, event)"""),
    ("leak of runs", "counts_on", "FLT-01 DET-01", """
    def start(self):
        Ack.start(self)
        SEEN[0] += 1
        self.requests = SEEN[0]"""),
    ("leak of runs", "remembers_a_timeout", "FLT-01 DET-01", """
    def missing(self, call, row, signal, deadline, doing):
        SEEN[0] += 1
        Ack.missing(self, call, row, signal, deadline, doing)
    def called(self, call, request):
        if SEEN[0] > 3:
            return self.respond(call, "busy")
        Ack.called(self, call, request)"""),
    ("corner", "absent_reads_as_gone", "ACK-22 ACK-23 ACK-03", """
    async def read(self, asked, answered, call, signal, path):
        reading = await Ack.read(self, asked, answered, call, signal, path)
        return reading if reading["exists"] else {**reading, "exists": True, "value": 99}"""),
    ("corner", "text_of_the_refusal_lost", "ACK-11", """
    def respond(self, call, status, **more):
        if "text" in more:
            more["text"] = 0
        Ack.respond(self, call, status, **more)"""),
    ("corner", "refusal_is_an_ok", "ACK-11 ACK-18", """
    def respond(self, call, status, **more):
        Ack.respond(self, call, "ok") if status == "failed" else \\
            Ack.respond(self, call, status, **more)"""),
    ("corner", "unknown_tool_is_silent", "ACK-08 ACK-06", """
    def respond(self, call, status, **more):
        if status != "unknown_tool":
            Ack.respond(self, call, status, **more)"""),
    ("corner", "busy_at_seven", "ACK-27", """
    def called(self, call, request):
        if len(self.tasks) == 7:
            return self.respond(call, "busy")
        Ack.called(self, call, request)"""),
    ("corner", "no_note_of_what_held", "ACK-21", """
    def say(self, name, **members):
        if name != "note_held":
            Ack.say(self, name, **members)"""),
    ("crash", "dies_of_a_refusal", "FLT-01", """
    def on(self, name, event):
        if name == "replied" and not event["ok"]:
            os._exit(3)
        Ack.on(self, name, event)"""),
    ("crash", "throws_when_a_client_goes", "FLT-01", """
    def on(self, name, event):
        if name == "cancelled":
            raise KeyError(event["call"])
        Ack.on(self, name, event)"""),
    ("hang", "never_times_out", "ACK-06", """
    def missing(self, call, row, signal, deadline, doing):
        pass"""),
    ("hang", "stands_still", "FLT-01", """
    def missing(self, call, row, signal, deadline, doing):
        time.sleep(3600)"""),
    ("flood", "looks_for_ever", "FLT-01 ACK-01", """
    async def until_seen(self, call, row, path, doing):
        self.say("dispatch", call=call, request=0)
        while True:
            await self.read("look", "looked", call, self.signal(row), path)"""),
    ("flood", "says_a_megabyte", "FLT-01", """
    def more(self):
        return {"panes": self.panes, "noise": "x" * 2 ** 21} if self.tasks else {"panes": self.panes}
"""),
    ("clock", "elapsed_by_the_clock", "FLT-01", """
    def missing(self, call, row, signal, deadline, doing):
        late = time.time_ns() // 1000 % 10 ** 5
        self.respond(call, "missing", signal=signal, elapsed_ms=row.budget + late)"""),
    ("chance", "polls_by_chance", "FLT-01", """
    async def until_seen(self, call, row, path, doing):
        poll = random.randrange(50, 100)
        return await Ack.until_seen(self, call, row._replace(poll=poll), path, doing)"""),
    ("state", "panes_left_out", "FLT-01", """
    def kept(self):
        return [self.requests]"""),
    ("state", "budgets_left_out", "FLT-01", """
    def called(self, call, request):
        self.rows = [row._replace(budget=row.budget - 1) if row.budget else row for row in self.rows]
        Ack.called(self, call, request)"""),
    ("state", "age_left_out", "FLT-01 ACK-04 ACK-05", """
    async def read(self, asked, answered, call, signal, path):
        reading = await Ack.read(self, asked, answered, call, signal, path)
        return {**reading, "value": 0} if self.now >= 1500 else reading"""),
    ("state", "tasks_left_out", "FLT-01", """
    def state(self):
        return self.shown([self.kept(), len(self.tasks)])"""),
]
LEAST, MOST = ["--max-states", "300", "--runs", "3"], ["--max-states", "5000", "--runs", "20"]
OF_A_SAMPLE = ["--max-states", "20", "--runs", "3"]


def judged(asked, folder, variant, bounds):
    name, body = variant[1], variant[3]
    path = os.path.join(folder, name + ".py")
    with open(path, "w") as file:
        file.write(HEAD % os.path.join(asked.root, "examples/subjects/python") + body.lstrip("\n") +
                   "\norrery.serve(Variant, \"ack\", name=%r)\n" % name)
    result = ran.run([asked.orrery, "conform", "ack", "--revision", "r1", "--level", "proposed",
                      "--json", "--patience", "1s", "--subject",
                      "exec:" + " ".join(ran.PYTHON + [path])] + bounds, seconds=900)
    checks = json.loads(result.out)["checks"] if result.code in (0, 1) else []
    red = [check for check in checks if check["outcome"] == "fail" and check["replay"]]
    whole = [check["rule"] for check in checks if check["outcome"] == "fail"]
    return result, red, whole


def fault_of(asked, folder, variant):
    """What was shown of it, for the table, and what is wrong with that."""
    kind, name, rules = variant[:3]
    bounds = MOST if asked.minutes else OF_A_SAMPLE if asked.runs else LEAST
    result, red, whole = judged(asked, folder, variant, bounds)
    row = "| %s | %s | " % (kind, name)
    if not whole:
        return row + "missed | | |", "%s is not found, exit %d: %r" % (name, result.code,
                                                                       result.err[-300:])
    if "FLT-01" in whole and not any(check["rule"] in rules.split() for check in red):
        return row + "FLT-01 | no line | |", name + " is no longer the same, and no line shows it"
    wanted = [rule for rule in rules.split() if rule in whole]
    first = min(red, key=lambda check: (check["rule"] not in wanted, len(check["message"])),
                default=None)
    if first is None:
        return row + "%s | directed alone | |" % " ".join(sorted(set(whole))), \
            "" if wanted else name + " breaks " + " ".join(sorted(set(whole)))
    words = shlex.split(first["replay"])
    again = ran.run([asked.orrery] + words[1:], seconds=120)
    row += "%s | %d lines | %s |" % (first["rule"], first["message"].count("\n"),
                                     "again" if again.code == 1 else "exit %d" % again.code)
    if not wanted:
        return row, "%s breaks %s, and not %s" % (name, " ".join(sorted(set(whole))), rules)
    return row, "" if again.code == 1 else "%s: exit %d of %s" % (name, again.code, first["replay"])


def run(asked, folder):
    step = max(1, len(VARIANTS) // asked.runs) if asked.runs else 1
    found = []
    for variant in VARIANTS[::step]:
        row, fault = fault_of(asked, folder, variant)
        print(row, flush=True)
        if fault:
            found.append(fault)
    return found
