// A rule that cannot fire is worth nothing: each has bad samples here on which it
// must, and good ones, as near to those as can be, on which nothing may.
#include <optional>
#include <set>

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
      {"engine/a.cc", "x" + hundred, Rule::LineLength},
      {"engine/a.cc", hundred, {}},
      {"engine/a.cc", "// " + repeat("\xC3\xA9", 97) + "\n", {}},
      {"engine/a.cc", repeat("\n", 401), Rule::FileLength},
      {"engine/a.cc", repeat("\n", 400), {}},
      {"engine/a.cc", function("void f()", 61), Rule::FunctionLength},
      {"engine/a.cc", function("void f()", 60), {}},
      {"engine/a.cc", function("void\nf()", 60), Rule::FunctionLength},
      {"engine/a.cc", function("auto A::f(int a) const -> int", 61), Rule::FunctionLength},
      {"engine/a.cc", function("template <class T> void f(T) noexcept", 61), Rule::FunctionLength},
      {"engine/a.cc", function("A::A(int a) : b_(a), c_{a}", 61), Rule::FunctionLength},
      {"engine/a.cc", function("A::A(int a) : b_{a}, c_(a)", 61), Rule::FunctionLength},
      {"engine/a.cc", function("TEST(Suite, Name)", 61), Rule::FunctionLength},
      {"engine/a.cc", "namespace a {\nclass B : C {\n" + function("void f()", 61) + "};\n}\n",
       Rule::FunctionLength},
      {"engine/a.cc", function("class A : public B<int>", 61), {}},
      {"engine/a.cc", function("namespace a", 61), {}},
      {"engine/a.cc", "enum class A : int {\n" + repeat("  B,\n", 61) + "};\n", {}},
      {"engine/a.cc", "const std::array a{\n" + repeat("  Row{1, {2}},\n", 61) + "};\n", {}},
      {"engine/a.cc", "const Row a[f()] = {\n" + repeat("  Row{f(1), {2}},\n", 61) + "};\n", {}},
      {"engine/a.cc",
       "const std::array a{\n  Row{.run = [](int a) {\n" + repeat("  f();\n", 60) + "  }},\n};\n",
       Rule::FunctionLength},
      {"engine/a.cc", strange + repeat("  f();\n", 58) + "}\n", Rule::FunctionLength},
      {"engine/a.cc", strange + "}\n" + function("void g()", 60), {}},
      {"engine/a.cc", "#define A(x) \\\n  if (x) {\n" + function("void g()", 60), {}},
  };
}

std::vector<Sample> include_samples() {
  return {
      {"engine/a.cc", "#include \"../spec/rule.h\"\n", Rule::IncludeUpwards},
      {"engine/a.cc", "#  include <../spec/rule.h>\n", Rule::IncludeUpwards},
      {"engine/a.cc", "// #include \"../spec/rule.h\"\n", {}},
      {"engine/a.cc", "const char* a = R\"(\n#include \"../spec/rule.h\"\n)\";\n", {}},
      {"engine/a.cc", "#include <nlohmann/json.hpp>\n", Rule::IncludePackage},
      {"engine/a.cc", "#include <simdjson.h>\n", Rule::IncludePackage},
      {"engine/rpc.cc", "#include <simdjson.h>\n", Rule::IncludePackage},
      {"fuzz/a.cc", "#include <simdjson.h>\n", {}},
      {"engine/a.cc", "#include \"spec/rule.h\"\n", Rule::IncludePackage},
      {"engine/a.cc", "#include <unistd.h>\n", Rule::IncludePackage},
      {"engine/a.cc", "#include <gtest/gtest.h>\n", Rule::IncludePackage},
      {"engine/a_test.cc", "#include <gtest/gtest.h>\n#include <rapidcheck.h>\n", {}},
      {"engine/a.cc", "#include <vector>\n#include \"a.h\"\n#include <fmt/core.h>\n", {}},
      {"sim/a.cc", "#include <boost/container/static_vector.hpp>\n", {}},
      {"sim/a.cc", "#include <boost/program_options.hpp>\n", Rule::IncludePackage},
      {"sim/a.cc", "#include \"spec/rule.h\"\n", Rule::IncludePackage},
      {"tools/a.cc", "#include <boost/program_options.hpp>\n#include <sys/wait.h>\n", {}},
      {"tools/a.cc", "#include <benchmark/benchmark.h>\n", Rule::IncludePackage},
      {"tools/bench/a.cc", "#include <benchmark/benchmark.h>\n#include \"sim/world.h\"\n", {}},
      {"engine/ack.cc", "#include \"engine/policy_terms.h\"\n", Rule::IncludeOtherEngine},
      {"engine/include/engine/client.h", "// A.\n#pragma once\n#include \"engine/ack.h\"\n",
       Rule::IncludeOtherEngine},
      {"engine/policy.cc", "#include \"engine/policy_terms.h\"\n#include \"engine/time.h\"\n", {}},
  };
}

std::vector<Sample> word_samples() {
  return {
      {"sim/a.cc", "auto now = std::chrono::steady_clock::now();\n", Rule::Nondeterminism},
      {"tools/a.cc", "auto now = std::chrono::steady_clock::now();\n", {}},
      {"spec/a.cc", "std::random_device device;\n", Rule::Nondeterminism},
      {"sim/a.cc", "std::uniform_int_distribution<int> d;\n", Rule::Nondeterminism},
      {"conformance/a.cc", "std::thread worker;\n", Rule::Nondeterminism},
      {"conformance/a.cc", "#include <mutex>\n", Rule::Nondeterminism},
      {"conformance/a.cc", "auto a = std::async(f);\n", Rule::Nondeterminism},
      {"engine/a.cc", "auto* a = std::getenv(\"A\");\n", Rule::Nondeterminism},
      {"engine/a_test.cc", "auto* a = std::getenv(\"A\");\n", {}},
      {"engine/a_test.cc", "std::mutex a;\n", Rule::Nondeterminism},
      {"engine/a.cc", "std::unordered_map<int, int> a;\n", Rule::Nondeterminism},
      {"engine/a.cc", "std::hash<int> a;\n", Rule::Nondeterminism},
      {"conformance/a.cc", "thread_local int a;\n", Rule::Nondeterminism},
      {"conformance/a.cc", "std::unordered_set<int> a;\n", Rule::Nondeterminism},
      {"conformance/mutant_hidden.cc", "#include <unordered_set>\nthread_local int a;\n", {}},
      {"conformance/mutant_hidden.cc", "std::unordered_set<int> a;\n", {}},
      {"conformance/mutant_hidden.cc", "std::random_device a;\n", Rule::Nondeterminism},
      {"conformance/mutant_hidden_a.cc", "thread_local int a;\n", Rule::Nondeterminism},
      {"engine/a.cc", "// No std::hash here.\nf(\"std::hash\"); my_std::hasher a;\n", {}},
      {"engine/a.cc", "// TODO later\n", Rule::Unfinished},
      {"tools/a.cc", "/* a\n   FIXME */\n", Rule::Unfinished},
      {"engine/a.cc", "f(\"TODO\");  // mastodons\n", {}},
      {"engine/util.cc", "", Rule::Name},
      {"sim/common/a.cc", "", Rule::Name},
      {"tools/cmake/test_helpers.cmake", "", Rule::Name},
      {"engine/include/engine/string_utils.h", "// A.\n#pragma once\n", Rule::Name},
      {"docs/utility.md", "", {}},
      {"engine/include/engine/a.h", "#pragma once\n// Late.\n", Rule::HeaderOpening},
      {"engine/include/engine/a.h", "// A.\nint a;\n", Rule::HeaderOpening},
      {"engine/include/engine/a.h", "// A.\n#pragma once\n", {}},
  };
}

bool behaves(const Sample& sample) {
  const auto findings = check_file(sample.path, sample.text);
  const bool right =
      sample.rule ? findings.size() == 1 && findings[0].rule == *sample.rule : findings.empty();
  if (right) return true;
  fmt::print("self-check: {} should give {}:\n{}\n", sample.path,
             sample.rule ? name(*sample.rule) : "nothing", sample.text.substr(0, 300));
  for (const auto& finding : findings) {
    fmt::print("  but gave {} at {}: {}\n", name(finding.rule), finding.line, finding.message);
  }
  return false;
}

}  // namespace

bool self_check() {
  bool passed = true;
  std::set<Rule> fired;
  for (const auto& samples : {size_samples(), include_samples(), word_samples()}) {
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
