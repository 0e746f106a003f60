#include "sim/monitor/world.h"

#include <algorithm>
#include "sim/search/agenda_choices.h"

#include <fmt/format.h>

namespace sim::monitor {
namespace {

std::string about(const Plan& plan, const Happening& what) {
  if (what.what == What::PortBecomes)
    return fmt::format(" port={} {}", first_port + what.where,
                       port::word(static_cast<PortIs>(what.number)));
  if (what.what == What::MachineSleeps) return fmt::format(" {} ms", what.number);
  const bool everywhere = what.what == What::FolderDenied || what.what == What::FolderMissing ||
                          what.what == What::FolderBack || what.what == What::OtherStalls ||
                          what.what == What::OtherGoesOn;
  if (everywhere) return {};
  auto out = fmt::format(" pid={}", plan.ides[what.where].pid.value);
  const bool numbered = what.what == What::MarkerWritten || what.what == What::ProcessBegins ||
                        what.what == What::ServerMoves || what.what == What::TokenChanges;
  if (numbered) out += fmt::format(" {}", what.number);
  return out;
}

}  // namespace

bool has_place(const Plan& plan, const Happening& what) {
  switch (what.what) {
    case What::FolderDenied:
    case What::FolderMissing:
    case What::FolderBack:
    case What::OtherStalls:
    case What::OtherGoesOn: return true;
    case What::MachineSleeps: return what.number > 0;
    case What::PortBecomes: return what.where < plan.ports.size() && what.number < port_kinds;
    case What::MarkerWritten:
      return what.where < plan.ides.size() && what.number < plan.contents.size();
    case What::MarkerTorn:
    case What::MarkerRemoved:
    case What::MarkerUnreadable:
    case What::ProcessEnds:
    case What::ProcessBegins:
    case What::ServerMoves:
    case What::ServerHangs:
    case What::ServerFails:
    case What::ServerRecovers:
    case What::StreamsEnd:
    case What::TokenChanges:
    case What::ProjectsChange:
    case What::LineBroken:
    case What::LineUnknown:
    case What::LineRepeated:
    case What::ListRepeated:
    case What::NumberStays:
    case What::LineEndless:
    case What::FirstLineBroken:
    case What::NetworkStops:
    case What::NetworkBack:
    case What::AddressAsked: break;
  }
  return what.where < plan.ides.size() && what.number <= 255;
}

std::string fault_of(const Plan& plan) {
  if (plan.ides.size() > ides_max || plan.ports.size() > ports_max ||
      plan.planned.size() > planned_max)
    return "there is more of something than there is room for";
  if (plan.probes_at_once < 1 || plan.probes_at_once > 2)
    return "one or two ports are probed at once";
  if (plan.free.size() > 200) return "more than 200 things may happen";
  for (std::size_t i = 0; i < plan.ides.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (plan.ides[i].pid == plan.ides[j].pid) return "two IDEs have one pid";
  for (const auto& ide : plan.ides)
    if (ide.pid == Pid{} || ide.content >= static_cast<int>(plan.contents.size()))
      return "an IDE has no pid, or a file without content";
  for (const auto& content : plan.contents)
    if (content.reading == Reading::Dead || content.reading == Reading::Younger)
      return "a file tells nothing of its process: `alive` and `began` do";
  const auto wrong = [&](const Happening& what) { return !has_place(plan, what); };
  if (std::ranges::any_of(plan.free, wrong) ||
      std::ranges::any_of(plan.planned, wrong, &Planned::happening))
    return "what happens is about something that is not there";
  return {};
}

std::string text_of(const Plan& plan, const Happening& what) {
  return std::string(port::word(what.what)) + about(plan, what);
}

World Worlds::initial() const {
  World world{.subject = subject_.initial(),
              .agenda = {},
              .machines = {},
              .asked = {},
              .files = {},
              .ports = {},
              .streams = {}};
  world.agenda.schedule(slot::start, {0, 0});
  return world;
}

void Worlds::choices(const World& world, Choices& out) const {
  const auto alternatives = [&](std::size_t which) {
    return which == slot::free ? plan_.free.size() : 1;
  };
  const auto may = [&](std::size_t which, std::size_t alternative, std::int32_t) {
    return which != slot::free || matters(world, plan_.free[alternative]);
  };
  add_choices(world.agenda, 0, plan_.grid, world.agenda.deadline(), alternatives, may, out);
}

bool Worlds::final(const World& world) const {
  if (!world.stopped) return false;
  for (std::size_t which = slot::folder; which < slot::free; ++which) {
    const bool of_an_ide = which >= slot::ping && which < slot::probe;
    if (!of_an_ide && world.agenda.pending(which)) return false;
  }
  return true;
}

Label Worlds::label(const World& world, const Choice& choice) const {
  const std::size_t which = choice.slot;
  if (which == slot::start) return {"user", "starts the monitor"};
  if (which == slot::stop) return {"user", "stops the monitor"};
  if (which < slot::folder)
    return {"machine", text_of(plan_, plan_.planned[which - slot::planned].happening)};
  if (which == slot::free) return {"machine", text_of(plan_, plan_.free[choice.alternative])};
  if (which == slot::folder) return {"machine", "the folder is listed"};
  if (which == slot::read)
    return {"machine", fmt::format("file of {} is read", plan_.ides[world.reading].pid.value)};
  if (which < slot::ping)
    return {"IDE", fmt::format("connection {}", world.streams[which - slot::deliver].id.value)};
  if (which < slot::probe)
    return {"IDE", fmt::format("ping of {}", world.streams[which - slot::ping].id.value)};
  if (which < slot::tried)
    return {"machine", fmt::format("port {}", first_port + which - slot::probe)};
  if (which < slot::scan) return {"IDE", "its own server answers"};
  return {"monitor", "timer"};
}

}  // namespace sim::monitor
