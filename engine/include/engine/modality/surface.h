// From the parameters of a tool call to a request (MOD-01, MOD-71). Nothing runs on
// account of a refused request: the engine answers it with its result at once.
//
// Pure: equal parameters give an equal surface.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "engine/modality/profiles.h"

namespace engine::modality {

// A JSON value that is neither text, number nor boolean; null too.
struct OtherValue {
  bool operator==(const OtherValue&) const = default;
};

struct Parameter {
  std::string_view name;
  std::variant<OtherValue, std::string_view, double, bool> value;
};

struct Surface {
  Request request;
  std::string error;  // Empty iff request.defect is None.
  bool operator==(const Surface&) const = default;
};

// A longer timeout is cut to this, 11 days: "positive and finite" is all that a caller
// owes, and as much again stays free on a time line of 32 bits.
inline constexpr Duration body_timeout_max{1'000'000'000};

inline constexpr std::string_view valid_modes_text =
    "Valid values of `modal`: smart_non_modal (the default), non_modal, unleashed.";

// Reads `modal` (text) and `timeout` (seconds, rounded to milliseconds, at least one),
// refuses the parameters that `modal` replaced whatever their value, and passes over
// all others, which belong to somebody else. Of a name that comes twice every value must
// be valid, and the last one counts. The error says all that is wrong, the request's
// defect which of it comes first in the order of Defect. Whether the caller sits on the
// event dispatch thread is for the caller to fill in.
Surface read_surface(std::span<const Parameter> parameters);

}  // namespace engine::modality
