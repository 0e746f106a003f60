"""Each vector of `orrery export` as a test of the policy beside it: docs/VECTORS.md.

It asks nothing of Orrery but the file, which VECTORS names, and knows the words of `ack` and of
`modality`.
"""
import importlib
import json
import os

import pytest

with open(os.environ.get("VECTORS", "vectors.json"), encoding="utf-8") as opened:
    FILE = json.load(opened)
PORT = FILE["port"]
MODULE, NAME = os.environ.get("POLICY", "ack:Ack").split(":")  # What is tried, as it stands there.
POLICY = getattr(importlib.import_module(MODULE), NAME)
assert FILE["area"] in ("ack", "modality"), "other areas have words that are not played here"


class Left(Exception):
    """It went where the vector knows nothing: it neither passes nor fails."""


def of(message):
    return next(iter(message.items()))


def same(a, b):
    """Equal but for what is left out."""
    if a is None:
        a, b = b, a
    if isinstance(a, dict) and isinstance(b, (dict, type(None))):
        b = b or {}
        names = {**a, **b}.keys() - PORT.get("free", [])
        return all(same(a.get(name), b.get(name)) for name in names)
    return a == b or b is None and a in [False, 0, [], *PORT["first_words"]]


def is_of(look, other):
    return look["of"] == other["of"] and same(look["about"], other["about"])


class Play:
    def __init__(self, vector):
        self.steps, self.policy = vector["steps"], POLICY(vector["setup"])
        self.now, self.early, self.open, self.said = 0, False, [], []
        self.due, self.looks, self.looks_left, self.chosen = {}, [], {}, {}

    def run(self):
        for number, step in enumerate(self.steps):
            self.fire(step["at_ms"] - 1)
            self.check(self.may_wait(number), {}, number)
            self.looks_left = {}
            for look in step.get("looks", []):
                self.looks = [one for one in self.looks if not is_of(one, look)] + [
                    {**look, "read": list(look["read"])}]
                if len(look["read"]) > 1:
                    self.looks_left[id(self.looks[-1]["read"])] = len(look["read"])
            self.now = step["at_ms"]
            self.tell(*self.ours(*of(step["tell"]))) if "tell" in step else self.fire(self.now)
            want = step.get("want", {})
            good = self.take(want) and self.may_wait(number + 1)
            if any(self.looks_left.values()) or not good and self.looks_left:
                raise Left
            self.check(good, want, number, last=True)

    def check(self, good, want, number, last=False):
        if self.open and not (last and good):
            raise Left
        if not good:
            pytest.fail("step %d, at %d ms\n  want  %s\n  got   %s" % (
                number, self.now, json.dumps(want), json.dumps(self.said)), pytrace=False)

    def fire(self, until):
        while not self.open and self.due and min(self.due.values())[0] <= until:
            self.now, _, timer = self.due.pop(min(self.due, key=self.due.get))
            self.tell(PORT["timers"]["fired"], {PORT["timers"]["key"]: timer})

    def tell(self, name, members):
        self.hear(name, members)
        for look, asked in list(self.open):
            value = self.read(look, asked)
            if value is not Left:
                self.open.remove((look, asked))
                copied = {look["copies"]: asked[look["copies"]]}
                return self.tell(look["answer"], {**copied, look["gives"]: value})

    def hear(self, name, members):
        timers, key = PORT["timers"], PORT["timers"]["key"]
        self.early = self.early or name == PORT.get("early", {}).get("after")
        if name == timers.get("drops"):
            self.due.pop(str(members[key]), None)
        self.policy.now, self.policy.said = self.now, []
        self.policy.on(name, members)
        for command in list(self.policy.said):
            text = json.dumps(command, separators=(",", ":"))
            if PORT.get("no_room") and PORT["no_room"] in text:
                raise Left
            name, members = of(command)
            look = next((row for row in PORT["looks"] if row["command"] == name), None)
            if look:
                self.open.append((look, members))
            elif name == timers["set"]:
                timer = members[key]
                self.due[str(timer)] = (self.now + members["after_ms"], str(timer), timer)
            elif name == timers["stop"]:
                self.due.pop(str(members[key]), None)
            elif name not in PORT.get("unasked", []):
                self.said.append(command)

    def read(self, look, asked):
        about = asked[look["about"]] if "about" in look else None
        if "own" in PORT and same(about, PORT["own"]["about"]):
            return self.policy.more()[PORT["own"]["member"]]
        wanted = {"of": look["gives"], "about": about}
        known = next((one["read"] for one in self.looks if is_of(one, wanted)), None)
        if known is None:  # Of what a look only adds to, something may be known.
            bare = [{**one["about"], PORT["adds"]: 0} for one in self.looks if "adds" in PORT]
            near = any(same(one, {**about, PORT["adds"]: 0}) for one in bare)
            return Left if near else PORT.get("unread", Left)
        if id(known) in self.looks_left:
            self.looks_left[id(known)] -= 1
        return known.pop(0) if len(known) > 1 else known[0] if known else Left

    def may(self, command):
        return of(command)[0] in PORT["may"]

    def may_wait(self, number):
        wanted = [one["say"] for step in self.steps[number:]
                  for one in step.get("want", {}).get("in_any_order", [])]
        return all(self.early and of(said)[0] == PORT["early"]["say"] and
                   any(same(want, said) for want in wanted) for said in self.said)

    def take(self, want):
        rest = self.said
        for one in want.get("in_any_order", []):
            found = next((said for said in rest if self.equal(one["say"], said)), None)
            if found is None:
                return False
            rest.remove(found)
        for one in want.get("in_order", []):
            while rest and self.may(rest[0]) and not self.equal(one["say"], rest[0]):
                rest.pop(0)
            if not rest or not self.equal(one["say"], rest.pop(0)):
                return False
        self.said = [said for said in rest if not self.may(said)]
        return True

    def ours(self, name, members):
        """With the numbers that the subject chose."""
        for row in PORT["chosen"]:
            if row.get("event") == name:
                number = members[row["member"]]
                members = {**members, row["member"]: self.chosen.get(number, number)}
        return name, members

    def equal(self, want, said):
        (name, theirs), (said_name, ours), chosen = of(want), of(said), {}
        for row in PORT["chosen"]:
            number = theirs.get(row["member"]) if row.get("command") == name else None
            if number and ours.get(row["member"]):
                chosen[number] = ours[row["member"]]
                theirs = {**theirs, row["member"]: ours[row["member"]]}
        if name != said_name or not same(theirs, ours):
            return False
        self.chosen.update(chosen)
        return True


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["name"])
def test_vector(vector):
    try:
        Play(vector).run()
    except Left:
        pytest.skip("left: it went where the vector knows nothing")
