import json, sys

for line in sys.stdin:  # Each line is answered by one.
    asked = json.loads(line)
    answer = {"n": asked["n"], "commands": []}
    if asked["n"] == 0:
        answer = {"n": 0, "areas": ["ack"], "grade": "plain", "name": "Hasty"}
    elif "called" in asked["events"][-1]:
        call = asked["events"][-1]["called"]["call"]
        answer["commands"] = [{"dispatch": {"call": call, "request": 0}},
                              {"respond": {"call": call, "response": {"status": "ok"}}}]
    print(json.dumps(answer), flush=True)
