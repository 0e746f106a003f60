// An action tool that is called while the modality policy runs its own call: two worlds side
// by side, with one clock and one coupling. What is modal in the IDE blocks the frontend that
// would carry the action out.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/ack/world.h"
#include "sim/joint/plan.h"
#include "sim/modality/world.h"
#include "sim/search/model.h"

namespace sim::joint {

// The slots of the tool's world stand behind those of the IDE's.
inline constexpr std::size_t first_tool_slot = sim::modality::slot::count;
static_assert(first_tool_slot + ack::slot::count <= 256);
constexpr bool is_of_tool(const Choice& choice) { return choice.slot >= first_tool_slot; }
// The choice as the tool's own world knows it.
constexpr Choice of_tool(Choice choice) {
  choice.slot = static_cast<std::uint8_t>(choice.slot - first_tool_slot);
  return choice;
}

// `plan` and the subjects outlive it. The two worlds are the caller's to keep, each with its
// own judge.
class Worlds {
 public:
  using IdeWorld = sim::modality::World;
  using ToolWorld = ack::World;

  Worlds(const Plan& plan, const modality::Subject& policy, const ack::Subject& subject)
      : plan_(plan), ides_(plan.policy, policy), tools_(plan.tool, subject) {}

  IdeWorld initial_ide() const { return ides_.initial(); }
  ToolWorld initial_tool() const {
    auto tool = tools_.initial();
    tool.agenda.schedule(ack::slot::call, plan_.tool_at);
    return tool;
  }

  // What the IDE's setup leaves open comes first; then both worlds go on, up to the earlier of
  // their deadlines.
  void choices(const IdeWorld& ide, const ToolWorld& tool, Choices& out) const {
    const auto begin = out.size();
    const auto deadline = std::min(ide.agenda.deadline(), tool.agenda.deadline());
    ides_.choices(ide, out, deadline);
    if (ide.agenda.pending(sim::modality::slot::setup)) return;
    const auto tools_begin = out.size();
    tools_.choices(tool, out, deadline);
    for (auto i = tools_begin; i < out.size(); ++i)
      out[i].slot = static_cast<std::uint8_t>(out[i].slot + first_tool_slot);
    order_naturally(out, begin);
  }

  // Time passes in both, whichever of them acts. The sinks are those of the two worlds.
  template <class IdeSink, class ToolSink>
  void apply(IdeWorld& ide, ToolWorld& tool, const Choice& choice, IdeSink& ide_sink,
             ToolSink& tool_sink) const {
    if (is_of_tool(choice)) {
      ides_.pass(ide, choice.after_ms, ide_sink);
      tools_.apply(tool, of_tool(choice), tool_sink);
    } else {
      tools_.pass(tool, choice.after_ms, tool_sink);
      ides_.happen(ide, choice, ide_sink);
    }
    couple(ide, tool);
  }

  // Both calls have ended and nothing of them is left.
  bool final(const IdeWorld& ide, const ToolWorld& tool) const {
    return ides_.final(ide) && tools_.final(tool);
  }

  // There are two engines: that of the tool is "backend" here.
  Label label(const IdeWorld& ide, const ToolWorld& tool, const Choice& choice) const {
    if (!is_of_tool(choice)) return ides_.label(ide, choice);
    auto out = tools_.label(tool, of_tool(choice));
    if (out.actor == "engine") out.actor = "backend";
    return out;
  }

 private:
  // The only place where one world touches the other. Once one side is through, what it leaves
  // behind counts only as far as the other can see it.
  void couple(IdeWorld& ide, ToolWorld& tool) const {
    if (tools_.final(tool)) {
      tools_.drop_what_no_longer_matters(tool);
      if (ide.finished) drop_what_no_longer_matters(ide.ide, ide.agenda, ide.background_left);
      return;
    }
    const bool modal = !ide.ide.stack.empty();
    if (modal != tool.frontend.blocked) tools_.block(tool, modal);
  }

  const Plan& plan_;
  sim::modality::Worlds ides_;
  ack::Worlds tools_;
};

}  // namespace sim::joint
