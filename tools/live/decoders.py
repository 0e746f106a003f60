"""decoders.py ORRERY FOLDER LIBRARIES: the table of decoders.sh."""
import json, os, subprocess, sys, time

orrery, folder, libraries = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
wrapper = os.path.join(here, "../../examples/decoders/wrapper.py")
of_npm = ["node", os.path.join(here, "decoders.mjs")]
jq_lines = ('if test("^[ \\\\t\\\\r]*$") then empty else (try {accept: fromjson} '
            'catch {reject: .}) end')
stop, blank = ["--bad-lines", "stop"], ["--blank-lines", "reported"]

# Name, options, program, and what may be found: kind (empty: any), a part of the cause, and whether
# each run finds it that had the time to ask all vectors; else it hangs on chance or on the time.
table = []
taken, lost = "wrong_accept", "missing_answer"
no_utf8 = (taken, "not part of valid UTF-8", True)
nul = (taken, r"\x00", True)
numbers = (taken, "no number that JSON knows", True)
letters = (taken, "this byte cannot stand here", True)
in_reads = ("wrong_reject", "read", True)
null_ends = ("", "null", True)
returns = ("extra_answer", "", False)  # One of a run of bad lines has one in it.


def decoder(name, options, program, *wanted):
    table.append((name, options, program, wanted))


def run(options, program):
    limit = os.environ.get("ORRERY_LIVE_TIME", "20s")
    begin = time.monotonic()
    done = subprocess.run([orrery, "fuzz", "lines", "--json", "--time", limit, "--hang", "30s",
                           *options, "--", *program], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{program}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout), time.monotonic() - begin


def is_wanted(fault, wanted):
    return any(kind in ("", fault["kind"]) and part in fault["cause"] for kind, part, _ in wanted)


# Infinity without a sign is a word of Python's; and it reads UTF-16, where a line has no newline.
decoder("python3 json", ["--profile", "json"], ["python3", wrapper],
        (taken, "NaN", True), (taken, "Infinity", True), no_utf8, (taken, "no end", False))
# A letter in two of the blocks in which it reads a line.
decoder("jq lines", ["--profile", "json"], ["jq", "-cR", "--unbuffered", jq_lines],
        ("wrong_reject", "a letter of several bytes over byte 8,190 of a line", True), nul, numbers,
        letters, no_utf8, (taken, "raw control", True), (taken, r"\x0", False),
        (taken, "ends within a value", False))
decoder("jq --stream", ["--profile", "json", *stop],
        ["jq", "-cn", "--stream", "--unbuffered", "{accept: fromstream(inputs)}"],
        nul, numbers, letters, (taken, "something stands behind", True), no_utf8,
        (taken, "raw control", True), (taken, r"\x0", False), ("crash", "", False))
decoder("node readline", ["--profile", "json", *blank], [*of_npm, "readline", folder],
        no_utf8, returns)
decoder("split2", ["--profile", "json", *stop, *blank], [*of_npm, "split2", folder],
        no_utf8, null_ends)
decoder("split2 lines", ["--profile", "json", *blank], [*of_npm, "split2 lines", folder],
        no_utf8)
# Deaf for what comes in another read than a bad line.
decoder("ndjson", ["--profile", "json"], [*of_npm, "ndjson", folder],
        no_utf8, null_ends, (lost, "read", True))
decoder("ndjson lax", ["--profile", "json", "--bad-lines", "skip"],
        [*of_npm, "ndjson lax", folder], no_utf8, null_ends)
decoder("byline", ["--profile", "json"], [*of_npm, "byline", folder],
        no_utf8, in_reads, returns, ("wrong_reject", r"\xe2\x80\xa", False),
        (taken, r"\x0", False))
decoder("jsonlines", ["--profile", "json", *stop], [*of_npm, "jsonlines", folder],
        no_utf8, null_ends, in_reads, ("extra_answer", r"`\x0d`", True),
        ("wrong_reject", r"`\x0d`", False))
decoder("MCP ReadBuffer", ["--profile", "mcp", *blank, "--last-line", "dropped"],
        [*of_npm, "mcp", folder], no_utf8)
decoder("simdjson", ["--profile", "json"], [libraries, "simdjson"])
decoder("Boost.JSON", ["--profile", "json"], [libraries, "boost"],
        ("wrong_reject", "nesting of more than 32 levels", True))
decoder("nlohmann", ["--profile", "json"], [libraries, "nlohmann"], nul)
# It calls itself for each level, and takes bytes of a mark that are none.
decoder("RapidJSON", ["--profile", "json"], [libraries, "rapidjson"],
        nul, no_utf8, ("crash", "", False))
# It reads UTF-16, and writes fifteen digits.
decoder("perl JSON::PP", ["--profile", "json"],
        ["perl", os.path.join(here, "decoders.pl")], (taken, r"\x00", False),
        ("wrong_reject", "9007199254740993.0", False))

wrong = 0
only = sys.argv[4:]
for name, options, program, wanted in table:
    if only and name not in only: continue
    report, seconds = run(options, program)
    faults, whole = report["faults"], report["vectors_not_asked"] == 0
    new = [fault for fault in faults if not is_wanted(fault, wanted)]
    gone = [each for each in wanted
            if whole and each[2] and not any(is_wanted(fault, [each]) for fault in faults)]
    sizes = [fault["bytes"] for fault in faults]
    verdict = "FAILED" if new or gone else "passed" if whole else "passed so far"
    print(f"{verdict}  {name} {' '.join(options)}: {len(faults)} findings of {sizes} bytes, "
          f"{seconds:.0f} s, {report['lines']} pieces, {report['vectors_not_asked']} not asked",
          flush=True)
    for fault in faults:
        mark = "new " if fault in new else "    "
        told = f"{fault['kind']} ({fault['about']}): {fault['cause']}; {fault['bytes']} bytes"
        print(f"  {mark}{told}")
        print(f"        {fault['try']}"[:300])
    for kind, part, _ in gone: print(f"  not found: {kind}: {part}")
    wrong += verdict == "FAILED"
sys.exit(1 if wrong else 0)
