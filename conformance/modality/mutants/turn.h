// How a mutant handles one event: a small function that tells the engine of it, or of
// something else, and then edits what the engine commanded. Private to the mutants, whose
// files each hold the deviations of one part of the policy.
#pragma once
#include <algorithm>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "conformance/area/mutant_turn.h"
#include "conformance/modality/mutants/mutant.h"

namespace conformance::modality::mutation {

using namespace engine::modality;

class Turn {
 public:
  Turn(Instant at, const Happening& what, Engine& engine, MutantMemory& memory,
       std::uint8_t& skipped, Commands& out)
      : Turn(at, &what, nullptr, engine, memory, skipped, out) {}
  Turn(Instant at, const Fact& fact, Engine& engine, MutantMemory& memory, std::uint8_t& skipped,
       Commands& out)
      : Turn(at, nullptr, &fact, engine, memory, skipped, out) {}

  // Of another run: what happened to it, and what was commanded for it.
  Turn(Instant at, const Happening& stranger, const Commands& said, Engine& engine,
       MutantMemory& memory, std::uint8_t& skipped, Commands& out)
      : Turn(at, nullptr, nullptr, engine, memory, skipped, out) {
    stranger_ = &stranger;
    strangers_commands_ = &said;
  }

  // ---- The event and the engine --------------------------------------------------

  // The event, or the fact that was overheard; null if it is another.
  template <class News>
  const News* got() const {
    if constexpr (std::is_constructible_v<Fact, News>)
      return std::get_if<News>(fact_);
    else
      return std::get_if<News>(what_);
  }
  const MethodCalled* called(Method method) const;  // Null if that is not the event.
  // What happened to another run; null if it is another, or not what this turn is about.
  template <class News>
  const News* stranger() const {
    return std::get_if<News>(stranger_);
  }
  // Whether this was commanded for it.
  template <class Is>
  bool stranger_said(Is is) const {
    return strangers_commands_ != nullptr && std::ranges::any_of(*strangers_commands_, is);
  }
  bool fired(Timer timer) const;

  const State& was() const { return was_; }  // Before the event.
  const State& now() const { return engine_.state(); }
  const Limits& limits() const { return engine_.limits(); }
  MutantMemory& memory() { return memory_; }
  // Where the engine lies in memory: nothing that may decide anything.
  const void* place() const { return &engine_; }

  // Of the wait under way, at this event.
  Duration age_of_wait() const { return was_.waited + (at_ - was_.now); }
  // Of the monitor's look under way, likewise.
  Duration age_of_look() const { return was_.watched + (at_ - was_.now); }
  bool watching() const { return runs(now(), Timer::Tick); }
  bool was_watching() const { return runs(was_, Timer::Tick); }
  static bool runs(const State& state, Timer timer);
  static bool asked(const State& state, OperationId operation);

  // ---- What the engine is told ---------------------------------------------------

  // Of the event. A fact is nothing that an engine is told.
  void pass() {
    if (what_ != nullptr) tell(*what_);
  }
  // Of something else, or of more. What the engine cannot be told now, because a mutant
  // has gone a way of its own, it is not told.
  void tell(const Happening& happening);
  void ignore() {}

  // The engine has just come to ask for this on the Main lane.
  bool asks(Step step) const;
  // Takes back what it asked for and answers in the place of the IDE.
  void answer(const Happening& happening);
  void answer(Modality modality) { answer(ModalityRead{OperationId::Main, modality}); }
  void answer_written() { answer(WriteEnded{OperationId::Main}); }
  void take_back();
  // Answers for the IDE until the sync under way has ended well; nothing of it happens.
  void pretend_sync();
  // Lets it believe that this artifact came; its result does not count it.
  void pretend_captured(Artifact artifact);
  // The same of what it asked to capture now, which nobody captures.
  void skip(Artifact artifact);
  // The method under way does nothing and gives 0.
  void skip_method();

  // Ends the run in the place of the engine, which then treats the call as over. Captures nothing.
  void fail(const Finish& finish);
  void abandon();

  // ---- What it commanded ---------------------------------------------------------

  Commands& out() { return out_; }
  template <class C>
  bool has() const {
    return std::ranges::any_of(out_, [](const Command& c) { return std::holds_alternative<C>(c); });
  }
  bool has(const Command& command) const { return std::ranges::find(out_, command) != out_.end(); }
  const Finish* finish() const { return first<Finish>(); }
  const Decide* decision() const { return first<Decide>(); }

  template <class C>
  void drop() {
    drop_if([](const Command& c) { return std::holds_alternative<C>(c); });
  }
  void drop(const Command& command) {
    drop_if([&](const Command& c) { return c == command; });
  }
  template <class Unwanted>
  void drop_if(Unwanted unwanted) {
    out_.erase(std::remove_if(out_.begin(), out_.end(), unwanted), out_.end());
  }
  // Visits every command of type C.
  template <class C, class Change>
  void change(Change change) {
    for (Command& command : out_)
      if (auto* c = std::get_if<C>(&command)) change(*c);
  }

  // The result, and the decision that announces it.
  template <class Change>
  void change_result(Change change_one) {
    change<Finish>(change_one);
    change<Decide>([&](Decide& decision) {
      const bool succeeds = decision.reason == Reason::None;
      Finish result{succeeds ? Verdict::Ok : Verdict::Failed, decision.stage, decision.reason,
                    Modality::None};
      change_one(result);
      decision = {result.stage, result.reason};
    });
  }

  void add(const Command& command) { out_.push_back(command); }
  void add_first(const Command& command) { out_.insert(out_.begin(), command); }
  // Before the first C, or at the end.
  template <class C>
  void add_before(const Command& command) {
    const auto is_it = [](const Command& c) { return std::holds_alternative<C>(c); };
    out_.insert(std::find_if(out_.begin(), out_.end(), is_it), command);
  }

 private:
  template <class C>
  const C* first() const {
    for (const Command& command : out_)
      if (const auto* c = std::get_if<C>(&command)) return c;
    return nullptr;
  }

  Turn(Instant at, const Happening* what, const Fact* fact, Engine& engine, MutantMemory& memory,
       std::uint8_t& skipped, Commands& out)
      : at_(at),
        what_(what),
        fact_(fact),
        was_(engine.state()),
        engine_(engine),
        memory_(memory),
        skipped_(skipped),
        out_(out) {}

  const Instant at_;
  const Happening* what_;  // All but one are null.
  const Fact* fact_;
  const Happening* stranger_ = nullptr;
  const Commands* strangers_commands_ = nullptr;
  const State was_;
  Engine& engine_;
  MutantMemory& memory_;
  std::uint8_t& skipped_;
  Commands& out_;
};

// Takes for granted that this step finds nothing modal.
void without_look(Turn& turn, Step step);

// A sweep of the mutant's own, of one dialog, while the engine waits for a read; after it
// the read is asked for. True if it used up the event.
void begin_own_sweep(Turn& turn);
bool own_sweep(Turn& turn);

// What is done when the engine has been told of the event, and has commanded.
struct After {
  void (*step)(Turn& turn);
};

// Steps that are the same in many mutants: every command of that type is changed, or the result and
// the decision that announces it. `Change` holds nothing.
template <class Change>
constexpr After changes(Change) {
  return {[](Turn& turn) { turn.change<ChangedBy<Change>>(Change{}); }};
}
template <class Change>
constexpr After changes_result(Change) {
  return {[](Turn& turn) { turn.change_result(Change{}); }};
}

// What a mutant makes of an event.
class Reaction {
 public:
  template <class Step>
  requires std::is_convertible_v<Step, void (*)(Turn&)>
  constexpr Reaction(Step step) : step_(step) {}
  constexpr Reaction(After after) : step_(after.step), passes_(true) {}

  void operator()(Turn& turn) const {
    if (passes_) turn.pass();
    step_(turn);
  }

 private:
  void (*step_)(Turn& turn);
  bool passes_ = false;  // Before the step.
};

// One row of mutants(), with what it does.
struct Deviation {
  std::string_view name, rules, scenario, description;
  Reaction step;
};

std::span<const Deviation> request_deviations();
std::span<const Deviation> sweep_deviations();
std::span<const Deviation> capture_deviations();
std::span<const Deviation> wait_deviations();
std::span<const Deviation> gate_deviations();
std::span<const Deviation> sync_deviations();
std::span<const Deviation> smart_deviations();
std::span<const Deviation> monitor_deviations();
std::span<const Deviation> allowance_deviations();
std::span<const Deviation> body_deviations();
std::span<const Deviation> method_deviations();
std::span<const Deviation> ending_deviations();
std::span<const Deviation> event_thread_deviations();
// They alone hear of other runs.
std::span<const Deviation> neighbour_deviations();
std::span<const Deviation> hidden_deviations();

}  // namespace conformance::modality::mutation
