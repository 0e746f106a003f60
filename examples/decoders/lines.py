"""A decoder that passes: orrery fuzz lines [--profile P] -- python3 examples/decoders/lines.py [P]"""
import json, re, sys

profile = sys.argv[1] if len(sys.argv) > 1 else "app-server"

def members(pairs):
    if len(dict(pairs)) != len(pairs): raise ValueError("duplicate key")
    return dict(pairs)

def refuse(word): raise ValueError(word)

def is_int(value): return type(value) is int and -(2**63) <= value < 2**63

def has_error(value):
    error = value["error"]
    return type(error) is dict and is_int(error.get("code")) and type(error.get("message")) is str

def check_json(text):
    depth = 0
    for mark in re.findall(r"[\[{\]}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if mark in "[{" else -1
        if depth > 128: raise ValueError("too deep")
    value = json.loads(text, object_pairs_hook=members, parse_constant=refuse, parse_int=int)
    json.dumps(value, ensure_ascii=False).encode()  # Fails for half of a surrogate pair.
    return value

def check_app_server(value):
    if type(value) is not dict: raise ValueError("no object")
    if "id" in value and not (type(value["id"]) is str or is_int(value["id"])): raise ValueError("id")
    if "method" in value: return type(value["method"]) is str or refuse("method")
    if "id" not in value or ("result" in value) == ("error" in value): raise ValueError("no message")
    if "error" in value and not has_error(value): raise ValueError("error")

def check_jsonrpc(value):
    if type(value) is list:
        if not value: raise ValueError("empty batch")
        for part in value: check_jsonrpc(part if type(part) is dict else refuse("no object"))
        if len({"method" in part for part in value}) > 1: raise ValueError("mixed batch")
        return
    if type(value) is not dict: raise ValueError("no object")
    if value.get("jsonrpc") != "2.0": raise ValueError("version")
    if type(value.get("id")) in (bool, list, dict): raise ValueError("id")
    if "method" in value:
        if type(value["method"]) is not str: raise ValueError("method")
        return type(value.get("params", [])) in (list, dict) or refuse("params")
    if "id" not in value or ("result" in value) == ("error" in value): raise ValueError("no message")
    if "error" in value and not has_error(value): raise ValueError("error")

def check_mcp(value):
    if type(value) is not dict: raise ValueError("no object")
    of_error = "method" not in value and "error" in value
    known = type(value.get("id", 0)) is str or is_int(value.get("id", 0))
    if not known and not (of_error and value["id"] is None): raise ValueError("id")
    if type(value.get("params" if "method" in value else "result", {})) is not dict: raise ValueError("no object")
    check_jsonrpc(value)

check = {"json": lambda value: None, "jsonrpc": check_jsonrpc, "app-server": check_app_server, "mcp": check_mcp}[profile]
for line in sys.stdin.buffer:
    if not line.strip(b" \t\r\n"): continue
    try:
        text = line.decode().strip(" \t\r\n")
        check(check_json(text))
        sys.stdout.buffer.write(b'{"accept":' + text.encode() + b"}\n")
    except (ValueError, RecursionError) as fault:
        print(json.dumps({"reject": str(fault)}), flush=True)
    sys.stdout.flush()
