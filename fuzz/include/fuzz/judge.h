// What must hold of every decoder, whatever it is fed.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"
#include "fuzz/case.h"
#include "fuzz/subject.h"

namespace fuzz {

// `kind`: accounting, chunking, resynchronisation, wrong_accept, wrong_reject, wrong_reading,
// wrong_writing, slow; crash and hang are those of processes.
struct Finding {
  std::string kind, says;
};

// How texts say where something is; streams count from 1.
std::string at_byte(std::size_t stream, std::uint64_t at);

// What one line without its end means, by other JSON libraries and the envelope rules.
struct LineMeaning {
  enum class Kind : std::uint8_t { Blank, Message, NoMessage, Unknown };
  Kind kind = Kind::Unknown;  // Unknown: a known difference of the libraries applies.
  bool has_id = false, has_method = false;
  std::string why = {};  // It is no message, or which difference applies.
};
LineMeaning meaning_of(std::string_view line);

// Who reads the lines as well.
enum class Compare : std::uint8_t {
  None,
  RapidJson,  // Whether a line is JSON: about as expensive as all that is judged without it.
  Reading,    // And all that is told of a line, with a reading of its own: ten times as expensive.
  All,        // And nlohmann, a list of keys and the envelope rules: many times as expensive.
};

// What other libraries have against what a subject said of a stream. `stream` counts from 1 and is
// for the text only.
std::optional<Finding> libraries_disagree(std::size_t stream, std::string_view bytes,
                                          const Heard& heard, Compare compare);

// Judges one input after the other with the same memory. An input is judged as if it were the
// first.
class Judge {
 public:
  // `subject` is a name that make_subject knows.
  explicit Judge(std::string_view subject);

  std::optional<Finding> judge(const Case& input, Compare compare);

 private:
  struct SoundLine {
    std::uint64_t at;
    std::string_view bytes;
  };

  void begin_afresh(std::unique_ptr<Subject>& subject) const;
  void hear_whole();
  void hear_cut(const Case& input, double seconds_until);
  double timed_hear_cut(const Case& input, double seconds_max);
  std::optional<Finding> judge_stream(const Case& input, Compare compare);
  std::optional<Finding> accounted() const;
  std::optional<Finding> in_time(const Case& input);
  std::optional<Finding> resynchronised() const;
  std::optional<Finding> misread(const Case& input) const;

  std::string name_;
  std::unique_ptr<Subject> whole_, cut_;
  std::size_t stream_ = 0;        // The one that is judged; counts from 1.
  std::string bytes_;             // All of it.
  std::vector<SoundLine> sound_;  // Its sound lines that nothing ran into.
};

// One input, with everything. `subject` is a name that make_subject knows.
std::optional<Finding> judge(const Case& input, std::string_view subject);

// What is left of an input that found something.

// Smaller inputs for which `fails` still holds, until there is none among those it tries, or
// `is_over` holds: then it asks no more, and what it has is the smallest.
Case shrink(Case input, const std::function<bool(const Case&)>& fails,
            const std::function<bool()>& is_over);

// What a decoder has to say of a stream, read from the rules (WIRE-01 to WIRE-09, WIRE-11,
// docs/CODEC.md) a byte at a time. Shares the words of the codec, and none of its code.

// Of each message, rejected line and note of the stream, all that can be told of it: places,
// reason, position and excerpt; of a message its parts with texts decoded, and its members.
// `options.scan.depth_max` is at most 1,000, for this recurses.
std::vector<std::string> reading_of(std::string_view stream, const engine::rpc::Options& options);

// The same of what a decoder said.
std::string told(const engine::rpc::Item& item);

// Of a message alone, without its place.
std::string told(const engine::rpc::Accepted& accepted);

}  // namespace fuzz
