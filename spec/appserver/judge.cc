#include "spec/appserver/judge.h"

#include <algorithm>
#include <utility>

namespace spec::appserver {

Judge::Judge(const Dialect& dialect, Sink sink, const Limits& limits)
    : dialect_(dialect),
      sink_(std::move(sink)),
      calls_(limits.calls),
      answered_(limits.answered),
      threads_(limits.threads),
      turns_(limits.turns),
      homes_(limits.turns),
      items_(limits.items),
      asked_about_(limits.asks),
      asks_(limits.asks),
      bad_ids_(limits.answered),
      active_(limits.threads),
      newest_answered_(limits.threads),
      newest_ask_answered_(limits.threads),
      turn_items_(limits.items),
      turn_asks_(limits.asks) {}

void Judge::breach(std::uint8_t rule, const Place& place, std::string_view says,
                   const Place& about) {
  met(rule);
  sink_({.rule = rule, .place = place, .about = about, .says = says});
}

void Judge::note(const Place& place, std::string_view says, const Place& about) {
  sink_({.rule = no_rule, .place = place, .about = about, .says = says});
}

void Judge::incomplete(const Place& place) {
  if (told_incomplete_) return;
  told_incomplete_ = true;
  note(place, "incomplete recording: what this belongs to was not recorded");
}

void Judge::forgets(Kind kind, const Place& place) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Kind::Count)> says{
      "more calls are in flight than are remembered: the oldest are forgotten",
      "more threads than are remembered: the oldest are forgotten, and an unknown one is no breach",
      "more turns run than are remembered: the oldest are forgotten, and an unknown one is no "
      "breach",
      "more items are open than are remembered: the oldest are forgotten, and an unknown one is no "
      "breach",
      "more requests of the server wait than are remembered: the oldest are forgotten, and an "
      "answer to nothing is no breach"};
  forgot_[static_cast<std::size_t>(kind)] = true;
  note(place, says[static_cast<std::size_t>(kind)]);
}

void Judge::see(const Observation& seen) {
  if (first_seen_.line == 0) first_seen_ = seen.place;
  last_seen_ = seen.place;
  if (seen.place.from == Side::Client) {
    last_client_ = seen.place;
    if (seen.form == Form::Request) return client_request(seen);
    if (seen.form != Form::Notification) return client_answer(seen);
    if (seen.method == Method::Initialized) client_initialized(seen);
    return;
  }
  last_server_ = seen.place;
  if (seen.form == Form::Result || seen.form == Form::Failure) return server_answer(seen);
  if (handshake_ == Handshake::Fresh) {
    handshake_ = Handshake::Joined;
    incomplete(seen.place);
  }
  if (seen.form == Form::Request) return server_asks(seen);
  server_says(seen);
}

void Judge::client_initialized(const Observation& seen) {
  if (handshake_ == Handshake::Refused || handshake_ == Handshake::Asked)
    breach(rule_index("RPC-01"), seen.place, "initialized is said before initialize has a result");
  if (handshake_ == Handshake::Open)
    breach(rule_index("RPC-01"), seen.place, "initialized is said for the second time");
  // Unless the recording begins behind initialize: then no initialize follows.
  if (handshake_ == Handshake::Fresh && opened_unasked_.line == 0) opened_unasked_ = seen.place;
  if (handshake_ == Handshake::Asked) opened_early_ = true;
  if (handshake_ == Handshake::Ready) handshake_ = Handshake::Open;
}

void Judge::see(const BadLine& line) {
  last_seen_ = line.place;
  if (line.place.from == Side::Server) {
    last_server_ = line.place;
    return;
  }
  if (!(line.not_utf8 && dialect_.ends_on_bad_utf8)) bad_line_ = line.place;
  for (const auto id : line.ids)
    if (id != 0) bad_ids_.take(id) = line.place;
  if (line.like_an_answer && pending_ > 0)
    breach(rule_index("APR-09"), line.place,
           "what looks like the answer to an approval is no message");
}

std::uint64_t Judge::undecided_line() const {
  if (handshake_ > Handshake::Asked) return 0;
  if (too_soon_.line == 0 || opened_unasked_.line == 0)
    return std::max(too_soon_.line, opened_unasked_.line);
  return std::min(too_soon_.line, opened_unasked_.line);
}

void Judge::finish() {
  finish_calls();
  finish_asks();
}

bool Judge::early(const Observation& next) const {
  return next.place.from == Side::Client ? early_client(next) : early_server(next);
}

bool Judge::early_client(const Observation& next) const {
  if (next.form == Form::Result || next.form == Form::Failure)
    return asks_.find(next.id) == nullptr;
  const bool opening = handshake_ == Handshake::Asked && next.method != Method::Initialize;
  if (next.form == Form::Notification) return opening && next.method == Method::Initialized;
  if (opening) return true;
  if (next.method != Method::TurnStart) return false;
  const auto* thread = threads_.find(next.thread);
  if (thread == nullptr) return false;
  if (thread->begun_here && thread->answered != thread->started) return true;
  const auto* turn = turns_.find(thread->active);
  return turn != nullptr && turn->interrupt_asked.line != 0;
}

bool Judge::early_server(const Observation& next) const {
  if (next.form == Form::Result || next.form == Form::Failure)
    return calls_.find(next.id) == nullptr && calls_.find(next.id_twin) == nullptr &&
           answered_.find(next.id) == nullptr;
  const auto waits = [&](Name id) {
    const auto* ask = asks_.find(id);
    return ask != nullptr && ask->approval && ask->answered.line == 0;
  };
  if (next.method == Method::RequestResolved) {
    const auto* ask = asks_.find(next.request);
    return ask != nullptr && ask->phase == ApprovalPhase::Pending;
  }
  if (next.method == Method::ItemCompleted) {
    const auto* id = asked_about_.find(item_key(next));
    return id != nullptr && next.item_done && waits(*id);
  }
  if (next.method != Method::TurnCompleted) return false;
  const auto* turn = turns_.find(turn_of(next));
  if (turn == nullptr) return false;
  if (next.status == Status::Completed) return turn->pending > 0;
  return next.status == Status::Interrupted && turn->declined.line != 0 &&
         turn->canceled.line == 0 && turn->interrupt_asked.line == 0;
}

}  // namespace spec::appserver
