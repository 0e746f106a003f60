#include "trace/checks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "engine/codec/jsonl.h"
#include "monitor/client_end.h"
#include "monitor/recorded.h"
#include "monitor/stream_judge.h"
#include "monitor/told_order.h"
#include "monitor/told_streams.h"
#include "monitor/told_texts.h"
#include "trace/told_item.h"

namespace conformance::monitor {

using namespace spec::monitor;

namespace {
constexpr std::size_t rules_count = monitor_rules.size();
// Of a recording, beside those that are followed.
constexpr std::size_t streams_known_max = 4'096;

class Recording final : public TraceCheck {
 public:
  explicit Recording(const TraceRequest& request)
      : sink_(request.sink),
        slack_ms_(request.slack.count()),
        judge_(request.slack.count(), clauses_of(Party::Ides, request.rules),
               [this](const StreamJudge::Breach& breach) { report(breach); }),
        knowing_(request.slack.count(), request.rules, true),
        unknowing_(request.slack.count(), request.rules, false),
        answers_(request.slack.count()),
        lists_(request.slack.count(),
               [this](std::uint32_t pid) {
                 return follows([pid](const auto& each) { return each.pid.value == pid; });
               }),
        file_(recorded_stream_line_max),
        scanner_({.depth_max = 1'000}),
        order_(request.slack.count(), [this](const ToldLine& told) { take(told); }) {}

  bool feed(std::string_view bytes) override {
    if (!error_) file_.feed(bytes, [this](const engine::jsonl::Line& line) { read(line); });
    return !error_;
  }
  bool finish() override {
    if (!error_) file_.finish([this](const engine::jsonl::Line& line) { read(line); });
    if (!error_ && lines_ == 0)
      error_ = BadTrace{0, "it holds no recorded line; record the streams again"};
    if (error_) return false;
    order_.finish();
    note_unanswered();
    judge_.finish(stamp());
    settle(true);
    for (auto* each : clients()) each->finish(stamp());
    report_client();
    return true;
  }

  const std::optional<BadTrace>& error() const override { return error_; }
  std::uint64_t lines() const override { return lines_; }
  std::uint64_t broken(std::uint8_t rule) const override { return broken_[rule]; }
  Judged judged(std::uint8_t rule) const override {
    return client().judges(rule) ? client().judged(rule) : judge_.judged(rule);
  }
  TraceOutcome outcome(std::uint8_t rule) const override {
    if (broken_[rule] > 0) return TraceOutcome::Fail;
    if (judged(rule).clauses == 0) return TraceOutcome::NotJudged;
    if ((unsure_ && is_of_time(rule)) || untold_[rule]) return TraceOutcome::NotJudged;
    return judge_.met(rule) || (client().judges(rule) && client().met(rule))
               ? TraceOutcome::Pass
               : TraceOutcome::NotExercised;
  }

 private:
  // A stream, from its request to its end.
  struct Stream {
    ConnectionId id{};  // None: it is not followed.
    Pid pid{};
    std::uint64_t number = 0;  // Of those that were asked for.
    std::uint64_t seq = 0;
    bool asked = false;  // The judge knows of it.
    std::optional<bool> authorized = {};
    bool answered = false;
    bool refused = false;
    bool gone = false;           // Its client.
    std::uint16_t instance = 0;  // That it named last.
    ToldLists::Sent sent = {};
  };

  std::array<ClientEnd*, 2> clients() { return {&knowing_, &unknowing_}; }
  void read(const engine::jsonl::Line& line) {
    if (error_ || line.blank()) return;
    ToldLine told;
    if (line.too_long) return refuse(line.number, std::string(recorded_stream_line_too_long));
    const auto wrong = read_recorded(scanner_, line.text, told.what);
    if (wrong && !line.ended && lines_ > 0)
      return note(line.number, "the file ends within a line, which was left out");
    if (wrong) return refuse(line.number, *wrong);
    ++lines_;
    told.line = line.number;
    order_.take(std::move(told));
  }
  void take(const ToldLine& told) {
    const auto& what = told.what;
    line_ = told.line;
    if (told.time_back) {
      for (auto* each : clients()) each->doubt_times();
      note(line_, "a time goes back; it counts as the one before");
    }
    if (order_.tells_lists())
      for (auto* each : clients()) each->expect_lists();
    const auto pause = std::exchange(began_, true) ? what.time_ms - time_ : 0;
    time_ = what.time_ms;
    doubt(pause, what.kind);
    if (what.announces()) return;
    answers_.hear(what, {line_, time_ - slept_ms_}, order_.tells_answers(),
                  [this](const RecordedFact& each) {
                    if (!each.untold) ends_.hear(each);
                    if (!each.untold) hear(each);
                    knowing_.hear(each, stamp());
                    if (!ends_.told()) unknowing_.hear(each, stamp());
                  });
    settle(false);
    ran_ms_ = time_ - slept_ms_;
  }
  // When an answer is due no rule says, and who is refused may wait.
  void note_unanswered() {
    if (const auto line = answers_.missed(time_ - slept_ms_))
      note(line, order_.tells_answers()
                     ? "a request is not answered for 15 s: no rule says when it is to be"
                     : "a request has no message for 15 s, and no answer is told: whether its "
                       "client may keep it (MON-23) is not judged; `stream_answered` tells of it");
  }
  void refuse(std::uint64_t line, std::string says) { error_ = BadTrace{line, std::move(says)}; }
  void note(std::uint64_t line, std::string says) {
    sink_({.line = line, .time_ms = time_, .rule = std::nullopt, .says = std::move(says)});
  }

  // Whoever follows a stream gives it up after 15 s without a line: a longer pause of everything
  // is as likely a sleep of its own, unless it tells of these.
  void doubt(std::int64_t pause_ms, RecordedKind kind) {
    tells_sleep_ = tells_sleep_ || kind == RecordedKind::Slept;
    if (tells_sleep_ || pause_ms <= silence_ms + slack_ms_) return;
    if (!knowing_.follows_any() && !follows([](const auto&) { return true; })) return;
    unsure_ = true;
    note(line_, fmt::format("nothing was recorded for {:.3f} s, and whether who recorded slept is "
                            "not said: what IDEs owe in a time is not judged; `slept` tells of it",
                            static_cast<double>(pause_ms) / 1e3));
    wake(pause_ms);
  }
  void wake(std::int64_t slept_ms) {
    slept_ms_ += slept_ms;
    judge_.take(stamp());
  }

  void hear(const RecordedFact& what) {
    if (what.kind > RecordedKind::Slept) return;
    if (what.kind == RecordedKind::Slept)
      return wake(std::min(what.slept_ms, time_ - slept_ms_ - ran_ms_));
    if (what.kind == RecordedKind::Changed) return change(what);
    if (what.kind == RecordedKind::Asked) return ask(what);
    const auto found = streams_.find(what.connection);
    if (found == streams_.end()) return note(line_, "a stream that nobody asked for is not judged");
    auto& stream = found->second;
    if (stream.id != no_connection) follow(what, stream);
    if (what.kind == RecordedKind::Freed || what.kind == RecordedKind::Ended) streams_.erase(found);
  }

  void ask(const RecordedFact& what) {
    if (const auto before = streams_.find(what.connection); before != streams_.end()) {
      note(line_, "a stream was asked for again before its end");
      drop(before->second);
      streams_.erase(before);
    }
    if (streams_.size() >= streams_known_max) return note(line_, "too many streams at once");
    auto& stream = streams_[what.connection];
    stream.pid = {what.pid};
    stream.number = ++streams_asked_;
    make_room();
    const auto followed =
        std::ranges::count_if(streams_, [](const auto& each) { return each.second.id.value != 0; });
    if (static_cast<std::size_t>(followed) >= spec::monitor::streams_max)
      return note(line_, fmt::format("more than {} streams at once: this one is not judged",
                                     spec::monitor::streams_max));
    last_id_ = static_cast<std::uint16_t>(last_id_ % 0xffff + 1);
    stream.id = {last_id_};
    numbers_[last_id_ % numbers_.size()] = what.connection;
    spoke_ms_[last_id_ % spoke_ms_.size()] = time_;
    stream.authorized = what.authorized;
    // Who is refused, and by no line, waits for nothing.
    if (what.authorized && (*what.authorized || order_.tells_answers()))
      say_asked(stream, *what.authorized);
  }
  void say_asked(Stream& stream, bool authorized) {
    stream.asked = true;
    tell(stream, StreamAsked{stream.id, stream.pid, authorized});
  }
  // One that was refused is followed until somebody else needs its place.
  void make_room() {
    for (auto& [number, stream] : streams_)
      if (stream.refused) drop(stream);
  }
  void drop(Stream& stream) {
    if (stream.id != no_connection && stream.asked) tell(stream, StreamFreed{stream.id});
    stream.id = no_connection;
  }

  void follow(const RecordedFact& what, Stream& stream) {
    spoke_ms_[stream.id.value % spoke_ms_.size()] = time_;
    if (!stream.asked && what.kind == RecordedKind::Answered)
      say_asked(stream, stream.authorized.value_or(what.status != 401));
    if (!stream.asked) return;
    switch (what.kind) {
      case RecordedKind::Answered:
        if (std::exchange(stream.answered, true))
          return note(line_, "it counts as answered before this line");
        stream.refused = what.status != 200;
        return tell(stream, StreamAnswered{stream.id, what.status});
      case RecordedKind::Line: return said(what, stream);
      case RecordedKind::Stalled:
        stream.sent.slow_until_ms = what.stalled ? std::numeric_limits<std::int64_t>::max() : time_;
        return tell(stream, ReaderStalled{stream.id, what.stalled});
      case RecordedKind::Gone: stream.gone = true; return tell(stream, ClientGone{stream.id});
      case RecordedKind::Freed:
      case RecordedKind::Ended: return tell(stream, StreamFreed{stream.id});
      case RecordedKind::Asked:
      case RecordedKind::Changed:
      case RecordedKind::Slept:
      case RecordedKind::Added:
      case RecordedKind::MarkerChanged:
      case RecordedKind::Removed:
      case RecordedKind::Shown:
      case RecordedKind::Skipped: break;
    }
  }

  void said(const RecordedFact& what, Stream& stream) {
    if (what.cut) return note(line_, "a stream ends within a line, which is not judged");
    if (stream.gone) return note(line_, "a line behind the end of its client is not judged");
    if (!stream.answered) return note(line_, "a line before the answer is not judged");
    Line line{.kind = what.line_kind};
    if (stream.refused && !what.is_message())
      return note(line_, "a line of an answer that is no stream is not judged");
    TimedFact fact{.fact = {}, .unsure = !stream.authorized};
    name_instance(what, stream, line);
    if (what.is_snapshot()) {
      fact.higher = what.seq > std::exchange(stream.seq, what.seq);
      // The judge knows what changed since a stream began.
      const bool first = stream.sent.list.none();
      const auto found = lists_.find(stream.pid.value, what.list, time_, stream.sent);
      if (first) fact.due = found.there;
      if (found.is_one) line.projects = found.there;
      fact.owes_next = found.is_one && !found.is_last;
    }
    fact.fact = LineSent{stream.id, line};
    take_fact(fact);
  }

  // Whether one of the streams that the judge knows is such a one.
  bool follows(const auto& is_such) const {
    return std::ranges::any_of(streams_, [&](const auto& each) {
      return each.second.id != no_connection && is_such(each.second);
    });
  }
  // The judge knows those of streams that are open. What one had that is over is no other's.
  void name_instance(const RecordedFact& what, Stream& stream, Line& line) {
    const auto instance =
        instances_.of(stream.pid.value, stream.number, what.instance, [this](std::uint16_t number) {
          return follows([number](const auto& each) { return each.instance == number; });
        });
    line.instance = {instance.number};
    if (line.instance == no_text) return;
    if (std::exchange(stream.instance, instance.number) != 0) return;
    const bool is_open =
        follows([&](const auto& each) { return each.number == instance.first_of; });
    constexpr auto rule = rule_index("MON-45");
    if (instance.first_of == stream.number || is_open || judge_.judged(rule).clauses == 0) return;
    report({.place = {line_, time_},
            .rule = rule,
            .connection = stream.id,
            .want = {},
            .got = Fact(LineSent{stream.id, line})});
  }

  void change(const RecordedFact& what) {
    const auto list = lists_.become(what.pid, what.list, time_);
    if (list == no_list) return;
    TimedFact fact{.fact = ProjectsChanged{{what.pid}, list}};
    for (const auto& [number, stream] : streams_) {
      const bool its = stream.pid.value == what.pid && stream.id != no_connection;
      if (its && what.list.tells_of(stream.sent.list)) fact.back.push_back(stream.id);
    }
    take_fact(fact);
  }

  void tell(const Stream& stream, const Fact& fact) {
    take_fact({.fact = fact, .unsure = !stream.authorized});
  }
  TimedFact stamp() const {
    return {.line = line_, .time_ms = time_ - slept_ms_, .slept_ms = slept_ms_, .fact = {}};
  }
  void take_fact(TimedFact fact) {
    fact.line = line_;
    fact.time_ms = time_ - slept_ms_;
    fact.slept_ms = slept_ms_;
    judge_.take(fact);
  }
  // What a client did wrong, once it is known that the recording is its own.
  void report_client() {
    if (!client().counts() && client().loop() != 0)
      note(client().loop(),
           "an IDE is asked at once for the tenth time in a row; whose recording this is, no line "
           "tells, so it is not judged (MON-24)");
    if (!client().counts()) return;
    for (const auto& [says, line] : client().notes()) note(line, says);
    for (const auto& breach : client().breaches()) {
      // Who was not let in (401) waits, and where no answer is told nobody knows.
      if (breach.unanswered && !order_.tells_answers()) continue;
      const auto* again = breach.want ? find_message<Connect>(*breach.want) : nullptr;
      if (again != nullptr && answers_.may_refuse(again->pid.value)) continue;
      if ((unsure_ && is_of_time(breach.rule)) || !client().judges(breach.rule)) continue;
      tell_of(breach, fmt::format("the client: {}", ClientEnd::says(breach)));
    }
  }

  const ClientEnd& client() const { return ends_.told() ? knowing_ : unknowing_; }

  // What a stream does not do may be due behind its end, until it says more or an end is told.
  void report(const StreamJudge::Breach& breach) {
    constexpr std::size_t held_max = 1'000;
    settle(false);
    if (counts(breach)) return tell_of(breach);
    if (held_.size() < held_max) held_.push_back(breach);
  }
  bool counts(const StreamJudge::Breach& breach) const {
    const auto spoke_ms = spoke_ms_[breach.connection.value % spoke_ms_.size()];
    return !breach.want || ends_.told() || spoke_ms > breach.place.time_ms;
  }
  void settle(bool all) {
    std::erase_if(held_, [&](const StreamJudge::Breach& breach) {
      const bool is_told = counts(breach) || (all && !ends_.lack());
      if (is_told) tell_of(breach);
      if (!is_told && all && !std::exchange(untold_[breach.rule], true))
        note(breach.place.line,
             fmt::format("no line tells that a stream is over, and some are: {} is not judged of "
                         "those that say nothing more; `ended` tells of it",
                         monitor_rules[breach.rule].id));
      return is_told || all;
    });
  }
  void tell_of(const StreamJudge::Breach& breach) {
    const auto number = numbers_[breach.connection.value % numbers_.size()];
    tell_of(breach, fmt::format("stream {}: {}", number, says_of_ide(breach)));
  }
  void tell_of(const StreamJudge::Breach& breach, std::string_view says) {
    ++broken_[breach.rule];
    sink_({.line = breach.place.line,
           .time_ms = breach.place.time_ms,
           .rule = breach.rule,
           .says = fmt::format("{} {}", says, monitor_rules[breach.rule].text)});
  }

  TraceSink sink_;
  std::int64_t slack_ms_ = 0;
  StreamJudge judge_;
  ClientEnd knowing_, unknowing_;  // Of a client whose ends are told, and of one whose are not.
  ToldAnswers answers_;
  ToldLists lists_;
  ToldEnds ends_;
  std::vector<StreamJudge::Breach> held_;
  std::array<bool, rules_count> untold_{};
  engine::jsonl::Lines file_;
  engine::json::Scanner scanner_;
  std::optional<BadTrace> error_;
  ToldOrder order_;
  std::uint64_t lines_ = 0, line_ = 0, streams_asked_ = 0;
  bool began_ = false, tells_sleep_ = false, unsure_ = false;
  std::int64_t time_ = 0, slept_ms_ = 0;     // So far.
  std::int64_t ran_ms_ = 0;                  // At the line before.
  std::map<std::uint64_t, Stream> streams_;  // By their numbers in the recording.
  ToldInstances instances_;
  std::uint16_t last_id_ = 0;
  std::array<std::uint64_t, 8'192> numbers_{};  // In the recording, of those that came last;
  std::array<std::int64_t, 8'192> spoke_ms_{};  // when they said something last.
  std::array<std::uint64_t, rules_count> broken_{};
};

}  // namespace

std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request) {
  return std::make_unique<Recording>(request);
}

}  // namespace conformance::monitor
