// How a mutant differs from the engine: in its limits, or in how it handles one event. Private to
// the mutants.
#pragma once
#include <algorithm>
#include <span>
#include <variant>

#include "conformance/appserver/mutants/parts.h"
#include "conformance/area/mutant_turn.h"

namespace conformance::appserver {

using namespace port::appserver;
using port::Duration;

// One event on its way to the engine, and what comes back.
struct Turn : MutantTurn<Event, Engine, MutantState, Commands> {
  void tell(const Happening& what) { engine.step({event.at, what}, out); }

  // What happened or the message that was received, if it is that.
  template <class What>
  static auto* in(auto& event) {
    if constexpr (std::is_constructible_v<ToClient, What>) {
      auto* from = MutantTurn::in<Received>(event);
      return from == nullptr ? nullptr : std::get_if<What>(&from->message);
    } else {
      return MutantTurn::in<What>(event);
    }
  }
  template <class Message>
  const Message* received() const {
    return in<Message>(event);
  }
  // Tells the engine of another message in its place.
  void tell_received(const ToClient& message) { tell(Received{got<Received>()->process, message}); }

  // What is sent.
  template <class Message, class Wanted>
  Message* sent(Wanted wanted) {
    for (auto& command : out)
      if (auto* send = std::get_if<Send>(&command))
        if (auto* found = std::get_if<Message>(&send->message); found != nullptr && wanted(*found))
          return found;
    return nullptr;
  }
  Request* sent(Method method) {
    return sent<Request>([method](const Request& request) { return request.method == method; });
  }
  template <class Message>
  Message* sent() {
    return sent<Message>([](const Message&) { return true; });
  }
  template <class Message, class Wanted>
  void drop_sent(Wanted wanted) {
    drop<Send>([&](const Send& send) {
      const auto* it = std::get_if<Message>(&send.message);
      return it != nullptr && wanted(*it);
    });
  }
  // Sends it to the process that there is, behind all else.
  void send(const ToServer& message) {
    out.push_back(Send{engine.state().server.process, message});
  }

  const engine::appserver::Chat* chat(ChatId id) const {
    const auto& chats = engine.state().chats;
    const auto found = std::ranges::find(chats, id, &engine::appserver::Chat::id);
    return found == chats.end() ? nullptr : found;
  }
  // The thread of a chat, or of a descendant.
  bool knows(ThreadId thread) const {
    return chat_of(thread) != nullptr ||
           std::ranges::any_of(engine.state().descendants,
                               [&](const auto& each) { return each.thread == thread; });
  }
  const engine::appserver::Chat* chat_of(ThreadId thread) const {
    const auto& chats = engine.state().chats;
    const auto found = std::ranges::find(chats, thread, &engine::appserver::Chat::thread);
    return found == chats.end() ? nullptr : found;
  }
};

using After = AfterTurn<Turn>;
using Deviation = PartDeviation<Turn, engine::appserver::Limits, Parts>;

// Ids of requests that no engine gives out.
inline constexpr std::uint32_t foreign_ids = 0x4000'0000;

// The deviations of calls and the process, of chats and turns, of items and approvals, and of what
// stands beside the engine.
std::span<const Deviation> call_deviations();
std::span<const Deviation> turn_deviations();
std::span<const Deviation> item_deviations();
std::span<const Deviation> part_deviations();

}  // namespace conformance::appserver
