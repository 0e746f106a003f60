// From the engine's words and the world's to the specification's: the one place where the
// twin vocabularies meet.
//
// Inline, since a search translates every event and command of every state it makes. The
// twin enums agree in order, which observe.cc asserts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "engine/modality/engine.h"
#include "port/overload.h"
#include "sim/modality/ide.h"
#include "spec/modality/observation.h"

namespace conformance::modality {

namespace twin {

template <class To, class From>
constexpr To to(From from) {
  return static_cast<To>(from);
}

constexpr spec::modality::Lane lane(engine::modality::OperationId operation) {
  return to<spec::modality::Lane>(operation);
}

inline spec::modality::Dialogs dialogs(const engine::modality::DialogList& list) {
  spec::modality::Dialogs out;
  for (const auto dialog : list) out.ids[out.count++] = dialog.value;
  return out;
}

inline spec::modality::Called called(const engine::modality::Request& request) {
  using namespace spec::modality;
  const auto& raw = request.raw;
  return {.mode = to<Mode>(request.mode),
          .raw = {.s = raw.close_on_start,
                  .a = raw.allow_at_gate,
                  .r = raw.close_while_running,
                  .d = raw.sync_documents,
                  .w = raw.wait_smart,
                  .progress = to<ProgressAtGate>(raw.progress),
                  .await_dispose = raw.await_dispose},
          .defect = to<Defect>(request.defect),
          .from_edt = request.from_edt,
          .body_timeout_ms = request.body_timeout.count()};
}

}  // namespace twin

// Null for what an observer does not see: timers.
inline std::optional<spec::modality::Fact> observe(const engine::modality::Happening& happening) {
  namespace e = engine::modality;
  namespace s = spec::modality;
  using Fact = std::optional<s::Fact>;
  using twin::lane;
  using twin::to;
  return std::visit(
      port::Overload{
          [](const e::Called& x) -> Fact { return twin::called(x.request); },
          [](const e::ModalityRead& x) -> Fact {
            return s::ModalityAnswered{lane(x.operation), to<s::Modality>(x.modality)};
          },
          [](const e::DialogsListed& x) -> Fact {
            return s::DialogsAnswered{lane(x.operation), twin::dialogs(x.dialogs)};
          },
          [](const e::SmartRead& x) -> Fact {
            return s::SmartAnswered{lane(x.operation), x.smart};
          },
          [](const e::CloseAnswered& x) -> Fact {
            return s::CloseAnswered{lane(x.operation), x.dialog.value,
                                    to<s::CloseAnswer>(x.answer)};
          },
          [](const e::WriteEnded& x) -> Fact { return s::WriteEnded{lane(x.operation)}; },
          [](const e::SmartReached& x) -> Fact { return s::SmartReached{lane(x.operation)}; },
          [](const e::TimerFired&) -> Fact { return {}; },
          [](const e::MethodCalled& x) -> Fact {
            return s::MethodCalled{x.call.value, to<s::Method>(x.method.method),
                                   x.method.await_dispose, x.method.force, x.method.project_only};
          },
          [](const e::BodyReturned&) -> Fact { return s::BodyReturned{}; },
          [](const e::BodyThrew&) -> Fact { return s::BodyThrew{}; },
          [](const e::DialogOpened& x) -> Fact {
            return s::DialogOpened{x.dialog.value, x.modal};
          },
          [](const e::DialogDisposed& x) -> Fact { return s::DialogDisposed{x.dialog.value}; },
          [](const e::ProgressStarted&) -> Fact { return s::ProgressStarted{}; },
          [](const e::ProgressEnded&) -> Fact { return s::ProgressEnded{}; },
          [](const e::IndexingStarted&) -> Fact { return s::IndexingStarted{}; },
          [](const e::IndexingEnded&) -> Fact { return s::IndexingEnded{}; },
          [](const e::ImportFinished&) -> Fact { return s::ImportFinished{}; }},
      happening);
}

inline std::optional<spec::modality::Act> observe(const engine::modality::Command& command) {
  namespace e = engine::modality;
  namespace s = spec::modality;
  using Act = std::optional<s::Act>;
  using twin::lane;
  using twin::to;
  return std::visit(
      port::Overload{
          [](const e::ReadModality& x) -> Act { return s::ModalityAsked{lane(x.operation)}; },
          [](const e::ListDialogs& x) -> Act { return s::DialogsAsked{lane(x.operation)}; },
          [](const e::ReadSmart& x) -> Act { return s::SmartAsked{lane(x.operation)}; },
          [](const e::CloseDialog& x) -> Act {
            return s::CloseAsked{lane(x.operation), x.dialog.value};
          },
          [](const e::Commit& x) -> Act {
            return s::CommitAsked{lane(x.operation), to<s::Scope>(x.scope)};
          },
          [](const e::Save& x) -> Act {
            return s::SaveAsked{lane(x.operation), to<s::Scope>(x.scope)};
          },
          [](const e::Refresh& x) -> Act { return s::RefreshAsked{lane(x.operation)}; },
          [](const e::AwaitSmart& x) -> Act { return s::SmartAwaited{lane(x.operation)}; },
          [](const e::Cancel& x) -> Act { return s::Cancelled{lane(x.operation)}; },
          [](const e::StartTimer&) -> Act { return {}; },
          [](const e::StopTimer&) -> Act { return {}; },
          [](const e::Capture& x) -> Act {
            return s::Captured{to<s::Artifact>(x.artifact), to<s::Stage>(x.cause)};
          },
          [](const e::ScheduleRefresh&) -> Act { return s::RefreshScheduled{}; },
          [](const e::StartBody&) -> Act { return s::BodyStarted{}; },
          [](const e::CancelBody&) -> Act { return s::BodyCancelled{}; },
          [](const e::Return& x) -> Act {
            return s::MethodReturned{x.call.value, x.value};
          },
          [](const e::Refuse& x) -> Act { return s::MethodRefused{x.call.value}; },
          [](const e::ReportDialog& x) -> Act {
            return s::DialogReported{x.dialog.value, to<s::Outcome>(x.outcome)};
          },
          [](const e::ReportSmartWait& x) -> Act { return s::SmartWaitReported{x.waited.count()}; },
          [](const e::ReportProgress& x) -> Act { return s::ProgressReported{x.waited.count()}; },
          [](const e::Warn& x) -> Act {
            return s::Warned{to<s::Warning>(x.warning), to<s::Reason>(x.reason)};
          },
          [](const e::Finish& x) -> Act {
            return s::Finished{to<s::Verdict>(x.verdict), to<s::Stage>(x.stage),
                               to<s::Reason>(x.reason), to<s::Modality>(x.blocked_by)};
          }},
      command);
}

inline spec::modality::Fact observe(const sim::modality::Fact& fact) {
  namespace s = spec::modality;
  return std::visit(
      port::Overload{
          [](const sim::modality::WriteBegan& x) -> s::Fact {
            return s::WriteBegan{twin::lane(x.operation)};
          },
          [](const sim::modality::EditMade&) -> s::Fact { return s::EditMade{}; },
          [](const sim::modality::EditsReachedDisk&) -> s::Fact { return s::EditsReachedDisk{}; }},
      fact);
}

constexpr spec::modality::Limits observe(const engine::modality::Limits& limits) {
  return {.monitor_period_ms = limits.monitor_period.count(),
          .sync_bound_ms = limits.sync_bound.count(),
          .smart_bound_ms = limits.smart_bound.count(),
          .poll_period_ms = limits.poll_period.count(),
          .wait_budget_ms = limits.wait_budget.count(),
          .note_period_ms = limits.note_period.count(),
          .dispose_bound_ms = limits.dispose_bound.count()};
}

}  // namespace conformance::modality
