#include "sim/monitor/outcome.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "port/overload.h"
#include "port/visit.h"

namespace sim::monitor {

using namespace port::monitor;

static_assert(std::has_unique_object_representations_v<Outcome>);

namespace {

// Of which IDE a command is; zero: of none.
Pid pid_of(const Command& command) {
  return port::visit(
      [](const auto& what) {
        if constexpr (requires { what.pid; })
          return what.pid;
        else if constexpr (requires { what.marker; })
          return what.marker.pid;
        else
          return Pid{};
      },
      command);
}

void count(IdeCounts& its, const Command& command) {
  port::visit(port::Overload{[&](const IdeAdded& what) {
                               count_one(its.added);
                               if (what.elsewhere) count_one(its.elsewhere);
                             },
                             [&](const IdeChanged&) { count_one(its.changed); },
                             [&](const IdeRemoved&) { count_one(its.removed); },
                             [&](const FileRefused&) { count_one(its.refused); },
                             [&](const Connect&) { count_one(its.connects); },
                             [&](const ProjectsShown& what) {
                               count_one(what.stale ? its.stale : its.shown);
                               const auto list = std::min<int>(what.projects.value, 255);
                               its.last_list = static_cast<std::uint8_t>(list);
                               its.last_stale = what.stale;
                             },
                             [&](const LineSkipped&) { count_one(its.skipped); },
                             [&](const AddressGiven& what) {
                               switch (what.address) {
                                 case Address::Stream: return count_one(its.streams);
                                 case Address::Sse: return count_one(its.sses);
                                 case Address::Unauthorized:
                                 case Address::Forbidden: return count_one(its.locked);
                                 case Address::Busy: return count_one(its.busy);
                                 case Address::None: return;
                               }
                             },
                             [](const auto&) {}},
              command);
}

bool is(const IdeCounts& got, const ExpectedIde& wanted) {
  bool same = true;
  for_each_ide_count(
      [&](auto count) { same = same && is_allowed(wanted.*count.wanted, got.*count.got); });
  return same;
}
bool is(const Outcome& outcome, const ExpectedIde& wanted) {
  const auto found = std::ranges::find(outcome.ides, wanted.of, &IdeCounts::of);
  return is(found == outcome.ides.end() ? IdeCounts{} : *found, wanted);
}

void add(std::string& out, const char* name, auto value) {
  out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value);
}
std::string texts_of(const IdeCounts& its) {
  std::string out;
  for_each_ide_count([&](auto count) {
    if (const auto got = its.*count.got; got != 0) add(out, count.name, got);
  });
  return out;
}
std::string texts_of(const ExpectedIde& its) {
  std::string out;
  for_each_ide_count([&](auto count) {
    if (const auto& wanted = its.*count.wanted) add(out, count.name, *wanted);
  });
  return out;
}
void add_ides(std::string& out, const auto& ides) {
  for (const auto& ide : ides)
    if (ide.of != Pid{})
      out += fmt::format("{}of {}: {}", out.empty() ? "" : "; ", ide.of.value, texts_of(ide));
}

}  // namespace

void Outcome::commanded(const Command& command) {
  count(all, command);
  if (const auto pid = pid_of(command);
      pid != Pid{} && !std::holds_alternative<ReadMarker>(command)) {
    const auto found = std::ranges::find_if(
        ides, [pid](const IdeCounts& its) { return its.of == pid || its.of == Pid{}; });
    if (found != ides.end()) {
      found->of = pid;
      count(*found, command);
    }
  }
  port::visit(port::Overload{[&](const ScanFailed&) { count_one(scans_failed); },
                             [&](const Disconnect&) { count_one(disconnects); },
                             [&](const PortShown& what) {
                               count_one(ports);
                               if (what.marked) count_one(marked);
                             },
                             [&](const PortGone&) { count_one(ports_gone); },
                             [&](const CancelProbe&) { count_one(cancelled); },
                             [&](const ListFolder&) { count_one(listings); }, [](const auto&) {}},
              command);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  return matching_results(expect.results, [&](const ExpectedResult& result) {
    bool same = is(outcome.all, result.all);
    for (const auto& ide : result.ides) same = same && is(outcome, ide);
    for_each_count(
        [&](auto count) { same = same && is_allowed(result.*count.wanted, outcome.*count.got); });
    return same;
  });
}

std::string show(const Outcome& outcome) {
  auto out = texts_of(outcome.all);
  for_each_count([&](auto count) {
    if (const auto got = outcome.*count.got; got != 0) add(out, count.name, got);
  });
  // Of one alone there is nothing more to say.
  if (outcome.ides[1].of != Pid{}) add_ides(out, outcome.ides);
  return out.empty() ? "nothing" : out;
}

std::string show(const ExpectedResult& result) {
  auto out = texts_of(result.all);
  for_each_count([&](auto count) {
    if (const auto& wanted = result.*count.wanted) add(out, count.name, *wanted);
  });
  add_ides(out, result.ides);
  return out.empty() ? "anything" : out;
}

}  // namespace sim::monitor
