// A JSON document that somebody else wrote, read with bounds: what is larger, deeper or doubled is
// refused before anything is made of it. For values that know where they stand, see json_source.h.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

namespace sim {

struct DocumentBounds {
  std::size_t bytes_max = std::size_t{1} << 20;
  std::size_t depth_max = 32;  // What is deeper would be copied and freed level by level.
};

struct NoDocument {
  std::size_t offset;  // Of the byte that is to blame, as far as it is known; else zero.
  std::string why;     // "it is nested deeper than 32"
};

// Json is nlohmann::json or nlohmann::ordered_json.
template <class Json>
using ReadDocument = std::variant<Json, NoDocument>;

// All of `text`, with nothing behind it. A byte order mark, a byte that is zero, a name that comes
// twice in one object, and a number that no double holds are refused, too.
template <class Json>
ReadDocument<Json> read_document(std::string_view text, const DocumentBounds& bounds = {});

// A text that this program made; one that is no JSON is discarded. Not written where it is needed,
// since each parser takes a second to compile.
template <class Json>
Json own_document(std::string_view text);

}  // namespace sim
