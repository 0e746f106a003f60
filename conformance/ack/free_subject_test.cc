// A free subject may do, at any moment that counts, whatever the clauses allow, and never comes to
// where every act is a breach and so is doing nothing: the clauses do not contradict each other.
//
// Moments that count: when anything has happened, every quarter of a second after a dispatch, and
// the last one at which nothing is overdue. Reads are always allowed, so it is never without an
// act; what is asked is that it can always end its calls, also if the world lies in wait for it:
// while something is owed nothing may happen but what has to.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "conformance/ack/area.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/plans.h"
#include "engine/ack/engine.h"
#include "sim/ack/subject.h"
#include "sim/search/explore.h"
#include "spec/ack/judge.h"

namespace conformance::ack {
namespace {

using namespace port::ack;
using sim::ack::SubjectState;

// What there is to say of one call; the last ones are Missing with the bounds from zero on.
enum class Saying : std::uint8_t {
  Nothing,
  CaptureItsOwn,
  CaptureGeneration,
  DispatchIt,
  LookAtItsOwn,
  Note,
  NoteOpen,
  SayOk,
  SayUnknownTool,
  SayInvalidParams,
  SayNotReady,
  SayBusy,
  SayFailed,
  SayFailedWithText,
  SayNothingToDo,
  SayBlocked,
  SayMalformed,
  SayRefused,
  SayNothingToActOn,
  SayNotThere,
  SayMissing,
};
constexpr std::uint32_t missing_bounds = 6;  // More viewers or pushes a quick plan has not.
constexpr auto sayings = static_cast<std::uint8_t>(Saying::SayMissing) + missing_bounds;

// What it has to know to fill in what it says. What it says next is chosen for it.
struct FreeMind {
  struct OfCall {
    port::Instant dispatched{};
    std::uint8_t row = 0;     // Plus one.
    std::uint8_t saying = 0;  // At its next timer.
    bool told = false;        // The frontend, at `dispatched`.
    std::uint8_t zero = 0;
  };
  std::array<OfCall, sim::ack::calls_max> calls{};
  std::uint32_t generation = 0;
  std::uint32_t version = 0;
  RequestId last_request{};
  bool store = false;
  bool cornered = false;  // Until time passes nothing happens but what has to.
  std::array<std::uint8_t, 2> zero{};
};

class FreeSubject final : public sim::ack::Subject {
 public:
  explicit FreeSubject(const Table& table) : table_(table) {}
  SubjectState initial() const override { return SubjectState::holding(FreeMind{}); }
  void step(SubjectState& state, const Event& event, Commands& out) const override {
    auto mind = state.get<FreeMind>();
    if (const auto* called = std::get_if<Called>(&event.what)) {
      const auto* row = engine::ack::find_row(table_, called->request);
      if (row != nullptr)
        of(mind, called->call).row = static_cast<std::uint8_t>(row - table_.rows.data() + 1);
    } else if (const auto* fired = std::get_if<TimerFired>(&event.what)) {
      say(mind, fired->call, event.at, out);
    } else if (const auto* pushed = std::get_if<Pushed>(&event.what)) {
      if (mind.store && pushed->pane != Pane::Unknown) {
        ++mind.generation;
        mind.version = pushed->version;
      }
    } else if (const auto* cancelled = std::get_if<Cancelled>(&event.what)) {
      of(mind, cancelled->call) = {};
    } else if (std::holds_alternative<StoreReady>(event.what)) {
      mind.store = true;
    }
    state.put(mind);
  }
  void rebase(SubjectState& state, port::Instant now) const override {
    auto mind = state.get<FreeMind>();
    for (auto& call : mind.calls)
      if (call.told) call.dispatched -= now.time_since_epoch();
    state.put(mind);
  }
  Reading panes(const SubjectState& state) const override {
    const auto mind = state.get<FreeMind>();
    return {mind.store, mind.generation, mind.version};
  }
  static FreeMind::OfCall& of(FreeMind& mind, CallId call) {
    return mind.calls[sim::ack::index_of(call)];
  }

 private:
  void say(FreeMind& mind, CallId call, port::Instant now, Commands& out) const {
    auto& its = of(mind, call);
    const Row row = its.row == 0 ? Row{} : table_.rows[its.row - 1u];
    const auto respond = [&](const Response& response) {
      out.push_back(Respond{call, response});
      its = {};
    };
    switch (const auto saying = static_cast<Saying>(std::exchange(its.saying, 0))) {
      case Saying::Nothing: return;
      case Saying::CaptureItsOwn: return out.push_back(Capture{call, probe_of(row)});
      case Saying::CaptureGeneration: return out.push_back(Capture{call, {}});
      case Saying::DispatchIt: {
        RequestId request{};
        if (row.signal == SignalKind::RoundTrip) request = {++mind.last_request.value};
        its.dispatched = now;
        its.told = true;
        return out.push_back(Dispatch{call, request});
      }
      case Saying::LookAtItsOwn: return out.push_back(Look{call, probe_of(row)});
      case Saying::Note: return out.push_back(NoteHeld{call, {row.signal, row.subject}});
      case Saying::NoteOpen: return out.push_back(NoteStillOpen{call, sim::ack::asked_path});
      case Saying::SayOk: return respond({});
      case Saying::SayUnknownTool: return respond({.status = Status::UnknownTool});
      case Saying::SayInvalidParams: return respond({.status = Status::InvalidParams});
      case Saying::SayNotReady: return respond({.status = Status::NotReady});
      case Saying::SayBusy: return respond({.status = Status::Busy});
      case Saying::SayFailed: return respond({.status = Status::Failed});
      case Saying::SayFailedWithText: return respond(failed(Refusal::Other));
      case Saying::SayNothingToDo: return respond(failed(Refusal::NothingToDo));
      case Saying::SayBlocked: return respond(failed(Refusal::Blocked));
      case Saying::SayMalformed: return respond(failed(Refusal::Malformed));
      case Saying::SayRefused: return respond(refused(Refusal::Blocked));
      case Saying::SayNothingToActOn: return respond(refused(Refusal::NothingToDo));
      case Saying::SayNotThere: return respond(refused(Refusal::NotThere));
      case Saying::SayMissing:
      default: {
        const auto bound =
            static_cast<std::uint32_t>(saying) - static_cast<std::uint32_t>(Saying::SayMissing);
        return respond({.status = Status::Missing,
                        .signal = {row.signal, row.subject, bound},
                        .elapsed = now - its.dispatched,
                        .doing = Doing::MayHappen});
      }
    }
  }
  static Response failed(Refusal refusal) {
    const bool read = refusal != Refusal::Malformed;
    return {.status = Status::Failed,
            .text = {1},
            .refusal = refusal,
            .doing = read ? Doing::Unsaid : Doing::MayHappen};
  }
  static Response refused(Refusal refusal) {
    return {.status = Status::Refused, .refusal = refusal};
  }
  static Probe probe_of(const Row& row) {
    const bool dialog = row.signal == SignalKind::SoftDialogAppeared ||
                        row.signal == SignalKind::SoftDialogDisappeared;
    if (row.subject == no_subject) return {};
    return {dialog ? ProbeKind::SoftDialog : ProbeKind::Windows, row.subject};
  }

  const Table& table_;
};

// Worlds in which the choices are those of the world, and whatever the judge lets the subject say.
class FreeWorlds {
 public:
  using State = JudgedWorld;
  struct Tally {
    std::array<std::uint64_t, sayings> said{};
    void merge(const Tally& other) {
      for (std::size_t i = 0; i < said.size(); ++i) said[i] += other.said[i];
    }
  };
  // Slots of choices; to `says` the index of a call is added.
  static constexpr std::uint8_t says = 0xf0, wait = 0xfe, corner = 0xff;
  static constexpr std::int32_t step = 250;

  // `plan` outlives it. It never says `unsaid`, with whatever bound.
  explicit FreeWorlds(const sim::ack::Plan& plan, Saying unsaid = Saying::Nothing)
      : judged_(plan, std::make_shared<FreeSubject>(*plan.table),
                spec::ack::Judge(revision_of(plan))),
        unsaid_(unsaid) {}

  State initial() const { return judged_.initial(); }

  void choices(const State& state, sim::Choices& out) const {
    const auto patience = patience_of(state);
    const bool cornered = state.world.subject.get<FreeMind>().cornered;
    const auto begin = out.size();
    judged_.worlds().choices(state.world, out, patience);
    if (cornered && patience == 0)
      std::erase_if(out, [&](const sim::Choice& choice) {
        return state.world.agenda.at(choice.slot).latest > 0;
      });
    const auto last = out.size() == begin ? 0 : out.back().after_ms;
    for (std::size_t call = 0; call < sim::ack::calls_max; ++call)
      if (state.world.phases[call] == sim::ack::CallPhase::InFlight) add_sayings(state, call, out);
    if (patience == 0 && !cornered) out.push_back({corner, 0, 0, 0});
    if (patience > step && waits(state)) out.push_back({wait, 0, 0, step});
    if (patience != sim::never && patience > last) out.push_back({wait, 1, 0, patience});
  }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    if (choice.slot >= says && choice.slot < wait) ++tally.said[choice.alternative];
    if (const auto breach = taken(state, choice)) state.broken = *breach + 1u;
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return judged_.status(state); }
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

  // Takes a choice, tells the recorder, and says which rule that breaks.
  template <class Recorder = NoRecorder>
  std::optional<std::uint8_t> taken(State& state, const sim::Choice& choice,
                                    Recorder recorder = {}) const {
    JudgedWorlds::Findings findings;
    auto mind = state.world.subject.get<FreeMind>();
    mind.cornered = choice.slot == corner || (mind.cornered && choice.after_ms == 0);
    if (choice.slot >= says && choice.slot < wait)
      mind.calls[choice.slot - says].saying = choice.alternative;
    state.world.subject.put(mind);
    if (choice.slot == wait) {
      JudgedWorlds::Sink<Recorder> sink{judged_.judge(), state.judge, findings, recorder};
      judged_.worlds().pass(state.world, choice.after_ms, sink);
    } else if (choice.slot != corner) {
      judged_.apply(state, choice.slot < says ? choice : timer_of(choice.slot - says), findings,
                    recorder);
    }
    state.broken = 0;
    if (!findings.breach) return std::nullopt;
    return findings.breach->rule;
  }

 private:
  // What the judge lets it say of a call.
  void add_sayings(const State& state, std::size_t call, sim::Choices& out) const {
    for (std::uint8_t saying = 1; saying < sayings; ++saying) {
      const auto what = static_cast<Saying>(saying);
      if (std::min(what, Saying::SayMissing) == unsaid_) continue;
      if (reads(what) && is_reading(state, call)) continue;
      const sim::Choice act{static_cast<std::uint8_t>(says + call), saying, 0, 0};
      auto next = state;
      if (!taken(next, act)) out.push_back(act);
    }
  }

  static sim::Choice timer_of(std::uint8_t call) {
    return {static_cast<std::uint8_t>(sim::ack::due(call, sim::ack::Due::Timer)), 0, 0, 0};
  }

  static bool reads(Saying what) {
    return what == Saying::CaptureItsOwn || what == Saying::CaptureGeneration ||
           what == Saying::LookAtItsOwn;
  }
  // It asks one thing at a time.
  static bool is_reading(const State& state, std::size_t call) {
    const auto& agenda = state.world.agenda;
    return state.world.looks[call] || agenda.pending(sim::ack::due(call, sim::ack::Due::Capture)) ||
           agenda.pending(sim::ack::due(call, sim::ack::Due::Look));
  }
  static bool waits(const State& state) {
    return std::ranges::any_of(state.world.subject.get<FreeMind>().calls,
                               [](const auto& call) { return call.told; });
  }

  // How long nothing may happen at most; `never` if for ever.
  std::int32_t patience_of(const State& state) const {
    constexpr std::int32_t longest = 40'000;
    const auto bears = [&](std::int32_t ms) {
      auto judge = state.judge;
      JudgedWorlds::Findings findings;
      judged_.judge().see(judge, Fact(TimePassed{port::Duration{ms}}), findings);
      return !findings.breach;
    };
    const auto deadline = state.world.agenda.deadline();
    if (bears(longest)) return deadline;
    std::int32_t borne = 0, not_borne = longest;
    while (borne + 1 < not_borne) {
      const auto middle = borne + (not_borne - borne) / 2;
      (bears(middle) ? borne : not_borne) = middle;
    }
    return std::min(borne, deadline);
  }

  JudgedWorlds judged_;
  Saying unsaid_;
};

struct FreeTrace {
  std::string* out;
  void fact(const auto& fact) { *out += "  " + spec::ack::show(fact) + "\n"; }
  void act(const auto& act) { *out += "      " + spec::ack::show(act) + "\n"; }
};

std::string free_story(const FreeWorlds& model, const sim::Path& path) {
  std::string out;
  auto state = model.initial();
  sim::Choices choices;
  for (const auto index : path) {
    choices.clear();
    model.choices(state, choices);
    model.taken(state, choices[index], FreeTrace{&out});
  }
  return out;
}

class AckFreeSubject : public testing::TestWithParam<const char*> {};

TEST_P(AckFreeSubject, IsNeverLeftWithoutARightAct) {
  const auto plan = *plan_named(GetParam());
  const FreeWorlds model(plan);
  const auto found = sim::explore(model, {.stop_at_first = false, .findings_max = 8});
  EXPECT_TRUE(found.complete());
  EXPECT_EQ(found.lost.value_or(1), 0u);
  if (found.lasso) ADD_FAILURE() << "no right act\n" << free_story(model, found.lasso->way_in);
  for (const auto& finding : found.findings)
    ADD_FAILURE() << (finding.kind == 0 ? "no right act"
                                        : spec::ack::ack_rules[finding.kind - 1].id)
                  << "\n"
                  << free_story(model, finding.path);
}

INSTANTIATE_TEST_SUITE_P(All, AckFreeSubject,
                         testing::Values("ack:r1:sort", "ack:r1:mkdir", "ack:r1:refresh",
                                         "ack:r1:dialog_close_about", "ack:r1:refused"));
INSTANTIATE_TEST_SUITE_P(DISABLED_Large, AckFreeSubject,
                         testing::Values("ack:r1:dialog_close_file_viewer_one",
                                         "ack:r2:set_setting"));

// What is owed is owed indeed: without it nothing else is right.
class AckUnfreeSubject : public testing::TestWithParam<std::pair<const char*, Saying>> {};

TEST_P(AckUnfreeSubject, IsLeftWithoutARightAct) {
  const auto& [world, unsaid] = GetParam();
  auto plan = *plan_named(world);
  plan.background_max = 0;
  plan.starts.resize(1);
  EXPECT_EQ(sim::explore(FreeWorlds(plan), {.stop_at_first = false}).lost, 0u);
  const auto lost = sim::explore(FreeWorlds(plan, unsaid), {.stop_at_first = false}).lost;
  EXPECT_GT(lost.value_or(0), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    All, AckUnfreeSubject,
    testing::Values(std::pair{"ack:r1:sort", Saying::DispatchIt},
                    std::pair{"ack:r1:sort", Saying::SayOk},
                    std::pair{"ack:r1:sort", Saying::SayMissing},
                    std::pair{"ack:r1:refused", Saying::SayUnknownTool},
                    std::pair{"ack:r1:dialog_close_file_viewer_one", Saying::SayInvalidParams},
                    std::pair{"ack:r2:set_setting", Saying::SayFailedWithText}));

}  // namespace
}  // namespace conformance::ack
