"""Each check of `orrery conform` as a test of its own, which fails with its story: docs/VECTORS.md."""
import json, os, shlex, subprocess, pytest

COMMAND = os.environ.get("ORRERY", "orrery") + " conform " + os.environ.get("CONFORM", "ack --subject 'exec:python3 ack.py'")
gate = subprocess.run(shlex.split(COMMAND) + ["--results", "-"], stdout=subprocess.PIPE, text=True)
assert gate.returncode in (0, 1, 6), "nothing was judged: exit code %d" % gate.returncode
checks = [row for row in map(json.loads, gate.stdout.splitlines()) if "check" in row]

@pytest.mark.parametrize("row", checks, ids=lambda row: "%s (%s)" % (row["check"], row["rule"]))
def test_conform(row):
    if row["outcome"] in ("fail", "error") or (row["outcome"], row["level"]) == ("not_exercised", "must"):
        pytest.fail(row["message"] or row["outcome"], pytrace=False)
    if row["outcome"] != "pass":
        pytest.skip(row["outcome"] + " " + row["message"].partition("\n")[0])
