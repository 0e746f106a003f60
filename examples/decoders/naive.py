"""What one writes first: `orrery fuzz lines -- python3 examples/decoders/naive.py` finds its faults."""
import json
import sys

for line in sys.stdin.buffer:
    try:
        print(json.dumps({"accept": json.loads(line)}))
    except ValueError as fault:
        print(json.dumps({"reject": str(fault)}))
