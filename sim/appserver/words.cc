// What the choices of a world are called.
#include <fmt/format.h>

#include "port/appserver/show.h"
#include "sim/appserver/world.h"
#include "sim/state/subject_fault.h"

namespace sim::appserver {
namespace {

std::string act_text(const Act& act) {
  const auto what = port::word(act.what);
  switch (act.what) {
    case ActKind::Open:
    case ActKind::Close: break;
    case ActKind::StartChat:
    case ActKind::ArchiveChat:
    case ActKind::Say:
    case ActKind::Stop: return fmt::format("{} {}", what, act.chat);
    case ActKind::ResumeChat: return fmt::format("{} {} of thread {}", what, act.chat, act.number);
    case ActKind::Call: return fmt::format("{} {} {}", what, act.number, port::word(act.method));
    case ActKind::MakeRule: return fmt::format("{} of subject {}", what, act.number);
    case ActKind::Decide:
      return fmt::format("{} {} {}", what, act.number, port::word(act.decision));
  }
  return std::string(what);
}

std::string single_text(const World& world, std::size_t which) {
  switch (which) {
    case slot::process:
      return world.process.phase == ProcessPhase::Starting ? "starts" : "is known to be gone";
    case slot::to_server: return "hears " + show(to_server(world.to_server[0]));
    case slot::to_client: return "is heard: " + show(to_client(world.to_client[0]));
    case slot::late: return "is heard late: " + show(to_client(world.late));
    case slot::exit: return "ends as it was told";
    default: return fmt::format("goes on in thread {}", which - slot::turn + 1);
  }
}

std::string user_text(const Plan& plan, const World& world, const Choice& choice) {
  const std::size_t which = choice.slot;
  if (which == slot::frame) return "sees a frame";
  if (which == slot::user) {
    const bool closes = world.user.closing;
    return act_text(closes ? Act{.what = ActKind::Close} : plan.user[world.user.step].act);
  }
  return act_text(which < slot::free ? plan.beside[which - slot::beside].act
                                     : plan.free[choice.alternative]);
}

struct Nobody {
  void heard(const Happening&) const {}
  void noticed(const Fact&) const {}
  void commanded(const Command&) const {}
};

}  // namespace

Label Worlds::label(const World& world, const Choice& choice) const {
  const std::size_t which = choice.slot;
  Label out{"user", {}};
  if (which < slot::frame) {
    out = {"server", single_text(world, which)};
  } else if (which < slot::timer || which >= slot::beside) {
    out.text = user_text(plan_, world, choice);
  } else {
    const auto& timer = world.timers[which - slot::timer];
    out = {"client", show(Happening(TimerFired{{timer.kind, timer.of}}))};
  }
  // Which faults happen then is seen when it does.
  auto after = world;
  const Nobody nobody;
  try {
    apply(after, choice, nobody);
  } catch (const SubjectFault&) {  // Whoever takes the choice finds out.
  }
  for (std::size_t i = 0; i < plan_.server.faults.size(); ++i)
    if (after.server.faults[i].fired != world.server.faults[i].fired)
      out.text += fmt::format(", and {} happens", port::word(plan_.server.faults[i].what));
  return out;
}

}  // namespace sim::appserver
