// A recording of a client's own end of streams, as what a monitor hears and says: judged by those
// clauses about one that it can show (MON-20 to MON-29).
//
// Which end a recording is of, its first line does not say. So this listens to all of them, and
// what it found counts where the words of a client were recorded and none of an IDE.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "monitor/recorded.h"
#include "monitor/stream_judge.h"

namespace conformance::monitor {

class ClientEnd {
 public:
  // When something was recorded; in a TimedFact all but what it is.
  using Stamp = TimedFact;

  ClientEnd(std::int64_t slack_ms, const spec::RuleScope& rules);

  void hear(const RecordedFact& what, const Stamp& stamp);
  // The clock was set: how long a pause was is not known any more.
  void doubt_times() { times_are_sure_ = false; }
  void finish(const Stamp& end);

  // It is the recording of a client.
  bool counts() const { return words_ && !words_of_ides_; }
  bool knows_any() const { return !ides_.empty(); }
  // It tells what that rule is about.
  bool judges(std::uint8_t rule) const;
  bool met(std::uint8_t rule) const { return judge_.met(rule); }
  TraceCheck::Judged judged(std::uint8_t rule) const { return judge_.judged(rule); }
  // As many as there is room for.
  const std::vector<StreamJudge::Breach>& breaches() const { return breaches_; }
  bool is_crowded() const { return crowded_; }

  // In a few words; `breach` is one of breaches().
  static std::string says(const StreamJudge::Breach& breach);

 private:
  struct Known {
    spec::monitor::Marker marker{};
    bool implied = false;        // It was asked for a stream, and nothing was told of it before.
    bool moved = false;          // Its marker changed, and nothing was asked since.
    bool several = false;        // It was told of again: by several windows, or behind a new start.
    std::uint64_t given_up = 0;  // The line at which its stream was, if nothing was told since.
    bool asked = false;          // For a stream.
    bool shown = false;          // A list of it was.
    int redirects = 0;           // So many answers in a row named another address.
    std::optional<spec::monitor::LineRead> last = {};                      // Its last snapshot,
    std::deque<std::pair<spec::monitor::ListId, std::string>> lists = {};  // and the last lists.
  };
  struct Stream {
    std::uint16_t id = 0;  // None: the judge does not know of it.
    std::uint32_t pid = 0;
    std::optional<bool> token = {};           // That was sent.
    std::uint16_t status = 0;                 // None: it is not answered.
    bool left = false;                        // Its IDE was removed meanwhile.
    bool good = false;                        // A message came,
    std::int64_t since_ms = 0;                // behind its answer.
    std::optional<std::int64_t> bad_ms = {};  // Its last line was none.
  };
  // An IDE that has two streams at once is not followed until it has none.
  struct Several {
    bool has_token = false, implied = false;
  };

  // Of an IDE of which nothing is told.
  struct Tries {
    std::optional<std::int64_t> ended = {};  // The last one, with no other stream beside it.
    std::uint32_t at_once = 0;               // So many in a row came too soon behind that.
  };

  Known* known(std::uint32_t pid);
  bool has_stream(std::uint32_t pid) const;
  bool comes_at_once(std::uint32_t pid);
  bool overlaps(const RecordedFact& what) const;
  void set_aside(std::uint32_t pid);
  void take_up(std::uint32_t pid);
  bool gives_up(const RecordedFact& what, const Stream& stream) const;
  void came_back(std::uint32_t pid);
  void keep(const StreamJudge::Breach& breach);
  void ask(const RecordedFact& what);
  void follow(Stream& stream);
  void answer(Stream& stream);
  void end(const Stream& stream);
  void give_up(const Stream& stream);
  void add(std::uint32_t pid, bool has_token, bool implied);
  void change(std::uint32_t pid, bool has_token);
  void remove(std::uint32_t pid);
  void forget_implied();
  static bool is_judged(const Known& ide);
  void list_again();
  void read(const RecordedFact& what, Stream& stream);
  void shown(const RecordedFact& what);
  spec::monitor::ListId list_of(Known& ide, std::string_view text);
  spec::monitor::ListId list_shown(Known& ide, std::string_view text);
  void tell(spec::monitor::Seen what);

  std::int64_t slack_ms_;
  StreamJudge judge_;
  spec::ClauseSet all_;
  std::vector<StreamJudge::Breach> breaches_;
  Stamp stamp_;
  std::map<std::uint32_t, Known> ides_;
  std::map<std::uint64_t, Stream> streams_;
  std::map<std::uint32_t, Tries> tries_;
  std::map<std::uint32_t, Several> several_;
  // Of streams that were given up, by their lines: of which nobody knows yet whether the client
  // only stopped; and whose IDE was asked again.
  std::map<std::uint64_t, StreamJudge::Breach> given_up_;
  std::set<std::uint64_t> came_back_;
  std::uint16_t last_id_ = 0, last_list_ = 0, last_url_ = 0;
  bool words_ = false, words_of_ides_ = false, began_ = false, crowded_ = false;
  bool tells_ides_ = false, tells_lists_ = false, tells_tokens_ = false, tells_sides_ = false,
       loops_ = false, times_are_sure_ = true;
};

}  // namespace conformance::monitor
