"""Orrery's protocol for a policy in straight-line async code: copy this file. docs/SUBJECTS.md."""
import json
import sys
import traceback
import types


class At(int):
    """An instant of virtual time. A state counts it from now: equal futures, equal states."""

    def __add__(self, ms):
        return At(int(self) + ms)


class Happens:
    """Awaits the first of these, each a name and what it is about; gives its name and members."""

    def __init__(self, *any_of):
        self.any_of = any_of

    def __await__(self):
        return (yield self)


class Policy:
    """One run. Yours has start(), on(name, members), which runs and wakes tasks, and more()."""

    def __init__(self, setup):
        self.setup, self.now, self.said, self.tasks = setup, At(0), [], []
        self.start()

    def say(self, name, **members):
        self.said.append({name: members})

    def run(self, task):
        self.tasks.append((task, None))
        self.go_on(len(self.tasks) - 1, None)

    def wake(self, name, about, members):
        for i, (_, waits) in enumerate(self.tasks):
            if (name, about) in waits.any_of:
                return self.go_on(i, (name, members))

    def go_on(self, i, value):
        try:
            self.tasks[i] = (self.tasks[i][0], self.tasks[i][0].send(value))
        except StopIteration:
            del self.tasks[i]

    def state(self):
        """Where each task stands, and its variables; self.kept() has what else there is."""
        return self.shown([self.kept()] + [task for task, _ in self.tasks])

    def shown(self, value):
        kind = type(value)
        if kind is At:
            return "@%d" % (value - self.now)
        if kind is list or kind is tuple:
            return "(%s)" % " ".join([self.shown(one) for one in value])
        if kind is types.CoroutineType:
            kept = [v for k, v in sorted(value.cr_frame.f_locals.items()) if k != "self"]
            return self.shown([value.__name__, value.cr_frame.f_lasti, kept, value.cr_await])
        return "" if kind is types.GeneratorType else repr(value)


def serve(policy, area, **greets):
    run, answer = None, {"areas": [area], "grade": "digest", "name": policy.__name__, **greets}
    for line in sys.stdin:
        message = json.loads(line)
        try:
            if "begin" in message:
                run = policy(message["begin"])
            for event in message.get("events", []):
                run.now, run.said = run.now + event.pop("after_ms"), []
                for name, members in event.items():
                    run.on(name, members)
            if run:
                answer = {"commands": run.said, "state": run.state(), **run.more()}
        except Exception:  # It ends this run; the next one begins in the same process.
            answer = {"failed": traceback.format_exc(limit=-1)}
        sys.stdout.write(json.dumps({"n": message["n"], **answer}) + "\n")
        sys.stdout.flush()
