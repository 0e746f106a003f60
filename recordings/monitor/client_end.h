// A recording of a client's own end of streams, as what a monitor hears and says: judged by those
// clauses about one that it can show (MON-20 to MON-29).
//
// Which end a recording is of, its first line does not say. So this listens to all of them, and
// what it found counts where the words of a client were recorded and none of an IDE.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/monitor/decode.h"
#include "monitor/client_rules.h"
#include "monitor/recorded.h"
#include "monitor/stream_judge.h"
#include "spec/clock.h"

namespace conformance::monitor {

class ClientEnd {
 public:
  // When something was recorded; in a TimedFact all but what it is.
  using Stamp = TimedFact;

  // Who knows of no ends takes one that is asked for again, or whose list is stale, for over.
  ClientEnd(std::int64_t slack_ms, const spec::RuleScope& rules, bool knows_ends);

  void hear(const RecordedFact& what, const Stamp& stamp);
  // What is shown is recorded, from the beginning on.
  void expect_lists() { tells_.insert(Needs::Lists); }
  // The clock was set: how long a pause was is not known any more.
  void doubt_times() { times_are_sure_ = false; }
  void finish(const Stamp& end);

  // It is the recording of a client.
  bool counts() const { return words_ && !words_of_ides_; }
  bool follows_any() const {
    return std::ranges::any_of(ides_,
                               [](const auto& each) { return each.second.followed.has_value(); });
  }
  // It tells what that rule is about.
  bool judges(std::uint8_t rule) const;
  bool met(std::uint8_t rule) const { return judge_.met(rule); }
  TraceCheck::Judged judged(std::uint8_t rule) const { return judge_.judged(rule); }
  // As many as there is room for.
  const std::vector<StreamJudge::Breach>& breaches() const { return breaches_; }
  // What is not judged, and the line at which that is known.
  const std::map<std::string, std::uint64_t>& notes() const { return notes_; }

  // The line at which it is known that somebody asks at once again and again; none: nobody does.
  std::uint64_t loop() const { return words_of_ides_ ? 0 : loop_; }

  // In a few words; `breach` is one of breaches().
  static std::string_view says(const StreamJudge::Breach& breach);

 private:
  // An IDE that the judge is told of.
  struct Followed {
    spec::monitor::Target target{};
    bool moved = false;                // Its marker changed, and nothing was asked since.
    StreamJudge::Place moved_at = {};  // Where its marker changed.
    bool again = false;  // It was told of again: by several windows, or behind a new start.
    bool asked = false;  // For a stream.
    bool shown = false;  // A list of it was.
    bool empty = false;  // No other one was read, and none shown.
    bool owed = false;   // Its last list may have to be shown.
    // The list that is shown, and whether it is stale.
    std::optional<std::pair<spec::monitor::ListId, bool>> told = {};
    std::optional<spec::monitor::LineRead> last = {};                      // Its last snapshot.
    std::deque<std::pair<spec::monitor::ListId, ProjectList>> lists = {};  // Its last lists.
  };
  // Of one window of the client, and one IDE. Each waits by itself.
  struct Tries {
    std::optional<std::int64_t> ended_ms = {};  // The last one's end, with nothing asked since.
    bool moved = false;                         // The marker changed, and it did not ask since.
    bool locked = false;          // It was not let in (401), and no marker changed since.
    std::uint32_t at_once = 0;    // So many in a row came too soon behind the one before.
    std::uint32_t failures = 0;   // Tries that ended since the last snapshot.
    std::int64_t asked_ms = -1;   // When it asked last.
    std::int64_t in_instant = 0;  // How often it had asked before in the instant asked_ms.
  };
  // One that was told of, or asked for a stream.
  struct Ide {
    bool told = false;
    std::optional<StreamJudge::Place> unasked = {};  // Where it was, with nothing asked since.
    std::optional<bool> has_token = {};              // As far as its marker is told of.
    bool several = false;         // Streams at once: not followed until it has none.
    std::uint64_t dropped = 0;    // The line at which its stream was given up, if nothing
                                  // was told since.
    std::uint32_t redirects = 0;  // So many answers in a row named another address.
    std::uint32_t refusals = 0;   // So many answers in a row were 401.
    std::map<std::optional<std::uint64_t>, Tries> tries = {};  // By window.
    // The stale list that was shown last, and nothing was read since.
    std::optional<ProjectList> stale = {};
    std::optional<Followed> followed = {};
  };
  // From its request on, until it is refused or ends.
  struct Stream {
    std::uint16_t id = 0;  // None: the judge does not know of it.
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> window = {};  // Of the client.
    std::optional<bool> token = {};            // That was sent.
    engine::monitor::SeqNumbers numbers = {};
    std::uint16_t status = 0;                        // None: it is not answered.
    bool good = false;                               // A message came.
    std::int64_t since_ms = 0;                       // When it was answered.
    std::optional<std::int64_t> bad_ms = {};         // When its last line was no message.
    std::optional<StreamJudge::Breach> silent = {};  // It has to say more for that to count.
  };
  // A stream that was taken for over, and what is broken if it was not.
  struct Replaced {
    std::uint32_t pid = 0;
    StreamJudge::Breach breach;
  };
  // A stream that the client gave up.
  struct Drop {
    bool came_back = false;  // Its IDE was asked again.
    std::optional<StreamJudge::Breach> breach = {};
  };

  void keep(StreamJudge::Breach breach);
  void note_removed(std::uint32_t pid);
  void count(const StreamJudge::Breach& breach);
  void end_untold(const RecordedFact& what, std::uint8_t rule, spec::monitor::Command act);
  void replace(std::uint64_t connection, const Replaced& by);
  void live_on(std::uint64_t connection);
  std::int64_t now_ms() const { return stamp_.time_ms + stamp_.slept_ms; }
  void come_back(Ide& ide);

  void add(std::uint32_t pid, std::optional<bool> has_token);
  void change(std::uint32_t pid, std::optional<bool> has_token, bool told);
  void wait_to_ask(std::uint32_t pid, Ide& ide) const;
  void remove(std::uint32_t pid);
  void wake(std::int64_t slept_ms);

  void follow(std::uint32_t pid, Ide& ide);
  void leave(std::uint32_t pid, Ide& ide);
  void crowd();
  void set_aside(std::uint32_t pid);
  spec::monitor::Marker new_marker(std::uint32_t pid, Ide& ide);
  void list_again();

  void ask(const RecordedFact& what);
  void answered(Stream& stream, std::uint16_t status);
  void ended(Stream& stream, std::optional<Side> side);
  void follow(Stream& stream, Ide& ide);
  void end(Stream& stream, bool by_client);
  bool has_stream(std::uint32_t pid) const;
  static Tries& tries_of(Ide& ide, std::optional<std::uint64_t> window);
  bool comes_at_once(const RecordedFact& what, Ide& ide);
  // By so much more than recorded, a pause may have been longer.
  std::int64_t clock_step() const {
    constexpr std::int64_t tick_ms = 16;  // Of some systems.
    return std::max(clock_.step(), tick_ms);
  }

  Ide* followed(std::uint32_t pid);
  static bool is_judged(const Ide& ide);
  void read(const RecordedFact& what, Stream& stream);
  void shown(const RecordedFact& what);
  void skipped(const RecordedFact& what);
  spec::monitor::ListId list_of(Followed& ide, const ProjectList& list, bool newest);
  void tell(const spec::monitor::Seen& what);

  std::int64_t slack_ms_;
  bool knows_ends_;
  StreamJudge judge_;
  spec::ClauseSet all_;
  std::vector<StreamJudge::Breach> breaches_;
  Stamp stamp_;
  std::map<std::uint32_t, Ide> ides_;
  std::map<std::uint64_t, Stream> streams_;
  std::map<std::uint64_t, Replaced> replaced_;
  std::array<std::int64_t, 256> spoke_ms_{};          // By stream: when it said something last.
  std::array<bool, 256> answered_{};                  // By stream: its request was answered.
  std::map<std::uint32_t, std::int64_t> removed_ms_;  // IDEs that are told of as gone.
  std::map<std::string, std::uint64_t> notes_;
  std::map<std::uint64_t, Drop> drops_;  // By their lines.
  std::set<Needs> tells_{Needs::Streams};
  std::uint16_t last_id_ = 0, last_list_ = 0, last_url_ = 0;
  std::uint64_t bad_line_ = 0;  // The first that is no message.
  bool words_ = false, words_of_ides_ = false, began_ = false, has_strangers_ = false;
  bool tells_sides_ = false, times_are_sure_ = true;
  std::uint64_t loop_ = 0;
  std::int64_t slept_ms_ = 0;    // As it counts.
  std::int64_t unsure_ms_ = -1;  // Until then a try may come later.
  spec::Clock clock_{1'000};
  bool may_have_paused_ = false;  // Before the try at hand, as far as such a clock tells.
  bool may_ask_ = true;           // The window of the try at hand was not refused with 401.
};

}  // namespace conformance::monitor
