#include "conformance/modality/mutants/mutant.h"

#include <algorithm>
#include <type_traits>

#include "modality/mutants/turn.h"
#include "port/check.h"
#include "port/overload.h"
#include "port/visit.h"

namespace conformance::modality {

namespace mutation {
namespace {

const MutantTable<Deviation>& table() {
  static const MutantTable<Deviation> all{
      request_deviations(),      sweep_deviations(),     capture_deviations(), wait_deviations(),
      gate_deviations(),         sync_deviations(),      smart_deviations(),   monitor_deviations(),
      allowance_deviations(),    body_deviations(),      method_deviations(),  ending_deviations(),
      event_thread_deviations(), neighbour_deviations(), hidden_deviations()};
  return all;
}

const Deviation& deviation(MutantId id) { return table()[static_cast<std::size_t>(id)]; }

}  // namespace
}  // namespace mutation

std::span<const MutantLine> mutants() { return mutation::table().lines(); }

MutantId id_of(const MutantLine& mutant) {
  return static_cast<MutantId>(mutation::table().number(mutant));
}

static_assert(std::has_unique_object_representations_v<Mutant>);
static_assert(std::is_trivially_copyable_v<Mutant>);

Mutant::Mutant(const port::modality::Limits& limits, MutantId id) : engine_(limits), id_(id) {
  CHECK(static_cast<std::size_t>(id) < mutants().size());
}

void Mutant::step(const port::modality::Event& event, port::modality::Commands& out) {
  const auto& deviation = mutation::deviation(id_);
  mutation::Turn turn(event.at, event.what, engine_, memory_, skipped_, out);
  deviation.step(turn);
  turn.change<port::modality::Finish>([&](port::modality::Finish& finish) {
    if (finish.verdict == port::modality::Verdict::Failed)
      finish.artifacts = static_cast<std::uint8_t>(finish.artifacts - skipped_);
  });
}

void Mutant::overhear(port::Instant at, const port::modality::Fact& fact,
                      port::modality::Commands& out) {
  const bool of_documents = std::holds_alternative<port::modality::DocumentTouched>(fact) ||
                            std::holds_alternative<port::modality::StaleRead>(fact);
  if (of_documents) return;
  const auto& deviation = mutation::deviation(id_);
  mutation::Turn turn(at, fact, engine_, memory_, skipped_, out);
  deviation.step(turn);
}

void Mutant::overhear(port::Instant at, const port::modality::Happening& what,
                      const port::modality::Commands& commands, port::modality::Commands& out) {
  const auto& deviation = mutation::deviation(id_);
  const auto hear = mutation::neighbour_deviations();
  if (std::ranges::find(hear, deviation.name, &mutation::Deviation::name) == hear.end()) return;
  mutation::Turn turn(at, what, commands, engine_, memory_, skipped_, out);
  deviation.step(turn);
}

void Mutant::rebase(port::Instant now) { engine_.rebase(now); }

namespace mutation {

void without_look(Turn& turn, Step step) {
  turn.pass();
  if (turn.asks(step)) turn.answer(Modality::None);
}

namespace {

unsigned bit(auto index) { return 1u << static_cast<unsigned>(index); }

bool is_main(const Command& command) {
  return port::visit(
      port::Overload{[](const ReadModality& c) { return c.operation == OperationId::Main; },
                     [](const ListDialogs& c) { return c.operation == OperationId::Main; },
                     [](const ReadSmart&) { return true; }, [](const CloseDialog&) { return true; },
                     [](const Commit&) { return true; }, [](const Save&) { return true; },
                     [](const Refresh&) { return true; }, [](const AwaitSmart&) { return true; },
                     [](const auto&) { return false; }},
      command);
}

bool awaits_read(Step step) {
  switch (step) {
    case Step::WaitLook:
    case Step::GateRead:
    case Step::SyncAssert:
    case Step::SyncAfterCommit:
    case Step::SyncAfterSave:
    case Step::SyncAfterRefresh:
    case Step::SettingsAssert:
    case Step::SettingsAfterSave:
    case Step::SmartAssert:
    case Step::SmartAfter:
    case Step::AssertRead:
    case Step::ModalRead:
    case Step::PostRead: return true;
    case Step::None:
    case Step::SweepList:
    case Step::SweepShot:
    case Step::SweepClose:
    case Step::SweepDispose:
    case Step::WaitPoll:
    case Step::SyncCommit:
    case Step::SyncSave:
    case Step::SyncRefresh:
    case Step::ForcedSave:
    case Step::ForcedRefresh:
    case Step::SettingsSave:
    case Step::SmartWait:
    case Step::SmartModeRead: break;
  }
  return false;
}

bool awaits_write(Step step) {
  return step == Step::SyncCommit || step == Step::SyncSave || step == Step::SyncRefresh ||
         step == Step::ForcedSave || step == Step::ForcedRefresh || step == Step::SettingsSave;
}

// Whether the engine may be told this now without a broken promise.
bool fits(const State& s, const Happening& happening) {
  const bool main = Turn::asked(s, OperationId::Main);
  const auto started = [&] { return s.phase != Phase::Idle && s.phase != Phase::PreFlight; };
  const auto body = [&] { return started() && s.phase != Phase::PostFlight; };
  return port::visit(
      port::Overload{
          [&](const Called&) { return s.phase == Phase::Idle; },
          [&](const ModalityRead& read) {
            if (read.operation == OperationId::Monitor) return s.looks_beside;
            return main && awaits_read(s.step);
          },
          [&](const DialogsListed& listed) {
            if (listed.operation == OperationId::Monitor)
              return Turn::asked(s, listed.operation) && !s.looks_beside;
            return main && s.step == Step::SweepList;
          },
          [&](const SmartRead&) { return main && s.step == Step::SmartModeRead; },
          [&](const CloseAnswered& closing) {
            return main && s.step == Step::SweepClose &&
                   s.sweep[s.sweep_next].dialog == closing.dialog;
          },
          [&](const WriteEnded&) { return main && awaits_write(s.step); },
          [&](const SmartReached&) { return main && s.step == Step::SmartWait; },
          [&](const Captured& captured) { return (s.capturing & bit(captured.artifact)) != 0; },
          [&](const TimerFired& fired) { return Turn::runs(s, fired.timer); },
          [&](const MethodCalled&) { return started(); },
          [&](const Cancelled&) { return s.phase != Phase::Idle; },
          [&](const BodyReturned&) { return body(); }, [&](const BodyThrew&) { return body(); },
          [](const auto&) { return true; }},
      happening);
}

}  // namespace

const MethodCalled* Turn::called(Method method) const {
  const auto* call = got<MethodCalled>();
  return call != nullptr && call->method.method == method ? call : nullptr;
}

bool Turn::fired(Timer timer) const {
  const auto* fired = got<TimerFired>();
  return fired != nullptr && fired->timer == timer;
}

bool Turn::runs(const State& state, Timer timer) { return (state.timers & bit(timer)) != 0; }

bool Turn::asked(const State& state, OperationId operation) {
  return (state.asked & bit(operation)) != 0;
}

void Turn::tell(const Happening& happening) {
  if (fits(now(), happening)) engine_.step({at_, happening}, out_);
}

bool Turn::asks(Step step) const {
  return now().step == step && std::ranges::any_of(out_, is_main);
}

void Turn::take_back() { drop_if(is_main); }

void Turn::answer(const Happening& happening) {
  take_back();
  tell(happening);
}

void Turn::pretend_sync() {
  while (now().step >= Step::SyncAssert && now().step <= Step::SettingsAfterSave) {
    if (awaits_write(now().step)) {
      answer_written();
    } else {
      answer(Modality::None);
    }
  }
}

void Turn::skip(Artifact artifact) {
  const auto before = out_.size();
  drop_if([&](const Command& command) {
    const auto* capture = std::get_if<Capture>(&command);
    return capture != nullptr && capture->artifact == artifact;
  });
  if (out_.size() != before) pretend_captured(artifact);
}

void Turn::pretend_captured(Artifact artifact) {
  if (!fits(now(), Captured{artifact})) return;
  ++skipped_;
  tell(Captured{artifact});
}

void Turn::skip_method() {
  const CallId call = got<MethodCalled>()->call;
  tell(MethodCalled{call, {.method = Method::IsModal}});
  if (asks(Step::ModalRead)) answer(Modality::None);
}

void Turn::abandon() {
  for (const auto operation : {OperationId::Main, OperationId::Monitor})
    if (asked(now(), operation)) add(Cancel{operation});
  for (std::uint8_t timer = 0; timer < timer_count; ++timer)
    if (runs(now(), Timer{timer})) add(StopTimer{Timer{timer}});
  engine_ = Engine(limits());
  Commands unwanted;
  engine_.step({at_, Called{{.defect = Defect::BadTimeout}}}, unwanted);
}

void Turn::fail(const Finish& finish) {
  const bool in_body = now().phase == Phase::Body;
  Finish counted = finish;
  counted.artifacts = now().result.artifacts;
  add(Decide{finish.stage, finish.reason});
  abandon();
  if (in_body) add(CancelBody{});
  add(ScheduleRefresh{});
  add(counted);
}

}  // namespace mutation

}  // namespace conformance::modality
