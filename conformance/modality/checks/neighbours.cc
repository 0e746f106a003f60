// Two runs in one IDE, and scripts that are given up (MOD-96, MOD-112, MOD-113).
#include <array>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "modality/checks/talk.h"
#include "port/words.h"
#include "sim/modality/outcome.h"
#include "sim/modality/runs.h"

namespace conformance::modality {

namespace {

using sim::modality::Background;
using sim::modality::Instruction;
using sim::modality::Op;
using sim::modality::Plan;

// Two subjects as those of a world: the state of each is the time that has passed, and which it is.
class DrivenPair final : public sim::modality::Subject {
 public:
  explicit DrivenPair(const PolicySubjects& subjects)
      : pair_{subjects(real_limits()), subjects(real_limits())} {}

  sim::modality::SubjectState initial() const override {
    return sim::modality::SubjectState::holding(Place{.which = begun_++ % 2});
  }
  void step(sim::modality::SubjectState& state, const Event& event, Commands& out) const override {
    const auto place = state.get<Place>();
    out = of(place).step({place.origin + event.at.time_since_epoch(), event.what});
  }
  void overhear(sim::modality::SubjectState& state, Instant at, const port::modality::Fact& fact,
                Commands& out) const override {
    const auto place = state.get<Place>();
    out = of(place).overhear(place.origin + at.time_since_epoch(), fact);
  }
  void overhear_run(sim::modality::SubjectState& state, Instant at, const Happening& what,
                    const Commands& said, Commands& out) const override {
    const auto place = state.get<Place>();
    of(place).overhear_run(place.origin + at.time_since_epoch(), what, said, out);
  }
  void rebase(sim::modality::SubjectState& state, Instant now) const override {
    auto place = state.get<Place>();
    place.origin += now.time_since_epoch();
    state.put(place);
  }
  std::string trace() const { return trace_of(*pair_[0]) + trace_of(*pair_[1]); }

 private:
  struct Place {
    Instant origin{};
    std::int32_t which = 0;
  };
  PolicySubject& of(const Place& place) const {
    return *pair_[static_cast<std::size_t>(place.which)];
  }

  std::array<std::unique_ptr<PolicySubject>, 2> pair_;
  mutable std::int32_t begun_ = 0;
};

struct Results {
  sim::modality::Outcomes outcomes;
  bool second = false;
  void turn_to(bool is_second) { second = is_second; }
  void heard(const Happening& what) { outcomes.heard({what, second}); }
  void commanded(const Command& command) { outcomes.commanded({command, second}); }
  void noticed(const port::modality::Fact& fact) { outcomes.noticed({fact, second}); }
};

std::string text_of(const sim::modality::Outcome& outcome) {
  if (outcome.results != 1) return fmt::format("{} results", outcome.results);
  if (outcome.verdict == Verdict::Ok) return "ok";
  return fmt::format("{} {}", port::word(outcome.stage), port::word(outcome.reason));
}

// What the natural run of two calls comes to.
CheckVerdict come_to(const PolicySubjects& subjects, const Plan& plan, std::string_view want) {
  const DrivenPair pair(subjects);
  const sim::modality::RunsWorlds worlds(plan, pair);
  auto world = worlds.initial();
  Results results;
  sim::Choices choices;
  for (int step = 0; step < 500 && !worlds.final(world); ++step) {
    choices.clear();
    worlds.choices(world, choices);
    if (choices.empty()) break;
    worlds.apply(world, choices.front(), results);
  }
  const auto got = text_of(results.outcomes.runs[0]) + ", " + text_of(results.outcomes.runs[1]);
  if (got == want) return {};
  return {.holds = false, .want = std::string(want), .got = got, .trace = pair.trace()};
}

Plan::Call call_of(const Options& tuple, Duration timeout) {
  return {.request = {.mode = Mode::Raw, .raw = tuple, .body_timeout = timeout},
          .cell = 0,
          .name = "call"};
}
Instruction sleep(std::int32_t ms) { return {.op = Op::Sleep, .ms = ms}; }

// The first call at once, the second some time behind it.
Plan plan_of(const Plan::Call& first, std::vector<Instruction> first_body, std::int32_t at_ms,
             const Plan::Call& second, std::vector<Instruction> second_body) {
  Plan plan;
  plan.limits = real_limits();
  plan.calls = {first};
  plan.body = {"body", std::move(first_body)};
  plan.another = {{.calls = {second}, .at = {at_ms, at_ms}, .body = {"body", second_body}}};
  return plan;
}
Plan& beside(Plan& plan, Background what, std::int32_t at_ms) {
  plan.background.push_back({what, {at_ms, at_ms}});
  return plan;
}

// The next one ends in another way: whose end it was is seen.
Plan zombie_and_next(Op ends, Op next_ends) {
  return plan_of(call_of({}, 2s), {{.op = Op::IgnoreCancel}, sleep(5'000), {.op = ends}}, 3'000,
                 call_of({}, 60s), {sleep(6'000), {.op = next_ends}});
}
Plan two_watched(std::vector<Instruction> second) {
  return plan_of(call_of(raw("R"), 60s), {sleep(4'500)}, 200, call_of(raw("R"), 60s),
                 std::move(second));
}

// clang-format off
constexpr PolicyCheck neighbour_rows[] = {
  {.rule = "MOD-96", .says = "a script that is given up is cancelled, whatever it waits for",
   .run = [](const PolicySubjects& subjects) {
     return both(
         Talk(subjects)
             .call(Mode::Unleashed).fact(EditWaits{}).after(600s).fires(Timer::Body)
             .ends({decides(Stage::Body, Reason::BodyTimedOut), cancels_body, dump(Stage::Body),
                    schedules_refresh, fails(Stage::Body, Reason::BodyTimedOut)})
             .verdict(),
         Talk(subjects)
             .call(raw("R")).modality(none).fact(EditWaits{})
             .after(1s).fires(Timer::Tick)
             .tick_lists({1}).wants(trips_over(1))
             .verdict());
   }},
  {.rule = "MOD-112", .says = "the return of a script that was given up ends no other's body",
   .run = [](const PolicySubjects& subjects) {
     return come_to(subjects, zombie_and_next(Op::OpenNonModal, Op::Throw),
                    "body body_timed_out, body body_threw");
   }},
  {.rule = "MOD-112", .says = "nor does its error",
   .run = [](const PolicySubjects& subjects) {
     return come_to(subjects, zombie_and_next(Op::Throw, Op::OpenNonModal),
                    "body body_timed_out, ok");
   }},
  {.rule = "MOD-113", .says = "each of two runs has its own monitor",
   .run = [](const PolicySubjects& subjects) {
     auto plan = two_watched({sleep(500)});
     return come_to(subjects, beside(plan, Background::OpenClosable, 3'500),
                    "monitor dialog_during_body, ok");
   }},
  {.rule = "MOD-113", .says = "what one of them allows the other does not",
   .run = [](const PolicySubjects& subjects) {
     auto plan = two_watched({{.op = Op::Call, .call = {.method = allow}}, sleep(5'000)});
     return come_to(subjects, beside(plan, Background::OpenClosable, 3'500),
                    "monitor dialog_during_body, ok");
   }},
  {.rule = "MOD-113", .says = "the result of one of them is not the other's",
   .run = [](const PolicySubjects& subjects) {
     auto plan = plan_of(call_of({}, 1s), {sleep(9'000)}, 200, call_of({}, 60s), {sleep(4'000)});
     return come_to(subjects, plan, "body body_timed_out, ok");
   }},
  {.rule = "MOD-113", .says = "a caller who withdraws takes one of them back",
   .run = [](const PolicySubjects& subjects) {
     auto plan = plan_of(call_of({}, 60s), {sleep(9'000)}, 200, call_of({}, 60s), {sleep(4'000)});
     return come_to(subjects, beside(plan, Background::Cancelled, 1'000), "body cancelled, ok");
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> neighbour_checks() { return neighbour_rows; }

}  // namespace conformance::modality
