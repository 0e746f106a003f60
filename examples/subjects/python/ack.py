"""Says OK to a tool's caller when the frontend has processed the action, and not before."""
from collections import namedtuple

import orrery

Row = namedtuple("Row", "tool when target signal subject budget poll", defaults=[0, 0])

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


def files(third):
    for tool, dialog in ("copy", "transfer"), ("move", "transfer"), ("delete", "delete"):
        yield asks(tool, 10000, "auto_confirm") if third else pushes(tool, "auto_confirm")
        yield shows(tool, "SoftDialogAppeared", dialog + "-confirmation", "asking")
    for tool, dialog in ("mkdir", "mkdir-confirmation"), ("mkfile", "new-file-confirmation"):
        yield shows(tool, "SoftDialogAppeared", dialog, "asking" if third else "always")
        if third:
            yield asks(tool, when="auto_confirm")
    if third:
        yield asks("compress", 10000, "auto_confirm")
        yield shows("compress", "SoftDialogAppeared", "transfer-confirmation", "asking")
        yield asks("rename")


def table(revision):
    yield from files(revision == "r3")
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
            yield shows("dialog_close", "WindowCountBelow", subject, "one", target)
            yield shows("dialog_close", "WindowCountBelow", subject, "all", target)
        else:
            yield shows("dialog_close", kind + "Disappeared", subject, target=target)
    for target in CONFIRMATIONS:
        yield pushes("dialog_confirm", target=target)
    for tool in "move_cursor", "set_setting":
        yield asks(tool)
    yield asks("nav_to_path", 30000)
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
                                         "budget_ms", "poll_ms"))) for row in told]
        self.panes = {"exists": False, "value": 0, "detail": 0}
        self.requests = 0

    def more(self):
        return {"panes": self.panes}

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
        rows = [row for row in self.rows if row.tool == request["tool"]]
        row = next((row for row in rows if is_for(row, request)), None)
        if row is None:
            self.respond(call, "invalid_params" if rows else "unknown_tool")
        elif len(self.tasks) == 8:
            self.respond(call, "busy")
        elif row.signal == "None":
            self.say("dispatch", call=call, request=0)
            self.respond(call, "ok")
        else:
            self.run(self.round_trip(call, row) if row.signal == "RoundTrip"
                     else self.until_seen(call, row, request["path"] if row.when == "one" else 0))

    async def round_trip(self, call, row):
        self.requests += 1
        request, deadline = self.requests, self.now + row.budget
        self.say("dispatch", call=call, request=request)
        self.say("set_timer", call=call, after_ms=row.budget)
        name, event = await orrery.Happens(("timer_fired", call), ("replied", request))
        if name == "timer_fired":
            return self.missing(call, row, self.signal(row), deadline)
        self.say("cancel_timer", call=call)
        if event["ok"]:
            self.respond(call, "ok")
        else:
            self.respond(call, "failed", text=event["text"], refusal=event["refusal"])

    async def until_seen(self, call, row, path):
        signal = await self.captured(call, row, path)
        if signal is None:
            return
        self.say("dispatch", call=call, request=0)
        deadline, last = self.now + row.budget, False
        while not holds(signal, seen := await self.read("look", "looked", call, signal, path)):
            del seen  # What is kept tells states apart.
            if last:
                return self.missing(call, row, signal, deadline)
            if self.now < deadline:
                self.say("set_timer", call=call, after_ms=min(row.poll, deadline - self.now))
                await orrery.Happens(("timer_fired", call))
            last = self.now >= deadline
        if path and seen["detail"] > 0:
            self.say("note_still_open", call=call, path=path)
        self.respond(call, "ok")

    async def captured(self, call, row, path):
        """The signal to wait for, once it is known how things stand; None: it is refused."""
        signal = self.signal(row)
        if row.signal.endswith("Disappeared"):
            return signal
        reading = await self.read("capture", "captured", call, signal, path)
        if row.signal == "GenerationAdvanced":
            signal["bound"] = reading["value"]
        elif row.signal == "WindowCountBelow":
            if not reading["exists"] or reading["value"] == 0:
                return self.respond(call, "invalid_params" if reading["exists"] else "not_ready")
            signal["bound"] = reading["value"] if row.when == "one" else 1
        elif holds(signal, reading):
            self.say("note_held", call=call, signal=signal)
        return signal

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

    def missing(self, call, row, signal, deadline):
        self.respond(call, "missing", signal=signal, elapsed_ms=self.now - deadline + row.budget)


if __name__ == "__main__":
    orrery.serve(Ack, "ack")
