// What the clauses of the monitor let pass: each effect of right runs left out, told twice, or told
// of another IDE or list. What is still accepted is listed, with a reason.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/monitor/judged.h"
#include "conformance/monitor/plans.h"
#include "monitor/subject.h"
#include "port/overload.h"
#include "port/show.h"
#include "sim/search/rng.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;

struct Recorder {
  std::vector<port::monitor::Seen> seen;
  void fact(const auto& what) { seen.emplace_back(what); }
  void act(const Command& what) { seen.emplace_back(what); }
};

std::vector<port::monitor::Seen> run_of(const JudgedWorlds& worlds, sim::Rng& rng) {
  Recorder out;
  auto state = worlds.initial();
  sim::Choices choices;
  while (worlds.status(state) == sim::Status::Running) {
    choices.clear();
    worlds.choices(state, choices);
    JudgedWorlds::Findings findings;
    const auto drawn = rng.below(static_cast<std::uint32_t>(choices.size()));
    // Mostly the natural one, so that runs are long.
    worlds.apply(state, choices[rng.below(3) == 0 ? drawn : 0], findings, out);
    EXPECT_FALSE(findings.breach);
  }
  return std::move(out.seen);
}

bool passes(const sim::monitor::Plan& plan, const std::vector<port::monitor::Seen>& seen) {
  const spec::monitor::Judge judge({.first_port = sim::monitor::first_port,
                                    .ports = static_cast<std::uint8_t>(plan.ports.size()),
                                    .probes_at_once = plan.probes_at_once},
                                   spec::monitor::clauses_of(spec::monitor::Party::Monitor));
  spec::monitor::Situation s;
  spec::monitor::Findings findings;
  for (const auto& each : seen)
    std::visit([&](const auto& what) { judge.see(s, what, findings); }, each);
  judge.end(s, findings);
  return !findings.breach;
}

std::string name_of(const Command& command) {
  return std::visit([]<class C>(const C&) { return port::name_of(C::record.name); }, command);
}

// Of another IDE, or another list, address or build; nothing: it carries nothing of the kind.
std::optional<Command> altered(Command command) {
  const bool could = std::visit(
      port::Overload{[](IdeAdded& it) { return ++it.marker.build.value, true; },
                     [](IdeChanged& it) { return ++it.marker.build.value, true; },
                     [](Connect& it) { return ++it.target.port, true; },
                     [](ProjectsShown& it) { return ++it.projects.value, true; },
                     [](TryStream& it) { return ++it.address.value, true; },
                     [](AskHead& it) { return ++it.address.value, true; },
                     [](ServerShown& it) { return it.alive = !it.alive, true; },
                     [](PortShown& it) { return it.marked = !it.marked, true; },
                     [](FileRefused& it) {
                       it.reading =
                           it.reading == Reading::TooLarge ? Reading::NotText : Reading::TooLarge;
                       return true;
                     },
                     [](ScanFailed& it) { return it.folder = Folder::TooMany, true; },
                     [](LineSkipped& it) { return it.kind = LineKind::Ping, true; },
                     [](AddressGiven& it) {
                       it.address = it.address == Address::Sse ? Address::Stream : Address::Sse;
                       return true;
                     },
                     [](auto&) { return false; }},
      command);
  return could ? std::optional(command) : std::nullopt;
}

// What passes, by kind of act, and how often of how many.
using Gaps = std::map<std::string, std::pair<int, int>>;

void try_changes(const sim::monitor::Plan& plan, const std::vector<port::monitor::Seen>& seen,
                 Gaps& gaps) {
  const auto count = [&](const std::string& name, std::vector<port::monitor::Seen> with) {
    auto& [passed, all] = gaps[name];
    passed += passes(plan, with) ? 1 : 0;
    ++all;
  };
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto* command = std::get_if<Command>(&seen[i]);
    if (command == nullptr || is_timer(*command)) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    auto without = seen;
    without.erase(without.begin() + at);
    count("without " + name_of(*command), without);
    auto twice = seen;
    twice.insert(twice.begin() + at, seen[i]);
    count("twice " + name_of(*command), twice);
    if (const auto other = altered(*command)) {
      auto changed = seen;
      changed[i] = *other;
      count("another " + name_of(*command), changed);
    }
  }
}

TEST(MonitorGaps, AreThoseThatAreArguedHere) {
  sim::Rng rng(1);
  Gaps gaps;
  for (std::size_t row = 0; row < sampled_plans(); ++row) {
    const auto plan = sampled_plan(row);
    const auto worlds = judged_worlds(plan, "engine");
    for (int run = 0; run < 16; ++run) {
      const auto seen = run_of(worlds, rng);
      ASSERT_TRUE(passes(plan, seen));
      try_changes(plan, seen, gaps);
    }
  }
  std::set<std::string> open;
  for (const auto& [name, counts] : gaps)
    if (counts.first > 0) open.insert(name);
  const std::set<std::string> argued{
      // Nobody follows what is asked about an IDE that is not known.
      "twice AddressGiven", "without AddressGiven",
      // The IDE is gone in the same instant.
      "without ServerShown", "without TryStream",
      // An answer in the same instant tells that its process is elsewhere.
      "without FileRefused",
      // What is closed is closed; and who was refused has nothing to close.
      "twice Disconnect", "without Disconnect",
      // The run ends within the bound.
      "without Connect", "without ListFolder",
      // Another one comes in the same instant.
      "without LineSkipped", "without PortShown", "without ProjectsShown",
      // Reads are the subject's own, as long as their answers come in time.
      "twice ReadMarker", "without ReadMarker"};
  for (const auto& name : open)
    EXPECT_TRUE(argued.contains(name))
        << name << " passes " << gaps[name].first << " of " << gaps[name].second;
  for (const auto& name : argued) EXPECT_TRUE(open.contains(name)) << name << " is none any more";
  EXPECT_GT(gaps.size(), 40u);
}

}  // namespace
}  // namespace conformance::monitor
