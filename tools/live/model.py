#!/usr/bin/env python3
"""A stand-in for the model of a real app-server: the Responses API, on this machine.

    tools/live/model.py PORT

What it answers is said by the last [[word]] of the user's last message: text, slow, write, patch,
background, fail (an error of HTTP), broken (it ends within its answer); or by what clients say to the mock server, too (SAID). Behind the output of a tool it
says a sentence and ends.
"""
import itertools
import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

numbers = itertools.count(1)
SAID = {"run make": "write", "slowly": "slow", "Hello": "text"}
PATCH = "*** Begin Patch\n*** Add File: made.txt\n+hello\n*** End Patch\n"


def wanted(body):
    """The word of the last user message, or None behind the output of a tool."""
    word = "text"
    for item in body.get("input", []):
        if item.get("type") == "message" and item.get("role") == "user":
            said = json.dumps(item)
            word = next((word for text, word in SAID.items() if text in said), word)
            word = (re.findall(r"\[\[(\w+)\]\]", said) or [word])[-1]
        elif item.get("type", "").endswith("_call_output"):
            word = None
    return word


class Model(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.start("application/json")
        self.wfile.write(b'{"data":[],"models":[]}')

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        self.tools = {tool.get("name", tool.get("type")): tool for tool in body.get("tools", [])}
        if wanted(body) == "fail":
            return self.send_error(500)
        self.start("text/event-stream")
        try:
            self.say("response.created", response={"id": f"resp_{next(numbers)}"})
            self.play(wanted(body))
            if wanted(body) == "broken":
                return
            usage = {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 40},
                     "output_tokens": 10, "output_tokens_details": {"reasoning_tokens": 0},
                     "total_tokens": 110}
            self.say("response.completed", response={"id": f"resp_{next(numbers)}", "usage": usage})
        except (BrokenPipeError, ConnectionResetError):
            pass  # The turn was interrupted.

    def start(self, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def say(self, kind, **fields):
        data = json.dumps({"type": kind, **fields})
        self.wfile.write(f"event: {kind}\ndata: {data}\n\n".encode())
        self.wfile.flush()

    def play(self, word):
        if word == "slow":
            self.text("slow answer " * 20, 0.1)
        elif word == "write":
            self.run_command("touch made-by-command")
        elif word == "background":
            self.run_command("echo serving; sleep 2; echo late", yield_time_ms=300)
        elif word == "patch" and self.tools.get("apply_patch", {}).get("type") == "custom":
            self.item(type="custom_tool_call", name="apply_patch", input=PATCH)
        elif word == "patch":
            self.run_command("apply_patch <<'EOF'\n" + PATCH + "EOF")
        else:
            self.text("Hello from the stand-in for the model.", 0)

    def text(self, text, pause):
        name = f"msg_{next(numbers)}"
        item = {"type": "message", "role": "assistant", "id": name, "content": []}
        self.say("response.output_item.added", item=item, output_index=0)
        for at in range(0, len(text), 6):
            self.say("response.output_text.delta", delta=text[at:at + 6], item_id=name,
                     output_index=0, content_index=0)
            time.sleep(pause)
        item["content"] = [{"type": "output_text", "text": text}]
        self.say("response.output_item.done", item=item, output_index=0)

    def run_command(self, line, **more):
        if "exec_command" in self.tools:
            name, arguments = "exec_command", {"cmd": line, **more}
        elif "shell_command" in self.tools:
            name, arguments = "shell_command", {"command": line}
        else:
            name, arguments = "shell", {"command": ["bash", "-lc", line]}
        self.item(type="function_call", name=name, arguments=json.dumps(arguments))

    def item(self, **fields):
        item = {"id": f"call_item_{next(numbers)}", "call_id": f"call_{next(numbers)}", **fields}
        self.say("response.output_item.done", item=item, output_index=0)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model).serve_forever()
