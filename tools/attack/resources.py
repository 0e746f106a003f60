"""Resources that are not there: a full disk for every file that is written, and few descriptors."""
import os
import resource

import ran

OUTPUTS = [
    ["conform", "monitor", "--rule", "MON-40", "--max-states", "200", "--runs", "1", "--results", "FULL"],
    ["conform", "monitor", "--rule", "MON-40", "--max-states", "200", "--runs", "1", "--junit", "FULL"],
    ["conform", "monitor", "--rule", "MON-40", "--max-states", "200", "--runs", "1", "--sarif", "FULL"],
    ["conform", "monitor", "--rule", "MON-40", "--max-states", "200", "--runs", "1", "--tap", "FULL"],
    ["conform", "monitor", "--rule", "MON-40", "--max-states", "200", "--runs", "1", "--write-known", "FULL"],
    ["explore", "modality/tick_races_return", "--subject", "mutant:result_sent_twice", "--capsule",
     "FULL"],
    ["explore", "modality/tick_races_return", "--subject", "mutant:result_sent_twice", "--html",
     "FULL"],
    ["explore", "modality/tick_races_return", "--subject", "mutant:result_sent_twice", "--trace",
     "FULL"],
    ["replay", "ack/deadline_tie", "--record", "FULL"],
    ["replay", "ack/deadline_tie", "--html", "FULL"],
    ["export", "ack", "-o", "FULL"],
    ["serve", "--speed", "fast", "--record", "FULL"],
    ["proxy", "--record", "FULL", "--", "cat"],
    ["drive", "--record", "FULL", "--patience", "2s", "--", "PROGRAM", "serve"],
]
LINE = b'{"id":1,"method":"initialize","params":{"clientInfo":{"name":"a"}}}\n'
FEW = [
    ["conform", "monitor", "--rule", "MON-40", "--max-states", "200", "--runs", "1", "-j", "1"],
    ["explore", "ack/deadline_tie", "-j", "1"],
    ["explore", "ack/deadline_tie", "-j", "1", "--subject", "exec:cat"],
    ["list", "rules"],
    ["check", "RECORDING"],
    ["serve", "--speed", "fast"],
    ["drive", "--patience", "2s", "--", "PROGRAM", "serve"],
    ["watch", "--home", "HOME", "--ports", "none", "--for", "0.3s"],
    ["serve", "--area", "monitor", "--home", "HOME", "--port", "0", "--for", "0.3s"],
    ["fuzz", "codec", "--runs", "10"],
    ["fuzz", "lines", "--time", "1s", "--", "head", "-n", "1"],
]


def run(asked, folder):
    recording = os.path.join(asked.root, "recordings/samples/a1_handshake.jsonl")
    found, count = [], 0

    def filled(words):
        known = {"FULL": "/dev/full", "HOME": folder, "PROGRAM": asked.orrery,
                 "RECORDING": recording}
        return [asked.orrery] + [known.get(word, word) for word in words]
    for words in OUTPUTS:
        words = filled(words)
        result = ran.run(words, LINE)
        count += 1
        if result.code != 3 or b"/dev/full: cannot write" not in result.err:
            found.append("%s: exit %d, %r" % (ran.shown(words), result.code, result.err[-200:]))
    for words in FEW:
        words = filled(words)
        for few in range(3, 20) if asked.runs else range(4, 20, 4):
            def limit(few=few):
                resource.setrlimit(resource.RLIMIT_NOFILE, (few, few))
            result = ran.run(words, LINE, preexec=limit)
            count += 1
            fault = ran.fault_of(result)
            if result.code == 3 and b"open files" in result.err:
                fault = ""  # Named, as it should be.
            if b"Put the folder back" in result.err or b"no such file" in result.err:
                fault = "the wrong words: %r" % result.err[:200]
            if fault:
                found.append("ulimit -n %d; %s: %s" % (few, ran.shown(words), fault))
            if not asked.runs and b"open files" not in result.err:
                break  # It has enough; a sample does not ask whether more is enough, too.
    print("%d runs" % count)
    return found
