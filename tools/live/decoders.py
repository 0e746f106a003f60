"""decoders.py ORRERY FOLDER LIBRARIES: the table of decoders.sh."""
import json, os, subprocess, sys, time

orrery, folder, libraries = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
wrapper = os.path.join(here, "../../examples/decoders/wrapper.py")
of_npm = ["node", os.path.join(here, "decoders.mjs")]
jq_lines = ('if test("^[ \\\\t\\\\r]*$") then empty else (try {accept: fromjson} '
            'catch {reject: .}) end')
stop, blank = ["--bad-lines", "stop"], ["--blank-lines", "reported"]

# Name, options, program, and what is found: kind and a part of the cause.
table = []


def decoder(name, options, program, *wanted):
    table.append((name, options, program, wanted))


def run(options, program):
    limit = os.environ.get("ORRERY_LIVE_TIME", "20s")
    begin = time.monotonic()
    done = subprocess.run([orrery, "fuzz", "lines", "--json", "--time", limit, "--hang", "5s",
                           *options, "--", *program], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{program}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)["faults"], time.monotonic() - begin


def is_wanted(fault, wanted):
    return any(fault["kind"] == kind and part in fault["cause"] for kind, part in wanted)


decoder("python3 json", ["--profile", "json"], ["python3", wrapper])
decoder("jq lines", ["--profile", "json"], ["jq", "-cR", "--unbuffered", jq_lines])
decoder("jq --stream", ["--profile", "json", *stop],
        ["jq", "-cn", "--stream", "--unbuffered", "{accept: fromstream(inputs)}"])
decoder("node readline", ["--profile", "json", *blank], [*of_npm, "readline", folder])
decoder("split2", ["--profile", "json", *stop, *blank], [*of_npm, "split2", folder])
decoder("split2 lines", ["--profile", "json", *blank], [*of_npm, "split2 lines", folder])
decoder("ndjson", ["--profile", "json"], [*of_npm, "ndjson", folder])
decoder("ndjson lax", ["--profile", "json", "--bad-lines", "skip"],
        [*of_npm, "ndjson lax", folder])
decoder("byline", ["--profile", "json"], [*of_npm, "byline", folder])
decoder("jsonlines", ["--profile", "json", *stop], [*of_npm, "jsonlines", folder])
decoder("MCP ReadBuffer", ["--profile", "mcp", *blank, "--last-line", "dropped"],
        [*of_npm, "mcp", folder])
decoder("simdjson", ["--profile", "json"], [libraries, "simdjson"])
decoder("Boost.JSON", ["--profile", "json"], [libraries, "boost"])
decoder("nlohmann", ["--profile", "json"], [libraries, "nlohmann"])
decoder("RapidJSON", ["--profile", "json"], [libraries, "rapidjson"])
decoder("perl JSON::PP", ["--profile", "json"], ["perl", os.path.join(here, "decoders.pl")])

wrong = 0
only = sys.argv[4:]
for name, options, program, wanted in table:
    if only and name not in only: continue
    faults, seconds = run(options, program)
    new = [fault for fault in faults if not is_wanted(fault, wanted)]
    lost = [each for each in wanted if not any(is_wanted(fault, [each]) for fault in faults)]
    most = max([fault["bytes"] for fault in faults], default=0)
    verdict = "passed" if not new and not lost else "FAILED"
    print(f"{verdict}  {name}: {len(faults)} findings, at most {most} bytes, {seconds:.0f} s")
    for fault in faults:
        mark = "new " if fault in new else "    "
        told = f"{fault['kind']} ({fault['about']}): {fault['cause']}; {fault['bytes']} bytes"
        print(f"  {mark}{told}")
        print(f"        {fault['try']}"[:300])
    for kind, part in lost: print(f"  not found: {kind}: {part}")
    wrong += verdict == "FAILED"
sys.exit(1 if wrong else 0)
