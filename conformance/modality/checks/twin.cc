// smart_non_modal against its own definition: unleashed, whose body first calls six methods
// (MOD-04). Both meet the same simulated IDE on its natural schedule; what they do to it must
// be the same, step by step.
#include <fmt/core.h>

#include <algorithm>

#include "modality/checks/talk.h"
#include "port/modality/show.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/modality/world.h"

namespace conformance::modality {

namespace {

using sim::modality::Background;
using sim::modality::EntryKind;
using sim::modality::Index;
using sim::modality::Plan;

constexpr std::array opening_methods{
    Method::CloseModalDialogs, Method::AwaitProgress,    Method::AssertNonModal,
    Method::SyncDocuments,     Method::WaitForSmartMode, Method::MonitorAndCloseModalDialogs};

// Nothing takes time but what a scene says. By rev5 nothing awaits a progress.
Plan plan_of(Mode mode, void (*scene)(Plan& plan), Revision revision) {
  Plan plan;
  plan.limits = real_limits();
  plan.latencies.entries[static_cast<std::size_t>(EntryKind::Closable)].dispose = {500, 500};
  plan.calls = {{.request = {.mode = mode, .body_timeout = default_body_timeout}, .name = "call"}};
  if (mode == Mode::Unleashed)
    for (const Method method : opening_methods)
      if (revision == Revision::Addendum || method != Method::AwaitProgress)
        plan.body.instructions.push_back(
            {.op = sim::modality::Op::Call, .call = {.method = method}});
  plan.body.instructions.push_back({.op = sim::modality::Op::Never});
  scene(plan);
  return plan;
}

// A subject as that of a simulated world; its state there is the time that has passed.
class Driven final : public sim::modality::Subject {
 public:
  explicit Driven(PolicySubject& subject) : subject_(subject) {}

  sim::modality::SubjectState initial() const override {
    return sim::modality::SubjectState::holding(Instant{});
  }
  void step(sim::modality::SubjectState& state, const Event& event, Commands& out) const override {
    out = subject_.step({origin(state) + event.at.time_since_epoch(), event.what});
  }
  void overhear(sim::modality::SubjectState& state, Instant at, const port::modality::Fact& fact,
                Commands& out) const override {
    out = subject_.overhear(origin(state) + at.time_since_epoch(), fact);
  }
  void rebase(sim::modality::SubjectState& state, Instant now) const override {
    state.put(origin(state) + now.time_since_epoch());
  }

 private:
  static Instant origin(const sim::modality::SubjectState& state) { return state.get<Instant>(); }

  PolicySubject& subject_;
};

// Everything that a call does to the IDE, with its instant, until its end or until the body
// has been watched for a while.
struct Doings {
  Instant now{};
  std::vector<std::string> all;
  int ticks = 0;
  bool over = false;
  bool at_open_gate = false;  // What a look sees there changes nothing.

  void noticed(const port::modality::Fact& fact) {
    if (const auto* passed = std::get_if<port::modality::TimePassed>(&fact)) now += passed->span;
  }
  void heard(const Happening& what) {
    if (what == Happening{TimerFired{Timer::Tick}}) ++ticks;
  }
  void commanded(const Command& command) {
    port::visit(
        port::Overload{[](const StartTimer&) {}, [](const StopTimer&) {},
                       [&](const StartBody&) { at_open_gate = false; },
                       [&](const ReadModality&) {
                         if (!at_open_gate) add(show(command));
                       },
                       [](const CancelBody&) {}, [](const Return&) {}, [](const Refuse&) {},
                       [](const ReportSmartWait&) {}, [](const Warn&) {}, [](const Decide&) {},
                       [&](const Finish& c) {
                         over = true;
                         add(c.verdict == Verdict::Ok ? "Ok" : "Failed");
                       },
                       [&](const auto&) { add(show(command)); }},
        command);
  }
  void add(const std::string& what) { all.push_back(port::line(port::show(now), what)); }
};

std::vector<std::string> doings_of(PolicySubject& subject, const Plan& plan) {
  const Driven driven(subject);
  const sim::modality::Worlds worlds(plan, driven);
  auto world = worlds.initial();
  Doings doings;
  doings.at_open_gate = opens_its_gate(plan.calls[0].request);
  sim::Choices choices;
  for (int step = 0; step < 2'000 && !doings.over && doings.ticks < 3; ++step) {
    choices.clear();
    worlds.choices(world, choices);
    if (choices.empty()) break;
    worlds.apply(world, choices.front(), doings);
  }
  return std::move(doings.all);
}

// A few of the steps from `first` on.
std::string some(const std::vector<std::string>& doings, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < std::min(first + 4, doings.size()); ++i)
    text += fmt::format("{}{}", i == first ? "" : ", ", doings[i]);
  return text.empty() ? "nothing more" : text;
}

CheckVerdict same(const PolicySubjects& subjects, void (*scene)(Plan& plan),
                  Revision revision = Revision::Addendum) {
  const auto unleashed = subjects(real_limits());
  const auto smart = subjects(real_limits());
  const auto want = doings_of(*unleashed, plan_of(Mode::Unleashed, scene, revision));
  const auto got = doings_of(*smart, plan_of(Mode::SmartNonModal, scene, revision));
  if (want == got) return {};
  const auto difference = std::ranges::mismatch(want, got).in1 - want.begin();
  const auto first = static_cast<std::size_t>(difference);
  return {.holds = false,
          .want = some(want, first) + " (as unleashed)",
          .got = some(got, first),
          .trace = trace_of(*smart)};
}

void happens(Plan& plan, Background what, std::int32_t at_ms) {
  plan.background.push_back({what, {at_ms, at_ms}});
}

// clang-format off
constexpr PolicyCheck twin_rows[] = {
  {.rule = "MOD-04",
   .says = "smart_non_modal and unleashed with its six methods do the same to an idle IDE",
   .run = [](const PolicySubjects& subjects) { return same(subjects, [](Plan&) {}); }},
  {.rule = "MOD-04", .says = "the same where dialogs are closed",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { plan.start.stack.assign(3, EntryKind::Closable); });
   }},
  {.rule = "MOD-04", .says = "the same where a dialog refuses to close",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { plan.start.stack.assign(2, EntryKind::Refusing); });
   }},
  {.rule = "MOD-04", .says = "by rev5 unleashed needs five methods to do the same",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects,
                 [](Plan& plan) { plan.start.stack.assign(3, EntryKind::Closable); },
                 Revision::Rev5);
   },
   .revision = Revision::Rev5},
  {.rule = "MOD-04", .says = "the same where a progress ends",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) {
       plan.start.stack = {EntryKind::Progress};
       const auto progress = static_cast<std::size_t>(EntryKind::Progress);
       plan.latencies.entries[progress].ends = {33'200, 33'200};
     });
   }},
  {.rule = "MOD-04", .says = "the same where a progress does not end",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { plan.start.stack = {EntryKind::EndlessProgress}; });
   }},
  {.rule = "MOD-04", .says = "the same where a dialog opens while a progress is waited out",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) {
       plan.start.stack = {EntryKind::EndlessProgress};
       happens(plan, Background::OpenClosable, 1'300);
     });
   }},
  {.rule = "MOD-04", .says = "the same where a dialog opens during the sweep",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) {
       plan.start.stack = {EntryKind::Closable};
       happens(plan, Background::OpenClosable, 300);
     });
   }},
  {.rule = "MOD-04", .says = "the same where the index is dumb for a while",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) {
       plan.start.index = Index::DumbEnding;
       plan.latencies.indexing = {12'000, 12'000};
     });
   }},
  {.rule = "MOD-04", .says = "the same where the index stays dumb",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { plan.start.index = Index::DumbEndless; });
   }},
  {.rule = "MOD-04", .says = "the same where saving opens a dialog",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { happens(plan, Background::SaveAsks, 0);
                                            plan.latencies.write = {100, 100}; });
   }},
  {.rule = "MOD-04", .says = "the same where a sync takes too long",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { plan.latencies.write = {25'000, 25'000}; });
   }},
  {.rule = "MOD-04", .says = "the same where a dialog opens during the body",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, [](Plan& plan) { happens(plan, Background::OpenClosable, 1'700); });
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> twin_checks() { return twin_rows; }

}  // namespace conformance::modality
