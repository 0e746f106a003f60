// Worlds of several areas side by side, with one clock. What one is for another stands in
// sim/joint/links.h; no area knows of another.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "port/check.h"
#include "sim/ack/world.h"
#include "sim/appserver/world.h"
#include "sim/joint/plan.h"
#include "sim/modality/world.h"
#include "sim/search/model.h"

namespace sim::joint {

enum class Side : std::uint8_t { Ide, Tool, Talk };

// The slots of the tool's world stand behind those of the IDE's, and those of the talk behind them.
inline constexpr std::size_t first_tool_slot = sim::modality::slot::count;
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

// A side that a plan does not have is a zero world.
struct World {
  sim::modality::World& ide;
  ack::World& tool;
  appserver::World& talk;
  Links& links;
};

// `plan` and the subjects outlive it. The worlds are the caller's to keep, each with its own judge.
class Worlds {
 public:
  Worlds(const Plan& plan, const modality::Subject& policy, const ack::Subject* tool,
         const appserver::Subject* talk)
      : plan_(plan), ides_(plan.policy, policy) {
    if (plan.tool) tools_.emplace(plan.tool->plan, *tool);
    if (plan.talk) talks_.emplace(plan.talk->plan, *talk);
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
  void choices(const sim::modality::World& ide, const ack::World& tool,
               const appserver::World& talk, Choices& out) const {
    const auto begin = out.size();
    auto deadline = ide.agenda.deadline();
    if (tools_) deadline = std::min(deadline, tool.agenda.deadline());
    if (talks_) deadline = std::min(deadline, talk.agenda.deadline());
    ides_.choices(ide, out, deadline);
    if (ide.agenda.pending(sim::modality::slot::setup)) return;
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
  template <class Sinks>
  void apply(World world, const Choice& choice, Sinks& sinks) const;

  // All calls have ended, the user has closed, and nothing of them is left.
  bool final(const sim::modality::World& ide, const ack::World& tool,
             const appserver::World& talk) const {
    return ides_.final(ide) && (!tools_ || tools_->final(tool)) && (!talks_ || talks_->final(talk));
  }

  // There are several engines and clients: "backend" is the engine of the tool.
  Label label(const sim::modality::World& ide, const ack::World& tool, const appserver::World& talk,
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
    if (tool_over && talk_over && (world.ide.finished || world.ide.waits))
      drop_what_no_longer_matters(world.ide.ide, world.ide.agenda, world.ide.background_left);
  }

  const Plan& plan_;
  sim::modality::Worlds ides_;
  std::optional<ack::Worlds> tools_;
  std::optional<appserver::Worlds> talks_;
};

// Makes of what one side did what it is for the others, until nothing follows from anything.
template <class Sinks>
class Worlds::Coupler {
 public:
  Coupler(const Worlds& worlds, World world, Sinks& sinks)
      : worlds_(worlds), world_(world), sinks_(sinks), ide_{*this}, talk_{*this} {}

  auto& ide_sink() { return ide_; }
  auto& talk_sink() { return talk_; }

  void couple() {
    constexpr auto rounds_max = 64;
    for (int round = 0; round < rounds_max; ++round)
      if (std::ranges::none_of(couplings, [&](const auto& row) { return take(row.what); })) return;
    CHECK(false && "couplings that never come to rest");
  }

 private:
  // Sees what the policy closes, and what the client shows and hears of approvals.
  struct IdeSink {
    Coupler& by;
    void heard(const auto& what) { by.sinks_.ide.heard(what); }
    void noticed(const auto& what) { by.sinks_.ide.noticed(what); }
    void commanded(const port::modality::Command& what) {
      by.sinks_.ide.commanded(what);
      if (const auto* close = std::get_if<port::modality::CloseDialog>(&what)) by.closes(*close);
      if (const auto* finish = std::get_if<port::modality::Finish>(&what))
        by.world_.links.failed = finish->verdict == port::modality::Verdict::Failed;
    }
  };
  struct TalkSink {
    Coupler& by;
    void noticed(const auto& what) { by.sinks_.talk.noticed(what); }
    void heard(const port::appserver::Happening& what) {
      by.sinks_.talk.heard(what);
      if (const auto* decided = std::get_if<port::appserver::Decided>(&what))
        by.settle(decided->ask);
    }
    void commanded(const port::appserver::Command& what) {
      by.sinks_.talk.commanded(what);
      if (const auto* shown = std::get_if<port::appserver::AskShown>(&what)) by.shows(shown->ask);
      if (const auto* gone = std::get_if<port::appserver::AskWithdrawn>(&what))
        by.settle(gone->ask);
    }
  };

  void shows(port::appserver::AskId ask) {
    for (auto& sheet : world_.links.sheets)
      if (sheet.state == SheetState::None) {
        sheet = {.ask = ask.value, .state = SheetState::Wanted};
        return;
      }
  }
  void settle(port::appserver::AskId ask) {
    for (auto& sheet : world_.links.sheets)
      if (sheet.ask == ask.value && sheet.state != SheetState::Gone)
        sheet.state = SheetState::Settled;
  }
  void closes(const port::modality::CloseDialog& close) {
    for (auto& sheet : world_.links.sheets)
      if (sheet.state == SheetState::Open && port::modality::DialogId{sheet.dialog} == close.dialog)
        sheet.state = SheetState::Swept;
  }

  // Whether it did anything.
  bool take(Coupling what) {
    switch (what) {
      case Coupling::FrontendBlocked: return frontend_blocked();
      case Coupling::ScreenHeld: return screen_held();
      case Coupling::ApprovalBehind: return approval_behind();
      case Coupling::CallBegun: return call_begun();
      case Coupling::CallEnded: return call_ended();
      case Coupling::CallWithdrawn: return call_withdrawn();
      case Coupling::ApprovalShown:
      case Coupling::ApprovalSettled:
      case Coupling::ApprovalClosed: break;
    }
    if (!worlds_.talks_ || !worlds_.plan_.talk->approvals) return false;
    for (std::size_t i = 0; i < sheets_max; ++i)
      if (approval(what, i)) return true;
    return false;
  }

  bool is_held() const { return world_.ide.ide.holder != modality::Holder::Nobody; }

  bool frontend_blocked() {
    if (!worlds_.tools_ || worlds_.tools_->final(world_.tool)) return false;
    const bool blocked = !world_.ide.ide.stack.empty() || is_held();
    if (blocked == world_.tool.frontend.blocked) return false;
    worlds_.tools_->block(world_.tool, blocked);
    return true;
  }
  bool screen_held() {
    if (!worlds_.talks_ || world_.talk.screen_held == is_held()) return false;
    worlds_.talks_->hold_screen(world_.talk, is_held());
    return true;
  }

  bool approval(Coupling what, std::size_t index) {
    auto& sheet = world_.links.sheets[index];
    const port::modality::DialogId dialog{sheet.dialog};
    const auto number = static_cast<std::uint8_t>(index + 1);
    const bool open = sheet.state == SheetState::Open || sheet.state == SheetState::Swept;
    if (what == Coupling::ApprovalShown && sheet.state == SheetState::Wanted) {
      // An IDE with no room for another window shows none.
      sheet.state = SheetState::Gone;
      if (world_.ide.ide.stack.full()) return true;
      const auto next = world_.ide.ide.next_dialog;
      worlds_.ides_.open_dialog(world_.ide, *worlds_.plan_.talk->approvals, ide_);
      sheet.dialog = next;
      sheet.state = SheetState::Open;
      sinks_.noticed(Coupled{what, number, next});
      return true;
    }
    if (what == Coupling::ApprovalSettled && sheet.state == SheetState::Settled) {
      sheet.state = SheetState::Gone;
      if (!modality::shows(world_.ide.ide, dialog)) return true;
      sinks_.noticed(Coupled{what, number, sheet.dialog});
      worlds_.ides_.dispose(world_.ide, dialog, ide_);
      return true;
    }
    if (what == Coupling::ApprovalClosed && open && !modality::shows(world_.ide.ide, dialog)) {
      sinks_.noticed(Coupled{what, number, sheet.dialog, sheet.state == SheetState::Swept});
      sheet.state = SheetState::Gone;
      worlds_.talks_->do_now(world_.talk,
                             {.what = appserver::ActKind::Decide,
                              .number = number,
                              .decision = port::appserver::Decision::Decline},
                             talk_);
      return true;
    }
    return false;
  }
  // The user decides the next approval, whichever that is, in front of all others.
  bool approval_behind() {
    if (!worlds_.talks_ || !worlds_.plan_.talk->approvals) return false;
    const auto& stack = world_.ide.ide.stack;
    bool behind = is_held();
    if (!stack.empty())
      behind = behind || std::ranges::none_of(world_.links.sheets, [&](const Sheet& sheet) {
                 const bool open =
                     sheet.state == SheetState::Open || sheet.state == SheetState::Swept;
                 return open && stack[stack.size() - 1].id == modality::DialogId{sheet.dialog};
               });
    if (world_.talk.user.cannot_decide == behind) return false;
    worlds_.talks_->hold_decision(world_.talk, behind);
    return true;
  }

  bool is_awaited(std::uint8_t item) const {
    const auto items = appserver::in_ide(world_.talk);
    return std::ranges::count(items, item) > 0;
  }
  bool call_begun() {
    if (!worlds_.talks_ || !world_.ide.waits) return false;
    const auto items = appserver::in_ide(world_.talk);
    if (items.empty()) return false;
    world_.links.item = items[0];
    sinks_.noticed(Coupled{Coupling::CallBegun, items[0]});
    worlds_.ides_.begin(world_.ide, ide_);
    return true;
  }
  bool call_ended() {
    auto& links = world_.links;
    if (links.item == 0 || links.answered || !world_.ide.finished) return false;
    links.answered = true;
    if (!is_awaited(links.item)) return true;
    sinks_.noticed(Coupled{Coupling::CallEnded, links.item, 0, links.failed});
    worlds_.talks_->end_call(world_.talk, links.item, links.failed, talk_);
    return true;
  }
  bool call_withdrawn() {
    auto& links = world_.links;
    if (links.item == 0 || links.answered || is_awaited(links.item)) return false;
    links.answered = true;
    sinks_.noticed(Coupled{Coupling::CallWithdrawn, links.item});
    worlds_.ides_.befall(world_.ide, modality::Background::Cancelled, ide_);
    return true;
  }

  const Worlds& worlds_;
  World world_;
  Sinks& sinks_;
  IdeSink ide_;
  TalkSink talk_;
};

template <class Sinks>
void Worlds::apply(World world, const Choice& choice, Sinks& sinks) const {
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
