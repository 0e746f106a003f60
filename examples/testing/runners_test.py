#!/usr/bin/env python3
"""runners_test.py PROGRAM ROOT TESTS: each runner of examples/testing over a right subject and a faulty one.

TESTS is the folder of the tests of GoogleTest that the build made. Of the right subject no test is
red. Of the faulty one those of `conform` are red that the results of `orrery conform` call failed,
and no other; and vectors are red, all about the rules that the fault breaks. A runner that is not
installed is skipped by its name. Exit code 77: none is.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PROGRAM, ROOT, TESTS = (os.path.abspath(path) for path in sys.argv[1:4])
JAVA = "/usr/share/java"
CONSOLE = os.environ.get("JUNIT_CONSOLE") or ":".join(sorted(
    path for name in ("junit-platform-*", "junit-jupiter-*", "opentest4j*", "apiguardian*", "picocli*")
    for path in glob.glob("%s/%s.jar" % (JAVA, name)) if not re.search(r"-[0-9][^/]*$", path)))
# A fault, as tools/subject/examples_testing.h plants it: file, text, instead, the rules it breaks.
PYTHON_FAULT = ("ack.py", "while not holds(signal, seen := await", "while not (seen := await")
RUST_FAULT = ("ack.rs", "if holds(self.row.signal, bound, seen) {", "if true {")
SCRIPT_FAULT = ("modality.ts", "this.sweeping = dialogs.map(", "this.sweeping = [...dialogs].reverse().map(")
KOTLIN_FAULT = ("Modality.kt", "dialogs.map { Closing(it) }", "dialogs.reversed().map { Closing(it) }")
ESBUILD = "find . -name '*.ts' | while read f; do esbuild $f --outfile=${f%%.ts}.js --log-level=error; done; " \
    "sed -i 's/orrery[.]ts/orrery.js/' *.js; echo '{\"type\":\"module\"}' >package.json"
KOTLIN = "kotlinc -nowarn -cp " + CONSOLE + " *.kt vectors/*.kt -include-runtime -d tests.jar"
LAUNCH = "java -cp " + CONSOLE + ":tests.jar org.junit.platform.console.ConsoleLauncher " \
    "-c %s --reports-dir reports >out 2>&1"

# name, area, folders, needs, build, subject, fault, how conform is run, how vectors are, where the reports are.
RUNNERS = [
    ("pytest", "ack", ["subjects/python", "testing/pytest"], "pytest --version", ":", "python3 ack.py", PYTHON_FAULT,
     "pytest -q --junitxml=c.xml test_conform.py", "pytest -q --junitxml=v.xml test_vectors.py"),
    ("node:test", "modality", ["subjects/typescript", "testing/node"], "node --version && esbuild --version", ESBUILD,
     "node modality.js", SCRIPT_FAULT,
     "node --test --test-reporter=junit conform.test.mjs >c.xml", "node --test --test-reporter=junit vectors.test.mjs >v.xml"),
    ("vitest", "modality", ["subjects/typescript", "testing/node"], "vitest --version && esbuild --version", ESBUILD,
     "node modality.js", SCRIPT_FAULT, "vitest run --reporter=junit --outputFile=c.xml conform",
     "vitest run --reporter=junit --outputFile=v.xml vectors"),
    ("cargo test", "ack", ["subjects/rust", "testing/cargo"], "cargo --version", "cargo build -q --offline 2>&1",
     "target/debug/ack", RUST_FAULT, "cargo test -q --offline --test conform >c.txt", "cargo test --offline --bin ack >v.txt 2>&1"),
    ("JUnit 5", "modality", ["subjects/kotlin", "testing/junit"], "kotlinc -version && java -version && ls %s/junit-jupiter-engine.jar" % JAVA,
     KOTLIN, "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp tests.jar ModalityKt", KOTLIN_FAULT,
     LAUNCH % "ConformTest" + "; code=$?; cp reports/TEST-junit-jupiter.xml c.xml; exit $code",
     LAUNCH % "VectorsTest" + "; code=$?; cp reports/TEST-junit-jupiter.xml v.xml; exit $code"),
    ("GoogleTest", "ack", ["subjects/python"], "ls %s/example_vectors_test" % TESTS, ":", "python3 ack.py", PYTHON_FAULT,
     "%s/example_conform_test --gtest_output=xml:c.xml" % TESTS, "%s/example_vectors_test --gtest_output=xml:v.xml" % TESTS),
]
BOUNDS = {"ack": "--rule ACK-03 --runs 1 --max-states 2", "modality": "--rule MOD-10 --runs 1 --max-states 50"}
passed = failed = skipped = 0
judged = {}


def shell(line, folder, **environment):
    # Its Python is this one, whatever finds that for a shell: it is started often. What cargo builds is
    # neither looked at by a debugger nor built a third time.
    path = ":".join((os.path.dirname(sys.executable), os.environ["PATH"],
                     os.path.expanduser("~/.cargo/bin")))
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, timeout=900,
                          env=dict(os.environ, PATH=path, ORRERY=PROGRAM, CARGO_INCREMENTAL="0",
                                   CARGO_PROFILE_DEV_DEBUG="0", **environment))


def expect(what, good, shown=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED  %s: %s" % (what, str(shown)[-1500:]))


def report(folder, stem):
    """Of each test whether it is red, by its name; and the message of a red one."""
    text = os.path.join(folder, stem + ".txt")
    if os.path.exists(text):
        with open(text, encoding="utf-8") as file:
            said = file.read()
        tests = re.findall(r"^test (.*) \.\.\. (\w+)", said, re.M)
        return [(name, word == "FAILED") for name, word in tests], said
    root = xml.etree.ElementTree.parse(os.path.join(folder, stem + ".xml")).getroot()
    tests, message = [], ""
    for case in root.iter("testcase"):
        name = (case.get("name") or "").removeprefix("test_conform[").removeprefix("test_vector[")
        shown = "".join(part.text or "" for part in case.iter("system-out"))  # JUnit 5 has the name there.
        name = (re.findall(r"display-name: (.*)", shown) or [name.removesuffix("]")])[0]
        red = case.find("failure") if case.find("failure") is not None else case.find("error")
        tests.append((re.sub(r"\)\d+$", ")", name), red is not None))  # pytest counts equal names.
        message = message or (red is not None and ((red.get("message") or "") + (red.text or "")))
    return tests, message or ""


def flat(names):
    return sorted(re.sub(r"[^A-Za-z0-9]+", " ", name).strip() for name in names)


def rows_of(gate, fault, folder):
    """What the gate says of the subject, asked once for the runners that share one."""
    if (gate, fault) not in judged:
        said = shell("$ORRERY conform %s --results -" % gate, folder).stdout
        judged[gate, fault] = [row for row in map(json.loads, said.splitlines()) if "check" in row]
    return judged[gate, fault]


def try_runner(name, area, folders, build, subject, fault, conform, vectors):
    with tempfile.TemporaryDirectory() as folder:
        for one in folders:
            shutil.copytree(os.path.join(ROOT, "examples", one), folder, dirs_exist_ok=True)
        shell("$ORRERY export %s -o vectors.json" % area, folder)
        # The fault is planted in what was built, so that a build makes again what it changes alone.
        for planted in (False, True):
            for report_before in glob.glob(os.path.join(folder, "[cv].*")) + glob.glob(
                    os.path.join(folder, "reports/*.xml")):
                os.remove(report_before)
            if planted:
                path = os.path.join(folder, fault[0])
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                assert text.count(fault[1]) == 1, fault
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text.replace(fault[1], fault[2]))
            kind = name + (", faulty" if planted else "")
            built = shell(build, folder)
            expect(kind + " is built", built.returncode == 0, built.stdout + built.stderr)
            gate = "%s %s --subject 'exec:%s'" % (area, BOUNDS[area], subject)
            rows = rows_of(gate, planted and fault, folder)
            red = ["%s (%s)" % (row["check"], row["rule"]) for row in rows if row["outcome"] == "fail"]
            ran = shell(conform, folder, CONFORM=gate, VITEST="1" if name == "vitest" else "",
                        COMMAND="%s conform %s" % (PROGRAM, gate))
            tests, message = report(folder, "c")
            expect(kind + ": exactly the failed checks are red",
                   flat(one for one, is_red in tests if is_red) == flat(red) and bool(red) == planted,
                   (sorted(red), [one for one, is_red in tests if is_red], ran.stdout, ran.stderr))
            expect(kind + ": a test for each check", len(tests) == len(rows), (len(tests), len(rows)))
            expect(kind + ": the exit code", (ran.returncode != 0) == planted, ran.returncode)
            if planted:
                expect(kind + ": the story is its message", "want" in message and "got" in message, message)
            if name == "GoogleTest" and planted:
                continue  # Its vectors try our engine, in which nothing is planted.
            shell(vectors, folder, VECTORS="vectors.json", VITEST="1" if name == "vitest" else "")
            played, _ = report(folder, "v")
            reds = [one for one, is_red in played if is_red]
            expect(kind + ": vectors", bool(reds) == planted, reds)
            print("%s: %d checks, %d red; %d vectors, %d red" % (
                kind, len(tests), sum(is_red for _, is_red in tests), len(played), len(reds)))


def lines_of_code(path):
    """Without blanks and comments."""
    with open(path, encoding="utf-8") as file:
        lines = [line.lstrip(" ") for line in file]
    return sum(bool(line.strip()) and not line.startswith(("//", "/*", "# ", '"""')) for line in lines)


def longest_line(paths):
    """Without comments, which are text."""
    lines = [line.rstrip("\n") for path in paths for line in open(path, encoding="utf-8")]
    return max(len(line) for line in lines if not line.lstrip().startswith(("//", "# ", '"""')))


def check_page():
    """The files that docs/VECTORS.md names for each runner are as long as it says."""
    with open(os.path.join(ROOT, "docs/VECTORS.md"), encoding="utf-8") as file:
        rows = [row for row in file if row.startswith("| ") and "examples/testing/" in row]
    for row in rows:
        said = [int(number) for cell in re.findall(r"\| ([0-9 +]+) (?=\|)", row) for number in cell.split(" + ")]
        files = [os.path.join(ROOT, path) for path in re.findall(r"\(\.\./([^)]*)\)", row)]
        name = row.split("|")[1].strip()
        expect("lines of " + name, said == [lines_of_code(path) for path in files], row)
        expect("a player of at most 150 lines: " + name, sum(said[1:]) <= 150, row)
        expect("no line of it is squeezed: " + name, longest_line(files[1:]) <= 100, row)
    expect("a row for each runner", len(rows) >= 5, rows)


def main():
    global skipped
    check_page()
    wanted = sys.argv[4:]
    for name, area, folders, needs, *how in RUNNERS:
        if wanted and name not in wanted:
            continue
        if shell(needs, ROOT).returncode != 0:
            print("skipped %s: not installed: %s" % (name, needs))
            skipped += 1
        else:
            try_runner(name, area, folders, *how)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0 if passed else 77


if __name__ == "__main__":
    sys.exit(main())
