"""A decoder that passes: orrery fuzz lines -- python3 examples/decoders/lines.py"""
import json, re, sys

def members(pairs):
    if len(dict(pairs)) != len(pairs): raise ValueError("duplicate key")
    return dict(pairs)

def refuse(word): raise ValueError(word)

def is_int(value): return type(value) is int and -(2**63) <= value < 2**63

def check(text):
    depth = 0
    for mark in re.findall(r"[\[{\]}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if mark in "[{" else -1
        if depth > 128: raise ValueError("too deep")
    value = json.loads(text, object_pairs_hook=members, parse_constant=refuse, parse_int=int)
    json.dumps(value, ensure_ascii=False).encode()  # Fails for half of a surrogate pair.
    if type(value) is not dict: raise ValueError("no object")
    if "id" in value and not (type(value["id"]) is str or is_int(value["id"])): raise ValueError("id")
    if "method" in value: return type(value["method"]) is str or refuse("method")
    if "id" not in value or ("result" in value) == ("error" in value): raise ValueError("no message")
    error = value.get("error")
    if "error" in value and not (type(error) is dict and is_int(error.get("code")) and
                                 type(error.get("message")) is str): raise ValueError("error")

for line in sys.stdin.buffer:
    if not line.strip(b" \t\r\n"): continue
    try:
        text = line.decode().strip(" \t\r\n")
        check(text)
        sys.stdout.buffer.write(b'{"accept":' + text.encode() + b"}\n")
    except (ValueError, RecursionError) as fault:
        print(json.dumps({"reject": str(fault)}), flush=True)
    sys.stdout.flush()
