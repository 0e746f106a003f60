#!/usr/bin/env python3
"""Writes a recording of any length to stdout, for measuring `orrery check`.

    tools/bench/long_recording.py MEGABYTES RECORDING... > long.jsonl

The conversations behind the handshakes of the recordings follow each other again and again, with
ids and times of their own, so that no rule is broken that they do not break themselves.
"""
import json
import re
import sys

HANDSHAKE_LINES = 5  # Of a recording; those of the first one are kept.


def renamed(raw, number):
    message = json.loads(raw)
    if "id" in message:
        message["id"] = f"{number}/{message['id']}"
    params = message.get("params")
    if isinstance(params, dict) and "requestId" in params:
        params["requestId"] = f"{number}/{params['requestId']}"
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    text = re.sub(r"\b01a1[0-9a-f]{4}-", f"{number:08x}-", text)
    return re.sub(r"\b(msg|call)_(\d+)", rf"\1_{number}_\2", text)


def main():
    wanted = int(sys.argv[1]) * 1_000_000
    recordings = []
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            recordings.append([json.loads(line) for line in file])
    written = 0
    for line in recordings[0][:HANDSHAKE_LINES]:
        written += sys.stdout.write(json.dumps(line) + "\n")
    number, start = 0, recordings[0][HANDSHAKE_LINES - 1]["t_ms"]
    while written < wanted:
        recording = recordings[number % len(recordings)]
        number += 1
        first = recording[HANDSHAKE_LINES]["t_ms"]
        for line in recording[HANDSHAKE_LINES:]:
            out = {
                "t_ms": round(start + 10 + line["t_ms"] - first, 1),
                "dir": line["dir"],
                "raw": renamed(line["raw"], number),
            }
            written += sys.stdout.write(json.dumps(out) + "\n")
        start = out["t_ms"]


main()
