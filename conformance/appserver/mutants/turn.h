// How a mutant differs from the engine: in its limits, or in how it handles one event. Private to
// the mutants.
#pragma once
#include <algorithm>
#include <span>
#include <type_traits>
#include <variant>

#include "conformance/appserver/mutants/parts.h"

namespace conformance::appserver {

using namespace port::appserver;
using port::Duration;

// One event on its way to the engine, and what comes back.
struct Turn {
  const Event& event;
  Engine& engine;
  MutantState& memory;
  Commands& out;

  void pass() { engine.step(event, out); }
  void tell(const Happening& what) { engine.step({event.at, what}, out); }

  template <class Happened>
  const Happened* got() const {
    return std::get_if<Happened>(&event.what);
  }
  // The message, if it is what was received.
  template <class Message>
  const Message* received() const {
    const auto* from = got<Received>();
    return from == nullptr ? nullptr : std::get_if<Message>(&from->message);
  }
  // Tells the engine of another message in its place.
  void tell_received(const ToClient& message) { tell(Received{got<Received>()->process, message}); }

  // The first command of this type for which `wanted` holds; null: there is none.
  template <class C, class Wanted>
  C* find(Wanted wanted) {
    for (auto& command : out)
      if (auto* found = std::get_if<C>(&command); found != nullptr && wanted(*found)) return found;
    return nullptr;
  }
  template <class C>
  C* find() {
    return find<C>([](const C&) { return true; });
  }
  template <class C, class Wanted>
  void drop(Wanted wanted) {
    out.erase(std::remove_if(out.begin(), out.end(),
                             [&](const Command& command) {
                               const auto* it = std::get_if<C>(&command);
                               return it != nullptr && wanted(*it);
                             }),
              out.end());
  }
  template <class C>
  void drop() {
    drop<C>([](const C&) { return true; });
  }

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

// What is done when the engine has been told of the event, and has commanded.
struct After {
  void (*step)(Turn& turn);
};

// One row of mutants(): what it makes of the limits, of each event, and of what stands beside the
// engine.
struct Deviation {
  using Bound = void (*)(engine::appserver::Limits& limits);
  using Step = void (*)(Turn& turn);
  using Replace = void (*)(Parts& parts);

  constexpr Deviation(const MutantLine& line, Bound change, Step what = nullptr)
      : mutant(line), limits(change), step(what) {}
  constexpr Deviation(const MutantLine& line, Step what) : mutant(line), step(what) {}
  constexpr Deviation(const MutantLine& line, After after)
      : mutant(line), step(after.step), passes(true) {}
  constexpr Deviation(const MutantLine& line, Replace change) : mutant(line) { change(parts); }
  template <class Part>
  constexpr Deviation(const MutantLine& line, Part Parts::*part, std::type_identity_t<Part> other)
      : mutant(line) {
    parts.*part = other;
  }

  MutantLine mutant;
  Bound limits = nullptr;
  Step step = nullptr;
  bool passes = false;  // Before the step.
  Parts parts{};
};

// Ids of requests that no engine gives out.
inline constexpr std::uint32_t foreign_ids = 0x4000'0000;

// The deviations of calls and the process, of chats and turns, of items and approvals, and of what
// stands beside the engine.
std::span<const Deviation> call_deviations();
std::span<const Deviation> turn_deviations();
std::span<const Deviation> item_deviations();
std::span<const Deviation> part_deviations();

}  // namespace conformance::appserver
