#!/usr/bin/env python3
"""Writes a recording that is hard to judge to stdout, for measuring `orrery check`.

    tools/bench/hard_recording.py KIND COUNT > hard.jsonl

KIND is one of the functions below.
"""
import json
import sys

out = sys.stdout


def line(ms, direction, raw):
    out.write(f'{{"t_ms":{ms},"dir":"{direction}","raw":{json.dumps(raw)}}}\n')


def begin():
    line(1, "c2s", '{"id":"a","method":"initialize","params":{}}')
    line(2, "s2c", '{"id":"a","result":{}}')
    line(3, "c2s", '{"method":"initialized"}')


def thread(ms, name):
    line(ms, "s2c", f'{{"method":"thread/started","params":{{"thread":{{"id":"{name}"}}}}}}')


def turn(ms, thread_name, name, what="started", status="inProgress"):
    line(ms, "s2c", f'{{"method":"turn/{what}","params":{{"threadId":"{thread_name}",'
         f'"turn":{{"id":"{name}","status":"{status}"}}}}}}')


def item(ms, name, what="started"):
    line(ms, "s2c", f'{{"method":"item/{what}","params":{{"threadId":"t","turnId":"u",'
         f'"item":{{"id":"{name}"}}}}}}')


def approval(ms, name):
    line(ms, "s2c", f'{{"id":{name},"method":"item/commandExecution/requestApproval","params":'
         f'{{"threadId":"t","turnId":"u","itemId":"i{name}"}}}}')


def calls_with_one_id(count):
    for i in range(count):
        line(10 + i, "c2s", '{"id":1,"method":"model/list"}')


def calls_never_answered(count):
    for i in range(count):
        line(10 + i, "c2s", f'{{"id":{i},"method":"model/list"}}')


def approvals_never_answered(count):
    thread(4, "t")
    turn(5, "t", "u")
    for i in range(count):
        approval(10 + i, i)
    turn(10 + count, "t", "u", "completed", "interrupted")


def approvals_resolved_unanswered(count):
    thread(4, "t")
    turn(5, "t", "u")
    for i in range(count):
        approval(10 + i, i)
        if i > 4000:
            line(10 + i, "s2c", '{"method":"serverRequest/resolved","params":'
                 f'{{"threadId":"t","requestId":{i - 4000}}}}}')


def sessions_never_used(count):
    for i in range(count):
        thread(10 + i, i)


def turns_never_completed(count):
    for i in range(count):
        thread(10 + i, i % 1000)
        turn(10 + i, i % 1000, i)


def items_never_completed(count):
    thread(4, "t")
    turn(5, "t", "u")
    for i in range(count):
        item(10 + i, i)
    turn(10 + count, "t", "u", "completed", "completed")


def bad_lines(count):
    for i in range(count):
        line(10 + i, "c2s", "{bad")


def unknown_methods(count):
    for i in range(count):
        line(10 + i, "s2c", f'{{"method":"m{i}"}}')


def one_instant(count):
    """Both directions within the same millisecond, each line one that waits for the other side."""
    for i in range(count):
        if i % 100 == 99:
            line(10, "s2c", f'{{"id":{i},"result":{{}}}}')
        else:
            line(10, "c2s", f'{{"id":{i},"result":{{}}}}')


def long_lines(count):
    for i in range(count):
        line(10 + i, "s2c", '{"method":"x","params":"' + "x" * ((64 << 20) - 40) + '"}')


def long_parts(count):
    """One line of the conversation in parts of a byte."""
    line(10, "s2c", '{"method":"x","params":"')
    for i in range(count):
        out.write('{"t_ms":11,"dir":"s2c","raw":"x","no_newline":true}\n')


if __name__ == "__main__":
    begin()
    {name: value for name, value in globals().items() if callable(value)}[sys.argv[1]](
        int(sys.argv[2]))
