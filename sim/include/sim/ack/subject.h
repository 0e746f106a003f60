// What acknowledges the calls of a world.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "sim/state/subject.h"

namespace sim::ack {

inline constexpr std::size_t subject_bytes = 220;
using SubjectState = sim::SubjectState<subject_bytes>;

class Subject : public sim::Subject<subject_bytes, port::ack::Event, port::ack::Commands> {
 public:
  // What a look at the generation of the panes reads: they are the subject's own.
  virtual port::ack::Reading panes(const SubjectState& state) const = 0;
  // So many listeners for replies it has; negative: it does not tell.
  virtual int listening(const SubjectState&) const { return -1; }
};

// An Engine also has panes_of(state), and may have listening(state).
template <class Engine>
class EngineSubject final : public sim::EngineSubject<Subject, Engine> {
 public:
  using sim::EngineSubject<Subject, Engine>::EngineSubject;

  port::ack::Reading panes(const SubjectState& state) const override {
    using State = std::remove_cvref_t<decltype(std::declval<const Engine&>().state())>;
    return Engine::panes_of(state.get<State>());
  }
  int listening(const SubjectState& state) const override {
    using State = std::remove_cvref_t<decltype(std::declval<const Engine&>().state())>;
    if constexpr (requires(const State& of) { Engine::listening(of); })
      return Engine::listening(state.get<State>());
    return -1;
  }
};

}  // namespace sim::ack
