// A directed check of the acknowledgement as a conversation: what happens, and what the subject
// must command then.
//
// A talk plays the driver by the book. It answers only what was asked, fires a timer only at its
// instant, and stops at the first difference: the rest is not said any more. Timers stay out of
// comparisons, since an observer does not see them; after() and fires() hold the subject to them.
#pragma once
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/ack/checks/check.h"

namespace conformance::ack {

// Words for the wanted commands.

using namespace engine::ack;  // Private header: every check is written in these words.
using namespace std::chrono_literals;
using port::Duration;

inline constexpr CallId first{1};
inline constexpr CallId second{2};
inline constexpr Probe generation{};
inline constexpr Reading absent{};
constexpr Reading reads(std::uint32_t value) { return {true, value}; }

// By the names of the shipped tables, whose lists both revisions share.
ToolId tool(std::string_view name);
SubjectId subject(std::string_view name);
Probe dialog(std::string_view name);
Probe windows(std::string_view name);
// What a dialog tool is about may be left out.
Request request(std::string_view name, std::string_view target = {});
Request confirmed(std::string_view name);  // With autoConfirm.
Request one_viewer();                      // Closes one, by its path.

constexpr Respond ok(CallId call = first) { return {call, {}}; }
constexpr Respond answers(Status status, CallId call = first) { return {call, {.status = status}}; }
constexpr Dispatch dispatches(CallId call = first) { return {call, {}}; }
constexpr Dispatch asks(std::uint32_t request, CallId call = first) { return {call, {request}}; }
constexpr Capture captures(const Probe& probe, CallId call = first) { return {call, probe}; }
constexpr Look looks(const Probe& probe, CallId call = first) { return {call, probe}; }
Respond misses(Signal signal, Duration elapsed, CallId call = first);
constexpr Signal advanced(std::uint32_t from) {
  return {SignalKind::GenerationAdvanced, no_subject, from};
}
Signal signal(SignalKind kind, std::string_view name, std::uint32_t bound = 0);

// The conversation.

class Talk {
 public:
  explicit Talk(const Subjects& subjects, const Table& table = table_r1());

  Talk& call(const Request& request, CallId call = first);
  // What was asked is answered; of the panes as the subject itself counts.
  Talk& captured(Reading reading, CallId call = first);
  Talk& looked(Reading reading, CallId call = first);
  Talk& captured_panes(CallId call = first);
  Talk& looked_panes(CallId call = first);

  Talk& store_ready() { return fact(StoreReady{}); }
  Talk& pushed(Pane pane, PushKind kind = PushKind::State) { return fact(Pushed{pane, kind}); }
  Talk& replied(std::uint32_t request, bool ok = true, std::uint32_t text = 0) {
    return fact(Replied{{request}, ok, {text}});
  }
  Talk& fact(const Happening& fact);

  // Time passes, without a word of the subject until the end of it.
  Talk& after(Duration duration);
  // The timer of the call must be due now, neither earlier nor later.
  Talk& fires(CallId call = first);
  // Each interval the look comes, and does not find the signal.
  Talk& polls(int count, Duration interval, const Probe& probe, Reading reading);

  // What the last event was answered with.
  Talk& wants(std::initializer_list<Command> commands);
  // What the message of the error given last must contain, for this request.
  Talk& says(const Request& request, std::initializer_list<std::string_view> words);
  Talk& wants_generation(std::uint32_t wanted);

  CheckVerdict verdict();

 private:
  bool over() const { return !verdict_.holds; }
  void tell(const Happening& what);
  void note(const Command& command);
  void fail(std::string want, std::string got);

  const Table& table_;
  std::unique_ptr<Subject> subject_;
  bool minds_notes_;  // ACK-21
  port::Instant now_{};
  std::map<CallId, Probe> captures_, looks_;  // Asked for, and not answered.
  std::map<CallId, port::Instant> due_;
  // By the last event, without timers and what a rule owns that is off.
  std::vector<Command> said_;
  CheckVerdict verdict_;
};

// Each must hold; the first that does not is told of.
CheckVerdict all_of(std::initializer_list<CheckVerdict> verdicts);

// The parts of checks().

std::span<const Check> wait_checks();
std::span<const Check> result_checks();
std::span<const Check> dialog_checks();
std::span<const Check> trip_checks();
std::span<const Check> state_checks();

}  // namespace conformance::ack
