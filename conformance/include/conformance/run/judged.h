// A world with its judge beside it in one flat value: what the drivers of sim explore. Written once
// for all areas, over what an area says of itself in its Traits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "conformance/run/any_model.h"
#include "conformance/run/fault.h"
#include "conformance/run/judged_state.h"
#include "conformance/run/remedy.h"
#include "conformance/run/seen.h"
#include "conformance/run/text_of.h"
#include "port/visit.h"
#include "sim/search/model.h"
#include "sim/state/digest.h"
#include "sim/state/fields.h"

namespace conformance {

// Nothing is recorded: only the judge listens.
struct NoRecorder {
  void fact(const auto&) {}
  void act(const auto&) {}
};

// From a world to its judge and a recorder.
template <class Judge, class Situation, class Findings, class Recorder>
struct JudgingSink {
  const Judge& judge;
  Situation& state;
  Findings& findings;
  Recorder& recorder;

  void heard(const auto& event) { observe(event); }
  void noticed(const auto& fact) { observe(fact); }
  void commanded(const auto& command) {
    recorder.act(command);
    if (!findings.breach) judge.see(state, command, findings);
  }
  void observe(const auto& what) {
    recorder.fact(what);
    if (!findings.breach) judge.see(state, what, findings);
  }
};

// What every judged model has. Own adds choices(), is_final(state), label(), actor(), and
//   apply(state, choice, findings, recorder): tells the recorder fact() and act();
//   count(state, findings, tally): what was met when that state was come to.
template <class Own, class OwnState, class OwnFindings, class OwnTally = AnyModel::Tally>
class JudgedModel {
 public:
  using State = OwnState;
  using Findings = OwnFindings;
  using Tally = OwnTally;
  static_assert(std::has_unique_object_representations_v<State>);

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    Findings findings;
    or_fault(state, tally, [&] { own().apply(state, choice, findings, none); });
    own().count(state, findings, tally);
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const {
    if (state.broken == left_out_kind) return sim::Status::Final;
    if (state.broken != 0) return sim::Status::Broken;
    return own().is_final(state) ? sim::Status::Final : sim::Status::Running;
  }
  // One finding is kept for each broken rule.
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

 private:
  const Own& own() const { return static_cast<const Own&>(*this); }
};

// What many Traits are made of: Worlds has a World, Judge a Situation and Findings.
template <class TheWorlds, class TheJudge, class TheSubject, class TheOutcome>
struct UsualTraits {
  using Worlds = TheWorlds;
  using Judge = TheJudge;
  using Subject = TheSubject;
  using Outcome = TheOutcome;
  using State = JudgedState<typename Worlds::World, typename Judge::Situation>;
  using Findings = typename Judge::Findings;
  using Tally = AnyModel::Tally;
  using Event = typename Subject::Event;
  using Command =
      std::remove_cvref_t<decltype(*std::declval<const typename Subject::Commands&>().begin())>;

  // All happens by one actor.
  static std::uint8_t actor(const sim::Choice&) { return 0; }
};

// The model of an area that has one judge. Its Traits have
//   State, a JudgedState or the like; Worlds, Judge, Findings, Outcome, Tally;
//   Event, Fact and Command, which the world tells; TimePassed, which nobody is shown;
//   rules; actor(choice); is_observed(event or command): timers are not;
// and where they differ from others fields(state), text(plan, what), cell(plan, state),
// count(state, findings, tally) and timers_are_judged.
template <class Traits>
class Judged : public JudgedModel<Judged<Traits>, typename Traits::State, typename Traits::Findings,
                                  typename Traits::Tally> {
  using Base = JudgedModel<Judged<Traits>, typename Traits::State, typename Traits::Findings,
                           typename Traits::Tally>;

 public:
  using typename Base::Findings, typename Base::State, typename Base::Tally;
  using Outcome = typename Traits::Outcome;
  using Worlds = typename Traits::Worlds;
  using Judge = typename Traits::Judge;
  using Plan = std::remove_cvref_t<decltype(std::declval<const Worlds&>().plan())>;
  using Subject = typename Traits::Subject;
  using Event = typename Traits::Event;
  using Fact = typename Traits::Fact;
  using Command = typename Traits::Command;
  template <class Recorder>
  using Sink = JudgingSink<Judge, decltype(State::judge), Findings, Recorder>;

  // The plan lives as long as the subject, or outlives the model.
  Judged(const Plan& plan, std::shared_ptr<const Subject> subject, const Judge& judge)
      : subject_(std::move(subject)), worlds_(plan, *subject_), judge_(judge) {}
  // Of a plan that is kept with the subject.
  static Judged of_own(Plan plan, std::shared_ptr<const Subject> subject, const Judge& judge) {
    using Kept = std::pair<Plan, std::shared_ptr<const Subject>>;
    auto kept = std::make_shared<const Kept>(std::move(plan), std::move(subject));
    return {kept->first, std::shared_ptr<const Subject>(kept, kept->second.get()), judge};
  }

  State initial() const {
    State out{};
    out.world = worlds_.initial();
    return out;
  }
  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }
  bool is_final(const State& state) const { return worlds_.final(state.world); }

  using Base::apply;
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    Sink<Recorder> sink{judge_, state.judge, findings, recorder};
    worlds_.apply(state.world, choice, sink);
    if constexpr (requires { judge_.settle(state.judge, findings); })
      judge_.settle(state.judge, findings);
    if (!findings.breach && worlds_.final(state.world)) judge_.end(state.judge, findings);
    if (findings.breach)
      state.broken = static_cast<decltype(state.broken)>(rule_of(*findings.breach) + 1);
  }
  // Nothing can happen any more: what is still owed is missing.
  void end(State& state, Findings& findings) const { judge_.end(state.judge, findings); }

  static void count(const State& state, const Findings& findings, auto& tally) {
    if constexpr (requires { findings.met; })
      tally.clauses[0] |= findings.met;
    else
      tally.exercised[0] |= findings.exercised;
    if constexpr (requires { Traits::count(state, findings, tally); })
      Traits::count(state, findings, tally);
  }

  std::uint8_t cell(const State& state) const {
    if constexpr (requires { Traits::cell(worlds_.plan(), state); })
      return Traits::cell(worlds_.plan(), state);
    else
      return sim::no_cell;
  }
  // Who acts when a choice is taken: for counting changes from one to another.
  std::uint8_t actor(const sim::Choice& choice) const { return Traits::actor(choice); }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.world, choice);
  }
  // With the names that the area gives; else byte by byte.
  static sim::Fields fields(const State& state) {
    if constexpr (requires { Traits::fields(state); }) {
      return Traits::fields(state);
    } else {
      sim::Fields all;
      sim::FieldWriter out(all);
      out.bytes("world", state.world);
      out.bytes("judge", state.judge);
      out.add("broken", state.broken);
      return all;
    }
  }

  // What a reader is told: neither of timers nor of the passing of time.
  std::optional<Seen> seen(const Event& event) const {
    if (!Traits::is_observed(event)) return std::nullopt;
    return Seen::fact(event, number_of(event), text(event));
  }
  std::optional<Seen> seen(const Fact& fact) const {
    if constexpr (std::is_same_v<Fact, typename Traits::TimePassed>) {
      return std::nullopt;
    } else {
      if (std::holds_alternative<typename Traits::TimePassed>(fact)) return std::nullopt;
      return Seen::fact(fact, numbers_of<Event> + fact.index(), text(fact));
    }
  }
  std::optional<Seen> seen(const Command& command) const {
    if (!Traits::is_observed(command)) return std::nullopt;
    return shown(command);
  }
  std::optional<Breach> breach_of(const Findings& findings, const State& state) const {
    return breach_in(findings, std::span(&state.judge, 1));
  }
  // Of whichever of these situations it was.
  std::optional<Breach> breach_in(const Findings& findings, const auto& of) const {
    if (!findings.breach) return std::nullopt;
    const auto& breach = *findings.breach;
    Breach out{&Traits::rules[rule_of(breach)], seen_of(breach.want), seen_of(breach.got)};
    if constexpr (requires { breach.clauses; }) {
      if (breach.clauses.empty()) return out;
      out.clause = breach.clauses[0];
      const auto* got = act_of(breach.got);
      for (const auto& s : of) {
        if (got == nullptr || out.right) break;
        const auto right = remedy<Findings>(judge_, s, *got, *out.clause);
        if (right) out.right = shown(*right);
      }
    }
    return out;
  }

  const Subject& subject() const { return *subject_; }
  const Worlds& worlds() const { return worlds_; }
  const Judge& judge() const { return judge_; }

 private:
  static std::size_t rule_of(const auto& breach) {
    if constexpr (requires { breach.rule(); })
      return breach.rule();
    else
      return breach.rule;
  }
  // What tells apart the events, or the commands, of an area.
  template <class What>
  static std::size_t number_of(const What& what) {
    if constexpr (std::is_enum_v<What>)
      return static_cast<std::size_t>(what);
    else if constexpr (requires { what.index(); })
      return what.index();
    else
      return what.what.index();
  }
  template <class What>
  static constexpr std::size_t numbers_of = [] {
    if constexpr (requires(const What& what) { what.index(); })
      return std::variant_size_v<What>;
    else
      return std::variant_size_v<decltype(What::what)>;
  }();
  template <class What>
  std::string text(const What& what) const {
    if constexpr (requires { Traits::text(worlds_.plan(), what); })
      return Traits::text(worlds_.plan(), what);
    else
      return text_of(what);
  }
  Seen shown(const Command& command) const {
    return Seen::act(command, number_of(command), text(command));
  }
  // Null if it is no act.
  template <class What>
  static const Command* act_of(const std::optional<What>& what) {
    if (!what) return nullptr;
    if constexpr (std::is_same_v<What, Command>)
      return &*what;
    else
      return std::get_if<Command>(&*what);
  }
  // What a breach names: an act, or whatever else the judge was told.
  template <class What>
  std::optional<Seen> seen_of(const std::optional<What>& what) const {
    if (!what) return std::nullopt;
    const auto each = [this](const auto& one) -> std::optional<Seen> {
      if constexpr (requires { Traits::timers_are_judged; } &&
                    std::is_same_v<std::remove_cvref_t<decltype(one)>, Command>)
        return shown(one);
      else
        return seen(one);
    };
    if constexpr (std::is_same_v<What, Command>)
      return each(*what);
    else
      return port::visit(each, *what);
  }

  std::shared_ptr<const Subject> subject_;
  Worlds worlds_;
  Judge judge_;
};

}  // namespace conformance
