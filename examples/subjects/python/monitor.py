"""Finds running IDEs by their marker files and ports, and follows the project list of each."""
import orrery

SCAN, SILENCE, PING, PROBE, ROUND = 2000, 15000, 5000, 1000, 30000
PAUSE, PAUSE_MAX = 250, 10000


class Ide:
    def __init__(self, marker):
        self.marker, self.connection, self.work = marker, 0, "asking"
        self.seq, self.failures = None, 0  # The seq of this connection's last snapshot.
        self.projects, self.list = 0, None  # The list is None, "fresh" or "stale".
        self.own = None  # Its own server: None, "asked", or what it came to.
        self.woke = False  # From a sleep, since the last line.
        # Its process is "here", or not seen: then its address is "asked", and answers ("elsewhere")
        # or does so no more ("lost").
        self.seat = "here"


class Monitor(orrery.Policy):
    def start(self):
        first = self.setup["first_port"]
        self.ports = range(first, first + self.setup["ports"])
        self.ides, self.refused, self.failed = {}, {}, "listed"
        self.listing, self.left, self.scan_due = False, [], False
        self.closing = set()  # Connections that were disconnected and have not ended.
        self.next, self.probing, self.shown_ports = 0, [], {}
        self.over = False

    def more(self):
        return {}

    def kept(self):
        return [[list(vars(ide).values()) for ide in self.ides.values()],
                sorted(self.refused.items()), self.failed, self.listing, self.left, self.scan_due,
                sorted(self.closing), self.next, self.probing, sorted(self.shown_ports.items()),
                self.over]

    def on(self, name, event):
        if not self.over:
            getattr(self, name)(**event)
            self.settle()

    def set_timer(self, kind, of, after):
        self.say("set_timer", timer={"kind": kind, "of": of}, after_ms=after)

    def cancel_timer(self, kind, of):
        self.say("cancel_timer", timer={"kind": kind, "of": of})

    def started(self):
        self.scan()
        self.begin_round()

    def stopped(self):
        self.cancel_timer("scan", 0)
        for ide in self.ides.values():
            self.leave_alone(ide)
        for port in self.probing:
            self.say("cancel_probe", port=port)
            self.cancel_timer("probe", port)
        self.cancel_timer("round", 0)
        self.start()
        self.over = True

    def slept(self, time_ms):
        self.scan_due = True
        self.end_scan()
        for ide in self.ides.values():
            ide.woke = ide.connection != 0

    def timer_fired(self, timer):
        kind, of = timer["kind"], timer["of"]
        if kind == "scan":
            self.scan_due = True
            self.end_scan()
        elif kind == "worker":
            self.worker_due(self.ides[of])
        elif kind == "round":
            self.begin_round()
        else:
            self.probing.remove(of)
            self.say("cancel_probe", port=of)
            self.answers(of, 0)

    # Marker files: one scan after the other, and what differs.

    def scan(self):
        self.listing, self.scan_due = True, False
        self.say("list_folder")
        self.set_timer("scan", 0, SCAN)

    def end_scan(self):
        if self.scan_due and not self.listing and not self.left:
            self.scan()

    def folder_listed(self, folder, pids):
        self.listing = False
        if folder == "listed":
            for pid in [pid for pid in self.refused if pid not in pids]:
                del self.refused[pid]
            for pid in [pid for pid in self.ides if pid not in pids]:
                self.remove(pid)
            self.left = pids
        elif folder != self.failed:
            self.say("scan_failed", folder=folder)
        self.failed = folder
        self.read_next()

    def read_next(self):
        if self.left:
            self.say("read_marker", pid=self.left[0])
        else:
            self.end_scan()

    def marker_read(self, pid, reading, marker, alive, began, field):
        self.left = self.left[1:]
        if reading == "good" and not alive:
            reading = "dead"
        elif reading == "good" and began > marker["created"] + 5:
            reading = "younger"
        if reading != "torn":
            if reading in ("good", "gone"):
                self.refused.pop(pid, None)
            elif reading != "dead" or not self.is_elsewhere(pid, marker):
                self.refuse(pid, reading, field)
            if reading == "good":
                self.found(pid, marker)
            elif reading == "dead" and self.may_be_elsewhere(marker):
                self.unseen(pid, marker)
            elif reading != "unreadable" and pid in self.ides:
                self.remove(pid)
        self.read_next()

    def refuse(self, pid, reading, field):
        if self.refused.get(pid) != (reading, field):
            self.refused[pid] = (reading, field)
            self.say("file_refused", pid=pid, reading=reading, field=field)

    # A process that is not seen may be one of another namespace, if its address answers.

    def may_be_elsewhere(self, marker):
        return marker["target"]["token"] != 0 and not self.is_of_another(marker)

    def is_of_another(self, marker):
        address = (marker["target"]["url"], marker["target"]["port"])
        return any(ide.seat == "here" and pid != marker["pid"] and
                   (ide.marker["target"]["url"], ide.marker["target"]["port"]) == address
                   for pid, ide in self.ides.items())

    def is_elsewhere(self, pid, marker):
        ide = self.ides.get(pid)
        return (ide is not None and ide.seat == "elsewhere" and ide.marker == marker
                and not self.is_of_another(marker))

    def unseen(self, pid, marker):
        ide = self.ides.get(pid)
        if ide is not None and ide.seat != "here" and ide.marker == marker:
            return
        if ide is not None:
            self.remove(pid)
        self.ides[pid] = Ide(marker)
        self.ides[pid].seat = "asked"
        self.connect(self.ides[pid])

    def settle(self):
        for pid, ide in self.ides.items():
            if ide.seat == "asked" and ide.work == "streaming" and not self.is_of_another(ide.marker):
                ide.seat = "elsewhere"
                if self.refused.get(pid) == ("dead", 0):
                    del self.refused[pid]
                self.say("ide_added", marker=ide.marker, elsewhere=True)
                self.ask_head(ide)
                self.join()
            elif ide.seat == "lost":
                self.say("ide_removed", pid=pid)
                if ide.own == "asked":
                    self.say("address_given", pid=pid, address="none")
                ide.seat, ide.own, ide.projects, ide.list = "asked", None, 0, None
                self.refuse(pid, "dead", 0)
                self.join()

    def lose(self, ide):
        if ide.seat == "elsewhere" and ide.work == "asking":
            ide.seat = "lost"

    def told(self, pid):
        ide = self.ides.get(pid)
        return None if ide is None or ide.seat == "asked" else ide

    def found(self, pid, marker):
        if pid in self.ides and (self.ides[pid].seat != "here" or
                                 self.ides[pid].marker["created"] != marker["created"]):
            self.remove(pid)  # Another process has its number.
        if pid not in self.ides:
            self.ides[pid] = Ide(marker)
            self.say("ide_added", marker=marker, elsewhere=False)
            self.connect(self.ides[pid])
            self.ask_head(self.ides[pid])
        elif self.ides[pid].marker != marker:
            self.changed(self.ides[pid], marker)
        self.join()

    def changed(self, ide, marker):
        before, ide.marker = ide.marker, marker
        self.say("ide_changed", marker=marker)
        if before["target"] != marker["target"] or ide.work == "locked":
            self.drop(ide)
            if before["target"] != marker["target"]:
                ide.failures = 0
            self.connect(ide)
        if (before["stream"], before["sse"]) != (marker["stream"], marker["sse"]):
            wanted, ide.own = ide.own == "asked", None
            if wanted:
                self.address_wanted(marker["pid"])
        if before["sse"] != marker["sse"]:
            self.ask_head(ide)

    def remove(self, pid):
        ide = self.ides.pop(pid)
        if ide.seat != "asked":
            self.say("ide_removed", pid=pid)
        if ide.own == "asked":
            self.say("address_given", pid=pid, address="none")
        self.leave_alone(ide)
        self.join()

    # The stream of an IDE, and the pauses between tries.

    def connect(self, ide):
        taken = self.closing | {other.connection for other in self.ides.values()}
        ide.connection = min(set(range(1, 256)) - taken)
        ide.work = "asking"
        pid, target = ide.marker["pid"], ide.marker["target"]
        self.say("connect", connection=ide.connection, pid=pid, target=target)
        self.set_timer("worker", pid, SILENCE)

    def answered(self, connection, status):
        ide = self.of(connection)
        if ide is None or ide.work != "asking":
            return
        if status == 200:
            ide.work = "streaming"
            return
        self.lose(ide)
        self.drop(ide)
        if status == 401:
            ide.work = "locked"
            self.cancel_timer("worker", ide.marker["pid"])
        else:
            self.fail(ide)

    def line_read(self, connection, line):
        ide = self.of(connection)
        if ide is None or ide.work != "streaming":
            return
        pid, ide.woke = ide.marker["pid"], False
        self.set_timer("worker", pid, SILENCE)
        if ide.seat == "asked":
            return
        if line["kind"] in ("malformed", "unknown"):
            self.say("line_skipped", pid=pid, kind=line["kind"])
        elif line["kind"] == "snapshot" and (ide.seq is None or line["seq"] > ide.seq):
            ide.seq, ide.failures = line["seq"], 0
            ide.projects, ide.list = line["projects"], "fresh"
            self.say("projects_shown", pid=pid, projects=ide.projects, stale=False)

    def ended(self, connection):
        ide = self.of(connection)
        self.closing.discard(connection)
        if ide is not None:
            self.lose(ide)
            self.fail(ide)

    def worker_due(self, ide):
        if ide.work == "pausing":
            self.connect(ide)
        elif ide.woke:
            ide.woke = False
            self.set_timer("worker", ide.marker["pid"], PING)
        else:
            self.lose(ide)
            self.drop(ide)
            self.fail(ide)

    def of(self, connection):
        return next((ide for ide in self.ides.values() if ide.connection == connection), None)

    def disconnect(self, ide):
        if ide.connection:
            self.say("disconnect", connection=ide.connection)
            self.closing.add(ide.connection)

    def leave(self, ide):
        ide.connection, ide.seq, ide.woke = 0, None, False
        if ide.list == "fresh":
            ide.list = "stale"
            self.say("projects_shown", pid=ide.marker["pid"], projects=ide.projects, stale=True)

    def drop(self, ide):
        self.disconnect(ide)
        self.leave(ide)

    def leave_alone(self, ide):
        self.disconnect(ide)
        self.cancel_timer("worker", ide.marker["pid"])

    def fail(self, ide):
        self.leave(ide)
        ide.failures, ide.work = min(ide.failures + 1, 7), "pausing"
        pid, pause = ide.marker["pid"], min(PAUSE << ide.failures - 1, PAUSE_MAX)
        spread = pause * self.setup["jitter_percent"] // 100
        drawn = self.setup["seed"] * 7919 + pid * 104729 + ide.failures * 1299709
        self.set_timer("worker", pid, pause - spread + drawn % (2 * spread + 1))

    # An IDE's own server.

    def ask_head(self, ide):
        if ide.marker["sse"]:
            self.say("ask_head", pid=ide.marker["pid"], address=ide.marker["sse"])

    def head_answered(self, pid, address, alive):
        ide = self.told(pid)
        if ide is not None and ide.marker["sse"] == address:
            self.say("server_shown", pid=pid, alive=alive)

    def address_wanted(self, pid):
        ide = self.told(pid)
        if ide is None or ide.own == "sse" or not (ide.own or ide.marker["stream"]):
            self.say("address_given", pid=pid, address=self.other_address(ide))
        elif ide.own is None:
            ide.own = "asked"
            self.say("try_stream", pid=pid, address=ide.marker["stream"])
        elif ide.own != "asked":
            self.say("address_given", pid=pid, address=ide.own)

    def stream_tried(self, pid, address, status):
        ide = self.ides.get(pid)
        if ide is None or ide.own != "asked" or ide.marker["stream"] != address:
            return
        told = {0: "none", 401: "unauthorized", 403: "forbidden", 429: "busy"}.get(status)
        if status >= 500:
            told = "busy"
        ide.own = None if told else "sse" if status in (404, 405) else "stream"
        address = self.other_address(ide) if ide.own == "sse" else told or "stream"
        self.say("address_given", pid=pid, address=address)

    def other_address(self, ide):
        return "sse" if ide is not None and ide.marker["sse"] else "none"

    # Ports.

    def begin_round(self):
        self.next = 0
        self.probe_on()

    def probe_on(self):
        while self.next < len(self.ports) and len(self.probing) < self.setup["probes_at_once"]:
            port = self.ports[self.next]
            self.next += 1
            self.probing.append(port)
            self.say("probe", port=port)
            self.set_timer("probe", port, PROBE)
        if self.ports and not self.probing:
            self.set_timer("round", 0, ROUND)

    def probe_ended(self, port, result, build):
        self.probing.remove(port)
        self.cancel_timer("probe", port)
        self.answers(port, build if result in ("ide", "own_server") else 0)

    def answers(self, port, build):
        self.show_port(port, build)
        self.probe_on()

    def show_port(self, port, build):
        marked = any(port in (ide.marker["web_port"], ide.marker["own_port"],
                              ide.marker["target"]["port"])
                     for ide in self.ides.values() if ide.seat != "asked")
        before, now = self.shown_ports.get(port), (build, marked) if build else None
        if before == now:
            return
        if now is None:
            del self.shown_ports[port]
            self.say("port_gone", port=port)
        else:
            self.shown_ports[port] = now
            self.say("port_shown", port=port, build=build, marked=marked)

    def join(self):
        """The markers are others than before."""
        for port, (build, _) in list(self.shown_ports.items()):
            self.show_port(port, build)


if __name__ == "__main__":
    orrery.serve(Monitor, "monitor")
