#!/usr/bin/env python3
"""acp_talk.py CODEX_ACP CODEX HOME: codex-acp with whatever ORRERY_PROXY has behind the proxy.

A process for each conversation; prints what it came to.
"""
import os
import sys

from acp_client import Agent, Silence, Try, asks, talks

TALKS = {
    "turn": lambda t: t.say("Hello"),
    "accepted": lambda t: t.say("run make"),
    "declined": lambda t: [t.say("run make", "reject_once"), t.say("Hello")][0],
    "interrupted": lambda t: t.say_and_stop("Hello, slowly", talks),
    "interrupted while it asks": lambda t: t.say_and_stop("run make", asks),
}


def main():
    program, codex, home = sys.argv[1:]
    for name, act in TALKS.items():
        agent = Agent(program, codex, os.environ["CODEX_HOME"], "", os.environ["ORRERY_PROXY"])
        try:
            came = act(Try(agent, home))
        except Silence as silence:
            came = f"silence: {silence}"
        finally:
            agent.close()
        print(f"{name}: {came}", flush=True)


if __name__ == "__main__":
    main()
