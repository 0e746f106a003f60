// What is fuzzed: a decoder that says what became of every byte.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rpc.h"

namespace fuzz {

// What became of one line, or of one message of a line that holds several.
struct Outcome {
  enum class Kind : std::uint8_t { Accepted, Rejected, Blank };
  Kind kind = Kind::Accepted;
  engine::rpc::Reason reason = engine::rpc::Reason::None;
  std::uint64_t at = 0, bytes = 0;  // Of the line in its stream.
  std::string whole;                // The object that was accepted.
  bool has_id = false, has_method = false;
  bool operator==(const Outcome&) const = default;
};

class Subject {
 public:
  virtual ~Subject() = default;
  virtual void feed(std::string_view bytes) = 0;
  virtual void finish() = 0;  // The stream ended; another may follow.

  // Of the streams so far; whoever reads them may clear them.
  std::vector<Outcome> outcomes;
};

// "engine", or "mutant:NAME"; null for another name.
std::unique_ptr<Subject> make_subject(std::string_view name);

struct CodecMutant {
  std::string_view name, does;
  std::unique_ptr<Subject> (*make)();
};
std::span<const CodecMutant> codec_mutants();

Outcome outcome_of(const engine::rpc::Item& item);

}  // namespace fuzz
