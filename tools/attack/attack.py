#!/usr/bin/env python3
"""Attacks the built program as users, runners and bad luck do, and counts what they find.

    attack.py damaged   --orrery PROGRAM [--runs N | --minutes M] [--seed N]
    attack.py signals   --orrery PROGRAM [--runs N] [--seed N] [--shard K/N]
    attack.py deaths    --orrery PROGRAM [--runs N] [--seed N] [--shard K/N]
    attack.py words     --orrery PROGRAM
    attack.py resources --orrery PROGRAM
    attack.py variants  --orrery PROGRAM [--runs N]

damaged: files of every format, damaged by bytes, by lines and by meaning, through every command
that reads them. signals: SIGINT and SIGTERM at random moments of every command. deaths: a program
under test dies of a signal at a random moment. words: hostile words through every command to every
sink. resources: few descriptors, full disks. variants: broken programs of every kind, which must
be found. A sample of each runs in CTest; the long runs are asked for with --runs or --minutes.
--shard 1/2 and 2/2 have each command of signals and deaths in one of two processes.

Ends with 1 if something was found, and prints each command that shows it again.
"""
import argparse
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
import damaged  # noqa: E402
import deaths  # noqa: E402
import resources  # noqa: E402
import signals  # noqa: E402
import variants  # noqa: E402
import words  # noqa: E402

CAMPAIGNS = {"damaged": damaged.run, "signals": signals.run, "deaths": deaths.run,
             "words": words.run, "resources": resources.run, "variants": variants.run}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("campaign", choices=CAMPAIGNS)
    parser.add_argument("--orrery", required=True)
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), "../.."))
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1")
    asked = parser.parse_args()
    asked.orrery = os.path.abspath(asked.orrery)
    asked.root = os.path.abspath(asked.root)
    folder = tempfile.mkdtemp(prefix="orrery_attack_")
    try:
        found = CAMPAIGNS[asked.campaign](asked, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for what in found[:20]:
        print("FOUND " + ascii(what)[1:-1])
    print("%d found" % len(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
