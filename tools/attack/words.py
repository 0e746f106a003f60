"""Hostile words through every command, to every sink: a terminal, annotations, step summaries, TAP,
JUnit, SARIF, JSON, pages. None gets to a reader raw, and no page or document is broken by them."""
import json
import os
import shlex
import time
import xml.dom.minidom

import ran

EACH = [
    "\x1b[2J\x1b]0;owned\x07", "\x9b31mred", "\u202eright to left", "\u2066hidden\u2069",
    "\n::error file=x::said by others\n", "\n::stop-commands::forever\n", "\r##[error]x",
    "<script>alert(1)</script>", "]]>&amp;\"'", "\nnot ok 1 - forged\n1..0\n", "\u2028line",
    "%0A::error::x", "`rm -rf`$(x)", "|a|b|\n|-|-|",
]
HOSTILE = ["".join(EACH)] + EACH
BYTES = [b"\xff\xfe\xc3\x28", b"\xed\xa0\x80", b"\x00\x01\x02"]

# It is started hundreds of times, so it is a shell, which starts soonest. The number of a message is all
# that it reads, and what it says stands there ready.
SUBJECT = """while read -r line; do
  n=${line#*'"n":'}
  n=${n%%[!0-9]*}
  if [ "$n" = 0 ]; then
    printf '%s\\n' '{"n": 0, "areas": ["ack"], "grade": "plain", "name": 'NAME'}'
  else
    SAYS
  fi
done
"""


def write_subjects(folder, hostile):
    """The path of a subject for each way in which one says what is hostile."""
    on_stdout = os.path.join(folder, "on_stdout")
    with open(on_stdout, "wb") as file:
        file.write(hostile.replace(b"\n", b" ") + b"\n")
    text = json.dumps(hostile.decode("utf-8", "replace"))
    answer = '"commands": [{%s: {%s: %s}}], %s: 1}' % (text, text, text, text)
    answers = "printf '{\"n\": %s, %s\\n' $n "
    says = {"name": answers + shlex.quote(answer), "answer": answers + shlex.quote(answer),
            "failed": answers + shlex.quote('"failed": %s}' % text), "stdout": "cat " + on_stdout,
            "stderr": "cat %s >&2; exit 3" % os.path.join(folder, "words")}
    paths = {}
    for way, said in says.items():
        paths[way] = os.path.join(folder, "says_" + way)
        name = shlex.quote(text if way == "name" else '"x"')
        with open(paths[way], "w", encoding="utf-8") as file:
            file.write(SUBJECT.replace("NAME", name).replace("SAYS", said))
    return paths


def sinks(folder):
    return {end: os.path.join(folder, "sink." + end)
            for end in ("xml", "sarif", "tap", "jsonl", "html", "md", "trace")}


def fault_of_sinks(paths):
    for end, path in paths.items():
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            text = file.read()
        try:
            whole = text.decode("utf-8")
            if end == "xml":
                xml.dom.minidom.parseString(text)
            elif end in ("sarif", "trace"):
                json.loads(whole)
            elif end == "jsonl":
                for line in whole.splitlines():
                    json.loads(line)
            elif end == "tap" and raw(whole, "not ok 1 - forged"):
                return "TAP: a forged line"
        except Exception as fault:  # pylint: disable=broad-except
            return "%s: %s" % (end, fault)
        if end == "html" and b"<script>alert" in text:
            return "a page with a script of others"
        if end in ("html", "md", "tap") and (what := ran.raw_bytes(text)):
            return "%s: %s" % (end, what)
    return ""


def raw(text, line):
    return any(each.strip() == line for each in text.split("\n"))


def fault_of(words, result):
    if words[0] in ("serve", "proxy"):  # Its lines are for a client, byte by byte.
        result.out = b""
    if fault := ran.fault_of(result):
        return fault
    for stream in (result.out, result.err):
        for line in stream.decode("utf-8", "replace").split("\n"):
            if line.startswith(("::error file=x", "::stop-commands", "##[error]x")):
                return "a runner obeys %r" % line[:120]
    return ""


def commands(asked, folder, words_file, hostile):
    """Each: words, and what stdin has."""
    at = sinks(folder)
    outputs = ["--junit", at["xml"], "--sarif", at["sarif"], "--tap", at["tap"], "--results",
               at["jsonl"]]
    for subject in write_subjects(folder, hostile).values():
        program = "exec:sh " + subject
        yield ["explore", "ack/deadline_tie", "-j", "1", "--max-states", "50", "--subject", program,
               "--html", at["html"], "--trace", at["trace"]], b""
        yield ["conform", "ack", "--rule", "ACK-05", "--runs", "1", "--max-states", "20", "-j", "1",
               "--subject", program, "--details"] + outputs, b""
        yield ["subject", "check", "--", "sh", subject], b""
    text = hostile.decode("utf-8", "replace")
    name = os.path.join(folder, text.replace("/", "_").replace("\0", "_")[:60] + ".json")
    with open(os.path.join(asked.root, "scenarios/ack/deadline_tie.json"),
              encoding="utf-8") as file:
        scenario = json.load(file)
    scenario["story"] = text
    files = {"story.json": json.dumps(scenario), "broken.json": text,
             "member.json": json.dumps({**scenario, text: text})}
    paths = [name]
    with open(name, "w", encoding="utf-8") as file:
        file.write("{")
    for each, content in files.items():
        paths.append(os.path.join(folder, each))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(content)
    for path in paths:
        for words in (["explore", path, "-j", "1", "--max-states", "20"], ["replay", path],
                      ["merge", path], ["check", path], ["fuzz", "codec", "--replay", path],
                      ["conform", "ack", "--rule", "ACK-05", "--runs", "1", "--known", path],
                      ["check", "--area", "ack", path], ["serve", "--scenario", path],
                      ["check", "--area", "monitor", path]):
            yield words, b""
    clean = text.replace("\0", "")
    for words in (["explain", clean], ["explore", clean], ["list", clean], ["table", clean],
                  [clean], ["conform", clean], ["conform", "--rule", clean], ["--" + clean],
                  ["conform", "--junit", "/nowhere/" + clean], ["serve", "--fault", clean],
                  ["drive", "--prompt", clean, "--patience", "1s", "--", asked.orrery, "serve",
                   "--speed", "fast"],
                  ["drive", "--patience", "1s", "--", "sh", "-c", "cat \"$0\"; cat \"$0\" >&2",
                   words_file],
                  ["probe", "--timeout", "0.3s", "--", "cat", words_file],
                  ["fuzz", "lines", "--time", "1s", "--", "cat", words_file],
                  ["subject", "words", clean], ["export", clean]):
        yield words, b""
    yield ["serve", "--speed", "fast"], hostile + b"\n" + json.dumps(
        {"id": text, "method": text, "params": {text: text}}).encode() + b"\n"
    recorded = [{"t_ms": 0, "dir": "c2s", "raw": text},
                {"t_ms": 1, "dir": "s2c", "raw": json.dumps({"method": text, "params": {}})}]
    yield ["check", "-"], "\n".join(json.dumps(each) for each in recorded).encode() + b"\n"
    yield ["check", "-"], hostile + b"\n"
    home = os.path.join(folder, "home")
    os.makedirs(home, exist_ok=True)
    marker = {"schema": 1, "pid": os.getpid(), "mcpUrl": "http://127.0.0.1:9/" + text,
              "ide": {"name": text, "build": text}, "plugin": {"version": text},
              "createdAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 60)),
              "port": 9, "token": text, "intellijMcpServer": {"sseUrl": text}}
    with open(os.path.join(home, ".%d.mcp-steroid" % os.getpid()), "w", encoding="utf-8") as file:
        json.dump(marker, file)
    yield ["watch", "--home", home, "--ports", "none", "--for", "0.2s"], b""
    yield ["watch", "--home", home, "--ports", "none", "--for", "0.2s", "--json"], b""


def run(asked, folder):
    found, count = [], 0
    every = [word.encode("utf-8") for word in HOSTILE] + BYTES
    for number, hostile in enumerate(every[:asked.runs or None]):
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        words_file = os.path.join(here, "words")
        with open(words_file, "wb") as file:
            file.write(hostile)
        at = sinks(here)
        places = ({}, {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": at["md"]})
        for words, stdin in commands(asked, here, words_file, hostile):
            # Of a sample, each command is in one of the two places, in turn.
            for env in places if not asked.runs else [places[count % 2]]:
                for path in at.values():
                    if os.path.exists(path):
                        os.unlink(path)
                result = ran.run([asked.orrery] + words, stdin, env=env)
                count += 1
                fault = fault_of(words, result) or fault_of_sinks(at)
                if fault:
                    found.append("%s, for a %s, by word %d: %s" % (
                        fault, "runner" if env else "terminal", number, ran.shown(words)))
    print("%d runs of %d words" % (count, len(every)))
    return found
