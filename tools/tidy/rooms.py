"""The rooms of the house: which room a file stands in, what that room may include, and the names
of the areas.

A room is a folder, private and public headers together: conformance/run/ and
conformance/include/conformance/run/ are the room conformance/run. That of spec/port is called
port, as its includes are.
"""
import functools
import re

AREAS = ("ack", "appserver", "joint", "modality", "monitor")

# A row is a room, the rooms that it may include besides itself, and after the bar packages: what
# stands before the first slash (the second, for boost). AREA stands for the area that the file
# belongs to, and ANY for every area; both take in the rooms below it. A row with ANY in it may
# also name every area. In brackets: the area that a room is about which is not named for it.
TABLE = """
port: | fmt boost/container
port/AREA: port | fmt boost/container

engine: port | fmt
engine/AREA: port port/AREA engine engine/codec | fmt boost/container
engine/codec: port engine | emmintrin.h  # Sixteen bytes at a time.

spec: port | fmt
spec/AREA: port port/AREA spec spec/AREA | fmt

sim/state: port | fmt xxhash.h
sim/search: port sim/state | fmt sys  # Huge pages.
sim/files: port sim/state | fmt nlohmann
sim/program: port sim/state | fmt nlohmann
sim/AREA: port port/AREA sim/state sim/search sim/files sim/AREA | fmt nlohmann boost/container
sim/joint: port port/ANY sim/state sim/search sim/files sim/ANY | fmt nlohmann

conformance/area: port spec sim/state sim/search sim/files sim/program conformance/run
    | fmt nlohmann
conformance/run: port spec sim/state sim/search sim/files sim/program conformance/area | fmt
    nlohmann
conformance/story: port spec sim/state sim/search conformance/area conformance/run | fmt
conformance/gate: port spec sim/state sim/search sim/files conformance/area conformance/run
    conformance/story | fmt
conformance/AREA: port port/AREA engine/AREA engine/codec spec spec/AREA sim/state sim/search
    sim/files sim/program sim/AREA conformance/area conformance/run conformance/story
    conformance/AREA | fmt nlohmann
conformance/appserver/checks: port port/AREA engine/AREA engine/codec spec/AREA sim/state sim/search
    sim/AREA conformance/area conformance/run conformance/AREA fuzz | fmt nlohmann
conformance/joint: port port/ANY engine/ANY spec spec/ANY sim/state sim/search sim/files sim/ANY
    conformance/area conformance/run conformance/story conformance/ANY | fmt nlohmann

recordings/trace: port spec sim/search sim/program sim/files engine/codec conformance/area
    conformance/run conformance/story | fmt nlohmann
recordings/AREA: port port/AREA engine/AREA engine/codec spec spec/AREA sim/search sim/files
    sim/program sim/AREA conformance/run conformance/AREA recordings/trace recordings/AREA | fmt
    nlohmann

fuzz: port engine/codec sim/search | fmt nlohmann rapidjson
fuzz/entry: port engine/codec fuzz | posix

tools: sim/state tools/command tools/process tools/serve tools/subject | fmt
tools/cmake: |
tools/area: port/ANY sim/files conformance/area tools/command | fmt nlohmann posix
tools/command: port spec sim/state sim/search sim/files conformance/area conformance/run
    conformance/gate conformance/story tools/results tools/subject tools/world | fmt nlohmann
    boost/program_options posix source_digest.h revision.h
tools/conversation [appserver]: engine/codec spec spec/AREA recordings/AREA conformance/story
    tools/area tools/command tools/recording tools/results | fmt nlohmann posix
tools/drive [appserver]: port port/AREA engine/AREA engine/codec sim/files sim/AREA tools/command
    tools/conversation tools/process | fmt nlohmann posix
tools/faults [appserver]: port port/AREA sim/search sim/AREA tools/command tools/conversation | fmt
    posix
tools/fuzz: port engine/codec sim/files fuzz tools/command tools/process tools/subject | fmt
    nlohmann posix
tools/fuzz_files: port sim/files sim/search fuzz conformance/area conformance/run conformance/gate
    recordings/trace recordings/ANY conformance/ANY spec/ANY tools/command tools/gate tools/process tools/results
    tools/world | fmt nlohmann posix sys
tools/gate: sim/files conformance/area conformance/run conformance/story conformance/gate
    tools/command tools/process tools/report tools/results tools/subject tools/world | fmt nlohmann
    posix
tools/ide [monitor]: port engine/AREA sim/files tools/area tools/command tools/net tools/process
    tools/results tools/streams | fmt nlohmann posix
tools/net: engine/codec tools/command tools/process | fmt boost/asio boost/beast posix
tools/probe [appserver]: port engine/AREA engine/codec spec spec/AREA recordings/AREA tools/command
    tools/conversation tools/results tools/process | fmt nlohmann posix
tools/proxy [appserver]: port port/AREA engine/AREA engine/codec sim/search sim/AREA spec spec/AREA
    recordings/AREA conformance/story tools/command tools/conversation tools/faults tools/net
    tools/process | fmt nlohmann posix
tools/process: port tools/command | fmt posix
tools/recording: spec conformance/area conformance/story recordings/trace tools/area tools/command
    tools/results tools/world | fmt nlohmann posix
tools/report: spec conformance/area conformance/run conformance/story conformance/gate tools/command
    tools/results tools/story tools/world | fmt nlohmann page_texts.h
tools/results: spec sim/state sim/files conformance/area conformance/run conformance/story
    conformance/gate tools/command | fmt nlohmann posix
tools/serve [appserver]: port port/AREA engine/codec sim/search sim/files sim/AREA spec/AREA
    tools/area tools/command tools/conversation tools/faults tools/net tools/process | fmt nlohmann
    posix
tools/streams: tools/command tools/process tools/results | fmt nlohmann posix
tools/subject: port port/ANY sim/ANY sim/state sim/program sim/files conformance/area
    conformance/run conformance/story tools/command tools/process | fmt nlohmann
    boost/program_options
tools/rules: spec sim/files conformance/area conformance/story conformance/gate
    tools/command tools/results tools/world | fmt nlohmann
tools/story: conformance/run conformance/story tools/command tools/results | fmt nlohmann
    page_texts.h
tools/watch [monitor]: port port/AREA engine/AREA engine/codec sim/files tools/command tools/net
    tools/process tools/results tools/streams | fmt nlohmann posix
tools/world: spec sim/state sim/search sim/files conformance/area conformance/run conformance/story
    conformance/gate tools/command tools/results tools/subject tools/story | fmt nlohmann posix
tools/bench: port port/ANY engine/ANY engine/codec sim/state sim/search sim/ANY conformance/area
    conformance/run conformance/ANY tools/command | fmt nlohmann simdjson.h benchmark
tools/bench/two_phase_commit: sim/search tools/command | fmt

examples/decoders: engine/codec |
examples/servers: engine/codec | posix
examples/subjects/cpp: port port/ANY engine/ANY sim/program sim/ANY | nlohmann
examples/subjects/first: | nlohmann orrery.h
examples/testing/googletest: | nlohmann orrery.h engines.cc
"""

# What does not hold yet: that a room includes a room, or names an area. It may only shrink: an
# entry that is not needed is a finding.
KNOWN = (("examples/subjects/first", "ack"), ("sim/ack", "engine/ack"))

# The files of general rooms that name the areas: lists of their descriptors, and of their traces.
LISTS_OF_AREAS = ("conformance/area/areas.cc", "recordings/trace/checks.cc",
                  "recordings/trace/checks.h")


def folder_of(path):
    return path.rpartition("/")[0]


def starts_room(room, parent):
    return room == parent or room.startswith(parent + "/")


@functools.lru_cache(None)
def room_of(path):
    room = folder_of(path)
    if starts_room(room, "spec/port"):
        room = room[len("spec/"):]
    layer = room.split("/")[0]
    include = f"{layer}/include/{layer}"
    return layer + room[len(include):] if starts_room(room, include) else room


def area_of(room):
    """The area whose room it is; empty for a general room and for what is below no layer."""
    words = room.split("/")
    return words[1] if len(words) > 1 and words[1] in AREAS else ""


def stands_for(pattern, room, area):
    """Whether `pattern`, a room of the table, stands for `room` in the eyes of `area`."""
    layer, _, word = pattern.partition("/")
    its = area_of(room)
    if pattern == room or word not in ("AREA", "ANY"):
        return pattern == room
    return its != "" and (word == "ANY" or its == area) and starts_room(room, f"{layer}/{its}")


class Row:
    def __init__(self, line):
        head, self.rooms, self.packages = re.split(": ?| ?[|] ?", line)
        self.room, _, self.area = head.rstrip("]").partition(" [")
        self.rooms, self.packages = self.rooms.split(), self.packages.split()
        self.may_name_areas = any(entry.endswith("ANY") for entry in self.rooms)

    def about(self, room):
        return self.area or area_of(room)

    def may_include(self, room, other):
        """Whether a file in `room`, whose row it is, may include files of `other`."""
        return room == other or any(stands_for(entry, other, self.about(room))
                                    for entry in self.rooms)


ROWS = [Row(line) for line in
        re.sub(r" +#.*", "", TABLE).strip().replace("\n    ", " ").splitlines() if line]


@functools.lru_cache(None)
def row_of(room):
    """None: a folder that the table does not know."""
    exact = [row for row in ROWS if row.room == room]
    return (exact or [row for row in ROWS if stands_for(row.room, room, area_of(room))]
            or [None])[-1]


def resolve(files, path, target):
    """The file that an include finds among `files`; none if it is a package."""
    layer = "spec/port" if starts_room(path, "spec/port") else path.split("/")[0]
    # Tests and benchmarks in tools see the private headers of the search, tests of recordings the
    # second engines.
    for folder in (folder_of(path), layer, "spec/port/include", target.split("/")[0] + "/include",
                   "conformance" if layer == "recordings" else "sim"):
        if f"{folder}/{target}" in files:
            return f"{folder}/{target}"
    return None
