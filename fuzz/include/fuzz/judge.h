// What must hold of every decoder, whatever it is fed.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/case.h"
#include "fuzz/subject.h"

namespace fuzz {

// `kind`: accounting, chunking, resynchronisation, wrong_accept, wrong_reject, slow; crash and
// hang come from guard.h.
struct Finding {
  std::string kind, says;
};

struct JudgeOptions {
  bool compare = true;  // With nlohmann and simdjson: several times slower.
};

// `subject` is a name that make_subject knows.
std::optional<Finding> judge(const Case& input, std::string_view subject,
                             const JudgeOptions& options);

// What one line without its end means, by other JSON libraries and the envelope rules.
struct LineMeaning {
  enum class Kind : std::uint8_t { Blank, Message, NoMessage, Unknown };
  Kind kind = Kind::Unknown;  // Unknown: a known difference of the libraries applies.
  bool has_id = false, has_method = false;
  std::string why;  // It is no message, or which difference applies.
};
LineMeaning meaning_of(std::string_view line);

// How a library differs from the protocol on a line, and why that is no finding.
struct KnownDifference {
  std::string_view library, name, reason;
};
std::span<const KnownDifference> known_differences();

}  // namespace fuzz
