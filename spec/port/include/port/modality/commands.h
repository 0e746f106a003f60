// What an engine of the area modality says: what its driver must do, in order, once each.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "port/modality/words.h"

namespace port::modality {

// Operations: answered by a completion with the same id.

// -> ModalityRead
struct ReadModality {
  OperationId operation;
  bool operator==(const ReadModality&) const = default;
};
// -> DialogsListed
struct ListDialogs {
  OperationId operation;
  bool operator==(const ListDialogs&) const = default;
};
// -> SmartRead
struct ReadSmart {
  OperationId operation;
  bool operator==(const ReadSmart&) const = default;
};
// -> CloseAnswered
struct CloseDialog {
  OperationId operation;
  DialogId dialog;
  bool operator==(const CloseDialog&) const = default;
};
// -> WriteEnded
struct Commit {
  OperationId operation;
  Scope scope;
  bool operator==(const Commit&) const = default;
};
// -> WriteEnded
struct Save {
  OperationId operation;
  Scope scope;
  bool forced = false;  // It is not withheld by a dialog (MOD-107).
  Extent extent = Extent::Dirty;
  bool operator==(const Save&) const = default;
};
// -> WriteEnded
struct Refresh {
  OperationId operation;
  Scope scope;
  bool forced = false;
  bool operator==(const Refresh&) const = default;
};
// -> SmartReached
struct AwaitSmart {
  OperationId operation;
  bool operator==(const AwaitSmart&) const = default;
};
// Withheld work must never run.
struct Cancel {
  OperationId operation;
  bool operator==(const Cancel&) const = default;
};

// Timers. Starting a running one restarts it; stopping an idle one does nothing.

struct StartTimer {
  Timer timer;
  Duration after;
  bool operator==(const StartTimer&) const = default;
};
struct StopTimer {
  Timer timer;
  bool operator==(const StopTimer&) const = default;
};

// Captures take time. One of a kind is under way at most; both may be.

// -> Captured
struct Capture {
  Artifact artifact;
  Stage cause;
  bool operator==(const Capture&) const = default;
};
// Nobody waits for it any more: the result will say so (MOD-93). No completion may follow.
struct DropCapture {
  Artifact artifact;
  bool operator==(const DropCapture&) const = default;
};

// The rest is done at once, without a completion.

// MOD-84
struct ScheduleRefresh {
  bool operator==(const ScheduleRefresh&) const = default;
};
struct StartBody {
  bool operator==(const StartBody&) const = default;
};
struct CancelBody {
  bool operator==(const CancelBody&) const = default;
};
// 0 where the method gives nothing. A sweep gives the dialogs that it closed, in order: the driver
// knows their titles (MOD-15).
struct Return {
  CallId call;
  std::int32_t value;
  DialogList closed{};
  bool operator==(const Return&) const = default;
};
// MOD-109
struct Refuse {
  CallId call;
  bool operator==(const Refuse&) const = default;
};
// MOD-13
struct ReportDialog {
  DialogId dialog;
  Outcome outcome;
  bool operator==(const ReportDialog&) const = default;
};
// MOD-53
struct ReportSmartWait {
  Duration waited;
  bool operator==(const ReportSmartWait&) const = default;
};
// MOD-23
struct ReportProgress {
  Duration waited;
  bool operator==(const ReportProgress&) const = default;
};
// `reason`: why a sync failed post-flight (MOD-81); None for what was skipped.
struct Warn {
  Warning warning;
  Reason reason;
  bool operator==(const Warn&) const = default;
};
// Why the call will end: once, before anything of the ending, as Finish will say.
struct Decide {
  Stage stage;
  Reason reason;
  bool operator==(const Decide&) const = default;
};
struct Finish {
  Verdict verdict;
  Stage stage;  // Post on success; never Sweep or Wait, which fail nothing themselves.
  Reason reason;
  Modality blocked_by;         // What was read when a modal failed the run, else None.
  std::uint8_t artifacts = 0;  // Of a failure: how many were captured, up to 255 (MOD-74).
  TextId text{};               // Of a script error: its own (MOD-72).
  bool retry_later = false;    // Trying again later may mend it (MOD-114).
  bool operator==(const Finish&) const = default;
};

using Command = std::variant<ReadModality, ListDialogs, ReadSmart, CloseDialog, Commit, Save,
                             Refresh, AwaitSmart, Cancel, StartTimer, StopTimer, Capture,
                             DropCapture, ScheduleRefresh, StartBody, CancelBody, Return, Refuse,
                             ReportDialog, ReportSmartWait, ReportProgress, Warn, Decide, Finish>;

// As many as one event may bring.
inline constexpr std::size_t commands_max = 32;
using Commands = boost::container::static_vector<Command, commands_max>;

// Timers are the engine's own affair: an observer does not see them.
constexpr bool is_observed(const Command& command) {
  return !std::holds_alternative<StartTimer>(command) &&
         !std::holds_alternative<StopTimer>(command);
}

}  // namespace port::modality

namespace port {

// clang-format off
template <>
inline constexpr Record record<modality::ReadModality>{"read_modality", "operation"};
template <>
inline constexpr Record record<modality::ListDialogs>{"list_dialogs", "operation"};
template <>
inline constexpr Record record<modality::ReadSmart>{"read_smart", "operation"};
template <>
inline constexpr Record record<modality::CloseDialog>{"close_dialog", "operation", "dialog"};
template <>
inline constexpr Record record<modality::Commit>{"commit", "operation", "scope"};
template <>
inline constexpr Record record<modality::Save>{"save", "operation", "scope", "forced", "extent"};
template <>
inline constexpr Record record<modality::Refresh>{"refresh", "operation", "scope", "forced"};
template <>
inline constexpr Record record<modality::AwaitSmart>{"await_smart", "operation"};
template <>
inline constexpr Record record<modality::Cancel>{"cancel", "operation"};
template <>
inline constexpr Record record<modality::StartTimer>{"start_timer", "timer", "after_ms"};
template <>
inline constexpr Record record<modality::StopTimer>{"stop_timer", "timer"};
template <>
inline constexpr Record record<modality::Capture>{"capture", "artifact", "cause"};
template <>
inline constexpr Record record<modality::DropCapture>{"drop_capture", "artifact"};
template <>
inline constexpr Record record<modality::ScheduleRefresh>{"schedule_refresh"};
template <>
inline constexpr Record record<modality::StartBody>{"start_body"};
template <>
inline constexpr Record record<modality::CancelBody>{"cancel_body"};
template <>
inline constexpr Record record<modality::Return>{"return", "call", "value", "closed"};
template <>
inline constexpr Record record<modality::Refuse>{"refuse", "call"};
template <>
inline constexpr Record record<modality::ReportDialog>{"report_dialog", "dialog", "outcome"};
template <>
inline constexpr Record record<modality::ReportSmartWait>{"report_smart_wait", "waited_ms"};
template <>
inline constexpr Record record<modality::ReportProgress>{"report_progress", "waited_ms"};
template <>
inline constexpr Record record<modality::Warn>{"warn", "warning", "reason"};
template <>
inline constexpr Record record<modality::Decide>{"decide", "stage", "reason"};
template <>
inline constexpr Record record<modality::Finish>{
    "finish", "verdict", "stage", "reason", "blocked_by", "artifacts", "text", "retry_later"};
// clang-format on

}  // namespace port
