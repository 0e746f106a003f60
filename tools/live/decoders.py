"""decoders.py ORRERY FOLDER LIBRARIES: the table of decoders.sh."""
import json, os, subprocess, sys, time

orrery, folder, libraries = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
wrapper = os.path.join(here, "../../examples/decoders/wrapper.py")
of_npm = ["node", os.path.join(here, "decoders.mjs")]
jq_lines = ('if test("^[ \\\\t\\\\r]*$") then empty else (try {accept: fromjson} '
            'catch {reject: .}) end')
stop, blank = ["--bad-lines", "stop"], ["--blank-lines", "reported"]

# Of each decoder: what must be found once all vectors were asked, and what may be, since it hangs
# on chance or on the time. Each is a kind (empty: any) and a part of the word and the cause, and
# was verified without Orrery, by the line that the finding tells to try. What is in neither is red.
table = []
taken, lost = "wrong_accept", "missing_answer"
no_utf8 = (taken, "not_utf8")
nul = (taken, "nul_byte")
control = (taken, r"\x0")  # In a line, where it is taken for a space.
numbers = (taken, "bad_number")
letters = (taken, "unexpected_byte")
behind = (taken, "trailing_bytes")
in_reads = ("wrong_reject", "read")
null_ends = ("", "null")
returns = ("extra_answer", "")  # One of a run of bad lines has one in it.
white_space = (taken, "white space elsewhere")
rounded = ("rounded", "")  # 1.5e-87 is written as 1.4999999999999999e-87, or the like.


def decoder(name, options, program, must=(), may=()):
    table.append((name, options, program, must, may))


def run(options, program, seconds):
    begin = time.monotonic()
    done = subprocess.run([orrery, "fuzz", "lines", "--json", "--time", f"{seconds}s",
                           "--hang", "30s", *options, "--", *program],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{program}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout), time.monotonic() - begin


# With more time where some vectors were not asked, so that what must be found can be; or where it
# was over before what is new was made small, and nobody sees what it is.
def run_whole(options, program, known):
    seconds = int(os.environ.get("ORRERY_LIVE_SECONDS", "20"))
    for factor in (1, 2, 4):
        report, took = run(options, program, seconds * factor)
        large = [fault for fault in report["faults"]
                 if "The time was over" in fault["cause"] and not is_one_of(fault, known)]
        if report["vectors_not_asked"] == 0 and not large: break
    return report, took


def is_one_of(fault, wanted):
    told = fault["about"] + ": " + fault["cause"]
    return any(kind in ("", fault["kind"]) and part in told for kind, part in wanted)


# Infinity without a sign is a word of Python's; and it reads UTF-16, where a line has no newline.
decoder("python3 json", ["--profile", "json"], ["python3", wrapper],
        must=[(taken, "NaN"), (taken, "Infinity"), no_utf8], may=[(taken, "no end")])
# A letter in two of the blocks in which it reads a line; without time for the place, any letter.
decoder("jq lines", ["--profile", "json"], ["jq", "-cR", "--unbuffered", jq_lines],
        must=[("wrong_reject", "a letter of several bytes over byte 8,190 of a line"), nul, numbers,
              letters, no_utf8, (taken, "control_character")],
        may=[control, (taken, "unexpected_end"), rounded, ("wrong_reject", r"\xc3\xa9")])
# It reads values and not lines: `0{}` is two. It aborts at `{"":2,"",`.
decoder("jq --stream", ["--profile", "json", *stop],
        ["jq", "-cn", "--stream", "--unbuffered", "{accept: fromstream(inputs)}"],
        must=[nul, numbers, letters, behind, no_utf8, (taken, "control_character")],
        may=[control, ("crash", ""), ("extra_answer", "stands behind the line"), rounded])
decoder("node readline", ["--profile", "json", *blank], [*of_npm, "readline", folder],
        must=[no_utf8], may=[returns])
decoder("split2", ["--profile", "json", *stop, *blank], [*of_npm, "split2", folder],
        must=[no_utf8, null_ends])
decoder("split2 lines", ["--profile", "json", *blank], [*of_npm, "split2 lines", folder],
        must=[no_utf8])
# Deaf for what comes in another read than a bad line, and for a last line without its newline
# behind one: `]\n]` has one answer, and `]\n]\n` two.
decoder("ndjson", ["--profile", "json"], [*of_npm, "ndjson", folder],
        must=[no_utf8, null_ends, (lost, "read")], may=[(lost, "no end")])
decoder("ndjson lax", ["--profile", "json", "--bad-lines", "skip"],
        [*of_npm, "ndjson lax", folder], must=[no_utf8, null_ends])
decoder("byline", ["--profile", "json"], [*of_npm, "byline", folder],
        must=[no_utf8, in_reads],
        may=[returns, ("wrong_reject", r"\xe2\x80\xa"), control])
decoder("jsonlines", ["--profile", "json", *stop], [*of_npm, "jsonlines", folder],
        must=[no_utf8, null_ends, in_reads, ("extra_answer", r"`\x0d`")],
        may=[("wrong_reject", r"`\x0d`")])
decoder("MCP ReadBuffer", ["--profile", "mcp", *blank, "--last-line", "dropped"],
        [*of_npm, "mcp", folder], must=[no_utf8])
# Both take away from a line what JavaScript's trim() does.
decoder("ACP ndJsonStream",
        ["--profile", "json", "--bad-lines", "skip", "--last-line", "dropped"],
        [*of_npm, "acp", folder], must=[no_utf8, white_space])
decoder("can-ndjson-stream", ["--profile", "json", *stop], [*of_npm, "can", folder],
        must=[no_utf8, white_space, (lost, "what stands before a bad line")])
# Says nothing of an empty line, but of one of white space.
decoder("binary-split", ["--profile", "json"], [*of_npm, "binary-split", folder],
        must=[no_utf8, ("extra_answer", "a line of white space alone")])
decoder("simdjson", ["--profile", "json"], [libraries, "simdjson"])
# It sums up digits, and multiplies by a power of ten that is rounded itself.
decoder("Boost.JSON", ["--profile", "json"], [libraries, "boost"],
        must=[("wrong_reject", "nesting of more than 32 levels")], may=[rounded])
decoder("nlohmann", ["--profile", "json"], [libraries, "nlohmann"], must=[nul])
# It calls itself for each level, and takes bytes of a mark that are none; its numbers are exact
# only with kParseFullPrecisionFlag: 9123456789012345e7 is written as 9.123456789012344e22.
decoder("RapidJSON", ["--profile", "json"], [libraries, "rapidjson"],
        must=[nul, no_utf8], may=[("crash", ""), rounded])
# It reads UTF-16, and writes fifteen digits. Once it has read a number with a fraction, such as
# 1.5, it writes 9007199254740993.0 as a string.
decoder("perl JSON::PP", ["--profile", "json"],
        ["perl", os.path.join(here, "decoders.pl")],
        may=[nul, control, rounded, ("wrong_reject", "behind the line"),
             ("wrong_reject", "e-")])

wrong = 0
only = sys.argv[4:]
for name, options, program, must, may in table:
    if only and name not in only: continue
    report, seconds = run_whole(options, program, [*must, *may])
    faults, whole = report["faults"], report["vectors_not_asked"] == 0
    new = [fault for fault in faults if not is_one_of(fault, [*must, *may])]
    gone = [each for each in must
            if whole and not any(is_one_of(fault, [each]) for fault in faults)]
    sizes = [fault["bytes"] for fault in faults]
    verdict = "FAILED" if new or gone else "passed" if whole else "NOT WHOLE"
    print(f"{verdict}  {name} {' '.join(options)}: {len(faults)} findings of {sizes} bytes, "
          f"{seconds:.0f} s, {report['lines']} pieces, {report['vectors_not_asked']} not asked",
          flush=True)
    for fault in faults:
        mark = "new " if fault in new else "    "
        told = f"{fault['kind']} ({fault['about']}): {fault['cause']}; {fault['bytes']} bytes"
        print(f"  {mark}{told}")
        print(f"        {fault['try']}"[:300])
    for kind, part in gone: print(f"  not found: {kind}: {part}")
    wrong += verdict != "passed"
sys.exit(1 if wrong else 0)
