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

void up(std::uint8_t& counter) {
  if (counter < 255) ++counter;
}

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
                               up(its.added);
                               if (what.elsewhere) up(its.elsewhere);
                             },
                             [&](const IdeChanged&) { up(its.changed); },
                             [&](const IdeRemoved&) { up(its.removed); },
                             [&](const FileRefused&) { up(its.refused); },
                             [&](const Connect&) { up(its.connects); },
                             [&](const ProjectsShown& what) {
                               up(what.stale ? its.stale : its.shown);
                               const auto list = std::min<int>(what.projects.value, 255);
                               its.last_list = static_cast<std::uint8_t>(list);
                               its.last_stale = what.stale;
                             },
                             [&](const LineSkipped&) { up(its.skipped); },
                             [&](const AddressGiven& what) {
                               switch (what.address) {
                                 case Address::Stream: return up(its.streams);
                                 case Address::Sse: return up(its.sses);
                                 case Address::Unauthorized:
                                 case Address::Forbidden: return up(its.locked);
                                 case Address::Busy: return up(its.busy);
                                 case Address::None: return;
                               }
                             },
                             [](const auto&) {}},
              command);
}

bool is(const IdeCounts& got, const ExpectedIde& wanted) {
  bool same = true;
  for_each_ide_count([&](auto count) {
    const auto& one = wanted.*count.wanted;
    same = same && (!one || *one == got.*count.got);
  });
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
  port::visit(port::Overload{[&](const ScanFailed&) { up(scans_failed); },
                             [&](const Disconnect&) { up(disconnects); },
                             [&](const PortShown& what) {
                               up(ports);
                               if (what.marked) up(marked);
                             },
                             [&](const PortGone&) { up(ports_gone); },
                             [&](const CancelProbe&) { up(cancelled); },
                             [&](const ListFolder&) { up(listings); }, [](const auto&) {}},
              command);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < expect.results.size(); ++i) {
    const auto& result = expect.results[i];
    bool same = is(outcome.all, result.all);
    for (const auto& ide : result.ides) same = same && is(outcome, ide);
    for_each_count([&](auto count) {
      const auto& wanted = result.*count.wanted;
      same = same && (!wanted || *wanted == outcome.*count.got);
    });
    if (same) bits |= 1u << i;
  }
  return bits;
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
