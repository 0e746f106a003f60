// How the rows of sim/joint/links.h are carried out; world.h includes it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "port/check.h"
#include "sim/joint/world.h"

namespace sim::joint {

// Makes of what one side did what it is for the others, until nothing follows from anything.
template <class Ides>
template <class Sinks>
class Worlds<Ides>::Coupler {
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
    std::size_t run = 0;
    void turn_to(bool second) {
      run = second ? 1 : 0;
      if constexpr (requires { by.sinks_.ide.turn_to(second); }) by.sinks_.ide.turn_to(second);
    }
    void begin_call() {
      if constexpr (requires { by.sinks_.ide.begin_call(); }) by.sinks_.ide.begin_call();
    }
    void heard(const auto& what) { by.sinks_.ide.heard(what); }
    void noticed(const auto& what) { by.sinks_.ide.noticed(what); }
    void commanded(const port::modality::Command& what) {
      by.sinks_.ide.commanded(what);
      if (const auto* close = std::get_if<port::modality::CloseDialog>(&what)) by.closes(*close);
      if (const auto* finish = std::get_if<port::modality::Finish>(&what))
        by.world_.links.calls[run].failed = finish->verdict == port::modality::Verdict::Failed;
    }
  };
  struct TalkSink {
    Coupler& by;
    void noticed(const port::appserver::Fact& what) {
      by.sinks_.talk.noticed(what);
      if (const auto* done = std::get_if<port::appserver::CarriedOut>(&what))
        by.carries_out(static_cast<std::uint8_t>(done->item.value));
    }
    void heard(const port::appserver::Happening& what) {
      using port::appserver::Decision;
      by.sinks_.talk.heard(what);
      const auto* decided = std::get_if<port::appserver::Decided>(&what);
      if (decided == nullptr) return;
      const auto decision = decided->decision;
      if (decision == Decision::Accept || decision == Decision::AcceptForSession)
        by.accepts(decided->ask);
      by.settle(decided->ask);
    }
    void commanded(const port::appserver::Command& what) {
      by.sinks_.talk.commanded(what);
      if (const auto* send = std::get_if<port::appserver::Send>(&what)) by.sends(send->message);
      if (const auto* shown = std::get_if<port::appserver::AskShown>(&what)) by.shows(shown->ask);
      if (const auto* gone = std::get_if<port::appserver::AskWithdrawn>(&what))
        by.settle(gone->ask);
      if (const auto* known = std::get_if<port::appserver::AskAccepted>(&what))
        by.accepts(known->ask);
      if (const auto* closed = std::get_if<port::appserver::ItemClosed>(&what)) by.tells(*closed);
    }
  };

  // What the user said, and what is true of what comes of it.
  static std::uint32_t bit_of(std::uint32_t ask) { return ask < 32 ? 1u << ask : 0; }
  void accepts(port::appserver::AskId ask) { world_.links.accepted |= bit_of(ask.value); }
  void sends(const port::appserver::ToServer& message) {
    using port::appserver::Decision;
    if (const auto* answer = std::get_if<port::appserver::Answer>(&message))
      if (answer->decision == Decision::Decline || answer->decision == Decision::Cancel)
        declined_ |= bit_of(answer->ask.value);
  }
  void for_each_item(const auto& each) const {
    for (const auto& thread : world_.talk.server.threads)
      for (const auto& item : thread.turn.items) each(item);
  }
  std::uint8_t item_of(std::uint32_t ask) const {
    std::uint8_t out = 0;
    for_each_item([&](const appserver::Item& each) {
      if (each.ask == ask) out = each.id;
    });
    return out;
  }
  void carries_out(std::uint8_t item) {
    for_each_item([&](const appserver::Item& each) {
      if (each.id == item && each.ask != 0 && (world_.links.accepted & bit_of(each.ask)) == 0)
        sinks_.noticed(Untrue{Untruth::Unasked, item});
    });
  }
  void tells(const port::appserver::ItemClosed& closed) {
    using port::appserver::ItemEnd;
    for (const auto& call : world_.links.calls) {
      if (call.item == 0 || call.item != closed.item.value) continue;
      const bool done = closed.end == ItemEnd::Done, failed = closed.end == ItemEnd::Failed;
      if ((done && (!call.told || call.failed)) || (failed && call.told && !call.failed))
        sinks_.noticed(Untrue{Untruth::Otherwise, call.item});
    }
  }

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

  auto& ide() const { return with_ide(world_.ide).ide; }
  bool is_held() const { return ide().holder != modality::Holder::Nobody; }

  bool frontend_blocked() {
    if (!worlds_.tools_ || worlds_.tools_->final(world_.tool)) return false;
    const bool blocked = !ide().stack.empty() || is_held();
    if (blocked == world_.tool.frontend.blocked) return false;
    worlds_.tools_->block(world_.tool, blocked);
    return true;
  }
  bool screen_held() {
    if (!worlds_.talks_ || world_.talk.screen_held == is_held()) return false;
    worlds_.talks_->hold_screen(world_.talk, is_held());
    return true;
  }

  static bool is_open(const Sheet& sheet) {
    return sheet.state == SheetState::Open || sheet.state == SheetState::Swept;
  }
  bool approval(Coupling what, std::size_t index) {
    auto& sheet = world_.links.sheets[index];
    const port::modality::DialogId dialog{sheet.dialog};
    const auto number = static_cast<std::uint8_t>(index + 1);
    if (what == Coupling::ApprovalShown && sheet.state == SheetState::Wanted) {
      // An IDE with no room for another window shows none.
      sheet.state = SheetState::Gone;
      if (ide().stack.full()) return true;
      const auto next = ide().next_dialog;
      worlds_.ides_.open_dialog(world_.ide, *worlds_.plan_.talk->approvals, ide_);
      sheet.dialog = next;
      sheet.state = SheetState::Open;
      sinks_.noticed(Coupled{what, number, next});
      return true;
    }
    if (what == Coupling::ApprovalSettled && sheet.state == SheetState::Settled) {
      sheet.state = SheetState::Gone;
      if (!modality::shows(ide(), dialog)) return true;
      sinks_.noticed(Coupled{what, number, sheet.dialog});
      worlds_.ides_.dispose(world_.ide, dialog, ide_);
      return true;
    }
    if (what == Coupling::ApprovalClosed && is_open(sheet) && !modality::shows(ide(), dialog)) {
      sinks_.noticed(Coupled{what, number, sheet.dialog, sheet.state == SheetState::Swept});
      sheet.state = SheetState::Gone;
      worlds_.talks_->do_now(world_.talk,
                             {.what = appserver::ActKind::Decide,
                              .number = number,
                              .decision = port::appserver::Decision::Decline},
                             talk_);
      if ((declined_ & bit_of(sheet.ask)) == 0 && !world_.talk.user.closed)
        sinks_.noticed(Untrue{Untruth::Unsaid, item_of(sheet.ask)});
      return true;
    }
    return false;
  }
  bool approval_behind() {
    if (!worlds_.talks_ || !worlds_.plan_.talk->approvals) return false;
    const auto& stack = ide().stack;
    std::uint8_t covered = 0;
    for (std::size_t i = 0; i < sheets_max; ++i) {
      const bool in_front =
          is_open(world_.links.sheets[i]) && !is_held() && !stack.empty() &&
          stack[stack.size() - 1].id == modality::DialogId{world_.links.sheets[i].dialog};
      if (!in_front) covered = static_cast<std::uint8_t>(covered | 1u << i);
    }
    if (world_.talk.user.covered == covered) return false;
    worlds_.talks_->cover_approvals(world_.talk, covered);
    return true;
  }

  bool is_awaited(std::uint8_t item) const {
    const auto items = appserver::in_ide(world_.talk);
    return std::ranges::count(items, item) > 0;
  }
  bool call_begun() {
    if (!worlds_.talks_) return false;
    auto& calls = world_.links.calls;
    for (const auto item : appserver::in_ide(world_.talk)) {
      if (std::ranges::count(calls, item, &LinkedCall::item) > 0) continue;
      std::size_t run = 0;
      while (run < Ides::runs && !Ides::waits(world_.ide, run)) ++run;
      if (run == Ides::runs) {
        sinks_.noticed(Coupled{Coupling::CallEnded, item, 0, true});
        worlds_.talks_->end_call(world_.talk, item, true, talk_);
        return true;
      }
      calls[run].item = item;
      sinks_.noticed(Coupled{Coupling::CallBegun, item});
      worlds_.ides_.begin(world_.ide, run, ide_);
      return true;
    }
    return false;
  }
  bool call_ended() {
    for (std::size_t run = 0; run < Ides::runs; ++run) {
      auto& call = world_.links.calls[run];
      const bool over = call.item == 0 || call.told || call.withdrawn;
      if (over || !Ides::finished(world_.ide, run) || !is_awaited(call.item)) continue;
      call.told = true;
      sinks_.noticed(Coupled{Coupling::CallEnded, call.item, 0, call.failed});
      worlds_.talks_->end_call(world_.talk, call.item, call.failed, talk_);
      return true;
    }
    return false;
  }
  bool call_withdrawn() {
    for (std::size_t run = 0; run < Ides::runs; ++run) {
      auto& call = world_.links.calls[run];
      const bool over = call.item == 0 || call.told || call.withdrawn;
      if (over || is_awaited(call.item)) continue;
      call.withdrawn = true;
      if (Ides::finished(world_.ide, run)) continue;
      sinks_.noticed(Coupled{Coupling::CallWithdrawn, call.item});
      worlds_.ides_.befall(world_.ide, modality::Background::Cancelled, run, ide_);
      return true;
    }
    return false;
  }

  const Worlds& worlds_;
  World world_;
  Sinks& sinks_;
  std::uint32_t declined_ = 0;  // In this turn: bits, as Links::accepted.
  IdeSink ide_;
  TalkSink talk_;
};

}  // namespace sim::joint
