#!/usr/bin/env python3
"""action_test.py PROGRAM ROOT: the steps of action.yml and of ci/gitlab.yml, run as their hosts would.

Each `run` is a script of bash with its inputs as environment, in a repository of a user that is made
here; what `uses` another action is no step of ours and is named. Exit code 77: no PyYAML.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree

try:
    import yaml
except ImportError:
    print("skipped: no PyYAML")
    sys.exit(77)

PROGRAM, ROOT = (os.path.abspath(path) for path in sys.argv[1:3])
failed = passed = 0


def expect(what, good, shown=""):
    global failed, passed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED  %s: %s" % (what, shown))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Runner:
    """A job of GitHub: files that steps write for others, and values of `${{ }}`."""

    def __init__(self, folder, inputs):
        self.folder, self.outputs, self.skipped, self.said = folder, {}, [], ""
        self.path = fake_curl(folder)
        with open(os.path.join(ROOT, "action.yml"), encoding="utf-8") as file:
            self.action = yaml.safe_load(file)
        unknown = set(inputs) - set(self.action["inputs"])
        assert not unknown, "no inputs of the action: %s" % unknown
        self.inputs = {name: inputs.get(name, str(what.get("default", "")))
                       for name, what in self.action["inputs"].items()}
        for name in ("temp", "home"):
            os.makedirs(os.path.join(folder, name), exist_ok=True)

    def value(self, expression):
        for part in expression.split("||"):
            scope, _, name = part.strip().partition(".")
            if scope == "steps":
                step, name = name.split(".outputs.")
                found = self.outputs[step][name]
            else:
                found = {"inputs": self.inputs, "github": {
                    "server_url": "https://localhost", "repository": "me/agent"}}[scope].get(name, "")
            if found:
                return found
        return ""

    def filled(self, text):
        return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: self.value(found.group(1)), text)

    def run(self):
        files = {name: os.path.join(self.folder, "temp", name)
                 for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        code = 0
        for step in self.action["runs"]["steps"]:
            if code != 0 and "always()" not in step.get("if", ""):
                continue
            if "uses" in step:
                self.skipped.append(step["uses"])
                continue
            open(files["GITHUB_OUTPUT"], "w").close()
            environment = {"PATH": self.path, "HOME": os.path.join(self.folder, "home"),
                           "RUNNER_TEMP": os.path.join(self.folder, "temp"), "GITHUB_ACTIONS": "true",
                           "GITHUB_ACTION_PATH": ROOT, "GITHUB_WORKSPACE": self.folder, **files}
            environment.update((k, self.filled(v)) for k, v in step.get("env", {}).items())
            ran = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                                 cwd=self.folder, env=environment, capture_output=True, text=True)
            self.said += ran.stdout + ran.stderr
            if "id" in step:
                self.outputs[step["id"]] = dict(
                    line.split("=", 1) for line in read(files["GITHUB_OUTPUT"]).splitlines())
            code = code or ran.returncode
        self.summary = read(files["GITHUB_STEP_SUMMARY"]) if os.path.exists(
            files["GITHUB_STEP_SUMMARY"]) else ""
        return code


def repository(folder):
    os.makedirs(os.path.join(folder, "agent"))
    for name in ("hasty.py", "orrery.py", "ack.py"):
        with open(os.path.join(folder, "agent", name), "w", encoding="utf-8") as file:
            file.write(read(os.path.join(ROOT, "examples/subjects/python", name)))
    shutil.copy(ARCHIVE, folder)


def make_archive(folder):
    """As CPack makes it: one folder, and the program in its bin. Here a line there starts the program,
    which is large, so that it need not be packed, copied and unpacked for each job."""
    global ARCHIVE
    ARCHIVE = os.path.join(folder, "orrery-0.1.0-Linux-x86_64.tar.gz")
    path = os.path.join(folder, "orrery")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexec '%s' \"$@\"\n" % PROGRAM)
    os.chmod(path, 0o755)
    with tarfile.open(ARCHIVE, "w:gz") as archive:
        archive.add(path, "orrery-0.1.0-Linux-x86_64/bin/orrery")


def fake_curl(folder):
    """A PATH whose curl fetches the archive of the repository, and writes down what it was given; its
    Python is the one that runs this, as it starts soonest."""
    path = os.path.join(folder, "fake")
    os.makedirs(path)
    with open(os.path.join(path, "curl"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\necho \"$*\" >>%s/asked\n"
                   "while [ \"$1\" != -o ]; do shift; done\ncp %s/*.tar.gz \"$2\"\n" % (path, folder))
    os.chmod(file.name, 0o755)
    with open(os.path.join(path, "python3"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexec %s -S -E \"$@\"\n" % sys.executable)
    os.chmod(file.name, 0o755)
    return path + ":" + os.environ["PATH"]


def asked(folder):
    return read(os.path.join(folder, "fake/asked")).strip()


def examples():
    """The YAML of the page, by what is before it."""
    with open(os.path.join(ROOT, "docs/CI.md"), encoding="utf-8") as file:
        return [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```", file.read(), re.M | re.S)]


# A rule that the broken subject breaks in a few worlds, of which each becomes a capsule; and of what
# is right nothing is looked at but how it ends.
SMALL = "--rule ACK-16 --runs 1 --max-states 5"
SMALLEST = "--rule ACK-16 --runs 1 --max-states 1"


def github():
    with tempfile.TemporaryDirectory() as folder:
        repository(folder)
        runner = Runner(folder, {"orrery": "orrery-0.1.0-Linux-x86_64.tar.gz",
                                 "subject": "exec:python3 agent/ack.py",
                                 "areas": "ack", "arguments": SMALLEST, "seed": "date"})
        code = runner.run()
        expect("a right subject, from an archive", code == 0, runner.said[-2000:])
        expect("its summary", "INCOMPLETE" in runner.summary, runner.summary[:500])
        results = read(os.path.join(folder, "temp/orrery/results.jsonl")).splitlines()
        seed = json.loads(results[0])["campaign"]["seed"]
        expect("the date as seed", re.fullmatch(r"20\d{6}", str(seed)), seed)
    with tempfile.TemporaryDirectory() as folder:
        repository(folder)
        runner = Runner(folder, {"orrery": PROGRAM, "subject": "exec:python3 agent/hasty.py",
                                 "areas": "ack", "arguments": SMALL})
        code = runner.run()
        out = runner.outputs["key"]["folder"]
        expect("a broken subject", code == 1, "exit code %d: %s" % (code, runner.said[-2000:]))
        expect("its annotations", re.search(r"^::error .*file=agent/hasty.py", runner.said, re.M),
               runner.said[:2000])
        expect("its summary", "ACK-16" in runner.summary, runner.summary[:500])
        junit = xml.etree.ElementTree.parse(os.path.join(out, "junit.xml")).getroot()
        expect("its JUnit", junit.find(".//failure") is not None)
        sarif = json.loads(read(os.path.join(out, "orrery.sarif")))
        expect("its SARIF", sarif["runs"][0]["results"])
        expect("its pages", os.path.exists(os.path.join(out, "report/index.html")))
        capsules = os.listdir(os.path.join(out, "capsules"))
        expect("its capsules", capsules)
        again = subprocess.run([PROGRAM, "replay", os.path.join(out, "capsules", capsules[0]),
                                "--subject", "exec:python3 agent/hasty.py"],
                               cwd=folder, capture_output=True, text=True)
        expect("a capsule is taken again", "still there" in again.stdout, again.stdout + again.stderr)
        expect("artifacts are uploaded", any("upload-artifact" in one for one in runner.skipped))
    with tempfile.TemporaryDirectory() as folder:
        repository(folder)
        runner = Runner(folder, {"orrery": "none-such/orrery", "areas": "ack"})
        expect("no program", runner.run() != 0, runner.said)


def github_fetches():
    for orrery, url in (("0.1.0", "https://localhost/me/agent/releases/download/v0.1.0/orrery-0.1.0-Linux-%s.tar.gz"
                         % os.uname().machine), ("https://elsewhere/mine.tar.gz",) * 2):
        with tempfile.TemporaryDirectory() as folder:
            repository(folder)
            runner = Runner(folder, {"orrery": orrery, "areas": "ack", "arguments": SMALLEST})
            code = runner.run()  # 6: so small a gate is incomplete for the engines.
            expect("GitHub, " + orrery, code == 6 and "INCOMPLETE" in runner.said, runner.said[-2000:])
            expect("it is fetched", asked(folder).endswith(" " + url), asked(folder))


def github_examples():
    """Each that the page shows, with the files that it names; for a minute, not for the night."""
    steps = [step for page in examples() for job in page.get("jobs", {}).values()
             for step in job["steps"] if step.get("uses") == "./ci/orrery"]
    expect("examples for GitHub, one of them nightly", len(steps) >= 2 and any(
        step["with"].get("budget") == "full" and step["with"].get("seed") == "date" for step in steps))
    for given in (step["with"] for step in steps):
        with tempfile.TemporaryDirectory() as folder:
            repository(folder)
            os.makedirs(os.path.join(folder, "ci/orrery"))
            os.rename(os.path.join(folder, "orrery-0.1.0-Linux-x86_64.tar.gz"), os.path.join(folder, given["orrery"]))
            os.rename(os.path.join(folder, "agent/hasty.py"), os.path.join(folder, "agent/policy.py"))
            inputs = {name: str(value) for name, value in given.items() if name not in ("scenarios", "known", "code-scanning")}
            runner = Runner(folder, {**inputs, "budget": "quick", "areas": "ack", "arguments": SMALL})
            expect("an example finds what is broken", runner.run() == 1, runner.said[-2000:])
            expect("and keeps capsules", os.listdir(os.path.join(runner.outputs["key"]["folder"], "capsules")))


def gitlab():
    with open(os.path.join(ROOT, "ci/gitlab.yml"), encoding="utf-8") as file:
        job = yaml.safe_load(file)[".orrery"]
    for subject, bounds, wanted in (("ack.py", SMALLEST, 0), ("hasty.py", SMALL, 1)):
        with tempfile.TemporaryDirectory() as folder:
            repository(folder)
            given = {"ORRERY": "orrery-0.1.0-Linux-x86_64.tar.gz", "ORRERY_AREAS": "ack",
                     "ORRERY_SUBJECT": "exec:python3 agent/" + subject, "ORRERY_ARGUMENTS": bounds}
            environment = {"PATH": fake_curl(folder), "HOME": folder,
                           **job["variables"], **given}
            script = "\n".join(job["before_script"] + job["script"])
            ran = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder,
                                 env=environment, capture_output=True, text=True)
            expect("GitLab, " + subject, ran.returncode == wanted,
                   "exit code %d: %s" % (ran.returncode, ran.stderr[-2000:]))
            report = job["artifacts"]["reports"]["junit"].replace(
                "$ORRERY_FOLDER", job["variables"]["ORRERY_FOLDER"])
            expect("its JUnit", os.path.exists(os.path.join(folder, report)))
            expect("its capsules", bool(os.listdir(os.path.join(
                folder, job["variables"]["ORRERY_FOLDER"], "capsules"))) == (wanted == 1))


def gitlab_fetches():
    """A version is of the own GitLab, which has the token of the job; another host has not."""
    with open(os.path.join(ROOT, "ci/gitlab.yml"), encoding="utf-8") as file:
        job = yaml.safe_load(file)[".orrery"]
    nightly = [page["nightly"]["variables"] for page in examples() if "nightly" in page]
    expect("a nightly example for GitLab", nightly and not set(nightly[0]) - set(job["variables"]), nightly)
    for orrery, wanted in (("0.1.0", "--header JOB-TOKEN: secret .*/projects/7/packages/generic/orrery/0.1.0/"),
                           ("https://elsewhere/mine.tar.gz", "(?!.*secret).*https://elsewhere/mine.tar.gz$")):
        with tempfile.TemporaryDirectory() as folder:
            repository(folder)
            environment = {"PATH": fake_curl(folder), "HOME": folder, **job["variables"], "ORRERY": orrery,
                           "CI_API_V4_URL": "http://gitlab.local/api/v4", "CI_JOB_TOKEN": "secret", "ORRERY_PROJECT": "7"}
            ran = subprocess.run(["bash", "-eo", "pipefail", "-c", "\n".join(job["before_script"])], cwd=folder,
                                 env=environment, capture_output=True, text=True)
            expect("GitLab, " + orrery, ran.returncode == 0 and "orrery 0.1.0" in ran.stdout, ran.stderr)
            expect("it is fetched", re.search(wanted, asked(folder)), asked(folder))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as of_archive:
        make_archive(of_archive)
        github()
        github_fetches()
        github_examples()
        gitlab()
        gitlab_fetches()
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)
