"""tidy.py ROOT: checks every file of the project against rules.py.
tidy.py --self-check: checks that the rules can fire.

Prints file:line: message. Exit 1 on findings, 2 on bad usage.
"""
import os
import sys

import rules
import samples

FOLDERS = ("engine", "spec", "sim", "conformance", "recordings", "fuzz", "scenarios", "tools", "docs", "examples")


def files_below(root):
    """Sorted, so that the output is the same everywhere."""
    return sorted(os.path.relpath(path, root)
                  for top in FOLDERS for folder, _, names in os.walk(os.path.join(root, top))
                  for path in (os.path.join(folder, name) for name in names)
                  if os.path.isfile(path))


def check_all(root):
    files = files_below(root)
    if not files:
        print(f"tidy: nothing to check below {root}", file=sys.stderr)
        return 2
    house = rules.House(files)
    findings = []
    for file in files:
        text = ""
        if file.endswith((".h", ".cc")):
            with open(os.path.join(root, file), encoding="utf-8", errors="replace",
                      newline="") as stream:
                text = stream.read()
        findings += house.check(file, text)
    findings += house.check_tree()
    for path, line, rule, message in findings:
        print(f"{path}:{line}: {message} [{rule}]")
    print(f"tidy: {len(files)} files, {len(findings)} findings")
    return 1 if findings else 0


if len(sys.argv) != 2:
    print("usage: tidy.py ROOT | tidy.py --self-check", file=sys.stderr)
    sys.exit(2)
if sys.argv[1] == "--self-check":
    sys.exit(0 if samples.self_check() else 1)
sys.exit(check_all(sys.argv[1]))
