// Worlds of several areas side by side, with one clock. What one is for another stands in
// sim/joint/links.h; no area knows of another.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/ack/world.h"
#include "sim/appserver/world.h"
#include "sim/joint/plan.h"
#include "sim/modality/runs.h"
#include "sim/modality/world.h"
#include "sim/search/model.h"

namespace sim::joint {

enum class Side : std::uint8_t { Ide, Tool, Talk };

// The slots of the tool's world stand behind those of the IDE's, and those of the talk behind them.
inline constexpr std::size_t first_tool_slot =
    sim::modality::first_slot_of_second + sim::modality::run_slot::count;
inline constexpr std::size_t first_talk_slot = first_tool_slot + ack::slot::count;
static_assert(first_talk_slot + appserver::slot::count <= 256);
constexpr Side side_of(const Choice& choice) {
  if (choice.slot < first_tool_slot) return Side::Ide;
  return choice.slot < first_talk_slot ? Side::Tool : Side::Talk;
}
// The choice as the world of its side knows it.
constexpr Choice of_side(Choice choice) {
  const auto side = side_of(choice);
  const auto first = side == Side::Ide ? 0 : side == Side::Tool ? first_tool_slot : first_talk_slot;
  choice.slot = static_cast<std::uint8_t>(choice.slot - first);
  return choice;
}

// What has the IDE of its runs.
auto& with_ide(auto& runs) {
  if constexpr (requires { runs.first; })
    return runs.first;
  else
    return runs;
}

// `Ides` are sim::modality::Worlds, of one run, or RunsWorlds, of two. `plan` and the subjects
// outlive it. The worlds are the caller's to keep, each with its own judge.
template <class Ides>
class Worlds {
 public:
  using IdeWorld = typename Ides::World;
  // A side that a plan does not have is a zero world.
  struct World {
    IdeWorld& ide;
    ack::World& tool;
    appserver::World& talk;
    Links& links;
  };

  // `tool` and `talk` are of the plan's, or of what a subject makes of these: a server with a fault
  // more, a tool to which something cannot happen.
  Worlds(const Plan& plan, const modality::Subject& policy, const ack::Worlds* tool,
         const appserver::Worlds* talk)
      : plan_(plan), ides_(plan.policy, policy) {
    if (plan.tool) tools_.emplace(*tool);
    if (plan.talk) talks_.emplace(*talk);
  }

  void begin(World world) const {
    world.ide = ides_.initial();
    if (tools_) {
      world.tool = tools_->initial();
      world.tool.agenda.schedule(ack::slot::call, plan_.tool->at);
    }
    if (talks_) world.talk = talks_->initial();
  }

  // What the IDE's setup leaves open comes first; then all go on, up to the earliest of their
  // deadlines.
  void choices(const IdeWorld& ide, const ack::World& tool, const appserver::World& talk,
               Choices& out) const {
    const auto begin = out.size();
    auto deadline = Ides::deadline(ide);
    if (tools_) deadline = std::min(deadline, tool.agenda.deadline());
    if (talks_) deadline = std::min(deadline, talk.agenda.deadline());
    ides_.choices(ide, out, deadline);
    if (with_ide(ide).agenda.pending(sim::modality::slot::setup)) return;
    const auto behind = [&](std::size_t first, auto add) {
      const auto its = out.size();
      add();
      for (auto i = its; i < out.size(); ++i)
        out[i].slot = static_cast<std::uint8_t>(out[i].slot + first);
    };
    if (tools_) behind(first_tool_slot, [&] { tools_->choices(tool, out, deadline); });
    if (talks_) behind(first_talk_slot, [&] { talks_->choices(talk, out, deadline); });
    if (tools_ || talks_) order_naturally(out, begin);
  }

  // Time passes in all, whichever of them acts. A Sinks has a sink of each world, `ide`, `tool` and
  // `talk`, and noticed(Coupled).
  void apply(World world, const Choice& choice, auto& sinks) const;

  // All calls have ended, the user has closed, and nothing of them is left.
  bool final(const IdeWorld& ide, const ack::World& tool, const appserver::World& talk) const {
    return ides_.final(ide) && (!tools_ || tools_->final(tool)) && (!talks_ || talks_->final(talk));
  }

  // There are several engines and clients: "backend" is the engine of the tool.
  Label label(const IdeWorld& ide, const ack::World& tool, const appserver::World& talk,
              const Choice& choice) const {
    switch (side_of(choice)) {
      case Side::Ide: return ides_.label(ide, choice);
      case Side::Tool: {
        auto out = tools_->label(tool, of_side(choice));
        if (out.actor == "engine") out.actor = "backend";
        return out;
      }
      case Side::Talk: break;
    }
    auto out = talks_->label(talk, of_side(choice));
    if (out.actor == "client") out.actor = "agent's client";
    return out;
  }

 private:
  template <class Sinks>
  class Coupler;
  // Once a side is through, what it leaves behind counts only as far as another can see it.
  void forget(World world) const {
    const bool tool_over = !tools_ || tools_->final(world.tool);
    const bool talk_over = !talks_ || talks_->final(world.talk);
    if (tools_ && tool_over) tools_->drop_what_no_longer_matters(world.tool);
    if (!tool_over || !talk_over) return;
    for (std::size_t run = 0; run < Ides::runs; ++run)
      if (!Ides::finished(world.ide, run) && !Ides::waits(world.ide, run)) return;
    auto& first = with_ide(world.ide);
    drop_what_no_longer_matters(first.ide, first.agenda, first.background_left);
  }

  const Plan& plan_;
  Ides ides_;
  std::optional<ack::Worlds> tools_;
  std::optional<appserver::Worlds> talks_;
};

template <class Ides>
template <class Sinks>
void Worlds<Ides>::apply(World world, const Choice& choice, Sinks& sinks) const {
  Coupler<Sinks> coupler(*this, world, sinks);
  const auto side = side_of(choice);
  const auto ms = choice.after_ms;
  if (side != Side::Ide) ides_.pass(world.ide, ms, coupler.ide_sink());
  if (tools_ && side != Side::Tool) tools_->pass(world.tool, ms, sinks.tool);
  if (talks_ && side != Side::Talk) talks_->pass(world.talk, ms, coupler.talk_sink());
  switch (side) {
    case Side::Ide: ides_.happen(world.ide, choice, coupler.ide_sink()); break;
    case Side::Tool: tools_->apply(world.tool, of_side(choice), sinks.tool); break;
    case Side::Talk: talks_->apply(world.talk, of_side(choice), coupler.talk_sink()); break;
  }
  coupler.couple();
  forget(world);
}

}  // namespace sim::joint

#include "sim/joint/coupler.h"
