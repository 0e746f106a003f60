// What is fuzzed: a decoder that says what became of every byte.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"
#include "fuzz/case.h"

namespace fuzz {

// What became of one line, or of one message of a line that holds several.
struct Outcome {
  enum class Kind : std::uint8_t { Accepted, Rejected, Blank };
  Kind kind = Kind::Accepted;
  engine::rpc::Reason reason = engine::rpc::Reason::None;
  std::uint64_t at = 0, bytes = 0;            // Of the line in its stream.
  std::uint32_t text_at = 0, text_bytes = 0;  // Of the accepted object, in Heard::text.
  bool has_id = false, has_method = false;
  bool operator==(const Outcome&) const = default;
};

// What a decoder said, and the accepted objects one behind the other. Clearing keeps the memory.
struct Heard {
  std::vector<Outcome> outcomes;
  std::string text;

  std::string_view text_of(const Outcome& outcome) const {
    return std::string_view(text).substr(outcome.text_at, outcome.text_bytes);
  }
  void add(const engine::rpc::Item& item);
  void clear() {
    outcomes.clear();
    text.clear();
  }
  bool operator==(const Heard&) const = default;
};

class Subject {
 public:
  virtual ~Subject() = default;
  virtual void feed(std::string_view bytes) = 0;
  virtual void finish() = 0;  // The stream ended; another may follow.

  // What it says of one stream with other limits, read in pieces of the given sizes; the first
  // may be empty. Nothing of this is heard. Gives its account of the stream.
  using Sink = std::function<void(const engine::rpc::Item&)>;
  virtual engine::rpc::Account tell(std::string_view bytes, const Reads& reads,
                                    const engine::rpc::Options& options,
                                    const Sink& sink) const = 0;

  // Makes it as it was when it was made, and keeps its memory; false: it cannot, make another.
  virtual bool renew() { return false; }

  // Of the streams so far; whoever reads it may clear it.
  Heard heard;
};

// "engine", or "mutant:NAME"; null for another name.
std::unique_ptr<Subject> make_subject(std::string_view name);

struct CodecMutant {
  std::string_view name, does;
  std::unique_ptr<Subject> (*make)();
};
std::span<const CodecMutant> codec_mutants();

}  // namespace fuzz
