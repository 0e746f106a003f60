// A directed check of the acknowledgement as a conversation: what happens, and what the subject
// must do then.
//
// A talk plays the driver by the book: it answers each read with what there is, at once unless it
// is told to wait, and fires a timer only at its instant. It stops at the first difference: the
// rest is not said any more. What is compared is effects: events sent, notes and answers. When and
// what a subject reads is its own business, and so are its timers.
#pragma once
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ack/lacks.h"
#include "conformance/ack/checks/check.h"

namespace conformance::ack {

// Words for the wanted commands.

using namespace engine::ack;  // Private header: every check is written in these words.
using namespace std::chrono_literals;
using port::Duration;

inline constexpr CallId first{1};
inline constexpr CallId second{2};
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
Request one_viewer();                      // Closes one, by its path, which is path 1.
inline constexpr PathId the_path{1};

constexpr Respond ok(CallId call = first) { return {call, {}}; }
constexpr Respond refuses(Refusal kind, CallId call = first) {
  return {call, {.status = Status::Refused, .refusal = kind}};
}
constexpr Respond answers(Status status, CallId call = first) { return {call, {.status = status}}; }
constexpr Dispatch dispatches(CallId call = first) { return {call, {}}; }
// A round trip; which request it is does not matter.
constexpr Dispatch asks(CallId call = first) { return {call, {1}}; }
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
  // What a read of it tells from now on; at first nothing is open. The panes tell what the subject
  // itself counts.
  Talk& shows(const Probe& probe, Reading reading);
  Talk& shows(const Probe& probe, std::uint32_t value) { return shows(probe, reads(value)); }
  // Reads wait for their answers; a Capture tells what there was when it was asked for.
  Talk& unanswered();
  Talk& answered();
  // The oldest read that waits is a look, and tells what it saw when it was asked for.
  Talk& saw(Reading reading);

  Talk& store_ready() { return fact(StoreReady{}); }
  // What comes next is about a store that is not there yet.
  Talk& no_store_yet();
  Talk& pushed(Pane pane, PushKind kind = PushKind::State, std::uint32_t version = 0) {
    return fact(Pushed{pane, kind, version});
  }
  // To the round trip of this call, or to none.
  Talk& replied(CallId call = first, bool ok = true, std::uint32_t text = 0,
                Refusal refusal = Refusal::Other);
  Talk& replied_twice();  // Under one id.
  Talk& replied_astray(bool ok = true, std::uint32_t text = 0);
  Talk& fact(const Happening& fact);
  // The client of this call goes away.
  Talk& cancelled(CallId call = first);

  // Time passes, without an effect before the end of it. What is due then is not done yet.
  Talk& after(Duration duration);
  // Time passes, and all that is due up to the end of it is done.
  Talk& within(Duration duration);

  // The effects since they were last asked for, in any order.
  Talk& wants(std::initializer_list<Command> effects);
  // What the last answer said of the action.
  Talk& wants_doing(Doing wanted);
  // Whether the answer to this call is that it is busy, and nothing else came; then that is taken.
  bool takes_as_busy(CallId call);
  // What the message of the error among them must contain, for this request.
  Talk& says(const Request& request, std::initializer_list<std::string_view> words);
  // Of those that end with OK, or with the frontend's own error: no code and no words of ours.
  Talk& says_nothing(const Request& request);
  Talk& wants_generation(std::uint32_t wanted);
  Talk& wants_version(std::uint32_t wanted);  // Of the panes, by a client that reads them.

  // Nothing else came.
  CheckVerdict verdict();
  operator CheckVerdict() { return verdict(); }

 private:
  struct Read {
    CallId call;
    Probe probe;
    std::optional<Reading> captured;  // Of a Capture: what there was.
  };

  bool over() const { return !verdict_.holds || !verdict_.not_applicable.empty(); }
  // Stops if the subject works by a table in which this request waits for something else.
  void try_request(const Request& request);
  // Or if this cannot happen to it.
  void need(Lack what);
  bool lacks(Lack what) const;
  void tell(const Happening& what);
  void note(const Command& command);
  bool is_minded(const Command& effect) const;
  void blame(const std::vector<Command>& wanted);
  void blame(CallId call);
  std::string words_of(const Request& request) const;
  void answer_reads();
  Reading read(const Probe& probe);
  // The timers that are due up to then fire, in their order.
  void fire_until(port::Instant end);
  void fail(std::string want, std::string got);

  const Table& table_;
  const Table* own_;  // By which the subject works: perhaps another.
  std::unique_ptr<Subject> subject_;
  std::function<bool(std::string_view)> is_without_;
  bool minds_notes_, minds_paths_;  // ACK-21, ACK-26
  bool begun_ = false;              // It was told something.
  port::Instant now_{};
  bool answers_ = true;
  std::vector<std::pair<Probe, Reading>> shown_;
  std::vector<Read> reads_;  // Asked for, and not answered.
  std::map<CallId, port::Instant> due_;
  std::map<CallId, RequestId> requests_;
  std::map<CallId, Request> calls_;
  // Effects: without timers, and what a rule owns that is off.
  std::vector<Command> effects_, wanted_;
  Doing doing_{};
  CheckVerdict verdict_;
};

// Each must hold; the first that does not is told of. Those that are not applicable say nothing,
// unless all are.
CheckVerdict all_of(std::initializer_list<CheckVerdict> verdicts);

// The parts of checks().

std::span<const Check> wait_checks();
std::span<const Check> result_checks();
std::span<const Check> dialog_checks();
std::span<const Check> trip_checks();
std::span<const Check> state_checks();
std::span<const Check> row_checks();

}  // namespace conformance::ack
