"""A rule that cannot fire is worth nothing: each has bad samples here on which it must, and good
ones, as near to those as can be, on which nothing may.
"""
import rules

# What other rooms have in them: a sample may include these.
STANDING = """
    engine/codec/a.h
    engine/include/engine/ack/terms.h
    engine/include/engine/modality/terms.h
    sim/include/sim/ack/world.h
    sim/include/sim/search/explore.h
    conformance/include/conformance/ack/area.h
    conformance/include/conformance/gate/suite.h
    conformance/include/conformance/run/rerun.h
    conformance/modality/checks/sync.h
    spec/include/spec/rule.h
    spec/include/spec/ack/rules.h
    spec/port/include/port/time.h
    spec/port/include/port/ack/words.h""".split()

OPENING = "// A.\n#pragma once\n"
HUNDRED = "int x" + "y" * 94 + ";\n"
STRANGE = "void f() {\n  g(R\"(}}}\")\", '}', \"}\\\"}\", 1'000);  // }\n"


def function(head, lines):
    """A function of `lines` lines whose first is `head`."""
    return head + " {\n" + "  f();\n" * (lines - 2) + "}\n"


def include(file):
    return f'#include "{file}"\n'


# A path, a text, and the rule that fires; empty: a good sample.
SAMPLES = [
    # Sizes.
    ("engine/codec/a.cc", "x" + HUNDRED, "line-length"),
    ("engine/codec/a.cc", HUNDRED, ""),
    ("engine/codec/a.cc", "// " + "\u00e9" * 97 + "\n", ""),
    ("engine/codec/a.cc", "\n" * 401, "file-length"),
    ("engine/codec/a.cc", "\n" * 400, ""),
    ("engine/codec/a.cc", function("void f()", 61), "function-length"),
    ("engine/codec/a.cc", function("void f()", 60), ""),
    ("engine/codec/a.cc", function("void\nf()", 60), "function-length"),
    ("engine/codec/a.cc", function("auto A::f(int a) const -> int", 61), "function-length"),
    ("engine/codec/a.cc", function("template <class T> void f(T) noexcept", 61), "function-length"),
    ("engine/codec/a.cc", function("A::A(int a) : b_(a), c_{a}", 61), "function-length"),
    ("engine/codec/a.cc", function("A::A(int a) : b_{a}, c_(a)", 61), "function-length"),
    ("engine/codec/a.cc", function("TEST(Suite, Name)", 61), "function-length"),
    ("engine/codec/a.cc",
     "namespace a {\nclass B : C {\n" + function("void f()", 61) + "};\n}\n", "function-length"),
    ("engine/codec/a.cc", function("class A : public B<int>", 61), ""),
    ("engine/codec/a.cc", function("namespace a", 61), ""),
    ("engine/codec/a.cc", "enum class A : int {\n" + "  B,\n" * 61 + "};\n", ""),
    ("engine/codec/a.cc", "const std::array a{\n" + "  Row{1, {2}},\n" * 61 + "};\n", ""),
    ("engine/codec/a.cc", "const Row a[f()] = {\n" + "  Row{f(1), {2}},\n" * 61 + "};\n", ""),
    ("engine/codec/a.cc",
     "const std::array a{\n  Row{.run = [](int a) {\n" + "  f();\n" * 60 + "  }},\n};\n",
     "function-length"),
    ("engine/codec/a.cc", STRANGE + "  f();\n" * 58 + "}\n", "function-length"),
    ("engine/codec/a.cc", STRANGE + "}\n" + function("void g()", 60), ""),
    ("engine/codec/a.cc", "#define A(x) \\\n  if (x) {\n" + function("void g()", 60), ""),
    # Packages.
    ("engine/codec/a.cc", '#include "../spec/rule.h"\n', "include-upwards"),
    ("engine/codec/a.cc", "#  include <../spec/rule.h>\n", "include-upwards"),
    ("engine/codec/a.cc", '// #include "../spec/rule.h"\n', ""),
    ("engine/codec/a.cc", 'const char* a = R"(\n#include "../spec/rule.h"\n)";\n', ""),
    ("engine/codec/a.cc", "#include <nlohmann/json.hpp>\n", "include-package"),
    ("engine/codec/a.cc", "#include <rapidjson/reader.h>\n", "include-package"),
    ("engine/codec/rpc.cc", "#include <rapidjson/reader.h>\n", "include-package"),
    ("fuzz/a.cc", "#include <rapidjson/reader.h>\n", ""),
    ("engine/codec/a.cc", '#include "spec/rule.h"\n', "include-room"),
    ("engine/codec/a.cc", "#include <unistd.h>\n", "include-package"),
    ("engine/codec/a.cc", "#include <gtest/gtest.h>\n", "include-package"),
    ("engine/codec/a_test.cc", "#include <gtest/gtest.h>\n#include <rapidcheck.h>\n", ""),
    ("engine/codec/a.cc", '#include <vector>\n#include "a.h"\n#include <emmintrin.h>\n', ""),
    ("engine/ack/a.cc", "#include <boost/container/static_vector.hpp>\n", ""),
    ("sim/search/a.cc", "#include <boost/program_options.hpp>\n", "include-package"),
    ("sim/search/a.cc", '#include "spec/rule.h"\n', "include-room"),
    ("tools/command/a.cc", "#include <boost/program_options.hpp>\n#include <sys/wait.h>\n", ""),
    ("tools/command/a.cc", "#include <benchmark/benchmark.h>\n", "include-package"),
    ("tools/bench/a.cc", '#include <benchmark/benchmark.h>\n#include "sim/search/explore.h"\n', ""),
    # Rooms.
    ("engine/ack/a.cc", include("engine/modality/terms.h"), "area-name"),
    ("engine/ack/a.cc", include("engine/ack/terms.h") + include("port/ack/words.h"), ""),
    ("engine/include/engine/ack/a.h", OPENING + include("port/time.h"), ""),
    ("engine/include/engine/ack/a.h", OPENING + include("spec/rule.h"), "include-room"),
    ("engine/modality/a_test.cc", include("port/ack/words.h"), "area-name"),
    ("engine/nowhere/a.cc", "", "include-room"),
    ("spec/ack/a.cc", include("spec/rule.h"), ""),
    ("spec/port/ack/a.cc", include("port/time.h") + include("port/ack/words.h"), ""),
    ("spec/port/a.cc", include("port/ack/words.h"), "area-name"),
    ("sim/search/a.cc", include("sim/ack/world.h"), "area-name"),
    ("sim/search/a_test.cc", include("sim/ack/world.h"), "area-name"),
    ("sim/joint/a.cc", include("sim/ack/world.h"), ""),
    ("sim/ack/a.cc", include("sim/search/explore.h"), ""),
    ("sim/ack/a.cc", include("engine/ack/terms.h"), "include-room"),
    ("sim/ack/a_test.cc", include("engine/ack/terms.h"), ""),
    ("sim/ack/files/a.cc", include("sim/ack/world.h"), ""),
    ("conformance/run/a.cc", include("conformance/gate/suite.h"), "include-room"),
    ("conformance/run/a_test.cc", include("conformance/gate/suite.h"), ""),
    ("conformance/gate/a.cc", include("conformance/run/rerun.h"), ""),
    ("conformance/ack/a.cc", include("conformance/gate/suite.h"), "include-room"),
    ("conformance/modality/a.cc", include("modality/checks/sync.h"), ""),
    ("conformance/modality/checks/a.cc", include("sync.h"), ""),
    ("conformance/modality/mutants/a.cc", include("modality/checks/sync.h"), ""),
    ("conformance/ack/mutants/a.cc", include("modality/checks/sync.h"), "area-name"),
    ("tools/rules/a.cc", include("spec/ack/rules.h"), "area-name"),
    ("conformance/area/areas.cc", include("conformance/ack/area.h") + "ack::area();\n", ""),
    ("conformance/area/area.cc", include("conformance/ack/area.h"), "area-name"),
    ("tools/bench/a.cc", include("engine/ack/terms.h") + "namespace ack = engine::ack;\n", ""),
    ("tools/rules/a.cc", "engine::ack::State state;\n", "area-name"),
    ("tools/rules/a.cc", 'bool a = area == "ack";\n', "area-name"),
    ("tools/rules/a_test.cc", 'run({"table", "ack"});\n', ""),
    ("tools/rules/a.cc", 'f("what ack says");  // "ack" and ack.\nint acked;\n', ""),
    ("engine/modality/a.cc", 'bool monitor = f("monitor");\n', ""),
    ("engine/modality/a.cc", "ack::State state;\n", "area-name"),
    ("engine/ack/a.cc", "namespace engine::ack {\nack::State state;\n}\n", ""),
    # Words, names and openings.
    ("sim/search/a.cc", "auto now = std::chrono::steady_clock::now();\n", "nondeterminism"),
    ("tools/command/a.cc", "auto now = std::chrono::steady_clock::now();\n", ""),
    ("spec/a.cc", "std::random_device device;\n", "nondeterminism"),
    ("sim/search/a.cc", "std::uniform_int_distribution<int> d;\n", "nondeterminism"),
    ("conformance/run/a.cc", "std::thread worker;\n", "nondeterminism"),
    ("conformance/run/a.cc", "#include <mutex>\n", "nondeterminism"),
    ("conformance/run/a.cc", "auto a = std::async(f);\n", "nondeterminism"),
    ("engine/codec/a.cc", 'auto* a = std::getenv("A");\n', "nondeterminism"),
    ("engine/codec/a_test.cc", 'auto* a = std::getenv("A");\n', ""),
    ("engine/codec/a_test.cc", "std::mutex a;\n", "nondeterminism"),
    ("engine/codec/a.cc", "std::unordered_map<int, int> a;\n", "nondeterminism"),
    ("engine/codec/a.cc", "std::hash<int> a;\n", "nondeterminism"),
    ("conformance/run/a.cc", "thread_local int a;\n", "nondeterminism"),
    ("conformance/run/a.cc", "std::unordered_set<int> a;\n", "nondeterminism"),
    ("conformance/modality/mutants/hidden.cc",
     "#include <unordered_set>\nthread_local int a;\n", ""),
    ("conformance/modality/mutants/hidden.cc", "std::unordered_set<int> a;\n", ""),
    ("conformance/modality/mutants/hidden.cc", "std::random_device a;\n", "nondeterminism"),
    ("conformance/modality/mutants/hidden_a.cc", "thread_local int a;\n", "nondeterminism"),
    ("engine/codec/a.cc", '// No std::hash here.\nf("std::hash"); my_std::hasher a;\n', ""),
    ("engine/codec/a.cc", "// TODO later\n", "unfinished"),
    ("tools/command/a.cc", "/* a\n   FIXME */\n", "unfinished"),
    ("engine/codec/a.cc", 'f("TODO");  // mastodons\n', ""),
    ("tools/command/a.cc", "auto a = json{b[0]};\n", "json-braces"),
    ("tools/command/a.cc", "const ordered_json a{b};\n", "json-braces"),
    ("tools/command/a.cc", 'json a{}, b{{"c", d}}, e{f, g};\nauto h = json(i);\n', ""),
    ("tools/watch/a.cc", "auto a = nlohmann::json::parse(text);\n", "reader"),
    ("tools/watch/a.cc", "auto a = Json::parse(text, nullptr, false);\n", "reader"),
    ("tools/watch/a.cc", "std::cin >> a;\n", "reader"),
    ("tools/watch/a.cc", 'auto* a = popen(b, "r");\n', "reader"),
    ("sim/search/a.cc", "std::ifstream file(path);\n", "reader"),
    ("tools/watch/a.cc", "const int a = ::open(path, O_RDONLY);\n", "reader"),
    ("tools/watch/a_test.cc", "std::ifstream file(path);\n", ""),
    ("tools/watch/a.cc", "#include <fstream>\n// Json::parse(x)\nCommandLine::parse(a);\n", ""),
    ("tools/watch/a.cc", 'void Socket::open(int a) { f("json::parse("); }\n', ""),
    ("tools/world/shrink.cc", "auto a = ordered_json::parse(text);\n", ""),
    ("tools/world/shrink.cc", "", "reader"),
    ("engine/codec/util.cc", "", "name"),
    ("docs/common/a.md", "", "name"),
    ("tools/cmake/test_helpers.cmake", "", "name"),
    ("engine/include/engine/codec/string_utils.h", OPENING, "name"),
    ("docs/utility.md", "", ""),
    ("engine/include/engine/codec/a.h", "#pragma once\n// Late.\n", "header-opening"),
    ("engine/include/engine/codec/a.h", "// A.\nint a;\n", "header-opening"),
    ("engine/include/engine/codec/a.h", OPENING, ""),
]

# A folder, a number of files in it, and the rule.
FOLDERS = [("sim/search", 40, ""), ("sim/search", 41, "folder-size"), ("fuzz/corpus", 41, "")]

NAMES_ACK = [("sim/search", "ack")]
SEES_GATE = [("conformance/ack", "conformance/gate")]
# A path, a text, the rule, the exceptions that there are, and the rule that fires on those.
EXCUSED = [
    ("sim/search/a.cc", include("sim/ack/world.h"), "", NAMES_ACK, ""),
    ("sim/search/a.cc", "ack::World world;\n", "", NAMES_ACK, ""),
    ("sim/search/a.cc", "modality::World world;\n", "area-name", NAMES_ACK, "known-exception"),
    ("sim/search/a.cc", "int a;\n", "", NAMES_ACK, "known-exception"),
    ("conformance/ack/a.cc", include("conformance/gate/suite.h"), "", SEES_GATE, ""),
    ("conformance/ack/a.cc", "int a;\n", "", SEES_GATE, "known-exception"),
]


def behaves(about, text, wanted, findings):
    if [finding.rule for finding in findings] == ([wanted] if wanted else []):
        return True
    print(f"self-check: {about} should give {wanted or 'nothing'}:\n{text[:300]}")
    for finding in findings:
        print(f"  but gave {finding.rule} at {finding.line}: {finding.message}")
    return False


def self_check():
    """Whether every rule fires on a bad sample and none on a good one. Prints what does not
    behave."""
    results = []
    for folder, count, wanted in FOLDERS:
        house = rules.House([f"{folder}/a{i}.cc" for i in range(count)], [])
        results.append(behaves(folder, f"{count} files", wanted, house.check_tree()))
    plain = [(*sample, [], "") for sample in SAMPLES]
    for path, text, wanted, known, left in EXCUSED + plain:
        house = rules.House([*STANDING, path], known)
        results.append(behaves(path, text, wanted, house.check(path, text)))
        results.append(behaves("the exceptions", text, left, house.check_tree()))
    fired = {row[2] for row in FOLDERS + SAMPLES} | {row[4] for row in EXCUSED}
    for rule in rules.RULES:
        if rule not in fired:
            print(f"self-check: no sample for {rule}")
            results.append(False)
    return all(results)
