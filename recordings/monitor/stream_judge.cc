#include "monitor/stream_judge.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "port/check.h"
#include "port/visit.h"
#include "port/words.h"
#include "spec/monitor/rules.h"
#include "trace/advance.h"
#include "trace/told_item.h"

namespace conformance::monitor {

using namespace spec::monitor;

namespace {

// A recording may have any number of lines at one instant.
constexpr std::size_t waiting_max = 4'096;

// Calls see(what) for what a fact, an event or a command is.
decltype(auto) visit_seen(const auto& see, const port::monitor::Seen& seen) {
  return port::visit([&](const auto& kind) { return port::visit(see, kind); }, seen);
}
ConnectionId connection_of(const port::monitor::Seen& seen) {
  return visit_seen(
      [](const auto& what) {
        if constexpr (requires { what.connection; })
          return what.connection;
        else
          return no_connection;
      },
      seen);
}
Pid pid_of(const port::monitor::Seen& seen) {
  return visit_seen(
      [](const auto& what) {
        if constexpr (requires { what.marker.pid; })
          return what.marker.pid;
        else if constexpr (requires { what.pid; })
          return what.pid;
        else
          return Pid{};
      },
      seen);
}

// Of a line that is owed: any for a ping.
bool mends(const Fact& fact, const Fact& want) {
  if (connection_of(fact) != connection_of(want)) return false;
  if (holds<StreamFreed, ClientGone>(fact)) return true;
  if (const auto* stalled = std::get_if<ReaderStalled>(&fact)) return stalled->stalled;
  if (std::holds_alternative<StreamAnswered>(want))
    return std::holds_alternative<StreamAnswered>(fact);
  const auto* said = std::get_if<LineSent>(&fact);
  const auto* owed = std::get_if<LineSent>(&want);
  if (said == nullptr || owed == nullptr) return false;
  return owed->line.kind != LineKind::Snapshot || said->line.kind == LineKind::Snapshot;
}
// A list that changes back is there already.
bool takes_back(const TimedFact& change, const port::monitor::Seen& want) {
  const auto* fact = std::get_if<Fact>(&want);
  const auto* line = fact == nullptr ? nullptr : std::get_if<LineSent>(fact);
  return line != nullptr && line->line.kind == LineKind::Snapshot &&
         std::ranges::find(change.back, line->connection) != change.back.end();
}
// Of what a client owes: it, or that the IDE is gone or another one.
bool mends(const port::monitor::Seen& seen, const port::monitor::Seen& want) {
  if (const auto* owed = std::get_if<Fact>(&want)) {
    const auto* fact = std::get_if<Fact>(&seen);
    return fact != nullptr && mends(*fact, *owed);
  }
  const auto& owed = std::get<Command>(want);
  if (std::holds_alternative<Disconnect>(owed)) {
    // A sleep that is recorded late began before that was due.
    if (holds<Slept>(seen)) return true;
    return holds<Ended, Disconnect>(seen) && connection_of(seen) == connection_of(want);
  }
  const auto* act = std::get_if<Command>(&seen);
  if (act == nullptr || pid_of(seen) != pid_of(want)) return false;
  const auto* shown = std::get_if<ProjectsShown>(act);
  const auto* stale = std::get_if<ProjectsShown>(&owed);
  // A list that is good again does not say that it was stale.
  if (shown != nullptr && stale != nullptr && stale->stale) return shown->stale;
  return act->index() == owed.index() || holds<IdeRemoved, IdeChanged>(*act);
}

// What tells of a line stands before the next one that is to be told of.
bool is_behind(const port::monitor::Seen& seen, const port::monitor::Seen& want) {
  const auto* read = find_message<LineRead>(seen);
  return read != nullptr && find_message<LineSkipped>(want) != nullptr &&
         read->line.kind != LineKind::Snapshot && read->line.kind != LineKind::Ping;
}

std::string_view missing(const port::monitor::Seen& want) {
  const auto& fact = std::get<Fact>(want);
  if (std::holds_alternative<StreamFreed>(fact)) return "it was not freed.";
  if (std::holds_alternative<StreamAnswered>(fact)) return "it was not answered.";
  const auto* line = std::get_if<LineSent>(&fact);
  const bool snapshot = line != nullptr && line->line.kind == LineKind::Snapshot;
  return snapshot ? "a snapshot is missing." : "no line came.";
}
std::string wrong(const port::monitor::Seen& got) {
  const auto& fact = std::get<Fact>(got);
  if (const auto* line = std::get_if<LineSent>(&fact))
    return fmt::format("this {} line is wrong.", port::word(line->line.kind));
  if (const auto* answer = std::get_if<StreamAnswered>(&fact))
    return fmt::format("the answer is {}.", answer->status);
  return "this is wrong.";
}

}  // namespace

StreamJudge::StreamJudge(std::int64_t slack_ms, const spec::ClauseSet& on, Sink sink)
    : slack_ms_(slack_ms), sink_(std::move(sink)), on_(on), next_on_(on) {
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].rule == rule_index("MON-42"))
      sure_.mark(i);
    else if (texts[i].rule == rule_index("MON-45"))
      heard_.mark(i);
}

TraceCheck::Judged StreamJudge::judged(std::uint8_t rule) const {
  return judged_of(clause_texts(), next_on_, rule);
}
bool StreamJudge::met(std::uint8_t rule) const {
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].rule == rule && met_.has(i)) return true;
  return false;
}

void StreamJudge::take(const TimedFact& fact) {
  waiting_.push_back({fact, next_on_});
  judge(false);
}

void StreamJudge::finish(const TimedFact& end) {
  end_ = end.time_ms;
  waiting_.push_back({end, next_on_});
  judge(true);
}

// What waits is judged once nothing can come any more that would be brought forward.
void StreamJudge::judge(bool all) {
  while (!waiting_.empty()) {
    const auto& next = waiting_.front().what;
    const bool settled = waiting_.back().what.time_ms - next.time_ms >= slack_ms_;
    if (!all && !settled && waiting_.size() < waiting_max) return;
    pass_to(next.time_ms);
    on_ = waiting_.front().on;
    tell(next);
    waiting_.pop_front();
  }
}

Findings StreamJudge::pass(Situation& situation, std::int64_t ms) const {
  Findings out;
  const Judge judge(bounds_, on_);
  if (ms > 0)
    judge.see(situation, Fact(TimePassed{port::Duration(static_cast<port::Duration::rep>(ms))}),
              out);
  return out;
}

bool StreamJudge::comes_in_time(const port::monitor::Seen& owed) const {
  for (const auto& [what, on] : waiting_) {
    if (what.time_ms > now_ + slack_ms_ || !what.fact) continue;
    if (mends(*what.fact, owed) || takes_back(what, owed)) return true;
    if (is_behind(*what.fact, owed)) return false;
  }
  return false;
}
bool StreamJudge::is_unpaced(const spec::monitor::Breach& breach) const {
  return breach.rule == rule_index("MON-24") && unpaced_.contains(pid_of(*breach.want).value);
}

// What is owed and missing on the way is told, each once; then it is not owed any more.
void StreamJudge::pass_to(std::int64_t time) {
  if (!std::exchange(began_, true)) now_ = time;
  std::vector<ConnectionId> missed;
  while (const auto breach =
             advance(situation_, now_, time, met_,
                     [this](Situation& of, std::int64_t ms) { return pass(of, ms); })) {
    CHECK(breach->want.has_value());
    const auto& owed = *breach->want;
    // The clock stands still until it has come.
    if (comes_in_time(owed)) break;
    const auto& shows = waiting_.front().what;
    // What is due so shortly before the end may have come behind it.
    const bool may_come = end_ && now_ + slack_ms_ >= *end_;
    if (!is_unpaced(*breach) && !may_come)
      report(*breach, connection_of(owed), {shows.line, now_ + shows.slept_ms});
    if (const auto* act = std::get_if<Command>(&owed)) {
      give_up(*act);
      continue;
    }
    auto* its = stream(connection_of(owed));
    if (its == nullptr) return;
    if (its->server == ServerEnd::Gone) {
      *its = {};
      continue;
    }
    if (its->server == ServerEnd::Streaming) missed.push_back(its->id);
    its->server = ServerEnd::Refused;
  }
  for (const auto id : missed) {
    auto* its = stream(id);
    if (its == nullptr) continue;
    its->server = ServerEnd::Streaming;
    its->age = 0;
    its->owes = false;
  }
}

// Nothing more is owed of that IDE until it is asked again.
void StreamJudge::give_up(const Command& owed) {
  const auto id = connection_of(owed);
  for (auto& file : situation_.files) {
    const bool its =
        file.told.pid == pid_of(owed) || (id != no_connection && file.connection == id);
    if (!its || file.told.pid == Pid{}) continue;
    const auto told = file.told;
    given_up_.insert(told.pid.value);
    file = {};
    file.told = told;
    file.look = Look::Good;
    file.found = told;
    file.set(FileFlag::Known);
  }
}

// A breach of an act does not keep it from happening.
void StreamJudge::tell(const TimedFact& what) {
  if (!what.fact) {
    for (auto& stream : situation_.streams) stream.age = 0;
    return;
  }
  auto seen = *what.fact;
  if (is_given_up(seen)) return;
  auto* its = stream(connection_of(seen));
  auto* fact = std::get_if<Fact>(&seen);
  auto* said = fact != nullptr ? std::get_if<LineSent>(fact) : nullptr;
  // Only whether it is higher counts, so numbers of any size fit.
  if (said != nullptr && said->line.kind == LineKind::Snapshot) {
    const bool before = its != nullptr && its->seq != 0;
    if (before) its->seq = 1;
    if (its != nullptr && what.due != no_list) its->list = what.due;
    said->line.seq = before && what.higher ? 2 : 1;
  }
  auto on = on_;
  // Whether a request said who asks is not recorded, and 400 is right where it did not.
  const auto* answer = fact != nullptr ? std::get_if<StreamAnswered>(fact) : nullptr;
  if (answer != nullptr && answer->status == 400) on -= heard_;
  if (what.unsure) on -= sure_;
  if (holds<Disconnect>(seen)) round_up(connection_of(seen), what);
  pace(seen, its);
  const auto before = situation_;
  Findings findings;
  const auto see = [&](const spec::ClauseSet& by, Findings& out) {
    const Judge judge(bounds_, by);
    port::visit([&](const auto& each) { judge.see(situation_, each, out); }, seen);
  };
  see(on, findings);
  met_ |= findings.met;
  for (const auto id : what.back)
    if (auto* each = stream(id)) each->owes = false;
  if (its != nullptr && what.owes_next && !findings.breach) its->owes = true;
  if (!findings.breach) return;
  findings.breach->got = what.fact;
  if (!may_lack_cause(before, what, seen, findings.breach->rule))
    report(*findings.breach, connection_of(seen), {what.line, what.time_ms + what.slept_ms});
  situation_ = before;
  Findings none;
  see({}, none);
}

// What calls for an act may be written down behind it, and so behind the end of the recording. A
// marker does not change twice in that time.
bool StreamJudge::may_lack_cause(Situation before, const TimedFact& what,
                                 const port::monitor::Seen& seen, std::uint8_t rule) {
  if (!end_ || *end_ - what.time_ms >= slack_ms_) return false;
  if (holds<Connect>(seen))
    return rule == rule_index("MON-28") && unlocked_.insert(pid_of(seen).value).second;
  if (holds<LineSkipped, ProjectsShown>(seen)) return true;
  // A list that would be right if it was there.
  const auto* said = find_message<LineSent>(seen);
  const auto its = std::ranges::find(before.streams, connection_of(seen), &StreamSituation::id);
  if (said == nullptr || its == before.streams.end()) return false;
  auto right = *said;
  right.line.projects = its->list;
  Findings findings;
  Judge(bounds_, on_).see(before, Fact(right), findings);
  return !findings.breach;
}

// What a client tells of such an IDE is right as little as it is wrong.
bool StreamJudge::is_given_up(const port::monitor::Seen& seen) {
  if (!std::holds_alternative<Command>(seen) || !given_up_.contains(pid_of(seen).value))
    return false;
  if (holds<Connect, IdeRemoved>(seen)) given_up_.erase(pid_of(seen).value);
  return holds<ProjectsShown, LineSkipped>(seen);
}

// What a client gives up is as silent as its lines may have come earlier than they were recorded.
void StreamJudge::round_up(ConnectionId id, const TimedFact& what) {
  for (auto& file : situation_.files) {
    if (!file.connected() || file.connection != id) continue;
    if (file.age < silence_ms && file.age + slack_ms_ >= silence_ms) file.age = silence_ms;
    auto& woke = situation_.wake_age;
    if (woke < ping_ms && woke + slack_ms_ >= ping_ms) woke = ping_ms;
    file.set(FileFlag::BadLine, what.behind_bad_line);
  }
}

void StreamJudge::pace(const port::monitor::Seen& seen, const StreamSituation* stream) {
  if (holds<IdeChanged>(seen)) unpaced_.insert(pid_of(seen).value);
  if (holds<IdeRemoved>(seen)) unpaced_.erase(pid_of(seen).value);
  const auto* read = find_message<LineRead>(seen);
  if (read != nullptr && stream != nullptr && read->line.kind == LineKind::Snapshot)
    unpaced_.erase(stream->pid.value);
}

void StreamJudge::report(const spec::monitor::Breach& breach, ConnectionId connection,
                         const Place& place) {
  sink_({.place = place,
         .rule = breach.rule,
         .connection = connection,
         .want = breach.want,
         .got = breach.got});
}

StreamSituation* StreamJudge::stream(ConnectionId id) {
  const auto found = std::ranges::find_if(situation_.streams, [id](const StreamSituation& each) {
    return each.id == id && each.pid != Pid{};
  });
  return found == situation_.streams.end() ? nullptr : &*found;
}

std::string says_of_ide(const StreamJudge::Breach& breach) {
  return breach.got ? wrong(*breach.got) : std::string(missing(*breach.want));
}

}  // namespace conformance::monitor
