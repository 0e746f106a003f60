// A client for tests of the world: it shakes hands, starts chats and turns, decides as it is
// told to, and spawns its server anew. It is no engine: it checks nothing.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "sim/appserver/world.h"

namespace sim::appserver {

struct StubState {
  std::uint32_t process = 0, request = 0;
  std::array<std::uint32_t, 2> starts{};  // The request of the chat's thread,
  std::array<std::uint32_t, 2> threads{};
  std::array<std::uint32_t, 2> turns{};
  std::uint32_t handshake = 0;  // Its request; zero once it is done.
  bool closed = false;
  bool ready = false;
  std::array<bool, 2> waits{};  // A chat, for the handshake.
  bool operator==(const StubState&) const = default;
};
static_assert(std::has_unique_object_representations_v<StubState>);

class Stub final : public Subject {
 public:
  SubjectState initial() const override { return SubjectState::holding(StubState{}); }
  void step(SubjectState& state, const Event& event, Commands& out) const override {
    auto stub = state.get<StubState>();
    std::visit([&](const auto& what) { on(stub, what, out); }, event.what);
    state.put(stub);
  }
  void rebase(SubjectState&, port::Instant) const override {}

 private:
  static constexpr Timer deadline{TimerKind::Deadline, 1};
  static constexpr Timer shutdown{TimerKind::Shutdown, 1}, last_resort{TimerKind::Shutdown, 2};

  static std::uint32_t call(StubState& stub, Request request, Commands& out) {
    request.id = {++stub.request};
    out.push_back(Send{{stub.process}, request});
    return stub.request;
  }
  static void start(StubState& stub, std::size_t chat, Commands& out) {
    stub.waits[chat] = false;
    stub.starts[chat] = call(stub, {.id = {}, .method = Method::ThreadStart}, out);
  }

  static void on(StubState& stub, const Opened&, Commands& out) {
    stub.process = 1;
    out.push_back(Spawn{{1}});
  }
  static void on(StubState& stub, const ProcessStarted&, Commands& out) {
    stub.handshake = call(stub, {.id = {}, .method = Method::Initialize}, out);
    out.push_back(SetTimer{deadline, port::Duration{60'000}});
  }
  static void on(StubState& stub, const ChatStarted& chat, Commands& out) {
    stub.waits[chat.chat.value - 1] = true;
    if (stub.ready) start(stub, chat.chat.value - 1, out);
  }
  static void on(StubState& stub, const Said& said, Commands& out) {
    out.push_back(ComposerBusy{said.chat});
    call(stub,
         {.id = {}, .method = Method::TurnStart, .thread = {stub.threads[said.chat.value - 1]}},
         out);
  }
  static void on(StubState& stub, const Stopped& stopped, Commands& out) {
    const auto chat = stopped.chat.value - 1;
    if (stub.turns[chat] == 0) return;
    call(stub,
         {.id = {},
          .method = Method::TurnInterrupt,
          .thread = {stub.threads[chat]},
          .turn = {stub.turns[chat]}},
         out);
  }
  static void on(StubState& stub, const Decided& decided, Commands& out) {
    out.push_back(Send{{stub.process}, Answer{decided.ask, decided.decision}});
  }
  static void on(StubState& stub, const Closed&, Commands& out) {
    stub.closed = true;
    out.push_back(CancelTimer{deadline});
    out.push_back(CloseInput{{stub.process}});
    out.push_back(SetTimer{shutdown, port::Duration{2'000}});
  }
  static void on(StubState& stub, const TimerFired& fired, Commands& out) {
    if (fired.timer == shutdown) {
      out.push_back(Terminate{{stub.process}});
      out.push_back(SetTimer{last_resort, port::Duration{2'000}});
    } else if (fired.timer == last_resort) {
      out.push_back(Kill{{stub.process}});
    }
  }
  static void on(StubState& stub, const ProcessGone& gone, Commands& out) {
    const auto threads = stub.threads;
    if (stub.closed) {
      out.push_back(CancelTimer{shutdown});
      out.push_back(CancelTimer{last_resort});
    }
    if (stub.closed || gone.process != ProcessId{stub.process}) return;
    stub = {.process = stub.process + 1, .request = stub.request, .threads = threads};
    out.push_back(Spawn{{stub.process}});
  }
  static void on(StubState& stub, const Received& received, Commands& out) {
    std::visit([&](const auto& message) { hear(stub, message, out); }, received.message);
  }
  static void on(StubState&, const auto&, Commands&) {}

  static void hear(StubState& stub, const Response& response, Commands& out) {
    if (stub.handshake != 0 && response.id.value == stub.handshake) {
      stub.handshake = 0;
      stub.ready = true;
      out.push_back(CancelTimer{deadline});
      out.push_back(Send{{stub.process}, Initialized{}});
      for (std::size_t chat = 0; chat < 2; ++chat)
        if (stub.waits[chat]) start(stub, chat, out);
    }
    for (std::uint32_t chat = 0; chat < 2; ++chat)
      if (stub.starts[chat] != 0 && response.id.value == stub.starts[chat]) {
        stub.threads[chat] = response.thread.value;
        out.push_back(ComposerReady{{chat + 1}});
      }
  }
  static void hear(StubState& stub, const TurnStarted& started, Commands& out) {
    for (std::uint32_t chat = 0; chat < 2; ++chat)
      if (stub.threads[chat] == started.thread.value) {
        stub.turns[chat] = started.turn.value;
        out.push_back(TurnShown{{chat + 1}, started.turn});
      }
  }
  static void hear(StubState& stub, const TurnCompleted& over, Commands& out) {
    for (std::uint32_t chat = 0; chat < 2; ++chat)
      if (stub.threads[chat] == over.thread.value) {
        stub.turns[chat] = 0;
        out.push_back(TurnEnded{{chat + 1}, over.turn, over.end});
        out.push_back(ComposerReady{{chat + 1}});
      }
  }
  static void hear(StubState&, const Ask& ask, Commands& out) {
    out.push_back(AskShown{{1}, ask.ask, ask.kind, ask.subject});
  }
  static void hear(StubState&, const ItemDelta& delta, Commands& out) {
    out.push_back(TextAppended{delta.item, delta.text});
  }
  static void hear(StubState&, const auto&, Commands&) {}
};

}  // namespace sim::appserver
