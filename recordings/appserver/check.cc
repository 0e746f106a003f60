#include "recordings/appserver/check.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "appserver/observe.h"
#include "engine/appserver/secrets.h"
#include "port/overload.h"
#include "port/visit.h"

namespace conformance::appserver {
namespace {

using spec::appserver::Line;
using spec::appserver::Method;
using spec::appserver::Place;
using spec::appserver::rule_index;
using spec::appserver::Side;
namespace rpc = engine::rpc;

constexpr std::size_t method_shown_max = 80;
constexpr std::int64_t rest_of_a_line_us = 1'000'000;
// Older servers say everything twice, the second time under one of many such names.
constexpr std::string_view old_events = "codex/event/";

std::string item_type(const rpc::Accepted& accepted) {
  const auto item = engine::json::Value{accepted.whole}.member("params").member("item");
  const auto type = item.member("type").text();
  return type ? type->decoded() : std::string();
}

bool is_of_single_lines(std::uint8_t rule) {
  const auto id = spec::appserver::protocol_rules[rule].id;
  return id.starts_with("WIRE-") && id != "WIRE-07";
}

std::string_view name_of(Side side) { return side == Side::Client ? "client" : "server"; }

}  // namespace

TranscriptCheck::TranscriptCheck(const spec::appserver::Dialect& dialect, Sink sink)
    : dialect_(dialect),
      sink_(std::move(sink)),
      judge_(dialect, [this](const spec::appserver::Finding& finding) { report(finding); }) {}

void TranscriptCheck::set_one_sided(Side given) {
  one_sided_ = true;
  Place place{.line = 1};
  place.from = given;
  note(place, "incomplete recording: the other direction is missing");
}

void TranscriptCheck::report(const spec::appserver::Finding& finding) {
  if (finding.rule == spec::no_rule) {
    std::string says(finding.says);
    if (finding.age_us >= 0)
      says += fmt::format(", after {:.1f} s", static_cast<double>(finding.age_us) / 1e6);
    return note(finding.place, std::move(says), finding.about);
  }
  const auto& rule = spec::appserver::protocol_rules[finding.rule];
  if (finding.known != nullptr) {
    known_.mark(finding.rule);
    return note(finding.place,
                fmt::format("known of {}: {}, {}: {}",
                            judge_.version().is_known() ? "this version" : "some versions", rule.id,
                            finding.says, finding.known->why));
  }
  const bool known_of_some = finding.side == judged_.value_or(finding.side) &&
                             !judge_.version().is_known() &&
                             spec::appserver::find_deviation(rule.id, finding.says, false);
  if (known_of_some && !std::exchange(told_unknown_version_, true))
    note(finding.place,
         fmt::format("the server names no version that is known; of some versions this is: {}",
                     rule.id));
  blame({.rule = finding.rule,
         .place = finding.place,
         .about = finding.about,
         .says = std::string(finding.says),
         .side = finding.side,
         .cause = finding.cause});
}

// One cause is one finding; of one rule no more than some are told.
void TranscriptCheck::blame(TranscriptFinding finding) {
  if (judged_ && finding.side != *judged_) return other_.mark(finding.rule);
  if (times_.take(finding.cause)++ > 0) return;
  if (++broken_[finding.rule] <= told_max) hold(std::move(finding));
}

std::uint64_t TranscriptCheck::times(spec::appserver::Name cause) const {
  const auto* times = times_.find(cause);
  return times == nullptr ? 1 : *times;
}

std::size_t TranscriptCheck::slot_of(Side side) const { return ordered_ ? 0 : index_of(side); }

void TranscriptCheck::hold(TranscriptFinding finding) {
  const auto line = finding.place.line;
  auto& found = found_[slot_of(finding.place.from)];
  if (at_end_ || line < found.told_line) return late_.push_back(std::move(finding));
  found.held.emplace(line, std::move(finding));
}

// What names no later line than all that may still come up.
void TranscriptCheck::tell_held(bool all) {
  if (!all && !one_sided_ && !(spoke_[0] && spoke_[1])) return;
  for (std::size_t slot = 0; slot < found_.size(); ++slot) {
    auto& found = found_[slot];
    if (found.held.empty()) continue;
    auto until = std::numeric_limits<std::uint64_t>::max();
    for (const auto& queue : queues_) {
      if (queue.empty() || slot_of(place_of(queue.front()).from) != slot) continue;
      until = std::min(until, place_of(queue.front()).line);
    }
    if (const auto line = judge_.undecided_line(); line != 0) until = std::min(until, line);
    while (!found.held.empty() && (all || found.held.begin()->first <= until)) {
      const auto first = found.held.extract(found.held.begin());
      found.told_line = first.key();
      sink_(first.mapped());
    }
  }
}

void TranscriptCheck::tell_late() {
  std::ranges::stable_sort(late_, {}, [&](const TranscriptFinding& finding) {
    return std::pair(slot_of(finding.place.from), finding.place.line);
  });
  for (const auto& finding : late_) sink_(finding);
  late_.clear();
}

// A client whose server never speaks, and a server that answers what nobody asked, are one
// direction of a conversation. One that only tells may be a part of it in which its client says
// nothing.
bool TranscriptCheck::lacks_a_side() const {
  if (one_sided_ || spoke_[0] == spoke_[1]) return false;
  return spoke_[index_of(Side::Client)] || server_answers_;
}

// Of one direction alone nobody knows what the other one gave reason for: what single lines show
// stays.
void TranscriptCheck::leave_out_judged() {
  const auto is_judged = [&](const TranscriptFinding& finding) {
    if (is_of_single_lines(finding.rule)) return false;
    broken_[finding.rule] = 0;
    return true;
  };
  std::erase_if(late_, is_judged);
  for (auto& found : found_)
    std::erase_if(found.held, [&](const auto& each) { return is_judged(each.second); });
  Place place{.line = 1};
  place.from = spoke_[0] ? Side::Client : Side::Server;
  note(place, "no line of the other direction: only the rules of single lines are judged");
}

void TranscriptCheck::note(const Place& place, std::string says, const Place& about) {
  sink_({.place = place, .about = about, .says = std::move(says)});
}

void TranscriptCheck::take(const RecordedLine& line) {
  if (line.place.timed && time_us_ && line.place.time_us < *time_us_ - spec::appserver::swap_us)
    note(line.place, "the time goes back");
  if (line.place.timed) time_us_ = line.place.time_us;
  spoke_[index_of(line.place.from)] = true;
  take_part(line);
  tell_held(false);
}

void TranscriptCheck::take_part(const RecordedLine& line) {
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
  line.with_end = {};
  line.cut = open.cut;
  open = {};
  return line;
}

void TranscriptCheck::take_whole(const RecordedLine& line) {
  auto& decoder = decoders_[index_of(line.place.from)];
  const auto take_it = [&](const rpc::Item& item) { take_item(line, item); };
  if (!line.with_end.empty()) return decoder.feed(line.with_end, take_it);
  decoder.feed(line.bytes, take_it);
  if (line.no_newline) return decoder.finish(take_it);
  decoder.feed("\n", take_it);
}

void TranscriptCheck::take_item(const RecordedLine& line, const rpc::Item& item) {
  if (on_item_) on_item_(line, item);
  port::visit(
      port::Overload{[&](const rpc::Accepted& accepted) { take_message(line, accepted); },
                     [&](const rpc::Rejected& rejected) { take_rejected(line, rejected); },
                     [&](const rpc::Noted& noted) {
                       if (noted.note == rpc::Note::BlankLine && line.cut)
                         take_rejected(line, rpc::Rejected{});
                       else if (noted.note == rpc::Note::BlankLine)
                         note(line.place, "a blank line");
                       if (noted.note == rpc::Note::MethodAndResult)
                         note(line.place, "a method and a result: some take it for a request");
                       if (noted.note == rpc::Note::JsonRpc)
                         note(line.place, "a member jsonrpc, which is not of this protocol");
                     }},
      item);
  heard_[index_of(line.place.from)] = true;
}

void TranscriptCheck::take_rejected(const RecordedLine& line, const rpc::Rejected& rejected) {
  auto seen = observe_bad_line(line.place, line.bytes.empty() ? rejected.excerpt : line.bytes);
  const bool torn = rejected.reason == rpc::Reason::EndOfInput && !goes_on_behind(line.place);
  const bool begun = begins_within(line);
  seen.cut = line.cut || torn || begun;
  if (seen.cut) {
    note(line.place, line.cut ? "cut by the recorder, and not judged"
                     : torn   ? "the recording ends within this line, which is not judged"
                              : "the recording begins within this line, which is not judged");
    return push(seen);
  }
  const auto excerpt = engine::appserver::excerpt(rejected.excerpt);
  blame({.rule = wire_rule_of(rejected.reason),
         .place = line.place,
         .says =
             fmt::format("no message of the {}: {}{}{}", name_of(line.place.from),
                         rpc::text_of(rejected.reason).says, excerpt.empty() ? "" : ": ", excerpt),
         .side = line.place.from,
         .cause = ++bad_lines_});
  push(seen);
}

// That a recording ends is not the end of what it records, unless the rest of a line would have
// come by then.
bool TranscriptCheck::goes_on_behind(const Place& place) const {
  return place.timed && time_us_ && *time_us_ - place.time_us >= rest_of_a_line_us;
}

// Where a handshake was recorded, all of the connection was.
bool TranscriptCheck::begins_within(const RecordedLine& line) const {
  return !heard_[index_of(line.place.from)] && !greets_ && ends_an_object(line.bytes);
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
  greets_ = greets_ || (seen.method == Method::Initialize && line.place.from == Side::Client);
  const bool answers = seen.form == spec::appserver::LineForm::Result ||
                       seen.form == spec::appserver::LineForm::Failure;
  server_answers_ = server_answers_ || (answers && line.place.from == Side::Server);
  if (seen.version.is_known()) note_version(seen);
  if (seen.unknown_type)
    note(line.place,
         fmt::format("a kind of item that no rule knows: {}",
                     engine::appserver::excerpt(item_type(accepted), method_shown_max)));
  if (seen.method == Method::Unknown && method)
    note_unknown(line.place, rpc::method_of(accepted.message)->decoded());
  push(seen);
}

void TranscriptCheck::note_unknown(const Place& place, const std::string& method) {
  const auto name = engine::appserver::excerpt(method);
  const bool old = name.starts_with(old_events);
  // It may tell an effect of what was not approved.
  if (place.from == Side::Server && !old && judge_.has_refused()) unseen_effects_ = true;
  note(place,
       old ? fmt::format("methods that no rule knows: {}...", old_events)
           : fmt::format("a method that no rule knows: {}", name.substr(0, method_shown_max)));
}

void TranscriptCheck::note_version(const Line& seen) {
  using spec::appserver::judged_as;
  const auto as = judged_as(seen.version);
  if (!as.is_known() || (as.minor == seen.version.minor && as.major == seen.version.major)) return;
  note(seen.place, fmt::format("version {} was not measured: it is judged as {}.{}",
                               text_of(seen.version), as.major, as.minor));
}

void TranscriptCheck::push(Seen seen) {
  if (one_sided_) return;
  last_ = place_of(seen);
  queues_[index_of(last_.from)].push_back(seen);
  if (!ordered_) return merge();
  release_due(false);
}

bool TranscriptCheck::needs(Side side) const {
  const bool looks_ahead = looks_ahead_ && side == Side::Client;
  return !ended_[index_of(side)] && (queues_[index_of(side)].empty() || looks_ahead);
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
  const bool one_side = lacks_a_side();
  if (!one_side) tell_held(true);
  at_end_ = true;
  if (!one_sided_) judge_.finish();
  if (one_side) {
    leave_out_judged();
    tell_held(true);
  }
  tell_late();
}

RuleOutcome TranscriptCheck::outcome(std::uint8_t rule) const {
  if (broken_[rule] > 0) return RuleOutcome::Fail;
  if (known_.has(rule)) return RuleOutcome::Known;
  const auto id = spec::appserver::protocol_rules[rule].id;
  const bool unseen =
      (id.starts_with("APR-") && judge_.has_unknown_asks()) || (id == "APR-10" && unseen_effects_);
  const bool needs_both = (one_sided_ || (at_end_ && lacks_a_side())) && !is_of_single_lines(rule);
  if (unseen || needs_both || other_.has(rule) || !why_not_judged(dialect_, id).empty())
    return RuleOutcome::NotJudged;
  return wire_.has(rule) || judge_.exercised().has(rule) ? RuleOutcome::Pass
                                                         : RuleOutcome::NotExercised;
}

Conclusion TranscriptCheck::conclusion() const {
  using Verdict = Conclusion::Verdict;
  if (std::ranges::any_of(broken_, [](std::uint64_t count) { return count > 0; }))
    return {Verdict::Failed};
  if (one_sided_) return {Verdict::Passed};
  if (!judge_.talked()) return {Verdict::NotJudged, "nothing happens in it but the handshake"};
  if (judge_.is_of_old_surface())
    return {Verdict::NotJudged,
            "turns of the older surface, of which no rule knows more than approvals"};
  return {Verdict::Passed};
}

}  // namespace conformance::appserver
