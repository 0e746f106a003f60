"""Says OK to a tool's caller when the frontend has processed the action, and not before."""
from collections import namedtuple

import orrery

Row = namedtuple("Row", "tool when target signal subject budget poll part unless",
                 defaults=[0, 0, "first", ()])
# What stands in the way of a row: while it is so, the call ends thus.
Obstacle = namedtuple("Obstacle", "of subject is_ then kind within", defaults=["other", 0])
NO_LIST = Obstacle("windows", "viewer", "missing", "not_ready")
NO_VIEWER = Obstacle("windows", "viewer", "none", "invalid_params")
BLOCKED = Obstacle("soft_dialog", None, "some", "refused", "blocked")
NOTHING = Obstacle("items", None, "none", "refused", "nothing_to_do")

SHOWN = {"settings": ("Window", "settings"), "file-viewer": ("Window", "viewer"),
         "about": ("SoftDialog", "about")}
CONFIRMATIONS = ["transfer-confirmation", "delete-confirmation", "mkdir-confirmation",
                 "new-file-confirmation"]
SHOWN.update((name, ("SoftDialog", name)) for name in CONFIRMATIONS)


def pushes(tool, when="always", target=None, budget=1500):
    return Row(tool, when, target, "GenerationAdvanced", None, budget, 250)


def shows(tool, signal, subject, when="always", target=None):
    return Row(tool, when, target, signal, subject, 1500, 100)


def asks(tool, budget=5000, when="always"):
    return Row(tool, when, None, "RoundTrip", None, budget)


def unless(row, *obstacles):
    return row._replace(unless=obstacles)


def files(third):
    acts = (BLOCKED, NOTHING) if third else ()
    for tool, dialog in ("copy", "transfer"), ("move", "transfer"), ("delete", "delete"):
        row = asks(tool, 10000, "auto_confirm") if third else pushes(tool, "auto_confirm")
        yield unless(row, *acts)
        yield unless(shows(tool, "SoftDialogAppeared", dialog + "-confirmation", "asking"), *acts)
    for tool, dialog in ("mkdir", "mkdir-confirmation"), ("mkfile", "new-file-confirmation"):
        row = shows(tool, "SoftDialogAppeared", dialog, "asking" if third else "always")
        yield unless(row, *acts[:1])
        if third:
            yield unless(asks(tool, when="auto_confirm"), BLOCKED)
    if third:
        yield unless(asks("compress", 10000, "auto_confirm"), *acts)
        dialog = "transfer-confirmation"
        yield unless(shows("compress", "SoftDialogAppeared", dialog, "asking"), *acts)
        panes = Obstacle("generation", None, "missing", "not_ready")
        yield unless(asks("rename"), BLOCKED, panes)
        yield asks("go_to_latest_download", 30000)
        yield asks("go_to_latest_download")._replace(part="event")
        prompt = "archive-password"
        gone = Obstacle("soft_dialog", prompt, "none", "refused", "nothing_to_do")
        yield unless(asks("unlock_archive"), gone)
        yield shows("unlock_archive", "SoftDialogDisappeared", prompt)._replace(part="signal")


def table(revision):
    third = revision == "r3"
    yield from files(third)
    for tool in "toggle_hidden", "set_view_mode", "sort", "tab":
        yield pushes(tool)
    for tool in "nav_to_parent", "nav_back", "nav_forward":
        yield pushes(tool, budget=5000)
    yield asks("open_under_cursor")
    for target, (kind, subject) in SHOWN.items():
        if target not in CONFIRMATIONS:
            yield shows("dialog_open", kind + "Appeared", subject, target=target)
        yield shows("dialog_focus", kind + "Appeared", subject, target=target)
        if target == "file-viewer":
            for when in "one", "all":
                row = shows("dialog_close", "WindowCountBelow", subject, when, target)
                yield unless(row, NO_LIST, NO_VIEWER)
        else:
            row = shows("dialog_close", kind + "Disappeared", subject, target=target)
            closed = Obstacle("windows", subject, "none", "ok")
            yield unless(row, closed) if third and target == "settings" else row
    for target in CONFIRMATIONS[:2] if third else CONFIRMATIONS:
        yield pushes("dialog_confirm", target=target)
    for tool in "move_cursor", "set_setting":
        yield asks(tool)
    path = Obstacle("path", None, "none", "refused", "not_there", 2000)
    yield unless(asks("nav_to_path", 30000), *([path] if third else []))
    if revision in ("r2", "r3"):
        for tool in "refresh", "select":
            yield asks(tool)
    else:
        yield Row("refresh", "always", None, "None", None)
        yield pushes("select")


def is_for(row, request):
    fits = {"always": True, "auto_confirm": request["auto_confirm"],
            "asking": not request["auto_confirm"], "one": request["one"],
            "all": not request["one"]}
    return row.target in (None, request["target"]) and fits[row.when]


def holds(signal, reading):
    there, value = reading["exists"], reading["value"]
    if signal["kind"] == "GenerationAdvanced":
        return there and value > signal["bound"]
    if signal["kind"] == "WindowCountBelow":
        return there and value < signal["bound"]
    return there and value > 0 if signal["kind"].endswith("Appeared") else not there or value == 0


class Ack(orrery.Policy):
    def start(self):
        told = self.setup.get("table")  # Of `--table`; those of the revisions are ours.
        self.rows = list(table(self.setup["revision"])) if told is None else [
            Row(*(row[name] for name in ("tool", "when", "target", "signal", "subject",
                                         "budget_ms", "poll_ms", "part")),
                [Obstacle(*(each[name] for name in ("of", "subject", "is", "then", "kind",
                                                    "within_ms"))) for each in row["unless"]])
            for row in told]
        self.panes = {"exists": False, "value": 0, "detail": 0}
        self.requests = 0

    def more(self):
        listening = sum(name == "replied" for _, wait in self.tasks for name, _ in wait.any_of)
        return {"panes": self.panes, "listening": listening}

    def kept(self):
        return [self.panes, self.requests]

    def on(self, name, event):
        if name == "called":
            self.called(event["call"], event["request"])
        elif name == "store_ready":
            self.panes["exists"] = True
        elif name == "pushed" and self.panes["exists"] and event["pane"] != "unknown":
            self.panes["value"] += 1
            self.panes["detail"] = event["version"]
        elif name == "cancelled":
            self.tasks = [task for task in self.tasks
                          if task[0].cr_frame.f_locals["call"] != event["call"]]
        else:
            self.wake(name, event.get("request", event.get("call")), event)

    def called(self, call, request):
        rows = [row for row in self.rows if row.tool == request["tool"] and row.part == "first"]
        row = next((row for row in rows if is_for(row, request)), None)
        if row is None:
            self.respond(call, "invalid_params" if rows else "unknown_tool")
        elif len(self.tasks) == 8:
            self.respond(call, "busy")
        else:
            self.run(self.carry_out(call, row, request["path"] if row.when == "one" else 0))

    async def carry_out(self, call, row, path):
        if not await self.goes(call, row, path):
            return
        if not await self.part(call, row, path, "may_happen"):
            return
        after = self.rows.index(row) + 1
        more = self.rows[after] if after < len(self.rows) else None
        if more is not None and more.part != "first":
            done = more.part == "signal" and row.signal == "RoundTrip"
            if more.part == "event" and not await self.goes(call, more, path):
                return
            if not await self.part(call, more, path, "done" if done else "may_happen"):
                return
        self.respond(call, "ok")

    async def goes(self, call, row, path):
        """Whether nothing stands in the way."""
        for each in row.unless:
            probe = {"kind": each.of, "subject": each.subject,
                     "path": path if each.of == "windows" else 0}
            self.say("capture", call=call, probe=probe)
            answers = [("captured", call)]
            if each.within:
                self.say("set_timer", call=call, after_ms=each.within)
                answers.append(("timer_fired", call))
            name, event = await orrery.Happens(*answers)
            if name == "timer_fired":
                return self.respond(call, "refused", refusal="unchecked")
            if each.within:
                self.say("cancel_timer", call=call)
            reading = event["reading"]
            some = "some" if reading["value"] > 0 else "none"
            if each.is_ == (some if reading["exists"] else "missing"):
                return self.respond(call, each.then, refusal=each.kind)
        return True

    async def part(self, call, row, path, doing):
        """Whether its signal came; if not, the call has its answer."""
        if row.signal == "None":
            self.say("dispatch", call=call, request=0)
            return True
        if row.signal == "RoundTrip":
            return await self.round_trip(call, row)
        return await self.until_seen(call, row, path, doing)

    async def round_trip(self, call, row):
        self.requests += 1
        request, deadline = self.requests, self.now + row.budget
        self.say("dispatch", call=call, request=request)
        self.say("set_timer", call=call, after_ms=row.budget)
        name, event = await orrery.Happens(("timer_fired", call), ("replied", request))
        if name == "timer_fired":
            return self.missing(call, row, self.signal(row), deadline, "may_happen")
        self.say("cancel_timer", call=call)
        if event["ok"]:
            return True
        doing = "may_happen" if event["refusal"] == "malformed" else "unsaid"
        self.respond(call, "failed", text=event["text"], refusal=event["refusal"], doing=doing)

    async def until_seen(self, call, row, path, doing):
        signal = self.signal(row)
        if row.part != "signal":
            await self.captured(call, row, path, signal)
            self.say("dispatch", call=call, request=0)
        deadline, last = self.now + row.budget, False
        while not holds(signal, seen := await self.read("look", "looked", call, signal, path)):
            del seen  # What is kept tells states apart.
            if last:
                return self.missing(call, row, signal, deadline, doing)
            if self.now < deadline:
                self.say("set_timer", call=call, after_ms=min(row.poll, deadline - self.now))
                await orrery.Happens(("timer_fired", call))
            last = self.now >= deadline
        if path and seen["detail"] > 0:
            self.say("note_still_open", call=call, path=path)
        return True

    async def captured(self, call, row, path, signal):
        """Reads how things stand before the dispatch, as far as the signal needs it."""
        if row.signal.endswith("Disappeared"):
            return
        reading = await self.read("capture", "captured", call, signal, path)
        if row.signal == "GenerationAdvanced":
            signal["bound"] = reading["value"]
        elif row.signal == "WindowCountBelow":
            signal["bound"] = reading["value"] if row.when == "one" else 1
        elif holds(signal, reading):
            self.say("note_held", call=call, signal=signal)

    async def read(self, asked, answered, call, signal, path):
        kind = next((word for start, word in (("Soft", "soft_dialog"), ("Window", "windows"))
                     if signal["kind"].startswith(start)), "generation")
        self.say(asked, call=call, probe={"kind": kind, "subject": signal["subject"], "path": path})
        _, event = await orrery.Happens((answered, call))
        return event["reading"]

    def signal(self, row):
        return {"kind": row.signal, "subject": row.subject, "bound": 0}

    def respond(self, call, status, **more):
        self.say("respond", call=call, response={"status": status, **more})

    def missing(self, call, row, signal, deadline, doing):
        elapsed = self.now - deadline + row.budget
        about = "" if row.subject is None else " of " + row.subject
        self.respond(call, "missing", signal=signal, doing=doing, elapsed_ms=elapsed,
                     message="%s%s did not come within %d ms: look at what the frontend shows."
                             % (row.signal, about, elapsed))


if __name__ == "__main__":
    orrery.serve(Ack, "ack")
