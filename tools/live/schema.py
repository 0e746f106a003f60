#!/usr/bin/env python3
"""What the mock server says, by the schema of a real version: schema.py ORRERY SCHEMA VERSION FOLDER

Holds conversations with `orrery serve`: one per scenario, one per word of a prompt, and one that
calls all that it knows. Prints how many messages of each method were validated, and each kind of
failure once.
"""
import collections
import json
import os
import shutil
import subprocess
import sys

import jsonschema

import conversations

# What a scenario says on purpose that no version knows.
STRANGERS = {"mock/unheardOf", "item/unheardOf/requestApproval"}
# Methods whose answer is not called as their params are.
ANSWERS = {"account/logout": "LogoutAccountResponse",
           "account/rateLimits/read": "GetAccountRateLimitsResponse",
           "account/usage/read": "GetAccountTokenUsageResponse",
           "config/batchWrite": "ConfigWriteResponse", "config/value/write": "ConfigWriteResponse",
           "config/mcpServer/reload": "McpServerRefreshResponse",
           "configRequirements/read": "ConfigRequirementsReadResponse"}


class Schema:
    def __init__(self, folder):
        self.folder, self.known = folder, {}
        self.bundle = self.read("codex_app_server_protocol.schemas.json")
        self.branches = {name: self.by_method(name + ".json")
                         for name in ("ServerNotification", "ServerRequest", "ClientRequest")}

    def read(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return json.load(file)

    def by_method(self, name):
        whole = self.read(name)
        return {branch["properties"]["method"]["enum"][0]:
                dict(branch, definitions=whole["definitions"]) for branch in whole["oneOf"]}

    def validator(self, kind, method):
        if (kind, method) not in self.known:
            schema = self.of_answer(method) if kind == "answer" else \
                self.branches[kind].get(method)
            self.known[kind, method] = schema and jsonschema.Draft7Validator(schema)
        return self.known[kind, method]

    # Null: this version does not say what the answer is.
    def of_answer(self, method):
        branch = self.branches["ClientRequest"].get(method)
        if not branch:
            return None
        params = branch["properties"]["params"].get("$ref", "").split("/")[-1]
        name = ANSWERS.get(method, params.replace("Params", "Response"))
        definitions = self.bundle["definitions"]
        for where, prefix in ((definitions.get("v2", {}), "v2/"), (definitions, "")):
            if name in where:
                return {"$ref": f"#/definitions/{prefix}{name}", "definitions": definitions}
        return None


class Count:
    def __init__(self, schema):
        self.schema = schema
        self.good, self.unknown = collections.Counter(), collections.Counter()
        self.wrong = {}

    def judge(self, kind, method, what, where):
        validator = self.schema.validator(kind, method)
        if not validator:
            self.unknown[kind, method] += 1
            if kind != "answer":
                self.wrong.setdefault((kind, method, "no such method in this version"), where)
            return
        worst = jsonschema.exceptions.best_match(validator.iter_errors(what))
        if worst:
            path = "/".join(str(each) for each in worst.absolute_path)
            self.wrong.setdefault((kind, method, f"{path}: {worst.message[:160]}"), where)
        else:
            self.good[kind, method] += 1

    def take(self, record):
        asked = {}
        with open(record) as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            try:
                message = json.loads(line["raw"])
            except (ValueError, KeyError):
                continue
            if not isinstance(message, dict):
                continue
            method = message.get("method")
            if line["dir"] == "c2s":
                if method:
                    asked[message.get("id")] = method
            elif method in STRANGERS or isinstance(message.get("params"), list):
                continue
            elif method:
                kind = "ServerRequest" if "id" in message else "ServerNotification"
                self.judge(kind, method, message, record)
            elif "result" in message and message["id"] in asked:
                self.judge("answer", asked[message["id"]], message["result"], record)


# What each request that takes no decision is answered with, and older approvals.
SHAPES = {"item/permissions/requestApproval": {"permissions": {}, "scope": "turn"},
          "item/tool/requestUserInput": {"answers": {"which": {"answers": ["a"]}}},
          "mcpServer/elicitation/request": {"action": "accept", "content": {"name": "x"}},
          "item/tool/call": {"contentItems": [], "success": True},
          "account/chatgptAuthTokens/refresh": {"accessToken": "t", "chatgptAccountId": "a"},
          "execCommandApproval": {"decision": "approved"},
          "applyPatchApproval": {"decision": "approved"}}


class Talk(conversations.Client):
    """One with the mock; a file of what was said, and what is heard may be no message."""

    def wait(self, done, seconds=1.5):
        try:
            return super().wait(done, seconds)
        except BrokenPipeError:
            return False

    def call(self, method, **params):
        try:
            return super().call(method, **params) or {}
        except BrokenPipeError:
            return {}

    def prompt(self, prompt):
        since = len(self.notices)
        self.call("turn/start", threadId=self.thread, input=[{"type": "text", "text": prompt}])
        return since

    def ended(self, since):
        return self.wait(lambda: self.notice("turn/completed", since))

    def take(self, message):
        if not self.decision and "id" in message and "method" in message:
            self.asks.append(message)
        elif self.decision and "id" in message and message.get("method") in SHAPES:
            self.say({"id": message["id"], "result": SHAPES[message["method"]]})
        else:
            super().take(message)

    def open(self):
        self.thread, self.asks = None, []
        try:
            super().open()
        except (BrokenPipeError, KeyError):
            pass


def talk_of(words, record, then):
    talk = Talk(words, record)
    talk.open()
    if talk.thread:
        then(talk)
    talk.close()


def play(talk):
    since = talk.prompt("Hello")
    if not talk.ended(since):
        turn = (talk.notice("turn/started", since) or {"params": {"turn": {"id": "x"}}})
        talk.call("turn/interrupt", threadId=talk.thread, turnId=turn["params"]["turn"]["id"])
        talk.ended(since)
    talk.ended(talk.prompt("Once more"))


def prompt(word, decision="accept"):
    def then(talk):
        talk.decision = decision
        talk.ended(talk.prompt(word))
        talk.call("thread/backgroundTerminals/list", threadId=talk.thread)
        talk.ended(talk.prompt("And this"))
    return then


def call_all(methods):
    """Calls what the mock answers; what each needs beside the thread is given to all of them."""
    def then(talk):
        talk.ended(talk.prompt("Hello"))
        turn = talk.call("thread/turns/list", threadId=talk.thread)["data"][0]["id"]
        talk.decision = None
        since = talk.prompt("run make")
        talk.wait(lambda: talk.notice("turn/started", since))
        active = talk.notice("turn/started", since)["params"]["turn"]["id"]
        talk.call("turn/steer", threadId=talk.thread, expectedTurnId=active,
                  input=[{"type": "text", "text": "x"}])
        talk.call("thread/shellCommand", threadId=talk.thread, command="echo beside")
        talk.decision = "accept"
        for ask in talk.asks:
            talk.take(ask)
        talk.ended(since)
        for method in [*methods, "model/list", "account/rateLimits/read", "turn/start"]:
            if method in ("initialize", "thread/delete", "turn/interrupt"):
                continue
            since = len(talk.notices)
            talk.call(method, threadId=talk.thread, input=[{"type": "text", "text": "x"}],
                      expectedTurnId=turn, objective="Be done.", name="A name", numTurns=1,
                      command="echo", items=[], cwd="/tmp", type="apiKey", apiKey="k",
                      target={"type": "uncommittedChanges"}, includeTurns=True)
            if method in ("turn/start", "review/start", "thread/compact/start",
                          "thread/shellCommand"):
                talk.ended(since)
        fork = talk.call("thread/fork", threadId=talk.thread).get("thread", {}).get("id")
        talk.call("thread/delete", threadId=fork)
    return then


def listed(orrery, *words):
    out = subprocess.run([orrery, *words], capture_output=True, text=True, check=True).stdout
    return out.split()


def main():
    orrery, folder, version, records = sys.argv[1:5]
    shutil.rmtree(records, ignore_errors=True)
    os.makedirs(records)
    serve = [orrery, "serve", "--dialect", "codex:" + version, "--speed", "fast"]
    talks = {name.split("/")[1]: (["--scenario", name], play)
             for name in listed(orrery, "list", "scenarios", "appserver")
             if name.startswith("appserver/")}
    for word in ("run make", "patch a.txt", "background make", "ask permissions", "ask input",
                 "ask elicitation", "ask tool", "ask tokens", "ask older-command",
                 "ask older-patch", "subagent", "subagent late", "subagent unannounced",
                 "subagent asks", "fail it"):
        talks["word_" + word.replace(" ", "_")] = ([], prompt(word))
    talks["declined"] = ([], prompt("run make", "decline"))
    methods = listed(orrery, "serve", "--methods")
    talks["methods"] = ([], call_all(methods))
    count = Count(Schema(folder))
    for name, (more, then) in sorted(talks.items()):
        record = os.path.join(records, name + ".jsonl")
        talk_of(serve + more, record, then)
        count.take(record)
        # Without a fault it keeps all rules.
        if not more and subprocess.run([orrery, "check", record], stdout=sys.stderr).returncode:
            count.wrong["check", name, "breaks a rule"] = record
    for (kind, method), times in sorted(count.good.items()):
        print(f"  {times:6} {kind:18} {method}")
    for (kind, method), times in sorted(count.unknown.items()):
        print(f"  {times:6} {kind:18} {method}: this version has no schema of it")
    for (kind, method, why), where in sorted(count.wrong.items()):
        print(f"WRONG {kind} {method}: {why} ({os.path.basename(where)})")
    print(f"schema of {version}: {sum(count.good.values())} messages of {len(count.good)} kinds "
          f"valid, {len(count.wrong)} kinds wrong, {len(talks)} conversations")
    return 1 if count.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
