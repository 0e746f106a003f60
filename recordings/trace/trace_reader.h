// Bytes of a trace as what its lines say: a head, then one thing that happened a line.
//
//   {"trace":1,"area":"modality"}
//   {"t_ms":12.5,"dialog_opened":{"dialog":"Settings","modal":true}}
//
// "tells" names the kinds of lines that the log tells, or is "all". "by", beside
// "t_ms", says what caused it, and "run" of which call it is. Each may have a "note", which nobody
// reads. A last line "ended" says that nothing more will come: what is owed then is missing.
// Without it the log was cut off.
#pragma once
#include <set>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/codec/jsonl.h"
#include "recordings/trace/trace_check.h"

namespace conformance {

// A longer line is refused.
inline constexpr std::size_t trace_line_max = std::size_t{1} << 20;

struct TraceLine {
  std::uint64_t number = 0;
  std::int64_t time_ms = 0;  // Never decreases.
  nlohmann::json by;         // Null: it is not said.
  nlohmann::json run;        // Null: it is not said.
  nlohmann::json message;    // {"dialog_opened":{...}}
};

class TraceReader : public TraceCheck {
 public:
  bool feed(std::string_view bytes) override;
  bool finish() override;
  const std::optional<BadTrace>& error() const override { return error_; }
  std::uint64_t lines() const override { return lines_; }

 protected:
  // What a line may say happened and what every trace must tell. Of what hardly any that tells it
  // has no line: a head without "tells" does not tell it if no line does; nor what is `counted`, if
  // a line counts some. Of what stands when a log
  // begins no head says whether it tells that; what is told of it behind `anew` says nothing of the
  // beginning. They live as long as this.
  struct Kinds {
    std::vector<std::string_view> all;
    std::span<const std::string_view> needed, usual, counted, standing;
    bool (*counts)(const TraceLine& line);
    std::string_view anew;
    template <class Words>
    static Kinds of() {
      return {Words::kinds(),  Words::needed, Words::usual, Words::counted,
              Words::standing, Words::counts, Words::anew};
    }
  };
  TraceReader(std::string_view area, Kinds kinds, TraceSink sink);

  // What is left of the head, with the members that an area has of its own. begin() and hear() say
  // what is wrong and what to do about it by a sim::BadAnswer.
  virtual void begin(const nlohmann::json& head) = 0;
  // Before any line is heard, and these are the first. Known is what the log tells.
  virtual void settle(std::span<const TraceLine> first) = 0;
  virtual void hear(const TraceLine& line) = 0;
  // `ended`: the last line, if it says so.
  virtual void end(const std::optional<TraceLine>& ended) = 0;

  void note(std::uint64_t line, std::int64_t time_ms, std::string says) const;
  const TraceSink& sink() const { return sink_; }
  // The kinds that the trace does not tell, as its first lines show; and those of what stands when
  // it begins of which it has no line.
  std::vector<std::string_view> untold(std::span<const TraceLine> first) const;
  std::vector<std::string_view> unheard() const;
  // Its head says what the trace tells.
  bool has_tells() const { return has_tells_; }

 private:
  void take(const engine::jsonl::Line& line);
  void take_head(nlohmann::json head);
  void take_line(const nlohmann::json& json, std::uint64_t number);
  void release();

  std::string_view area_;
  Kinds kinds_;
  std::set<std::string, std::less<>> told_, heard_;  // As the head says; as lines did.
  TraceSink sink_;
  engine::jsonl::Lines file_;
  std::optional<BadTrace> error_;
  std::uint64_t lines_ = 0;  // Without the head.
  bool has_head_ = false, has_tells_ = false, tells_all_ = false, settled_ = false, anew_ = false;
  std::vector<TraceLine> held_;  // Until it is known what the log tells.
  std::size_t held_bytes_ = 0;   // Of their text.
  std::optional<std::int64_t> time_;
  std::optional<TraceLine> ended_;
};

}  // namespace conformance
