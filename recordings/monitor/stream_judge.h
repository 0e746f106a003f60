// What happened to streams with the times at which it was recorded, judged by clauses about either
// end of them.
//
// Real times are not those of the world: what is said at once is recorded a little later. So the
// judge has a clock of its own, which lags behind the recorded one by the slack at most: when
// something is owed and comes within the slack, its clock stands still until it has come.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "port/flat_list.h"
#include "recordings/trace/trace_check.h"
#include "spec/monitor/judge.h"

namespace conformance::monitor {

struct TimedFact {
  std::uint64_t line = 0;
  // In which who recorded ran: never less than that of the one before.
  std::int64_t time_ms = 0;
  std::int64_t slept_ms = 0;  // What the recording's own time is ahead of that.
  // Nothing: it woke from a sleep, in which no IDE owes anything.
  std::optional<spec::monitor::Seen> fact;
  bool unsure = false;           // Of a stream of which nobody knows whether it was authorized.
  bool higher = false;           // A snapshot whose number is above that of the one before.
  bool behind_bad_line = false;  // The end of a stream, right behind a line that is no message.
  spec::monitor::ListId due{};   // Of a first snapshot: the list that there is, where it is told.
  bool owes_next = false;        // Of one with a list of before: the next one is owed then.
  // Of a change: streams that were sent that list last.
  port::FlatList<spec::monitor::ConnectionId, spec::monitor::streams_max> back = {};
};

class StreamJudge {
 public:
  struct Place {
    std::uint64_t line = 0;  // Of what shows it.
    std::int64_t time_ms = 0;
  };
  struct Breach {
    Place place;
    std::uint8_t rule = 0;
    spec::monitor::ConnectionId connection{};
    std::optional<spec::monitor::Seen> want = {}, got = {};
    bool unanswered = false;  // Of a client: no answer to that request is told.
  };
  using Sink = std::function<void(const Breach&)>;

  StreamJudge(std::int64_t slack_ms, const spec::ClauseSet& on, Sink sink);
  // What is taken from now on is judged by these clauses.
  void turn_on(const spec::ClauseSet& on) { next_on_ = on; }

  void take(const TimedFact& fact);
  // Nothing was recorded behind this instant: what is owed within the slack of it may have come.
  void finish(const TimedFact& end);

  TraceCheck::Judged judged(std::uint8_t rule) const;
  bool met(std::uint8_t rule) const;

 private:
  using Findings = spec::monitor::Findings;

  void judge(bool all);
  void pass_to(std::int64_t time);
  Findings pass(spec::monitor::Situation& situation, std::int64_t ms) const;
  bool comes_in_time(const spec::monitor::Seen& owed) const;
  bool is_unpaced(const spec::monitor::Breach& breach) const;
  void give_up(const spec::monitor::Command& owed);
  void tell(const TimedFact& what);
  bool is_given_up(const port::monitor::Seen& seen);
  bool may_lack_cause(spec::monitor::Situation before, const TimedFact& what,
                      const port::monitor::Seen& seen, std::uint8_t rule);
  void round_up(spec::monitor::ConnectionId id, const TimedFact& what);
  void pace(const port::monitor::Seen& seen, const spec::monitor::StreamSituation* stream);
  void report(const spec::monitor::Breach& breach, spec::monitor::ConnectionId connection,
              const Place& place);
  spec::monitor::StreamSituation* stream(spec::monitor::ConnectionId id);

  std::int64_t slack_ms_;
  Sink sink_;
  spec::monitor::Bounds bounds_{};
  spec::ClauseSet on_, next_on_, met_;
  spec::ClauseSet sure_, heard_;  // Those that need to know of authorization, of announcements.
  spec::monitor::Situation situation_{};
  struct Waiting {
    TimedFact what;
    spec::ClauseSet on;
  };
  std::deque<Waiting> waiting_;
  // Their markers changed, perhaps to another address: how often tries failed nobody knows, until a
  // snapshot comes.
  std::set<std::uint32_t> unpaced_;
  std::set<std::uint32_t> given_up_;  // IDEs, until they are asked again.
  std::set<std::uint32_t> unlocked_;  // IDEs whose markers may change behind the end.
  std::int64_t now_ = 0;
  std::optional<std::int64_t> end_;
  bool began_ = false;
};

// In a few words, what an IDE did or did not do.
std::string says_of_ide(const StreamJudge::Breach& breach);

}  // namespace conformance::monitor
