// The lines of a recording in the order in which what they tell happened.
//
// Who records in several threads may write down what calls for something behind what it called for.
// So a line stands where it makes sense, if that is no further away than lines may be late.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "monitor/recorded.h"

namespace conformance::monitor {

struct ToldLine {
  std::uint64_t line = 0;
  bool time_back = false;  // Its time was before that of the line before.
  RecordedFact what;
  bool locked = false;  // Of Asked: the last answer was 401, and the marker is that of then.
  bool first = false;   // A snapshot, of its stream.
  // A snapshot that tells what the last change before it told, so that none needs to be sought for
  // it.
  bool caused = false;
  // Of Skipped: it has found no line yet that it tells of. Of Shown: nothing was sent since a stale
  // list.
  bool early = false;
};

class ToldOrder {
 public:
  using Sink = std::function<void(const ToldLine&)>;
  ToldOrder(std::int64_t slack_ms, Sink sink) : slack_ms_(slack_ms), sink_(std::move(sink)) {}

  // A time that goes back counts as the one before.
  void take(ToldLine told);
  void finish();
  // How requests are answered, as far as was taken: nothing is handed on until an answer is told,
  // or a message of a stream that was asked for is none.
  bool tells_answers() const { return tells_answers_; }
  // What a client shows, likewise, where it says which IDEs it knows.
  bool tells_lists() const { return tells_lists_; }

 private:
  using At = std::size_t;  // In held_.

  void hand_on();
  void hand_on_first();
  void put_behind(At at, At cause);
  void know_answer(RecordedFact& what);
  void give(const ToldLine& told);
  std::optional<At> place_of(const ToldLine& told) const;
  std::optional<At> make_way(const ToldLine& told, std::optional<At> place);
  std::optional<At> place_of_change(const ToldLine& told) const;
  std::optional<At> place_of_snapshot(const ToldLine& told) const;
  std::optional<At> place_of_list(const ToldLine& told) const;
  std::optional<At> place_of_stale(const ToldLine& told) const;
  std::optional<At> place_of_marker(const ToldLine& told) const;
  void unlock(std::uint32_t pid, std::optional<At> place);
  std::optional<At> place_of_sleep(const ToldLine& told) const;
  std::optional<At> place_of_answer(const ToldLine& told) const;
  std::optional<At> find_skipped(const RecordedFact& skip) const;
  std::optional<At> early_skip(const RecordedFact& bad) const;
  std::optional<At> too_early(const ToldLine& cause) const;
  const ProjectList& list_before(At at, std::uint32_t pid, RecordedKind kind) const;

  std::int64_t slack_ms_;
  Sink sink_;
  std::deque<ToldLine> held_;
  // The last lists of IDEs, by what told them: of what was handed on, and none of what is held.
  std::map<std::pair<std::uint32_t, RecordedKind>, ProjectList> lists_;
  std::int64_t handed_on_ms_ = 0;
  std::optional<std::int64_t> taken_ms_;
  bool began_ = false, tells_answers_ = false, knows_answers_ = false;
  bool tells_lists_ = false, tells_ides_ = false, finished_ = false;
  std::vector<ToldLine> unknowing_;                  // Until those are known.
  std::map<std::uint64_t, std::uint32_t> ides_;      // By stream.
  std::map<std::uint32_t, std::uint16_t> answers_;   // The last one of an IDE.
  std::map<std::uint64_t, std::uint16_t> statuses_;  // By stream, as far as they are known.
  std::set<std::uint64_t> sent_;                     // Streams that had a snapshot.
  std::map<std::uint32_t, bool> stale_;  // The list of an IDE, and nothing was sent since.
};

}  // namespace conformance::monitor
