"""The engines, and the gate that each has to pass."""
import dataclasses

# Where a step writes results, which are watched: its first failure ends the run.
RESULTS = "{results}"


@dataclasses.dataclass
class Step:
    words: list  # The first is a program.
    name: str = "gate"  # What kills a mutant where no results say which check does.
    aborts: bool = False  # Also where a rule is broken.


@dataclasses.dataclass
class Engine:
    name: str
    folder: str  # Of its sources and private headers.
    public: str  # Of its public headers, which others compile as well: they have no mutants.
    words: str  # The namespaces of what it is written in, beside its own.
    own: str
    gate: list  # Steps.
    programs: dict  # Name to path in the folder of the build.


def _gated(area, *others):
    conform = ["orrery", "conform", area, "--budget", "quick", "-j1", "--results", RESULTS]
    return Engine(
        name=area, folder=f"engine/{area}", public=f"engine/include/engine/{area}", own="engine",
        words="port",
        gate=[Step(conform)] + [Step(conform + each.split()) for each in others],
        programs={"orrery": "tools/orrery"})


ENGINES = {
    "ack": _gated("ack", "--revision r2", "--revision relist", "--revision r3",
                  "--table examples/tables/archive.json"),
    **{area: _gated(area) for area in ("modality", "appserver", "monitor")},
    "codec": Engine(
        name="codec", folder="engine/codec", public="engine/include/engine/codec", own="engine",
        words="port",
        gate=[Step(["fuzz_replay", "fuzz/corpus"], "corpus", aborts=True),
              Step(["orrery", "fuzz", "codec", "--seed", "1", "--runs", "100000"], "fuzz codec")],
        programs={"fuzz_replay": "fuzz/fuzz_replay", "orrery": "tools/orrery"}),
}
