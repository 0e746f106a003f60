"""The rules that the compiler and CMake cannot see: sizes, what each room may include and which
areas it may name, what would make a run depend on more than its inputs, and names.

Paths are relative to the root of the tree: engine/ack/engine.cc. Any file may be checked; only .h
and .cc are read as C++.
"""
import collections
import functools
import re

import readers
import rooms
import source

RULES = ("line-length", "file-length", "function-length", "include-upwards", "include-package",
         "include-room", "area-name", "folder-size", "nondeterminism", "name", "unfinished",
         "json-braces", "header-opening", "reader", "known-exception")

LINE_COLUMNS_MAX = 100
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
FOLDER_FILES_MAX = 40

TEST_PACKAGES = "gtest gmock rapidcheck rapidcheck.h".split()
# What `posix` in a row stands for: anything in these, and these files.
POSIX = ("sys arpa netinet dirent.h malloc.h poll.h pthread.h unistd.h fcntl.h signal.h spawn.h "
         "termios.h").split()

# Not in these: a run is a function of its inputs.
PURE_FOLDERS = ("engine/", "spec/", "sim/", "conformance/", "recordings/")
BANNED_WORDS = """
    system_clock steady_clock high_resolution_clock clock_gettime gettimeofday
    std::time random_device std::rand srand
    std::thread std::jthread std::async std::mutex std::shared_mutex
    std::recursive_mutex std::condition_variable thread_local sleep_for
    unordered_map unordered_set unordered_multimap unordered_multiset
    std::hash std::random_shuffle""".split()
BANNED_HEADERS = """
    thread mutex shared_mutex future condition_variable semaphore barrier latch stop_token
    unordered_map unordered_set ctime time.h""".split()
ALLOWED = {
    # The mutants that only the proof of determinism catches have to do what is banned.
    "conformance/modality/mutants/hidden.cc": ["thread_local", "unordered_set"],
    "spec/port/check.cc": ["thread_local"],  # Who catches is an affair of a thread.
    "recordings/trace/judgeable.h": ["thread_local"],  # What it keeps follows from its key.
}

# Folders of data, in which each file is a case of its own.
DATA_FOLDERS = ("recordings/samples", "docs/decisions", "fuzz/corpus", "scenarios/appserver",
                "scenarios/modality")

VAGUE = re.compile("(^|[/_.-])(utils?|common|helpers?)([/_.-]|$)")
DISTRIBUTION = re.compile(r"\bstd::\w+_distribution\b", re.A)
ENVIRONMENT = re.compile(r"\b(secure_)?getenv\b", re.A)
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b", re.A)
BRACED = re.compile(r"\b(ordered_)?json(\s+\w+)?\{[^{},]+\}", re.A)

Finding = collections.namedtuple("Finding", "path line rule message")  # Line 0: the whole file.


def is_test(path):
    return path.endswith(("_test.cc", "_testing.h", "/testing.h"))


@functools.lru_cache(None)
def any_word(words):
    """Any of these with no letter, digit or underscore on either side."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.A)


def package_of(target):
    """Empty: a standard header."""
    first, slash, rest = target.partition("/")
    if not slash:
        return target if "." in target else ""
    return first if first != "boost" else "boost/" + rest.split("/")[0].split(".")[0]


class Checker:
    """What is wrong with one file."""

    def __init__(self, files, path, text, excuse):
        self.files, self.path, self.text, self.excuse = files, path, text, excuse
        self.is_pure, self.is_test = path.startswith(PURE_FOLDERS), is_test(path)
        self.findings = []

    def report(self, rule, line, message):
        self.findings.append(Finding(self.path, line, rule, message))

    def check(self):
        if VAGUE.search(self.path):
            self.report("name", 0, "name it for what it holds, not util, common or helper")
        if self.path.endswith((".h", ".cc")):
            self.source = source.Source(self.text)
            self.check_sizes()
            # An area that a program brings along has layers of its own, which its CMake file keeps.
            if not self.path.startswith("examples/area/"):
                self.check_room()
            self.check_words()
            # Examples are programs of others.
            if not self.is_test and not self.path.startswith("examples/"):
                for line, message in readers.misread(self.path, self.source):
                    self.report("reader", line, message)
            if self.path.endswith(".h"):
                self.check_opening()
        return self.findings

    def check_sizes(self):
        lines = self.source.lines
        for number, line in enumerate(lines, 1):
            if len(line) > LINE_COLUMNS_MAX:
                self.report("line-length", number, f"{len(line)} columns; at most 100")
        if len(lines) > FILE_LINES_MAX:
            self.report("file-length", len(lines), f"{len(lines)} lines; at most 400")
        for first, last in self.source.functions:
            count = last - first + 1
            if count > FUNCTION_LINES_MAX:
                self.report("function-length", first, f"a function of {count} lines; at most 60")

    def check_room(self):
        self.room = rooms.room_of(self.path)
        self.row = rooms.row_of(self.room)
        if self.row is None:
            self.report("include-room", 0, f"{self.room} has no row in tools/tidy/rooms.py")
            return
        self.lists_areas = self.path in rooms.LISTS_OF_AREAS
        self.may_name = self.row.may_name_areas or self.lists_areas
        for line, (target, quoted) in self.source.includes.items():
            self.check_include(line, target, quoted)
        if not self.may_name and not self.is_test:
            self.check_area_names()

    def check_include(self, line, target, quoted):
        if ".." in target:
            self.report("include-upwards", line, "an include may not have `..` in it")
            return
        if self.is_pure and target in BANNED_HEADERS and target not in ALLOWED.get(self.path, ()):
            self.report("nondeterminism", line,
                        f"<{target}> makes a run depend on more than its inputs")
        found = quoted and rooms.resolve(self.files, self.path, target)
        package = package_of(target)
        if found:
            self.check_included_room(line, rooms.room_of(found))
        elif package and not self.may_include_package(package):
            self.report("include-package", line,
                        f"`{target}` is no file of ours, and no package for {self.room}")

    def joins_rooms(self, other):
        """What binds the layers is tested with areas in it, areas are tested as gates run them,
        and worlds with an engine in them."""
        return self.is_test and (self.path.startswith(("conformance/", "recordings/")) or
                                 (self.path.startswith("sim/") and other.startswith("engine/") and
                                  rooms.area_of(self.room) != ""))

    def check_included_room(self, line, other):
        if self.row.may_include(self.room, other) or self.joins_rooms(other):
            return
        area = rooms.area_of(other)
        if area and self.lists_areas:
            return
        if area and area != rooms.area_of(self.room) and not self.may_name:
            if not self.excuse(self.room, area):
                self.report("area-name", line,
                            f"{self.room} may not include {other}, a room of an area")
        elif not self.excuse(self.room, other):
            self.report("include-room", line, f"{self.room} may not include {other}")

    def may_include_package(self, package):
        packages = self.row.packages
        return (package in packages or (self.is_test and package in TEST_PACKAGES) or
                ("posix" in packages and package in POSIX))

    def check_area_names(self):
        """A general room says no area's name, be it an identifier or a text of its own; an area's
        room may use the word for its own purposes, but not as a namespace."""
        own = self.row.about(self.room)
        for area in rooms.AREAS:
            if area == own or area not in self.text:
                continue
            for line, code in enumerate(self.source.code, 1):
                named = f"{area}::" in code if own else (any_word((area,)).search(code) or
                                                         self.has_text(line, f'"{area}"'))
                if named and line not in self.source.includes and not self.excuse(self.room, area):
                    self.report("area-name", line, f"{self.room} may not name the area {area}")

    def has_text(self, line, text):
        at = self.source.lines[line - 1].find(text)
        return at >= 0 and not self.source.comments[line - 1].startswith(text, at)

    def check_words(self):
        unfinished = source.lines_with(UNFINISHED, self.source.comment_text, self.source.comments)
        found = [(line, "unfinished", "finish it, or file it elsewhere") for line in unfinished]
        found += [(line, "json-braces",
                   "an array to g++ and a copy to clang: say json::array({x}), or json(x)")
                  for line in self.source.code_lines_with(BRACED)]
        if self.is_pure:
            allowed = ALLOWED.get(self.path, ())
            banned = [any_word(tuple(word for word in BANNED_WORDS if word not in allowed)),
                      DISTRIBUTION] + ([] if self.is_test else [ENVIRONMENT])
            lines = {line for pattern in banned for line in self.source.code_lines_with(pattern)}
            found += [(line, "nondeterminism", "makes a run depend on more than its inputs")
                      for line in lines]
        for line, rule, message in sorted(found, key=lambda it: it[0]):
            self.report(rule, line, message)

    def check_opening(self):
        if not self.source.comment_text.startswith("//"):
            self.report("header-opening", 1,
                        "a header opens with a comment that says what it is for")
        if "#pragma once" not in self.source.lines:
            self.report("header-opening", 1, "a header has #pragma once")


class House:
    """The whole tree under the rules: `files` are all there are."""

    def __init__(self, files, known=rooms.KNOWN):
        self.files, self.known, self.needed = set(files), known, set()

    def check(self, path, text):
        return Checker(self.files, path, text, self.excuses).check()

    def excuses(self, room, what):
        if (room, what) not in self.known:
            return False
        self.needed.add((room, what))
        return True

    def check_tree(self):
        """What is wrong with folders, and exceptions that no file checked has needed."""
        counts = collections.Counter(rooms.folder_of(file) for file in self.files)
        return [Finding(folder, 0, "folder-size", f"{count} files; at most 40")
                for folder, count in sorted(counts.items())
                if count > FOLDER_FILES_MAX and folder not in DATA_FOLDERS] + [
            Finding("tools/tidy/rooms.py", 0, "known-exception",
                    f"`{room}` needs no exception for `{what}` any more: delete it")
            for room, what in self.known if (room, what) not in self.needed]
