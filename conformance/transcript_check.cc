#include "conformance/transcript_check.h"

#include <utility>

#include <fmt/format.h>

#include "engine/overload.h"
#include "transcript_observe.h"

namespace conformance {
namespace {

using spec::protocol::BadLine;
using spec::protocol::Method;
using spec::protocol::Observation;
using spec::protocol::Place;
using spec::protocol::rule_index;
using spec::protocol::Side;
namespace rpc = engine::rpc;

// More than this is not kept back, whatever the time is.
constexpr std::size_t window_max = 4'096;
// Without times a line may have been recorded before the one or two that follow it.
constexpr std::size_t untimed_window = 2;
constexpr std::size_t method_shown_max = 80;
// Older servers say everything twice, the second time under one of many such names.
constexpr std::string_view old_events = "codex/event/";

const Place& place_of(const std::variant<Observation, BadLine>& seen) {
  return std::visit([](const auto& value) -> const Place& { return value.place; }, seen);
}

constexpr std::size_t index_of(Side side) { return side == Side::Client ? 0 : 1; }

std::string_view name_of(Side side) { return side == Side::Client ? "client" : "server"; }

}  // namespace

TranscriptCheck::TranscriptCheck(const spec::protocol::Dialect& dialect, Sink sink)
    : dialect_(dialect),
      sink_(std::move(sink)),
      judge_(dialect, [this](const spec::protocol::Finding& finding) { report(finding); }) {}

void TranscriptCheck::set_one_sided(Side given) {
  one_sided_ = true;
  Place place{.line = 1};
  place.from = given;
  note(place, "incomplete recording: the other direction is missing");
}

void TranscriptCheck::report(const spec::protocol::Finding& finding) {
  if (finding.rule != spec::protocol::no_rule) ++broken_[finding.rule];
  sink_({.rule = finding.rule,
         .place = finding.place,
         .about = finding.about,
         .says = std::string(finding.says)});
}

void TranscriptCheck::note(const Place& place, std::string says) {
  sink_({.place = place, .says = std::move(says)});
}

void TranscriptCheck::take(const RecordedLine& line) {
  wire_.mark(rule_index("WIRE-01"));
  if (line.too_long)
    return take_item(line,
                     rpc::Rejected{.place = {}, .reason = rpc::Reason::TooLong, .excerpt = {}});
  auto& open = open_[index_of(line.place.from)];
  if (!line.no_newline && !open.any) return take_whole(line);
  open.any = true;
  open.last = line;
  open.cut = open.cut || line.cut;
  // One byte beyond the limit is enough to be too long.
  const auto room = engine::jsonl::line_bytes_default + 2 - open.bytes.size();
  open.bytes += line.bytes.substr(0, room);
  if (!line.no_newline) take_whole(joined(open));
}

// The parts as one line; valid until more of this side is taken.
RecordedLine TranscriptCheck::joined(OpenLine& open) {
  whole_ = std::exchange(open.bytes, {});
  auto line = open.last;
  line.bytes = whole_;
  line.cut = open.cut;
  open = {};
  return line;
}

void TranscriptCheck::take_whole(const RecordedLine& line) {
  auto& decoder = decoders_[index_of(line.place.from)];
  const auto take_it = [&](const rpc::Item& item) { take_item(line, item); };
  decoder.feed(line.bytes, take_it);
  if (line.no_newline) return decoder.finish(take_it);
  decoder.feed("\n", take_it);
}

void TranscriptCheck::take_item(const RecordedLine& line, const rpc::Item& item) {
  if (on_item_) on_item_(line, item);
  std::visit(engine::Overload{[&](const rpc::Accepted& accepted) { take_message(line, accepted); },
                              [&](const rpc::Rejected& rejected) { take_rejected(line, rejected); },
                              [&](const rpc::Noted& noted) {
                                if (noted.note == rpc::Note::BlankLine)
                                  note(line.place, "a blank line");
                                if (noted.note != rpc::Note::MethodAndResult) return;
                                note(line.place,
                                     "a method and a result: some take it for a request");
                              }},
             item);
}

void TranscriptCheck::take_rejected(const RecordedLine& line, const rpc::Rejected& rejected) {
  if (line.cut) return note(line.place, "cut by the recorder, and not judged");
  const auto rule = wire_rule_of(rejected.reason);
  ++broken_[rule];
  const auto excerpt = rpc::printable(rejected.excerpt);
  sink_({.rule = rule,
         .place = line.place,
         .says = fmt::format("no message of the {}: {}{}{}", name_of(line.place.from),
                             rpc::text_of(rejected.reason).says, excerpt.empty() ? "" : ": ",
                             excerpt)});
  push(observe_bad_line(line.place, line.bytes.empty() ? rejected.excerpt : line.bytes));
}

void TranscriptCheck::take_message(const RecordedLine& line, const rpc::Accepted& accepted) {
  wire_.mark(rule_index("WIRE-02"));
  wire_.mark(rule_index("WIRE-04"));
  wire_.mark(rule_index("WIRE-06"));
  auto seen = observe_message(dialect_, line.place, accepted.message);
  seen.ordered = ordered_;
  const bool method = rpc::method_of(accepted.message).has_value();
  for (const auto& member : accepted.members)
    if (method && (member.key == "result" || member.key == "error")) seen.ambiguous = true;
  if (line.cut) {
    seen.ambiguous = true;
    note(line.place, "cut by the recorder, and not judged");
  }
  if (line.place.from == Side::Server && seen.method == Method::Unknown && method) {
    const auto name = rpc::printable(rpc::method_of(accepted.message)->decoded());
    note(line.place,
         name.starts_with(old_events)
             ? fmt::format("methods that no rule knows: {}...", old_events)
             : fmt::format("a method that no rule knows: {}", name.substr(0, method_shown_max)));
  }
  push(seen);
}

void TranscriptCheck::push(Seen seen) {
  if (one_sided_) return;
  if (!ordered_) {
    queues_[index_of(place_of(seen).from)].push_back(std::move(seen));
    return merge();
  }
  ++in_window_[index_of(place_of(seen).from)];
  window_.push_back(std::move(seen));
  release_due(false);
}

void TranscriptCheck::release_due(bool all) {
  while (!window_.empty()) {
    const auto& first = place_of(window_.front());
    const auto& last = place_of(window_.back());
    const auto age = last.time_us - first.time_us;
    const bool near = first.timed && last.timed
                          ? age <= spec::protocol::swap_us && age >= -spec::protocol::swap_us
                          : window_.size() <= untimed_window;
    if (!all && near && window_.size() < window_max) return;
    release_first(all && near);
  }
}

// The first one, unless it is early: then what the other side said within the same 2 ms goes
// before it, as far as it helps and does not itself wait for something.
void TranscriptCheck::release_first(bool at_end) {
  const auto first = std::move(window_.front());
  window_.pop_front();
  const auto& place = place_of(first);
  const auto side = index_of(place.from);
  --in_window_[side];
  bool waits = in_window_[1 - side] > 0 && early(first);
  for (std::size_t i = 0; i < window_.size() && waits;) {
    const auto& other = place_of(window_[i]);
    if (other.time_us - place.time_us > spec::protocol::swap_us) break;
    if (other.from == place.from) {
      ++i;
      continue;
    }
    if (early(window_[i])) break;
    auto moved = std::move(window_[i]);
    window_.erase(window_.begin() + static_cast<std::ptrdiff_t>(i));
    see(std::move(moved));
    waits = --in_window_[1 - side] > 0 && early(first);
  }
  const auto* message = std::get_if<Observation>(&first);
  if (at_end && message != nullptr && message->form == spec::protocol::Form::Request &&
      early(first))
    return note(place, "too near to the end of the recording to be judged");
  see(first);
}

// Two files, no order between them: the server's next line, unless it must wait for the client.
void TranscriptCheck::merge() {
  auto& [client, server] = queues_;
  const auto next = [&](std::deque<Seen>& queue) {
    auto seen = std::move(queue.front());
    queue.pop_front();
    see(std::move(seen));
  };
  while (!client.empty() || !server.empty()) {
    if ((client.empty() && !ended_[0]) || (server.empty() && !ended_[1])) return;
    if (client.empty()) {
      next(server);
    } else if (server.empty()) {
      next(client);
    } else {
      next(!early(server.front()) || early(client.front()) ? server : client);
    }
  }
}

bool TranscriptCheck::needs(Side side) const {
  return !ended_[index_of(side)] && queues_[index_of(side)].empty();
}

bool TranscriptCheck::early(const Seen& seen) const {
  const auto* message = std::get_if<Observation>(&seen);
  return message != nullptr && judge_.early(*message);
}

void TranscriptCheck::see(Seen seen) {
  std::visit(
      [&](auto& value) {
        value.place.order = ++order_;
        judge_.see(value);
      },
      seen);
}

void TranscriptCheck::finish(Side side) {
  const auto at = index_of(side);
  if (ended_[at]) return;
  ended_[at] = true;
  if (open_[at].any) take_whole(joined(open_[at]));
  if (!ordered_) merge();
}

void TranscriptCheck::finish() {
  finish(Side::Client);
  finish(Side::Server);
  release_due(true);
  if (!one_sided_) judge_.finish();
}

RuleOutcome TranscriptCheck::outcome(std::uint8_t rule) const {
  if (broken_[rule] > 0) return RuleOutcome::Fail;
  if (!spec::protocol::why_not_judged(spec::protocol::protocol_rules[rule].id).empty())
    return RuleOutcome::NotJudged;
  return wire_.has(rule) || judge_.exercised().has(rule) ? RuleOutcome::Pass
                                                         : RuleOutcome::NotExercised;
}

}  // namespace conformance
