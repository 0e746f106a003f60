// Recorded project streams, judged by the clauses about the IDEs' end (MON-40 to MON-44): those
// that judge the world.
//
// A recording has a JSON object a line: "t_ms", and what happened under the name that the port has
// for it (port/monitor/facts.h): docs/MONITOR.md. Memory does not grow with the recording.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spec/monitor/rules.h"

namespace conformance::monitor {

struct StreamFinding {
  std::uint64_t line = 0;  // Of the recording, from 1.
  std::int64_t time_ms = 0;
  std::optional<std::uint8_t> rule;  // By its index; none: it is a note.
  std::string says;
};
// Why a file is no recording, with what to do about it. `line` 0: it is about all of it.
struct BadStreams {
  std::uint64_t line = 0;
  std::string says;
};
// NotJudged: no stream shows anything of it.
enum class StreamOutcome : std::uint8_t { Pass, Fail, NotExercised, NotJudged };

class StreamCheck {
 public:
  using Sink = std::function<void(const StreamFinding&)>;

  // `slack`: what was said may have been recorded so much later.
  StreamCheck(std::chrono::milliseconds slack, Sink sink);
  ~StreamCheck();
  StreamCheck(const StreamCheck&) = delete;
  StreamCheck& operator=(const StreamCheck&) = delete;

  // False: it is no recording, and nothing more is read.
  bool feed(std::string_view bytes);
  // The recording ended; what was owed then is not missing.
  bool finish();

  const std::optional<BadStreams>& error() const;
  std::uint64_t lines() const;
  StreamOutcome outcome(std::uint8_t rule) const;
  std::uint64_t broken(std::uint8_t rule) const;  // So many times.

 private:
  class Recording;
  std::unique_ptr<Recording> recording_;
};

}  // namespace conformance::monitor
