"""Damaged input of every format, through every command that reads it."""
import json
import os
import random
import time

import ran

STRANGE = [None, True, False, 0, -1, 1.5, 2 ** 31, 2 ** 63, 2 ** 64, -2 ** 63, 1e308, "", " ", "x",
           "\x00", "\x1b[2J", "\u202e", "::error::x", "a" * 3000, [], {}, [[]], [{}], {"": 0}]
TOKENS = [b"[" * 200, b"{\"a\":" * 200, b"1e999", b"-0", b"0x1", b"NaN", b"\xff\xfe", b"\x00",
          b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\\ud800", b"\r", b"\x1b]0;x\x07", b"\n\n\n", b"\"",
          b"}", b"]", b",", b":", b"\xc2\x9b31m", b"9" * 400, b"::stop-commands::x\n"]


def nodes(value, path=()):
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) \
        if isinstance(value, list) else ()
    for key, item in pairs:
        yield from nodes(item, path + (key,))


def by_meaning(rng, text):
    """One value replaced, taken out, renamed or doubled; None if it is no JSON, or very deep."""
    try:
        return changed_value(rng, text)
    except (RecursionError, ValueError):  # What was doubled may lie in itself now.
        return None


def changed_value(rng, text):
    try:
        value = json.loads(text)
    except ValueError:
        return None
    if not isinstance(value, (dict, list)):
        return json.dumps(rng.choice(STRANGE)).encode()
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        path = rng.choice(list(nodes(value)))
        if not path:
            continue
        parent = value
        for key in path[:-1]:
            parent = parent[key]
        key, way = path[-1], rng.randrange(6)
        if way == 0:
            del parent[key]
        elif way == 1 and isinstance(parent, dict):
            parent[str(key) + rng.choice(["x", "", "\x1b", "é"])] = parent.pop(key)
        elif way == 2 and isinstance(parent, list):
            parent.extend([parent[key]] * rng.choice([1, 10, 300]))
        elif way == 3:
            parent[key] = [parent[key]]
        elif way == 4 and isinstance(parent[key], (int, float)):
            parent[key] = parent[key] * rng.choice([-1, 1000, 10 ** 9]) + rng.choice([0, 1, -1])
        else:
            parent[key] = rng.choice(STRANGE)
    return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def by_bytes(rng, text):
    out = bytearray(text)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        at, way = rng.randrange(len(out) + 1), rng.randrange(7)
        if way == 0 and out:
            out[at % len(out)] = rng.randrange(256)
        elif way == 1:
            out[at:at] = rng.choice(TOKENS)
        elif way == 2:
            del out[at:at + rng.choice([1, 2, 10, 1000])]
        elif way == 3:
            del out[at:]
        elif way == 4:
            out[at:at] = out[at:at + rng.choice([1, 10, 400])]
        elif way == 5 and out:
            out[at % len(out)] ^= 1 << rng.randrange(8)
        else:
            out[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice([1, 4, 30])))
    return bytes(out)


def by_lines(rng, text):
    lines = text.split(b"\n")
    way, at = rng.randrange(5), rng.randrange(len(lines))
    if way == 0:
        lines[at:at] = [lines[rng.randrange(len(lines))]] * rng.choice([1, 3, 50])
    elif way == 1:
        del lines[at:at + rng.choice([1, 3, 10])]
    elif way == 2:
        rng.shuffle(lines)
    else:
        lines[at] = by_meaning(rng, lines[at]) or by_bytes(rng, lines[at])
    return b"\n".join(lines)


def damage(rng, good):
    text = rng.choice(good)
    way = rng.randrange(10)
    if way == 9:
        return rng.choice([b"", b"\n", b"{}", b"[]", b"null", b"\xef\xbb\xbf" + text,
                           text + text, b"[" * 100000, text.replace(b"\n", b"\r\n"),
                           text[:len(text) // 2], rng.choice(TOKENS)])
    if way < 4:
        return by_meaning(rng, text) or by_lines(rng, text)
    return by_lines(rng, text) if way < 6 else by_bytes(rng, text)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def below(root, folder, end):
    out = []
    for at, _, names in sorted(os.walk(os.path.join(root, folder))):
        out += [read(os.path.join(at, name)) for name in sorted(names) if name.endswith(end)
                and ".schema" not in name]
    return [text for text in out if len(text) < 60000]


def formats(asked, folder):
    """Of each: its name, good texts, and the words behind the program; FILE stands for one."""
    orrery, root = asked.orrery, asked.root

    def made(name, words):
        path = os.path.join(folder, name)
        ran.run([orrery] + [word.replace("FILE", path) for word in words])
        return [read(path)]
    tables = below(root, "examples/tables", ".json")
    limits = below(root, "examples/limits", ".json")
    streams = below(root, "examples/streams", ".jsonl")
    scenarios = below(root, "scenarios", ".json")
    capsules = made("a.capsule", ["explore", "modality/tick_races_return", "--subject",
                                  "mutant:result_sent_twice", "--capsule", "FILE"])
    results = made("r.jsonl", ["conform", "ack", "--rule", "ACK-03", "--runs", "1",
                               "--max-states", "50", "--results", "FILE"])
    known = made("known.json", ["conform", "ack", "--rule", "ACK-05", "--runs", "1",
                                "--max-states", "50", "--write-known", "FILE"])
    traces = made("t.jsonl", ["replay", "modality/tick_races_return", "--record", "FILE"]) + \
        made("u.jsonl", ["replay", "ack/deadline_tie", "--record", "FILE"])
    recordings = below(root, "recordings/samples", ".jsonl")
    limited = ["-j", "1", "--max-states", "300"]
    rows = [
        ("scenario", scenarios, ["explore", "FILE"] + limited),
        ("scenario", scenarios, ["replay", "FILE"]),
        ("scenario", scenarios, ["explore", "FILE", "--strategy", "random", "--runs", "3"]),
        ("scenario", scenarios, ["drive", "--scenario", "FILE", "--", "false"]),
        ("scenario", scenarios, ["serve", "--scenario", "FILE"]),
        ("capsule", capsules, ["replay", "FILE"]),
        ("capsule", capsules, ["replay", "FILE", "--json"]),
        ("results", results, ["merge", "FILE"]),
        ("results", results, ["conform", "ack", "--rule", "ACK-03", "--runs", "1", "--max-states",
                              "50", "--results", "FILE", "--resume"]),
        ("known", known, ["conform", "ack", "--rule", "ACK-05", "--runs", "1", "--max-states",
                          "50", "--known", "FILE"]),
        ("recording", recordings, ["check", "FILE"]),
        ("recording", recordings, ["check", "--cross-check", "--json", "FILE"]),
        ("stream", streams, ["check", "--area", "monitor", "FILE"]),
        ("table", tables, ["conform", "ack", "--rule", "ACK-03", "--runs", "1", "--max-states",
                           "20", "--table", "FILE"]),
        ("trace", traces, ["check", "--area", "modality", "FILE"]),
        ("trace", traces, ["check", "--area", "ack", "--json", "FILE"]),
        ("fuzz", [b'{"fuzz":"[1]","target":"codec"}'], ["fuzz", "codec", "--replay", "FILE"]),
        ("limits", limits,
         ["explore", "modality/blink_dialog", "--limits", "FILE"] + limited),
        ("table", tables, ["explore", "ack/deadline_tie", "--table", "FILE"] + limited),
        ("answers", [b'{"n":0,"areas":["ack"],"grade":"digest","name":"x"}\n'
                     b'{"n":1,"commands":[],"state":"a"}\n{"n":2,"commands":[{"set_timer":'
                     b'{"call":1,"after_ms":5}}],"state":"b"}\n{"n":3,"commands":[],"state":"c"}'],
         ["explore", "ack/deadline_tie", "-j", "1", "--patience", "2s", "--subject", "exec", "--",
          "sh", "-c", "while read -r l && IFS= read -r a <&3; do printf '%s\\n' \"$a\"; done "
          "3< FILE"]),
        ("lines", [b'{"id":1,"method":"initialize","params":{"clientInfo":{"name":"a"}}}\n'
                   b'{"method":"initialized"}\n{"id":2,"method":"thread/resume","params":{"threadId":'
                   b'"01990000-0000-7000-8000-000000000001"}}\n{"id":3,"method":"turn/start",'
                   b'"params":{"threadId":"01990000-0000-7000-8000-000000000001","input":[]}}\n'],
         ["serve", "--speed", "fast", "<FILE"]),
        ("marker", [json.dumps({"schema": 1, "pid": os.getpid(), "mcpUrl": "http://127.0.0.1:9/x",
                                "ide": {"name": "x", "build": "b"}, "plugin": {"version": "1"},
                                "createdAt": "2030-01-01T00:00:00Z", "port": 9,
                                "token": "t"}).encode()],
         ["watch", "--ports", "none", "--for", "0.2s", "--home", "HOME"]),
    ]
    return [row for row in rows if row[1]]


def run(asked, folder):
    rng = random.Random(asked.seed)
    rows = formats(asked, folder)
    until = time.monotonic() + 60 * asked.minutes if asked.minutes else None
    runs = asked.runs or (10 ** 9 if until else 200)
    found, counts, slowest, codes = [], {}, 0.0, {}
    for number in range(runs):
        if until and time.monotonic() > until:
            break
        name, good, words = rows[number % len(rows)]
        text = damage(rng, good)
        home = os.path.join(folder, "home")
        os.makedirs(home, exist_ok=True)
        path = os.path.join(home, ".%d.mcp-steroid" % os.getpid()) if name == "marker" \
            else os.path.join(folder, "damaged.json")
        with open(path, "wb") as file:
            file.write(text)
        stdin = text if "<FILE" in words else b""
        words = [asked.orrery] + [word.replace("FILE", path).replace("HOME", home)
                                  for word in words if word != "<FILE"]
        result = ran.run(words, stdin)
        counts[name] = counts.get(name, 0) + 1
        codes[result.code] = codes.get(result.code, 0) + 1
        slowest = max(slowest, result.seconds)
        fault = ran.fault_of(result, wire=words[1] == "serve")
        about_file = name not in ("answers", "lines", "marker")
        named = path.encode() in result.err + result.out
        if not fault and result.code == 2 and about_file and not named:
            fault = "its message does not name the file: %r" % result.err[:200]
        if fault:
            kept = os.path.abspath("attack-%d-%d" % (asked.seed, number))
            with open(kept, "wb") as file:
                file.write(text)
            found.append("%s; the input is %s: %s" % (ran.shown(words), kept, fault))
    print("%d inputs %s, exit codes %s, slowest %.1f s" % (
        sum(counts.values()), dict(sorted(counts.items())), dict(sorted(codes.items())), slowest))
    return found
