"""What to put around a decoder: orrery fuzz lines --profile json -- python3 wrapper.py"""
import json, sys

def answer(key, value):
    try: text = json.dumps({key: value}, allow_nan=False)
    except Exception as fault: text = json.dumps({"unprintable": repr(fault)})  # The wrapper's.
    print(text, flush=True)

for line in sys.stdin.buffer:
    if not line.strip(b" \t\r\n"): continue
    try: value = json.loads(line)  # The decoder.
    except Exception as fault: answer("reject", repr(fault))
    else: answer("accept", value)
