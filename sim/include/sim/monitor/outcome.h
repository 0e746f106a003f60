// What one run came to, as a scenario's expectation may ask for it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "port/monitor/facts.h"
#include "sim/files/counts.h"
#include "sim/monitor/plan.h"

namespace sim::monitor {

// How often something was done or shown of an IDE, or of all of them. Counts stop at 255. Flat
// values without padding: they are part of a state that a search tells from others.
struct IdeCounts {
  port::monitor::Pid of{};  // Zero: of all.
  std::uint8_t added = 0, changed = 0, removed = 0;
  std::uint8_t elsewhere = 0;  // That were added as those of another process namespace.
  std::uint8_t refused = 0;    // Files.
  std::uint8_t connects = 0;
  std::uint8_t shown = 0, stale = 0;   // Lists.
  std::uint8_t last_list = 0;          // That was shown, up to 255,
  bool last_stale = false;             // as it stood at last.
  std::uint8_t skipped = 0;            // Lines.
  std::uint8_t streams = 0, sses = 0;  // Addresses that were given.
  std::uint8_t locked = 0, busy = 0;   // Addresses that answer 401 or 403; 429 or 5xx.
  std::uint8_t zero = 0;
  bool operator==(const IdeCounts&) const = default;
};
struct Outcome {
  IdeCounts all{};
  std::array<IdeCounts, ides_max> ides{};  // In the order in which something was done of them.
  std::uint8_t scans_failed = 0;           // That it was told of.
  std::uint8_t disconnects = 0;
  std::uint8_t ports = 0, ports_gone = 0;
  std::uint8_t marked = 0;     // Of the ports, those that a marker names.
  std::uint8_t cancelled = 0;  // Probes.
  std::uint8_t listings = 0;   // Of the folder.
  std::uint8_t zero = 0;
  bool operator==(const Outcome&) const = default;

  void commanded(const port::monitor::Command& command);
};

// What is not set may be anything.
using Wanted = std::optional<std::uint8_t>;
struct ExpectedIde {
  port::monitor::Pid of{};
  Wanted added{}, changed{}, removed{}, elsewhere{}, refused{}, connects{}, shown{}, stale{},
      last_list{};
  std::optional<bool> last_stale{};
  Wanted skipped{}, streams{}, sses{}, locked{}, busy{};
  bool operator==(const ExpectedIde&) const = default;
};
struct ExpectedResult {
  ExpectedIde all{};
  std::vector<ExpectedIde> ides = {};
  Wanted scans_failed{}, disconnects{}, ports{}, ports_gone{}, marked{}, cancelled{}, listings{};
  bool operator==(const ExpectedResult&) const = default;
};
inline constexpr std::size_t results_max = 16;

// Over all schedules: every run has one of the results, and each result is some run's.
using Expectation = ResultsOf<ExpectedResult>;

// Bit i: the outcome of a run that has ended is results[i].
std::uint32_t matching(const Expectation& expect, const Outcome& outcome);

std::string show(const Outcome& outcome);
std::string show(const ExpectedResult& result);

// Something that is counted: where an outcome has it, and a result.
template <auto of_outcome, auto of_result>
struct Counted {
  static constexpr auto got = of_outcome;
  static constexpr auto wanted = of_result;
  const char* name;
  const char* says;
};
// Calls see(Counted) for each of what is counted of an IDE,
constexpr void for_each_ide_count(auto&& see) {
  using O = IdeCounts;
  using E = ExpectedIde;
  see(Counted<&O::added, &E::added>{"added", "IDEs that were told of as new."});
  see(Counted<&O::changed, &E::changed>{"changed", "Times that an IDE was told of as changed."});
  see(Counted<&O::removed, &E::removed>{"removed", "IDEs that were told of as gone."});
  see(Counted<&O::elsewhere, &E::elsewhere>{
      "elsewhere", "IDEs that were told of as those of another process namespace."});
  see(Counted<&O::refused, &E::refused>{"refused", "Files that were told of as no IDEs."});
  see(Counted<&O::connects, &E::connects>{"connects", "Streams that were asked for."});
  see(Counted<&O::shown, &E::shown>{"shown", "Lists of projects that were shown as fresh."});
  see(Counted<&O::stale, &E::stale>{"stale", "Times that a list was marked as stale."});
  see(Counted<&O::last_list, &E::last_list>{
      "last_list", "The list that was shown at last; they count from one."});
  see(Counted<&O::last_stale, &E::last_stale>{"last_stale", "Whether it was stale then."});
  see(Counted<&O::skipped, &E::skipped>{"skipped", "Lines that were counted as none."});
  see(Counted<&O::streams, &E::streams>{"streams", "Streamable addresses that were given."});
  see(Counted<&O::sses, &E::sses>{"sses", "Other addresses that were given."});
  see(Counted<&O::locked, &E::locked>{"locked", "Addresses that answered 401 or 403."});
  see(Counted<&O::busy, &E::busy>{"busy", "Addresses that answered 429 or 5xx."});
}
// and of the rest.
constexpr void for_each_count(auto&& see) {
  using O = Outcome;
  using E = ExpectedResult;
  see(Counted<&O::scans_failed, &E::scans_failed>{"scans_failed",
                                                  "Failing scans that were told of."});
  see(Counted<&O::disconnects, &E::disconnects>{"disconnects", "Streams that were closed."});
  see(Counted<&O::ports, &E::ports>{"ports", "Times that an IDE was told of at a port."});
  see(Counted<&O::marked, &E::marked>{"marked", "Of these, those at a port that a marker names."});
  see(Counted<&O::ports_gone, &E::ports_gone>{"ports_gone", "Times that none was there any more."});
  see(Counted<&O::cancelled, &E::cancelled>{"cancelled", "Probes that were cancelled."});
  see(Counted<&O::listings, &E::listings>{"listings", "Times that the folder was listed."});
}

}  // namespace sim::monitor
