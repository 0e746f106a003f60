// A program, in whatever language, as the subjects of worlds see it: it is told events and answers
// with commands, in JSON. docs/SUBJECTS.md has the protocol.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "sim/state/subject_fault.h"

namespace sim {

// Stands for the state that a program is in: equal ones have equal futures.
struct ProgramState {
  std::array<std::uint32_t, 4> key{};
  bool operator==(const ProgramState&) const = default;
};

// What came of telling it something.
struct ProgramStep {
  ProgramState next;
  std::shared_ptr<const void> says;  // What was read of its answer; null if it failed,
  std::string fault = {};            // and how, a SubjectFault of this kind,
  FaultKind kind = FaultKind::Failed;
  bool left_out = false;  // or what it says that it is without.
  std::shared_ptr<const Unsteadiness> unsteady = nullptr;
  std::uint64_t answer = 0;  // Digest of all that was answered.
};

class Program {
 public:
  // Makes a value of an answer; what is wrong with one is thrown as std::runtime_error.
  using Read = std::function<std::shared_ptr<const void>(const nlohmann::json& answer)>;

  virtual ~Program() = default;
  // Whether it is a subject of the area of this name.
  virtual bool speaks(std::string_view area) const = 0;
  // Those whose tables it says that it works by; none: it does not say. And whether it says that
  // something, by a word of its area, cannot happen to it.
  virtual std::span<const std::string> revisions() const { return {}; }
  virtual bool is_without(std::string_view) const { return false; }
  // What it says of itself that leaves something out, in words: "works by r1 alone"; or nothing.
  virtual std::string leaves_out() const { return {}; }
  // Whether it tells its state, so that the passing of time alone leads to another one.
  virtual bool tells_state() const = 0;
  // A run begins so; `setup` is the JSON text of an object. Nothing is said yet.
  virtual ProgramState begin(std::string_view setup) = 0;
  // From now on whatever was answered is asked for anew, of a process that nothing else was told:
  // a run that is looked at is one that another process shows, too. False: as before. A run that
  // comes back to a state is in one that the program tells, any other in one for each history.
  virtual void doubt(bool, bool /*comes_back*/) {}
  // Something is judged, from here on or no longer: what that takes is bounded, and what would take
  // more throws OutOfRoom. Before and behind it there is no bound.
  virtual void bound_cost(bool) {}
  // What it took so far does not count.
  virtual void forget_cost() {}
  // What shows that it is not the same twice, once that is known; else null.
  virtual std::shared_ptr<const SubjectFault> unsteadiness() const { return nullptr; }
  // Tells a program in this state that so much time has passed since it was told something, and
  // then of an event: `"called":{...}`, or nothing. Equal questions have equal answers, and those
  // about one state are of one kind. May be called by several threads.
  virtual std::shared_ptr<const ProgramStep> tell(const ProgramState& state, std::int32_t after_ms,
                                                  std::string_view event, const Read& read) = 0;
};

// Behind a state, for all who are told the same there; and the first, of this setup.
ProgramState state_after(const ProgramState& state, std::string_view text);

}  // namespace sim
