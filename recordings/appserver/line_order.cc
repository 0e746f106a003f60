// In which order lines are judged that were recorded within 2 ms, or without an order.
#include <algorithm>
#include <deque>
#include <variant>

#include "appserver/observe.h"
#include "port/visit.h"
#include "recordings/appserver/check.h"

namespace conformance::appserver {
namespace {

using spec::appserver::BadLine;
using spec::appserver::Line;
using spec::appserver::Method;

// More than this is not kept back, whatever the time is.
constexpr std::size_t window_max = 4'096;
// Without times a line may have been recorded before the one or two that follow it.
constexpr std::size_t untimed_window = 2;

bool resolves(const std::variant<Line, BadLine>& seen) {
  const auto* line = std::get_if<Line>(&seen);
  return line != nullptr && line->method == Method::RequestResolved;
}

bool is_answer(const Line& line) {
  return line.form == spec::appserver::LineForm::Result ||
         line.form == spec::appserver::LineForm::Failure;
}

}  // namespace

void TranscriptCheck::release_due(bool all) {
  const auto& [client, server] = queues_;
  while (!client.empty() || !server.empty()) {
    const bool servers_turn =
        client.empty() ||
        (!server.empty() && place_of(server.front()).line < place_of(client.front()).line);
    const auto& first = place_of((servers_turn ? server : client).front());
    const auto waiting = client.size() + server.size();
    const auto age = last_.time_us - first.time_us;
    const bool near = first.timed && last_.timed
                          ? age <= spec::appserver::swap_us && age >= -spec::appserver::swap_us
                          : waiting <= untimed_window;
    if (!all && near && waiting < window_max) return;
    release_first(servers_turn ? 1 : 0, all && near);
  }
}

TranscriptCheck::Seen TranscriptCheck::take_first(std::size_t side) {
  auto seen = queues_[side].front();
  queues_[side].pop_front();
  return seen;
}

// Whether one of the others can make right what the first one is early for. An answer waits for its
// request, and an approval that is resolved for its answer: if that is not among them, another
// client gave it, or it was not recorded. What anything else waits for is not known.
bool TranscriptCheck::may_mend(const Seen& first, const std::deque<Seen>& others) {
  const auto* line = std::get_if<Line>(&first);
  const bool resolved = resolves(first);
  if (const auto* cut = std::get_if<BadLine>(&first))
    return std::ranges::any_of(others, [&](const Seen& other) {
      const auto* request = std::get_if<Line>(&other);
      return request != nullptr && request->id != 0 &&
             std::ranges::find(cut->ids, request->id) != cut->ids.end();
    });
  if (!(resolved || is_answer(*line))) return true;
  const bool of_server = line->place.from == Side::Server;
  return std::ranges::any_of(others, [&](const Seen& other) {
    const auto* mends = std::get_if<Line>(&other);
    if (mends == nullptr) return resolved || !of_server;  // A request that was cut is none.
    if (resolved) return is_answer(*mends) && mends->id == line->request;
    return mends->form == spec::appserver::LineForm::Request &&
           (mends->id == line->id || mends->id == line->id_twin);
  });
}

// The first one, unless it is early: then what the other side said within the same 2 ms goes
// before it, as far as it helps and does not itself wait for something.
void TranscriptCheck::release_first(std::size_t side, bool at_end) {
  const auto first = take_first(side);
  const auto& place = place_of(first);
  const auto& others = queues_[1 - side];
  while (!blind_[side] && !others.empty() && early(first) && may_mend(first, others)) {
    if (place_of(others.front()).time_us - place.time_us > spec::appserver::swap_us) break;
    // What waits itself stays behind, unless nothing here can end that.
    const bool mendable = may_mend(others.front(), {first}) ||
                          (!resolves(others.front()) && may_mend(others.front(), queues_[side]));
    if (blind_[1 - side] || (mendable && early(others.front()))) break;
    see(take_first(1 - side));
  }
  // What it waits for may have been said when nobody recorded any more, if the other side says
  // nothing more; so may what follows.
  const auto* message = std::get_if<Line>(&first);
  const bool answers = (message == nullptr || is_answer(*message)) && !blind_[0] && !blind_[1];
  if ((at_end && others.empty() && !answers && early(first)) || blind_[side]) {
    blind_[side] = true;
    return note(place, "too near to the end of the recording to be judged");
  }
  see(first);
}

// Two files, no order between them: the server's next line, unless it must wait for the client.
void TranscriptCheck::merge() {
  const auto& [client, server] = queues_;
  while (!client.empty() || !server.empty()) {
    if ((client.empty() && !ended_[0]) || (server.empty() && !ended_[1])) return;
    const auto again = server.empty() ? Again::No : answers_again(server.front());
    looks_ahead_ = again == Again::Unread;
    if (looks_ahead_) return;
    const bool waits = !server.empty() && again != Again::Yes &&
                       (early(server.front()) || begins_anew(server.front()));
    const bool servers_turn =
        client.empty() || (!server.empty() && (!waits || early(client.front())));
    const auto first = take_first(servers_turn ? 1 : 0);
    // The server's file ends before the handshake is through.
    const auto* message = std::get_if<Line>(&first);
    if (message != nullptr && !servers_turn && server.empty() && !is_answer(*message) &&
        early(first))
      blind_[0] = true;
    if (!blind_[0])
      see(first);
    else
      note(place_of(first), "behind the end of the server's file, which ends in the handshake");
  }
}

// The next process answers, and the client has not greeted it yet: ids may be the same in each.
bool TranscriptCheck::begins_anew(const Seen& seen) const {
  const auto* answer = std::get_if<Line>(&seen);
  if (answer == nullptr || !is_answer(*answer) || !judge_.version().is_known()) return false;
  const auto asks_for_it = [&](const Seen& other) {
    const auto* line = std::get_if<Line>(&other);
    return line != nullptr && line->method == Method::Initialize && line->id == answer->id;
  };
  return judge_.undecided_line() != 0 ||
         (answer->version.is_known() && std::ranges::any_of(queues_[0], asks_for_it));
}

// Whether it is a second answer: not if its client uses the id again, in what it says to the same
// process.
TranscriptCheck::Again TranscriptCheck::answers_again(const Seen& seen) const {
  const auto* answer = std::get_if<Line>(&seen);
  if (answer == nullptr || !is_answer(*answer) || !early(seen) || !judge_.has_answered(*answer))
    return Again::No;
  for (const auto& other : queues_[0]) {
    const auto* line = std::get_if<Line>(&other);
    if (line == nullptr || line->form != spec::appserver::LineForm::Request) continue;
    if (line->id == answer->id) return Again::No;
    if (line->method == Method::Initialize) return Again::Yes;
  }
  return ended_[0] || queues_[0].size() >= window_max ? Again::Yes : Again::Unread;
}

bool TranscriptCheck::early(const Seen& seen) const {
  return port::visit([&](const auto& line) { return judge_.early(line); }, seen);
}

void TranscriptCheck::see(Seen seen) {
  port::visit(
      [&](auto& value) {
        value.place.order = ++order_;
        judge_.see(value);
      },
      seen);
}

}  // namespace conformance::appserver
