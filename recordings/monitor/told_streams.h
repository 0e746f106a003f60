// What a recording of streams tells.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "monitor/recorded.h"
#include "spec/monitor/situation.h"

namespace conformance::monitor {

// How requests are answered.
//
// A message shows that its request was answered by 200, and so does a line that is told of as
// skipped. Where no answer at all is told, a request without these, whose IDE is asked again, may
// have been refused, and nobody knows since when; and so may one that had only a text.
class ToldAnswers {
 public:
  struct Stamp {
    std::uint64_t line = 0;
    std::int64_t ran_ms = 0;
  };
  explicit ToldAnswers(std::int64_t slack_ms)
      : wait_most_ms_(spec::monitor::silence_ms + slack_ms) {}

  // Hands on what must have happened before and is not told, and then what is. `told`: the
  // recording tells answers.
  template <class Sink>
  void hear(const RecordedFact& what, const Stamp& stamp, bool told, const Sink& sink) {
    using enum RecordedKind;
    told_ = told;
    const auto found = open_.find(what.connection);
    if (what.kind == Asked) {
      if (!told_) end_refused(what, stamp, sink);
      if (open_.size() < open_max)
        open_.insert_or_assign(what.connection, Request{what.pid, what.window, stamp});
    } else if (found != open_.end() && (what.kind == Answered || shows_answer(what) ||
                                        what.kind == Ended || what.kind == Freed)) {
      if (what.kind == Line) {
        RecordedFact answer;
        answer.kind = Answered;
        answer.time_ms = what.time_ms;
        answer.connection = what.connection;
        answer.status = 200;
        sink(answer);
      }
      if (what.kind == Ended || what.kind == Freed) keep_silent(found->second);
      miss(found->second, stamp.ran_ms);
      open_.erase(found);
    } else if (found != open_.end() && what.kind == Line) {
      found->second.had_text = true;
    }
    sink(what);
  }
  // Some request to that IDE had no message: it may have been refused.
  bool may_refuse(std::uint32_t pid) const {
    const auto is_such = [&](const auto& each) {
      return each.second.pid == pid && (each.second.had_text || !told_);
    };
    const auto found = silent_.find(pid);
    return (found != silent_.end() && (found->second || !told_)) ||
           std::ranges::any_of(open_, is_such);
  }
  // The line of a request that nobody answered for longer than a client waits; zero: there is none.
  std::uint64_t missed(std::int64_t ran_ms) {
    for (const auto& [number, request] : open_) miss(request, ran_ms);
    return missed_;
  }

 private:
  static constexpr std::size_t open_max = 4'096;
  struct Request {
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> window = {};
    Stamp asked = {};
    bool had_text = false;
  };
  static bool shows_answer(const RecordedFact& what) {
    return what.kind == RecordedKind::Line && (what.status == 200 || what.skipped);
  }
  template <class Sink>
  void end_refused(const RecordedFact& what, const Stamp& stamp, const Sink& sink) {
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
      miss(request, stamp.ran_ms);
      keep_silent(request);
      each = open_.erase(each);
      sink(end);
    }
  }

  void keep_silent(const Request& request) {
    if (silent_.size() < open_max) silent_[request.pid] |= request.had_text;
  }
  void miss(const Request& request, std::int64_t ran_ms) {
    if (missed_ == 0 && ran_ms - request.asked.ran_ms > wait_most_ms_) missed_ = request.asked.line;
  }

  std::int64_t wait_most_ms_;
  std::map<std::uint64_t, Request> open_;  // That have no answer yet, nor a message.
  // IDEs of requests that never had a message; whether one had a text.
  std::map<std::uint32_t, bool> silent_;
  std::uint64_t missed_ = 0;
  bool told_ = false;
};

// Whether a recording tells how streams end.
//
// One that has no such line tells of ends or had none. It does not tell of them where an IDE is
// asked again, or goes, and its stream says nothing more: that was over, and nobody knows since
// when.
class ToldEnds {
 public:
  void hear(const RecordedFact& what) {
    using enum RecordedKind;
    const auto found = open_.find(what.connection);
    const bool is_open = found != open_.end();
    if (what.kind == Asked) {
      lack_ = lack_ || is_open;
      replace(what.pid, what.window);
      if (is_open || open_.size() < open_max)
        open_.insert_or_assign(what.connection, Stream{what.pid, what.window, what.time_ms});
    } else if (what.kind == Removed || (what.kind == Shown && what.stale)) {
      replace(what.pid, {});
    } else if (what.kind == Answered && what.status != 200) {
      open_.erase(what.connection);
    } else if (is_open && (what.kind == Line || what.kind == Answered)) {
      found->second.answered = true;
      found->second.replaced = found->second.replaced && what.kind != Line;
    }
    now_ms_ = std::max(now_ms_, what.time_ms);
    told_ = told_ || what.kind == Ended || what.kind == Freed || what.kind == Gone;
  }

  bool told() const { return told_; }
  bool lack() const {
    const auto is_over = [this](const auto& each) {
      const auto& stream = each.second;
      return stream.replaced ||
             (!stream.answered && now_ms_ - stream.asked_ms > spec::monitor::silence_ms);
    };
    return !told_ && (lack_ || std::ranges::any_of(open_, is_over));
  }

 private:
  static constexpr std::size_t open_max = 4'096;
  struct Stream {
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> window = {};
    std::int64_t asked_ms = 0;
    bool answered = false;
    bool replaced = false;  // And silent since.
  };
  void replace(std::uint32_t pid, std::optional<std::uint64_t> window) {
    for (auto& [number, stream] : open_)
      if (stream.pid == pid && (!window || stream.window == window)) stream.replaced = true;
  }

  std::map<std::uint64_t, Stream> open_;
  std::int64_t now_ms_ = 0;
  bool told_ = false, lack_ = false;
};

}  // namespace conformance::monitor
