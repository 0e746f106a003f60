// That few runs of our own engine show which clauses a log can show that does not tell all kinds of
// lines, and which these runs are.
#include "trace/judgeable.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/search/rng.h"
#include "trace/checks.h"

namespace conformance {
namespace {

using Kinds = std::vector<std::string_view>;

struct Revisions {
  std::string area;
  SampledLogs logs;
  std::vector<std::string> names;
  std::string header, type;  // Where the chosen runs stand.
  std::uint64_t draws;       // So many logs are drawn to choose them by.
};
std::vector<Revisions> areas() {
  return {{"ack",
           ack::sampled_logs(),
           {"r1", "r2", "relist", "r3"},
           "spec/ack/names.h",
           "spec::ack::Revision",
           160},
          {"modality",
           modality::sampled_logs(),
           {"addendum", "rev5"},
           "port/modality/words.h",
           "port::modality::Revision",
           60}};
}

// What the heads of docs/TRACES.md do not name, and what a log has no line of that names nothing.
std::vector<Kinds> as_the_documents_say(const Revisions& of) {
  std::ifstream page("docs/TRACES.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  std::vector<Kinds> out;
  for (auto at = text.find("\"tells\":["); at != text.npos; at = text.find("\"tells\":[", at + 1)) {
    const auto list = text.substr(at, text.find(']', at) - at);
    Kinds lacks;
    for (const auto kind : of.logs.kinds)
      if (list.find(fmt::format("\"{}\"", kind)) == list.npos) lacks.push_back(kind);
    if (lacks.size() < of.logs.kinds.size()) out.push_back(lacks);
  }
  const Kinds usual{"capture", "captured",         "processed",
                    "stands",  "schedule_refresh", "report_smart_wait"};
  Kinds silent;
  for (const auto kind : of.logs.kinds)
    if (std::ranges::count(usual, kind) > 0) silent.push_back(kind);
  out.push_back(silent);
  return out;
}
// Drawn: few of them, half of them, nearly all.
Kinds drawn(const Revisions& of, std::uint64_t number) {
  auto rng = sim::Rng(20).fork(number);
  const auto tells_of_8 = 1 + rng.below(7);
  Kinds out;
  for (const auto kind : of.logs.kinds)
    if (rng.below(8) >= tells_of_8) out.push_back(kind);
  return out;
}
std::vector<Kinds> each_kind(const Revisions& of) {
  std::vector<Kinds> out{{}, of.logs.kinds};
  for (const auto kind : of.logs.kinds) out.push_back({kind});
  return out;
}

void expect_equal(const Revisions& of, const std::string& revision, const Kinds& lacks) {
  EXPECT_EQ(of.logs.judgeable(revision, lacks, false), of.logs.judgeable(revision, lacks, true))
      << of.area << " " << revision << " without " << fmt::format("{}", fmt::join(lacks, ", "));
}

TEST(Judgeable, TheChosenRunsShowWhatAllDo) {
  for (const auto& of : areas()) {
    const auto told = as_the_documents_say(of);
    EXPECT_GE(told.size(), 2u) << of.area;
    for (const auto& lacks : told) expect_equal(of, of.names[0], lacks);
    for (const auto& revision : of.names) expect_equal(of, revision, drawn(of, 1'000));
  }
}
TEST(Judgeable, DISABLED_TheChosenRunsShowWhatAllDoWhateverIsNotTold) {
  for (const auto& of : areas())
    for (const auto& revision : of.names) {
      for (const auto& lacks : each_kind(of)) expect_equal(of, revision, lacks);
      for (const auto& lacks : as_the_documents_say(of)) expect_equal(of, revision, lacks);
      for (std::uint64_t number = 0; number < 40; ++number)
        expect_equal(of, revision, drawn(of, number));
    }
}

std::string header_of(const Revisions& of, const std::vector<std::vector<std::uint32_t>>& chosen) {
  auto out = fmt::format(
      "// The runs that show as much as all, by revision. Written by a test:\n"
      "// docs/decisions/0229-runs-that-show-what-a-log-can-show.md\n"
      "#pragma once\n#include <cstdint>\n#include <span>\n\n#include \"{}\"\n\n"
      "namespace conformance::{} {{\n\n// clang-format off\n",
      of.header, of.area);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    out += fmt::format("inline constexpr std::uint32_t chosen_of_{}[] = {{", of.names[i]);
    for (std::size_t k = 0; k < chosen[i].size(); ++k)
      out += fmt::format("{}{},", k % 9 == 0 ? "\n    " : " ", chosen[i][k]);
    out += "};\n";
  }
  out += fmt::format(
      "// clang-format on\n\n// None: all of them are needed.\n"
      "inline std::span<const std::uint32_t> chosen_runs_of({} revision) {{\n"
      "  switch (static_cast<unsigned>(revision)) {{\n",
      of.type);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    out += fmt::format("    case {}: return chosen_of_{};\n", i, of.names[i]);
  out += fmt::format("    default: return {{}};\n  }}\n}}\n\n}}  // namespace conformance::{}\n",
                     of.area);
  return out;
}
// With ORRERY_UPDATE_GOLDEN it writes them.
TEST(Judgeable, DISABLED_ChoosesRuns) {
  const auto* update = std::getenv("ORRERY_UPDATE_GOLDEN");
  if (update == nullptr) return;
  for (const auto& of : areas()) {
    std::vector<std::vector<std::uint32_t>> chosen;
    for (const auto& revision : of.names) {
      auto& runs = chosen.emplace_back();
      for (const auto& lacks : each_kind(of)) runs = of.logs.choose(revision, lacks, runs);
      for (const auto& lacks : as_the_documents_say(of))
        runs = of.logs.choose(revision, lacks, runs);
      for (std::uint64_t number = 0; number < of.draws; ++number)
        runs = of.logs.choose(revision, drawn(of, number), runs);
    }
    std::ofstream(fmt::format("recordings/{}/chosen_runs.h", of.area)) << header_of(of, chosen);
  }
}

}  // namespace
}  // namespace conformance
