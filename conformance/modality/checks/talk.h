// A directed check as a conversation: what happens, and what the subject must command then.
//
// A talk plays the driver by the book. It answers only what was asked, fires a timer only at
// its instant, and stops at the first difference: the rest is not said any more. Timers stay
// out of comparisons, since an observer does not see them; after() and fires() hold the
// subject to its periods and bounds. Decisions are compared by ends() alone.
#pragma once
#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/modality/checks/check.h"
#include "engine/modality/engine.h"
#include "sim/state/subject_fault.h"

namespace conformance::modality {

// Words for the wanted commands.

using namespace engine::modality;  // Private header: every check is written in these words.
using namespace std::chrono_literals;

inline constexpr Method monitor = Method::MonitorAndCloseModalDialogs;
inline constexpr Method allow = Method::AllowModalDialog;
inline constexpr Modality none = Modality::None;
inline constexpr Modality progress = Modality::Progress;
inline constexpr Modality dialog = Modality::Dialog;

inline constexpr ReadModality reads{OperationId::Main};
inline constexpr ListDialogs lists{OperationId::Main};
inline constexpr ListDialogs monitor_lists{OperationId::Monitor};
inline constexpr ReadSmart reads_smart{OperationId::Main};
inline constexpr Commit commits{OperationId::Main, Scope::All};
inline constexpr Save saves{OperationId::Main, Scope::All};
inline constexpr Refresh refreshes{OperationId::Main, Scope::All};
inline constexpr AwaitSmart awaits_smart{OperationId::Main};
inline constexpr Cancel cancels{OperationId::Main};
inline constexpr Cancel cancels_tick{OperationId::Monitor};
inline constexpr ScheduleRefresh schedules_refresh{};
inline constexpr StartBody starts_body{};
inline constexpr CancelBody cancels_body{};
inline constexpr Finish succeeds{Verdict::Ok, Stage::Post, Reason::None, none};

constexpr CloseDialog closes(std::uint8_t id) { return {OperationId::Main, DialogId{id}}; }
constexpr Commit commits_in(Scope scope) { return {OperationId::Main, scope}; }
constexpr Save saves_in(Scope scope) { return {OperationId::Main, scope}; }
constexpr Save saves_forced(Scope scope = Scope::All) { return {OperationId::Main, scope, true}; }
constexpr Refresh refreshes_in(Scope scope) { return {OperationId::Main, scope}; }
constexpr Refresh refreshes_forced(Scope scope = Scope::All) {
  return {OperationId::Main, scope, true};
}
constexpr Capture screenshot(Stage cause) { return {Artifact::Screenshot, cause}; }
constexpr Capture dump(Stage cause) { return {Artifact::ThreadDump, cause}; }
constexpr DropCapture drops(Artifact artifact) { return {artifact}; }
constexpr ReportDialog reports(std::uint8_t id, port::modality::Outcome outcome) {
  return {DialogId{id}, outcome};
}
constexpr ReportSmartWait reports_wait(Duration waited) { return {waited}; }
constexpr ReportProgress notes(Duration waited) { return {waited}; }
constexpr Return returns(std::uint8_t call, std::int32_t value = 0) {
  return {CallId{call}, value};
}
constexpr Refuse refuses(std::uint8_t call) { return {CallId{call}}; }
constexpr Warn warns(Warning warning, Reason reason = Reason::None) { return {warning, reason}; }
constexpr Decide decides(Stage stage, Reason reason) { return {stage, reason}; }
inline constexpr Decide decides_success{Stage::Post, Reason::None};
constexpr Finish fails(Stage stage, Reason reason, Modality blocked_by = none) {
  return {Verdict::Failed, stage, reason, blocked_by};
}

constexpr Finish fails_with(TextId text) {
  return {Verdict::Failed, Stage::Body, Reason::BodyThrew, none, 0, text};
}

// Several commands, as they come together: how a call ends over what its gate sees, or in another
// stage, with what was under way taken back, and over what its body did,
inline std::vector<Command> fails_at_gate(Reason reason, Modality over) {
  return {screenshot(Stage::Gate), dump(Stage::Gate), schedules_refresh,
          fails(Stage::Gate, reason, over)};
}
inline std::vector<Command> fails_in(Stage stage, Reason reason, Modality over) {
  return {dump(stage), schedules_refresh, fails(stage, reason, over)};
}
inline std::vector<Command> gives_up_in(Stage stage, Reason reason) {
  return {cancels, dump(stage), schedules_refresh, fails(stage, reason)};
}
inline std::vector<Command> fails_body(Stage cause, Reason reason, Modality over) {
  return {cancels_body, dump(cause), schedules_refresh, fails(Stage::Body, reason, over)};
}
inline std::vector<Command> times_out() {
  return {cancels_body, dump(Stage::Body), schedules_refresh,
          fails(Stage::Body, Reason::BodyTimedOut)};
}
// and what a tick that lists a dialog leads to, first and at last.
inline std::vector<Command> trips_over(std::uint8_t id) {
  return {cancels_body, dump(Stage::Monitor), screenshot(Stage::Monitor), closes(id)};
}
inline std::vector<Command> fails_over(std::uint8_t id, port::modality::Outcome outcome) {
  return {reports(id, outcome), schedules_refresh,
          fails(Stage::Monitor, Reason::DialogDuringBody, dialog)};
}

// A raw tuple by the letters of its T: raw("SRD") is S=T A=F R=T D=T W=F.
constexpr Options raw(std::string_view letters, ProgressAtGate at_gate = ProgressAtGate::Tolerate) {
  const auto has = [&](char letter) { return letters.find(letter) != std::string_view::npos; };
  return {.close_on_start = has('S'),
          .allow_at_gate = has('A'),
          .close_while_running = has('R'),
          .sync_documents = has('D'),
          .wait_smart = has('W'),
          .progress = at_gate};
}

constexpr Request request(Mode mode, const Options& raw = {}) {
  return {.mode = mode, .raw = raw, .body_timeout = default_body_timeout};
}

// Whatever a look at the gate shows, the script begins.
bool opens_its_gate(const Request& request);

// The conversation.

class Talk {
 public:
  explicit Talk(const PolicySubjects& subjects, const Limits& limits = real_limits());

  // The call begins.
  Talk& call(const Request& request);
  Talk& call(Mode mode) { return call(request(mode)); }
  Talk& call(const Options& tuple) { return call(request(Mode::Raw, tuple)); }

  // What was asked is answered.
  Talk& modality(Modality modality);
  Talk& dialogs(std::initializer_list<std::uint8_t> topmost_first);
  Talk& tick_lists(std::initializer_list<std::uint8_t> topmost_first);
  Talk& smart(bool smart);
  Talk& answer(std::uint8_t id, CloseAnswer answer);
  Talk& accepts(std::uint8_t id);
  Talk& write_ended();
  Talk& smart_reached();

  // The body, and facts.
  Talk& method(std::uint8_t call, const MethodCall& method);
  Talk& method(std::uint8_t call, Method method) { return this->method(call, {.method = method}); }
  // By a script that never began.
  Talk& late_method(std::uint8_t call, Method method);
  Talk& returned();
  Talk& threw(TextId text, bool index_not_ready = false);
  Talk& disposed(std::uint8_t id);
  Talk& withdraws();
  Talk& opened(std::uint8_t id) { return fact(DialogOpened{DialogId{id}, true}); }
  Talk& fact(const Fact& fact);

  // What looks beside a write see, from here on. They are answered at once, and not compared: how
  // often a subject looks is its own affair.
  Talk& beside_shows(Modality modality) {
    beside_ = modality;
    return *this;
  }

  // From here on captures come only when they are told to. Until then they take no time.
  Talk& captures_take_time();
  Talk& captured(Artifact artifact);
  Talk& shot() { return captured(Artifact::Screenshot); }
  Talk& dumped() { return captured(Artifact::ThreadDump); }

  // Time passes, without a word of the subject until the end of it.
  Talk& after(Duration duration);
  // Must be due now, neither earlier nor later.
  Talk& fires(Timer timer);

  // Several steps of a way that other checks look at.
  Talk& quiet_start();  // smart_non_modal: no dialogs, nothing modal in the wait and at the gate.
  Talk& synced();       // A whole sync of an idle IDE, from its first read.
  Talk& made_smart();   // A whole wait for a smart IDE, from its first read.
  Talk& quiet_ticks(int count);  // Each a second after the last.
  Talk& polls(int count);        // A progress is seen, then half a second passes to the next look.

  // What the last event was answered with; of a way of several steps, the last step.
  Talk& wants(const std::vector<Command>& commands);
  Talk& ends(const std::vector<Command>& commands);  // The decision among them.
  // Whether the result says that trying again later may mend it.
  Talk& retries(bool later);
  // How many artifacts the result counts.
  Talk& counts(std::uint8_t artifacts);
  // Which dialogs the method that returned has closed, in order.
  Talk& gives(std::initializer_list<std::uint8_t> closed);
  // What the message of the result or warning given last must contain.
  Talk& says(std::initializer_list<std::string_view> words);
  Talk& wants_that(bool holds, std::string_view want, std::string_view got);

  CheckVerdict verdict();
  operator CheckVerdict() { return verdict(); }

 private:
  bool over() const { return !verdict_.holds; }
  bool is_off(std::string_view rule) const;
  // The subject has gone on without the look of MOD-56, which is off.
  bool may_skip_look() const { return after_smart_ && is_off("MOD-56") && !asked_[0]; }
  // From here on the subject may go a way of its own, if the rule is off.
  void rests_on(std::string_view rule) {
    if (free_.empty() && !over() && is_off(rule)) free_ = rule;
  }
  void tell(const Happening& what);
  void hear(const Commands& commands);
  void take(const Commands& commands);
  void note(const Command& command);
  // What is answered at once: looks beside, captures, and a look at a gate that lets everything
  // pass, which sees a dialog.
  std::optional<Happening> next_answer();
  // Of what is wanted, that which no rule owns that is off.
  std::vector<Command> asked_for(const std::vector<Command>& commands) const;
  template <class Asked>
  Talk& reply(OperationId lane, const Happening& answer);
  Talk& in_body(const Happening& what);
  void fail(std::string want, std::string got);

  // As the subject has asked for them; nothing: not asked, or answered.
  std::array<std::optional<Command>, 2> asked_;
  std::array<std::optional<port::Instant>, timer_count> due_;
  std::unique_ptr<PolicySubject> subject_;
  spec::RuleScope rules_;
  std::string_view free_;  // The rule that is off, behind which the subject goes its own way.
  Mode mode_ = Mode::SmartNonModal;
  port::Instant now_{};
  bool body_started_ = false, after_smart_ = false, open_ = false;
  // By the last event, without timers and what a rule owns that is off; `said_` without decisions
  // too. What a method closed stands in `closed_` alone, and what a result counts in `artifacts_`.
  std::vector<Command> said_, said_and_decided_;
  DialogList closed_;
  bool captures_take_time_ = false;
  Modality beside_ = Modality::None;
  std::array<bool, artifact_kinds> capturing_{};
  std::optional<std::uint8_t> artifacts_;  // Of the result that was said last.
  bool retry_later_ = false;
  CheckVerdict verdict_;
};

// Both must hold; the first that does not is told of.
CheckVerdict both(const CheckVerdict& first, const CheckVerdict& second);

// The heart of a check: what was wanted against what came. Captures, what is taken back, reports
// and warnings that come behind one another have no order among their kinds.
CheckVerdict expect(std::span<const Command> want, std::span<const Command> got);

// What a subject was told and answered, a line for each.
std::string trace_of(const PolicySubject& subject);

// The parts of policy_checks(), by clause.

std::span<const PolicyCheck> surface_checks();
std::span<const PolicyCheck> profile_checks();
std::span<const PolicyCheck> row_checks();
std::span<const PolicyCheck> sweep_checks();
std::span<const PolicyCheck> capture_checks();
std::span<const PolicyCheck> wait_checks();
std::span<const PolicyCheck> gate_checks();
std::span<const PolicyCheck> sync_checks();
std::span<const PolicyCheck> smart_checks();
std::span<const PolicyCheck> monitor_checks();
std::span<const PolicyCheck> block_checks();
std::span<const PolicyCheck> body_checks();
std::span<const PolicyCheck> post_checks();
std::span<const PolicyCheck> liveness_checks();
std::span<const PolicyCheck> event_thread_checks();
std::span<const PolicyCheck> neighbour_checks();
std::span<const PolicyCheck> method_checks();
std::span<const PolicyCheck> read_checks();
std::span<const PolicyCheck> twin_checks();
std::span<const PolicyCheck> text_checks();

}  // namespace conformance::modality
