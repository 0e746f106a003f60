// Whether a recording tells how requests are answered.
//
// One that has no such line, and a line of a stream all the same, leaves them out: that line shows
// that its request was answered by 200. A request without one, whose IDE is asked again, may have
// been refused, and nobody knows since when.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "monitor/recorded.h"

namespace conformance::monitor {

class ToldAnswers {
 public:
  // Hands on what must have happened before and is not told, and then what is.
  template <class Sink>
  void hear(const RecordedFact& what, const Sink& sink) {
    using enum RecordedKind;
    told_ = told_ || what.kind == Answered;
    const auto found = told_ ? open_.end() : open_.find(what.connection);
    if (what.kind == Asked && lack_ && !told_) end_refused(what, sink);
    if (what.kind == Asked && !told_ && open_.size() < open_max)
      open_.insert_or_assign(what.connection, Request{what.pid, what.window});
    if (found != open_.end() && what.kind == Line) {
      lack_ = true;
      RecordedFact answer;
      answer.kind = Answered;
      answer.time_ms = what.time_ms;
      answer.connection = what.connection;
      answer.status = 200;
      sink(answer);
    }
    const bool over = what.kind == Ended || what.kind == Freed || what.kind == Line;
    silent_ = silent_ || (found != open_.end() && over && what.kind != Line);
    if (found != open_.end() && over) open_.erase(found);
    sink(what);
  }
  bool lack() const { return lack_ && !told_; }
  // Some request had no line: it may have been refused.
  bool may_refuse() const { return lack() && (silent_ || !open_.empty()); }

 private:
  static constexpr std::size_t open_max = 4'096;
  struct Request {
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> window = {};
  };
  template <class Sink>
  void end_refused(const RecordedFact& what, const Sink& sink) {
    for (auto each = open_.begin(); each != open_.end();) {
      const auto& [number, request] = *each;
      if (request.pid != what.pid || request.window != what.window) {
        ++each;
        continue;
      }
      RecordedFact end;
      end.kind = RecordedKind::Ended;
      end.time_ms = what.time_ms;
      end.connection = number;
      end.pid = what.pid;
      end.untold = true;
      each = open_.erase(each);
      silent_ = true;
      sink(end);
    }
  }

  std::map<std::uint64_t, Request> open_;  // That have no line yet.
  bool told_ = false, lack_ = false, silent_ = false;
};

}  // namespace conformance::monitor
