// A recording of a client's own end of streams, as what a monitor hears and says: judged by those
// clauses about one that it can show (MON-20 to MON-29).
//
// Which end a recording is of, its first line does not say. So this listens to all of them, and
// what it found counts where the words of a client were recorded and none of an IDE.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
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
  void finish(const Stamp& end) { judge_.finish(end); }

  // It is the recording of a client.
  bool counts() const { return words_ && !words_of_ides_; }
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
    bool implied = false;  // It was asked for a stream, and nothing was told of it before.
    std::deque<std::pair<spec::monitor::ListId, std::string>> lists = {};  // The last ones.
  };

  Known* known(std::uint32_t pid);
  void ask(const RecordedFact& what);
  void add(std::uint32_t pid, bool has_token, bool implied);
  void change(std::uint32_t pid, bool has_token);
  void remove(std::uint32_t pid);
  void list_again();
  void read(const RecordedFact& what);
  void shown(const RecordedFact& what);
  spec::monitor::ListId list_of(Known& ide, std::string_view text);
  spec::monitor::ListId list_shown(Known& ide, std::string_view text);
  void tell(spec::monitor::Seen what);

  StreamJudge judge_;
  spec::ClauseSet all_;
  std::vector<StreamJudge::Breach> breaches_;
  Stamp stamp_;
  std::map<std::uint32_t, Known> ides_;
  std::map<std::uint64_t, std::pair<std::uint16_t, std::uint32_t>> streams_;  // Number, process.
  std::uint16_t last_id_ = 0, last_list_ = 0, last_url_ = 0;
  bool words_ = false, words_of_ides_ = false, began_ = false, crowded_ = false;
  bool tells_ides_ = false, tells_lists_ = false, tells_tokens_ = false;
};

}  // namespace conformance::monitor
