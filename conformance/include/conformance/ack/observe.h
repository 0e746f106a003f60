// From the words of the acknowledgement engine and of the simulated frontend to the
// specification's: the one place where these twin vocabularies meet.
//
// Inline, since a search translates every event and command of every state it makes. The
// twin enums agree in order, which ack_observe.cc asserts.
#pragma once
#include <cstdint>
#include <optional>
#include <variant>

#include "engine/ack/engine.h"
#include "port/overload.h"
#include "sim/ack/frontend.h"
#include "spec/ack/observation.h"

namespace conformance::ack {

namespace twin {

namespace e = engine::ack;
namespace s = spec::ack;

constexpr s::CallId call(e::CallId id) { return {static_cast<std::uint8_t>(id.value)}; }

// The specification counts from one, since its zero is none.
constexpr s::Subject subject(e::SubjectId id) {
  return id == e::no_subject ? s::Subject::None : static_cast<s::Subject>(id.value + 1);
}
constexpr s::Target target(e::TargetId id) {
  return id == e::no_target ? s::Target::None : static_cast<s::Target>(id.value + 1);
}
constexpr s::Request request(const e::Request& asked) {
  return {.tool = static_cast<s::Tool>(asked.tool.value),
          .target = target(asked.target),
          .auto_confirm = asked.auto_confirm,
          .one = asked.one};
}
constexpr s::Probe probe(const e::Probe& from) {
  return {static_cast<s::ProbeKind>(from.kind), subject(from.subject)};
}
constexpr s::Reading reading(const e::Reading& from) {
  return {from.exists, static_cast<std::uint8_t>(from.value)};
}
constexpr s::Signal signal(const e::Signal& from) {
  return {static_cast<s::SignalKind>(from.kind), subject(from.subject)};
}

}  // namespace twin

// What the engine hears. `for_call` is the call in flight whose round trip a reply names.
// Null for what is told in another way (readings) and for what no observer sees (timers).
inline std::optional<spec::ack::Fact> observe(engine::ack::CallId by,
                                              const engine::ack::Happening& happening,
                                              engine::ack::CallId for_call) {
  namespace e = engine::ack;
  namespace s = spec::ack;
  using Fact = std::optional<s::Fact>;
  return std::visit(
      port::Overload{
          [](const e::Called& x) -> Fact {
            return s::Called{twin::call(x.call), twin::request(x.request)};
          },
          [](const e::Captured&) -> Fact { return {}; },
          [](const e::Looked&) -> Fact { return {}; },
          [](const e::TimerFired&) -> Fact { return {}; },
          [&](const e::Replied& x) -> Fact {
            return s::Replied{twin::call(for_call), x.ok, static_cast<std::uint8_t>(x.text.value)};
          },
          [](const e::StoreReady&) -> Fact { return s::StoreReady{}; },
          [&](const e::Pushed& x) -> Fact {
            return s::Pushed{twin::call(by), static_cast<s::Pane>(x.pane),
                             static_cast<s::PushKind>(x.kind)};
          },
          [](const e::FocusMoved& x) -> Fact {
            return s::FocusMoved{static_cast<s::Pane>(x.pane)};
          }},
      happening);
}

inline spec::ack::Fact observe(engine::ack::CallId cause, const sim::ack::Fact& fact) {
  namespace s = spec::ack;
  using Kind = sim::ack::FactKind;
  const auto by = twin::call(cause);
  const auto subject = twin::subject(fact.subject);
  switch (fact.kind) {
    case Kind::Processed: return s::Processed{by};
    case Kind::TrackerReady: return s::TrackerReady{};
    case Kind::WindowsReady: return s::WindowsReady{};
    case Kind::TrackerAdded: return s::TrackerTold{by, subject, true};
    case Kind::TrackerRemoved: return s::TrackerTold{by, subject, false};
    case Kind::WindowOpened: return s::WindowOpened{by, subject};
    case Kind::WindowClosed: return s::WindowClosed{by, subject};
    case Kind::Restarted: break;
  }
  return s::FrontendRestarted{};
}

// Null for timers.
inline std::optional<spec::ack::Act> observe(const engine::ack::Command& command) {
  namespace e = engine::ack;
  namespace s = spec::ack;
  using Act = std::optional<s::Act>;
  return std::visit(
      port::Overload{[](const e::Capture& x) -> Act {
                       return s::Capture{twin::call(x.call), twin::probe(x.probe)};
                     },
                     [](const e::Dispatch& x) -> Act {
                       return s::Dispatch{twin::call(x.call), x.request.value != 0};
                     },
                     [](const e::Look& x) -> Act {
                       return s::Look{twin::call(x.call), twin::probe(x.probe)};
                     },
                     [](const e::SetTimer&) -> Act { return {}; },
                     [](const e::CancelTimer&) -> Act { return {}; },
                     [](const e::NoteHeld& x) -> Act { return s::NoteHeld{twin::call(x.call)}; },
                     [](const e::Respond& x) -> Act {
                       return s::Respond{
                           twin::call(x.call), static_cast<s::Status>(x.response.status),
                           twin::signal(x.response.signal), x.response.elapsed.count(),
                           static_cast<std::uint8_t>(x.response.text.value)};
                     }},
      command);
}

}  // namespace conformance::ack
