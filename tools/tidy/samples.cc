// A rule that cannot fire is worth nothing: each has bad samples here on which it
// must, and good ones, as near to those as can be, on which nothing may.
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <span>

#include <fmt/core.h>

#include "tidy/rules.h"

namespace tidy {
namespace {

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// A function of `lines` lines whose first is `head`.
std::string function(std::string_view head, int lines) {
  return std::string(head) + " {\n" + repeat("  f();\n", lines - 2) + "}\n";
}

struct Sample {
  std::string_view path;
  std::string text;
  std::optional<Rule> rule;  // None: a good sample.
};

std::vector<Sample> size_samples() {
  const std::string hundred = "int x" + repeat("y", 94) + ";\n";
  const std::string strange = "void f() {\n  g(R\"(}}}\")\", '}', \"}\\\"}\", 1'000);  // }\n";
  return {
      {"engine/codec/a.cc", "x" + hundred, Rule::LineLength},
      {"engine/codec/a.cc", hundred, {}},
      {"engine/codec/a.cc", "// " + repeat("\xC3\xA9", 97) + "\n", {}},
      {"engine/codec/a.cc", repeat("\n", 401), Rule::FileLength},
      {"engine/codec/a.cc", repeat("\n", 400), {}},
      {"engine/codec/a.cc", function("void f()", 61), Rule::FunctionLength},
      {"engine/codec/a.cc", function("void f()", 60), {}},
      {"engine/codec/a.cc", function("void\nf()", 60), Rule::FunctionLength},
      {"engine/codec/a.cc", function("auto A::f(int a) const -> int", 61), Rule::FunctionLength},
      {"engine/codec/a.cc", function("template <class T> void f(T) noexcept", 61),
       Rule::FunctionLength},
      {"engine/codec/a.cc", function("A::A(int a) : b_(a), c_{a}", 61), Rule::FunctionLength},
      {"engine/codec/a.cc", function("A::A(int a) : b_{a}, c_(a)", 61), Rule::FunctionLength},
      {"engine/codec/a.cc", function("TEST(Suite, Name)", 61), Rule::FunctionLength},
      {"engine/codec/a.cc", "namespace a {\nclass B : C {\n" + function("void f()", 61) + "};\n}\n",
       Rule::FunctionLength},
      {"engine/codec/a.cc", function("class A : public B<int>", 61), {}},
      {"engine/codec/a.cc", function("namespace a", 61), {}},
      {"engine/codec/a.cc", "enum class A : int {\n" + repeat("  B,\n", 61) + "};\n", {}},
      {"engine/codec/a.cc", "const std::array a{\n" + repeat("  Row{1, {2}},\n", 61) + "};\n", {}},
      {"engine/codec/a.cc",
       "const Row a[f()] = {\n" + repeat("  Row{f(1), {2}},\n", 61) + "};\n",
       {}},
      {"engine/codec/a.cc",
       "const std::array a{\n  Row{.run = [](int a) {\n" + repeat("  f();\n", 60) + "  }},\n};\n",
       Rule::FunctionLength},
      {"engine/codec/a.cc", strange + repeat("  f();\n", 58) + "}\n", Rule::FunctionLength},
      {"engine/codec/a.cc", strange + "}\n" + function("void g()", 60), {}},
      {"engine/codec/a.cc", "#define A(x) \\\n  if (x) {\n" + function("void g()", 60), {}},
  };
}

std::vector<Sample> include_samples() {
  return {
      {"engine/codec/a.cc", "#include \"../spec/rule.h\"\n", Rule::IncludeUpwards},
      {"engine/codec/a.cc", "#  include <../spec/rule.h>\n", Rule::IncludeUpwards},
      {"engine/codec/a.cc", "// #include \"../spec/rule.h\"\n", {}},
      {"engine/codec/a.cc", "const char* a = R\"(\n#include \"../spec/rule.h\"\n)\";\n", {}},
      {"engine/codec/a.cc", "#include <nlohmann/json.hpp>\n", Rule::IncludePackage},
      {"engine/codec/a.cc", "#include <rapidjson/reader.h>\n", Rule::IncludePackage},
      {"engine/codec/rpc.cc", "#include <rapidjson/reader.h>\n", Rule::IncludePackage},
      {"fuzz/a.cc", "#include <rapidjson/reader.h>\n", {}},
      {"engine/codec/a.cc", "#include \"spec/rule.h\"\n", Rule::IncludeRoom},
      {"engine/codec/a.cc", "#include <unistd.h>\n", Rule::IncludePackage},
      {"engine/codec/a.cc", "#include <gtest/gtest.h>\n", Rule::IncludePackage},
      {"engine/codec/a_test.cc", "#include <gtest/gtest.h>\n#include <rapidcheck.h>\n", {}},
      {"engine/codec/a.cc", "#include <vector>\n#include \"a.h\"\n#include <emmintrin.h>\n", {}},
      {"engine/ack/a.cc", "#include <boost/container/static_vector.hpp>\n", {}},
      {"sim/search/a.cc", "#include <boost/program_options.hpp>\n", Rule::IncludePackage},
      {"sim/search/a.cc", "#include \"spec/rule.h\"\n", Rule::IncludeRoom},
      {"tools/command/a.cc", "#include <boost/program_options.hpp>\n#include <sys/wait.h>\n", {}},
      {"tools/command/a.cc", "#include <benchmark/benchmark.h>\n", Rule::IncludePackage},
      {"tools/bench/a.cc",
       "#include <benchmark/benchmark.h>\n#include \"sim/search/explore.h\"\n",
       {}},
  };
}

// What other rooms have in them: a sample may include these.
constexpr std::array standing{
    "engine/codec/a.h",
    "engine/include/engine/ack/terms.h",
    "engine/include/engine/modality/terms.h",
    "sim/include/sim/ack/world.h",
    "sim/include/sim/search/explore.h",
    "conformance/include/conformance/ack/area.h",
    "conformance/include/conformance/gate/suite.h",
    "conformance/include/conformance/run/rerun.h",
    "conformance/modality/checks/sync.h",
    "spec/include/spec/rule.h",
    "spec/include/spec/ack/rules.h",
    "spec/port/include/port/time.h",
    "spec/port/include/port/ack/words.h",
};

std::vector<Sample> room_samples() {
  const auto include = [](std::string_view file) { return fmt::format("#include \"{}\"\n", file); };
  return {
      {"engine/ack/a.cc", include("engine/modality/terms.h"), Rule::AreaName},
      {"engine/ack/a.cc", include("engine/ack/terms.h") + include("port/ack/words.h"), {}},
      {"engine/include/engine/ack/a.h", "// A.\n#pragma once\n" + include("port/time.h"), {}},
      {"engine/include/engine/ack/a.h", "// A.\n#pragma once\n" + include("spec/rule.h"),
       Rule::IncludeRoom},
      {"engine/modality/a_test.cc", include("port/ack/words.h"), Rule::AreaName},
      {"engine/nowhere/a.cc", "", Rule::IncludeRoom},
      {"spec/ack/a.cc", include("spec/rule.h"), {}},
      {"spec/port/ack/a.cc", include("port/time.h") + include("port/ack/words.h"), {}},
      {"spec/port/a.cc", include("port/ack/words.h"), Rule::AreaName},
      {"sim/search/a.cc", include("sim/ack/world.h"), Rule::AreaName},
      {"sim/search/a_test.cc", include("sim/ack/world.h"), Rule::AreaName},
      {"sim/joint/a.cc", include("sim/ack/world.h"), {}},
      {"sim/ack/a.cc", include("sim/search/explore.h"), {}},
      {"sim/ack/a.cc", include("engine/ack/terms.h"), Rule::IncludeRoom},
      {"sim/ack/a_test.cc", include("engine/ack/terms.h"), {}},
      {"sim/ack/files/a.cc", include("sim/ack/world.h"), {}},
      {"conformance/run/a.cc", include("conformance/gate/suite.h"), Rule::IncludeRoom},
      {"conformance/run/a_test.cc", include("conformance/gate/suite.h"), {}},
      {"conformance/gate/a.cc", include("conformance/run/rerun.h"), {}},
      {"conformance/ack/a.cc", include("conformance/gate/suite.h"), Rule::IncludeRoom},
      {"conformance/modality/a.cc", include("modality/checks/sync.h"), {}},
      {"conformance/modality/checks/a.cc", include("sync.h"), {}},
      {"conformance/modality/mutants/a.cc", include("modality/checks/sync.h"), {}},
      {"conformance/ack/mutants/a.cc", include("modality/checks/sync.h"), Rule::AreaName},
      {"tools/rules/a.cc", include("spec/ack/rules.h"), Rule::AreaName},
      {"conformance/area/areas.cc", include("conformance/ack/area.h") + "ack::area();\n", {}},
      {"conformance/area/area.cc", include("conformance/ack/area.h"), Rule::AreaName},
      {"tools/bench/a.cc", include("engine/ack/terms.h") + "namespace ack = engine::ack;\n", {}},
      {"tools/rules/a.cc", "engine::ack::State state;\n", Rule::AreaName},
      {"tools/rules/a.cc", "bool a = area == \"ack\";\n", Rule::AreaName},
      {"tools/rules/a_test.cc", "run({\"table\", \"ack\"});\n", {}},
      {"tools/rules/a.cc", "f(\"what ack says\");  // \"ack\" and ack.\nint acked;\n", {}},
      {"engine/modality/a.cc", "bool monitor = f(\"monitor\");\n", {}},
      {"engine/modality/a.cc", "ack::State state;\n", Rule::AreaName},
      {"engine/ack/a.cc", "namespace engine::ack {\nack::State state;\n}\n", {}},
  };
}

std::vector<Sample> word_samples() {
  return {
      {"sim/search/a.cc", "auto now = std::chrono::steady_clock::now();\n", Rule::Nondeterminism},
      {"tools/command/a.cc", "auto now = std::chrono::steady_clock::now();\n", {}},
      {"spec/a.cc", "std::random_device device;\n", Rule::Nondeterminism},
      {"sim/search/a.cc", "std::uniform_int_distribution<int> d;\n", Rule::Nondeterminism},
      {"conformance/run/a.cc", "std::thread worker;\n", Rule::Nondeterminism},
      {"conformance/run/a.cc", "#include <mutex>\n", Rule::Nondeterminism},
      {"conformance/run/a.cc", "auto a = std::async(f);\n", Rule::Nondeterminism},
      {"engine/codec/a.cc", "auto* a = std::getenv(\"A\");\n", Rule::Nondeterminism},
      {"engine/codec/a_test.cc", "auto* a = std::getenv(\"A\");\n", {}},
      {"engine/codec/a_test.cc", "std::mutex a;\n", Rule::Nondeterminism},
      {"engine/codec/a.cc", "std::unordered_map<int, int> a;\n", Rule::Nondeterminism},
      {"engine/codec/a.cc", "std::hash<int> a;\n", Rule::Nondeterminism},
      {"conformance/run/a.cc", "thread_local int a;\n", Rule::Nondeterminism},
      {"conformance/run/a.cc", "std::unordered_set<int> a;\n", Rule::Nondeterminism},
      {"conformance/modality/mutants/hidden.cc",
       "#include <unordered_set>\nthread_local int a;\n",
       {}},
      {"conformance/modality/mutants/hidden.cc", "std::unordered_set<int> a;\n", {}},
      {"conformance/modality/mutants/hidden.cc", "std::random_device a;\n", Rule::Nondeterminism},
      {"conformance/modality/mutants/hidden_a.cc", "thread_local int a;\n", Rule::Nondeterminism},
      {"engine/codec/a.cc", "// No std::hash here.\nf(\"std::hash\"); my_std::hasher a;\n", {}},
      {"engine/codec/a.cc", "// TODO later\n", Rule::Unfinished},
      {"tools/command/a.cc", "/* a\n   FIXME */\n", Rule::Unfinished},
      {"engine/codec/a.cc", "f(\"TODO\");  // mastodons\n", {}},
      {"tools/command/a.cc", "auto a = json{b[0]};\n", Rule::JsonBraces},
      {"tools/command/a.cc", "const ordered_json a{b};\n", Rule::JsonBraces},
      {"tools/command/a.cc", "json a{}, b{{\"c\", d}}, e{f, g};\nauto h = json(i);\n", {}},
      {"tools/watch/a.cc", "auto a = nlohmann::json::parse(text);\n", Rule::Reader},
      {"tools/watch/a.cc", "auto a = Json::parse(text, nullptr, false);\n", Rule::Reader},
      {"tools/watch/a.cc", "std::cin >> a;\n", Rule::Reader},
      {"tools/watch/a.cc", "auto* a = popen(b, \"r\");\n", Rule::Reader},
      {"sim/search/a.cc", "std::ifstream file(path);\n", Rule::Reader},
      {"tools/watch/a.cc", "const int a = ::open(path, O_RDONLY);\n", Rule::Reader},
      {"tools/watch/a_test.cc", "std::ifstream file(path);\n", {}},
      {"tools/watch/a.cc", "#include <fstream>\n// Json::parse(x)\nCommandLine::parse(a);\n", {}},
      {"tools/watch/a.cc", "void Socket::open(int a) { f(\"json::parse(\"); }\n", {}},
      {"tools/world/shrink.cc", "auto a = ordered_json::parse(text);\n", {}},
      {"tools/world/shrink.cc", "", Rule::Reader},
      {"engine/codec/util.cc", "", Rule::Name},
      {"docs/common/a.md", "", Rule::Name},
      {"tools/cmake/test_helpers.cmake", "", Rule::Name},
      {"engine/include/engine/codec/string_utils.h", "// A.\n#pragma once\n", Rule::Name},
      {"docs/utility.md", "", {}},
      {"engine/include/engine/codec/a.h", "#pragma once\n// Late.\n", Rule::HeaderOpening},
      {"engine/include/engine/codec/a.h", "// A.\nint a;\n", Rule::HeaderOpening},
      {"engine/include/engine/codec/a.h", "// A.\n#pragma once\n", {}},
  };
}

std::set<std::string, std::less<>> tree_with(std::string_view path) {
  std::set<std::string, std::less<>> files(standing.begin(), standing.end());
  files.insert(std::string(path));
  return files;
}

bool behaves(std::string_view about, std::string_view text, std::optional<Rule> wanted,
             const std::vector<Finding>& findings) {
  const bool right =
      wanted ? findings.size() == 1 && findings[0].rule == *wanted : findings.empty();
  if (right) return true;
  fmt::print("self-check: {} should give {}:\n{}\n", about, wanted ? name(*wanted) : "nothing",
             text.substr(0, 300));
  for (const auto& finding : findings) {
    fmt::print("  but gave {} at {}: {}\n", name(finding.rule), finding.line, finding.message);
  }
  return false;
}

bool behaves(const Sample& sample) {
  House house(tree_with(sample.path), {});
  return behaves(sample.path, sample.text, sample.rule, house.check(sample.path, sample.text));
}

// What concerns the whole tree.
bool tree_behaves() {
  bool passed = true;
  const auto sized = [&](std::string_view folder, int count, std::optional<Rule> wanted) {
    std::set<std::string, std::less<>> files;
    for (int i = 0; i < count; ++i) files.insert(fmt::format("{}/a{}.cc", folder, i));
    const auto findings = House(std::move(files), {}).check_tree();
    passed = behaves(folder, fmt::format("{} files", count), wanted, findings) && passed;
  };
  sized("sim/search", 40, {});
  sized("sim/search", 41, Rule::FolderSize);
  sized("fuzz/corpus", 41, {});

  constexpr std::array known{Known{"sim/search", "ack"},
                             Known{"conformance/ack", "conformance/gate"}};
  const auto excused = [&](std::string_view path, std::string_view text, std::optional<Rule> found,
                           std::span<const Known> exceptions, std::optional<Rule> left) {
    House house(tree_with(path), exceptions);
    passed = behaves(path, text, found, house.check(path, text)) && passed;
    passed = behaves("the exceptions", text, left, house.check_tree()) && passed;
  };
  const std::span<const Known> all(known);
  const auto stale = Rule::KnownException;
  excused("sim/search/a.cc", "#include \"sim/ack/world.h\"\n", {}, all.first(1), {});
  excused("sim/search/a.cc", "ack::World world;\n", {}, all.first(1), {});
  excused("sim/search/a.cc", "modality::World world;\n", Rule::AreaName, all.first(1), stale);
  excused("sim/search/a.cc", "int a;\n", {}, all.first(1), stale);
  excused("conformance/ack/a.cc", "#include \"conformance/gate/suite.h\"\n", {}, all.last(1), {});
  excused("conformance/ack/a.cc", "int a;\n", {}, all.last(1), stale);
  return passed;
}

}  // namespace

bool self_check() {
  bool passed = tree_behaves();
  std::set<Rule> fired{Rule::FolderSize, Rule::KnownException};  // By the trees above.
  for (const auto& samples : {size_samples(), include_samples(), room_samples(), word_samples()}) {
    for (const auto& sample : samples) {
      passed = behaves(sample) && passed;
      if (sample.rule) fired.insert(*sample.rule);
    }
  }
  for (int i = 0; i < rule_count; ++i) {
    if (fired.contains(static_cast<Rule>(i))) continue;
    fmt::print("self-check: no sample for {}\n", name(static_cast<Rule>(i)));
    passed = false;
  }
  return passed;
}

}  // namespace tidy
