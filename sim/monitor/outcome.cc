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

}  // namespace

void Outcome::commanded(const Command& command) {
  port::visit(
      port::Overload{
          [&](const IdeAdded&) { up(added); }, [&](const IdeChanged&) { up(changed); },
          [&](const IdeRemoved&) { up(removed); }, [&](const FileRefused&) { up(refused); },
          [&](const ScanFailed&) { up(scans_failed); }, [&](const Connect&) { up(connects); },
          [&](const Disconnect&) { up(disconnects); },
          [&](const ProjectsShown& what) {
            up(what.stale ? stale : shown);
            last_list = static_cast<std::uint8_t>(std::min<int>(what.projects.value, 255));
            last_stale = what.stale;
          },
          [&](const LineSkipped&) { up(skipped); },
          [&](const AddressGiven& what) {
            if (what.address == Address::Stream) up(streams);
            if (what.address == Address::Sse) up(sses);
            if (what.address == Address::Unauthorized || what.address == Address::Forbidden)
              up(locked);
            if (what.address == Address::Busy) up(busy);
          },
          [&](const PortShown&) { up(ports); }, [&](const PortGone&) { up(ports_gone); },
          [&](const CancelProbe&) { up(cancelled); }, [&](const ListFolder&) { up(listings); },
          [](const auto&) {}},
      command);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < expect.results.size(); ++i) {
    bool same = true;
    for_each_count([&](auto count) {
      const auto& wanted = expect.results[i].*count.wanted;
      same = same && (!wanted || *wanted == outcome.*count.got);
    });
    if (same) bits |= 1u << i;
  }
  return bits;
}

std::string show(const Outcome& outcome) {
  std::string out;
  for_each_count([&](auto count) {
    if (const auto got = outcome.*count.got; got != 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count.name, got);
  });
  return out.empty() ? "nothing" : out;
}

std::string show(const ExpectedResult& result) {
  std::string out;
  for_each_count([&](auto count) {
    if (const auto& wanted = result.*count.wanted)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count.name, *wanted);
  });
  return out.empty() ? "anything" : out;
}

}  // namespace sim::monitor
